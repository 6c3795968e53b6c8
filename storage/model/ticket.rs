//! Tickets as they go over the wire.

use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use uuid::Uuid;

use super::{
    CompanyId, ConnectionId, ContactId, PromptId, QueueId, QueueIntegrationId, TagId, TicketId,
    UserId,
    connection::{ConnectionStatus, ProviderKind},
    contact::ExtraInfo,
    message::Named,
};

/// Where a ticket stands (S058).
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, sqlx::Type, utoipa::ToSchema,
)]
#[serde(rename_all = "lowercase")]
#[sqlx(type_name = "TEXT", rename_all = "lowercase")]
pub enum TicketStatus {
    /// An attendant has it.
    Open,
    /// Waits for an attendant.
    Pending,
    /// Done.
    Closed,
    /// A first-time contact, still with the bot (rule B4).
    Lead,
}

impl TicketStatus {
    /// Every status.
    pub const ALL: [Self; 4] = [Self::Open, Self::Pending, Self::Closed, Self::Lead];

    /// The word in the database and on the wire.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Open => "open",
            Self::Pending => "pending",
            Self::Closed => "closed",
            Self::Lead => "lead",
        }
    }

    /// The status of a word.
    pub fn parse(text: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|status| status.as_str() == text)
    }
}

/// How much a ticket presses.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize, utoipa::ToSchema,
)]
#[serde(rename_all = "lowercase")]
pub enum TicketPriority {
    /// It may wait.
    Low,
    /// Like most.
    #[default]
    None,
    /// Before others.
    High,
    /// At once.
    Urgent,
}

impl TicketPriority {
    /// The number in the database: higher ones first.
    pub fn rank(self) -> i64 {
        match self {
            Self::Low => 0,
            Self::None => 1,
            Self::High => 2,
            Self::Urgent => 3,
        }
    }

    /// The priority of a number.
    pub fn of_rank(rank: i64) -> Self {
        match rank {
            ..=0 => Self::Low,
            1 => Self::None,
            2 => Self::High,
            _ => Self::Urgent,
        }
    }
}

/// Until when a ticket is put off.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, utoipa::ToSchema)]
pub struct Snooze {
    /// When it comes back by itself; `null` if only when its customer writes.
    pub until: Option<DateTime<Utc>>,
}

/// A ticket as the browser shows it (S045).
#[derive(Debug, Clone, Serialize, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
#[expect(
    clippy::struct_excessive_bools,
    reason = "the specification's fields, S045"
)]
pub struct Ticket {
    /// The number shown.
    pub id: TicketId,
    /// The name in links.
    pub uuid: Uuid,
    /// Whose it is.
    pub company_id: CompanyId,
    /// Where it stands.
    pub status: TicketStatus,
    /// Customer messages that nobody has read.
    pub unread_messages: i64,
    /// Start of the last message.
    pub last_message: String,
    /// Whether the last message was ours.
    pub from_me: bool,
    /// Which user wrote the last message; nobody where the customer did, the desk by itself, or the phone.
    pub last_message_user: Option<Named>,
    /// A group's ticket.
    pub is_group: bool,
    /// The bot still talks.
    pub chatbot: bool,
    /// Queue.
    pub queue_id: Option<QueueId>,
    /// Attendant.
    pub user_id: Option<UserId>,
    /// Customer.
    pub contact_id: ContactId,
    /// Connection.
    pub whatsapp_id: Option<ConnectionId>,
    /// JSON text with the keys instagram, facebook, frete.
    pub informations: Option<String>,
    /// An integration answers.
    pub use_integration: bool,
    /// Prompt in use.
    pub prompt_id: Option<PromptId>,
    /// Integration in use.
    pub integration_id: Option<QueueIntegrationId>,
    /// Place on the board.
    pub crm_order: Option<i64>,
    /// It is put off; `null` if not.
    #[serde(default)]
    pub snooze: Option<Snooze>,
    /// How much it presses.
    #[serde(default)]
    pub priority: TicketPriority,
    /// Start of the episode.
    pub created_at: DateTime<Utc>,
    /// Last change.
    pub updated_at: DateTime<Utc>,
    /// Last message, if any.
    pub last_message_at: Option<DateTime<Utc>>,
    /// End of the episode.
    pub closed_at: Option<DateTime<Utc>>,
    /// Why it was closed, if that was said.
    pub closing_reason: Option<String>,
    /// The campaign that it began as an answer to.
    #[serde(default)]
    pub campaign: Option<Named>,
    /// The customer.
    pub contact: TicketContact,
    /// The queue.
    pub queue: Option<TicketQueue>,
    /// The attendant.
    pub user: Option<Named>,
    /// The connection.
    pub whatsapp: Option<TicketConnection>,
    /// Its tags.
    pub tags: Vec<Tag>,
    /// Until when free text passes; `null` where it always does.
    pub window: Option<SendWindow>,
}

/// The time in which the connection's provider takes free text to the customer.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct SendWindow {
    /// Its end; `null` if the customer never wrote to this number.
    pub ends_at: Option<DateTime<Utc>>,
}

/// The customer of a ticket, short.
#[derive(Debug, Clone, Serialize, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct TicketContact {
    /// Its number in the database.
    pub id: ContactId,
    /// Name.
    pub name: String,
    /// Digits of the phone number, or the group's id.
    pub number: String,
    /// E-mail, maybe empty.
    pub email: String,
    /// Picture, maybe empty.
    pub profile_pic_url: String,
    /// A group.
    pub is_group: bool,
    /// Free name and value pairs.
    #[serde(default)]
    pub extra_info: Vec<ExtraInfo>,
    /// The number that the conversation runs on, which is the ticket's.
    #[serde(default)]
    pub whatsapp: Option<Named>,
}

/// The queue of a ticket, short.
#[derive(Debug, Clone, Serialize, Deserialize, utoipa::ToSchema)]
pub struct TicketQueue {
    /// Its number.
    pub id: QueueId,
    /// Its name.
    pub name: String,
    /// `#rrggbb`
    pub color: String,
}

impl TicketConnection {
    /// Its number and name.
    pub fn named(&self) -> Named {
        Named {
            id: self.id.0,
            name: self.name.clone(),
        }
    }
}

/// The connection of a ticket, short.
#[derive(Debug, Clone, Serialize, Deserialize, utoipa::ToSchema)]
pub struct TicketConnection {
    /// Its id.
    pub id: ConnectionId,
    /// Its name.
    pub name: String,
    /// Its status.
    pub status: ConnectionStatus,
    /// Who carries its messages.
    pub provider: ProviderKind,
    /// The phone number, if known.
    pub number: Option<String>,
}

/// A tag (S052).
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, utoipa::ToSchema, sqlx::FromRow)]
pub struct Tag {
    /// Its number.
    pub id: TagId,
    /// Its name.
    pub name: String,
    /// `#rrggbb`
    pub color: String,
    /// Where its lane stands on the board, if it is one: lower ones first.
    pub priority: i64,
    /// Under which word lanes of the board are chosen together; empty for none.
    pub category: String,
}

/// One episode of a contact's conversation, for the dividers.
#[derive(Debug, Clone, Serialize, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Episode {
    /// Ticket number.
    pub id: TicketId,
    /// Ticket name in links.
    pub uuid: Uuid,
    /// Where it stands.
    pub status: TicketStatus,
    /// Start.
    pub created_at: DateTime<Utc>,
    /// End.
    pub closed_at: Option<DateTime<Utc>>,
    /// Queue.
    pub queue: Option<TicketQueue>,
    /// Attendant.
    pub user: Option<Named>,
}
