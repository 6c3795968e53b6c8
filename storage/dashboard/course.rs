//! How a period went: what its slots of 15 minutes had, and how soon people answered.

use super::{SLOT_SECONDS, Span};
use crate::{
    Conn, Result,
    model::{CompanyId, dashboard::FirstAnswer},
    on,
};

/// The episodes that began to wait in one slot.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, sqlx::FromRow)]
pub struct Slot {
    /// Which one, counted from the start of the span.
    pub slot: i64,
    /// All of them.
    pub began: i64,
    /// Those that have ended.
    pub finished: i64,
    /// Those whose service has ended.
    pub supported: i64,
    /// The seconds of service of these.
    pub support: i64,
    /// Those whose service has begun.
    pub waited: i64,
    /// The seconds that these have waited.
    pub wait: i64,
}

/// What each slot of 15 minutes had, without the empty ones. The span bounds how many there are.
///
/// # Errors
/// `Database`.
pub async fn list_slots(
    conn: &mut Conn<'_>,
    company: CompanyId,
    span: Span<'_>,
) -> Result<Vec<Slot>> {
    Ok(on!(conn, |c| {
        sqlx::query_as(concat!(
        "SELECT slot, COUNT(*) AS began, COUNT(finished_at) AS finished, COUNT(support) AS supported,
           CAST(COALESCE(SUM(support), 0) AS BIGINT) AS support, COUNT(wait) AS waited,
           CAST(COALESCE(SUM(wait), 0) AS BIGINT) AS wait
         FROM (SELECT ",
        seconds!("$2", "queued_at"),
        " / $5 AS slot, finished_at, ",
        seconds!("started_at", "COALESCE(rating_at, finished_at)"),
        " AS support, ",
        seconds!("queued_at", "started_at"),
        " AS wait FROM ticket_tracking
           WHERE company_id = $1 AND queued_at >= $2 AND queued_at < $3 AND ",
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

/// In which slots the contacts that have exactly one episode in the span began, and how many.
///
/// # Errors
/// `Database`.
pub async fn count_once_by_slot(
    conn: &mut Conn<'_>,
    company: CompanyId,
    span: Span<'_>,
) -> Result<Vec<(i64, i64)>> {
    Ok(on!(conn, |c| {
        sqlx::query_as(concat!(
            "SELECT slot, COUNT(*) FROM (SELECT ",
            seconds!("$2", "MIN(e.queued_at)"),
            " / $5 AS slot FROM ticket_tracking e
            JOIN tickets t ON t.company_id = e.company_id AND t.id = e.ticket_id
            WHERE e.company_id = $1 AND e.queued_at >= $2 AND e.queued_at < $3 AND ",
            counts!("e.queue_id", "$4", "$6"),
            " GROUP BY t.contact_id HAVING COUNT(*) = 1) once
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

#[derive(sqlx::FromRow)]
struct Counted {
    answers: i64,
    median: Option<i64>,
    ninth: Option<i64>,
    one: i64,
    five: i64,
    fifteen: i64,
    sixty: i64,
}

/// How soon people answered in the span's episodes, from the customer's first message on.
///
/// # Errors
/// `Database`.
pub async fn first_answer(
    conn: &mut Conn<'_>,
    company: CompanyId,
    span: Span<'_>,
) -> Result<FirstAnswer> {
    let found: Counted = on!(conn, |c| {
        sqlx::query_as(concat!(
        "WITH told AS (SELECT ",
        seconds!("asked_at", "answered_at"),
        " AS answer FROM ticket_tracking
           WHERE company_id = $1 AND queued_at >= $2 AND queued_at < $3 AND asked_at IS NOT NULL
             AND answered_at IS NOT NULL AND ",
        counts!("queue_id", "$4", "$5"),
        "),
         placed AS (SELECT answer, COUNT(*) OVER () AS everyone, ROW_NUMBER() OVER (ORDER BY answer) AS place FROM told)
         SELECT COUNT(*) AS answers,
           MIN(CASE WHEN place * 2 >= everyone THEN answer END) AS median,
           MIN(CASE WHEN place * 10 >= everyone * 9 THEN answer END) AS ninth,
           COUNT(CASE WHEN answer <= 60 THEN 1 END) AS one,
           COUNT(CASE WHEN answer <= 300 THEN 1 END) AS five,
           COUNT(CASE WHEN answer <= 900 THEN 1 END) AS fifteen,
           COUNT(CASE WHEN answer <= 3600 THEN 1 END) AS sixty
         FROM placed"
    ))
    .bind(company)
    .bind(span.from)
    .bind(span.until)
    .bind(span.leader)
    .bind(span.chosen)
    .fetch_one(c)
    .await
    })?;
    Ok(FirstAnswer {
        answers: found.answers,
        median: found.median,
        ninth: found.ninth,
        within: [
            found.one,
            found.five - found.one,
            found.fifteen - found.five,
            found.sixty - found.fifteen,
            found.answers - found.sixty,
        ],
    })
}
