//! What the two charts are drawn from.

use super::{ATTENDANTS_MAX, Span};
use crate::{
    Conn, Result,
    model::{CompanyId, dashboard::UserTotal},
    on,
};

/// Length of a slot: every zone's hours and days begin with one.
pub const SLOT_SECONDS: i64 = 900;

/// How many episodes each active attendant ended in the span, by name, at most 500; those who ended none as well. With a
/// leader only his queues count, and those who share one with him are listed.
///
/// # Errors
/// `Database`.
pub async fn finished_by_user(
    conn: &mut Conn<'_>,
    company: CompanyId,
    span: Span<'_>,
) -> Result<Vec<UserTotal>> {
    Ok(on!(conn, |c| {
        sqlx::query_as(concat!(
            "SELECT u.name AS nome, COALESCE(e.amount, 0) AS quantidade
         FROM users u LEFT JOIN
           (SELECT user_id, COUNT(*) AS amount FROM ticket_tracking
            WHERE company_id = $1 AND finished_at >= $2 AND finished_at < $3 AND ",
            counts!("queue_id", "$4", "$6"),
            " GROUP BY user_id) e ON e.user_id = u.id
         WHERE ",
            is_listed!("e.user_id", "$4", "$6"),
            " ORDER BY u.name, u.id LIMIT $5"
        ))
        .bind(company)
        .bind(span.from)
        .bind(span.until)
        .bind(span.leader)
        .bind(ATTENDANTS_MAX)
        .bind(span.chosen)
        .fetch_all(c)
        .await
    })?)
}

/// How many episodes began in each slot of 15 minutes, counted from the start of the span, without the empty ones. The
/// span bounds how many there are.
///
/// # Errors
/// `Database`.
pub async fn count_by_slot(
    conn: &mut Conn<'_>,
    company: CompanyId,
    span: Span<'_>,
) -> Result<Vec<(i64, i64)>> {
    Ok(on!(conn, |c| {
        sqlx::query_as(concat!(
            "SELECT slot, COUNT(*) FROM (SELECT ",
            seconds!("$2", "created_at"),
            " / $5 AS slot FROM ticket_tracking
           WHERE company_id = $1 AND created_at >= $2 AND created_at < $3 AND ",
            counts!("queue_id", "$4", "$6"),
            ") begun
         GROUP BY slot ORDER BY slot"
        ))
        .bind(company)
        .bind(span.from)
        .bind(span.until)
        .bind(span.leader)
        .bind(SLOT_SECONDS)
        .bind(span.chosen)
        .fetch_all(c)
        .await
    })?)
}
