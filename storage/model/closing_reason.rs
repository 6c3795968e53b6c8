//! Why a ticket was closed.

use serde::{Deserialize, Serialize};

use super::ClosingReasonId;

/// A reason that a company offers.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, utoipa::ToSchema, sqlx::FromRow)]
pub struct ClosingReason {
    /// Its number.
    pub id: ClosingReasonId,
    /// Its name, once in a company.
    pub name: String,
}
