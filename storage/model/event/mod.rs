//! The event list that server and browser share: what may be told, in one table, and the rooms it goes to. What the fields
//! are stands with the payloads; the API description has all of them, and the browser's types are made from it.

mod administration;
mod room;
mod service;
#[cfg(test)]
mod tests;

use chrono::{DateTime, Utc};
use serde::Serialize;
use serde_json::value::RawValue;
use utoipa::openapi::{
    ObjectBuilder, Ref, RefOr,
    schema::{Schema, Type},
};

pub use self::{
    administration::{
        AnnouncementEvent, ApiKeyEvent, ArticleEvent, CampaignEvent, ClosingReasonEvent,
        CompanyEvent, CompanyHoursEvent, CompanyNow, ContactListEvent, ContactListItemEvent,
        FileEvent, HelpEvent, HolidayEvent, ImpersonationEvent, InvitationEvent,
        MessageTemplatesEvent, PaymentEvent, PromptEvent, QueueIntegrationEvent, SettingsEvent,
        TrialAnswer, WebhookChange,
    },
    room::{NotARoom, Room, Scope},
    service::{
        AppMessageEvent, AuthEvent, ChatEvent, ContactEvent, Looker, LookersEvent, Presence,
        QueueEvent, QueueOptionsEvent, QuickMessageEvent, ScheduleEvent, SignedInUserRef, TagEvent,
        TicketEvent, TicketNoteEvent, UserEvent, WhatsappEvent, WhatsappSessionEvent,
    },
};
use super::CompanyId;

/// Whether something is told of for the first time.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Written {
    /// It was made.
    New,
    /// It was changed.
    Changed,
}

/// What became of something of which only that is told.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub enum Change {
    /// It was made.
    Create,
    /// It was changed.
    Update,
    /// It is gone.
    Delete,
}

/// The list: one row says what an event is about, what its body is, and the last part of its name.
macro_rules! events {
    ($($(#[$doc:meta])* $entity:ident($payload:ident) = $name:literal,)*) => {
        /// What an event is about; on the wire `company-{id}-{entity}` (rule B2).
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
        pub enum Entity {
            $($(#[$doc])* $entity,)*
        }

        impl Entity {
            /// Every entity of the list.
            pub const ALL: &'static [Self] = &[$(Self::$entity,)*];

            /// The last part of the event's name.
            pub fn as_str(self) -> &'static str {
                match self {
                    $(Self::$entity => $name,)*
                }
            }
        }

        /// What is told: the body of an event without `seq`.
        #[derive(Debug, Clone, Serialize)]
        #[serde(untagged)]
        pub enum Event {
            $($(#[$doc])* $entity($payload),)*
        }

        impl Event {
            /// What it is about.
            pub fn entity(&self) -> Entity {
                match self {
                    $(Self::$entity(_) => Entity::$entity,)*
                }
            }
        }

        $(impl From<$payload> for Event {
            fn from(payload: $payload) -> Self {
                Self::$entity(payload)
            }
        })*

        /// The bodies of all events as the API description has them: `Events` leads from the last part of an event's name
        /// to its body.
        pub fn schemas() -> Vec<(String, RefOr<Schema>)> {
            let mut all = Vec::new();
            let mut events = ObjectBuilder::new()
                .schema_type(Type::Object)
                .description(Some(
                    "What is told over Socket.IO as `company-{id}-{name}`, each with a `seq` besides.",
                ));
            $(
                let payload = <$payload as utoipa::ToSchema>::name();
                events = events
                    .property($name, Ref::from_schema_name(payload.as_ref()))
                    .required($name);
                all.push((payload.into_owned(), <$payload as utoipa::PartialSchema>::schema()));
                <$payload as utoipa::ToSchema>::schemas(&mut all);
            )*
            all.push(("Events".to_owned(), events.build().into()));
            all
        }
    };
}

events! {
    /// A ticket.
    Ticket(TicketEvent) = "ticket",
    /// A message.
    AppMessage(AppMessageEvent) = "appMessage",
    /// A contact.
    Contact(ContactEvent) = "contact",
    /// A colleague.
    User(UserEvent) = "user",
    /// A connection as its page has it.
    Whatsapp(WhatsappEvent) = "whatsapp",
    /// The session of a connection.
    WhatsappSession(WhatsappSessionEvent) = "whatsappSession",
    /// A queue.
    Queue(QueueEvent) = "queue",
    /// The menu of a queue.
    QueueOptions(QueueOptionsEvent) = "queueOptions",
    /// A day with other hours.
    Holiday(HolidayEvent) = "holiday",
    /// The company's week.
    CompanyHours(CompanyHoursEvent) = "companyHours",
    /// The templates of a number.
    MessageTemplates(MessageTemplatesEvent) = "messageTemplates",
    /// A setting.
    Settings(SettingsEvent) = "settings",
    /// A tag.
    Tag(TagEvent) = "tag",
    /// A note of a ticket.
    TicketNote(TicketNoteEvent) = "ticketNote",
    /// A quick message.
    QuickMessage(QuickMessageEvent) = "quickMessage",
    /// A scheduled message.
    Schedule(ScheduleEvent) = "schedule",
    /// A chat; to its members.
    Chat(ChatEvent) = "chat",
    /// An invitation.
    Invitation(InvitationEvent) = "invitation",
    /// A campaign; to admins and supervisors.
    Campaign(CampaignEvent) = "campaign",
    /// News of those who run the server; to everybody of the companies that it is for.
    Announcement(AnnouncementEvent) = "announcement",
    /// A list of files.
    File(FileEvent) = "file",
    /// A contact list; to those who lead.
    ContactList(ContactListEvent) = "ContactList",
    /// Somebody in a contact list; to those who lead.
    ContactListItem(ContactListItemEvent) = "ContactListItem",
    /// A service of others that answers customers.
    QueueIntegration(QueueIntegrationEvent) = "queueIntegration",
    /// What a language model is told to be.
    Prompt(PromptEvent) = "prompt",
    /// An address of the company's own systems.
    Webhook(WebhookChange) = "webhook",
    /// A key for programs.
    ApiKey(ApiKeyEvent) = "apiKey",
    /// An article of what the company knows.
    Article(ArticleEvent) = "article",
    /// Why a ticket is closed.
    ClosingReason(ClosingReasonEvent) = "closingReason",
    /// The company's plan, standing or data.
    Company(CompanyEvent) = "company",
    /// A payment.
    Payment(PaymentEvent) = "payment",
    /// A super user at work in the company.
    Impersonation(ImpersonationEvent) = "impersonation",
    /// A help video; to everybody of every company.
    Help(HelpEvent) = "help",
    /// Who looks at a conversation; not stored, without `seq`.
    Lookers(LookersEvent) = "lookers",
    /// Who is signed in.
    Auth(AuthEvent) = "auth",
}

impl Entity {
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

/// An event that a transaction wants to tell after its commit.
#[derive(Debug, Clone)]
pub struct NewEvent {
    /// Who hears it: everybody in any of these rooms, once.
    pub rooms: Vec<Room>,
    /// For events of a ticket: where it stands.
    pub scope: Option<Scope>,
    /// What is told.
    pub event: Event,
}

impl NewEvent {
    /// What these rooms hear whoever sits in them.
    pub fn to(rooms: impl Into<Vec<Room>>, event: impl Into<Event>) -> Self {
        Self {
            rooms: rooms.into(),
            scope: None,
            event: event.into(),
        }
    }

    /// What those in these rooms hear who may see a ticket that stands there.
    pub fn of_ticket(rooms: Vec<Room>, scope: Scope, event: impl Into<Event>) -> Self {
        Self {
            rooms,
            scope: Some(scope),
            event: event.into(),
        }
    }
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

/// Lets an action be told by the record alone.
macro_rules! written {
    ($($payload:ident, $name:ident: $record:ty;)*) => {
        $(impl $payload {
            /// That it was made or changed.
            pub fn written(how: super::Written, $name: &$record) -> Self {
                let $name = Box::new($name.clone());
                match how {
                    super::Written::New => Self::Create { $name },
                    super::Written::Changed => Self::Update { $name },
                }
            }
        })*
    };
}
use written;
