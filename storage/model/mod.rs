//! Plain types of the desk: ids, entities as they go over the wire, events, error codes. No IO, no clock reading.

pub mod ai;
pub mod announcement;
pub mod api_key;
pub mod article;
pub mod audit;
pub mod bot;
pub mod business_profile;
pub mod campaign;
pub mod chat;
pub mod clock;
pub mod closing_reason;
pub mod cloud_health;
pub mod company;
pub mod connection;
pub mod contact;
pub mod contact_list;
pub mod dashboard;
pub mod error_code;
pub mod event;
pub mod file_list;
pub mod first_hour;
pub mod help;
pub mod hours;
pub mod ids;
pub mod impersonation;
pub mod inbound;
pub mod invitation;
pub mod invoice;
pub mod message;
pub mod message_template;
pub mod note;
pub mod outgoing;
pub mod page;
pub mod prompt;
pub mod public;
pub mod queue;
pub mod quick_message;
pub mod saved_filter;
pub mod schedule;
pub mod step;
pub mod tag;
pub mod ticket;
pub mod user;
pub mod webhook;

pub use clock::{Clock, SystemClock};
pub use error_code::ErrorCode;
pub use ids::{
    AnnouncementId, ApiKeyId, ArticleId, BotTurnId, CampaignId, CampaignRecipientId, ChatId,
    ClosingReasonId, CompanyId, ConnectionId, ContactId, ContactListId, ContactListItemId,
    CreditId, FileListId, FileOptionId, HelpId, HolidayId, ImpersonationId, IntegrationCallId,
    InvitationId, InvoiceId, MediaId, MessageId, MessageTemplateId, PasskeyId, PlanId, PromptId,
    QueueId, QueueIntegrationId, QueueOptionId, QuickMessageId, SavedFilterId, ScheduleId, TagId,
    TicketId, TicketNoteId, UserId, WebhookDeliveryId, WebhookId,
};
