//! Days on which other hours hold than in the week: of the whole company, or of one queue (rule B6).

use chrono::{DateTime, Datelike as _, Days, NaiveDate, Utc};

use crate::{
    Conn, Result, companies,
    model::{CompanyId, ErrorCode, HolidayId, QueueId, hours::Holiday},
    on,
};

/// Days that a company keeps at most.
pub const HOLIDAYS_MAX: i64 = 500;
/// Days back and ahead in which a day may decide whether it is open, or when it opens.
const NEAR: (u64, u64) = (2, 370);

macro_rules! columns {
    () => {
        "id, date, yearly, name, queue_id, start_time, end_time"
    };
}

/// What an admin writes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct HolidayForm {
    /// The day.
    pub date: NaiveDate,
    /// Every year.
    pub yearly: bool,
    /// What it is called.
    pub name: String,
    /// For which queue; `None` for the company.
    pub queue_id: Option<QueueId>,
    /// Open only then: from and to.
    pub open: Option<(String, String)>,
}

/// The days of a year, or all; with a queue those that hold for it, otherwise everybody's. By date; at most 500.
///
/// # Errors
/// `Database`.
pub async fn list(
    conn: &mut Conn<'_>,
    company: CompanyId,
    year: Option<i32>,
    queue: Option<QueueId>,
) -> Result<Vec<Holiday>> {
    let day = |year: i32, month: u32, day: u32| NaiveDate::from_ymd_opt(year, month, day);
    let from = year.and_then(|year| day(year, 1, 1));
    let to = year.and_then(|year| day(year, 12, 31));
    let mut found: Vec<Holiday> = on!(conn, |c| sqlx::query_as(concat!(
        "SELECT ",
        columns!(),
        " FROM holidays WHERE company_id = $1
           AND ($2 IS NULL OR queue_id IS NULL OR queue_id = $2)
           AND (yearly OR $3 IS NULL OR (date >= $3 AND date <= $4)) ORDER BY date, id LIMIT $5"
    ))
    .bind(company)
    .bind(queue)
    .bind(from)
    .bind(to)
    .bind(HOLIDAYS_MAX)
    .fetch_all(c)
    .await)?;
    if year.is_some() {
        found.sort_by_key(|holiday| (holiday.date.month(), holiday.date.day(), holiday.id));
    }
    Ok(found)
}

/// The days that count around a day: those of every year, and others that are near.
///
/// # Errors
/// `Database`.
pub async fn list_near(
    conn: &mut Conn<'_>,
    company: CompanyId,
    day: NaiveDate,
) -> Result<Vec<Holiday>> {
    let from = day.checked_sub_days(Days::new(NEAR.0)).unwrap_or(day);
    let to = day.checked_add_days(Days::new(NEAR.1)).unwrap_or(day);
    Ok(on!(conn, |c| sqlx::query_as(concat!(
        "SELECT ",
        columns!(),
        " FROM holidays WHERE company_id = $1 AND (yearly OR (date >= $2 AND date <= $3)) LIMIT $4"
    ))
    .bind(company)
    .bind(from)
    .bind(to)
    .bind(HOLIDAYS_MAX)
    .fetch_all(c)
    .await)?)
}

/// A day.
///
/// # Errors
/// `Refused(NoHolidayFound)` when the company has none of this id.
pub async fn get(conn: &mut Conn<'_>, company: CompanyId, id: HolidayId) -> Result<Holiday> {
    let found: Option<Holiday> = on!(conn, |c| sqlx::query_as(concat!(
        "SELECT ",
        columns!(),
        " FROM holidays WHERE company_id = $1 AND id = $2"
    ))
    .bind(company)
    .bind(id)
    .fetch_optional(c)
    .await)?;
    found.ok_or_else(|| ErrorCode::NoHolidayFound.into())
}

/// Adds a day.
///
/// # Errors
/// `Refused(HolidayTaken)` for a date that has one of the same queue, `Refused(HolidaysFull)`; `Database` when the queue is
/// not the company's.
pub async fn insert(
    conn: &mut Conn<'_>,
    company: CompanyId,
    form: &HolidayForm,
    now: DateTime<Utc>,
) -> Result<Holiday> {
    companies::take_turn(conn, company).await?;
    let known: i64 = on!(&mut *conn, |c| sqlx::query_scalar(
        "SELECT COUNT(*) FROM holidays WHERE company_id = $1"
    )
    .bind(company)
    .fetch_one(c)
    .await)?;
    if known >= HOLIDAYS_MAX {
        return Err(ErrorCode::HolidaysFull.into());
    }
    check_free(conn, company, None, form).await?;
    let (start, end) = form.open.clone().unzip();
    let id: HolidayId = on!(&mut *conn, |c| {
        sqlx::query_scalar(
        "INSERT INTO holidays (company_id, date, yearly, name, queue_id, start_time, end_time, created_at, updated_at)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $8) RETURNING id"
    )
    .bind(company)
    .bind(form.date)
    .bind(form.yearly)
    .bind(&form.name)
    .bind(form.queue_id)
    .bind(start)
    .bind(end)
    .bind(now)
    .fetch_one(c)
    .await
    })?;
    get(conn, company, id).await
}

/// Changes a day.
///
/// # Errors
/// `Refused(NoHolidayFound)`, `Refused(HolidayTaken)`; `Database` when the queue is not the company's.
pub async fn update(
    conn: &mut Conn<'_>,
    company: CompanyId,
    id: HolidayId,
    form: &HolidayForm,
    now: DateTime<Utc>,
) -> Result<Holiday> {
    companies::take_turn(conn, company).await?;
    get(conn, company, id).await?;
    check_free(conn, company, Some(id), form).await?;
    let (start, end) = form.open.clone().unzip();
    on!(&mut *conn, |c| {
        sqlx::query(
        "UPDATE holidays SET date = $3, yearly = $4, name = $5, queue_id = $6, start_time = $7, end_time = $8,
           updated_at = $9 WHERE company_id = $1 AND id = $2"
    )
    .bind(company)
    .bind(id)
    .bind(form.date)
    .bind(form.yearly)
    .bind(&form.name)
    .bind(form.queue_id)
    .bind(start)
    .bind(end)
    .bind(now)
    .execute(c)
    .await
    .map(drop)
    })?;
    get(conn, company, id).await
}

/// Removes a day.
///
/// # Errors
/// `Refused(NoHolidayFound)`.
pub async fn delete(conn: &mut Conn<'_>, company: CompanyId, id: HolidayId) -> Result<()> {
    let gone = on!(conn, |c| sqlx::query(
        "DELETE FROM holidays WHERE company_id = $1 AND id = $2"
    )
    .bind(company)
    .bind(id)
    .execute(c)
    .await
    .map(|done| done.rows_affected()))?;
    if gone == 1 {
        Ok(())
    } else {
        Err(ErrorCode::NoHolidayFound.into())
    }
}

/// One day of a date for the company, and one for each queue.
async fn check_free(
    conn: &mut Conn<'_>,
    company: CompanyId,
    own: Option<HolidayId>,
    form: &HolidayForm,
) -> Result<()> {
    let other: Option<HolidayId> = on!(conn, |c| {
        sqlx::query_scalar(
        "SELECT id FROM holidays WHERE company_id = $1 AND date = $2 AND COALESCE(queue_id, 0) = COALESCE($3, 0)
           AND ($4 IS NULL OR id <> $4)"
    )
    .bind(company)
    .bind(form.date)
    .bind(form.queue_id)
    .bind(own)
    .fetch_optional(c)
    .await
    })?;
    match other {
        Some(_) => Err(ErrorCode::HolidayTaken.into()),
        None => Ok(()),
    }
}
