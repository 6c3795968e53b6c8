//! Announcements as they go over the wire (S047).

use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};

use super::{AnnouncementId, CompanyId};

/// What those who run the server tell everybody.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Announcement {
    /// Number.
    pub id: AnnouncementId,
    /// Title.
    pub title: String,
    /// Text.
    pub text: String,
    /// 1 high (red), 2 medium (orange), 3 low (grey).
    pub priority: i64,
    /// Whether it is shown.
    pub status: bool,
    /// The one company that it is for; `null` is every company.
    pub company_id: Option<CompanyId>,
    /// Shown from here on.
    pub visible_from: Option<DateTime<Utc>>,
    /// No longer shown from here on.
    pub visible_until: Option<DateTime<Utc>>,
    /// Stored name of the picture.
    pub media_path: Option<String>,
    /// The sender's name for the picture.
    pub media_name: Option<String>,
    /// Signed link to the picture, good for some hours.
    pub media_url: Option<String>,
    /// When it was made.
    pub created_at: DateTime<Utc>,
    /// When it last changed.
    pub updated_at: DateTime<Utc>,
}

impl Announcement {
    /// Whether a company's people see it now.
    #[must_use]
    pub fn is_seen_by(&self, company: CompanyId, now: DateTime<Utc>) -> bool {
        self.status
            && self.company_id.is_none_or(|only| only == company)
            && self.visible_from.is_none_or(|from| from <= now)
            && self.visible_until.is_none_or(|until| until > now)
    }
}
