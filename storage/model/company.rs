//! Companies, plans and settings as they go over the wire (S042, A035-A037).

use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};

use super::{CompanyId, PlanId};

/// A company with its plan.
#[derive(Debug, Clone, Serialize, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Company {
    /// Its number.
    pub id: CompanyId,
    /// Its name.
    pub name: String,
    /// Contact address.
    pub email: Option<String>,
    /// Phone.
    pub phone: Option<String>,
    /// Whether it may sign in at all.
    pub status: bool,
    /// Paid until; `null` is without end.
    pub due_date: Option<DateTime<Utc>>,
    /// When it was made.
    pub created_at: DateTime<Utc>,
    /// What it subscribes to.
    pub plan: Plan,
}

/// What a company may use.
#[derive(Debug, Clone, Serialize, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
#[expect(
    clippy::struct_excessive_bools,
    reason = "the specification's seven flags, S042"
)]
pub struct Plan {
    /// Its number.
    pub id: PlanId,
    /// Its name.
    pub name: String,
    /// Most users.
    pub users: i64,
    /// Most connections.
    pub connections: i64,
    /// Most queues.
    pub queues: i64,
    /// Price a month, in BRL.
    pub value: f64,
    /// Campaigns.
    pub use_campaigns: bool,
    /// Schedules.
    pub use_schedules: bool,
    /// Internal chat.
    pub use_internal_chat: bool,
    /// External message API.
    pub use_external_api: bool,
    /// CRM board.
    pub use_kanban: bool,
    /// AI prompts.
    pub use_open_ai: bool,
    /// Queue integrations.
    pub use_integrations: bool,
}

/// A setting of a company.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, utoipa::ToSchema, sqlx::FromRow)]
pub struct Setting {
    /// Its key, e.g. `sendGreetingAccepted`.
    pub key: String,
    /// Its value, e.g. `enabled`.
    pub value: String,
}
