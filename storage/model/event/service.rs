//! What is told of the daily work: tickets, messages, contacts, colleagues, numbers, and what is shared in between.

use serde::Serialize;

use crate::model::{
    ChatId, CompanyId, ConnectionId, ContactId, QueueId, QuickMessageId, ScheduleId, TagId,
    TicketId, TicketNoteId, UserId,
    chat::{Chat, ChatMessage},
    connection::Connection,
    contact::Contact,
    message::{Message, Named},
    note::TicketNote,
    queue::Queue,
    quick_message::QuickMessage,
    schedule::Schedule,
    tag::TagDetails,
    ticket::{Ticket, TicketStatus},
    user::Colleague,
};

/// What is told of a ticket.
#[derive(Debug, Clone, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase", tag = "action")]
pub enum TicketEvent {
    /// It is new or has changed.
    Update {
        /// The ticket.
        ticket: Box<Ticket>,
        /// Its status before; `null` for a new one.
        #[schema(required)]
        was: Option<TicketStatus>,
        /// Who gave it to its attendant or queue; absent where nobody did.
        #[serde(rename = "givenBy", skip_serializing_if = "Option::is_none")]
        #[schema(value_type = Named, required = false)]
        given_by: Option<Named>,
        /// What he wrote to them.
        #[serde(skip_serializing_if = "Option::is_none")]
        #[schema(value_type = String, required = false)]
        note: Option<String>,
    },
    /// It left the reader's lists.
    Delete {
        /// The ticket.
        #[serde(rename = "ticketId")]
        ticket_id: TicketId,
        /// `true` where it is gone for everybody.
        #[serde(skip_serializing_if = "Option::is_none")]
        #[schema(value_type = bool, required = false)]
        removed: Option<bool>,
    },
    /// It was read.
    UpdateUnread {
        /// The ticket.
        #[serde(rename = "ticketId")]
        ticket_id: TicketId,
    },
}

/// What is told of a message.
#[derive(Debug, Clone, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase", tag = "action")]
pub enum AppMessageEvent {
    /// It is new.
    Create {
        /// The message.
        message: Box<Message>,
        /// Its ticket as it stands after it.
        ticket: Box<Ticket>,
        /// Its contact.
        contact: Box<Contact>,
    },
    /// It changed: an ack, an edit, a removal, a failure.
    Update {
        /// The message.
        message: Box<Message>,
    },
}

/// What is told of contacts.
#[derive(Debug, Clone, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase", tag = "action")]
pub enum ContactEvent {
    /// One is new.
    Create {
        /// The contact.
        contact: Box<Contact>,
    },
    /// Several of a list that was read in are new.
    #[serde(rename = "create")]
    CreateMany {
        /// The contacts.
        records: Vec<Contact>,
    },
    /// One changed.
    Update {
        /// The contact.
        contact: Box<Contact>,
    },
    /// One is gone.
    Delete {
        /// The contact.
        #[serde(rename = "contactId")]
        contact_id: ContactId,
    },
}

/// What is told of a colleague.
#[derive(Debug, Clone, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase", tag = "action")]
pub enum UserEvent {
    /// He is new.
    Create {
        /// The colleague.
        user: Box<Colleague>,
    },
    /// People changed him.
    Update {
        /// The colleague.
        user: Box<Colleague>,
    },
    /// He came or went: names only what it changes.
    #[serde(rename = "update")]
    Seen {
        /// The colleague.
        user: Presence,
    },
    /// He is gone.
    Delete {
        /// The colleague.
        #[serde(rename = "userId")]
        user_id: UserId,
    },
}

/// Whether a colleague is there.
#[derive(Debug, Clone, Serialize, utoipa::ToSchema)]
pub struct Presence {
    /// Number.
    pub id: UserId,
    /// Name.
    pub name: String,
    /// Has a browser open.
    pub online: bool,
}

/// What is told of a connection as its page has it.
#[derive(Debug, Clone, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase", tag = "action")]
pub enum WhatsappEvent {
    /// It is new or an admin has changed it.
    Update {
        /// The connection.
        whatsapp: Box<Connection>,
    },
    /// It is gone.
    Delete {
        /// The connection.
        #[serde(rename = "whatsappId")]
        whatsapp_id: ConnectionId,
    },
}

/// What is told of the session of a connection.
#[derive(Debug, Clone, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase", tag = "action")]
pub enum WhatsappSessionEvent {
    /// It changed.
    Update {
        /// The connection with status, qrcode, retries.
        session: Box<Connection>,
    },
}

/// What is told of a queue.
#[derive(Debug, Clone, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase", tag = "action")]
pub enum QueueEvent {
    /// It is new or has changed.
    Update {
        /// The queue.
        queue: Box<Queue>,
    },
    /// It is gone.
    Delete {
        /// The queue.
        #[serde(rename = "queueId")]
        queue_id: QueueId,
    },
}

/// What is told of the menu of a queue: whoever shows it reads it again.
#[derive(Debug, Clone, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase", tag = "action")]
pub enum QueueOptionsEvent {
    /// It changed.
    Update {
        /// The queue.
        #[serde(rename = "queueId")]
        queue_id: QueueId,
    },
}

/// What is told of a tag.
#[derive(Debug, Clone, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase", tag = "action")]
pub enum TagEvent {
    /// It is new.
    Create {
        /// The tag.
        tag: Box<TagDetails>,
    },
    /// It changed.
    Update {
        /// The tag.
        tag: Box<TagDetails>,
    },
    /// It is gone.
    Delete {
        /// The tag.
        #[serde(rename = "tagId")]
        tag_id: TagId,
    },
}

/// What is told of a note of a ticket.
#[derive(Debug, Clone, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase", tag = "action")]
pub enum TicketNoteEvent {
    /// It was written.
    Create {
        /// The note.
        #[serde(rename = "ticketNote")]
        ticket_note: Box<TicketNote>,
    },
    /// The reader is named in it.
    Mention {
        /// The note.
        #[serde(rename = "ticketNote")]
        ticket_note: Box<TicketNote>,
        /// Its ticket.
        ticket: Box<Ticket>,
    },
    /// It is gone.
    Delete {
        /// The note.
        #[serde(rename = "ticketNoteId")]
        ticket_note_id: TicketNoteId,
        /// Whose conversation it was in.
        #[serde(rename = "contactId")]
        contact_id: ContactId,
    },
}

/// What is told of a quick message.
#[derive(Debug, Clone, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase", tag = "action")]
pub enum QuickMessageEvent {
    /// It is new.
    Create {
        /// The quick message.
        record: Box<QuickMessage>,
    },
    /// It changed.
    Update {
        /// The quick message.
        record: Box<QuickMessage>,
    },
    /// It is gone, or is no longer for the reader.
    Delete {
        /// The quick message.
        id: QuickMessageId,
    },
}

/// What is told of a scheduled message.
#[derive(Debug, Clone, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase", tag = "action")]
pub enum ScheduleEvent {
    /// It is new.
    Create {
        /// The scheduled message.
        schedule: Box<Schedule>,
    },
    /// It changed, was sent, or failed.
    Update {
        /// The scheduled message.
        schedule: Box<Schedule>,
    },
    /// It is gone.
    Delete {
        /// The scheduled message.
        #[serde(rename = "scheduleId")]
        schedule_id: ScheduleId,
    },
}

/// What the members of a chat are told.
#[derive(Debug, Clone, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase", tag = "action")]
pub enum ChatEvent {
    /// It is new.
    Create {
        /// The chat.
        chat: Box<Chat>,
    },
    /// It changed, or somebody has read it.
    Update {
        /// The chat.
        chat: Box<Chat>,
    },
    /// Somebody wrote.
    #[serde(rename = "new-message")]
    NewMessage {
        /// What he wrote.
        #[serde(rename = "newMessage")]
        new_message: Box<ChatMessage>,
        /// The chat as it stands after it.
        chat: Box<Chat>,
    },
    /// It is gone, or the reader is no longer in it.
    Delete {
        /// The chat.
        id: ChatId,
    },
}

/// Who looks at a conversation. Told and never stored.
#[derive(Debug, Clone, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase", tag = "action")]
pub enum LookersEvent {
    /// As it is now.
    Update {
        /// The conversation.
        #[serde(rename = "ticketId")]
        ticket_id: TicketId,
        /// Those who look, the reader himself among them.
        users: Vec<Looker>,
        /// Whether its customer writes.
        #[serde(rename = "isContactWriting")]
        is_contact_writing: bool,
    },
}

/// One who looks at a conversation.
#[derive(Debug, Clone, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Looker {
    /// Number.
    pub id: UserId,
    /// Name.
    pub name: String,
    /// Whether he writes in it.
    pub is_writing: bool,
}

/// What is told of sign-ins.
#[derive(Debug, Clone, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase", tag = "action")]
pub enum AuthEvent {
    /// Somebody signed in as this user elsewhere.
    Update {
        /// The user.
        user: SignedInUserRef,
    },
}

/// A user who signed in.
#[derive(Debug, Clone, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct SignedInUserRef {
    /// Number.
    pub id: UserId,
    /// E-mail address.
    pub email: String,
    /// His company.
    pub company_id: CompanyId,
}

super::written! {
    ContactEvent, contact: Contact;
    UserEvent, user: Colleague;
    TagEvent, tag: TagDetails;
    QuickMessageEvent, record: QuickMessage;
    ScheduleEvent, schedule: Schedule;
    ChatEvent, chat: Chat;
}
