//! Filters of the ticket list that users keep, each for himself.

use chrono::{DateTime, Utc};

use crate::{
    Conn, Result, StorageError,
    model::{CompanyId, ErrorCode, SavedFilterId, UserId, saved_filter::SavedFilter},
    on,
};

/// Filters that a user keeps at most.
pub const FILTERS_MAX: i64 = 20;

/// A user's filters by name; at most 20.
///
/// # Errors
/// `Database`.
pub async fn list(
    conn: &mut Conn<'_>,
    company: CompanyId,
    user: UserId,
) -> Result<Vec<SavedFilter>> {
    Ok(on!(conn, |c| sqlx::query_as(
        "SELECT id, name, view FROM saved_filters WHERE company_id = $1 AND user_id = $2
         ORDER BY name, id LIMIT $3"
    )
    .bind(company)
    .bind(user)
    .bind(FILTERS_MAX)
    .fetch_all(c)
    .await)?)
}

/// Keeps a filter; one of the same name is replaced.
///
/// # Errors
/// `Refused(SavedFiltersFull)` when the user keeps as many as he may, `Refused(NoUserFound)`.
pub async fn save(
    conn: &mut Conn<'_>,
    company: CompanyId,
    user: UserId,
    (name, view): (&str, &str),
    now: DateTime<Utc>,
) -> Result<SavedFilter> {
    // two at once must not both find room
    let owner: Option<UserId> = on!(&mut *conn, |c| sqlx::query_scalar(concat!(
        "SELECT id FROM users WHERE company_id = $1 AND id = $2",
        for_update!()
    ))
    .bind(company)
    .bind(user)
    .fetch_optional(c)
    .await)?;
    owner.ok_or(ErrorCode::NoUserFound)?;
    let others: i64 = on!(&mut *conn, |c| {
        sqlx::query_scalar(
        "SELECT COUNT(*) FROM saved_filters WHERE company_id = $1 AND user_id = $2 AND name <> $3"
    )
    .bind(company)
    .bind(user)
    .bind(name)
    .fetch_one(c)
    .await
    })?;
    if others >= FILTERS_MAX {
        return Err(StorageError::Refused(ErrorCode::SavedFiltersFull));
    }
    Ok(on!(conn, |c| {
        sqlx::query_as(
        "INSERT INTO saved_filters (company_id, user_id, name, view, created_at, updated_at)
         VALUES ($1, $2, $3, $4, $5, $5)
         ON CONFLICT (company_id, user_id, name) DO UPDATE SET view = excluded.view, updated_at = excluded.updated_at
         RETURNING id, name, view"
    )
    .bind(company)
    .bind(user)
    .bind(name)
    .bind(view)
    .bind(now)
    .fetch_one(c)
    .await
    })?)
}

/// Forgets a filter.
///
/// # Errors
/// `Refused(NoSavedFilterFound)` when the user keeps none of this id.
pub async fn delete(
    conn: &mut Conn<'_>,
    company: CompanyId,
    user: UserId,
    id: SavedFilterId,
) -> Result<()> {
    let gone = on!(conn, |c| sqlx::query(
        "DELETE FROM saved_filters WHERE company_id = $1 AND user_id = $2 AND id = $3"
    )
    .bind(company)
    .bind(user)
    .bind(id)
    .execute(c)
    .await
    .map(|done| done.rows_affected()))?;
    if gone == 1 {
        Ok(())
    } else {
        Err(StorageError::Refused(ErrorCode::NoSavedFilterFound))
    }
}
