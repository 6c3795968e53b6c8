//! Addresses of a company's own systems that are told what happens, as they go over the wire (rule B24).

use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use uuid::Uuid;

use super::{WebhookDeliveryId, WebhookId};

/// What can be told.
#[derive(
    Debug,
    Clone,
    Copy,
    PartialEq,
    Eq,
    Hash,
    PartialOrd,
    Ord,
    Serialize,
    Deserialize,
    utoipa::ToSchema,
)]
pub enum WebhookEvent {
    /// A customer has written.
    #[serde(rename = "message.received")]
    MessageReceived,
    /// The company has written: its attendants, its programs, the desk by itself, or its phone.
    #[serde(rename = "message.sent")]
    MessageSent,
    /// A message of the company's is further, has failed or was taken back.
    #[serde(rename = "message.status")]
    MessageStatus,
    /// A ticket began.
    #[serde(rename = "ticket.created")]
    TicketCreated,
    /// Something of a ticket changed: status, queue, attendant, tags.
    #[serde(rename = "ticket.updated")]
    TicketUpdated,
    /// A ticket ended.
    #[serde(rename = "ticket.closed")]
    TicketClosed,
    /// A contact was made.
    #[serde(rename = "contact.created")]
    ContactCreated,
    /// A contact changed.
    #[serde(rename = "contact.updated")]
    ContactUpdated,
    /// Somebody tries the address out; every one is told.
    #[serde(rename = "webhook.test")]
    Test,
}

impl WebhookEvent {
    /// What can be chosen.
    pub const CHOICE: [Self; 8] = [
        Self::MessageReceived,
        Self::MessageSent,
        Self::MessageStatus,
        Self::TicketCreated,
        Self::TicketUpdated,
        Self::TicketClosed,
        Self::ContactCreated,
        Self::ContactUpdated,
    ];

    /// The word on the wire and in the database.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::MessageReceived => "message.received",
            Self::MessageSent => "message.sent",
            Self::MessageStatus => "message.status",
            Self::TicketCreated => "ticket.created",
            Self::TicketUpdated => "ticket.updated",
            Self::TicketClosed => "ticket.closed",
            Self::ContactCreated => "contact.created",
            Self::ContactUpdated => "contact.updated",
            Self::Test => "webhook.test",
        }
    }

    /// What a word stands for.
    pub fn parse(word: &str) -> Option<Self> {
        let mut all = Self::CHOICE.into_iter().chain([Self::Test]);
        all.find(|event| event.as_str() == word)
    }
}

/// Why an address is told nothing any more.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, sqlx::Type, utoipa::ToSchema,
)]
#[serde(rename_all = "lowercase")]
#[sqlx(type_name = "TEXT", rename_all = "lowercase")]
pub enum OffReason {
    /// It answered 410: it is gone.
    Gone,
    /// It took nothing for days.
    Failing,
    /// Too much waited for it.
    Overflow,
}

/// An address that is told what happens, without its secret.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Webhook {
    /// Its number.
    pub id: WebhookId,
    /// What people call it.
    pub name: String,
    /// The address.
    pub url: String,
    /// What it is told.
    pub events: Vec<WebhookEvent>,
    /// Whether it is told.
    pub active: bool,
    /// Since when it takes nothing, if it does not.
    pub failing_since: Option<DateTime<Utc>>,
    /// Why the desk switched it off, if the desk did.
    pub off_reason: Option<OffReason>,
    /// When it did.
    pub off_at: Option<DateTime<Utc>>,
    /// Until when what is sent is signed with the secret before this one as well.
    pub previous_secret_until: Option<DateTime<Utc>>,
    /// When it was made.
    pub created_at: DateTime<Utc>,
    /// When it last changed.
    pub updated_at: DateTime<Utc>,
}

/// Where a delivery stands.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, sqlx::Type, utoipa::ToSchema,
)]
#[serde(rename_all = "lowercase")]
#[sqlx(type_name = "TEXT", rename_all = "lowercase")]
pub enum DeliveryState {
    /// Its time comes.
    Waiting,
    /// It was taken.
    Delivered,
    /// Nobody tries any more.
    Failed,
}

impl DeliveryState {
    /// The word in the database and on the wire.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Waiting => "waiting",
            Self::Delivered => "delivered",
            Self::Failed => "failed",
        }
    }
}

/// Something that an address is told, without its body.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct WebhookDelivery {
    /// Its number.
    pub id: WebhookDeliveryId,
    /// Whom.
    pub webhook_id: WebhookId,
    /// The `webhook-id` that goes with it, the same in every attempt.
    pub message_id: Uuid,
    /// What happened.
    pub event: WebhookEvent,
    /// Whom or what it is about, in few words.
    pub subject: String,
    /// Where it stands.
    pub state: DeliveryState,
    /// Attempts until now.
    pub attempts: i64,
    /// When it is tried next, while it waits.
    pub due_at: Option<DateTime<Utc>>,
    /// When it was tried last.
    pub last_at: Option<DateTime<Utc>>,
    /// The status of the last answer; `null` where none came.
    pub last_status: Option<i64>,
    /// Why none came, in one word.
    pub last_error: Option<String>,
    /// How long the last attempt took, in milliseconds.
    pub last_millis: Option<i64>,
    /// When it happened.
    pub created_at: DateTime<Utc>,
}

/// One attempt.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, sqlx::FromRow, utoipa::ToSchema)]
pub struct WebhookAttempt {
    /// When.
    pub at: DateTime<Utc>,
    /// The status of the answer; `null` where none came.
    #[schema(required)]
    pub status: Option<i64>,
    /// Why none came, in one word.
    #[schema(required)]
    pub error: Option<String>,
    /// How long it took, in milliseconds.
    pub millis: i64,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_word_reads_back_and_is_the_one_on_the_wire() {
        for event in WebhookEvent::CHOICE.into_iter().chain([WebhookEvent::Test]) {
            assert_eq!(WebhookEvent::parse(event.as_str()), Some(event));
            assert_eq!(serde_json::to_value(event).unwrap(), event.as_str());
        }
        assert_eq!(WebhookEvent::parse("message"), None);
    }
}
