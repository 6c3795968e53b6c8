//! Keeps passwords out of everything that is printed: an address may hold one.

use std::fmt;

use crate::{Billing, Database, Http, Push, Redis, Whatsapp};

impl fmt::Debug for Http {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Http")
            .field("host", &self.host)
            .field("port", &self.port)
            .field("public_url", &hidden(self.public_url.as_deref()))
            .field("workers", &self.workers)
            .field("behind_proxy", &self.behind_proxy)
            .field("drain_seconds", &self.drain_seconds)
            .finish()
    }
}

impl fmt::Debug for Whatsapp {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Whatsapp")
            .field("graph_url", &without_password(&self.graph_url))
            .field("graph_version", &self.graph_version)
            .field("web_url", &without_password(&self.web_url))
            .field("web_haste", &self.web_haste)
            .field("sends_at_once", &self.sends_at_once)
            .field("rest_seconds", &self.rest_seconds)
            .finish()
    }
}

impl fmt::Debug for Push {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Push")
            .field("enabled", &self.enabled)
            .field("contact", &hidden(self.contact.as_deref()))
            .field("own_service", &hidden(self.own_service.as_deref()))
            .finish()
    }
}

impl fmt::Debug for Billing {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Billing")
            .field("provider", &self.provider)
            .field("asaas_url", &hidden(self.asaas_url.as_deref()))
            .field("url", &hidden(self.url.as_deref()))
            .field("token_url", &hidden(self.token_url.as_deref()))
            .field("client_id", &self.client_id)
            .field("client_secret", &self.client_secret)
            .field("pix_key", &self.pix_key)
            .field("certificate", &self.certificate)
            .field("webhook_secret", &self.webhook_secret)
            .field("receiver", &self.receiver)
            .field("city", &self.city)
            .field("expires_seconds", &self.expires_seconds)
            .finish()
    }
}

impl fmt::Debug for Database {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Database")
            .field("url", &hidden(self.url.as_deref()))
            .finish()
    }
}

impl fmt::Debug for Redis {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Redis")
            .field("url", &hidden(self.url.as_deref()))
            .field("prefix", &self.prefix)
            .field("look_seconds", &self.look_seconds)
            .finish()
    }
}

fn hidden(url: Option<&str>) -> Option<String> {
    url.map(without_password)
}

/// `scheme://user:password@host/…?password=…` without what follows the user, and without the query. A password may hold any
/// of the signs that divide an address: all up to the last `@` belongs to the log-in.
pub(crate) fn without_password(url: &str) -> String {
    let Some((scheme, rest)) = url.split_once(':') else {
        return before_query(url).to_owned();
    };
    let slashes = if rest.starts_with("//") { "//" } else { "" };
    let rest = rest.trim_start_matches("//");
    let Some((login, place)) = rest.rsplit_once('@') else {
        return format!("{scheme}:{slashes}{}", before_query(rest));
    };
    let user = login.split([':', '/', '?', '#']).next().unwrap_or_default();
    format!("{scheme}:{slashes}{user}@{}", before_query(place))
}

fn before_query(text: &str) -> &str {
    text.split_once('?').map_or(text, |(before, _)| before)
}

#[cfg(test)]
mod tests {
    use super::without_password;

    #[test]
    fn an_address_keeps_its_user_and_its_place() {
        for (url, shown) in [
            (
                "https://desk.example.com/a?b=c",
                "https://desk.example.com/a",
            ),
            ("sqlite:///srv/guiche.db?mode=rw", "sqlite:///srv/guiche.db"),
            ("redis://:pass@cache:6379", "redis://@cache:6379"),
            (
                "postgres://desk:p@ss/w?rd@db/desk",
                "postgres://desk@db/desk",
            ),
            ("postgres:desk:pass@db/desk", "postgres:desk@db/desk"),
            ("mailto:desk@example.com", "mailto:desk@example.com"),
            ("postgres://db/desk?password=p@ss", "postgres://db@ss"),
        ] {
            assert_eq!(without_password(url), shown);
        }
    }
}
