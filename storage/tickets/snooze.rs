//! Tickets that are put off, and whose time has come (rule B4).

use chrono::{DateTime, Utc};

use crate::{
    Conn, Result,
    model::{CompanyId, ContactId, TicketId},
    on,
};

/// A ticket that comes back.
#[derive(Debug, Clone, Copy, PartialEq, Eq, sqlx::FromRow)]
pub struct Due {
    /// Whose.
    pub company: CompanyId,
    /// Which.
    pub ticket: TicketId,
    /// The customer.
    pub contact: ContactId,
}

/// Those whose time has come, the oldest first.
///
/// # Errors
/// `Database`.
pub async fn list_due(conn: &mut Conn<'_>, now: DateTime<Utc>, limit: i64) -> Result<Vec<Due>> {
    Ok(on!(conn, |c| {
        sqlx::query_as(
            "SELECT company_id AS company, id AS ticket, contact_id AS contact FROM tickets
             WHERE snoozed_until IS NOT NULL AND snoozed_until <= $1 ORDER BY snoozed_until LIMIT $2",
        )
        .bind(now)
        .bind(limit)
        .fetch_all(c)
        .await
    })?)
}
