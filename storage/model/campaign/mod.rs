//! Campaigns as they go over the wire (A044, A045, A065): one text for everybody of a contact list.

use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use uuid::Uuid;

mod texts;

pub use texts::{CampaignTemplate, CampaignText, CampaignTexts};

use super::{
    CampaignId, CampaignRecipientId, CompanyId, ConnectionId, ContactListId, ContactListItemId,
    FileListId, TagId, TicketId, message::Named,
};

/// Where a campaign stands (A065).
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, sqlx::Type, utoipa::ToSchema,
)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
#[sqlx(type_name = "TEXT", rename_all = "SCREAMING_SNAKE_CASE")]
pub enum CampaignStatus {
    /// Being written.
    Inativa,
    /// Waits for its time.
    Programada,
    /// Writes to people.
    EmAndamento,
    /// Stopped by a person.
    Cancelada,
    /// Everybody was written to.
    Finalizada,
}

/// Where a campaign stands for those who look at the list: a pause is a flag on one that runs.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, sqlx::Type, utoipa::ToSchema,
)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
#[sqlx(type_name = "TEXT", rename_all = "SCREAMING_SNAKE_CASE")]
pub enum CampaignStanding {
    /// Being written.
    Inativa,
    /// Waits for its time.
    Programada,
    /// Writes to people.
    EmAndamento,
    /// Runs and writes to nobody now.
    Pausada,
    /// Stopped by a person.
    Cancelada,
    /// Everybody was written to.
    Finalizada,
}

/// How many campaigns stand in one way.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, utoipa::ToSchema, sqlx::FromRow,
)]
pub struct CampaignsStanding {
    /// Which way.
    pub standing: CampaignStanding,
    /// How many.
    pub count: i64,
}

/// How far a campaign has got with one of its recipients.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, sqlx::Type, utoipa::ToSchema,
)]
#[serde(rename_all = "camelCase")]
#[sqlx(type_name = "TEXT", rename_all = "camelCase")]
pub enum RecipientState {
    /// Waits for his turn.
    Pending,
    /// Was asked whether he wants it.
    ConfirmRequested,
    /// Has said that he wants it.
    Confirmed,
    /// His message waits to be sent.
    Queued,
    /// The provider took it.
    Sent,
    /// It is on his phone.
    Delivered,
    /// He has seen it.
    Read,
    /// It was certainly not sent.
    Failed,
    /// He wants no messages of this kind.
    OptedOut,
    /// Nothing is sent to him.
    Skipped,
    /// Nobody can know whether it was sent.
    Unknown,
}

impl RecipientState {
    /// Every state.
    pub const ALL: [Self; 11] = [
        Self::Pending,
        Self::ConfirmRequested,
        Self::Confirmed,
        Self::Queued,
        Self::Sent,
        Self::Delivered,
        Self::Read,
        Self::Failed,
        Self::OptedOut,
        Self::Skipped,
        Self::Unknown,
    ];

    /// The word in the database and on the wire.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Pending => "pending",
            Self::ConfirmRequested => "confirmRequested",
            Self::Confirmed => "confirmed",
            Self::Queued => "queued",
            Self::Sent => "sent",
            Self::Delivered => "delivered",
            Self::Read => "read",
            Self::Failed => "failed",
            Self::OptedOut => "optedOut",
            Self::Skipped => "skipped",
            Self::Unknown => "unknown",
        }
    }
}

/// Why a campaign that runs writes to nobody now. The first two last until a person lets it go on.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, sqlx::Type, utoipa::ToSchema,
)]
#[serde(rename_all = "camelCase")]
#[sqlx(type_name = "TEXT", rename_all = "camelCase")]
pub enum PausedReason {
    /// A person has said so.
    Person,
    /// Too many sends have failed.
    Failures,
    /// Its number is not connected.
    Connection,
    /// It is not the time of day for it.
    Window,
    /// The number has written to as many people today as it may.
    Cap,
    /// The company may send no campaigns now.
    Plan,
}

impl PausedReason {
    /// Whether it ends only when a person says so.
    pub fn is_kept(self) -> bool {
        matches!(self, Self::Person | Self::Failures)
    }
}

/// What made a campaign stop by itself for its failures.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, sqlx::Type, utoipa::ToSchema,
)]
#[serde(rename_all = "camelCase")]
#[sqlx(type_name = "TEXT", rename_all = "camelCase")]
pub enum FailureKind {
    /// Some sends failed one after another.
    InRow,
    /// Too many of the last sends failed.
    Share,
    /// The official API has restricted the number.
    Restricted,
}

/// The failures for which a campaign stopped by itself.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct PausedFailures {
    /// What made it stop.
    pub kind: FailureKind,
    /// Sends that failed.
    pub failed: i64,
    /// Of how many.
    pub sent: i64,
}

/// When a campaign may write to people, by the clock of the company.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct SendingWindow {
    /// Days of the week; 0 is Sunday.
    pub weekdays: Vec<u8>,
    /// `HH:MM`.
    pub start: String,
    /// `HH:MM`, later than the start.
    pub end: String,
    /// Not on the company's holidays.
    pub skip_holidays: bool,
}

/// How many recipients are in which state.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct CampaignCounts {
    /// Everybody; before the start those of the list.
    pub total: i64,
    /// Those of them who are written to; before the start those with a valid number.
    pub valid: i64,
    /// Wait for their turn.
    pub pending: i64,
    /// Were asked and have not answered.
    pub confirm_requested: i64,
    /// Have said yes; the text follows in some seconds.
    pub confirmed: i64,
    /// On the way.
    pub queued: i64,
    /// The provider took it, no more is known.
    pub sent: i64,
    /// On their phones, not read.
    pub delivered: i64,
    /// Read.
    pub read: i64,
    /// Have written back.
    pub answered: i64,
    /// Certainly not sent.
    pub failed: i64,
    /// Want no such messages.
    pub opted_out: i64,
    /// Not written to.
    pub skipped: i64,
    /// Nobody can know.
    pub unknown: i64,
}

/// The contact list of a campaign.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct CampaignList {
    /// Number.
    pub id: ContactListId,
    /// Name.
    pub name: String,
    /// Who stands in it.
    pub contacts_count: i64,
    /// Those of them whose number is on `WhatsApp`.
    pub valid_count: i64,
    /// The first 100, where an admin asks for one campaign.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub contacts: Option<Vec<CampaignContact>>,
}

/// Somebody of a campaign's contact list.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, utoipa::ToSchema, sqlx::FromRow)]
#[serde(rename_all = "camelCase")]
pub struct CampaignContact {
    /// Number of the row.
    pub id: ContactListItemId,
    /// Name.
    pub name: String,
    /// Phone number.
    pub number: String,
    /// E-mail, or empty.
    pub email: String,
    /// Whether the number is on `WhatsApp`; `null` until it was looked up.
    pub is_whatsapp_valid: Option<bool>,
}

/// What a campaign has sent to somebody, in the words of the family of products.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, utoipa::ToSchema, sqlx::FromRow)]
#[serde(rename_all = "camelCase")]
pub struct Shipping {
    /// Number of the recipient.
    pub id: CampaignRecipientId,
    /// Phone number.
    pub number: String,
    /// Name.
    pub name: String,
    /// When the text itself was on his phone.
    pub delivered_at: Option<DateTime<Utc>>,
    /// When he was asked whether he wants it.
    pub confirmation_requested_at: Option<DateTime<Utc>>,
    /// When he has said yes.
    pub confirmed_at: Option<DateTime<Utc>>,
}

/// A campaign (A044).
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Campaign {
    /// Number.
    pub id: CampaignId,
    /// Name.
    pub name: String,
    /// Where it stands.
    pub status: CampaignStatus,
    /// The texts; those that are not empty take turns.
    #[serde(flatten)]
    pub texts: CampaignTexts,
    /// Whether people are asked first.
    pub confirmation: bool,
    /// When it is to begin.
    pub scheduled_at: Option<DateTime<Utc>>,
    /// When it began.
    pub started_at: Option<DateTime<Utc>>,
    /// When it ended.
    pub completed_at: Option<DateTime<Utc>>,
    /// By which connection; of several the first.
    pub whatsapp_id: Option<ConnectionId>,
    /// By which connections, in turn.
    pub whatsapp_ids: Vec<ConnectionId>,
    /// To whom.
    pub contact_list_id: Option<ContactListId>,
    /// The tag from which its list was made, if it was.
    pub tag_list_id: Option<TagId>,
    /// Files that go before the text.
    pub file_list_id: Option<FileListId>,
    /// Whose it is.
    pub company_id: CompanyId,
    /// Stored name of its file.
    pub media_path: Option<String>,
    /// The sender's name for it.
    pub media_name: Option<String>,
    /// Signed link to it, good for some hours.
    pub media_url: Option<String>,
    /// The connection; of several the first.
    pub whatsapp: Option<Named>,
    /// All connections, in their order.
    pub whatsapps: Vec<Named>,
    /// The list.
    pub contact_list: Option<CampaignList>,
    /// Since when it writes to nobody, if it does not.
    pub paused_at: Option<DateTime<Utc>>,
    /// Why not.
    pub paused_reason: Option<PausedReason>,
    /// Which failures, where it is for them.
    pub paused_failures: Option<PausedFailures>,
    /// When the next one is written to, at the earliest.
    pub next_at: Option<DateTime<Utc>>,
    /// When it may write; `null` is always.
    pub window: Option<SendingWindow>,
    /// People a day; `null` is what is usual.
    pub daily_cap: Option<i64>,
    /// How far it has got.
    pub counts: CampaignCounts,
    /// The first 100 recipients, where one campaign is asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub shipping: Option<Vec<Shipping>>,
    /// When it was made.
    pub created_at: DateTime<Utc>,
    /// When it last changed.
    pub updated_at: DateTime<Utc>,
}

/// Somebody whom a campaign writes to.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, utoipa::ToSchema, sqlx::FromRow)]
#[serde(rename_all = "camelCase")]
pub struct CampaignRecipient {
    /// Number.
    pub id: CampaignRecipientId,
    /// Name.
    pub name: String,
    /// Phone number.
    pub number: String,
    /// How far it has got with him.
    pub state: RecipientState,
    /// Why not further: an error code, or `invalid`, `unchecked`, `doNotContact`, `optOut`, `blocked`.
    pub reason: Option<String>,
    /// Which of the texts, from 1.
    pub variant: Option<i64>,
    /// The connection by which he is written to, once that is known.
    pub whatsapp_id: Option<ConnectionId>,
    /// Its name.
    pub whatsapp_name: Option<String>,
    /// The ticket in which he was written to, or in which he has answered; `null` also where the caller may not see it.
    pub ticket_id: Option<TicketId>,
    /// Its name in links.
    pub ticket_uuid: Option<Uuid>,
    /// When he was asked.
    pub confirmation_requested_at: Option<DateTime<Utc>>,
    /// When he said yes.
    pub confirmed_at: Option<DateTime<Utc>>,
    /// When the provider took it.
    pub sent_at: Option<DateTime<Utc>>,
    /// When it was on his phone.
    pub delivered_at: Option<DateTime<Utc>>,
    /// When he read it.
    pub read_at: Option<DateTime<Utc>>,
    /// When he wrote back.
    pub answered_at: Option<DateTime<Utc>>,
}

/// What happened in one hour of a campaign.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ProgressPoint {
    /// When the hour began.
    pub at: DateTime<Utc>,
    /// Taken by the provider.
    pub sent: i64,
    /// Put on a phone.
    pub delivered: i64,
    /// Read.
    pub read: i64,
    /// Failed.
    pub failed: i64,
    /// Written back.
    pub answered: i64,
}

/// A number that nothing in bulk writes to.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, utoipa::ToSchema, sqlx::FromRow)]
#[serde(rename_all = "camelCase")]
pub struct DoNotContact {
    /// Number of the row.
    pub id: i64,
    /// The phone number, in the form that stands for both Brazilian ones.
    pub number: String,
    /// `optOut`: he has said so; `person`: somebody of the company has.
    pub reason: String,
    /// Since when.
    pub created_at: DateTime<Utc>,
}

/// A word in braces and what stands for it in the texts of campaigns.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, utoipa::ToSchema)]
pub struct CampaignVariable {
    /// The word, without its braces.
    pub key: String,
    /// What stands for it.
    pub value: String,
}

/// How a company's campaigns go (A045, A141).
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct CampaignSettings {
    /// Seconds between two of the first messages.
    pub message_interval: i64,
    /// After how many messages the other interval holds; 0 is never.
    pub longer_interval_after: i64,
    /// Seconds between two of the later messages.
    pub greater_interval: i64,
    /// Words of the company's own.
    pub variables: Vec<CampaignVariable>,
}

impl Default for CampaignSettings {
    fn default() -> Self {
        Self {
            message_interval: 20,
            longer_interval_after: 20,
            greater_interval: 60,
            variables: Vec::new(),
        }
    }
}
