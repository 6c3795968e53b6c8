//! The figures of the dashboard: episodes added up (rule B19). A period has the episodes that began to wait
//! in it; every sum of the first page is about those, so that the cards and the table agree.

/// Whether what is in a queue is counted: with a leader in one of his, and in one of the chosen ones where some are. Company is `$1`.
macro_rules! counts {
    ($queue:literal, $leader:literal, $chosen:literal) => {
        concat!(
            "(",
            $leader,
            " IS NULL OR ",
            $queue,
            " IN (SELECT queue_id FROM user_queues WHERE company_id = $1 AND user_id = ",
            $leader,
            ")) AND (",
            $chosen,
            " IS NULL OR ",
            $chosen,
            " LIKE '%,' || CAST(",
            $queue,
            " AS TEXT) || ',%')"
        )
    };
}

/// Whether a user is listed: an active one, with a leader one who shares a queue with him; where queues are chosen one who is of
/// them or has had something in them. Company is `$1`.
macro_rules! is_listed {
    ($had:literal, $leader:literal, $chosen:literal) => {
        concat!(
            "u.company_id = $1 AND u.active AND (",
            $leader,
            " IS NULL OR u.id IN
               (SELECT his.user_id FROM user_queues his JOIN user_queues mine
                  ON mine.company_id = his.company_id AND mine.queue_id = his.queue_id AND mine.user_id = ",
            $leader,
            " WHERE his.company_id = $1)) AND (",
            $chosen,
            " IS NULL OR ",
            $had,
            " IS NOT NULL OR u.id IN
               (SELECT user_id FROM user_queues
                WHERE company_id = $1 AND ",
            $chosen,
            " LIKE '%,' || CAST(queue_id AS TEXT) || ',%'))"
        )
    };
}

mod charts;
mod course;
mod now;
mod times;

pub use charts::{SLOT_SECONDS, count_by_slot, finished_by_user};
pub use course::{Slot, count_once_by_slot, first_answer, list_slots};
pub use now::{list_held, list_waiting};
pub use times::{TimesBy, list_times};

use chrono::{DateTime, Utc};

use crate::{
    Conn, Result,
    model::{
        CompanyId, QueueId, UserId,
        dashboard::{AttendantFigures, Counters},
    },
    on,
};

/// Attendants listed at once; plans allow far fewer users.
const ATTENDANTS_MAX: i64 = 500;

/// Which episodes are counted.
#[derive(Debug, Clone, Copy)]
pub struct Span<'a> {
    /// From here on.
    pub from: DateTime<Utc>,
    /// Until before this.
    pub until: DateTime<Utc>,
    /// Only the queues of this user; `None` counts the whole company.
    pub leader: Option<UserId>,
    /// Only these of them, as [`listed`] writes them; `None` counts all.
    pub chosen: Option<&'a str>,
}

impl Span<'_> {
    /// The same time and leader, of the chosen queues as [`listed`] writes them.
    pub fn of(self, chosen: Option<&str>) -> Span<'_> {
        Span { chosen, ..self }
    }
}

/// Queues as one text in which a statement finds each of them: `,1,2,`. None of them is no choice.
pub fn listed(queues: &[QueueId]) -> Option<String> {
    let ids: Vec<String> = queues.iter().map(ToString::to_string).collect();
    (!ids.is_empty()).then(|| format!(",{},", ids.join(",")))
}

#[derive(sqlx::FromRow)]
struct Sums {
    finished: i64,
    support: Option<f64>,
    wait: Option<f64>,
}

/// What the six cards show. What is happening and what waits is as it is now, whatever the period.
///
/// # Errors
/// `Database`.
pub async fn get_counters(
    conn: &mut Conn<'_>,
    company: CompanyId,
    span: Span<'_>,
) -> Result<Counters> {
    let sums: Sums = on!(&mut *conn, |c| sqlx::query_as(concat!(
        "SELECT COUNT(finished_at) AS finished, CAST(AVG(",
        seconds!("started_at", "COALESCE(rating_at, finished_at)"),
        ") AS DOUBLE PRECISION) AS support, CAST(AVG(",
        seconds!("queued_at", "started_at"),
        ") AS DOUBLE PRECISION) AS wait
         FROM ticket_tracking
         WHERE company_id = $1 AND queued_at >= $2 AND queued_at < $3 AND ",
        counts!("queue_id", "$4", "$5")
    ))
    .bind(company)
    .bind(span.from)
    .bind(span.until)
    .bind(span.leader)
    .bind(span.chosen)
    .fetch_one(c)
    .await)?;
    let (support_happening, support_pending) =
        count_running(conn, company, span.leader, span.chosen).await?;
    Ok(Counters {
        avg_support_time: minutes(sums.support),
        avg_wait_time: minutes(sums.wait),
        support_happening,
        support_pending,
        support_finished: sums.finished,
        leads: count_once(conn, company, span).await?,
    })
}

/// Tickets open and waiting now, leads among these; with a leader those of his queues, of them those chosen.
///
/// # Errors
/// `Database`.
pub async fn count_running(
    conn: &mut Conn<'_>,
    company: CompanyId,
    leader: Option<UserId>,
    chosen: Option<&str>,
) -> Result<(i64, i64)> {
    Ok(on!(conn, |c| {
        sqlx::query_as(concat!(
        "SELECT CAST(COALESCE(SUM(CASE WHEN status = 'open' THEN amount END), 0) AS BIGINT),
                CAST(COALESCE(SUM(CASE WHEN status IN ('pending', 'lead') THEN amount END), 0) AS BIGINT)
         FROM ticket_counts
         WHERE company_id = $1 AND ",
        counts!("queue_id", "$2", "$3")
    ))
    .bind(company)
    .bind(leader)
    .bind(chosen)
    .fetch_one(c)
    .await
    })?)
}

/// Contacts with exactly one episode in the period.
async fn count_once(conn: &mut Conn<'_>, company: CompanyId, span: Span<'_>) -> Result<i64> {
    Ok(on!(conn, |c| {
        sqlx::query_scalar(concat!(
            "SELECT COUNT(*) FROM
           (SELECT t.contact_id FROM ticket_tracking e
            JOIN tickets t ON t.company_id = e.company_id AND t.id = e.ticket_id
            WHERE e.company_id = $1 AND e.queued_at >= $2 AND e.queued_at < $3 AND ",
            counts!("e.queue_id", "$4", "$5"),
            " GROUP BY t.contact_id HAVING COUNT(*) = 1) once"
        ))
        .bind(company)
        .bind(span.from)
        .bind(span.until)
        .bind(span.leader)
        .bind(span.chosen)
        .fetch_one(c)
        .await
    })?)
}

#[derive(sqlx::FromRow)]
struct Row {
    id: UserId,
    name: String,
    online: bool,
    tickets: i64,
    support: Option<f64>,
    rating: Option<f64>,
}

/// Active attendants by name, at most 500: those who share a queue with the leader, if there is one, and of them those who have
/// to do with the chosen queues.
///
/// # Errors
/// `Database`.
pub async fn list_attendants(
    conn: &mut Conn<'_>,
    company: CompanyId,
    span: Span<'_>,
) -> Result<Vec<AttendantFigures>> {
    let rows: Vec<Row> = on!(conn, |c| {
        sqlx::query_as(concat!(
            "SELECT u.id, u.name, u.online, COALESCE(e.tickets, 0) AS tickets, e.support, e.rating
         FROM users u LEFT JOIN
           (SELECT user_id, COUNT(*) AS tickets, CAST(AVG(",
            seconds!("started_at", "COALESCE(rating_at, finished_at)"),
            ") AS DOUBLE PRECISION) AS support, CAST(AVG(rate) AS DOUBLE PRECISION) AS rating
            FROM ticket_tracking
            WHERE company_id = $1 AND queued_at >= $2 AND queued_at < $3 AND ",
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
    })?;
    let figures = rows.into_iter().map(|row| AttendantFigures {
        id: row.id,
        name: row.name,
        avg_support_time: minutes(row.support),
        tickets: row.tickets,
        rating: row.rating,
        online: row.online,
    });
    Ok(figures.collect())
}

/// Seconds as the nearest whole minutes.
#[expect(
    clippy::cast_possible_truncation,
    reason = "an average of times in one database is far below 2^63"
)]
fn minutes(seconds: Option<f64>) -> i64 {
    (seconds.unwrap_or(0.0) / 60.0).round() as i64
}
