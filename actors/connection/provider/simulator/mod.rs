//! The simulator as a provider: its network is the table of phones. A send is repeated without harm, because a message's
//! id on the phone is made of its intent (delivery class A).

mod line;

use std::{fmt, path::Path, sync::Arc};

use async_trait::async_trait;
use chrono::TimeDelta;
use guiche_storage::{
    Db, StorageError,
    contacts::one_form,
    fixtures::simulator::{self, DeskMessage, PhoneFile},
    media::MediaStore,
    model::{
        Clock, CompanyId, ConnectionId,
        business_profile::BusinessProfile,
        connection::ProviderKind,
        inbound::{Inbound, RemoteMedia},
        outgoing::Outgoing,
    },
};
use serde_json::Value;

use self::line::Line;
use super::{
    CheckError, DeliveryClass, FetchedMedia, MediaError, NumberCheck, Picture, Provider,
    ProviderEvents, SendError, Sent, ShownWriting, StartError, WireSend,
};
use crate::publisher::WakeInbox;

/// Customers whose number ends so are not on `WhatsApp`: sends to them are rejected.
const UNREACHABLE_ENDING: &str = "00000";
/// Customers whose number ends so are known to `WhatsApp` without the ninth digit.
const SHORT_ENDING: &str = "90009";
/// Meta's code for a number that cannot receive.
const UNREACHABLE_CODE: &str = "131026";

/// How long the phones let a sender change a text, with room for a change that was on its way: as `WhatsApp` does.
const EDITABLE: TimeDelta = TimeDelta::minutes(20);

/// How long a phone shows that the desk writes, unless it hears more.
const WRITTEN_TO_FOR: TimeDelta = TimeDelta::seconds(12);

/// The simulator's end of one connection.
pub struct Simulator {
    net: Network,
    line: Line,
}

/// Where the phones of a connection are. Cheap to clone.
#[derive(Clone)]
pub struct Network {
    /// Where the phones are.
    pub db: Db,
    /// What time it is.
    pub clock: Arc<dyn Clock>,
    /// Where the files are.
    pub media: MediaStore,
    /// Whose connection it is.
    pub company: CompanyId,
    /// The connection.
    pub connection: ConnectionId,
    /// Called when a phone has told something.
    pub wake_inbox: WakeInbox,
}

#[async_trait]
impl Provider for Simulator {
    fn kind(&self) -> ProviderKind {
        ProviderKind::Simulator
    }

    fn delivery_class(&self) -> DeliveryClass {
        DeliveryClass::SameIdDedupes
    }

    async fn start(&self, events: ProviderEvents) -> Result<(), StartError> {
        self.line.open(&self.net, events).await
    }

    fn look(&self) {
        self.line.look();
    }

    async fn ask_pairing_code(&self, number: &str) -> Result<(), StartError> {
        self.line.ask_letters(number);
        Ok(())
    }

    async fn log_out(&self) -> Result<(), StartError> {
        self.line.close();
        let (company, connection) = (self.net.company, self.net.connection);
        let unpaired = self
            .net
            .db
            .write(async move |conn| simulator::unpair(conn, company, connection).await);
        unpaired
            .await
            .map_err(|error| StartError::Later(error.to_string()))
    }

    async fn send(&self, send: &WireSend) -> Result<Sent, SendError> {
        match &send.payload {
            Outgoing::Text { body, quoted_id } => {
                let message = desk_message(send, "text", body, None, quoted_id.as_ref());
                self.deliver(message).await
            }
            Outgoing::Place { place, quoted_id } => {
                let body = serde_json::to_string(place).unwrap_or_default();
                let message = desk_message(send, "location", &body, None, quoted_id.as_ref());
                self.deliver(message).await
            }
            Outgoing::Person { person, quoted_id } => {
                let card = person.vcard();
                let message = desk_message(send, "contacts", &card, None, quoted_id.as_ref());
                self.deliver(message).await
            }
            // its phones show no buttons
            Outgoing::Menu { body, .. } | Outgoing::Template { body, .. } => {
                self.deliver(desk_message(send, "text", body, None, None))
                    .await
            }
            Outgoing::Media {
                kind,
                caption,
                quoted_id,
                ..
            } => {
                let file = phone_file(send)?;
                let kind = simulator::kind_word(*kind);
                let message = desk_message(send, kind, caption, Some(file), quoted_id.as_ref());
                self.deliver(message).await
            }
            Outgoing::Revoke { provider_id } => self.take_back(provider_id).await,
            Outgoing::Edit {
                provider_id, body, ..
            } => self.edit(provider_id, body).await,
            Outgoing::MarkRead { provider_id } => self.mark_read(provider_id).await,
        }
    }

    async fn check_numbers(&self, numbers: &[String]) -> Result<Vec<NumberCheck>, CheckError> {
        Ok(numbers.iter().map(|number| check(number)).collect())
    }

    async fn show_writing(&self, writing: &ShownWriting) {
        let now = self.net.clock.now();
        let until = writing.is_writing.then(|| now + WRITTEN_TO_FOR);
        let (of, to) = ((self.net.company, self.net.connection), writing.to.clone());
        let written = self
            .net
            .db
            .write(async move |conn| simulator::write_to_phone(conn, of, &to, until).await);
        if let Err(error) = written.await {
            tracing::debug!(%error, "a phone does not show that somebody writes");
        }
    }

    async fn fetch_media(
        &self,
        remote: &RemoteMedia,
        into: &Path,
    ) -> Result<FetchedMedia, MediaError> {
        let from = self
            .net
            .media
            .file_path(self.net.company, &remote.id)
            .ok_or_else(|| MediaError::Refused("not the name of a stored file".to_owned()))?;
        match tokio::fs::copy(from, into).await {
            Ok(bytes) => Ok(FetchedMedia {
                bytes,
                mime: remote.mime.clone(),
                file_name: remote.file_name.clone(),
            }),
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => {
                Err(MediaError::Gone("no such file".to_owned()))
            }
            Err(error) => {
                // a half-written copy is overwritten by nobody: the next attempt gets a new name
                let _ = tokio::fs::remove_file(into).await;
                Err(MediaError::Later(error.to_string()))
            }
        }
    }

    async fn picture_of(
        &self,
        customer: &str,
        known: &str,
        into: &Path,
    ) -> Result<Picture, MediaError> {
        let later = |error: String| MediaError::Later(error);
        let phone = {
            let reader = self.net.db.read().await;
            let mut reader = reader.map_err(|error| later(error.to_string()))?;
            let of = (self.net.company, self.net.connection);
            simulator::find_phone(&mut reader.conn(), of.0, of.1, customer).await
        };
        let phone = phone.map_err(|error| later(error.to_string()))?;
        let Some(path) = phone.and_then(|phone| phone.picture_path) else {
            return Ok(Picture::None);
        };
        if path == known {
            return Ok(Picture::Known);
        }
        let from = self.net.media.file_path(self.net.company, &path);
        let from = from.ok_or_else(|| MediaError::Gone("no such file".to_owned()))?;
        let copied = tokio::fs::copy(from, into).await;
        copied.map_err(|error| later(error.to_string()))?;
        Ok(Picture::New { mark: path })
    }

    async fn profile_of(&self, who: &str) -> Result<Option<BusinessProfile>, MediaError> {
        let later = |error: StorageError| MediaError::Later(error.to_string());
        let (company, connection) = (self.net.company, self.net.connection);
        let mut reader = self.net.db.read().await.map_err(later)?;
        let said = simulator::find_profile(&mut reader.conn(), (company, connection), who).await;
        said.map_err(later)
    }

    async fn stop(&self) {
        self.line.close();
    }

    fn interpret(&self, raw: &Value) -> Inbound {
        serde_json::from_value(raw.clone()).unwrap_or_else(|error| Inbound::Ignored {
            reason: format!("unreadable: {error}"),
        })
    }
}

impl Simulator {
    /// A provider that has not been started.
    pub fn new(net: Network) -> Self {
        Self {
            net,
            line: Line::default(),
        }
    }

    async fn deliver(&self, message: DeskMessage) -> Result<Sent, SendError> {
        if message.to.ends_with(UNREACHABLE_ENDING) {
            return Err(SendError::Rejected {
                code: UNREACHABLE_CODE.to_owned(),
                text: "the number is not on WhatsApp".to_owned(),
            });
        }
        let (company, connection, now) =
            (self.net.company, self.net.connection, self.net.clock.now());
        let name = simulator::provider_id(message.intent_id);
        self.net
            .db
            .write(async move |conn| {
                simulator::deliver(conn, company, connection, now, &message).await
            })
            .await
            .map_err(failed)?;
        (self.net.wake_inbox)(company, connection);
        Ok(sent(name))
    }

    async fn take_back(&self, provider_id: &str) -> Result<Sent, SendError> {
        let (company, connection, name) = (
            self.net.company,
            self.net.connection,
            provider_id.to_owned(),
        );
        let there = self
            .net
            .db
            .write(async move |conn| simulator::take_back(conn, company, connection, &name).await)
            .await
            .map_err(failed)?;
        if there {
            Ok(sent(provider_id.to_owned()))
        } else {
            Err(SendError::Rejected {
                code: "not_found".to_owned(),
                text: "no such message on the phone".to_owned(),
            })
        }
    }

    /// Changing it twice to the same text has one effect: after a lost commit it is tried again.
    async fn edit(&self, provider_id: &str, body: &str) -> Result<Sent, SendError> {
        let (company, connection) = (self.net.company, self.net.connection);
        let sent_after = self.net.clock.now() - EDITABLE;
        let (name, body) = (provider_id.to_owned(), body.to_owned());
        let changed = self
            .net
            .db
            .write(async move |conn| {
                let change = (name.as_str(), body.as_str(), sent_after);
                simulator::change_text(conn, company, connection, change).await
            })
            .await
            .map_err(|error| match failed(error) {
                SendError::Unknown { text } => SendError::NotSent {
                    retry_after: None,
                    code: "storage".to_owned(),
                    text,
                },
                other => other,
            })?;
        if changed {
            Ok(sent(String::new()))
        } else {
            Err(SendError::Rejected {
                code: "not_editable".to_owned(),
                text: "not on the phone, taken back or too old".to_owned(),
            })
        }
    }

    async fn mark_read(&self, provider_id: &str) -> Result<Sent, SendError> {
        let (company, connection, name) = (
            self.net.company,
            self.net.connection,
            provider_id.to_owned(),
        );
        self.net
            .db
            .write(async move |conn| simulator::mark_read(conn, company, connection, &name).await)
            .await
            .map_err(failed)?;
        Ok(sent(String::new()))
    }
}

impl fmt::Debug for Simulator {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Simulator")
            .field("connection", &self.net.connection)
            .finish_non_exhaustive()
    }
}

fn check(number: &str) -> NumberCheck {
    if number.ends_with(UNREACHABLE_ENDING) {
        return NumberCheck::Missing;
    }
    let canonical = if number.ends_with(SHORT_ENDING) {
        one_form(number)
    } else {
        number.to_owned()
    };
    NumberCheck::Exists { canonical }
}

fn desk_message(
    send: &WireSend,
    kind: &'static str,
    body: &str,
    file: Option<PhoneFile>,
    quoted_id: Option<&String>,
) -> DeskMessage {
    DeskMessage {
        intent_id: send.intent_id,
        to: send.to.clone(),
        kind,
        body: body.to_owned(),
        file,
        quoted_id: quoted_id.cloned(),
    }
}

fn phone_file(send: &WireSend) -> Result<PhoneFile, SendError> {
    let missing = || SendError::Rejected {
        code: "no_file".to_owned(),
        text: "the file is not there".to_owned(),
    };
    let file = send.file.as_ref().ok_or_else(missing)?;
    let path = file
        .path
        .file_name()
        .and_then(|name| name.to_str())
        .ok_or_else(missing)?;
    Ok(PhoneFile {
        path: path.to_owned(),
        name: file.name.clone().unwrap_or_default(),
        mime: file.mime.clone(),
    })
}

fn sent(provider_id: String) -> Sent {
    Sent {
        provider_id,
        recipient: None,
        ack: 2,
    }
}

/// The database is the simulator's network. After a lost commit nobody knows, and a repeat is harmless.
fn failed(error: StorageError) -> SendError {
    match error {
        StorageError::Unavailable(text) => SendError::Unknown { text },
        other => SendError::Rejected {
            code: "storage".to_owned(),
            text: other.to_string(),
        },
    }
}
