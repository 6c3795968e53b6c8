//! Why tickets are closed: the words that a company's admins offer.

use chrono::{DateTime, Utc};

use crate::{
    Conn, Result, StorageError, companies,
    model::{ClosingReasonId, CompanyId, ErrorCode, closing_reason::ClosingReason},
    on,
};

/// Reasons that a company offers at most.
pub const REASONS_MAX: i64 = 50;
/// The setting that says whether a reason is asked for.
pub const SETTING: &str = "closingReason";
/// Its words.
pub const ASKED: [&str; 3] = ["disabled", "optional", "required"];

/// A company's reasons by name; at most 50.
///
/// # Errors
/// `Database`.
pub async fn list(conn: &mut Conn<'_>, company: CompanyId) -> Result<Vec<ClosingReason>> {
    Ok(on!(conn, |c| sqlx::query_as(
        "SELECT id, name FROM closing_reasons WHERE company_id = $1 ORDER BY name, id LIMIT $2"
    )
    .bind(company)
    .bind(REASONS_MAX)
    .fetch_all(c)
    .await)?)
}

/// A reason.
///
/// # Errors
/// `Refused(NoClosingReasonFound)` when the company has none of this id.
pub async fn get(
    conn: &mut Conn<'_>,
    company: CompanyId,
    id: ClosingReasonId,
) -> Result<ClosingReason> {
    let found: Option<ClosingReason> = on!(conn, |c| sqlx::query_as(
        "SELECT id, name FROM closing_reasons WHERE company_id = $1 AND id = $2"
    )
    .bind(company)
    .bind(id)
    .fetch_optional(c)
    .await)?;
    found.ok_or_else(|| ErrorCode::NoClosingReasonFound.into())
}

/// Whether the company offers any.
///
/// # Errors
/// `Database`.
pub async fn has_any(conn: &mut Conn<'_>, company: CompanyId) -> Result<bool> {
    let found: Option<ClosingReasonId> = on!(conn, |c| sqlx::query_scalar(
        "SELECT id FROM closing_reasons WHERE company_id = $1 LIMIT 1"
    )
    .bind(company)
    .fetch_optional(c)
    .await)?;
    Ok(found.is_some())
}

/// Adds a reason.
///
/// # Errors
/// `Refused(ClosingReasonTaken)` for a name that is there, `Refused(ClosingReasonsFull)`.
pub async fn insert(
    conn: &mut Conn<'_>,
    company: CompanyId,
    name: &str,
    now: DateTime<Utc>,
) -> Result<ClosingReason> {
    // two at once must not both find room
    companies::take_turn(conn, company).await?;
    let known: i64 = on!(&mut *conn, |c| sqlx::query_scalar(
        "SELECT COUNT(*) FROM closing_reasons WHERE company_id = $1"
    )
    .bind(company)
    .fetch_one(c)
    .await)?;
    if known >= REASONS_MAX {
        return Err(StorageError::Refused(ErrorCode::ClosingReasonsFull));
    }
    let made: Option<ClosingReason> = on!(conn, |c| {
        sqlx::query_as(
        "INSERT INTO closing_reasons (company_id, name, created_at, updated_at) VALUES ($1, $2, $3, $3)
         ON CONFLICT (company_id, name) DO NOTHING RETURNING id, name"
    )
    .bind(company)
    .bind(name)
    .bind(now)
    .fetch_optional(c)
    .await
    })?;
    made.ok_or_else(|| ErrorCode::ClosingReasonTaken.into())
}

/// Renames a reason; tickets that were closed with it keep the name that it had.
///
/// # Errors
/// `Refused(NoClosingReasonFound)`, `Refused(ClosingReasonTaken)`.
pub async fn rename(
    conn: &mut Conn<'_>,
    company: CompanyId,
    id: ClosingReasonId,
    name: &str,
    now: DateTime<Utc>,
) -> Result<ClosingReason> {
    get(conn, company, id).await?;
    let changed: Option<ClosingReason> = on!(conn, |c| {
        sqlx::query_as(
        "UPDATE closing_reasons SET name = $3, updated_at = $4 WHERE company_id = $1 AND id = $2
           AND NOT EXISTS (SELECT 1 FROM closing_reasons o WHERE o.company_id = $1 AND o.name = $3 AND o.id <> $2)
         RETURNING id, name"
    )
    .bind(company)
    .bind(id)
    .bind(name)
    .bind(now)
    .fetch_optional(c)
    .await
    })?;
    changed.ok_or_else(|| ErrorCode::ClosingReasonTaken.into())
}

/// Offers a reason no more; tickets that were closed with it keep its name.
///
/// # Errors
/// `Refused(NoClosingReasonFound)`.
pub async fn delete(conn: &mut Conn<'_>, company: CompanyId, id: ClosingReasonId) -> Result<()> {
    let gone = on!(conn, |c| sqlx::query(
        "DELETE FROM closing_reasons WHERE company_id = $1 AND id = $2"
    )
    .bind(company)
    .bind(id)
    .execute(c)
    .await
    .map(|done| done.rows_affected()))?;
    if gone == 1 {
        Ok(())
    } else {
        Err(StorageError::Refused(ErrorCode::NoClosingReasonFound))
    }
}
