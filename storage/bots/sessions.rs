//! What a bot remembers a conversation by, and how often it failed in a row.

use chrono::{DateTime, Utc};

use crate::{
    Conn, Result,
    model::{CompanyId, TicketId},
    on,
};

/// Where a conversation with a bot stands.
#[derive(Debug, Clone, PartialEq, Eq, sqlx::FromRow)]
pub struct Session {
    /// The service's name for it; `None` where the next message begins one.
    pub session: Option<String>,
    /// Failures since the last answer.
    pub failures: i64,
    /// When the bot last answered.
    pub talked_at: DateTime<Utc>,
}

/// The session of a ticket, if a bot has spoken in it.
///
/// # Errors
/// `Database`.
pub async fn find(
    conn: &mut Conn<'_>,
    company: CompanyId,
    ticket: TicketId,
) -> Result<Option<Session>> {
    Ok(on!(conn, |c| {
        sqlx::query_as(
            "SELECT session, failures, talked_at FROM bot_sessions WHERE company_id = $1 AND ticket_id = $2",
        )
        .bind(company)
        .bind(ticket)
        .fetch_optional(c)
        .await
    })?)
}

/// Keeps what the bot answered by; nothing failed.
///
/// # Errors
/// `Database` when the ticket is not the company's.
pub async fn save(
    conn: &mut Conn<'_>,
    company: CompanyId,
    ticket: TicketId,
    session: Option<&str>,
    now: DateTime<Utc>,
) -> Result<()> {
    on!(conn, |c| sqlx::query(
        "INSERT INTO bot_sessions (company_id, ticket_id, session, failures, talked_at)
         VALUES ($1, $2, $3, 0, $4)
         ON CONFLICT (company_id, ticket_id)
         DO UPDATE SET session = excluded.session, failures = 0, talked_at = excluded.talked_at"
    )
    .bind(company)
    .bind(ticket)
    .bind(session)
    .bind(now)
    .execute(c)
    .await
    .map(drop))?;
    Ok(())
}

/// Notes a failure and drops the session. Answers how many there were in a row.
///
/// # Errors
/// `Database` when the ticket is not the company's.
pub async fn fail(
    conn: &mut Conn<'_>,
    company: CompanyId,
    ticket: TicketId,
    now: DateTime<Utc>,
) -> Result<i64> {
    Ok(on!(conn, |c| {
        sqlx::query_scalar(
            "INSERT INTO bot_sessions (company_id, ticket_id, session, failures, talked_at)
             VALUES ($1, $2, NULL, 1, $3)
             ON CONFLICT (company_id, ticket_id)
             DO UPDATE SET session = NULL, failures = bot_sessions.failures + 1
             RETURNING failures",
        )
        .bind(company)
        .bind(ticket)
        .bind(now)
        .fetch_one(c)
        .await
    })?)
}

/// The next message begins anew, also the count of failures.
///
/// # Errors
/// `Database`.
pub async fn forget(conn: &mut Conn<'_>, company: CompanyId, ticket: TicketId) -> Result<()> {
    on!(conn, |c| sqlx::query(
        "DELETE FROM bot_sessions WHERE company_id = $1 AND ticket_id = $2"
    )
    .bind(company)
    .bind(ticket)
    .execute(c)
    .await
    .map(drop))?;
    Ok(())
}
