//! What a `WhatsApp` provider tells us, in one form for all providers.

use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};

use super::message::{Location, MediaKind, MessageDetails};

/// An event as it arrived, before it is understood. Stored in the inbox under its key, then interpreted.
#[derive(Debug, Clone)]
pub struct RawEvent {
    /// `m:<provider message id>`, `s:<message id>:<status>`, …: the same event has the same key.
    pub key: String,
    /// The chat (number or group) whose events keep their order.
    pub chat: String,
    /// The provider's message id that the event is about, if any.
    pub subject: Option<String>,
    /// The provider's own JSON.
    pub raw: serde_json::Value,
}

/// An understood event.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", tag = "event")]
pub enum Inbound {
    /// A message of the customer, or one typed on the phone itself (`from_me`).
    Message(Box<InboundMessage>),
    /// A delivery status of a message of ours.
    Status(InboundStatus),
    /// A reaction; an empty emoji takes it back.
    #[serde(rename_all = "camelCase")]
    Reaction {
        /// Provider id of the message reacted to.
        target_id: String,
        /// The emoji, or empty.
        emoji: String,
        /// Whether it was made on the phone itself.
        from_me: bool,
    },
    /// A message got another text.
    #[serde(rename_all = "camelCase")]
    Edit {
        /// Provider id of the edited message.
        target_id: String,
        /// The new text.
        body: String,
        /// Who did it.
        #[serde(default)]
        by: Doer,
    },
    /// A message was taken back by its author.
    #[serde(rename_all = "camelCase")]
    Revoke {
        /// Provider id of the message.
        target_id: String,
        /// Who did it.
        #[serde(default)]
        by: Doer,
    },
    /// The provider says something of a customer, who said nothing himself.
    Notice(InboundNotice),
    /// The file of a message of the past that came without it.
    #[serde(rename_all = "camelCase")]
    PastFile {
        /// Provider id of the message.
        provider_id: String,
        /// What it holds.
        content: InboundContent,
    },
    /// Nothing that the desk shows.
    Ignored {
        /// Why, for the log; no content.
        reason: String,
    },
}

/// A person on `WhatsApp`, by all the names that came with an event.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Person {
    /// Where he is written to: digits of his number, or the first of his ids where the number is hidden; a group's id.
    pub address: String,
    /// The ids that the provider gives him besides his number, his own first.
    #[serde(default)]
    pub user_ids: Vec<String>,
    /// The name by which others find him.
    #[serde(default)]
    pub username: Option<String>,
    /// The name that he gave himself.
    #[serde(default)]
    pub name: Option<String>,
}

impl Person {
    /// Whether his number is not known: an id stands for it.
    pub fn is_hidden(&self) -> bool {
        self.user_ids.contains(&self.address)
    }
}

/// Who changed a message.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum Doer {
    /// The phone of the connection itself.
    Own,
    /// This person.
    Person(Person),
    /// The customer of the message, as the provider itself makes sure.
    #[default]
    Customer,
}

/// What the provider says of a customer.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct InboundNotice {
    /// The provider's id of it.
    pub provider_id: Option<String>,
    /// Of whom, by the names that he had.
    pub person: Person,
    /// What.
    pub says: Says,
    /// When.
    pub at: DateTime<Utc>,
}

/// What a notice says.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum Says {
    /// He has these names now. Its address is empty where only ids changed.
    Moved(Person),
    /// He uses another device: who he is should be asked again before secrets are told.
    IdentityChanged,
    /// Whether he wants no advertisements.
    OptedOut(bool),
    /// A group has this name.
    Named(String),
    /// The phone of the connection has him in its address book under this name.
    Listed,
    /// He shows another picture, or none any more.
    Pictured,
    /// Something else.
    Other,
}

/// A message that came in.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct InboundMessage {
    /// The provider's id.
    pub provider_id: String,
    /// Digits of the customer's number, or the group's id.
    pub chat: String,
    /// The name that the customer gave himself.
    pub push_name: Option<String>,
    /// Typed on the phone of the connection itself.
    pub from_me: bool,
    /// A group chat.
    pub is_group: bool,
    /// The other ids of the customer, his own first.
    #[serde(default)]
    pub user_ids: Vec<String>,
    /// The name by which others find him.
    #[serde(default)]
    pub username: Option<String>,
    /// Who wrote it in a group.
    #[serde(default)]
    pub author: Option<Person>,
    /// When it was sent, as the provider says.
    pub sent_at: DateTime<Utc>,
    /// Provider id of the quoted message.
    pub quoted_id: Option<String>,
    /// What it holds.
    pub content: InboundContent,
    /// The id of the button or the row of a list that was pressed.
    #[serde(default)]
    pub choice: Option<String>,
    /// What came with it.
    #[serde(default)]
    pub details: MessageDetails,
    /// How far one of the past has come that the business itself wrote; 0 if it never arrived.
    #[serde(default)]
    pub ack: Option<i64>,
}

impl InboundMessage {
    /// The customer, or the group, that the conversation is with.
    pub fn customer(&self) -> Person {
        Person {
            address: self.chat.clone(),
            user_ids: self.user_ids.clone(),
            username: self.username.clone(),
            name: self.push_name.clone(),
        }
    }
}

/// What a message holds.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", tag = "type")]
pub enum InboundContent {
    /// Text.
    Text {
        /// The text.
        body: String,
    },
    /// A file that has still to be fetched.
    Media {
        /// What kind of file.
        kind: MediaKind,
        /// Text below it; empty if none.
        caption: String,
        /// Where it is.
        remote: RemoteMedia,
    },
    /// A place.
    Location(Location),
    /// One or more contact cards.
    Contacts {
        /// vCard 3.0, several one after another.
        vcard: String,
    },
    /// A call that nobody took.
    MissedCall,
    /// A kind that the desk cannot show; a placeholder stands for it.
    Unsupported {
        /// The provider's word for the kind.
        what: String,
    },
}

/// A file at the provider's.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct RemoteMedia {
    /// The provider's id of the file, or the path of one already here (simulator).
    pub id: String,
    /// What the provider says it is; the server looks for itself.
    pub mime: Option<String>,
    /// The name the sender gave it.
    pub file_name: Option<String>,
    /// SHA-256, base64 or hex, as the provider gives it.
    pub sha256: Option<String>,
    /// A voice note.
    #[serde(default)]
    pub voice: bool,
}

/// A delivery status.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct InboundStatus {
    /// Provider id of our message.
    pub provider_id: String,
    /// 2 accepted by the server, 3 delivered, 4 read, 5 played (rule B3). `None`: failed.
    pub ack: Option<i64>,
    /// Code and text of the failure.
    pub failure: Option<String>,
    /// Our intent id, where the provider gives it back (class B, rule P1).
    pub intent_id: Option<uuid::Uuid>,
    /// When.
    pub at: DateTime<Utc>,
}
