//! The closed ticket that holds what a customer and a phone said before the desk had its number.

use chrono::{DateTime, Utc};
use uuid::Uuid;

use super::write::LAST_MESSAGE_CHARS_MAX;
use crate::{
    Conn, Result,
    model::{CompanyId, ConnectionId, ContactId, QueueId, TicketId, ticket::TicketStatus},
    on,
};

/// Whose past it is.
#[derive(Debug, Clone, Copy)]
pub struct Past {
    /// The customer.
    pub contact_id: ContactId,
    /// By which phone they spoke.
    pub connection_id: ConnectionId,
    /// Where it is found.
    pub queue_id: Option<QueueId>,
    /// A group's.
    pub is_group: bool,
}

/// The ticket of a past, held until the transaction ends; a new one is closed.
///
/// # Errors
/// `Database`.
pub async fn find_or_make(
    conn: &mut Conn<'_>,
    company: CompanyId,
    past: Past,
    at: DateTime<Utc>,
) -> Result<TicketId> {
    let found: Option<TicketId> = on!(&mut *conn, |c| {
        sqlx::query_scalar(concat!(
        "SELECT id FROM tickets WHERE company_id = $1 AND contact_id = $2 AND is_history AND connection_id = $3
         ORDER BY id LIMIT 1",
        for_update!()
    ))
    .bind(company)
    .bind(past.contact_id)
    .bind(past.connection_id)
    .fetch_optional(c)
    .await
    })?;
    if let Some(found) = found {
        return Ok(found);
    }
    Ok(on!(conn, |c| {
        sqlx::query_scalar(
            "INSERT INTO tickets
               (company_id, uuid, status, contact_id, queue_id, connection_id, is_group, is_history,
                created_at, updated_at, closed_at)
             VALUES ($1, $2, $3, $4, $5, $6, $7, TRUE, $8, $8, $8) RETURNING id",
        )
        .bind(company)
        .bind(Uuid::new_v4())
        .bind(TicketStatus::Closed)
        .bind(past.contact_id)
        .bind(past.queue_id)
        .bind(past.connection_id)
        .bind(past.is_group)
        .bind(at)
        .fetch_one(c)
        .await
    })?)
}

/// Stretches the times of a past over one of its messages, and shows the newest in the list.
///
/// # Errors
/// `Database`.
pub async fn stretch(
    conn: &mut Conn<'_>,
    company: CompanyId,
    id: TicketId,
    (body, from_me): (&str, bool),
    at: DateTime<Utc>,
) -> Result<()> {
    let shown: String = body.chars().take(LAST_MESSAGE_CHARS_MAX).collect();
    on!(&mut *conn, |c| sqlx::query(
        "UPDATE tickets SET created_at = $3 WHERE company_id = $1 AND id = $2 AND created_at > $3"
    )
    .bind(company)
    .bind(id)
    .bind(at)
    .execute(c)
    .await
    .map(drop))?;
    // one that somebody has opened again has its own last message
    on!(conn, |c| {
        sqlx::query(
            "UPDATE tickets SET last_message = $3, from_me = $4, last_message_at = $5, updated_at = $5, closed_at = $5
             WHERE company_id = $1 AND id = $2 AND status = $6 AND (last_message_at IS NULL OR last_message_at <= $5)",
        )
        .bind(company)
        .bind(id)
        .bind(shown)
        .bind(from_me)
        .bind(at)
        .bind(TicketStatus::Closed)
        .execute(c)
        .await
        .map(drop)
    })?;
    Ok(())
}
