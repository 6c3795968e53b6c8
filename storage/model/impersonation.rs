//! A super user's stay in a company, as everybody there sees it.

use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};

use super::{CompanyId, ImpersonationId, UserId};

/// A super user at work in a company, for a while and for a reason.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, utoipa::ToSchema, sqlx::FromRow)]
#[serde(rename_all = "camelCase")]
pub struct Impersonation {
    /// Its number.
    pub id: ImpersonationId,
    /// In which company.
    pub company_id: CompanyId,
    /// As whom he works there.
    pub user_id: UserId,
    /// That user's name.
    pub user_name: String,
    /// The super user's name.
    pub actor_name: String,
    /// Why.
    pub reason: String,
    /// Since when.
    pub started_at: DateTime<Utc>,
    /// Until when, unless somebody ends it earlier.
    pub expires_at: DateTime<Utc>,
}
