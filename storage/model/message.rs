//! Messages as they go over the wire.

use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use uuid::Uuid;

use super::{ContactId, MessageId, TicketId, UserId, outgoing::SendState};

/// Kinds of files.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum MediaKind {
    /// JPEG, PNG, WebP, GIF; also stickers.
    Image,
    /// Voice notes and music.
    Audio,
    /// MP4, 3GP, `WebM`.
    Video,
    /// Everything else; always a download. On the wire `application`.
    #[serde(rename = "application")]
    Document,
}

impl MediaKind {
    /// The specification's `mediaType` (S046).
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Image => "image",
            Self::Audio => "audio",
            Self::Video => "video",
            Self::Document => "application",
        }
    }

    /// The kind of a `mediaType`, if it is a file's.
    pub fn parse(text: &str) -> Option<Self> {
        [Self::Image, Self::Audio, Self::Video, Self::Document]
            .into_iter()
            .find(|kind| kind.as_str() == text)
    }
}

/// What a message is when it is more than text (S046). Stored and sent as its word; this is the list of the words.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub enum MediaType {
    /// A picture or a sticker.
    Image,
    /// A voice note or music.
    Audio,
    /// A video.
    Video,
    /// Any other file.
    Application,
    /// A place on the map.
    LocationMessage,
    /// One or more contact cards.
    Vcard,
    /// A call that nobody took.
    #[serde(rename = "call_log")]
    CallLog,
    /// Something that the desk cannot show.
    Unsupported,
    /// What the provider says of the customer; the body is its word for it.
    Notice,
}

/// Who speaks in a message.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, sqlx::Type, utoipa::ToSchema,
)]
#[serde(rename_all = "lowercase")]
#[sqlx(type_name = "TEXT", rename_all = "lowercase")]
pub enum Author {
    /// The customer, or a member of a group.
    Contact,
    /// An attendant.
    User,
    /// Somebody who typed on the business's own phone.
    Phone,
    /// The desk by itself: greetings, menus, questions, notices.
    Bot,
    /// A message that was scheduled.
    Schedule,
    /// A campaign.
    Campaign,
    /// A program of the company's, by the external API.
    Api,
    /// An integration.
    Integration,
}

/// A place on the map.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Location {
    /// Degrees, -90 to 90.
    pub latitude: f64,
    /// Degrees, -180 to 180.
    pub longitude: f64,
    /// The place's name.
    #[serde(default)]
    pub name: Option<String>,
    /// The place's address.
    #[serde(default)]
    pub address: Option<String>,
}

/// What came with a message besides what it holds.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct MessageDetails {
    /// The advertisement or post from which the customer wrote.
    #[serde(default)]
    pub referral: Option<Referral>,
    /// The product of the catalogue that he asks about.
    #[serde(default)]
    pub product: Option<ReferredProduct>,
    /// What stood below the item of a list that he chose.
    #[serde(default)]
    pub description: Option<String>,
    /// It was forwarded.
    #[serde(default)]
    pub forwarded: Option<Forwarded>,
    /// The picture is a sticker.
    #[serde(default)]
    pub sticker: bool,
    /// The answers of a form, whole, as they came: JSON text as a rule.
    #[serde(default)]
    pub form: Option<String>,
    /// It is what the customer thinks of the service: 1 to 3.
    #[serde(default)]
    pub rating: Option<i64>,
    /// What is said in its recording, as a model heard it.
    #[serde(default)]
    pub transcript: Option<String>,
    /// Titles of the company's articles that a model was told of before it said this.
    #[serde(default)]
    pub sources: Vec<String>,
    /// It was said before the desk had the phone, which handed it over when it was paired.
    #[serde(default)]
    pub history: bool,
    /// It reached the desk only after its number had been away.
    #[serde(default)]
    pub recovered: bool,
}

/// An advertisement or post that leads to a conversation.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Referral {
    /// Its address.
    pub source_url: Option<String>,
    /// The provider's id of it.
    pub source_id: Option<String>,
    /// `ad` or `post`.
    pub source_type: Option<String>,
    /// Its headline.
    pub headline: Option<String>,
    /// Its text.
    pub body: Option<String>,
    /// The click, by which its price is told.
    pub click_id: Option<String>,
}

/// A product of a catalogue.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ReferredProduct {
    /// The catalogue.
    pub catalog_id: Option<String>,
    /// The product, by the seller's own id.
    pub product_id: Option<String>,
}

/// How often a message was handed on.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub enum Forwarded {
    /// Before it came here.
    Once,
    /// Many times: a chain letter.
    Often,
}

/// A message as the browser shows it (S046).
#[derive(Debug, Clone, Serialize, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
#[expect(
    clippy::struct_excessive_bools,
    reason = "the specification's fields, S046"
)]
pub struct Message {
    /// Number; grows with time.
    pub id: MessageId,
    /// Unguessable name.
    pub uuid: Uuid,
    /// The episode it belongs to.
    pub ticket_id: TicketId,
    /// The customer of the conversation.
    pub contact_id: ContactId,
    /// Text, caption, or vCard.
    pub body: String,
    /// Sent by us.
    pub from_me: bool,
    /// Who speaks.
    pub author: Author,
    /// Read by us.
    pub read: bool,
    /// Signed link, good for some hours; `null` while the file is not here.
    pub media_url: Option<String>,
    /// Stored name of the file.
    pub media_path: Option<String>,
    /// Name that the sender gave the file.
    pub media_name: Option<String>,
    /// What the file really is.
    pub media_mime: Option<String>,
    /// Bytes.
    pub media_size: Option<i64>,
    /// Pixels.
    pub media_width: Option<i64>,
    /// Pixels.
    pub media_height: Option<i64>,
    /// Seconds.
    pub media_duration: Option<f64>,
    /// What it is when it is more than text.
    #[schema(value_type = Option<MediaType>)]
    pub media_type: Option<String>,
    /// 0 error, 1 pending here, 2 accepted by the server, 3 delivered, 4 read, 5 played.
    pub ack: i64,
    /// Taken back; the body stays in the database.
    pub is_deleted: bool,
    /// Its text was changed after sending.
    pub is_edited: bool,
    /// A whisper: never leaves the desk.
    pub is_private: bool,
    /// How the sending stands; `null` for what was not sent by the desk.
    pub send_state: Option<SendState>,
    /// Why the sending failed; of a customer's message `ERR_WAPP_DOWNLOAD_MEDIA` when its file was given up.
    pub error: Option<String>,
    /// The message it answers.
    pub quoted_msg: Option<QuotedMessage>,
    /// Reactions to it.
    pub reactions: Vec<Reaction>,
    /// Who wrote it, for messages of customers: in a group one of its members.
    pub contact: Option<Named>,
    /// Who wrote it, for messages of ours; of a scheduled one who scheduled it.
    pub user: Option<Named>,
    /// The attendant who wrote it; `null` where another than a user speaks.
    pub user_id: Option<UserId>,
    /// The id that the sending browser gave it.
    pub client_id: Option<String>,
    /// For `locationMessage`.
    pub location: Option<Location>,
    /// What came with it.
    #[serde(default)]
    pub details: Option<MessageDetails>,
    /// When it was sent, where it came in late; else when it was stored.
    pub created_at: DateTime<Utc>,
    /// When a late message came in. Conversations have their order from this.
    #[serde(default)]
    pub received_at: Option<DateTime<Utc>>,
    /// When it last changed.
    pub updated_at: DateTime<Utc>,
}

/// A quoted message, short.
#[derive(Debug, Clone, Serialize, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct QuotedMessage {
    /// The quoted message.
    pub id: MessageId,
    /// Its text.
    pub body: String,
    /// Whether it was ours.
    pub from_me: bool,
    /// What it is when it is more than text.
    #[schema(value_type = Option<MediaType>)]
    pub media_type: Option<String>,
    /// Link to its file that ends to work after some hours.
    #[serde(default)]
    pub media_url: Option<String>,
    /// Its author, for customers.
    pub contact: Option<Named>,
}

/// A reaction to a message.
#[derive(Debug, Clone, Serialize, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Reaction {
    /// The emoji.
    pub emoji: String,
    /// True if we sent it.
    pub from_me: bool,
}

/// Anything with an id and a name.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, utoipa::ToSchema)]
pub struct Named {
    /// Its number.
    pub id: i64,
    /// Its name.
    pub name: String,
}
