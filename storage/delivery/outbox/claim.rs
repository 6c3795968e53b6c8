//! Which sends are made next, and that they are marked before they are made.

use chrono::{DateTime, Utc};

use super::{OutboxRow, PRIORITY_READ_MARK};
use crate::{
    Conn, Result,
    model::{CompanyId, ConnectionId, MessageId},
    on,
};

/// Marks due sends as attempted under `epoch` and answers them: the first of each recipient, none for a recipient who
/// has one on the way, so that a conversation keeps its order, and nothing but read marks for those who are `resting`. The
/// subquery has an order and a limit as that of [`crate::delivery::inbox::list_due`] has.
///
/// # Errors
/// `Database`.
pub async fn claim<'r>(
    conn: &mut Conn<'_>,
    connection: ConnectionId,
    (epoch, now): (i64, DateTime<Utc>),
    limit: i64,
    resting: impl IntoIterator<Item = &'r str>,
) -> Result<Vec<OutboxRow>> {
    // recipients are digits or the names of groups, which have no comma
    let resting = resting
        .into_iter()
        .fold(",".to_owned(), |list, one| list + one + ",");
    let mut rows: Vec<OutboxRow> = on!(conn, |c| {
        sqlx::query_as(concat!(
            "WITH due AS MATERIALIZED (
               SELECT o.id FROM outbox o
               WHERE o.connection_id = $1 AND o.state = 'queued' AND o.not_before <= $3
                 AND (o.priority >= $5 OR $6 NOT LIKE '%,' || o.recipient || ',%')
                 AND (SELECT e.id FROM outbox e WHERE e.connection_id = o.connection_id
                     AND e.recipient = o.recipient AND e.state IN ('queued', 'attempting')
                     AND (e.state = 'attempting' OR e.priority < o.priority
                       OR (e.priority = o.priority AND e.id < o.id))
                   ORDER BY e.connection_id, e.recipient, e.priority, e.id LIMIT 1) IS NULL
               ORDER BY o.priority, o.id LIMIT $4",
            skip_locked!(),
            ")
             UPDATE outbox SET state = 'attempting', attempts = attempts + 1, epoch = $2, updated_at = $3
             WHERE id IN (SELECT id FROM due) RETURNING id, intent_id, message_id, recipient, payload, attempts"
        ))
        .persistent(keeps_plan!())
        .bind(connection)
        .bind(epoch)
        .bind(now)
        .bind(limit)
        .bind(PRIORITY_READ_MARK)
        .bind(&resting)
        .fetch_all(c)
        .await
    })?;
    rows.sort_by_key(|row| row.id);
    Ok(rows)
}

/// Lets the send of a message that waits go no sooner than at a time. Those behind it wait too.
///
/// # Errors
/// `Database`.
pub async fn put_off(
    conn: &mut Conn<'_>,
    company: CompanyId,
    message: MessageId,
    until: DateTime<Utc>,
) -> Result<()> {
    on!(conn, |c| {
        sqlx::query(
            "UPDATE outbox SET not_before = $3
             WHERE company_id = $1 AND message_id = $2 AND state = 'queued' AND not_before < $3",
        )
        .bind(company)
        .bind(message)
        .bind(until)
        .execute(c)
        .await
        .map(drop)
    })?;
    Ok(())
}
