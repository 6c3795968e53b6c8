//! Messages of customers that a bot is still to be asked about. One is stored with its message, claimed until a time by
//! whoever asks, and goes in the transaction that stores the answer: after a crash it is asked again and answered once.

use chrono::{DateTime, Utc};

use crate::{
    Conn, Result,
    model::{BotTurnId, CompanyId, ContactId, MessageId, TicketId},
    on,
};

/// A message to ask about.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct NewTurn {
    /// In which ticket.
    pub ticket: TicketId,
    /// Whose: the lane of the answer.
    pub contact: ContactId,
    /// The message.
    pub message: MessageId,
}

/// A message that was claimed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, sqlx::FromRow)]
pub struct Claimed {
    /// Its number.
    pub id: BotTurnId,
    /// In which ticket.
    pub ticket_id: TicketId,
    /// Whose.
    pub contact_id: ContactId,
    /// The message.
    pub message_id: MessageId,
    /// How often it was claimed, this time included: names the claim.
    pub attempts: i64,
}

/// Stores a message to ask about, due at once; a known one stays as it is.
///
/// # Errors
/// `Database` when the ticket is not the company's.
pub async fn insert(
    conn: &mut Conn<'_>,
    company: CompanyId,
    turn: NewTurn,
    now: DateTime<Utc>,
) -> Result<()> {
    on!(conn, |c| {
        sqlx::query(
            "INSERT INTO bot_turns (company_id, ticket_id, contact_id, message_id, due_at, created_at)
             VALUES ($1, $2, $3, $4, $5, $5) ON CONFLICT (company_id, message_id) DO NOTHING",
        )
        .bind(company)
        .bind(turn.ticket)
        .bind(turn.contact)
        .bind(turn.message)
        .bind(now)
        .execute(c)
        .await
        .map(drop)
    })?;
    Ok(())
}

/// The companies that have something to ask now, the one that waits longest first, at most `limit`.
///
/// # Errors
/// `Database`.
pub async fn list_companies(
    conn: &mut Conn<'_>,
    now: DateTime<Utc>,
    limit: i64,
) -> Result<Vec<CompanyId>> {
    Ok(on!(conn, |c| {
        sqlx::query_scalar(
            "SELECT company_id FROM bot_turns WHERE due_at <= $1
             GROUP BY company_id ORDER BY MIN(due_at), company_id LIMIT $2",
        )
        .persistent(keeps_plan!())
        .bind(now)
        .bind(limit)
        .fetch_all(c)
        .await
    })?)
}

/// Claims what a company has to ask, the oldest first, at most `limit`: nobody else does until `until`. Of each ticket only
/// the first, so that its messages are answered in their order, one after another.
///
/// # Errors
/// `Database`.
pub async fn claim(
    conn: &mut Conn<'_>,
    company: CompanyId,
    node: &str,
    (now, until): (DateTime<Utc>, DateTime<Utc>),
    limit: i64,
) -> Result<Vec<Claimed>> {
    let mut claimed: Vec<Claimed> = on!(conn, |c| {
        sqlx::query_as(concat!(
            "WITH due AS MATERIALIZED (
               SELECT t.id FROM bot_turns t WHERE t.company_id = $1 AND t.due_at <= $2
                 AND NOT EXISTS (SELECT 1 FROM bot_turns e
                   WHERE e.company_id = t.company_id AND e.ticket_id = t.ticket_id AND e.id < t.id)
               ORDER BY t.due_at, t.id LIMIT $4",
            skip_locked!(),
            ")
             UPDATE bot_turns SET attempts = attempts + 1, due_at = $3, claimed_by = $5
             WHERE id IN (SELECT id FROM due) RETURNING id, ticket_id, contact_id, message_id, attempts"
        ))
        .persistent(keeps_plan!())
        .bind(company)
        .bind(now)
        .bind(until)
        .bind(limit)
        .bind(node)
        .fetch_all(c)
        .await
    })?;
    claimed.sort_by_key(|turn| turn.id);
    Ok(claimed)
}

/// Takes a claimed message away: it is answered, or nobody asks any more. `false`: the claim had run out and somebody else
/// has it, or it is gone.
///
/// # Errors
/// `Database`.
pub async fn take(
    conn: &mut Conn<'_>,
    company: CompanyId,
    (id, attempts): (BotTurnId, i64),
) -> Result<bool> {
    let gone = on!(conn, |c| sqlx::query(
        "DELETE FROM bot_turns WHERE company_id = $1 AND id = $2 AND attempts = $3"
    )
    .bind(company)
    .bind(id)
    .bind(attempts)
    .execute(c)
    .await
    .map(|done| done.rows_affected()))?;
    Ok(gone == 1)
}

/// Lets a claimed message be asked about again from a time on. `false`: as of [`take`].
///
/// # Errors
/// `Database`.
pub async fn put_back(
    conn: &mut Conn<'_>,
    company: CompanyId,
    (id, attempts): (BotTurnId, i64),
    due_at: DateTime<Utc>,
) -> Result<bool> {
    let done = on!(conn, |c| {
        sqlx::query(
            "UPDATE bot_turns SET due_at = $4 WHERE company_id = $1 AND id = $2 AND attempts = $3",
        )
        .bind(company)
        .bind(id)
        .bind(attempts)
        .bind(due_at)
        .execute(c)
        .await
        .map(|done| done.rows_affected())
    })?;
    Ok(done == 1)
}

/// Lets go of what a node had claimed when it ended, or of everything where no other node has the database. Answers how many.
///
/// # Errors
/// `Database`.
pub async fn release(conn: &mut Conn<'_>, node: Option<&str>, now: DateTime<Utc>) -> Result<u64> {
    Ok(on!(conn, |c| {
        sqlx::query(
            "UPDATE bot_turns SET due_at = $1
             WHERE due_at > $1 AND claimed_by IS NOT NULL AND ($2 IS NULL OR claimed_by = $2)",
        )
        .bind(now)
        .bind(node)
        .execute(c)
        .await
        .map(|done| done.rows_affected())
    })?)
}

/// Nobody asks about the messages of a ticket any more.
///
/// # Errors
/// `Database`.
pub async fn forget(conn: &mut Conn<'_>, company: CompanyId, ticket: TicketId) -> Result<()> {
    on!(conn, |c| sqlx::query(
        "DELETE FROM bot_turns WHERE company_id = $1 AND ticket_id = $2"
    )
    .bind(company)
    .bind(ticket)
    .execute(c)
    .await
    .map(drop))?;
    Ok(())
}
