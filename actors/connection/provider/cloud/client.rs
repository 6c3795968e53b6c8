//! The provider: one number of the Cloud API.

use std::{
    collections::HashMap,
    path::Path,
    sync::{Mutex, PoisonError},
    time::Duration,
};

use async_trait::async_trait;
use chrono::{DateTime, Utc};
use guiche_storage::{
    model::{
        ErrorCode,
        connection::ProviderKind,
        inbound::{Inbound, RemoteMedia},
        message::{Location, MediaKind},
        outgoing::{Outgoing, TemplateFile, TemplatePart},
    },
    security::seal::CloudSecrets,
};
use serde_json::Value;
use tokio::{fs::File, time::Instant};

use super::{
    download::download,
    errors::rejected,
    graph::{Graph, repeatable},
    interpret::{id_text, interpret, text},
    limits::SendLimits,
    media::{WireKind, wire_kind, wire_mime},
    menu::interactive,
    payload::{self, Content},
};
use crate::{
    connection::provider::{
        DeliveryClass, FetchedMedia, Leeway, MediaError, OpenedFile, Pace, Provider, ProviderEvent,
        ProviderEvents, SendError, Sent, ShownWriting, StartError, WireSend,
    },
    egress::Egress,
};

/// Characters of a text message (Meta).
const TEXT_CHARS_MAX: usize = 4096;
/// The ack of a message that the server has taken (rule B3).
const ACK_ACCEPTED: i64 = 2;

/// For how long a customer counts as shown that somebody writes: phones show it for 25 s.
const SHOWN_FOR: Duration = Duration::from_secs(20);

/// Where a number is found.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CloudSettings {
    /// Base of the Graph API, `https://graph.facebook.com`; with or without a version at its end.
    pub graph_url: String,
    /// The version to put behind it if it has none, `v23.0`.
    pub graph_version: String,
    /// Meta's id of the number.
    pub phone_number_id: String,
}

/// One number of the Cloud API. Delivery class B: statuses bring our intent id back.
pub struct CloudProvider {
    graph: Graph,
    public: Egress,
    limits: Mutex<SendLimits>,
    // by the newest message of each customer, when he was shown last that somebody writes
    shown: Mutex<HashMap<String, Instant>>,
    // a session whose provider listens to nobody any more is over
    events: Mutex<Option<ProviderEvents>>,
}

impl std::fmt::Debug for CloudProvider {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("CloudProvider")
            .field("root", &self.graph.root.as_str())
            .finish_non_exhaustive()
    }
}

impl CloudProvider {
    /// A provider that talks to `settings.graph_url` through `trusted`, and fetches files from elsewhere through
    /// `public`.
    ///
    /// # Errors
    /// `Refused` when the Graph URL is not one.
    pub fn new(
        settings: &CloudSettings,
        secrets: CloudSecrets,
        trusted: Egress,
        public: Egress,
    ) -> Result<Self, StartError> {
        Ok(Self {
            graph: Graph::new(settings, secrets.access_token, trusted)?,
            public,
            limits: Mutex::default(),
            shown: Mutex::default(),
            events: Mutex::default(),
        })
    }

    /// Whether the customer of a message sees already that somebody writes; from now on he does.
    fn was_shown(&self, message: &str) -> bool {
        let mut shown = self.shown.lock().unwrap_or_else(PoisonError::into_inner);
        shown.retain(|_, at| at.elapsed() < SHOWN_FOR);
        if shown.contains_key(message) {
            return true;
        }
        shown.insert(message.to_owned(), Instant::now());
        false
    }

    fn keep(&self, events: Option<ProviderEvents>) {
        *self.events.lock().unwrap_or_else(PoisonError::into_inner) = events;
    }

    /// What was sent lately counts for the pace: who got it and when, oldest first.
    #[must_use]
    pub fn remembering(self, sent: &[(String, DateTime<Utc>)]) -> Self {
        let mut limits = self.limits.lock().unwrap_or_else(PoisonError::into_inner);
        for (to, at) in sent {
            limits.note(to, *at);
        }
        drop(limits);
        self
    }

    /// The same with another patience for answers.
    #[cfg(test)]
    pub(super) fn with_patience(mut self, total: std::time::Duration) -> Self {
        self.graph.set_patience(total);
        self
    }

    /// Tells the customer that his message was read; `typing` also shows for 25 s, or until something is sent, that
    /// somebody writes. Repeating it is harmless, so a lost answer is `NotSent`.
    ///
    /// # Errors
    /// As [`Provider::send`], never `Unknown`.
    pub async fn mark_read(&self, provider_id: &str, typing: bool) -> Result<(), SendError> {
        let body = payload::read(provider_id, typing);
        self.graph
            .post_message(&body)
            .await
            .map(drop)
            .map_err(repeatable)
    }

    async fn send_thing(&self, send: &WireSend) -> Result<Sent, SendError> {
        let (content, quoted_id) = match &send.payload {
            Outgoing::Place { place, quoted_id } => (Content::Place(place), quoted_id),
            Outgoing::Person { person, quoted_id } => (Content::Person(person), quoted_id),
            _ => return Err(rejected("not_a_thing", "neither a place nor a person")),
        };
        self.send_content(send, content, quoted_id.as_deref()).await
    }

    async fn send_text(
        &self,
        send: &WireSend,
        body: &str,
        quoted: Option<&str>,
    ) -> Result<Sent, SendError> {
        if body.chars().count() > TEXT_CHARS_MAX {
            return Err(rejected(
                "text_too_long",
                "O WhatsApp aceita textos de até 4096 caracteres",
            ));
        }
        self.send_content(send, Content::Text(body), quoted).await
    }

    async fn send_file(
        &self,
        send: &WireSend,
        kind: MediaKind,
        caption: &str,
        quoted: Option<&str>,
    ) -> Result<Sent, SendError> {
        let (file, opened, bytes) = opened(send).await?;
        let kind = wire_kind(kind, &opened.mime, bytes, !caption.is_empty())?;
        let name = opened.name.as_deref().unwrap_or("arquivo");
        let mime = wire_mime(&opened.mime);
        let id = self.graph.upload(file, bytes, name, mime).await?;
        let content = Content::Media {
            kind,
            id: &id,
            caption,
            file_name: name,
            voice: opened.voice && kind == WireKind::Audio && mime == "audio/ogg",
        };
        self.send_content(send, content, quoted).await
    }

    async fn send_template(
        &self,
        send: &WireSend,
        (name, language): (&str, &str),
        parts: &[TemplatePart],
        (file, place): (Option<TemplateFile>, Option<&Location>),
    ) -> Result<Sent, SendError> {
        let header = match (file, place) {
            (Some(file), _) => Some(self.header_of(send, file).await?),
            (None, Some(place)) => Some(payload::place_header(place)),
            (None, None) => None,
        };
        let content = Content::Template {
            name,
            language,
            parts,
            header: header.as_ref(),
        };
        self.send_content(send, content, None).await
    }

    /// Brings the file above the text of a template to Meta.
    async fn header_of(&self, send: &WireSend, file: TemplateFile) -> Result<Value, SendError> {
        let (bytes_of, it, bytes) = opened(send).await?;
        let kind = match file.kind {
            MediaKind::Image => WireKind::Image,
            MediaKind::Video => WireKind::Video,
            MediaKind::Audio | MediaKind::Document => WireKind::Document,
        };
        let mime = wire_mime(&it.mime);
        let name = it.name.as_deref().unwrap_or("arquivo");
        let id = self.graph.upload(bytes_of, bytes, name, mime).await?;
        Ok(payload::header(kind, &id, name))
    }

    async fn send_content(
        &self,
        send: &WireSend,
        content: Content<'_>,
        quoted: Option<&str>,
    ) -> Result<Sent, SendError> {
        let body = payload::message(&send.to, content, quoted, send.intent_id);
        let outcome = self.graph.post_message(&body).await;
        let answer = self.paced(&send.to, outcome)?;
        let provider_id = id_text(&answer, "/messages/0/id").ok_or_else(|| SendError::Unknown {
            text: "accepted, but the answer has no message id".to_owned(),
        })?;
        let recipient = id_text(&answer, "/contacts/0/wa_id").filter(|number| *number != send.to);
        Ok(Sent {
            provider_id,
            recipient,
            ack: ACK_ACCEPTED,
        })
    }

    /// Learns from an outcome how fast this person may be written to.
    fn paced(&self, to: &str, outcome: Result<Value, SendError>) -> Result<Value, SendError> {
        let mut limits = self.limits.lock().unwrap_or_else(PoisonError::into_inner);
        match outcome {
            Ok(answer) => {
                limits.forgive(to);
                Ok(answer)
            }
            Err(SendError::NotSent {
                retry_after,
                code,
                text,
            }) if code == "131056" => {
                let wait = limits.strike(to);
                Err(SendError::NotSent {
                    retry_after: retry_after.max(Some(wait)),
                    code,
                    text,
                })
            }
            Err(error) => Err(error),
        }
    }
}

/// The file that goes along, what it is, and its bytes.
async fn opened(send: &WireSend) -> Result<(File, &OpenedFile, u64), SendError> {
    let missing = || rejected("file_missing", "O arquivo não está mais neste servidor");
    let opened = send.file.as_ref().ok_or_else(missing)?;
    let file = File::open(&opened.path).await.map_err(|_| missing())?;
    let bytes = file.metadata().await.map_err(|_| missing())?.len();
    Ok((file, opened, bytes))
}

#[async_trait]
impl Provider for CloudProvider {
    fn kind(&self) -> ProviderKind {
        ProviderKind::Cloud
    }

    fn delivery_class(&self) -> DeliveryClass {
        DeliveryClass::Correlates
    }

    async fn start(&self, events: ProviderEvents) -> Result<(), StartError> {
        let fields = [("fields", "display_phone_number,verified_name")];
        let asked = self.graph.ask(&self.graph.phone_number_id, &fields).await;
        let answer = asked.map_err(|error| match error {
            SendError::Disconnected { .. } => {
                tracing::warn!(%error, "Meta refused the token of a number");
                StartError::Refused(ErrorCode::WappTokenRefused.to_string())
            }
            SendError::Rejected { .. } => StartError::Refused(error.to_string()),
            SendError::NotSent { .. } | SendError::Unknown { .. } => {
                StartError::Later(error.to_string())
            }
        })?;
        let number = text(&answer, "/display_phone_number")
            .map(|number| {
                number
                    .chars()
                    .filter(char::is_ascii_digit)
                    .collect::<String>()
            })
            .filter(|number| !number.is_empty());
        // what comes in comes by the webhook: there is nothing more to say
        let connected = events.send(ProviderEvent::Connected { number }).await;
        connected.map_err(|_| StartError::Later("nobody listens".to_owned()))?;
        self.keep(Some(events));
        Ok(())
    }

    async fn send(&self, send: &WireSend) -> Result<Sent, SendError> {
        match &send.payload {
            Outgoing::Text { body, quoted_id } => {
                self.send_text(send, body, quoted_id.as_deref()).await
            }
            Outgoing::Place { .. } | Outgoing::Person { .. } => self.send_thing(send).await,
            Outgoing::Menu {
                body,
                head,
                items,
                ways,
            } => match interactive(head, items, ways) {
                Some(menu) => {
                    self.send_content(send, Content::Interactive(&menu), None)
                        .await
                }
                None => self.send_text(send, body, None).await,
            },
            Outgoing::Template {
                name,
                language,
                parts,
                file,
                place,
                ..
            } => {
                let above = (*file, place.as_ref());
                self.send_template(send, (name, language), parts, above)
                    .await
            }
            Outgoing::Media {
                kind,
                caption,
                quoted_id,
                ..
            } => {
                self.send_file(send, *kind, caption, quoted_id.as_deref())
                    .await
            }
            Outgoing::Revoke { .. } => Err(rejected(
                "revoke_unsupported",
                "A API oficial do WhatsApp não permite apagar mensagens enviadas",
            )),
            Outgoing::Edit { .. } => Err(rejected(
                "edit_unsupported",
                "A API oficial do WhatsApp não permite editar mensagens enviadas",
            )),
            Outgoing::MarkRead { provider_id } => {
                self.mark_read(provider_id, false).await?;
                Ok(Sent {
                    provider_id: String::new(),
                    recipient: None,
                    ack: ACK_ACCEPTED,
                })
            }
        }
    }

    /// It cannot be taken back, and says that his message was read too: the desk has said that when the ticket was opened.
    async fn show_writing(&self, writing: &ShownWriting) {
        let Some(message) = writing.answers.as_deref().filter(|_| writing.is_writing) else {
            return;
        };
        if self.was_shown(message) {
            return;
        }
        if let Err(error) = self.mark_read(message, true).await {
            tracing::debug!(%error, "a customer is not shown that somebody writes");
        }
    }

    async fn fetch_media(
        &self,
        remote: &RemoteMedia,
        into: &Path,
    ) -> Result<FetchedMedia, MediaError> {
        download(&self.graph, &self.public, remote, into).await
    }

    async fn stop(&self) {
        self.keep(None);
    }

    fn interpret(&self, raw: &Value) -> Inbound {
        interpret(raw)
    }

    fn leeway(&self, now: DateTime<Utc>) -> Leeway {
        self.limits
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .leeway(now)
    }

    fn pace(&self, to: &str, now: DateTime<Utc>) -> Pace {
        self.limits
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .take(to, now)
    }
}
