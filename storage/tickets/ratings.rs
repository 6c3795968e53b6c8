//! What customers think of closed episodes, 1 to 3: whom the desk waits for, and what he said (rule B7).

use chrono::{DateTime, Utc};

use crate::{
    Conn, Result,
    model::{CompanyId, ContactId, TicketId},
    on,
};

/// Minutes that a customer has for his answer: a number, or nothing for the default.
pub const TIMEOUT_SETTING: &str = "ratingTimeout";
/// What a company has that has not said so.
pub const TIMEOUT_MINUTES: i64 = 10;
/// Most minutes: the Cloud API takes free texts for a day after the customer's last one.
pub const TIMEOUT_MINUTES_MAX: i64 = 720;

/// An episode whose customer is asked.
#[derive(Debug, Clone, Copy, PartialEq, Eq, sqlx::FromRow)]
pub struct Asked {
    /// Its row.
    pub episode: i64,
    /// Its ticket.
    pub ticket_id: TicketId,
    /// Until when he may answer.
    pub until: DateTime<Utc>,
}

/// Begins to wait for a rating of an episode that somebody attended. Answers whether somebody did.
///
/// # Errors
/// `Database`.
pub async fn ask(
    conn: &mut Conn<'_>,
    company: CompanyId,
    episode: i64,
    now: DateTime<Utc>,
    until: DateTime<Utc>,
) -> Result<bool> {
    Ok(on!(conn, |c| {
        sqlx::query(
            "UPDATE ticket_tracking SET rating_at = $3, rating_until = $4
             WHERE company_id = $1 AND id = $2 AND user_id IS NOT NULL AND started_at IS NOT NULL",
        )
        .bind(company)
        .bind(episode)
        .bind(now)
        .bind(until)
        .execute(c)
        .await
        .map(|done| done.rows_affected() > 0)
    })?)
}

/// The newest episode of a contact that waits for a rating given at `at`.
///
/// # Errors
/// `Database`.
pub async fn find_asked(
    conn: &mut Conn<'_>,
    company: CompanyId,
    contact: ContactId,
    at: DateTime<Utc>,
) -> Result<Option<Asked>> {
    Ok(on!(conn, |c| {
        sqlx::query_as(
        "SELECT e.id AS episode, e.ticket_id, e.rating_until AS until
         FROM ticket_tracking e JOIN tickets t ON t.company_id = e.company_id AND t.id = e.ticket_id
         WHERE e.company_id = $1 AND e.rating_until IS NOT NULL AND e.rating_until >= $3 AND t.contact_id = $2
         ORDER BY e.id DESC LIMIT 1"
    )
    .bind(company)
    .bind(contact)
    .bind(at)
    .fetch_optional(c)
    .await
    })?)
}

/// Waits for no rating of a contact's any more.
///
/// # Errors
/// `Database`.
pub async fn stop_asking(
    conn: &mut Conn<'_>,
    company: CompanyId,
    contact: ContactId,
) -> Result<()> {
    on!(conn, |c| {
        sqlx::query(
        "UPDATE ticket_tracking SET rating_until = NULL WHERE company_id = $1 AND rating_until IS NOT NULL
           AND ticket_id IN (SELECT id FROM tickets WHERE company_id = $1 AND contact_id = $2)"
    )
    .bind(company)
    .bind(contact)
    .execute(c)
    .await
    .map(drop)
    })?;
    Ok(())
}

/// Notes what the customer said of an episode: 1 to 3.
///
/// # Errors
/// `Database` for another number.
pub async fn rate(conn: &mut Conn<'_>, company: CompanyId, episode: i64, rate: i64) -> Result<()> {
    on!(conn, |c| {
        sqlx::query(
            "UPDATE ticket_tracking SET rate = $3, rated = TRUE, rating_until = NULL
             WHERE company_id = $1 AND id = $2",
        )
        .bind(company)
        .bind(episode)
        .bind(rate)
        .execute(c)
        .await
        .map(drop)
    })?;
    Ok(())
}

/// Episodes of all companies whose customers did not answer in time, with their contacts, the oldest first.
///
/// # Errors
/// `Database`.
pub async fn list_over(
    conn: &mut Conn<'_>,
    now: DateTime<Utc>,
    limit: i64,
) -> Result<Vec<(CompanyId, i64, ContactId)>> {
    Ok(on!(conn, |c| {
        sqlx::query_as(
            "SELECT e.company_id, e.id, t.contact_id
             FROM ticket_tracking e JOIN tickets t ON t.company_id = e.company_id AND t.id = e.ticket_id
             WHERE e.rating_until IS NOT NULL AND e.rating_until < $1 ORDER BY e.rating_until, e.id LIMIT $2",
        )
        .bind(now)
        .bind(limit)
        .fetch_all(c)
        .await
    })?)
}

/// Takes an episode whose customer did not answer in time; the second who tries gets nothing.
///
/// # Errors
/// `Database`.
pub async fn take_over(
    conn: &mut Conn<'_>,
    company: CompanyId,
    episode: i64,
    now: DateTime<Utc>,
) -> Result<Option<Asked>> {
    let over: Option<Asked> = on!(&mut *conn, |c| sqlx::query_as(concat!(
        "SELECT id AS episode, ticket_id, rating_until AS until FROM ticket_tracking
         WHERE company_id = $1 AND id = $2 AND rating_until IS NOT NULL AND rating_until < $3",
        for_update!()
    ))
    .bind(company)
    .bind(episode)
    .bind(now)
    .fetch_optional(c)
    .await)?;
    if over.is_some() {
        on!(conn, |c| {
            sqlx::query(
                "UPDATE ticket_tracking SET rating_until = NULL WHERE company_id = $1 AND id = $2",
            )
            .bind(company)
            .bind(episode)
            .execute(c)
            .await
            .map(drop)
        })?;
    }
    Ok(over)
}
