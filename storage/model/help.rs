//! Help videos as they go over the wire (A038).

use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};

use super::HelpId;

/// A video that explains the product.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, utoipa::ToSchema, sqlx::FromRow)]
#[serde(rename_all = "camelCase")]
pub struct Help {
    /// Its number.
    pub id: HelpId,
    /// Its title.
    pub title: String,
    /// The video's code at its host.
    pub video: String,
    /// What it is about.
    pub description: String,
    /// When it was made.
    pub created_at: DateTime<Utc>,
    /// When it last changed.
    pub updated_at: DateTime<Utc>,
}
