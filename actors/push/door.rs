//! Where a message begins its way to closed browsers: never waits, and drops what does not fit.

use std::sync::Arc;

use guiche_storage::{
    Db,
    model::{Clock, CompanyId, event::CommittedEvent},
    security::{seal::Sealer, secrets::Key},
};
use reqwest::Url;
use tokio::sync::mpsc;
use web_push_native::{Auth, p256::PublicKey};

use super::{
    PushError, PushWork,
    notice::Notice,
    sending::{Nobody, Sender, count},
    vapid::Vapid,
};
use crate::{egress::Egress, publisher::EventPublisher};

/// Messages that wait to be told. A full queue drops the newest.
const WAITING_MAX: usize = 1_024;
/// Characters of an endpoint; the longest known ones have about 1,100.
const ENDPOINT_CHARS_MAX: usize = 2_000;
/// Bytes of a point of P-256 that is not packed.
const POINT_BYTES: usize = 65;

/// What pushing is made of.
pub struct PushSettings<'a> {
    /// Where the browsers are.
    pub db: Db,
    /// The time.
    pub clock: Arc<dyn Clock>,
    /// Opens what browsers share with us.
    pub sealer: Arc<Sealer>,
    /// The server's key for push services.
    pub key: &'a Key,
    /// Whom they may ask.
    pub contact: Option<&'a str>,
    /// A push service that may have any address.
    pub own_service: Option<&'a str>,
}

/// Takes messages and names browsers' addresses good or bad. Cheap to clone.
#[derive(Clone)]
pub struct Push {
    notices: mpsc::Sender<Notice>,
    service: Arc<Service>,
}

/// The ways to push services.
pub(super) struct Service {
    pub(super) vapid: Vapid,
    public: Egress,
    own: Option<(Url, Egress)>,
    pub(super) nobody: Nobody,
}

impl Push {
    /// Opens the door; what comes in waits for the work to be run.
    ///
    /// # Errors
    /// `Key`, `OwnService`, `Egress`.
    pub fn open(settings: PushSettings<'_>) -> Result<(Self, PushWork), PushError> {
        let own = match settings.own_service {
            Some(text) => {
                let url = text.parse().map_err(|_| PushError::OwnService)?;
                Some((url, Egress::trusted()?))
            }
            None => None,
        };
        let service = Arc::new(Service {
            vapid: Vapid::new(settings.key, settings.contact)?,
            public: Egress::public()?,
            own,
            nobody: Nobody::default(),
        });
        let (notices, waiting) = mpsc::channel(WAITING_MAX);
        let sender = Sender {
            db: settings.db,
            clock: settings.clock,
            service: Arc::clone(&service),
        };
        let work = PushWork {
            sender,
            sealer: settings.sealer,
            waiting,
        };
        Ok((Self { notices, service }, work))
    }

    /// The public key as browsers take it: P-256, base64url.
    pub fn public_key(&self) -> &str {
        self.service.vapid.public()
    }

    /// Somebody of a company has a browser to be told, from now on. Another node knows it two seconds later.
    pub fn subscribed(&self, company: CompanyId) {
        self.service.nobody.forget(company);
    }

    /// Whether a browser may have this address: https at a name or a public address, or the operator's own service.
    pub fn accepts(&self, endpoint: &str) -> bool {
        let fits = endpoint.is_ascii() && endpoint.len() <= ENDPOINT_CHARS_MAX;
        let url = endpoint.parse::<Url>().ok().filter(|_| fits);
        url.is_some_and(|url| self.service.egress(&url).check(&url).is_ok())
    }

    /// The same as `tell`, with the customers' messages among the events on their way to closed browsers. Only the node
    /// that committed an event tells it, so that each is told once.
    #[must_use]
    pub fn with(self, tell: EventPublisher) -> EventPublisher {
        EventPublisher::new(move |events| {
            self.on_events(&events);
            tell.tell(events);
        })
    }

    fn on_events(&self, events: &[CommittedEvent]) {
        for notice in events.iter().filter_map(Notice::of) {
            if self.notices.try_send(notice).is_err() {
                count("crowded_out");
            }
        }
    }
}

impl std::fmt::Debug for Push {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Push")
    }
}

impl Service {
    /// The way to an address.
    pub(super) fn egress(&self, url: &Url) -> &Egress {
        match &self.own {
            Some((own, egress)) if own.origin() == url.origin() => egress,
            _ => &self.public,
        }
    }
}

/// The public key that a browser gave, if it is one.
pub(super) fn public_key(bytes: &[u8]) -> Option<PublicKey> {
    let point = (bytes.len() == POINT_BYTES).then_some(bytes)?;
    PublicKey::from_sec1_bytes(point).ok()
}

/// The secret that a browser shares with us, if it has its length.
pub(super) fn auth(bytes: &[u8]) -> Option<Auth> {
    <[u8; 16]>::try_from(bytes).ok().map(Auth::from)
}

impl Push {
    /// Whether a message can be encrypted for these keys of a browser.
    pub fn takes_keys(p256dh: &[u8], secret: &[u8]) -> bool {
        public_key(p256dh).is_some() && auth(secret).is_some()
    }
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use guiche_storage::model::SystemClock;

    use super::*;

    async fn push(own_service: Option<&str>) -> Push {
        let dir = tempfile::tempdir().unwrap();
        let file: &Path = &dir.path().join("desk.db");
        let settings = PushSettings {
            db: Db::connect(&Db::sqlite_url(file)).await.unwrap(),
            clock: Arc::new(SystemClock),
            sealer: Arc::new(Sealer::new(&[7; 32])),
            key: &Key::new([7; 32]),
            contact: None,
            own_service,
        };
        Push::open(settings).unwrap().0
    }

    #[tokio::test]
    async fn only_public_https_addresses_are_accepted() {
        let push = push(None).await;
        assert!(push.accepts("https://fcm.googleapis.com/fcm/send/abc:def"));
        assert!(push.accepts("https://updates.push.services.mozilla.com/wpush/v2/gAAA"));
        for bad in [
            "",
            "push",
            "http://push.example/1",
            "ftp://push.example/1",
            "https://127.0.0.1/1",
            "https://[::1]/1",
            "https://169.254.169.254/latest",
            "https://user:pass@push.example/1",
            "https://push.example/é",
        ] {
            assert!(!push.accepts(bad), "{bad}");
        }
        let long = format!("https://push.example/{}", "a".repeat(ENDPOINT_CHARS_MAX));
        assert!(!push.accepts(&long));
    }

    #[tokio::test]
    async fn the_operator_s_own_service_may_be_anywhere() {
        let push = push(Some("http://127.0.0.1:9000")).await;
        assert!(push.accepts("http://127.0.0.1:9000/push/1"));
        assert!(!push.accepts("http://127.0.0.1:9001/push/1"));
        assert!(!push.accepts("https://127.0.0.1:9000/push/1"));
        assert!(push.accepts("https://push.example/1"));
    }

    #[test]
    fn keys_of_another_form_are_no_keys() {
        let point = Vapid::new(&Key::new([7; 32]), None).unwrap();
        let point = base64::Engine::decode(
            &base64::engine::general_purpose::URL_SAFE_NO_PAD,
            point.public(),
        )
        .unwrap();
        assert!(Push::takes_keys(&point, &[1; 16]));
        assert!(!Push::takes_keys(&point, &[1; 15]));
        assert!(!Push::takes_keys(&point[..64], &[1; 16]));
        assert!(!Push::takes_keys(&[4; 65], &[1; 16]));
        assert!(!Push::takes_keys(&[], &[1; 16]));
    }
}
