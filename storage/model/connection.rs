//! Connections (`WhatsApp` numbers) as they go over the wire (A031).

use chrono::{DateTime, TimeDelta, Utc};
use serde::{Deserialize, Serialize};

use super::{
    ConnectionId, PromptId, QueueId, QueueIntegrationId, cloud_health::CloudHealth,
    ticket::TicketQueue,
};

/// Where a connection stands (A053).
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, sqlx::Type, utoipa::ToSchema,
)]
#[sqlx(type_name = "TEXT")]
pub enum ConnectionStatus {
    /// Being started.
    #[serde(rename = "OPENING")]
    #[sqlx(rename = "OPENING")]
    Opening,
    /// Waits for a phone to scan the code.
    #[serde(rename = "qrcode")]
    #[sqlx(rename = "qrcode")]
    Qrcode,
    /// Sends and receives.
    #[serde(rename = "CONNECTED")]
    #[sqlx(rename = "CONNECTED")]
    Connected,
    /// The phone has scanned the code.
    #[serde(rename = "PAIRING")]
    #[sqlx(rename = "PAIRING")]
    Pairing,
    /// Lost, being restored.
    #[serde(rename = "TIMEOUT")]
    #[sqlx(rename = "TIMEOUT")]
    Timeout,
    /// Off until somebody acts.
    #[serde(rename = "DISCONNECTED")]
    #[sqlx(rename = "DISCONNECTED")]
    Disconnected,
}

impl ConnectionStatus {
    /// The word in the database and on the wire.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Opening => "OPENING",
            Self::Qrcode => "qrcode",
            Self::Connected => "CONNECTED",
            Self::Pairing => "PAIRING",
            Self::Timeout => "TIMEOUT",
            Self::Disconnected => "DISCONNECTED",
        }
    }
}

/// Who carries the messages of a connection.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, sqlx::Type, utoipa::ToSchema,
)]
#[serde(rename_all = "lowercase")]
#[sqlx(type_name = "TEXT", rename_all = "lowercase")]
pub enum ProviderKind {
    /// A phone in the browser, for demonstrations and tests.
    Simulator,
    /// `WhatsApp`'s official Cloud API.
    Cloud,
    /// A phone that was paired by a code, over the protocol of `WhatsApp` Web. It is not official (A137).
    Beta,
}

impl ProviderKind {
    /// The word in the database and on the wire.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Simulator => "simulator",
            Self::Cloud => "cloud",
            Self::Beta => "beta",
        }
    }

    /// How long after the customer's last message free text passes. `None`: always. Meta refuses later ones with error 131047.
    pub fn free_text_for(self) -> Option<TimeDelta> {
        match self {
            Self::Simulator | Self::Beta => None,
            Self::Cloud => Some(TimeDelta::hours(24)),
        }
    }

    /// The kind of a word.
    pub fn parse(text: &str) -> Option<Self> {
        [Self::Simulator, Self::Cloud, Self::Beta]
            .into_iter()
            .find(|kind| kind.as_str() == text)
    }
}

/// A connection as the browser shows it.
#[derive(Debug, Clone, Serialize, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Connection {
    /// Its number.
    pub id: ConnectionId,
    /// Its name, unique in a company.
    pub name: String,
    /// Where it stands.
    pub status: ConnectionStatus,
    /// Why, when something is wrong.
    pub status_reason: Option<String>,
    /// Used when nothing else is chosen.
    pub is_default: bool,
    /// Who carries its messages.
    pub provider: ProviderKind,
    /// Its phone number, when known.
    pub number: Option<String>,
    /// The name of the account behind the number, when known.
    pub account_name: Option<String>,
    /// The code to scan, or empty.
    pub qrcode: String,
    /// Until when it holds.
    pub qrcode_expires_at: Option<DateTime<Utc>>,
    /// Eight letters and digits to type on the phone instead, or empty.
    pub pairing_code: String,
    /// Codes shown without a scan.
    pub retries: i64,
    /// Its queues.
    pub queues: Vec<TicketQueue>,
    /// The texts and times of the dialog.
    #[serde(flatten)]
    pub texts: ConnectionTexts,
    /// The official API's data, without its secrets.
    pub cloud: Option<CloudView>,
    /// The first letters of the token for programs and `…`, if one is stored, for who may change it. Sent back it stays.
    #[serde(default)]
    pub token: Option<String>,
    /// A token for programs is stored; it is never shown again as a whole.
    pub token_set: bool,
    /// The prompt that answers on it.
    pub prompt_id: Option<PromptId>,
    /// The integration that answers on it.
    pub integration_id: Option<QueueIntegrationId>,
    /// Since when it is connected, if it is.
    pub connected_since: Option<DateTime<Utc>>,
    /// Since when it is down, if it was connected before.
    pub down_since: Option<DateTime<Utc>>,
    /// When the company was told that it is down, if it was: two minutes after it went down by itself.
    pub down_told_at: Option<DateTime<Utc>>,
    /// How many days of the phone's past come with the next pairing: 0, 7 or 30.
    #[serde(default)]
    pub history_days: i64,
    /// How many messages of the past were brought.
    #[serde(default)]
    pub history_brought: i64,
    /// When it was made.
    pub created_at: DateTime<Utc>,
    /// When it last changed.
    pub updated_at: DateTime<Utc>,
}

impl Connection {
    /// Whether it shows something that pairs a phone.
    pub fn shows_code(&self) -> bool {
        !self.qrcode.is_empty() || !self.pairing_code.is_empty()
    }

    /// The same for those who may not pair: whoever has the code can take the number (rule B18).
    #[must_use]
    pub fn without_code(self) -> Self {
        Self {
            qrcode: String::new(),
            qrcode_expires_at: None,
            pairing_code: String::new(),
            ..self
        }
    }
}

/// The texts and times of a connection (A031).
#[derive(
    Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, utoipa::ToSchema, sqlx::FromRow,
)]
#[serde(rename_all = "camelCase", default)]
pub struct ConnectionTexts {
    /// Greeting.
    pub greeting_message: String,
    /// Said when a ticket is closed (the specification's spelling).
    pub complation_message: String,
    /// Said out of hours.
    pub out_of_hours_message: String,
    /// Asks for a rating.
    pub rating_message: String,
    /// Queue for those who choose none.
    pub transfer_queue_id: Option<QueueId>,
    /// Minutes until then.
    pub time_to_transfer: Option<i64>,
    /// Minutes without an answer until a ticket closes; 0 is never.
    pub expires_ticket: i64,
    /// Said then.
    pub expires_inactive_message: String,
    /// Minutes between two menus.
    pub time_use_bot_queues: i64,
    /// Most menus a ticket; 0 is without limit.
    pub max_use_bot_queues: i64,
}

/// What is shown of a Cloud API connection. The secrets never come back.
#[derive(Debug, Clone, Serialize, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct CloudView {
    /// Meta's id of the number.
    pub phone_number_id: String,
    /// Meta's id of the business account.
    pub waba_id: String,
    /// Path to give to Meta, below this server's public address.
    pub webhook_url: String,
    /// A verify token is stored.
    pub verify_token_set: bool,
    /// An access token is stored.
    pub access_token_set: bool,
    /// An app secret is stored.
    pub app_secret_set: bool,
    /// How the number stands with Meta.
    #[serde(default)]
    pub health: CloudHealth,
}
