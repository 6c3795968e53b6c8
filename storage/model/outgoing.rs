//! What we ask a `WhatsApp` provider to send: the payload of an outbox row.

use serde::{Deserialize, Serialize};

use super::{
    MediaId, MessageId,
    message::{Location, MediaKind},
};

/// The payload of one wire send.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", tag = "type")]
pub enum Outgoing {
    /// Text.
    #[serde(rename_all = "camelCase")]
    Text {
        /// The text.
        body: String,
        /// Provider id of the message it answers.
        quoted_id: Option<String>,
    },
    /// A file.
    #[serde(rename_all = "camelCase")]
    Media {
        /// The stored file.
        media_id: MediaId,
        /// What kind.
        kind: MediaKind,
        /// Text below it; empty if none.
        caption: String,
        /// Provider id of the message it answers.
        quoted_id: Option<String>,
    },
    /// A place on the map.
    #[serde(rename_all = "camelCase")]
    Place {
        /// The place.
        place: Location,
        /// Provider id of the message it answers.
        quoted_id: Option<String>,
    },
    /// Somebody's name and number.
    #[serde(rename_all = "camelCase")]
    Person {
        /// Who.
        person: ContactCard,
        /// Provider id of the message it answers.
        quoted_id: Option<String>,
    },
    /// A text with choices, for numbers that show buttons and lists.
    #[serde(rename_all = "camelCase")]
    Menu {
        /// The whole text, with the choices in it: what is shown where choices cannot be.
        body: String,
        /// The text above the choices.
        head: String,
        /// What is chosen.
        items: Vec<MenuItem>,
        /// The ways out; they may stand in the text.
        ways: Vec<MenuItem>,
    },
    /// A text that was approved beforehand.
    #[serde(rename_all = "camelCase")]
    Template {
        /// Its name.
        name: String,
        /// Its language.
        language: String,
        /// What the customer reads.
        body: String,
        /// What stands for its variables.
        parts: Vec<TemplatePart>,
        /// The file above its text.
        #[serde(default)]
        file: Option<TemplateFile>,
        /// The place above its text.
        #[serde(default)]
        place: Option<Location>,
    },
    /// Take a message of ours back for everybody.
    #[serde(rename_all = "camelCase")]
    Revoke {
        /// Provider id of the message.
        provider_id: String,
    },
    /// Change the text of a message of ours.
    #[serde(rename_all = "camelCase")]
    Edit {
        /// The message here.
        message_id: MessageId,
        /// Provider id of the message.
        provider_id: String,
        /// The new text.
        body: String,
    },
    /// Tell the customer that his message was read.
    #[serde(rename_all = "camelCase")]
    MarkRead {
        /// Provider id of the newest message read.
        provider_id: String,
    },
}

/// A person as a contact card says him.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, utoipa::ToSchema)]
pub struct ContactCard {
    /// His name.
    pub name: String,
    /// Digits of his number.
    pub number: String,
}

impl ContactCard {
    /// As vCard 3.0 (RFC 2426) with the number's `WhatsApp` id, as phones send it.
    pub fn vcard(&self) -> String {
        let name: String = self
            .name
            .chars()
            .filter(|c| !c.is_control())
            .flat_map(|c| {
                let escape = matches!(c, ',' | ';' | '\\').then_some('\\');
                escape.into_iter().chain([c])
            })
            .collect();
        let number = &self.number;
        format!(
            "BEGIN:VCARD\nVERSION:3.0\nN:;{name};;;\nFN:{name}\nTEL;type=CELL;waid={number}:+{number}\nEND:VCARD"
        )
    }
}

/// A choice of a menu.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct MenuItem {
    /// What comes back when it is chosen.
    pub id: String,
    /// What the customer reads.
    pub title: String,
}

/// What stands for the variables in a part of a template.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct TemplatePart {
    /// `header`, `body`, `button`.
    pub kind: String,
    /// Which button, from 0.
    pub button: Option<usize>,
    /// In their order.
    pub parameters: Vec<TemplateParameter>,
}

/// The file above the text of a template.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct TemplateFile {
    /// The stored file.
    pub media_id: MediaId,
    /// As what the template shows it.
    pub kind: MediaKind,
}

/// What stands for a variable.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct TemplateParameter {
    /// The variable's name, if it has another one than its place.
    pub name: Option<String>,
    /// What stands for it.
    pub text: String,
}

/// Where an outbox row stands (rule P2). On the wire as `sendState`.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, sqlx::Type, utoipa::ToSchema,
)]
#[serde(rename_all = "lowercase")]
#[sqlx(type_name = "TEXT", rename_all = "lowercase")]
pub enum SendState {
    /// Waits for its turn; nothing has happened.
    Queued,
    /// Marked before the wire; the outcome is not known yet.
    Attempting,
    /// The provider took it.
    Accepted,
    /// Certainly not sent.
    Rejected,
    /// Nobody can know; a person decides.
    Unknown,
    /// Taken back before it was sent.
    Cancelled,
    /// Too late to be of use.
    Expired,
}

impl SendState {
    /// The word in the database and on the wire.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Queued => "queued",
            Self::Attempting => "attempting",
            Self::Accepted => "accepted",
            Self::Rejected => "rejected",
            Self::Unknown => "unknown",
            Self::Cancelled => "cancelled",
            Self::Expired => "expired",
        }
    }
}
