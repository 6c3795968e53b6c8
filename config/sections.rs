//! The typed sections. Defaults, units and reasons stand in `default.toml`.

use std::{
    net::{IpAddr, SocketAddr},
    path::PathBuf,
};

use serde::Deserialize;

use crate::{ConfigError, SecretText};

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
    #[serde(default)]
    pub redis: Redis,
    /// The official API.
    pub whatsapp: Whatsapp,
    /// Keys, if not made by the server.
    #[serde(default)]
    pub secrets: Secrets,
    /// Bounds of what one client may ask.
    pub limits: Limits,
    /// What is written about the work.
    pub log: Log,
}

/// Pages and API.
#[derive(Debug, Clone, Deserialize)]
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
#[derive(Clone, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Redis {
    /// `redis://…`; may hold a password.
    #[serde(default)]
    pub url: Option<String>,
}

/// The official API.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Whatsapp {
    /// Its address, without a slash at the end.
    pub graph_url: String,
    /// Its version, e.g. `v23.0`.
    pub graph_version: String,
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
}

/// Bounds of what one client may ask.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Limits {
    /// Attempts to sign in per minute from one address.
    pub login_per_ip_per_minute: u32,
    /// Attempts to sign in per minute with one e-mail.
    pub login_per_account_per_minute: u32,
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

    /// Refuses values that cannot work.
    ///
    /// # Errors
    /// `WeakSecret` for a short, empty or well known secret; `Invalid` for the rest.
    pub(crate) fn check(&self) -> Result<(), ConfigError> {
        for (key, secret) in [
            ("jwt_key", &self.secrets.jwt_key),
            ("media_key", &self.secrets.media_key),
            ("encryption_key", &self.secrets.encryption_key),
        ] {
            if let Some(problem) = secret.as_ref().and_then(SecretText::weakness) {
                return Err(ConfigError::WeakSecret { key, problem });
            }
        }
        for (key, url) in [
            ("http.public_url", self.http.public_url.as_deref()),
            ("whatsapp.graph_url", Some(self.whatsapp.graph_url.as_str())),
        ] {
            if url.is_some_and(|url| !url.starts_with("https://") && !url.starts_with("http://")) {
                return Err(invalid(key, "must begin with https:// or http://"));
            }
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
            && !["redis:", "rediss:"]
                .iter()
                .any(|scheme| url.starts_with(scheme))
        {
            return Err(invalid(
                "redis.url",
                "must begin with redis:// or rediss://",
            ));
        }
        for (key, count) in [
            (
                "limits.login_per_ip_per_minute",
                self.limits.login_per_ip_per_minute,
            ),
            (
                "limits.login_per_account_per_minute",
                self.limits.login_per_account_per_minute,
            ),
        ] {
            if count == 0 {
                return Err(invalid(key, "must be at least 1"));
            }
        }
        Ok(())
    }
}

fn invalid(key: &'static str, problem: &str) -> ConfigError {
    ConfigError::Invalid {
        key,
        problem: problem.to_owned(),
    }
}

impl std::fmt::Debug for Database {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Database")
            .field("url", &self.url.as_deref().map(without_password))
            .finish()
    }
}

impl std::fmt::Debug for Redis {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Redis")
            .field("url", &self.url.as_deref().map(without_password))
            .finish()
    }
}

/// `scheme://user:password@host/…?password=…` without what follows the user, and without the query.
pub(crate) fn without_password(url: &str) -> String {
    let url = url.split_once('?').map_or(url, |(before, _)| before);
    let Some((scheme, rest)) = url.split_once("://") else {
        return url.to_owned();
    };
    let Some((login, place)) = rest.rsplit_once('@') else {
        return url.to_owned();
    };
    let user = login.split_once(':').map_or(login, |(user, _)| user);
    format!("{scheme}://{user}@{place}")
}
