//! Scheduled messages as they go over the wire (S051).

use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};

use super::{
    ConnectionId, ContactId, ScheduleId, UserId, message::Named, message_template::TemplateChoice,
};

/// Where a scheduled message stands (rule B10).
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, sqlx::Type, utoipa::ToSchema,
)]
#[serde(rename_all = "UPPERCASE")]
#[sqlx(type_name = "TEXT", rename_all = "UPPERCASE")]
pub enum ScheduleStatus {
    /// Waits for its time.
    Pendente,
    /// Its time has come; the message is on its way.
    Agendada,
    /// The provider took it.
    Enviada,
    /// It was certainly not sent.
    Erro,
}

/// How often a scheduled message comes again.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, sqlx::Type, utoipa::ToSchema,
)]
#[serde(rename_all = "lowercase")]
#[sqlx(type_name = "TEXT", rename_all = "lowercase")]
pub enum Repeat {
    /// Every day.
    Daily,
    /// Every week on the same day.
    Weekly,
    /// Every month on the same day; on the last one of a month that does not have it.
    Monthly,
}

/// A scheduled message that comes again.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Repeats {
    /// How often.
    pub every: Repeat,
    /// The occurrence that the others are counted from.
    pub from: DateTime<Utc>,
    /// None comes after it.
    pub until: DateTime<Utc>,
}

/// Whom a scheduled message is for.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ScheduleContact {
    /// Number in the database.
    pub id: ContactId,
    /// Name.
    pub name: String,
    /// Digits of the phone number.
    pub number: String,
    /// Picture, maybe empty.
    pub profile_pic_url: String,
}

/// A scheduled message.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Schedule {
    /// Number.
    pub id: ScheduleId,
    /// Text with variables, or the picture's caption.
    pub body: String,
    /// Whom it is for.
    pub contact_id: ContactId,
    /// The same with name and number.
    pub contact: ScheduleContact,
    /// When it is to be sent.
    pub send_at: DateTime<Utc>,
    /// When the provider took it.
    pub sent_at: Option<DateTime<Utc>>,
    /// Where it stands.
    pub status: ScheduleStatus,
    /// How often it comes again; `null` is not (any more): of a series, the message that waits carries it on.
    pub repeat: Option<Repeat>,
    /// After that it does not come again.
    pub repeat_until: Option<DateTime<Utc>>,
    /// The occurrence that the others are counted from.
    #[serde(skip)]
    pub repeat_from: Option<DateTime<Utc>>,
    /// Why it was not sent: a code of this list, or the provider's words.
    pub error: Option<String>,
    /// Stored name of the picture.
    pub media_path: Option<String>,
    /// The sender's name for the picture.
    pub media_name: Option<String>,
    /// Who scheduled it.
    pub user_id: UserId,
    /// The same with his name.
    pub user: Named,
    /// By which connection; `null` is that of the contact's last ticket, or the default.
    pub whatsapp_id: Option<ConnectionId>,
    /// The approved text of that connection that it is; `body` shows it.
    pub template: Option<TemplateChoice>,
    /// When it was made.
    pub created_at: DateTime<Utc>,
    /// When it last changed.
    pub updated_at: DateTime<Utc>,
}
