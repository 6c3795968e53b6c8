//! The times of an episode: queued, started, closed (rule B4). One running row a ticket.

use chrono::{DateTime, Utc};

use crate::{
    Conn, Result,
    model::{CompanyId, ConnectionId, ContactId, QueueId, TicketId, UserId, message::Author},
    on,
};

/// Where an episode starts or goes.
#[derive(Debug, Clone, Copy)]
pub struct Step {
    /// Its connection.
    pub connection_id: Option<ConnectionId>,
    /// Its queue.
    pub queue_id: Option<QueueId>,
    /// Its attendant: set means it is being served.
    pub user_id: Option<UserId>,
}

/// Starts an episode, or continues the running one: waiting when nobody has it, else served since now. Answers the
/// running row.
///
/// # Errors
/// `Database`.
pub async fn enter(
    conn: &mut Conn<'_>,
    company: CompanyId,
    ticket: TicketId,
    step: Step,
    now: DateTime<Utc>,
) -> Result<i64> {
    let started = step.user_id.map(|_| now);
    let running: Option<i64> = on!(&mut *conn, |c| sqlx::query_scalar(
        "UPDATE ticket_tracking SET connection_id = $3, queue_id = $4, user_id = $5,
           queued_at = CASE WHEN $5 IS NULL THEN $7 ELSE COALESCE(queued_at, $7) END,
           started_at = CASE WHEN $6 IS NULL THEN NULL ELSE COALESCE(started_at, $6) END,
           rating_at = NULL, rated = FALSE
         WHERE company_id = $1 AND ticket_id = $2 AND finished_at IS NULL RETURNING id"
    )
    .bind(company)
    .bind(ticket)
    .bind(step.connection_id)
    .bind(step.queue_id)
    .bind(step.user_id)
    .bind(started)
    .bind(now)
    .fetch_optional(c)
    .await)?;
    match running {
        Some(id) => Ok(id),
        None => begin(conn, company, ticket, step, now).await,
    }
}

/// Starts the episode of a ticket that has none running, such as a new one. Answers its row.
///
/// # Errors
/// `Database`, e.g. when one is running.
pub async fn begin(
    conn: &mut Conn<'_>,
    company: CompanyId,
    ticket: TicketId,
    step: Step,
    now: DateTime<Utc>,
) -> Result<i64> {
    let started = step.user_id.map(|_| now);
    Ok(on!(conn, |c| {
        sqlx::query_scalar(
        "INSERT INTO ticket_tracking
           (company_id, ticket_id, connection_id, queue_id, user_id, queued_at, started_at, created_at)
         VALUES ($1, $2, $3, $4, $5, $7, $6, $7) RETURNING id"
    )
    .bind(company)
    .bind(ticket)
    .bind(step.connection_id)
    .bind(step.queue_id)
    .bind(step.user_id)
    .bind(started)
    .bind(now)
    .fetch_one(c)
    .await
    })?)
}

/// An episode that runs.
#[derive(Debug, Clone, Copy, PartialEq, Eq, sqlx::FromRow)]
pub struct Running {
    /// Its row.
    pub id: i64,
    /// Since when it waits, or waited.
    pub queued_at: Option<DateTime<Utc>>,
}

/// The running episode of a ticket.
///
/// # Errors
/// `Database`.
pub async fn running(
    conn: &mut Conn<'_>,
    company: CompanyId,
    ticket: TicketId,
) -> Result<Option<Running>> {
    Ok(on!(conn, |c| sqlx::query_as(
        "SELECT id, queued_at FROM ticket_tracking
         WHERE company_id = $1 AND ticket_id = $2 AND finished_at IS NULL"
    )
    .bind(company)
    .bind(ticket)
    .fetch_optional(c)
    .await)?)
}

/// An episode that has ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq, sqlx::FromRow)]
pub struct Finished {
    /// Its row.
    pub id: i64,
    /// Somebody attended it.
    pub was_attended: bool,
}

/// Ends the running episode. Answers it, if one was running.
///
/// # Errors
/// `Database`.
pub async fn finish(
    conn: &mut Conn<'_>,
    company: CompanyId,
    ticket: TicketId,
    now: DateTime<Utc>,
) -> Result<Option<Finished>> {
    Ok(on!(conn, |c| sqlx::query_as(
        "UPDATE ticket_tracking SET closed_at = $3, finished_at = $3
         WHERE company_id = $1 AND ticket_id = $2 AND finished_at IS NULL
         RETURNING id, user_id IS NOT NULL AND started_at IS NOT NULL AS was_attended"
    )
    .bind(company)
    .bind(ticket)
    .bind(now)
    .fetch_optional(c)
    .await)?)
}

/// The episode of a contact that ended last.
#[derive(Debug, Clone, PartialEq, Eq, sqlx::FromRow)]
pub struct Ended {
    /// Its ticket.
    pub ticket_id: TicketId,
    /// When.
    pub ended_at: DateTime<Utc>,
    /// Somebody attended it.
    pub was_attended: bool,
    /// Who wrote the last message of the contact's conversations, whispers aside.
    pub last_author: Option<Author>,
}

/// The episode of a contact that ended last. What a campaign or the phone alone wrote is none.
///
/// # Errors
/// `Database`.
pub async fn last_ended(
    conn: &mut Conn<'_>,
    company: CompanyId,
    contact: ContactId,
) -> Result<Option<Ended>> {
    Ok(on!(conn, |c| {
        sqlx::query_as(
        "SELECT e.ticket_id, e.finished_at AS ended_at,
           e.user_id IS NOT NULL AND e.started_at IS NOT NULL AS was_attended,
           (SELECT m.author FROM messages m WHERE m.company_id = $1 AND m.contact_id = $2 AND m.is_private = FALSE
            ORDER BY m.id DESC LIMIT 1) AS last_author
         FROM tickets t JOIN ticket_tracking e ON e.company_id = t.company_id AND e.ticket_id = t.id
         WHERE t.company_id = $1 AND t.contact_id = $2 AND t.is_history = FALSE AND e.finished_at IS NOT NULL
         ORDER BY e.finished_at DESC LIMIT 1"
    )
    .bind(company)
    .bind(contact)
    .fetch_optional(c)
    .await
    })?)
}

/// Notes that a person answers the customer now: the first answer of the running episode, if its customer has asked for something.
///
/// # Errors
/// `Database`.
pub async fn answer(
    conn: &mut Conn<'_>,
    company: CompanyId,
    ticket: TicketId,
    now: DateTime<Utc>,
) -> Result<()> {
    on!(conn, |c| {
        sqlx::query(
            "UPDATE ticket_tracking SET answered_at = $3, asked_at = asked.at
             FROM (SELECT MIN(m.created_at) AS at FROM messages m JOIN ticket_tracking e
                     ON e.company_id = m.company_id AND e.ticket_id = m.ticket_id AND e.finished_at IS NULL
                   WHERE m.company_id = $1 AND m.ticket_id = $2 AND NOT m.from_me AND m.created_at >= e.created_at) asked
             WHERE company_id = $1 AND ticket_id = $2 AND finished_at IS NULL AND answered_at IS NULL
               AND asked.at IS NOT NULL",
        )
        .bind(company)
        .bind(ticket)
        .bind(now)
        .execute(c)
        .await
        .map(drop)
    })?;
    Ok(())
}
