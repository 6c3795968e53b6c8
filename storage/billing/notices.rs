//! Mails that tell a company's admins of its due date: each once, whichever node looks and however often it was restarted (rule
//! B12).

use chrono::{DateTime, NaiveDate, TimeDelta, Utc};

use super::invoices::{Billed, select_billed};
use crate::{Conn, Result, companies::settings, model::CompanyId, on};

/// Tries of a mail before it is given up.
const MAILS_MAX: i64 = 5;

/// A mail of which somebody's admins have to be told now.
#[derive(Debug, Clone, PartialEq, Eq, sqlx::FromRow)]
pub struct Notice {
    /// Whose.
    pub company_id: CompanyId,
    /// The due date, as a day of the company.
    pub due_day: String,
    /// Which of the mails: how many days before.
    pub days: i64,
    /// The mails that were tried before.
    pub mail_attempts: i64,
}

/// Companies after one, by number, that are switched on, pay something and are due between two times.
///
/// # Errors
/// `Database`.
pub async fn list_due_soon(
    conn: &mut Conn<'_>,
    (from, before): (DateTime<Utc>, DateTime<Utc>),
    after: CompanyId,
    limit: i64,
) -> Result<Vec<Billed>> {
    Ok(on!(conn, |c| sqlx::query_as(concat!(
        select_billed!(),
        " AND c.status AND c.due_date >= $2 AND c.due_date < $3 AND p.value > 0 AND c.id > $4
          ORDER BY c.id LIMIT $5"
    ))
    .bind(settings::TIME_ZONE)
    .bind(from)
    .bind(before)
    .bind(after)
    .bind(limit)
    .fetch_all(c)
    .await)?)
}

/// Notes that a company is to be told of its due date. `false`: it was noted before.
///
/// # Errors
/// `Database`.
pub async fn insert(
    conn: &mut Conn<'_>,
    company: CompanyId,
    due_day: NaiveDate,
    days: i64,
    now: DateTime<Utc>,
) -> Result<bool> {
    let made = on!(conn, |c| {
        sqlx::query(
        "INSERT INTO billing_notices (company_id, due_day, days, due_at, created_at) VALUES ($1, $2, $3, $4, $4)
         ON CONFLICT (company_id, due_day, days) DO NOTHING"
    )
    .bind(company)
    .bind(due_day.to_string())
    .bind(days)
    .bind(now)
    .execute(c)
    .await
    .map(|done| done.rows_affected())
    })?;
    Ok(made == 1)
}

/// Mails of all companies that are to be sent now, the oldest first.
///
/// # Errors
/// `Database`.
pub async fn list_due(conn: &mut Conn<'_>, now: DateTime<Utc>, limit: i64) -> Result<Vec<Notice>> {
    Ok(on!(conn, |c| sqlx::query_as(
        "SELECT company_id, due_day, days, mail_attempts FROM billing_notices
         WHERE due_at IS NOT NULL AND due_at <= $1 ORDER BY due_at, company_id LIMIT $2"
    )
    .bind(now)
    .bind(limit)
    .fetch_all(c)
    .await)?)
}

/// Takes a mail. `false` when another node has taken it.
///
/// # Errors
/// `Database`.
pub async fn claim(
    conn: &mut Conn<'_>,
    company: CompanyId,
    notice: &Notice,
    now: DateTime<Utc>,
) -> Result<bool> {
    let taken = on!(conn, |c| {
        sqlx::query(
        "UPDATE billing_notices SET due_at = NULL
         WHERE company_id = $1 AND due_day = $2 AND days = $3 AND due_at IS NOT NULL AND due_at <= $4"
    )
    .bind(company)
    .bind(&notice.due_day)
    .bind(notice.days)
    .bind(now)
    .execute(c)
    .await
    .map(|done| done.rows_affected())
    })?;
    Ok(taken == 1)
}

/// Notes how many had the mail. With none of those who should have had it it is tried again, later each time.
///
/// # Errors
/// `Database`.
pub async fn mailed(
    conn: &mut Conn<'_>,
    company: CompanyId,
    notice: &Notice,
    (mailed, wanted): (i64, i64),
    now: DateTime<Utc>,
) -> Result<()> {
    let attempts = notice.mail_attempts + 1;
    let again = mailed == 0 && wanted > 0 && attempts < MAILS_MAX;
    let again_at = again.then(|| now + TimeDelta::minutes(1 << attempts.clamp(0, 6)));
    on!(conn, |c| sqlx::query(
        "UPDATE billing_notices SET mailed_to = $4, mail_attempts = $5, due_at = $6
         WHERE company_id = $1 AND due_day = $2 AND days = $3"
    )
    .bind(company)
    .bind(&notice.due_day)
    .bind(notice.days)
    .bind(mailed)
    .bind(attempts)
    .bind(again_at)
    .execute(c)
    .await
    .map(drop))?;
    Ok(())
}

/// Forgets what was noted before `before`, at most `limit`. Answers how many.
///
/// # Errors
/// `Database`.
pub async fn forget_before(conn: &mut Conn<'_>, before: DateTime<Utc>, limit: i64) -> Result<u64> {
    Ok(on!(conn, |c| {
        sqlx::query(concat!(
        "DELETE FROM billing_notices WHERE ",
        row_id!(),
        " IN (SELECT ",
        row_id!(),
        " FROM billing_notices WHERE created_at < $1 AND due_at IS NULL ORDER BY created_at LIMIT $2)"
    ))
    .bind(before)
    .bind(limit)
    .execute(c)
    .await
    .map(|done| done.rows_affected())
    })?)
}
