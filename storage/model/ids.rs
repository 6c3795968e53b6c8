//! Typed ids. Every one is a positive number made by the database; the type keeps them from being mixed up.

use serde::{Deserialize, Serialize};

macro_rules! id {
    ($(#[$doc:meta])* $name:ident) => {
        $(#[$doc])*
        #[derive(
            Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize,
            sqlx::Type, utoipa::ToSchema,
        )]
        #[serde(transparent)]
        #[sqlx(transparent)]
        #[schema(value_type = i64)]
        pub struct $name(pub i64);

        impl std::fmt::Display for $name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                self.0.fmt(f)
            }
        }

        impl std::str::FromStr for $name {
            type Err = std::num::ParseIntError;
            fn from_str(text: &str) -> Result<Self, Self::Err> {
                text.parse().map(Self)
            }
        }
    };
}

id!(
    /// An article of what a company knows.
    ArticleId
);
id!(
    /// A company (tenant). First parameter of every storage function that touches its data.
    CompanyId
);
id!(
    /// A plan that companies subscribe to.
    PlanId
);
id!(
    /// A user of the desk: admin, supervisor or attendant.
    UserId
);
id!(
    /// A queue (department).
    QueueId
);
id!(
    /// An option of a queue's menu: a node of its tree.
    QueueOptionId
);
id!(
    /// A day on which other hours hold.
    HolidayId
);
id!(
    /// A connection: one `WhatsApp` number.
    ConnectionId
);
id!(
    /// A contact: a customer, or a group.
    ContactId
);
id!(
    /// A ticket: one episode of service with a contact.
    TicketId
);
id!(
    /// A service of others that answers customers.
    QueueIntegrationId
);
id!(
    /// A prompt for a language model.
    PromptId
);
id!(
    /// A customer's message that a bot is still to be asked about.
    BotTurnId
);
id!(
    /// A call to a service of others that answers customers.
    IntegrationCallId
);
id!(
    /// A stored message.
    MessageId
);
id!(
    /// A stored media file.
    MediaId
);
id!(
    /// A tag.
    TagId
);
id!(
    /// A note on a ticket.
    TicketNoteId
);
id!(
    /// A quick message.
    QuickMessageId
);
id!(
    /// A kept filter of the ticket list.
    SavedFilterId
);
id!(
    /// A message to be sent later.
    ScheduleId
);
id!(
    /// A reason for closing.
    ClosingReasonId
);
id!(
    /// A message template of a number.
    MessageTemplateId
);
id!(
    /// A chat among colleagues.
    ChatId
);
id!(
    /// An announcement to everybody on this server.
    AnnouncementId
);
id!(
    /// A list of files.
    FileListId
);
id!(
    /// A file's place in a list.
    FileOptionId
);
id!(
    /// A video that explains the product.
    HelpId
);
id!(
    /// A super user's stay in a company.
    ImpersonationId
);
id!(
    /// An invitation into a company.
    InvitationId
);
id!(
    /// An invoice of a company.
    InvoiceId
);
id!(
    /// A credit of a company toward its invoices.
    CreditId
);
id!(
    /// A list of people to write to in bulk.
    ContactListId
);
id!(
    /// Somebody in a contact list.
    ContactListItemId
);
id!(
    /// A campaign.
    CampaignId
);
id!(
    /// Somebody whom a campaign writes to.
    CampaignRecipientId
);
id!(
    /// An address that is told what happens.
    WebhookId
);
id!(
    /// Something that an address is told.
    WebhookDeliveryId
);
id!(
    /// A passkey of a user.
    PasskeyId
);
id!(
    /// A key of a company's own programs.
    ApiKeyId
);
