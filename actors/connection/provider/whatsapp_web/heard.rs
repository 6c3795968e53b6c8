//! What comes in over the line, in a form that can be stored and understood later without the protocol's library.

use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};

/// Something that came in.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", tag = "heard")]
pub enum Heard {
    /// A message of a customer, or one typed on the number's own phone.
    Message(Box<HeardMessage>),
    /// What became of a message of ours.
    #[serde(rename_all = "camelCase")]
    Status {
        /// Which.
        id: String,
        /// 2 taken, 3 delivered, 4 read, 5 played; `None`: refused.
        ack: Option<i64>,
        /// Why it was refused.
        failure: Option<String>,
        /// When.
        at: DateTime<Utc>,
    },
    /// A reaction; an empty one is taken back.
    #[serde(rename_all = "camelCase")]
    Reaction {
        /// To which message.
        target: String,
        /// The emoji.
        emoji: String,
        /// Made on the number's own phone.
        from_me: bool,
    },
    /// A message has another text.
    #[serde(rename_all = "camelCase")]
    Edit {
        /// Which.
        target: String,
        /// The text.
        body: String,
        /// Whose it is; `None`: the number's own phone.
        by: Option<Who>,
    },
    /// A message was taken back.
    #[serde(rename_all = "camelCase")]
    Revoke {
        /// Which.
        target: String,
        /// Who did it; `None`: the number's own phone.
        by: Option<Who>,
    },
    /// A customer has another number.
    #[serde(rename_all = "camelCase")]
    Moved {
        /// As he was known.
        from: Who,
        /// As he is known now.
        to: Who,
        /// When.
        at: DateTime<Utc>,
    },
    /// A customer or a group shows another picture, or none any more.
    #[serde(rename_all = "camelCase")]
    Pictured {
        /// Who.
        who: Who,
        /// When.
        at: DateTime<Utc>,
    },
    /// Nothing to show.
    Nothing {
        /// Why; no content.
        reason: String,
    },
}

/// A message.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct HeardMessage {
    /// Its id.
    pub id: String,
    /// The customer.
    pub customer: Who,
    /// The id of the group in which it was said, if it was.
    pub group: Option<String>,
    /// Typed on the number's own phone.
    pub from_me: bool,
    /// When it was sent.
    pub at: DateTime<Utc>,
    /// The message that it answers.
    pub quoted: Option<String>,
    /// What it holds.
    pub content: Content,
    /// The id of a choice that was pressed.
    pub choice: Option<String>,
    /// It was passed on from another conversation.
    #[serde(default)]
    pub is_forwarded: bool,
    /// It waited at `WhatsApp` until the line was there again.
    #[serde(default)]
    pub is_offline: bool,
}

/// A person, by the names that came with an event.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Who {
    /// Digits of his number, if it is known.
    pub number: Option<String>,
    /// The id that hides it.
    pub lid: Option<String>,
    /// The name that he gave himself.
    pub name: Option<String>,
}

impl Who {
    /// Where he is written to: the digits of his number, or `id@lid` while it is hidden. `None`: nobody.
    pub fn address(&self) -> Option<String> {
        let hidden = || self.lid.as_ref().map(|lid| format!("{lid}@lid"));
        self.number.clone().or_else(hidden)
    }
}

/// What a message holds.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", tag = "type")]
pub enum Content {
    /// Text.
    Text {
        /// The text.
        body: String,
    },
    /// A file.
    File {
        /// The text below it.
        caption: String,
        /// Where it is.
        file: RemoteFile,
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
    },
    /// Contact cards, one after another.
    Cards {
        /// vCard 3.0.
        vcard: String,
    },
    /// A call that nobody took.
    MissedCall,
    /// What cannot be shown.
    Unsupported {
        /// The protocol's word for it.
        what: String,
    },
}

/// The kind of a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[expect(missing_docs, reason = "they say it")]
pub enum FileKind {
    Image,
    Sticker,
    Video,
    Audio,
    Document,
}

/// A file at `WhatsApp`, sealed there with a key that came with the message.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct RemoteFile {
    /// Its kind.
    pub kind: FileKind,
    /// Where.
    pub path: String,
    /// Base64 of its key.
    pub key: String,
    /// Base64 of the hash of what is inside.
    pub sha256: String,
    /// Base64 of the hash of what is stored there.
    pub sealed_sha256: String,
    /// Bytes.
    pub bytes: u64,
    /// What the sender says it is.
    pub mime: Option<String>,
    /// The name that the sender gave it.
    pub name: Option<String>,
    /// A voice note.
    pub voice: bool,
}
