//! Queues as they go over the wire (S043, A032).

use serde::{Deserialize, Serialize};

use super::QueueId;

/// A queue (department).
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, utoipa::ToSchema, sqlx::FromRow)]
#[serde(rename_all = "camelCase")]
pub struct Queue {
    /// Its number.
    pub id: QueueId,
    /// Its name.
    pub name: String,
    /// `#rrggbb`, unique in a company.
    pub color: String,
    /// Place in the bot's menu.
    pub order_queue: Option<i64>,
    /// Said when the queue is chosen.
    pub greeting_message: String,
    /// Said out of hours.
    pub out_of_hours_message: String,
    /// Whether those who wait in it are given to those who serve it, in turns.
    pub auto_assign: bool,
    /// Open tickets with which somebody is given no more.
    pub assign_max: i64,
}
