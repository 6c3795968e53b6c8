//! Who is given the tickets of a queue that shares them out: everybody who serves it, is online and has room, in turns.

use chrono::{DateTime, Utc};

use crate::{
    Conn, Result,
    model::{CompanyId, ContactId, QueueId, TicketId, UserId},
    on,
};

/// Who serves a queue `q`, is online and holds fewer open tickets than it allows.
macro_rules! with_room {
    () => {
        " FROM user_queues s JOIN users u ON u.company_id = s.company_id AND u.id = s.user_id
          WHERE s.company_id = q.company_id AND s.queue_id = q.id AND u.active AND u.online
            AND (SELECT COUNT(*) FROM tickets held WHERE held.company_id = s.company_id AND held.user_id = s.user_id
                   AND held.status = 'open') < q.assign_max"
    };
}

/// Tickets of all companies that wait in a queue that shares out and for whom somebody has room, the oldest first. What is
/// still with the bot does not wait yet.
///
/// # Errors
/// `Database`.
pub async fn list_waiting(
    conn: &mut Conn<'_>,
    limit: i64,
) -> Result<Vec<(CompanyId, TicketId, ContactId)>> {
    Ok(on!(conn, |c| {
        sqlx::query_as(concat!(
        "SELECT t.company_id, t.id, t.contact_id
         FROM queues q JOIN tickets t ON t.company_id = q.company_id AND t.queue_id = q.id AND t.status = 'pending'
         WHERE q.auto_assign AND t.user_id IS NULL AND t.snoozed_at IS NULL AND NOT t.is_group AND NOT t.chatbot AND EXISTS (SELECT 1",
        with_room!(),
        ") ORDER BY t.updated_at, t.id LIMIT $1"
    ))
    .bind(limit)
    .fetch_all(c)
    .await
    })?)
}

/// Whose turn it is in a queue; he is noted as the last one who was given a ticket. `None` when the queue does not share
/// out or nobody has room. Those who ask for one queue take turns until their transactions end.
///
/// # Errors
/// `Database`.
pub async fn take_turn(
    conn: &mut Conn<'_>,
    company: CompanyId,
    queue: QueueId,
    now: DateTime<Utc>,
) -> Result<Option<UserId>> {
    let shares: Option<QueueId> = on!(&mut *conn, |c| sqlx::query_scalar(concat!(
        "SELECT id FROM queues WHERE company_id = $1 AND id = $2 AND auto_assign",
        for_update!()
    ))
    .bind(company)
    .bind(queue)
    .fetch_optional(c)
    .await)?;
    if shares.is_none() {
        return Ok(None);
    }
    let next: Option<UserId> = on!(&mut *conn, |c| sqlx::query_scalar(concat!(
        "SELECT (SELECT s.user_id",
        with_room!(),
        " ORDER BY s.assigned_at IS NOT NULL, s.assigned_at, s.user_id LIMIT 1)
         FROM queues q WHERE q.company_id = $1 AND q.id = $2"
    ))
    .bind(company)
    .bind(queue)
    .fetch_one(c)
    .await)?;
    if let Some(user) = next {
        on!(conn, |c| {
            sqlx::query(
            "UPDATE user_queues SET assigned_at = $4 WHERE company_id = $1 AND queue_id = $2 AND user_id = $3"
        )
        .bind(company)
        .bind(queue)
        .bind(user)
        .bind(now)
        .execute(c)
        .await
        .map(drop)
        })?;
    }
    Ok(next)
}
