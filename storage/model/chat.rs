//! Internal chats as they go over the wire (S048).

use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use uuid::Uuid;

use super::{ChatId, UserId, message::Named};

/// A member of a chat.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ChatUser {
    /// Who.
    pub user_id: UserId,
    /// Messages that he has not read.
    pub unreads: i64,
    /// The same with his name.
    pub user: Named,
}

/// A chat.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Chat {
    /// Number.
    pub id: ChatId,
    /// The name in links.
    pub uuid: Uuid,
    /// What it is called.
    pub title: String,
    /// Who made it.
    pub owner_id: UserId,
    /// `sender: text` of the last message, cut; empty before the first.
    pub last_message: String,
    /// Members by name.
    pub users: Vec<ChatUser>,
    /// When it was made.
    pub created_at: DateTime<Utc>,
    /// When it last changed or somebody last wrote.
    pub updated_at: DateTime<Utc>,
}

impl Chat {
    /// Whether somebody is a member.
    pub fn has(&self, user: UserId) -> bool {
        self.users.iter().any(|member| member.user_id == user)
    }
}

/// A message of a chat.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ChatMessage {
    /// Number; grows with time.
    pub id: i64,
    /// Its chat.
    pub chat_id: ChatId,
    /// Who wrote it.
    pub sender_id: UserId,
    /// The same with his name.
    pub sender: Named,
    /// What he wrote.
    pub message: String,
    /// When.
    pub created_at: DateTime<Utc>,
}
