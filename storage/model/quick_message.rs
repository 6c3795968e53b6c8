//! Quick messages as they go over the wire (S050, A041).

use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};

use super::{CompanyId, QuickMessageId, UserId};

/// A text kept for the next time, put into the composer by its short code.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct QuickMessage {
    /// Its number.
    pub id: QuickMessageId,
    /// What is typed after `/`.
    pub shortcode: String,
    /// The text, with variables such as `{{firstName}}`.
    pub message: String,
    /// For the whole company, not only for who wrote it.
    pub geral: bool,
    /// Offered in the composer.
    pub status: bool,
    /// Whether a file goes with it.
    pub is_media: bool,
    /// Signed link to the file, good for some hours.
    pub media_url: Option<String>,
    /// Stored name of the file.
    pub media_path: Option<String>,
    /// The sender's name for the file.
    pub media_name: Option<String>,
    /// What the file really is.
    pub media_mime: Option<String>,
    /// Whose it is.
    pub company_id: CompanyId,
    /// Who wrote it.
    pub user_id: UserId,
    /// When it was written.
    pub created_at: DateTime<Utc>,
    /// When it last changed.
    pub updated_at: DateTime<Utc>,
}
