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
    /// Most GB (of 10⁹ bytes) in files; 0 is without a limit.
    pub storage_gb: i64,
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

/// How often a company pays (A138).
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, sqlx::Type, utoipa::ToSchema,
)]
#[serde(rename_all = "UPPERCASE")]
#[sqlx(type_name = "TEXT", rename_all = "UPPERCASE")]
pub enum Recurrence {
    /// Every month.
    Mensal,
    /// Every two months.
    Bimestral,
    /// Every three months.
    Trimestral,
    /// Every six months.
    Semestral,
    /// Every year.
    Anual,
}

impl Recurrence {
    /// How many months one payment is good for (A062).
    pub fn months(self) -> u32 {
        match self {
            Self::Mensal => 1,
            Self::Bimestral => 2,
            Self::Trimestral => 3,
            Self::Semestral => 6,
            Self::Anual => 12,
        }
    }
}

/// Who is billed, and where he is.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Billing {
    /// CNPJ or CPF.
    pub document: Option<String>,
    /// The name on the bill.
    pub billing_name: Option<String>,
    /// Street and number.
    pub address: Option<String>,
    /// What else an envelope needs.
    pub address2: Option<String>,
    /// City.
    pub city: Option<String>,
    /// State.
    pub state: Option<String>,
    /// Postal code.
    pub zipcode: Option<String>,
    /// Country.
    pub country: Option<String>,
}

/// How much of its plan a company uses.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Usage {
    /// Active users.
    pub users: i64,
    /// Connections.
    pub connections: i64,
    /// Queues.
    pub queues: i64,
    /// Bytes in files, those of customers among them.
    pub storage_bytes: i64,
}

/// A company as those who run the server see it (A036).
#[derive(Debug, Clone, Serialize, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct CompanyDetails {
    /// The company and its plan.
    #[serde(flatten)]
    pub company: Company,
    /// The plan's number.
    pub plan_id: PlanId,
    /// How often it pays.
    pub recurrence: Recurrence,
    /// Whether its campaigns are switched on; its plan decides as well.
    pub campaigns_enabled: bool,
    /// Until when it tries the product out, if it does.
    pub trial_expiration: Option<DateTime<Utc>>,
    /// Who is billed.
    #[serde(flatten)]
    pub billing: Billing,
    /// How much of its plan it uses.
    pub usage: Usage,
}

/// A plan as those who run the server see it (A037).
#[derive(Debug, Clone, Serialize, Deserialize, utoipa::ToSchema)]
pub struct PlanDetails {
    /// The plan.
    #[serde(flatten)]
    pub plan: Plan,
    /// Companies that have it.
    pub companies: i64,
}

/// A setting of a company.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, utoipa::ToSchema, sqlx::FromRow)]
pub struct Setting {
    /// Its key, e.g. `sendGreetingAccepted`.
    pub key: String,
    /// Its value, e.g. `enabled`.
    pub value: String,
}
