//! How long customers wait for a first answer and for the end, by what their conversations had.

use super::Span;
use crate::{
    Conn, Result,
    model::{CompanyId, dashboard::TimesOf},
    on,
};

/// Rows listed at once; those with most conversations.
const ROWS_MAX: i64 = 500;

/// What conversations are told apart by.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TimesBy {
    /// The queue that they were in last.
    Queue,
    /// Each tag of their ticket: one with two tags counts in both.
    Tag,
    /// The number by which they came.
    Connection,
    /// Whoever had them last.
    Attendant,
}

/// The times of a span's episodes, those with most of them first, at most 500. What belongs to nothing has a row without a number. A
/// median is the time within which half of them were done, the ninth tenth that of nine in ten.
///
/// # Errors
/// `Database`.
pub async fn list_times(
    conn: &mut Conn<'_>,
    company: CompanyId,
    span: Span<'_>,
    by: TimesBy,
) -> Result<Vec<TimesOf>> {
    Ok(on!(conn, |c| {
        macro_rules! times {
            ($key:literal, $color:literal, $named:literal) => {
                concat!(
                    "WITH told AS (SELECT ",
                    $key,
                    " AS id, ",
                    seconds!("e.asked_at", "e.answered_at"),
                    " AS answer, ",
                    seconds!("e.created_at", "e.finished_at"),
                    " AS ending FROM ticket_tracking e
                       LEFT JOIN ticket_tags g ON $6 AND g.company_id = e.company_id AND g.ticket_id = e.ticket_id
                       WHERE e.company_id = $1 AND e.queued_at >= $2 AND e.queued_at < $3 AND ",
                    counts!("e.queue_id", "$4", "$7"),
                    "),
                     counted AS (SELECT id, answer, ending,
                       COUNT(answer) OVER (PARTITION BY id) AS answers, COUNT(ending) OVER (PARTITION BY id) AS endings,
                       ROW_NUMBER() OVER (PARTITION BY id ORDER BY answer NULLS LAST) AS answer_place,
                       ROW_NUMBER() OVER (PARTITION BY id ORDER BY ending NULLS LAST) AS ending_place FROM told),
                     summed AS (SELECT id, COUNT(*) AS tickets, MAX(answers) AS answers, MAX(endings) AS endings,
                       MIN(CASE WHEN answer_place * 2 >= answers THEN answer END) AS answer_median,
                       MIN(CASE WHEN answer_place * 10 >= answers * 9 THEN answer END) AS answer_ninth,
                       MIN(CASE WHEN ending_place * 2 >= endings THEN ending END) AS ending_median,
                       MIN(CASE WHEN ending_place * 10 >= endings * 9 THEN ending END) AS ending_ninth
                       FROM counted GROUP BY id)
                     SELECT s.id, n.name, ",
                    $color,
                    " AS color, s.tickets, s.answers, s.endings, s.answer_median, s.answer_ninth, s.ending_median,
                       s.ending_ninth
                     FROM summed s LEFT JOIN ",
                    $named,
                    " n ON n.company_id = $1 AND n.id = s.id
                     ORDER BY s.tickets DESC, n.name, s.id LIMIT $5"
                )
            };
        }
        let text = match by {
            TimesBy::Queue => times!("e.queue_id", "n.color", "queues"),
            TimesBy::Tag => times!("g.tag_id", "n.color", "tags"),
            TimesBy::Connection => times!("e.connection_id", "NULL", "connections"),
            TimesBy::Attendant => times!("e.user_id", "NULL", "users"),
        };
        sqlx::query_as(text)
            .bind(company)
            .bind(span.from)
            .bind(span.until)
            .bind(span.leader)
            .bind(ROWS_MAX)
            .bind(by == TimesBy::Tag)
            .bind(span.chosen)
            .fetch_all(c)
            .await
    })?)
}
