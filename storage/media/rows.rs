//! The table `media`: files that are here, and files that a provider still holds.

use chrono::{DateTime, Duration, Utc};
use sqlx::types::Json;

use super::{StoredMedia, clean_name};
use crate::{
    Conn, Result, StorageError,
    companies::plan_changes,
    model::{
        CompanyId, ConnectionId, ErrorCode, MediaId, MessageId, inbound::RemoteMedia,
        message::MediaKind,
    },
    on,
};

/// Attempts before a file is given up: 5 s doubling up to an hour reaches over a day (Meta keeps files 30 days).
const ATTEMPTS_MAX: i64 = 30;
/// Wait after the first attempt.
const BACKOFF_SECONDS_MIN: i64 = 5;
/// Longest wait between two attempts.
const BACKOFF_SECONDS_MAX: i64 = 3600;
/// Characters of a stored failure.
const FAILURE_CHARS_MAX: usize = 200;

/// Where a file stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq, sqlx::Type)]
#[sqlx(type_name = "TEXT", rename_all = "lowercase")]
pub enum MediaState {
    /// It is here.
    Ready,
    /// The provider holds it; it will be fetched.
    Pending,
    /// It could not be fetched and will not be tried again.
    Failed,
}

/// A row of the table.
#[derive(Debug, Clone)]
pub struct MediaRow {
    /// Its number.
    pub id: MediaId,
    /// Where the file stands.
    pub state: MediaState,
    /// Stored name, once it is here.
    pub path: Option<String>,
    /// The sender's name for it.
    pub name: String,
    /// What it is; empty while it is not here.
    pub mime: String,
    /// How it is shown.
    pub kind: MediaKind,
    /// Bytes.
    pub size: Option<i64>,
}

/// A file that is to be fetched now.
#[derive(Debug, Clone)]
pub struct PendingMedia {
    /// Its number.
    pub id: MediaId,
    /// Where the provider holds it.
    pub remote: RemoteMedia,
    /// This attempt, from 1.
    pub attempts: i64,
}

#[derive(sqlx::FromRow)]
struct Row {
    id: MediaId,
    state: MediaState,
    path: Option<String>,
    name: String,
    mime: String,
    kind: String,
    size: Option<i64>,
}

#[derive(sqlx::FromRow)]
struct PendingRow {
    id: MediaId,
    remote: Json<RemoteMedia>,
    attempts: i64,
}

/// Bytes in a GB of a plan.
const GB: i64 = 1_000_000_000;

/// Writes the row of a file of the company's own that is in its place. What customers send is kept whatever the plan says: it
/// counts, and is never refused.
///
/// # Errors
/// `Refused(PlanLimitStorage)` when it would be more than the plan has room for; `Database`.
pub async fn insert_ready(
    conn: &mut Conn<'_>,
    company: CompanyId,
    now: DateTime<Utc>,
    file: &StoredMedia,
) -> Result<MediaId> {
    check_room(conn, company, file.size).await?;
    insert_of_customer(conn, company, now, file).await
}

/// The same for a file of a customer, whatever the plan says.
///
/// # Errors
/// `Database`.
pub async fn insert_of_customer(
    conn: &mut Conn<'_>,
    company: CompanyId,
    now: DateTime<Utc>,
    file: &StoredMedia,
) -> Result<MediaId> {
    Ok(on!(conn, |c| {
        sqlx::query_scalar(
        "INSERT INTO media (company_id, state, path, name, mime, kind, size, width, height, duration, created_at, updated_at)
         VALUES ($1, 'ready', $2, $3, $4, $5, $6, $7, $8, $9, $10, $10) RETURNING id"
    )
    .bind(company)
    .bind(&file.path)
    .bind(&file.name)
    .bind(&file.mime)
    .bind(file.kind.as_str())
    .bind(file.size)
    .bind(file.width)
    .bind(file.height)
    .bind(file.duration)
    .bind(now)
    .fetch_one(c)
    .await
    })?)
}

/// Whether the company's plan has room for so many bytes more.
async fn check_room(conn: &mut Conn<'_>, company: CompanyId, more: i64) -> Result<()> {
    let most = plan_changes::limits(conn, company).await?.storage_gb;
    if most == 0 {
        return Ok(());
    }
    let used: i64 = on!(conn, |c| {
        sqlx::query_scalar(
        "SELECT CAST(COALESCE(SUM(size), 0) AS BIGINT) FROM media WHERE company_id = $1 AND size IS NOT NULL"
    )
    .bind(company)
    .fetch_one(c)
    .await
    })?;
    if used.saturating_add(more) > most.saturating_mul(GB) {
        return Err(ErrorCode::PlanLimitStorage.into());
    }
    Ok(())
}

/// Writes the row of a file that the provider holds; it is due at once.
///
/// # Errors
/// `Database`.
pub async fn insert_pending(
    conn: &mut Conn<'_>,
    company: CompanyId,
    connection: ConnectionId,
    now: DateTime<Utc>,
    kind: MediaKind,
    remote: &RemoteMedia,
) -> Result<MediaId> {
    let name = remote
        .file_name
        .as_deref()
        .map(clean_name)
        .unwrap_or_default();
    Ok(on!(conn, |c| {
        sqlx::query_scalar(
        "INSERT INTO media (company_id, state, name, kind, remote, connection_id, next_at, created_at, updated_at)
         VALUES ($1, 'pending', $2, $3, $4, $5, $6, $6, $6) RETURNING id"
    )
    .bind(company)
    .bind(&name)
    .bind(kind.as_str())
    .bind(Json(remote))
    .bind(connection)
    .bind(now)
    .fetch_one(c)
    .await
    })?)
}

/// Takes up to `limit` files that are due. The attempt counts before it is made, and the next one waits twice as long,
/// so that a file which kills the process does not do so for ever.
///
/// # Errors
/// `Unreadable` when a stored row is damaged.
pub async fn claim_pending(
    conn: &mut Conn<'_>,
    company: CompanyId,
    connection: ConnectionId,
    now: DateTime<Utc>,
    limit: i64,
) -> Result<Vec<PendingMedia>> {
    let due: Vec<PendingRow> = on!(conn, |c| sqlx::query_as(concat!(
        "SELECT id, remote, attempts FROM media
         WHERE company_id = $1 AND connection_id = $2 AND state = 'pending' AND next_at <= $3
         ORDER BY next_at, id LIMIT $4",
        skip_locked!()
    ))
    .bind(company)
    .bind(connection)
    .bind(now)
    .bind(limit)
    .fetch_all(c)
    .await)?;
    let mut claimed = Vec::with_capacity(due.len());
    for row in due {
        let attempts = row.attempts + 1;
        on!(conn, |c| {
            sqlx::query(
            "UPDATE media SET attempts = $3, next_at = $4, updated_at = $5 WHERE company_id = $1 AND id = $2"
        )
        .bind(company)
        .bind(row.id)
        .bind(attempts)
        .bind(now + backoff(attempts))
        .bind(now)
        .execute(c)
        .await
        .map(drop)
        })?;
        claimed.push(PendingMedia {
            id: row.id,
            remote: row.remote.0,
            attempts,
        });
    }
    Ok(claimed)
}

/// Says that a file has been fetched. Answers `false` when it was not pending (any more); the caller then removes the
/// copy that it made.
///
/// # Errors
/// `Database`.
pub async fn complete(
    conn: &mut Conn<'_>,
    company: CompanyId,
    now: DateTime<Utc>,
    id: MediaId,
    file: &StoredMedia,
) -> Result<bool> {
    let changed = on!(conn, |c| {
        sqlx::query(
        "UPDATE media SET state = 'ready', path = $3, mime = $4, kind = $5, size = $6, width = $7, height = $8,
           duration = $9, name = $10, next_at = NULL, last_error = NULL, updated_at = $11
         WHERE company_id = $1 AND id = $2 AND state = 'pending'"
    )
    .bind(company)
    .bind(id)
    .bind(&file.path)
    .bind(&file.mime)
    .bind(file.kind.as_str())
    .bind(file.size)
    .bind(file.width)
    .bind(file.height)
    .bind(file.duration)
    .bind(&file.name)
    .bind(now)
    .execute(c)
    .await
    .map(|done| done.rows_affected())
    })?;
    Ok(changed == 1)
}

/// Says that an attempt failed. With `forever`, or after 30 attempts, the file is given up; otherwise the next attempt
/// stays as claimed. Answers whether it is given up now. `reason` is for the operator: no content, no address.
///
/// # Errors
/// `Database`.
pub async fn fail(
    conn: &mut Conn<'_>,
    company: CompanyId,
    now: DateTime<Utc>,
    id: MediaId,
    (reason, forever): (&str, bool),
) -> Result<bool> {
    let reason: String = reason.chars().take(FAILURE_CHARS_MAX).collect();
    let state: Option<MediaState> = on!(conn, |c| sqlx::query_scalar(
        "UPDATE media SET last_error = $3, updated_at = $4,
           state = CASE WHEN $5 OR attempts >= $6 THEN 'failed' ELSE state END
         WHERE company_id = $1 AND id = $2 AND state = 'pending' RETURNING state"
    )
    .bind(company)
    .bind(id)
    .bind(&reason)
    .bind(now)
    .bind(forever)
    .bind(ATTEMPTS_MAX)
    .fetch_optional(c)
    .await)?;
    Ok(state == Some(MediaState::Failed))
}

/// Takes up the file of a message again that was given up, as if it had just come. Answers the number that fetches it; `None` when it
/// was not given up.
///
/// # Errors
/// `Database`.
pub async fn fetch_again(
    conn: &mut Conn<'_>,
    company: CompanyId,
    message: MessageId,
    now: DateTime<Utc>,
) -> Result<Option<ConnectionId>> {
    Ok(on!(conn, |c| {
        sqlx::query_scalar(
            "UPDATE media SET state = 'pending', attempts = 0, next_at = $3, last_error = NULL, updated_at = $3
             WHERE company_id = $1 AND id = (SELECT media_id FROM messages WHERE company_id = $1 AND id = $2)
               AND state = 'failed' AND connection_id IS NOT NULL
             RETURNING connection_id",
        )
        .bind(company)
        .bind(message)
        .bind(now)
        .fetch_optional(c)
        .await
    })?)
}

/// A row of the company.
///
/// # Errors
/// `Refused(NotFound)` when the company has no such row.
pub async fn get(conn: &mut Conn<'_>, company: CompanyId, id: MediaId) -> Result<MediaRow> {
    let row: Option<Row> = on!(conn, |c| {
        sqlx::query_as(
        "SELECT id, state, path, name, mime, kind, size FROM media WHERE company_id = $1 AND id = $2"
    )
    .bind(company)
    .bind(id)
    .fetch_optional(c)
    .await
    })?;
    let row = row.ok_or(ErrorCode::NotFound)?;
    let kind = MediaKind::parse(&row.kind)
        .ok_or_else(|| StorageError::Database(sqlx::Error::Decode(row.kind.into())))?;
    Ok(MediaRow {
        id: row.id,
        state: row.state,
        path: row.path,
        name: row.name,
        mime: row.mime,
        kind,
        size: row.size,
    })
}

fn backoff(attempts: i64) -> Duration {
    let doublings = u32::try_from(attempts - 1).unwrap_or(0).min(20);
    Duration::seconds((BACKOFF_SECONDS_MIN << doublings).min(BACKOFF_SECONDS_MAX))
}
