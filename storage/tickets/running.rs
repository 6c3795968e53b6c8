//! Running tickets by whom they are with, for what is done with all of them.

use crate::{
    Conn, Result,
    model::{CompanyId, QueueId, TicketId, UserId},
    on,
};

/// The running tickets that a user holds, the oldest first, at most `limit`.
///
/// # Errors
/// `Database`.
pub async fn list_held(
    conn: &mut Conn<'_>,
    company: CompanyId,
    user: UserId,
    limit: i64,
) -> Result<Vec<TicketId>> {
    Ok(on!(conn, |c| {
        sqlx::query_scalar(
        "SELECT id FROM tickets WHERE company_id = $1 AND user_id = $2 AND status IN ('open', 'pending', 'lead')
         ORDER BY id LIMIT $3"
    )
    .bind(company)
    .bind(user)
    .bind(limit)
    .fetch_all(c)
    .await
    })?)
}

/// The running tickets of a queue, the oldest first, at most `limit`.
///
/// # Errors
/// `Database`.
pub async fn list_in_queue(
    conn: &mut Conn<'_>,
    company: CompanyId,
    queue: QueueId,
    limit: i64,
) -> Result<Vec<TicketId>> {
    Ok(on!(conn, |c| {
        sqlx::query_scalar(
        "SELECT id FROM tickets WHERE company_id = $1 AND queue_id = $2 AND status IN ('open', 'pending', 'lead')
         ORDER BY id LIMIT $3"
    )
    .bind(company)
    .bind(queue)
    .bind(limit)
    .fetch_all(c)
    .await
    })?)
}
