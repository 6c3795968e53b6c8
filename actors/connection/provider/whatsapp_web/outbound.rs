//! From what the desk sends to the protocol. A message's id is chosen before it leaves, so that one that is sent again is
//! the same message to whoever gets it.

use std::time::Duration;

use base64::{Engine as _, engine::general_purpose::STANDARD};
use serde::{Deserialize, Serialize};
use tokio::time::timeout;
use whatsapp_rust::{
    Jid, RevokeType, SendError, SendOptions,
    buffa::Message as _,
    prelude::{Client, MessageBuilderExt as _, MessageExt as _, MessageInfo, wa},
    wacore::{proto_helpers::build_quote_context_with_info, time::now_secs},
    wacore_binary::JidExt as _,
};

use crate::{
    heard::FileKind,
    keys::{Change, KeyError, KeyStore, Space},
    link::Link,
    things::thing,
    uploads::upload,
};

/// How long the server may take to say that it has a message.
const ACK: Duration = Duration::from_secs(30);
/// How long it is known what was said, for quotes and read marks.
const KNOWN_FOR: i64 = 30 * 24 * 3600;
/// Longest text that is kept for quotes.
const QUOTED_CHARS: usize = 700;

/// One thing to send.
#[derive(Debug, Clone, PartialEq)]
pub struct ToSend {
    /// The id of the message; see [`message_id`].
    pub id: String,
    /// Digits of a number, `id@lid`, or a group's `id@g.us`.
    pub to: String,
    /// What.
    pub wish: Wish,
}

/// What is sent.
#[derive(Debug, Clone, PartialEq)]
pub enum Wish {
    /// Text.
    Text {
        /// The text.
        body: String,
        /// The message that it answers.
        quoted: Option<String>,
    },
    /// A file.
    File {
        /// Its kind.
        kind: FileKind,
        /// What is in it.
        bytes: Vec<u8>,
        /// What it is.
        mime: String,
        /// Its name.
        name: Option<String>,
        /// A voice note.
        voice: bool,
        /// The text below it.
        caption: String,
        /// The message that it answers.
        quoted: Option<String>,
        /// What a phone shows before it has fetched it.
        preview: Preview,
    },
    /// A place.
    Place {
        /// Degrees.
        latitude: f64,
        /// Degrees.
        longitude: f64,
        /// Its name.
        name: Option<String>,
        /// Its address.
        address: Option<String>,
        /// The message that it answers.
        quoted: Option<String>,
    },
    /// A contact card.
    Card {
        /// Whose.
        name: String,
        /// The card.
        vcard: String,
        /// The message that it answers.
        quoted: Option<String>,
    },
    /// Take a message of ours back.
    Revoke {
        /// Which.
        target: String,
    },
    /// Give a message of ours another text.
    Edit {
        /// Which.
        target: String,
        /// The text.
        body: String,
    },
    /// Say that a message was read.
    Read {
        /// Which.
        target: String,
    },
}

/// What a phone shows of a file before it has fetched it.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Preview {
    /// A small JPEG of a picture or a film.
    pub thumbnail: Option<Vec<u8>>,
    /// The length of a sound.
    pub seconds: Option<u32>,
    /// 64 heights of a voice note, from 0 to 100.
    pub waveform: Option<Vec<u8>>,
}

/// The server has it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Taken {
    /// The message's id; empty where there is no message.
    pub id: String,
    /// The number's own digits there, if they are others.
    pub recipient: Option<String>,
}

/// Why it does not have it.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum SendFailure {
    /// Nothing left, and the line is not there.
    #[error("there is no line")]
    NoLine,
    /// Nothing left; the same may go later.
    #[error("not sent: {0}")]
    NotSent(String),
    /// It will not go.
    #[error("rejected: {code} {text}")]
    Rejected {
        /// A word or a number.
        code: String,
        /// For a person; no content.
        text: String,
    },
    /// Nobody knows.
    #[error("no answer to a message")]
    Unknown,
}

/// The id of the message that an intent becomes: as long as those of `WhatsApp` Web, and the same each time.
pub fn message_id(intent: [u8; 16]) -> String {
    use std::fmt::Write as _;

    let mut id = "3EB0".to_owned();
    // the last bytes are those that chance has chosen
    for byte in intent.iter().skip(7) {
        let _ = write!(id, "{byte:02X}");
    }
    id
}

/// What is known of a message that was said.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
struct SaidBefore {
    chat: String,
    sender: String,
    // base64 of the message, without files
    message: String,
}

/// Keeps of a message what a quote of it needs.
///
/// # Errors
/// See [`KeyError`].
pub(crate) async fn remember(
    keys: &dyn KeyStore,
    message: &wa::Message,
    info: &MessageInfo,
) -> Result<(), KeyError> {
    let source = &info.source;
    keep_said(keys, &info.id, (&source.chat, &source.sender), message).await
}

async fn keep_said(
    keys: &dyn KeyStore,
    id: &str,
    (chat, sender): (&Jid, &Jid),
    message: &wa::Message,
) -> Result<(), KeyError> {
    let base = message.get_base_message();
    let words = base.text_content().or_else(|| base.get_caption());
    let words: String = words
        .unwrap_or_default()
        .chars()
        .take(QUOTED_CHARS)
        .collect();
    let said = SaidBefore {
        chat: chat.to_non_ad_string(),
        sender: sender.to_non_ad_string(),
        message: STANDARD.encode(quotable(base, words).encode_to_vec()),
    };
    let value = serde_json::to_vec(&said).map_err(|it| KeyError::Unreadable(it.to_string()))?;
    let stamp = now_secs().saturating_add(KNOWN_FOR);
    keys.write(vec![Change::stamped(Space::Said, id, value, stamp)])
        .await
}

/// What is shown of a message where it is quoted: its words, or its kind.
fn quotable(base: &wa::Message, words: String) -> wa::Message {
    use whatsapp_rust::buffa::MessageField;

    let caption = Some(words.clone()).filter(|words| !words.is_empty());
    let mut shown = wa::Message::default();
    if let Some(it) = base.image_message.as_option() {
        shown.image_message = MessageField::some(wa::message::ImageMessage {
            caption,
            mimetype: it.mimetype.clone(),
            jpeg_thumbnail: it.jpeg_thumbnail.clone(),
            ..Default::default()
        });
    } else if let Some(it) = base.video_message.as_option() {
        shown.video_message = MessageField::some(wa::message::VideoMessage {
            caption,
            mimetype: it.mimetype.clone(),
            seconds: it.seconds,
            jpeg_thumbnail: it.jpeg_thumbnail.clone(),
            ..Default::default()
        });
    } else if let Some(it) = base.audio_message.as_option() {
        shown.audio_message = MessageField::some(wa::message::AudioMessage {
            mimetype: it.mimetype.clone(),
            seconds: it.seconds,
            ptt: it.ptt,
            ..Default::default()
        });
    } else if let Some(it) = base.document_message.as_option() {
        shown.document_message = MessageField::some(wa::message::DocumentMessage {
            caption,
            mimetype: it.mimetype.clone(),
            file_name: it.file_name.clone(),
            title: it.title.clone(),
            ..Default::default()
        });
    } else {
        shown.conversation = Some(words);
    }
    shown
}

impl Link {
    /// Sends it, and waits for the server's word where there is a message.
    ///
    /// # Errors
    /// See [`SendFailure`].
    pub async fn send(&self, to_send: &ToSend) -> Result<Taken, SendFailure> {
        let client = self.client().ok_or(SendFailure::NoLine)?;
        if !client.is_connected() || !client.is_logged_in() {
            return Err(SendFailure::NoLine);
        }
        let (to, recipient) = self.address(&client, &to_send.to).await?;
        let done = |id: &str| Taken {
            id: id.to_owned(),
            recipient: recipient.clone(),
        };
        match &to_send.wish {
            Wish::Text { body, quoted } => {
                let context = self.quote(quoted.as_deref(), &to).await?;
                let message = match context {
                    Some(context) => wa::Message::text_with_context(body.clone(), context),
                    None => wa::Message::text(body.clone()),
                };
                self.deliver(&client, &to, &to_send.id, message).await?;
                Ok(done(&to_send.id))
            }
            Wish::File { quoted, .. } => {
                let mut message = upload(&client, &to_send.wish).await?;
                if let Some(context) = self.quote(quoted.as_deref(), &to).await? {
                    message.set_context_info(context);
                }
                self.deliver(&client, &to, &to_send.id, message).await?;
                Ok(done(&to_send.id))
            }
            Wish::Place { quoted, .. } | Wish::Card { quoted, .. } => {
                let mut message = thing(&to_send.wish);
                if let Some(context) = self.quote(quoted.as_deref(), &to).await? {
                    message.set_context_info(context);
                }
                self.deliver(&client, &to, &to_send.id, message).await?;
                Ok(done(&to_send.id))
            }
            Wish::Revoke { target } => {
                let revoking = client.revoke_message(&to, target, RevokeType::Sender);
                self.pass(Box::pin(revoking)).await?;
                Ok(done(target))
            }
            Wish::Edit { target, body } => {
                let text = wa::Message::text(body.clone());
                let edited = client.edit_message(&to, target, text);
                self.pass(Box::pin(edited)).await?;
                Ok(done(""))
            }
            Wish::Read { target } => {
                self.mark_read(&client, target, to).await?;
                Ok(done(""))
            }
        }
    }

    async fn deliver(
        &self,
        client: &Client,
        to: &Jid,
        id: &str,
        message: wa::Message,
    ) -> Result<(), SendFailure> {
        if let Some(own) = client.pn() {
            let kept = keep_said(&*self.keys, id, (to, &own), &message).await;
            kept.map_err(|error| SendFailure::NotSent(error.to_string()))?;
        }
        let word = self.acks.expect(id);
        let options = SendOptions::default().with_message_id(id);
        let sending = client.send_message_with_options(to, message, options);
        if let Err(failure) = self.pass(Box::pin(sending)).await {
            self.acks.give_up(id);
            return Err(failure);
        }
        match timeout(ACK, word).await {
            Ok(Ok(None)) => Ok(()),
            Ok(Ok(Some(code))) => Err(SendFailure::Rejected {
                text: "refused by WhatsApp".to_owned(),
                code,
            }),
            Ok(Err(_)) | Err(_) => {
                self.acks.give_up(id);
                Err(SendFailure::Unknown)
            }
        }
    }

    /// Lets the library encrypt and send something.
    async fn pass<T>(
        &self,
        sending: impl Future<Output = Result<T, SendError>>,
    ) -> Result<T, SendFailure> {
        let gate = self.gate().ok_or(SendFailure::NoLine)?;
        let sent = gate.pass(sending).await.ok_or(SendFailure::NoLine)?;
        sent.map_err(failed)
    }

    async fn mark_read(&self, client: &Client, target: &str, to: Jid) -> Result<(), SendFailure> {
        let said = self.said_before(target).await?;
        let chat = said.as_ref().and_then(|said| said.chat.parse().ok());
        let chat: Jid = chat.unwrap_or(to);
        let sender: Option<Jid> = said
            .filter(|_| chat.is_group())
            .and_then(|said| said.sender.parse().ok());
        let marked = client.mark_as_read(&chat, sender.as_ref(), &[target]).await;
        marked.map_err(|error| SendFailure::NotSent(error.to_string()))
    }

    async fn quote(
        &self,
        quoted: Option<&str>,
        to: &Jid,
    ) -> Result<Option<wa::ContextInfo>, SendFailure> {
        let Some(id) = quoted else { return Ok(None) };
        let Some(said) = self.said_before(id).await? else {
            return Ok(None);
        };
        let message = STANDARD.decode(&said.message).ok();
        let message = message.and_then(|it| wa::Message::decode_from_slice(it.as_slice()).ok());
        let (sender, chat) = (said.sender.parse::<Jid>(), said.chat.parse::<Jid>());
        let (Some(message), Ok(sender), Ok(chat)) = (message, sender, chat) else {
            return Ok(None);
        };
        // a person's chat by number and by id is the same chat
        let chat = if chat.is_group() { chat } else { to.clone() };
        Ok(Some(build_quote_context_with_info(
            id, &sender, &chat, to, &message,
        )))
    }

    async fn said_before(&self, id: &str) -> Result<Option<SaidBefore>, SendFailure> {
        let said = self.keys.get(Space::Said, id).await;
        let said = said.map_err(|error| SendFailure::NotSent(error.to_string()))?;
        Ok(said.and_then(|said| serde_json::from_slice(&said).ok()))
    }

    /// Where somebody is written to. A number is looked up once in a session: `WhatsApp` may know it without the ninth
    /// digit, or not at all.
    pub(crate) async fn address(
        &self,
        client: &Client,
        to: &str,
    ) -> Result<(Jid, Option<String>), SendFailure> {
        if to.contains('@') {
            let jid = to.parse::<Jid>().map_err(|_| nobody())?;
            return Ok((jid, None));
        }
        let found = self.look_up(client, to).await;
        let found = found.map_err(|error| SendFailure::NotSent(error.to_string()))?;
        let jid = found.ok_or_else(nobody)?;
        let other = Some(jid.user_base()).filter(|digits| jid.is_pn() && *digits != to);
        let other = other.map(str::to_owned);
        Ok((jid, other))
    }
}

fn nobody() -> SendFailure {
    SendFailure::Rejected {
        code: "not_on_whatsapp".to_owned(),
        text: "the number is not on WhatsApp".to_owned(),
    }
}

/// A failure of the library comes before the message is on the wire, or with the line.
fn failed(error: SendError) -> SendFailure {
    match error {
        SendError::InvalidRequest(text) => SendFailure::Rejected {
            code: "invalid".to_owned(),
            text,
        },
        SendError::Client(error) if error.is_transport_unavailable() => SendFailure::NoLine,
        SendError::NotLoggedIn => SendFailure::NoLine,
        other => SendFailure::NotSent(other.to_string()),
    }
}
