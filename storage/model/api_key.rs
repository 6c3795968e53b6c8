//! Keys by which a company's own programs read and write (rule B25), as they go over the wire.

use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};

use super::ApiKeyId;

/// What a key may do.
#[derive(
    Debug,
    Clone,
    Copy,
    PartialEq,
    Eq,
    Hash,
    PartialOrd,
    Ord,
    Serialize,
    Deserialize,
    utoipa::ToSchema,
)]
pub enum Scope {
    /// Reads contacts.
    #[serde(rename = "contacts:read")]
    ContactsRead,
    /// Makes and changes contacts.
    #[serde(rename = "contacts:write")]
    ContactsWrite,
    /// Reads tickets.
    #[serde(rename = "tickets:read")]
    TicketsRead,
    /// Opens, moves, tags and closes tickets.
    #[serde(rename = "tickets:write")]
    TicketsWrite,
    /// Reads messages.
    #[serde(rename = "messages:read")]
    MessagesRead,
    /// Sends messages.
    #[serde(rename = "messages:write")]
    MessagesWrite,
    /// Reads tags.
    #[serde(rename = "tags:read")]
    TagsRead,
}

impl Scope {
    /// Every scope.
    pub const ALL: [Self; 7] = [
        Self::ContactsRead,
        Self::ContactsWrite,
        Self::TicketsRead,
        Self::TicketsWrite,
        Self::MessagesRead,
        Self::MessagesWrite,
        Self::TagsRead,
    ];

    /// The word on the wire and in the database.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::ContactsRead => "contacts:read",
            Self::ContactsWrite => "contacts:write",
            Self::TicketsRead => "tickets:read",
            Self::TicketsWrite => "tickets:write",
            Self::MessagesRead => "messages:read",
            Self::MessagesWrite => "messages:write",
            Self::TagsRead => "tags:read",
        }
    }

    /// What a word stands for.
    pub fn parse(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|scope| scope.as_str() == word)
    }
}

/// A key, of which only a hash is known.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ApiKey {
    /// Its number.
    pub id: ApiKeyId,
    /// What people call it.
    pub name: String,
    /// How it begins.
    pub prefix: String,
    /// What it may do.
    pub scopes: Vec<Scope>,
    /// When it ends by itself; `null` if never.
    #[schema(required)]
    pub expires_at: Option<DateTime<Utc>>,
    /// When it was taken back.
    #[schema(required)]
    pub revoked_at: Option<DateTime<Utc>>,
    /// When it was used last, to the minute.
    #[schema(required)]
    pub used_at: Option<DateTime<Utc>>,
    /// When it was made.
    pub created_at: DateTime<Utc>,
}

/// A call by a key: what was asked for and how it ended.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, sqlx::FromRow, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct KeyCall {
    /// Its number.
    pub id: i64,
    /// When it ended.
    pub at: DateTime<Utc>,
    /// `GET`, `POST` and so on.
    pub method: String,
    /// Without the words behind the `?`; what may be a secret is `…`.
    pub path: String,
    /// What it was answered with.
    pub status: i64,
    /// The code of a refusal.
    #[schema(required)]
    pub code: Option<String>,
    /// How long it took.
    pub millis: i64,
    /// The name of the request, as the answer's `X-Request-Id` says it.
    pub request_id: String,
}
