//! Somebody who is invited into a company.

use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};

use super::{InvitationId, ticket::TicketQueue, user::Profile};

/// An invitation that nobody has accepted yet, as the company's admins see it.
#[derive(Debug, Clone, Serialize, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Invitation {
    /// Its number.
    pub id: InvitationId,
    /// Whom it was mailed to; `null` is good for whoever has the link.
    pub email: Option<String>,
    /// What he will be.
    pub profile: Profile,
    /// His queues, by name.
    pub queues: Vec<TicketQueue>,
    /// Who invited him.
    pub invited_by: String,
    /// Since when.
    pub created_at: DateTime<Utc>,
    /// Until when it is good.
    pub expires_at: DateTime<Utc>,
}
