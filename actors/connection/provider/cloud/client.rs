//! The provider: one number of the Cloud API.

use std::{
    path::Path,
    sync::{Mutex, PoisonError},
    time::Duration,
};

use async_trait::async_trait;
use bytes::Bytes;
use chrono::{DateTime, Utc};
use guiche_storage::{
    model::{
        connection::ProviderKind,
        inbound::{Inbound, RemoteMedia},
        message::MediaKind,
        outgoing::Outgoing,
    },
    seal::CloudSecrets,
};
use reqwest::{
    Body, Method, RequestBuilder, Url,
    multipart::{Form, Part},
};
use serde_json::Value;
use tokio::fs::File;

use super::{
    errors::{Advice, advice, no_answer, refusal},
    interpret::{id_text, integer, interpret, text},
    limits::SendLimits,
    media::{FILE_BYTES_MAX, WireKind, is_announced, wire_kind, wire_mime},
    payload::{self, Content},
    window::WINDOW_HOURS,
};
use crate::{
    connection::provider::{
        Capabilities, DeliveryClass, FetchedMedia, MediaError, OpenedFile, Pace, Provider,
        SendError, Sent, StartError, Started, WireSend,
    },
    egress::{Egress, EgressError, Limits},
};

/// Characters of a text message (Meta).
const TEXT_CHARS_MAX: usize = 4096;
/// For calls without a file.
const CALL: Limits = Limits {
    total: Duration::from_secs(30),
    body_bytes_max: 1 << 20,
};
/// For files in either direction.
const TRANSFER: Limits = Limits {
    total: Duration::from_mins(2),
    body_bytes_max: FILE_BYTES_MAX,
};
/// The ack of a message that the server has taken (server-behaviour B3).
const ACK_ACCEPTED: i64 = 2;

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
    root: Url,
    phone_number_id: String,
    secrets: CloudSecrets,
    trusted: Egress,
    public: Egress,
    limits: Mutex<SendLimits>,
    reply_limits: Limits,
}

impl std::fmt::Debug for CloudProvider {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("CloudProvider")
            .field("root", &self.root.as_str())
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
        let refused = || StartError::Refused("whatsapp.graph_url is not a web address".to_owned());
        let mut root: Url = settings.graph_url.parse().map_err(|_| refused())?;
        let last = root
            .path_segments()
            .and_then(|mut parts| parts.rfind(|part| !part.is_empty()));
        if !last.is_some_and(is_version) {
            root.path_segments_mut()
                .map_err(|()| refused())?
                .pop_if_empty()
                .push(&settings.graph_version);
        }
        Ok(Self {
            root,
            phone_number_id: settings.phone_number_id.clone(),
            secrets,
            trusted,
            public,
            limits: Mutex::default(),
            reply_limits: CALL,
        })
    }

    /// The same with another patience for answers.
    #[cfg(test)]
    pub(super) fn with_patience(mut self, total: Duration) -> Self {
        self.reply_limits = Limits { total, ..CALL };
        self
    }

    /// Tells the customer that his message was read; `typing` also shows for 25 s, or until something is sent, that
    /// somebody writes. Repeating it is harmless, so a lost answer is `NotSent`.
    ///
    /// # Errors
    /// As [`Provider::send`], never `Unknown`.
    pub async fn mark_read(&self, provider_id: &str, typing: bool) -> Result<(), SendError> {
        let body = payload::read(provider_id, typing);
        self.post_message(&body).await.map(drop).map_err(repeatable)
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
        let missing = || rejected("file_missing", "O arquivo não está mais neste servidor");
        let opened = send.file.as_ref().ok_or_else(missing)?;
        let file = File::open(&opened.path).await.map_err(|_| missing())?;
        let bytes = file.metadata().await.map_err(|_| missing())?.len();
        let kind = wire_kind(kind, &opened.mime, bytes, !caption.is_empty())?;
        // what is uploaded reaches nobody, so whatever goes wrong here may be repeated
        let id = self.upload(opened, file, bytes).await.map_err(repeatable)?;
        let content = Content::Media {
            kind,
            id: &id,
            caption,
            file_name: opened.name.as_deref().unwrap_or("arquivo"),
            voice: opened.voice
                && kind == WireKind::Audio
                && wire_mime(&opened.mime) == "audio/ogg",
        };
        self.send_content(send, content, quoted).await
    }

    async fn upload(
        &self,
        opened: &OpenedFile,
        file: File,
        bytes: u64,
    ) -> Result<String, SendError> {
        let mime = wire_mime(&opened.mime).to_owned();
        let name = opened.name.clone().unwrap_or_else(|| "arquivo".to_owned());
        let part = Part::stream_with_length(Body::from(file), bytes)
            .file_name(name)
            .mime_str(&mime)
            .map_err(|_| rejected("file_type", "O tipo do arquivo não é conhecido"))?;
        let form = Form::new()
            .text("messaging_product", "whatsapp")
            .text("type", mime)
            .part("file", part);
        let request = self.request(Method::POST, &[&self.phone_number_id, "media"])?;
        let answer = self.call(request.multipart(form), TRANSFER).await?;
        id_text(&answer, "/id").ok_or_else(|| SendError::Unknown {
            text: "upload without id".into(),
        })
    }

    async fn send_content(
        &self,
        send: &WireSend,
        content: Content<'_>,
        quoted: Option<&str>,
    ) -> Result<Sent, SendError> {
        let body = payload::message(&send.to, content, quoted, send.intent_id);
        let outcome = self.post_message(&body).await;
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

    async fn post_message(&self, body: &Value) -> Result<Value, SendError> {
        let request = self.request(Method::POST, &[&self.phone_number_id, "messages"])?;
        self.call(request.json(body), self.reply_limits).await
    }

    fn request(&self, method: Method, path: &[&str]) -> Result<RequestBuilder, SendError> {
        let mut url = self.root.clone();
        if let Ok(mut parts) = url.path_segments_mut() {
            parts.pop_if_empty().extend(path);
        }
        let request = self
            .trusted
            .request(method, url)
            .map_err(|error| no_answer(&error))?;
        Ok(request.bearer_auth(&self.secrets.access_token))
    }

    /// Makes a call to the Graph API and reads its JSON.
    async fn call(&self, request: RequestBuilder, limits: Limits) -> Result<Value, SendError> {
        // an answer of the Graph API is small, whatever was sent
        let limits = Limits {
            body_bytes_max: CALL.body_bytes_max,
            ..limits
        };
        let reply = self
            .trusted
            .send(request, limits)
            .await
            .map_err(|error| no_answer(&error))?;
        let status = reply.status();
        let retry_after = reply.header("retry-after").map(str::to_owned);
        let body = reply.bytes().await;
        if !status.is_success() {
            // the status alone says enough when the body is lost
            let body = body.unwrap_or_else(|_| Bytes::new());
            return Err(refusal(status.as_u16(), retry_after.as_deref(), &body));
        }
        let body = body.map_err(|error| no_answer(&error))?;
        serde_json::from_slice(&body).map_err(|_| SendError::Unknown {
            text: "accepted, but the answer is not JSON".into(),
        })
    }

    /// Asks where a file is: its address lives for five minutes.
    async fn locate(&self, id: &str) -> Result<Value, MediaError> {
        let own = [("phone_number_id", self.phone_number_id.as_str())];
        let located = match self.request(Method::GET, &[id]) {
            Ok(request) => self.call(request.query(&own), self.reply_limits).await,
            Err(error) => Err(error),
        };
        located.map_err(|error| match error {
            SendError::Rejected { code, text } if !needs_admin(&code) => {
                MediaError::Gone(format!("{code} {text}"))
            }
            other => MediaError::Later(other.to_string()),
        })
    }

    /// Files beside the Graph API itself come through the client that trusts nobody.
    async fn download(&self, url: Url, into: &Path) -> Result<[u8; 32], MediaError> {
        let egress = if url.origin() == self.root.origin() {
            &self.trusted
        } else {
            &self.public
        };
        let token = Some(self.secrets.access_token.as_str());
        let reply = egress
            .get(url, token, TRANSFER)
            .await
            .map_err(|error| media_error(&error))?;
        match reply.status().as_u16() {
            200 => {
                let saved = reply
                    .save(into)
                    .await
                    .map_err(|error| media_error(&error))?;
                Ok(saved.sha256)
            }
            status @ (404 | 410) => Err(MediaError::Gone(format!("HTTP {status}"))),
            status => Err(MediaError::Later(format!("HTTP {status}"))),
        }
    }
}

#[async_trait]
impl Provider for CloudProvider {
    fn kind(&self) -> ProviderKind {
        ProviderKind::Cloud
    }

    fn delivery_class(&self) -> DeliveryClass {
        DeliveryClass::Correlates
    }

    fn capabilities(&self) -> Capabilities {
        Capabilities {
            revoke: false,
            edit: false,
            mark_read: true,
            window_hours: Some(WINDOW_HOURS),
        }
    }

    async fn start(&self) -> Result<Started, StartError> {
        let asked = match self.request(Method::GET, &[&self.phone_number_id]) {
            Ok(request) => {
                let fields = [("fields", "display_phone_number,verified_name")];
                self.call(request.query(&fields), self.reply_limits).await
            }
            Err(error) => Err(error),
        };
        let answer = asked.map_err(|error| match error {
            SendError::Disconnected { .. } | SendError::Rejected { .. } => {
                StartError::Refused(error.to_string())
            }
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
        Ok(Started { number })
    }

    async fn send(&self, send: &WireSend) -> Result<Sent, SendError> {
        match &send.payload {
            Outgoing::Text { body, quoted_id } => {
                self.send_text(send, body, quoted_id.as_deref()).await
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

    async fn fetch_media(
        &self,
        remote: &RemoteMedia,
        into: &Path,
    ) -> Result<FetchedMedia, MediaError> {
        let located = self.locate(&remote.id).await?;
        if integer(&located, "/file_size").is_some_and(|size| size.unsigned_abs() > FILE_BYTES_MAX)
        {
            return Err(MediaError::Refused("larger than 100 MiB".to_owned()));
        }
        let url = text(&located, "/url")
            .and_then(|url| url.parse().ok())
            .ok_or_else(|| MediaError::Later("answer without an address".to_owned()))?;
        let sha256 = self.download(url, into).await?;
        let announced = text(&located, "/sha256").or(remote.sha256.as_deref());
        if announced.is_some_and(|announced| !is_announced(&sha256, announced)) {
            tokio::fs::remove_file(into)
                .await
                .map_err(|error| MediaError::Later(error.to_string()))?;
            return Err(MediaError::Later("checksum differs".to_owned()));
        }
        let bytes = tokio::fs::metadata(into)
            .await
            .map(|file| file.len())
            .unwrap_or_default();
        let mime = text(&located, "/mime_type")
            .map(str::to_owned)
            .or_else(|| remote.mime.clone());
        Ok(FetchedMedia {
            bytes,
            mime,
            file_name: remote.file_name.clone(),
        })
    }

    async fn stop(&self) {}

    fn interpret(&self, raw: &Value) -> Inbound {
        interpret(raw)
    }

    fn pace(&self, to: &str, now: DateTime<Utc>) -> Pace {
        self.limits
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .take(to, now)
    }
}

/// `v23.0` and the like.
fn is_version(part: &str) -> bool {
    part.strip_prefix('v')
        .is_some_and(|rest| rest.starts_with(|c: char| c.is_ascii_digit()))
}

fn rejected(code: &str, text: &str) -> SendError {
    SendError::Rejected {
        code: code.to_owned(),
        text: text.to_owned(),
    }
}

/// Whether an admin can make what was refused possible.
fn needs_admin(code: &str) -> bool {
    code.parse()
        .ok()
        .and_then(advice)
        .is_some_and(Advice::needs_admin)
}

/// For calls that may be made twice: what nobody can know is simply not done yet.
fn repeatable(error: SendError) -> SendError {
    match error {
        SendError::Unknown { text } => SendError::NotSent {
            retry_after: None,
            code: "no_answer".to_owned(),
            text,
        },
        other => other,
    }
}

fn media_error(error: &EgressError) -> MediaError {
    let text = error.to_string();
    match error {
        EgressError::Forbidden(_) | EgressError::TooLarge(_) => MediaError::Refused(text),
        EgressError::NotSent(_) | EgressError::Lost(_) | EgressError::File(_) => {
            MediaError::Later(text)
        }
    }
}
