//! How often one address and one account may try to sign in: on this node, and on all of them where Redis counts.

use std::{
    net::{IpAddr, Ipv6Addr},
    num::NonZeroU32,
    time::Duration,
};

use actix_web::HttpRequest;
use governor::{
    DefaultKeyedRateLimiter, Quota, RateLimiter,
    clock::{Clock as _, DefaultClock},
};
use guiche_config::{Config, Limits};
use guiche_storage::{cluster::redis::ClusterBus, security::secrets::Key};
use hmac::{Hmac, Mac as _};
use sha2::Sha256;
use uuid::Uuid;

use crate::error::ApiError;

/// Keys remembered before those at rest are forgotten: some megabytes.
const KEYS_MAX: usize = 50_000;

/// What the names of counters are made with, so that Redis holds no address and no e-mail.
const NAMES_KEY: &str = "sign-in limits";

/// Counts attempts. Each limit is a bucket of one minute's attempts that refills evenly.
#[derive(Debug)]
pub struct SignInLimits {
    by_address: DefaultKeyedRateLimiter<IpAddr>,
    /// By a hash, so that no e-mail is kept and none is long.
    by_account: DefaultKeyedRateLimiter<String>,
    per_address: u32,
    per_account: u32,
    names: Key,
    bus: ClusterBus,
    clock: DefaultClock,
}

impl SignInLimits {
    /// With the bounds of the settings. Nodes with the same key count together.
    pub fn new(limits: &Limits, key: &Key, bus: ClusterBus) -> Self {
        let quota = |count| Quota::per_minute(NonZeroU32::new(count).unwrap_or(NonZeroU32::MIN));
        Self {
            by_address: RateLimiter::keyed(quota(limits.login_per_ip_per_minute)),
            by_account: RateLimiter::keyed(quota(limits.login_per_account_per_minute)),
            per_address: limits.login_per_ip_per_minute,
            per_account: limits.login_per_account_per_minute,
            names: key.derive(NAMES_KEY),
            bus,
            clock: DefaultClock::default(),
        }
    }

    /// Counts one attempt: here first, so that a node is never without a bound, then among all nodes. One from a browser
    /// in which this account has signed in before is counted apart from those of strangers.
    ///
    /// # Errors
    /// 429 with the seconds until the next attempt is free.
    pub async fn check(
        &self,
        address: Option<IpAddr>,
        email: &str,
        device: Option<Uuid>,
    ) -> Result<(), ApiError> {
        self.forget();
        let account = match device {
            Some(device) => self.name(&["device", &device.simple().to_string(), email])?,
            None => self.name(&["account", email])?,
        };
        if let Some(address) = address.map(network) {
            self.by_address
                .check_key(&address)
                .map_err(|until| refuse(until.wait_time_from(self.clock.now())))?;
            let name = self.name(&["address", &address.to_string()])?;
            self.check_among_all(&name, self.per_address).await?;
        }
        self.by_account
            .check_key(&account)
            .map_err(|until| refuse(until.wait_time_from(self.clock.now())))?;
        self.check_among_all(&account, self.per_account).await
    }

    async fn check_among_all(&self, name: &str, per_minute: u32) -> Result<(), ApiError> {
        match self.bus.count(name, per_minute).await {
            Some(wait) if !wait.is_zero() => Err(refuse(wait)),
            _ => Ok(()),
        }
    }

    fn name(&self, parts: &[&str]) -> Result<String, ApiError> {
        let mac = Hmac::<Sha256>::new_from_slice(self.names.bytes());
        let mut mac = mac.map_err(ApiError::internal)?;
        for part in parts {
            mac.update(part.as_bytes());
            mac.update(&[0]);
        }
        Ok(hex::encode(mac.finalize().into_bytes()))
    }

    fn forget(&self) {
        if self.by_address.len() > KEYS_MAX {
            self.by_address.retain_recent();
        }
        if self.by_account.len() > KEYS_MAX {
            self.by_account.retain_recent();
        }
    }
}

fn refuse(wait: Duration) -> ApiError {
    ApiError::too_many_requests(wait.as_secs() + 1)
}

/// The client's address: of the connection, or what the trusted proxy says.
pub(crate) fn client_address(request: &HttpRequest, config: &Config) -> Option<IpAddr> {
    if config.http.behind_proxy {
        // The last entry is the proxy's own; those before it are the client's words.
        let header = request.headers().get_all("x-forwarded-for").last();
        let last = header
            .and_then(|value| value.to_str().ok())
            .and_then(|text| text.rsplit(',').next());
        if let Some(address) = last.and_then(|text| text.trim().parse().ok()) {
            return Some(address);
        }
    }
    request.peer_addr().map(|peer| peer.ip())
}

/// One customer of a provider holds a whole /64 of IPv6 addresses.
pub(crate) fn network(address: IpAddr) -> IpAddr {
    match address {
        IpAddr::V4(_) => address,
        IpAddr::V6(six) => match six.to_ipv4_mapped() {
            Some(four) => IpAddr::V4(four),
            None => IpAddr::V6(Ipv6Addr::from_bits(six.to_bits() >> 64 << 64)),
        },
    }
}

#[cfg(test)]
mod tests {
    use actix_web::test::TestRequest;

    use super::*;

    fn limits(address: u32, account: u32) -> SignInLimits {
        let limits = Limits {
            requests_at_once: 10,
            requests_per_user: 10,
            requests_running: 0,
            dear_requests_running: 0,
            login_per_ip_per_minute: address,
            login_per_account_per_minute: account,
            signup_per_ip_per_hour: 1,
            forgot_per_hour: 1,
            invitations_per_hour: 1,
            api_per_token_per_minute: 1,
            api_per_key_per_minute: 1,
            json_bytes_max: 0,
            upload_bytes_max: 0,
            webhook_bytes_max: 0,
        };
        SignInLimits::new(&limits, &Key::new([7; 32]), ClusterBus::nobody())
    }

    #[actix_web::test]
    async fn an_account_and_an_address_have_buckets_of_their_own() {
        let limits = limits(3, 2);
        let office = "203.0.113.7".parse().ok();
        let other = "203.0.113.8".parse().ok();
        assert!(limits.check(office, "a", None).await.is_ok());
        assert!(limits.check(office, "a", None).await.is_ok());
        assert!(
            limits.check(other, "a", None).await.is_err(),
            "third attempt for the account"
        );
        assert!(limits.check(office, "b", None).await.is_ok());
        assert!(
            limits.check(office, "c", None).await.is_err(),
            "fourth attempt from the address"
        );
        assert!(limits.check(other, "c", None).await.is_ok());
    }

    #[actix_web::test]
    async fn strangers_use_up_the_attempts_of_strangers_only() {
        let limits = limits(99, 2);
        let elsewhere = "203.0.113.8".parse().ok();
        while limits.check(elsewhere, "a", None).await.is_ok() {}
        let known = Some(Uuid::from_u128(1));
        assert!(limits.check(elsewhere, "a", known).await.is_ok());
        assert!(limits.check(elsewhere, "a", known).await.is_ok());
        assert!(
            limits.check(elsewhere, "a", known).await.is_err(),
            "a stolen browser has a bound as well"
        );
    }

    #[actix_web::test]
    async fn neighbours_in_one_ipv6_network_share_a_bucket() {
        let limits = limits(1, 9);
        assert!(
            limits
                .check("2001:db8:1:2::1".parse().ok(), "a", None)
                .await
                .is_ok()
        );
        assert!(
            limits
                .check("2001:db8:1:2:ffff::9".parse().ok(), "b", None)
                .await
                .is_err()
        );
        assert!(
            limits
                .check("2001:db8:1:3::1".parse().ok(), "c", None)
                .await
                .is_ok()
        );
        assert!(
            limits
                .check("192.0.2.1".parse().ok(), "d", None)
                .await
                .is_ok()
        );
        assert!(
            limits
                .check("::ffff:192.0.2.1".parse().ok(), "e", None)
                .await
                .is_err()
        );
    }

    #[test]
    fn a_forwarded_address_counts_only_behind_a_proxy() {
        let mut config = guiche_config::load(std::path::Path::new("no such file")).unwrap();
        let request = TestRequest::get()
            .peer_addr("127.0.0.1:4000".parse().unwrap())
            .insert_header(("x-forwarded-for", "198.51.100.1, 203.0.113.7"))
            .to_http_request();
        assert_eq!(client_address(&request, &config), "127.0.0.1".parse().ok());
        config.http.behind_proxy = true;
        assert_eq!(
            client_address(&request, &config),
            "203.0.113.7".parse().ok()
        );
        let bare = TestRequest::get()
            .peer_addr("127.0.0.1:4000".parse().unwrap())
            .to_http_request();
        assert_eq!(client_address(&bare, &config), "127.0.0.1".parse().ok());
    }
}
