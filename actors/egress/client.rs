//! The client: what may be called, how long it may take, how redirects are followed.

use std::{net::IpAddr, sync::Arc, time::Duration};

use reqwest::{
    Client, ClientBuilder, Method, RequestBuilder, StatusCode, Url,
    dns::Resolve,
    header::{AUTHORIZATION, LOCATION},
    redirect,
};

use super::{
    addresses::{AddressRule, CheckedResolver, OfMachine, is_public},
    error::EgressError,
    reply::Reply,
};

/// Sent with every call; Meta's API description asks for `name/1.2.3`.
const USER_AGENT: &str = concat!("guiche/", env!("CARGO_PKG_VERSION"));
/// For name, TCP and TLS together; shorter than any [`Limits::total`], so that a slow connect is known as one.
const CONNECT_TIMEOUT: Duration = Duration::from_secs(4);
/// Below the idle time-outs of the servers we call: a connection that they close while we write leaves a doubt.
const POOL_IDLE_TIMEOUT: Duration = Duration::from_secs(10);
/// Redirects followed for URLs of others (rule P5).
const REDIRECTS_MAX: usize = 2;

/// How long and how much.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Limits {
    /// From the first byte out to the last byte in.
    pub total: Duration,
    /// Bytes of the answer's body.
    pub body_bytes_max: u64,
}

impl Default for Limits {
    /// 5 s and 1 MiB (rule P5).
    fn default() -> Self {
        Self {
            total: Duration::from_secs(5),
            body_bytes_max: 1 << 20,
        }
    }
}

/// The client for outgoing HTTP, with one of two rules. Cheap to clone.
#[derive(Debug, Clone)]
pub struct Egress {
    client: Client,
    rule: Option<AddressRule>,
    https_only: bool,
}

impl Egress {
    /// For base URLs that the operator has configured: any address; redirects are answers, not followed.
    ///
    /// # Errors
    /// `NotSent` when the TLS set-up fails.
    pub fn trusted() -> Result<Self, EgressError> {
        Self::with_rule(None, false)
    }

    /// As [`Egress::trusted`], for servers that ask who calls: shows a certificate. `pem` holds it and its key.
    ///
    /// # Errors
    /// `NotSent` when `pem` holds no certificate with its key, or the TLS set-up fails.
    pub fn trusted_as(pem: &[u8]) -> Result<Self, EgressError> {
        Self::trusted_among(pem, None)
    }

    /// The same, with an authority of one's own beside the public ones.
    pub(crate) fn trusted_among(pem: &[u8], authority: Option<&[u8]>) -> Result<Self, EgressError> {
        let mut builder = builder(false).identity(reqwest::Identity::from_pem(pem)?);
        if let Some(authority) = authority {
            builder = builder.add_root_certificate(reqwest::Certificate::from_pem(authority)?);
        }
        Ok(Self {
            client: builder.build()?,
            rule: None,
            https_only: false,
        })
    }

    /// For URLs that users, customers or other servers give: https, public addresses, at most 2 redirects, each
    /// checked again.
    ///
    /// # Errors
    /// `NotSent` when the TLS set-up fails.
    pub fn public() -> Result<Self, EgressError> {
        Self::with_rule(Some(is_public), true)
    }

    pub(super) fn with_rule(
        rule: Option<AddressRule>,
        https_only: bool,
    ) -> Result<Self, EgressError> {
        Self::with_names(rule, https_only, Arc::new(OfMachine))
    }

    /// The same, where somebody else says what names lead to.
    pub(super) fn with_names(
        rule: Option<AddressRule>,
        https_only: bool,
        names: Arc<dyn Resolve>,
    ) -> Result<Self, EgressError> {
        let mut builder = builder(https_only);
        if let Some(rule) = rule {
            builder = builder.dns_resolver(Arc::new(CheckedResolver { rule, names }));
        }
        Ok(Self {
            client: builder.build()?,
            rule,
            https_only,
        })
    }

    /// A call to `url`, to be completed and handed to [`Egress::send`].
    ///
    /// # Errors
    /// `Forbidden` when the rule does not allow the URL.
    pub fn request(&self, method: Method, url: Url) -> Result<RequestBuilder, EgressError> {
        self.check(&url)?;
        Ok(self.client.request(method, url))
    }

    /// Makes the call, once, without following redirects.
    ///
    /// # Errors
    /// `Forbidden`, `NotSent` (nothing happened) or `Lost` (nobody knows).
    pub async fn send(
        &self,
        request: RequestBuilder,
        limits: Limits,
    ) -> Result<Reply, EgressError> {
        let response = request.timeout(limits.total).send().await?;
        Ok(Reply::new(response, limits.body_bytes_max))
    }

    /// Gets `url`; the public client follows at most 2 redirects. The bearer token goes only to the first origin.
    ///
    /// # Errors
    /// As [`Egress::send`]; a third redirect is `Forbidden`.
    pub async fn get(
        &self,
        mut url: Url,
        bearer: Option<&str>,
        limits: Limits,
    ) -> Result<Reply, EgressError> {
        let origin = url.origin();
        for _ in 0..=REDIRECTS_MAX {
            let mut request = self.request(Method::GET, url.clone())?;
            if let Some(token) = bearer.filter(|_| url.origin() == origin) {
                request = request.header(AUTHORIZATION, format!("Bearer {token}"));
            }
            let reply = self.send(request, limits).await?;
            if self.rule.is_none() || !is_redirect(reply.status()) {
                return Ok(reply);
            }
            let target = reply
                .header(LOCATION.as_str())
                .and_then(|location| url.join(location).ok())
                .ok_or_else(|| EgressError::Forbidden("redirect without a target".to_owned()))?;
            url = target;
        }
        Err(EgressError::Forbidden("too many redirects".to_owned()))
    }

    /// Whether the rule allows a URL as it is written. Names are checked by the resolver when they are called; addresses
    /// written into the URL never reach it.
    ///
    /// # Errors
    /// `Forbidden`.
    pub fn check(&self, url: &Url) -> Result<(), EgressError> {
        let forbidden = |text: &str| Err(EgressError::Forbidden(text.to_owned()));
        match url.scheme() {
            "https" => {}
            "http" if !self.https_only => {}
            _ => return forbidden("scheme"),
        }
        if !url.username().is_empty() || url.password().is_some() {
            return forbidden("credentials in the URL");
        }
        let Some(host) = url.host_str().filter(|host| !host.is_empty()) else {
            return forbidden("no host");
        };
        let literal = host
            .trim_start_matches('[')
            .trim_end_matches(']')
            .parse::<IpAddr>();
        match (literal, self.rule) {
            (Ok(address), Some(rule)) if !rule(address) => {
                forbidden("leads to an address that is not public")
            }
            _ => Ok(()),
        }
    }
}

/// What all clients have in common.
fn builder(https_only: bool) -> ClientBuilder {
    // the answer says only whether somebody else was first
    let _ = rustls::crypto::ring::default_provider().install_default();
    Client::builder()
        .user_agent(USER_AGENT)
        .no_proxy()
        .redirect(redirect::Policy::none())
        .connect_timeout(CONNECT_TIMEOUT)
        .pool_idle_timeout(POOL_IDLE_TIMEOUT)
        .https_only(https_only)
}

fn is_redirect(status: StatusCode) -> bool {
    matches!(status.as_u16(), 301 | 302 | 303 | 307 | 308)
}
