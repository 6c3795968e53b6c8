//! The typed sections. Defaults, units and reasons stand in `default.toml`.

use std::{
    net::{IpAddr, SocketAddr},
    path::PathBuf,
};

use serde::Deserialize;

use crate::{Billing, ConfigError, SecretText};

/// All settings.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Config {
    /// Folder for the embedded database, media files and secrets.
    pub data_dir: PathBuf,
    /// Pages and API.
    pub http: Http,
    /// Metrics and health.
    pub operator: Operator,
    /// Where the data is.
    #[serde(default)]
    pub database: Database,
    /// Wakes other nodes.
    pub redis: Redis,
    /// The official API.
    pub whatsapp: Whatsapp,
    /// Services of others that answer customers.
    pub integrations: Integrations,
    /// Language models and voices.
    pub ai: Ai,
    /// Keys, if not made by the server.
    #[serde(default)]
    pub secrets: Secrets,
    /// Who may sign up.
    pub signup: SignUp,
    /// Notices to browsers without an open page.
    pub push: Push,
    /// Where mail is given to be sent.
    pub mail: Mail,
    /// Who takes what companies pay.
    pub billing: Billing,
    /// Bounds of what one client may ask.
    pub limits: Limits,
    /// What is written about the work.
    pub log: Log,
}

/// Pages and API.
#[derive(Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Http {
    /// Address to listen on.
    pub host: IpAddr,
    /// TCP port; 0 takes a free one.
    pub port: u16,
    /// Address that browsers use.
    #[serde(default)]
    pub public_url: Option<String>,
    /// Threads; 0 is one per CPU.
    pub workers: usize,
    /// Whether `X-Forwarded-For` is to be believed.
    pub behind_proxy: bool,
    /// Seconds over which a node that stops sends its browsers to the others.
    pub drain_seconds: u32,
}

/// Metrics and health.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Operator {
    /// Address to listen on.
    pub host: IpAddr,
    /// TCP port; 0 takes a free one.
    pub port: u16,
}

/// Where the data is.
#[derive(Clone, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Database {
    /// `sqlite://…` or `postgres://…`; may hold a password.
    #[serde(default)]
    pub url: Option<String>,
}

/// Wakes other nodes.
#[derive(Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Redis {
    /// `redis://…`; may hold a password.
    #[serde(default)]
    pub url: Option<String>,
    /// Begins the names of channels and counters.
    pub prefix: String,
    /// Seconds after which a node looks for what the others did without being told.
    pub look_seconds: u32,
}

/// The official API.
#[derive(Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Whatsapp {
    /// Its address, without a slash at the end.
    pub graph_url: String,
    /// Its version, e.g. `v23.0`.
    pub graph_version: String,
    /// The socket of `WhatsApp` Web, for numbers that are paired by a code.
    pub web_url: String,
    /// How many times faster than a person numbers write on a network of one's own, as tests have; 1 on `WhatsApp`'s.
    pub web_haste: u32,
    /// Messages of one number on their way at once.
    pub sends_at_once: u32,
    /// First rest of a number whose API fails, in seconds.
    pub rest_seconds: u32,
}

/// Services of others that answer customers.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Integrations {
    /// Hosts on one's own network that may be called: `name` or `name:port`, with commas between them.
    pub own_hosts: String,
    /// Base of Dialogflow's API, without a slash at the end.
    pub dialogflow_url: String,
}

/// Language models and voices.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Ai {
    /// Base of the model's service, without a slash at the end.
    pub base_url: String,
    /// The model's name.
    pub model: String,
    /// Base of Azure's voices; `{region}` stands for the region.
    pub voices_url: String,
}

/// Keys given by the operator; each one missing is made in the data folder.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Secrets {
    /// Signs access tokens.
    #[serde(default)]
    pub jwt_key: Option<SecretText>,
    /// Signs media links.
    #[serde(default)]
    pub media_key: Option<SecretText>,
    /// Seals stored tokens of connections.
    #[serde(default)]
    pub encryption_key: Option<SecretText>,
    /// Signs what is sent to push services.
    #[serde(default)]
    pub vapid_key: Option<SecretText>,
}

/// Who may sign up.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SignUp {
    /// Whether companies may sign up by themselves.
    pub enabled: bool,
}

/// Notices to browsers without an open page.
#[derive(Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Push {
    /// Whether there are any.
    pub enabled: bool,
    /// Whom push services may ask: `mailto:…` or `https://…`.
    #[serde(default)]
    pub contact: Option<String>,
    /// A push service on one's own network.
    #[serde(default)]
    pub own_service: Option<String>,
}

/// Where mail is given to be sent.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Mail {
    /// Name of the SMTP server; without it no mail is sent.
    #[serde(default)]
    pub host: Option<String>,
    /// TCP port.
    pub port: u16,
    /// How the way there is encrypted.
    pub encryption: MailEncryption,
    /// Log-in name, if the server asks for one.
    #[serde(default)]
    pub user: Option<String>,
    /// Its password; never shown.
    #[serde(default)]
    pub password: Option<SecretText>,
    /// Who writes: `Name <address>` or an address.
    pub from: String,
}

/// How the way to the mail server is encrypted.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum MailEncryption {
    /// In the clear at first; nothing is said before it is encrypted.
    Starttls,
    /// From the first byte.
    Tls,
    /// Not at all: for a server on the same machine.
    None,
}

/// Bounds of what one client may ask.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Limits {
    /// Attempts to sign in per minute from one address.
    pub login_per_ip_per_minute: u32,
    /// Attempts to sign in per minute with one e-mail.
    pub login_per_account_per_minute: u32,
    /// Requests of people who are signed in that are taken at once, those that wait included.
    pub requests_at_once: u32,
    /// The same of one user.
    pub requests_per_user: u32,
    /// Requests that are worked on at once; 0 is eight per CPU.
    pub requests_running: u32,
    /// Dear ones beside them; 0 is one less than CPUs.
    pub dear_requests_running: u32,
    /// Companies that sign up per hour from one address.
    pub signup_per_ip_per_hour: u32,
    /// Mails to those who forgot their password, per hour from one address and to one e-mail.
    pub forgot_per_hour: u32,
    /// Invitations per hour of one company, and looks at or acceptances of some per hour from one address.
    pub invitations_per_hour: u32,
    /// Messages per minute by the token of one number.
    pub api_per_token_per_minute: u32,
    /// Calls per minute by one key.
    pub api_per_key_per_minute: u32,
    /// Bytes of a JSON body.
    pub json_bytes_max: usize,
    /// Bytes of one uploaded file.
    pub upload_bytes_max: usize,
    /// Bytes of a webhook call.
    pub webhook_bytes_max: usize,
}

/// What is written about the work.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Log {
    /// For people or for collectors.
    pub format: LogFormat,
    /// `tracing` directives.
    pub level: String,
}

/// The form of a log line.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum LogFormat {
    /// For people.
    Text,
    /// For collectors.
    Json,
}

impl Config {
    /// The database to open: the configured one, or the embedded file in the data folder.
    pub fn database_url(&self) -> String {
        self.database
            .url
            .clone()
            .unwrap_or_else(|| format!("sqlite://{}", self.data_dir.join("guiche.db").display()))
    }

    /// Where the media files are.
    pub fn media_dir(&self) -> PathBuf {
        self.data_dir.join("media")
    }

    /// Where the keys are that the server made.
    pub fn secrets_dir(&self) -> PathBuf {
        self.data_dir.join("secrets")
    }

    /// Whether browsers reach the server over TLS, so that cookies must not travel without.
    pub fn is_https(&self) -> bool {
        self.http
            .public_url
            .as_deref()
            .is_some_and(|url| url.starts_with("https://"))
    }

    /// The address that browsers use, without a slash at the end.
    pub fn public_url(&self) -> String {
        match &self.http.public_url {
            Some(url) => url.trim_end_matches('/').to_owned(),
            None => format!("http://{}", SocketAddr::new(self.http.host, self.http.port)),
        }
    }

    /// Whom push services may ask: the configured one, or the address of the pages, if there is one with TLS.
    pub fn push_contact(&self) -> Option<&str> {
        let pages = self.http.public_url.as_deref();
        let configured = self.push.contact.as_deref();
        configured.or(pages.filter(|_| self.is_https()))
    }

    fn check_addresses(&self) -> Result<(), ConfigError> {
        for (key, url) in [
            ("http.public_url", self.http.public_url.as_deref()),
            (
                "integrations.dialogflow_url",
                Some(self.integrations.dialogflow_url.as_str()),
            ),
            ("ai.base_url", Some(self.ai.base_url.as_str())),
            ("ai.voices_url", Some(self.ai.voices_url.as_str())),
            ("whatsapp.graph_url", Some(self.whatsapp.graph_url.as_str())),
            ("push.own_service", self.push.own_service.as_deref()),
            ("billing.url", self.billing.url.as_deref()),
            ("billing.token_url", self.billing.token_url.as_deref()),
            ("billing.asaas_url", self.billing.asaas_url.as_deref()),
        ] {
            if url.is_some_and(|url| !url.starts_with("https://") && !url.starts_with("http://")) {
                return Err(invalid(key, "must begin with https:// or http://"));
            }
        }
        let web_url = self.whatsapp.web_url.as_str();
        if !web_url.starts_with("wss://") && !web_url.starts_with("ws://") {
            return Err(invalid(
                "whatsapp.web_url",
                "must begin with wss:// or ws://",
            ));
        }
        let is_whatsapp = web_url.contains(".whatsapp.");
        let haste_max = if is_whatsapp { 1 } else { 1_000 };
        if !(1..=haste_max).contains(&self.whatsapp.web_haste) {
            return Err(invalid(
                "whatsapp.web_haste",
                "must be 1, or at most 1000 where web_url is a network of one's own",
            ));
        }
        Ok(())
    }

    /// Refuses values that cannot work.
    ///
    /// # Errors
    /// `WeakSecret` for a short, empty or well known secret; `Invalid` for the rest.
    pub(crate) fn check(&self) -> Result<(), ConfigError> {
        for (key, secret) in [
            ("jwt_key", &self.secrets.jwt_key),
            ("media_key", &self.secrets.media_key),
            ("encryption_key", &self.secrets.encryption_key),
            ("vapid_key", &self.secrets.vapid_key),
        ] {
            if let Some(problem) = secret.as_ref().and_then(SecretText::weakness) {
                return Err(ConfigError::WeakSecret { key, problem });
            }
        }
        self.check_addresses()?;
        if !(1..=64).contains(&self.whatsapp.sends_at_once) {
            return Err(invalid("whatsapp.sends_at_once", "must be from 1 to 64"));
        }
        if self.whatsapp.rest_seconds > 60 {
            return Err(invalid("whatsapp.rest_seconds", "must be at most 60"));
        }
        if !(1..=3_600).contains(&self.redis.look_seconds) {
            return Err(invalid("redis.look_seconds", "must be from 1 to 3600"));
        }
        let has_password = self.mail.password.is_some();
        if has_password && self.mail.encryption == MailEncryption::None {
            return Err(invalid(
                "mail.encryption",
                "must be starttls or tls where a password is sent",
            ));
        }
        if let Some(url) = &self.database.url
            && !["sqlite:", "postgres:", "postgresql:"]
                .iter()
                .any(|scheme| url.starts_with(scheme))
        {
            return Err(invalid(
                "database.url",
                "must begin with sqlite:// or postgres://",
            ));
        }
        if let Some(url) = &self.redis.url
            && !url.starts_with("redis://")
        {
            return Err(invalid(
                "redis.url",
                "must begin with redis:// (without TLS: keep Redis on the nodes' own network)",
            ));
        }
        self.check_contact()?;
        self.billing.check()?;
        self.check_limits()
    }

    /// Push services write mail or open a page.
    fn check_contact(&self) -> Result<(), ConfigError> {
        let contact = self.push.contact.as_deref();
        if contact.is_some_and(|it| !it.starts_with("mailto:") && !it.starts_with("https://")) {
            let problem = "must begin with mailto: or https://";
            return Err(invalid("push.contact", problem));
        }
        Ok(())
    }

    /// Nothing is allowed not even once.
    fn check_limits(&self) -> Result<(), ConfigError> {
        let it = &self.limits;
        for (key, count) in [
            ("limits.login_per_ip_per_minute", it.login_per_ip_per_minute),
            (
                "limits.login_per_account_per_minute",
                it.login_per_account_per_minute,
            ),
            ("limits.signup_per_ip_per_hour", it.signup_per_ip_per_hour),
            ("limits.forgot_per_hour", it.forgot_per_hour),
            ("limits.invitations_per_hour", it.invitations_per_hour),
            (
                "limits.api_per_token_per_minute",
                it.api_per_token_per_minute,
            ),
            ("limits.api_per_key_per_minute", it.api_per_key_per_minute),
            ("limits.requests_at_once", it.requests_at_once),
            ("limits.requests_per_user", it.requests_per_user),
        ] {
            if count == 0 {
                return Err(invalid(key, "must be at least 1"));
            }
        }
        Ok(())
    }
}

pub(crate) fn invalid(key: &'static str, problem: &str) -> ConfigError {
    ConfigError::Invalid {
        key,
        problem: problem.to_owned(),
    }
}
