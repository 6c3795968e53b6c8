//! Tags as their page shows them; on a ticket a tag is shorter.

use serde::{Deserialize, Serialize};

use super::{TagId, UserId};

/// A tag with what its page shows (A034).
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, utoipa::ToSchema, sqlx::FromRow)]
#[serde(rename_all = "camelCase")]
pub struct TagDetails {
    /// Its number.
    pub id: TagId,
    /// Its name; unique in a company.
    pub name: String,
    /// `#rrggbb`
    pub color: String,
    /// 1 for a lane of the board, else 0.
    pub kanban: i64,
    /// Where its lane stands on the board: lower ones first (A072).
    pub priority: i64,
    /// Under which word lanes of the board are chosen together; empty for none (A024).
    pub category: String,
    /// Who made it; `null` where nobody knows any more.
    pub user_id: Option<UserId>,
    /// Tickets that carry it.
    pub tickets_count: i64,
}
