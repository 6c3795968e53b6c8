//! The steps of a ticket: who opened, accepted, moved and closed it, and when.

use chrono::{DateTime, Utc};

use crate::{
    Conn, Result,
    model::{
        CompanyId, QueueId, TicketId, UserId,
        message::Named,
        step::{StepAction, TicketStep},
        ticket::TicketQueue,
    },
    on,
};

/// Most steps that a list shows: the newest ones.
const STEPS_LISTED_MAX: i64 = 200;

/// A step to be.
#[derive(Debug, Clone)]
pub struct NewStep {
    /// What was done.
    pub action: StepAction,
    /// Who did it; nobody where the desk did.
    pub by: Option<UserId>,
    /// Who has the ticket now.
    pub user: Option<UserId>,
    /// Its queue now.
    pub queue: Option<QueueId>,
    /// Why it was closed, if that was said; of a rating its number.
    pub reason: Option<String>,
}

#[derive(sqlx::FromRow)]
struct Row {
    id: i64,
    action: StepAction,
    at: DateTime<Utc>,
    reason: Option<String>,
    by_id: Option<UserId>,
    by_name: Option<String>,
    user_id: Option<UserId>,
    user_name: Option<String>,
    queue_id: Option<QueueId>,
    queue_name: Option<String>,
    queue_color: Option<String>,
}

/// Writes a step down.
///
/// # Errors
/// `Database` when the ticket is not the company's.
pub async fn insert(
    conn: &mut Conn<'_>,
    company: CompanyId,
    ticket: TicketId,
    step: NewStep,
    now: DateTime<Utc>,
) -> Result<()> {
    on!(conn, |c| {
        sqlx::query(
        "INSERT INTO ticket_steps (company_id, ticket_id, action, by_id, user_id, queue_id, at, reason)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8)"
    )
    .bind(company)
    .bind(ticket)
    .bind(step.action)
    .bind(step.by)
    .bind(step.user)
    .bind(step.queue)
    .bind(now)
    .bind(step.reason)
    .execute(c)
    .await
    .map(drop)
    })?;
    Ok(())
}

/// The steps of a ticket, newest first; at most 200.
///
/// # Errors
/// `Database`.
pub async fn list(
    conn: &mut Conn<'_>,
    company: CompanyId,
    ticket: TicketId,
) -> Result<Vec<TicketStep>> {
    let rows: Vec<Row> = on!(conn, |c| {
        sqlx::query_as(
            "SELECT s.id, s.action, s.at, s.reason, s.by_id, b.name AS by_name, s.user_id, u.name AS user_name,
               s.queue_id, q.name AS queue_name, q.color AS queue_color
             FROM ticket_steps s
             LEFT JOIN users b ON b.company_id = s.company_id AND b.id = s.by_id
             LEFT JOIN users u ON u.company_id = s.company_id AND u.id = s.user_id
             LEFT JOIN queues q ON q.company_id = s.company_id AND q.id = s.queue_id
             WHERE s.company_id = $1 AND s.ticket_id = $2 ORDER BY s.id DESC LIMIT $3",
        )
        .bind(company)
        .bind(ticket)
        .bind(STEPS_LISTED_MAX)
        .fetch_all(c)
        .await
    })?;
    Ok(rows.into_iter().map(TicketStep::from).collect())
}

fn named(id: Option<UserId>, name: Option<String>) -> Option<Named> {
    id.zip(name).map(|(id, name)| Named { id: id.0, name })
}

impl From<Row> for TicketStep {
    fn from(row: Row) -> Self {
        let queue = match (row.queue_id, row.queue_name, row.queue_color) {
            (Some(id), Some(name), Some(color)) => Some(TicketQueue { id, name, color }),
            _ => None,
        };
        Self {
            id: row.id,
            action: row.action,
            by: named(row.by_id, row.by_name),
            user: named(row.user_id, row.user_name),
            queue,
            reason: row.reason,
            at: row.at,
        }
    }
}
