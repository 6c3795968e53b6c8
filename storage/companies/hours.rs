//! The week of a company (A013). The weeks of queues stand beside the queues.

use chrono::{DateTime, Utc};
use sqlx::types::Json;

use crate::{
    Conn, Result,
    model::{
        CompanyId,
        hours::{DayHours, default_week},
    },
    on,
};

/// The company's week; the default one where nobody has said another.
///
/// # Errors
/// `Database`.
pub async fn week(conn: &mut Conn<'_>, company: CompanyId) -> Result<Vec<DayHours>> {
    let known: Option<Json<Vec<DayHours>>> = on!(conn, |c| sqlx::query_scalar(
        "SELECT schedules FROM company_hours WHERE company_id = $1"
    )
    .bind(company)
    .fetch_optional(c)
    .await)?;
    Ok(known.map_or_else(default_week, |Json(week)| week))
}

/// Writes the company's week as a whole.
///
/// # Errors
/// `Database` when the company does not exist.
pub async fn set_week(
    conn: &mut Conn<'_>,
    company: CompanyId,
    week: &[DayHours],
    now: DateTime<Utc>,
) -> Result<()> {
    on!(conn, |c| {
        sqlx::query(
        "INSERT INTO company_hours (company_id, schedules, updated_at) VALUES ($1, $2, $3)
         ON CONFLICT (company_id) DO UPDATE SET schedules = excluded.schedules, updated_at = excluded.updated_at"
    )
    .bind(company)
    .bind(Json(week))
    .bind(now)
    .execute(c)
    .await
    .map(drop)
    })?;
    Ok(())
}
