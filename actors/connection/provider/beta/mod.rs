//! A phone that was paired by a code (rule B16): the session of `guiche-whatsapp-web` as a provider. A repeated send is the
//! same message to whoever gets it, because its id is made of its intent (delivery class A).

mod calls;
mod files;
mod interpret;
mod keys;
mod pace;
mod profiles;

#[cfg(test)]
mod tests;

use std::{
    fmt,
    path::Path,
    sync::{Arc, Mutex, PoisonError},
};

use async_trait::async_trait;
use chrono::{DateTime, TimeDelta, Utc};
use guiche_storage::connections::history::PastEvent;
use guiche_storage::model::{
    Clock,
    business_profile::BusinessProfile,
    connection::ProviderKind,
    inbound::{Inbound, RawEvent, RemoteMedia},
    outgoing::Outgoing,
};
use guiche_whatsapp_web::{
    Arrival, Ended, FetchError, Heard, Link, LinkError, Said, SendFailure, Settings, Shown, ToSend,
    Wish, heard::RemoteFile, message_id,
};
use serde_json::Value;
use tokio::{sync::mpsc, task::AbortHandle};

pub use calls::Calls;
#[cfg(feature = "mock-peer")]
pub use calls::Peer;
use files::Previews;
pub use keys::{LineKeys, Rows};
pub use pace::HumanPace;

use super::{
    CheckError, DeliveryClass, FetchedMedia, Leeway, MediaError, NumberCheck, Pace, Picture,
    Provider, ProviderEvent, ProviderEvents, SendError, Sent, ShownWriting, StartError,
    UNREACHABLE, WireSend,
};
use crate::rules::pairing::UNSCANNED;

/// What waits to be said on; the session waits when there is more.
const SAID_WAITING_MAX: usize = 64;
/// The version of the program that is named where the address is not `WhatsApp`'s own.
const TEST_VERSION: (u32, u32, u32) = (2, 3000, 1_000_000_000);
/// What the phone's list of linked devices calls us.
const DEVICE: &str = "Guichê";

/// A paired phone's end of one connection.
pub struct Beta {
    link: Link,
    keys: Arc<LineKeys>,
    clock: Arc<dyn Clock>,
    media_bytes_max: u64,
    relay: Mutex<Option<AbortHandle>>,
    pace: Arc<Mutex<HumanPace>>,
    previews: Previews,
}

impl Beta {
    /// A session that has not been started, at an address, of a number that writes at a pace.
    pub fn new(
        keys: LineKeys,
        calls: Calls,
        clock: Arc<dyn Clock>,
        (url, pace): (&str, HumanPace),
    ) -> Self {
        let keys = Arc::new(keys);
        let media_bytes_max = calls.body_bytes_max;
        let settings = Settings {
            url: url.to_owned(),
            version: (url != guiche_whatsapp_web::WEB_URL).then_some(TEST_VERSION),
            device: DEVICE.to_owned(),
            http: Arc::new(calls),
        };
        Self {
            link: Link::new(keys.clone(), settings),
            keys,
            clock,
            media_bytes_max,
            relay: Mutex::default(),
            pace: Arc::new(Mutex::new(pace)),
            previews: Previews::default(),
        }
    }

    fn keep_relay(&self, relay: Option<AbortHandle>) {
        let mut kept = self.relay.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(former) = std::mem::replace(&mut *kept, relay) {
            former.abort();
        }
    }
}

#[async_trait]
impl Provider for Beta {
    fn kind(&self) -> ProviderKind {
        ProviderKind::Beta
    }

    fn delivery_class(&self) -> DeliveryClass {
        DeliveryClass::SameIdDedupes
    }

    fn hold(&self, owner: &Arc<str>, epoch: i64) {
        self.keys.hold(owner, epoch);
    }

    async fn start(&self, events: ProviderEvents) -> Result<(), StartError> {
        let (said, heard) = mpsc::channel(SAID_WAITING_MAX);
        self.link.open(said).await.map_err(not_started)?;
        let pace = Arc::clone(&self.pace);
        let relay = tokio::spawn(say_on(heard, events, Arc::clone(&self.clock), pace));
        self.keep_relay(Some(relay.abort_handle()));
        Ok(())
    }

    fn bring_past(&self, wanted: bool) {
        self.link.bring_past(wanted);
    }

    async fn ask_pairing_code(&self, number: &str) -> Result<(), StartError> {
        self.link.ask_letters(number).await.map_err(not_started)
    }

    async fn log_out(&self) -> Result<(), StartError> {
        self.keep_relay(None);
        self.link.log_out().await.map_err(not_started)
    }

    async fn send(&self, send: &WireSend) -> Result<Sent, SendError> {
        let to_send = ToSend {
            id: message_id(send.intent_id.into_bytes()),
            to: send.to.clone(),
            wish: wish(&self.previews, send).await?,
        };
        let taken = self.link.send(&to_send).await.map_err(failed)?;
        Ok(Sent {
            provider_id: taken.id,
            recipient: taken.recipient,
            ack: 2,
        })
    }

    async fn check_numbers(&self, numbers: &[String]) -> Result<Vec<NumberCheck>, CheckError> {
        let later = |error: LinkError| CheckError::Later(error.to_string());
        let found = self.link.check_numbers(numbers).await.map_err(later)?;
        let check = |(_, digits): (String, Option<String>)| {
            digits.map_or(NumberCheck::Missing, |canonical| NumberCheck::Exists {
                canonical,
            })
        };
        Ok(found.into_iter().map(check).collect())
    }

    async fn show_writing(&self, writing: &ShownWriting) {
        let shown = self.link.show_writing(&writing.to, writing.is_writing);
        if let Err(error) = shown.await {
            tracing::debug!(%error, "a customer is not shown that somebody writes");
        }
    }

    async fn refuse_call(&self, call: &str) -> Result<Option<RawEvent>, StartError> {
        let refused = self.link.refuse_call(call).await.map_err(not_started)?;
        Ok(refused.and_then(raw))
    }

    async fn fetch_media(
        &self,
        remote: &RemoteMedia,
        into: &Path,
    ) -> Result<FetchedMedia, MediaError> {
        let file: RemoteFile = serde_json::from_str(&remote.id)
            .map_err(|_| MediaError::Refused("not a file of this provider".to_owned()))?;
        let fetched = self.link.fetch(&file, self.media_bytes_max).await;
        let bytes = fetched.map_err(not_fetched)?;
        if let Err(error) = tokio::fs::write(into, &bytes).await {
            let _ = tokio::fs::remove_file(into).await;
            return Err(MediaError::Later(error.to_string()));
        }
        Ok(FetchedMedia {
            bytes: bytes.len() as u64,
            mime: file.mime,
            file_name: file.name,
        })
    }

    async fn picture_of(
        &self,
        customer: &str,
        known: &str,
        into: &Path,
    ) -> Result<Picture, MediaError> {
        let shown = self.link.picture_of(customer, known).await;
        let (mark, bytes) = match shown.map_err(not_fetched)? {
            Shown::Nothing => return Ok(Picture::None),
            Shown::Known => return Ok(Picture::Known),
            Shown::Picture { id, bytes } => (id, bytes),
        };
        if let Err(error) = tokio::fs::write(into, &bytes).await {
            let _ = tokio::fs::remove_file(into).await;
            return Err(MediaError::Later(error.to_string()));
        }
        Ok(Picture::New { mark })
    }

    async fn profile_of(&self, who: &str) -> Result<Option<BusinessProfile>, MediaError> {
        let said = self.link.profile_of(who).await;
        Ok(said.map_err(not_fetched)?.map(profiles::understood))
    }

    async fn stop(&self) {
        self.link.close().await;
        self.keep_relay(None);
    }

    fn interpret(&self, raw: &Value) -> Inbound {
        interpret::interpret(raw)
    }

    fn leeway(&self, now: DateTime<Utc>) -> Leeway {
        self.pace
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .leeway(now)
    }

    fn pace(&self, to: &str, now: DateTime<Utc>) -> Pace {
        let mut pace = self.pace.lock().unwrap_or_else(PoisonError::into_inner);
        pace.take(to, now, rand::random())
    }
}

impl Drop for Beta {
    fn drop(&mut self) {
        self.keep_relay(None);
    }
}

impl fmt::Debug for Beta {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Beta")
    }
}

/// Says on what the session says, until either side has ended.
async fn say_on(
    mut heard: mpsc::Receiver<Said>,
    events: ProviderEvents,
    clock: Arc<dyn Clock>,
    pace: Arc<Mutex<HumanPace>>,
) {
    while let Some(said) = heard.recv().await {
        if matches!(said, Said::Paired { .. }) {
            let mut pace = pace.lock().unwrap_or_else(PoisonError::into_inner);
            pace.begin(clock.now());
        }
        for event in understood(said, clock.as_ref()) {
            if events.send(event).await.is_err() {
                return;
            }
        }
    }
}

fn understood(said: Said, clock: &dyn Clock) -> Vec<ProviderEvent> {
    let after = |time| clock.now() + TimeDelta::from_std(time).unwrap_or_default();
    let one = match said {
        Said::Qr { code, lasts } => ProviderEvent::Qr {
            code,
            expires: after(lasts),
        },
        Said::Letters { code } => ProviderEvent::PairingCode { code },
        Said::Paired { number, name } => {
            return vec![
                ProviderEvent::Pairing,
                ProviderEvent::Paired { number, name },
            ];
        }
        Said::Connected { number } => ProviderEvent::Connected { number },
        Said::Lost { reason } => ProviderEvent::Lost { reason },
        Said::LoggedOut => ProviderEvent::LoggedOut,
        Said::Ended(why) => {
            let reason = match &why {
                Ended::Unscanned => UNSCANNED.to_owned(),
                // the page says until when
                Ended::Banned(time) => format!("{}:{}", why.word(), after(*time).to_rfc3339()),
                Ended::Refused(by) => format!("{}:{by}", why.word()),
                Ended::Locked | Ended::Outdated | Ended::PairingFailed | Ended::Replaced => {
                    why.word().to_owned()
                }
            };
            ProviderEvent::Disconnected { reason }
        }
        Said::Rings { call } => ProviderEvent::Rings { call },
        Said::Writes { who, is_writing } => {
            let Some(customer) = interpret::person(who) else {
                return Vec::new();
            };
            ProviderEvent::Writes {
                customer,
                is_writing,
            }
        }
        Said::Past { arrivals, kept } => ProviderEvent::Past {
            messages: arrivals.into_iter().filter_map(past).collect(),
            acknowledge: kept,
        },
        Said::Heard { arrival, stored } => {
            let Some(raw) = raw(*arrival) else {
                return Vec::new();
            };
            ProviderEvent::Inbound {
                raw,
                acknowledge: stored,
            }
        }
    };
    vec![one]
}

/// A message of the past as it is kept.
fn past(arrival: Arrival) -> Option<PastEvent> {
    let Heard::Message(message) = &arrival.heard else {
        return None;
    };
    let sent_at = message.at;
    Some(PastEvent {
        event: raw(arrival)?,
        sent_at,
    })
}

/// As it is stored.
fn raw(arrival: Arrival) -> Option<RawEvent> {
    // a form of ours that does not become JSON does not exist
    let raw = serde_json::to_value(&arrival.heard).ok()?;
    Some(RawEvent {
        key: arrival.key,
        chat: arrival.chat,
        subject: arrival.subject,
        raw,
    })
}

async fn wish(previews: &Previews, send: &WireSend) -> Result<Wish, SendError> {
    Ok(match &send.payload {
        Outgoing::Text { body, quoted_id } => Wish::Text {
            body: body.clone(),
            quoted: quoted_id.clone(),
        },
        Outgoing::Place { place, quoted_id } => Wish::Place {
            latitude: place.latitude,
            longitude: place.longitude,
            name: place.name.clone(),
            address: place.address.clone(),
            quoted: quoted_id.clone(),
        },
        Outgoing::Person { person, quoted_id } => Wish::Card {
            name: person.name.clone(),
            vcard: person.vcard(),
            quoted: quoted_id.clone(),
        },
        // it has no buttons, and no texts that were approved
        Outgoing::Menu { body, .. } | Outgoing::Template { body, .. } => Wish::Text {
            body: body.clone(),
            quoted: None,
        },
        Outgoing::Media {
            kind,
            caption,
            quoted_id,
            ..
        } => files::wish(previews, send, *kind, caption, quoted_id.clone()).await?,
        Outgoing::Revoke { provider_id } => Wish::Revoke {
            target: provider_id.clone(),
        },
        Outgoing::Edit {
            provider_id, body, ..
        } => Wish::Edit {
            target: provider_id.clone(),
            body: body.clone(),
        },
        Outgoing::MarkRead { provider_id } => Wish::Read {
            target: provider_id.clone(),
        },
    })
}

fn failed(failure: SendFailure) -> SendError {
    match failure {
        SendFailure::NoLine => SendError::NotSent {
            retry_after: None,
            code: UNREACHABLE.to_owned(),
            text: "there is no line".to_owned(),
        },
        SendFailure::NotSent(text) => SendError::NotSent {
            retry_after: None,
            code: "not_sent".to_owned(),
            text,
        },
        SendFailure::Rejected { code, text } => SendError::Rejected { code, text },
        SendFailure::Unknown => SendError::Unknown {
            text: "no answer".to_owned(),
        },
    }
}

fn not_fetched(error: FetchError) -> MediaError {
    match error {
        FetchError::Gone(text) => MediaError::Gone(text),
        FetchError::Refused(text) => MediaError::Refused(text),
        FetchError::Later(text) => MediaError::Later(text),
    }
}

fn not_started(error: LinkError) -> StartError {
    match error {
        LinkError::Keys(guiche_whatsapp_web::KeyError::Unreadable(_)) => StartError::Refused(
            "the stored keys do not open with this server's key; ask for a new QR code".to_owned(),
        ),
        other => StartError::Later(other.to_string()),
    }
}
