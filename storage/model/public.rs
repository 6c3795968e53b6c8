//! Contacts, tickets and messages as other people's programs see them in webhooks (rule B24). Their names and words are a
//! promise: what a page needs changes nothing here.

use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use uuid::Uuid;

use super::{
    ContactId, MessageId, TagId, TicketId,
    contact::{Contact, ExtraInfo},
    message::{Author, Message, Named},
    outgoing::SendState,
    ticket::{Tag, Ticket, TicketPriority, TicketStatus},
};

/// A customer, or a group.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, utoipa::ToSchema)]
pub struct PublicContact {
    /// Its number in the desk.
    pub id: ContactId,
    /// Name.
    pub name: String,
    /// Digits of the phone number, or the group's id.
    pub number: String,
    /// E-mail, maybe empty.
    pub email: String,
    /// A group.
    pub is_group: bool,
    /// Nothing that he writes is taken in.
    pub is_blocked: bool,
    /// He wants no advertisements.
    pub marketing_opt_out: bool,
    /// Free name and value pairs.
    pub extra_info: Vec<ExtraInfo>,
    /// When it was made.
    pub created_at: DateTime<Utc>,
    /// When it last changed.
    pub updated_at: DateTime<Utc>,
}

impl From<&Contact> for PublicContact {
    fn from(contact: &Contact) -> Self {
        Self {
            id: contact.id,
            name: contact.name.clone(),
            number: contact.number.clone(),
            email: contact.email.clone(),
            is_group: contact.is_group,
            is_blocked: contact.blocked,
            marketing_opt_out: contact.marketing_opt_out,
            extra_info: contact.extra_info.clone(),
            created_at: contact.created_at,
            updated_at: contact.updated_at,
        }
    }
}

/// The customer of a ticket, short.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, utoipa::ToSchema)]
pub struct PublicPerson {
    /// Its number in the desk.
    pub id: ContactId,
    /// Name.
    pub name: String,
    /// Digits of the phone number, or the group's id.
    pub number: String,
}

/// A tag.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, utoipa::ToSchema)]
pub struct PublicTag {
    /// Its number.
    pub id: TagId,
    /// Its name.
    pub name: String,
    /// `#rrggbb`
    pub color: String,
}

impl From<&Tag> for PublicTag {
    fn from(tag: &Tag) -> Self {
        Self {
            id: tag.id,
            name: tag.name.clone(),
            color: tag.color.clone(),
        }
    }
}

/// One episode of service with a contact.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, utoipa::ToSchema)]
pub struct PublicTicket {
    /// The number shown.
    pub id: TicketId,
    /// The name in links.
    pub uuid: Uuid,
    /// Where it stands.
    pub status: TicketStatus,
    /// How much it presses.
    pub priority: TicketPriority,
    /// The customer.
    pub contact: PublicPerson,
    /// The queue, by number and name.
    #[schema(required)]
    pub queue: Option<Named>,
    /// The attendant, by number and name.
    #[schema(required)]
    pub user: Option<Named>,
    /// The number that it runs on, by number and name of the connection.
    #[schema(required)]
    pub connection: Option<Named>,
    /// Its tags.
    pub tags: Vec<PublicTag>,
    /// Customer messages that nobody has read.
    pub unread_messages: i64,
    /// Why it was closed, if that was said.
    #[schema(required)]
    pub closing_reason: Option<String>,
    /// Start of the episode.
    pub created_at: DateTime<Utc>,
    /// Last change.
    pub updated_at: DateTime<Utc>,
    /// Last message, if any.
    #[schema(required)]
    pub last_message_at: Option<DateTime<Utc>>,
    /// End of the episode.
    #[schema(required)]
    pub closed_at: Option<DateTime<Utc>>,
}

impl From<&Ticket> for PublicTicket {
    fn from(ticket: &Ticket) -> Self {
        Self {
            id: ticket.id,
            uuid: ticket.uuid,
            status: ticket.status,
            priority: ticket.priority,
            contact: PublicPerson {
                id: ticket.contact.id,
                name: ticket.contact.name.clone(),
                number: ticket.contact.number.clone(),
            },
            queue: ticket.queue.as_ref().map(|queue| Named {
                id: queue.id.0,
                name: queue.name.clone(),
            }),
            user: ticket.user.clone(),
            connection: ticket
                .whatsapp
                .as_ref()
                .map(super::ticket::TicketConnection::named),
            tags: ticket.tags.iter().map(PublicTag::from).collect(),
            unread_messages: ticket.unread_messages,
            closing_reason: ticket.closing_reason.clone(),
            created_at: ticket.created_at,
            updated_at: ticket.updated_at,
            last_message_at: ticket.last_message_at,
            closed_at: ticket.closed_at,
        }
    }
}

/// Which way a message went.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum Direction {
    /// The customer wrote it.
    In,
    /// The company wrote it.
    Out,
}

/// How far a message is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum MessageStatus {
    /// It came in.
    Received,
    /// Waits for its turn.
    Queued,
    /// `WhatsApp` has taken it.
    Sent,
    /// It is on the customer's phone.
    Delivered,
    /// He has read it.
    Read,
    /// It was certainly not sent.
    Failed,
    /// Nobody can know whether it was sent; an attendant is asked.
    Unknown,
    /// It was taken back before it was sent.
    Cancelled,
}

impl MessageStatus {
    /// How far a message is.
    pub fn of(message: &Message) -> Self {
        if !message.from_me {
            return Self::Received;
        }
        match (message.send_state, message.ack) {
            (Some(SendState::Rejected | SendState::Expired), _) | (None, ..=0) => Self::Failed,
            (Some(SendState::Unknown), _) => Self::Unknown,
            (Some(SendState::Cancelled), _) => Self::Cancelled,
            (Some(SendState::Queued | SendState::Attempting), _) | (None, 1) => Self::Queued,
            (Some(SendState::Accepted) | None, 4..) => Self::Read,
            (Some(SendState::Accepted) | None, 3) => Self::Delivered,
            (Some(SendState::Accepted) | None, _) => Self::Sent,
        }
    }

    /// The word on the wire.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Received => "received",
            Self::Queued => "queued",
            Self::Sent => "sent",
            Self::Delivered => "delivered",
            Self::Read => "read",
            Self::Failed => "failed",
            Self::Unknown => "unknown",
            Self::Cancelled => "cancelled",
        }
    }
}

/// The file of a message.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, utoipa::ToSchema)]
pub struct PublicMedia {
    /// Name that the sender gave it.
    #[schema(required)]
    pub name: Option<String>,
    /// What it really is.
    #[schema(required)]
    pub mime: Option<String>,
    /// Bytes.
    #[schema(required)]
    pub size: Option<i64>,
}

/// A message. What colleagues write to each other in a ticket is none.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, utoipa::ToSchema)]
pub struct PublicMessage {
    /// Number; grows with time.
    pub id: MessageId,
    /// Unguessable name.
    pub uuid: Uuid,
    /// The ticket in which it stands.
    pub ticket_id: TicketId,
    /// The customer of the conversation.
    pub contact_id: ContactId,
    /// Which way it went.
    pub direction: Direction,
    /// Who speaks.
    pub author: Author,
    /// `text`, `image`, `audio`, `video`, `application`, `locationMessage`, `vcard`, `call_log`, `unsupported`.
    pub kind: String,
    /// Text, caption, or vCard; empty where it was taken back.
    pub body: String,
    /// Its file, if it has one. Its address is asked for by the API: it holds for some hours only.
    #[schema(required)]
    pub media: Option<PublicMedia>,
    /// How far it is.
    pub status: MessageStatus,
    /// Why it was not sent.
    #[schema(required)]
    pub error: Option<String>,
    /// It was taken back.
    pub is_deleted: bool,
    /// Its text was changed after sending.
    pub is_edited: bool,
    /// The message it answers.
    #[schema(required)]
    pub quoted_message_id: Option<MessageId>,
    /// When it was sent, where it came in late; else when it was stored.
    pub created_at: DateTime<Utc>,
    /// When it last changed.
    pub updated_at: DateTime<Utc>,
}

impl From<&Message> for PublicMessage {
    fn from(message: &Message) -> Self {
        let media = message.media_mime.is_some() || message.media_path.is_some();
        let kept = !message.is_deleted;
        Self {
            id: message.id,
            uuid: message.uuid,
            ticket_id: message.ticket_id,
            contact_id: message.contact_id,
            direction: if message.from_me {
                Direction::Out
            } else {
                Direction::In
            },
            author: message.author,
            kind: message
                .media_type
                .clone()
                .unwrap_or_else(|| "text".to_owned()),
            body: if kept {
                message.body.clone()
            } else {
                String::new()
            },
            media: (media && kept).then(|| PublicMedia {
                name: message.media_name.clone(),
                mime: message.media_mime.clone(),
                size: message.media_size,
            }),
            status: MessageStatus::of(message),
            error: message.error.clone(),
            is_deleted: message.is_deleted,
            is_edited: message.is_edited,
            quoted_message_id: message.quoted_msg.as_ref().map(|quoted| quoted.id),
            created_at: message.created_at,
            updated_at: message.updated_at,
        }
    }
}
