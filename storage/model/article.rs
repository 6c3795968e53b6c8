//! What a company knows, as it goes over the wire.

use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};

use super::ArticleId;

/// An article.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, sqlx::FromRow, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Article {
    /// Its number.
    pub id: ArticleId,
    /// What it is about.
    pub title: String,
    /// What it says.
    #[sqlx(rename = "body")]
    pub text: String,
    /// Whether models are told of it.
    pub is_on: bool,
    /// When it was made.
    pub created_at: DateTime<Utc>,
    /// When it last changed.
    pub updated_at: DateTime<Utc>,
}

/// An article without what it says.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, sqlx::FromRow, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ArticleHead {
    /// Its number.
    pub id: ArticleId,
    /// What it is about.
    pub title: String,
    /// Whether models are told of it.
    pub is_on: bool,
    /// When it last changed.
    pub updated_at: DateTime<Utc>,
}
