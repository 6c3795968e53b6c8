//! The event list that server and browser share, and the rooms an event goes to.

use std::{fmt, str::FromStr};

use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize, de::Error as _};
use serde_json::value::RawValue;

use super::{CompanyId, QueueId, TicketId, UserId};

/// What an event is about; on the wire `company-{id}-{entity}` (rule B2).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum Entity {
    /// `{action: update, ticket, was, givenBy?: {id, name}}` (`was`: its status before, `null` for a new one),
    /// `{action: delete, ticketId}`,
    /// `{action: updateUnread, ticketId}`
    Ticket,
    /// `{action: create, message, ticket, contact}`, `{action: update, message}`
    AppMessage,
    /// `{action: create|update, contact}`, `{action: delete, contactId}`
    Contact,
    /// `{action: create|update, user}`, `{action: delete, userId}`
    User,
    /// `{action: update, whatsapp}`, `{action: delete, whatsappId}`
    Whatsapp,
    /// `{action: update, session}`: the connection with status, qrcode, retries
    WhatsappSession,
    /// `{action: update, queue}`, `{action: delete, queueId}`
    Queue,
    /// `{action: update, queueId}`: its menu
    QueueOptions,
    /// `{action: create|update, holiday}`, `{action: delete, holidayId}`
    Holiday,
    /// `{action: update, schedules}`: the company's week
    CompanyHours,
    /// `{action: update, whatsappId}`: the templates of a number
    MessageTemplates,
    /// `{action: update, setting}`
    Settings,
    /// `{action: create|update, tag}`, `{action: delete, tagId}`
    Tag,
    /// `{action: create, ticketNote}`, `{action: delete, ticketNoteId, contactId}`
    TicketNote,
    /// `{action: create|update, record}`, `{action: delete, id}`
    QuickMessage,
    /// `{action: create|update, schedule}`, `{action: delete, scheduleId}`
    Schedule,
    /// `{action: create|update, chat}`, `{action: new-message, newMessage, chat}`, `{action: delete, id}`; to its members
    Chat,
    /// `{action: create|delete, invitationId}`: only that it is so; whom it invites is for admins
    Invitation,
    /// `{action: create|update, record}`, `{action: delete, id}`; to admins and supervisors
    Campaign,
    /// `{action: create|update, record}`, `{action: delete, id}`; to everybody of the companies that it is for
    Announcement,
    /// `{action: create|update, fileList}`, `{action: delete, fileListId}`
    File,
    /// `{action: create|update, record}`, `{action: delete, id}`; to those who lead
    ContactList,
    /// `{action: create|update, record}`, `{action: delete, id, contactListId}`, `{action: reload, contactListId}`: many of a
    /// list changed; to those who lead
    ContactListItem,
    /// `{action: create|update|delete, queueIntegrationId}`: only that it is so, its address may hold a secret;
    /// `{action: testSession, response}` to whoever tries one out
    QueueIntegration,
    /// `{action: create|update|delete, promptId}`: only that it is so, its text is for admins
    Prompt,
    /// `{action: create|update|delete, webhookId}`: only that it is so, its address may hold a secret
    Webhook,
    /// `{action: create|update, apiKeyId}`: only that it is so
    ApiKey,
    /// `{action: create|update|delete, articleId}`: only that it is so, what the company knows is for admins
    Article,
    /// `{action: create|update, closingReason}`, `{action: delete, closingReasonId}`
    ClosingReason,
    /// `{action: update, company}`: the company as the signed-in user has it, when its plan, standing or data change
    Company,
    /// `{action: "CONCLUIDA", company}`: an invoice was paid, and until when that is good
    Payment,
    /// `{action: create, impersonation}`, `{action: delete, id}`: a super user at work in the company
    Impersonation,
    /// `{action: create|update, record}`, `{action: delete, id}`; to everybody of every company
    Help,
    /// `{action: update, ticketId, users: [{id, name, isWriting}]}`: who looks at a conversation; not stored, without `seq`
    Lookers,
    /// `{action: update, user: {id, email, companyId}}`: somebody signed in as this user elsewhere
    Auth,
}

impl Entity {
    /// Every entity of the list.
    pub const ALL: &'static [Self] = &[
        Self::Ticket,
        Self::AppMessage,
        Self::Contact,
        Self::User,
        Self::Whatsapp,
        Self::WhatsappSession,
        Self::Queue,
        Self::QueueOptions,
        Self::Holiday,
        Self::CompanyHours,
        Self::MessageTemplates,
        Self::Settings,
        Self::Tag,
        Self::TicketNote,
        Self::QuickMessage,
        Self::Schedule,
        Self::Chat,
        Self::Campaign,
        Self::Announcement,
        Self::File,
        Self::ContactList,
        Self::ContactListItem,
        Self::Webhook,
        Self::ApiKey,
        Self::ClosingReason,
        Self::QueueIntegration,
        Self::Prompt,
        Self::Article,
        Self::Company,
        Self::Payment,
        Self::Impersonation,
        Self::Invitation,
        Self::Help,
        Self::Lookers,
        Self::Auth,
    ];

    /// The last part of the event's name.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Ticket => "ticket",
            Self::AppMessage => "appMessage",
            Self::Contact => "contact",
            Self::User => "user",
            Self::Whatsapp => "whatsapp",
            Self::WhatsappSession => "whatsappSession",
            Self::Queue => "queue",
            Self::QueueOptions => "queueOptions",
            Self::Holiday => "holiday",
            Self::CompanyHours => "companyHours",
            Self::MessageTemplates => "messageTemplates",
            Self::Settings => "settings",
            Self::Tag => "tag",
            Self::TicketNote => "ticketNote",
            Self::QuickMessage => "quickMessage",
            Self::Schedule => "schedule",
            Self::Chat => "chat",
            Self::Campaign => "campaign",
            Self::Announcement => "announcement",
            Self::File => "file",
            Self::ContactList => "ContactList",
            Self::ContactListItem => "ContactListItem",
            Self::Webhook => "webhook",
            Self::ApiKey => "apiKey",
            Self::ClosingReason => "closingReason",
            Self::QueueIntegration => "queueIntegration",
            Self::Prompt => "prompt",
            Self::Article => "article",
            Self::Company => "company",
            Self::Payment => "payment",
            Self::Impersonation => "impersonation",
            Self::Invitation => "invitation",
            Self::Help => "help",
            Self::Lookers => "lookers",
            Self::Auth => "auth",
        }
    }

    /// The entity of a name, or `None`.
    pub fn parse(name: &str) -> Option<Self> {
        Self::ALL
            .iter()
            .copied()
            .find(|entity| entity.as_str() == name)
    }

    /// The event's name on the wire.
    pub fn event_name(self, company: CompanyId) -> String {
        format!("company-{company}-{}", self.as_str())
    }
}

/// A room inside one company. Built from the token by the server, never from a name a client says.
/// Text form: `main`, `leads`, `attendants`, `user:5`, `ticket:9`, `status:open`, `queue:3:pending`, `queue:null:pending`,
/// `notification`, `queue-notification:3`, `queue-notification:null`.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Room {
    /// Everybody of the company.
    Main,
    /// Those who may pair numbers: admins and supervisors.
    Supervisors,
    /// Everybody else.
    Attendants,
    /// One user, all his sockets.
    User(UserId),
    /// Those who look at one ticket.
    Ticket(TicketId),
    /// Those who list every ticket of a status.
    Status(String),
    /// Those who list a queue's tickets of a status; `None` is "no queue yet".
    Queue(Option<QueueId>, String),
    /// Those who are notified of every ticket.
    Notification,
    /// Those who are notified of a queue's tickets.
    QueueNotification(Option<QueueId>),
}

impl fmt::Display for Room {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Main => f.write_str("main"),
            Self::Supervisors => f.write_str("leads"),
            Self::Attendants => f.write_str("attendants"),
            Self::User(id) => write!(f, "user:{id}"),
            Self::Ticket(id) => write!(f, "ticket:{id}"),
            Self::Status(status) => write!(f, "status:{status}"),
            Self::Queue(Some(id), status) => write!(f, "queue:{id}:{status}"),
            Self::Queue(None, status) => write!(f, "queue:null:{status}"),
            Self::Notification => f.write_str("notification"),
            Self::QueueNotification(Some(id)) => write!(f, "queue-notification:{id}"),
            Self::QueueNotification(None) => f.write_str("queue-notification:null"),
        }
    }
}

/// A text that is no room's name.
#[derive(Debug, thiserror::Error)]
#[error("not a room: {0}")]
pub struct NotARoom(String);

impl FromStr for Room {
    type Err = NotARoom;

    fn from_str(text: &str) -> Result<Self, NotARoom> {
        let bad = || NotARoom(text.to_owned());
        let queue = |id: &str| match id {
            "null" => Ok(None),
            id => id.parse().map(Some).map_err(|_| bad()),
        };
        let mut parts = text.splitn(3, ':');
        Ok(match (parts.next(), parts.next(), parts.next()) {
            (Some("main"), None, None) => Self::Main,
            (Some("leads"), None, None) => Self::Supervisors,
            (Some("attendants"), None, None) => Self::Attendants,
            (Some("notification"), None, None) => Self::Notification,
            (Some("user"), Some(id), None) => Self::User(id.parse().map_err(|_| bad())?),
            (Some("ticket"), Some(id), None) => Self::Ticket(id.parse().map_err(|_| bad())?),
            (Some("status"), Some(status), None) => Self::Status(status.to_owned()),
            (Some("queue"), Some(id), Some(status)) => Self::Queue(queue(id)?, status.to_owned()),
            (Some("queue-notification"), Some(id), None) => Self::QueueNotification(queue(id)?),
            _ => return Err(bad()),
        })
    }
}

impl Serialize for Room {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Room {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        String::deserialize(deserializer)?
            .parse()
            .map_err(D::Error::custom)
    }
}

/// Where the ticket of an event stands: nobody who may not see such a ticket hears the event, whatever rooms he is in.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Scope {
    /// The ticket's queue.
    pub queue_id: Option<QueueId>,
    /// The ticket's attendant.
    pub user_id: Option<UserId>,
}

/// An event that a transaction wants to tell after its commit.
#[derive(Debug, Clone)]
pub struct NewEvent {
    /// What it is about.
    pub entity: Entity,
    /// Who hears it: everybody in any of these rooms, once.
    pub rooms: Vec<Room>,
    /// For events of a ticket: where it stands.
    pub scope: Option<Scope>,
    /// The body without `seq`: a JSON object.
    pub payload: serde_json::Value,
}

/// A stored event. `seq` follows commit order inside a company and has no gaps.
#[derive(Debug, Clone)]
pub struct CommittedEvent {
    /// Whose event.
    pub company_id: CompanyId,
    /// From 1, by one.
    pub seq: i64,
    /// What it is about.
    pub entity: Entity,
    /// Who hears it.
    pub rooms: Vec<Room>,
    /// For events of a ticket: where it stands.
    pub scope: Option<Scope>,
    /// The body without `seq`.
    pub payload: Box<RawValue>,
    /// When it was committed.
    pub at: DateTime<Utc>,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_room_reads_back_from_its_text() {
        for room in [
            Room::Main,
            Room::Supervisors,
            Room::Attendants,
            Room::User(UserId(5)),
            Room::Ticket(TicketId(9)),
            Room::Status("open".into()),
            Room::Queue(Some(QueueId(3)), "pending".into()),
            Room::Queue(None, "pending".into()),
            Room::Notification,
            Room::QueueNotification(Some(QueueId(3))),
            Room::QueueNotification(None),
        ] {
            assert_eq!(room.to_string().parse::<Room>().unwrap(), room);
        }
        assert!("queue:x:open".parse::<Room>().is_err());
    }

    #[test]
    fn an_event_is_named_after_its_company() {
        // spec: S113
        assert_eq!(
            Entity::AppMessage.event_name(CompanyId(7)),
            "company-7-appMessage"
        );
    }
}
