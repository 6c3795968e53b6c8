//! Queues and the options of their menus as they go over the wire (S043, A032, A033).

use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};

use super::{CompanyId, PromptId, QueueId, QueueIntegrationId, QueueOptionId, hours::DayHours};

/// A queue (department).
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, utoipa::ToSchema)]
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
    /// Its week, where the hours of queues count (A064).
    pub schedules: Vec<DayHours>,
    /// Whether those who wait in it are given to those who serve it, in turns.
    pub auto_assign: bool,
    /// Open tickets with which somebody is given no more.
    pub assign_max: i64,
    /// The prompt that answers in it.
    pub prompt_id: Option<PromptId>,
    /// The integration that answers in it.
    pub integration_id: Option<QueueIntegrationId>,
    /// Stored name of the file that goes with its greeting.
    pub media_path: Option<String>,
    /// The sender's name for it.
    pub media_name: Option<String>,
    /// Whose it is.
    pub company_id: CompanyId,
}

/// An option of a queue's menu: a node of its tree.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct QueueOption {
    /// Its number.
    pub id: QueueOptionId,
    /// What the customer reads in the list.
    pub title: String,
    /// Said when it is chosen; with variables.
    pub message: String,
    /// Its place among its siblings, from 1: the number by which it is chosen.
    pub option: i64,
    /// Of which queue.
    pub queue_id: QueueId,
    /// Below which option; `null` at the root.
    pub parent_id: Option<QueueOptionId>,
    /// The options right below it, in their order.
    pub children: Vec<QueueOptionId>,
    /// Stored name of the file that goes with it.
    pub media_path: Option<String>,
    /// The sender's name for it.
    pub media_name: Option<String>,
    /// What the file is.
    pub media_mime: Option<String>,
    /// A signed link to it, good for some minutes.
    pub media_url: Option<String>,
    /// When it was made.
    pub created_at: DateTime<Utc>,
    /// When it last changed.
    pub updated_at: DateTime<Utc>,
}
