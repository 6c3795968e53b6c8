//! A company's first hour: which steps are done is never stored, it is read off the tables.

use chrono::{DateTime, TimeDelta, Utc};

use crate::{
    Conn, Result,
    model::{
        CompanyId,
        first_hour::{FirstHourState, FirstSteps},
    },
    on, settings,
};

/// When an admin put the list aside (RFC 3339).
pub const SKIPPED_SETTING: &str = "firstHourSkipped";
/// How long the menu shows a list that was put aside.
const SHOWN_FOR: TimeDelta = TimeDelta::days(14);

/// What a company has of its first hour.
///
/// # Errors
/// `Database`.
pub async fn steps(conn: &mut Conn<'_>, company: CompanyId) -> Result<FirstSteps> {
    Ok(on!(conn, |c| {
        sqlx::query_as(
            "SELECT
           EXISTS (SELECT 1 FROM connections
                   WHERE company_id = $1 AND deleted_at IS NULL AND first_connected_at IS NOT NULL) AS connection,
           EXISTS (SELECT 1 FROM queues WHERE company_id = $1) AS queues,
           (SELECT COUNT(*) FROM users WHERE company_id = $1 AND active AND deleted_at IS NULL) > 1 AS team,
           EXISTS (SELECT 1 FROM settings WHERE company_id = $1 AND key = 'scheduleType'
                     AND value IN ('company', 'queue')) AS hours,
           EXISTS (SELECT 1 FROM connections
                   WHERE company_id = $1 AND deleted_at IS NULL AND greeting_message <> '')
             OR EXISTS (SELECT 1 FROM queues WHERE company_id = $1 AND greeting_message <> '') AS greeting,
           EXISTS (SELECT 1 FROM tickets t
                   JOIN messages m ON m.company_id = t.company_id AND m.ticket_id = t.id
                   WHERE t.company_id = $1 AND t.user_id IS NOT NULL
                     AND m.from_me AND m.user_id IS NOT NULL AND NOT m.is_private) AS answer,
           EXISTS (SELECT 1 FROM tickets WHERE company_id = $1) AS tickets",
        )
        .bind(company)
        .fetch_one(c)
        .await
    })?)
}

/// What becomes of the list.
///
/// # Errors
/// `Database`.
pub async fn state(
    conn: &mut Conn<'_>,
    company: CompanyId,
    steps: FirstSteps,
    now: DateTime<Utc>,
) -> Result<FirstHourState> {
    if steps.answer {
        return Ok(FirstHourState::Over);
    }
    Ok(match skipped_at(conn, company).await? {
        None => FirstHourState::Open,
        Some(at) if now < at + SHOWN_FOR => FirstHourState::Skipped,
        Some(_) => FirstHourState::Over,
    })
}

/// When the list was put aside, if it was.
///
/// # Errors
/// `Database`.
pub async fn skipped_at(conn: &mut Conn<'_>, company: CompanyId) -> Result<Option<DateTime<Utc>>> {
    let value = settings::find(conn, company, SKIPPED_SETTING).await?;
    Ok(value.and_then(|text| text.parse().ok()))
}
