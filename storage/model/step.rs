//! What happened to a ticket, as it goes over the wire.

use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};

use super::{message::Named, ticket::TicketQueue};

/// What somebody did with a ticket.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, sqlx::Type, utoipa::ToSchema,
)]
#[serde(rename_all = "lowercase")]
#[sqlx(type_name = "TEXT", rename_all = "lowercase")]
pub enum StepAction {
    /// Began it for a contact.
    Opened,
    /// Took it from those that wait.
    Accepted,
    /// Was given it by the desk from those that wait.
    Assigned,
    /// Put it back to those that wait.
    Returned,
    /// Gave it to another attendant, queue or connection.
    Transferred,
    /// Ended it.
    Closed,
    /// Was ended by the desk: nobody took it up in time.
    Expired,
    /// Took an ended one up again.
    Reopened,
    /// Its customer wrote again in time: an ended one goes on.
    Resumed,
    /// Its customer said what he thought of it.
    Rated,
}

/// One step in the life of a ticket.
#[derive(Debug, Clone, Serialize, Deserialize, utoipa::ToSchema)]
pub struct TicketStep {
    /// Its number; grows with time.
    pub id: i64,
    /// What was done.
    pub action: StepAction,
    /// Who did it; `null` when he is gone, or the desk did it.
    pub by: Option<Named>,
    /// Who had the ticket afterwards.
    pub user: Option<Named>,
    /// Its queue afterwards.
    pub queue: Option<TicketQueue>,
    /// Why it was closed, if that was said; of a rating its number, 1 to 3.
    pub reason: Option<String>,
    /// When.
    pub at: DateTime<Utc>,
}
