//! The way out to services of others: public addresses over https, and those that the operator calls his own.

use std::sync::Arc;

use reqwest::Url;

use crate::egress::{Egress, EgressError};

/// Which client calls an address. Cheap to clone.
#[derive(Debug, Clone)]
pub struct Doors {
    public: Egress,
    trusted: Egress,
    own: Arc<[String]>,
}

impl Doors {
    /// Hosts of `own`, as `name` or `name:port` with commas between them, may have private addresses and no TLS.
    ///
    /// # Errors
    /// `NotSent` when the TLS set-up fails.
    pub fn new(own: &str) -> Result<Self, EgressError> {
        let own = own.split(',').map(|host| host.trim().to_lowercase());
        Ok(Self {
            public: Egress::public()?,
            trusted: Egress::trusted()?,
            own: own.filter(|host| !host.is_empty()).collect(),
        })
    }

    /// The client for an address.
    pub fn of(&self, url: &Url) -> &Egress {
        if self.is_own(url) {
            &self.trusted
        } else {
            &self.public
        }
    }

    /// The client for addresses of the operator's settings.
    pub fn of_operator(&self) -> &Egress {
        &self.trusted
    }

    /// Whether an address as it is written may be called.
    ///
    /// # Errors
    /// `Forbidden`.
    pub fn check(&self, url: &Url) -> Result<(), EgressError> {
        self.of(url).check(url)
    }

    fn is_own(&self, url: &Url) -> bool {
        let Some(host) = url.host_str() else {
            return false;
        };
        let port = url.port_or_known_default();
        self.own.iter().any(|own| match own.rsplit_once(':') {
            Some((name, number)) if !number.contains(']') => {
                name == host && number.parse().ok() == port
            }
            _ => own == host,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_hosts_that_are_named_are_ones_own() {
        let doors = Doors::new("n8n.lan, 10.0.0.7:5678,").unwrap();
        let may = |url: &str| doors.check(&url.parse().unwrap()).is_ok();
        for good in [
            "http://n8n.lan/webhook",
            "http://N8N.lan:5678/",
            "http://10.0.0.7:5678/x",
            "https://n8n.example.com/webhook",
        ] {
            assert!(may(good), "{good}");
        }
        for bad in [
            "http://10.0.0.7/",
            "http://10.0.0.7:5679/",
            "https://10.0.0.8:5678/",
            "http://n8n.example.com/",
            "https://127.0.0.1/",
            "http://user@n8n.lan/",
            "ftp://n8n.lan/",
        ] {
            assert!(!may(bad), "{bad}");
        }
    }
}
