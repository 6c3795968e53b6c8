//! What was answered to programs' requests that named an `Idempotency-Key` (rule B25): kept for a day, so that a repetition does
//! nothing and hears the same. The name is claimed before the work begins, and the answer is stored in the work's transaction by
//! whoever has the claim: a server that dies in between has done nothing, and one that was given up stores nothing any more.

use chrono::{DateTime, TimeDelta, Utc};
use uuid::Uuid;

use crate::{
    Conn, Result,
    model::{ApiKeyId, CompanyId, ContactId, ErrorCode},
    on,
};

/// How long an answer is kept.
pub const KEPT: TimeDelta = TimeDelta::hours(24);
/// After so long nobody works any more on a request without an answer: its server died.
const GIVEN_UP_AFTER: TimeDelta = TimeDelta::seconds(30);

/// A request by its name.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NamedRequest {
    /// Whose.
    pub company: CompanyId,
    /// By which of its keys.
    pub key: ApiKeyId,
    /// Its name.
    pub name: String,
    /// What it asks, as a hash.
    pub hash: String,
    /// Who is at it.
    pub claim: Uuid,
}

/// What is known of a request before it is done.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Known {
    /// Nothing: it is to be done now.
    New,
    /// It was done, and answered so.
    Done(u16, String),
    /// It is being done.
    Running,
    /// Another request had this name.
    Other,
}

/// What a request is answered with.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RequestAnswer {
    /// The status.
    pub status: u16,
    /// The JSON text.
    pub body: String,
    /// Of whom it tells.
    pub contact: ContactId,
}

#[derive(sqlx::FromRow)]
struct Row {
    request_hash: String,
    status: Option<i64>,
    body: Option<String>,
}

/// Claims the name of a request, unless it is taken.
///
/// # Errors
/// `Database`.
pub async fn begin(conn: &mut Conn<'_>, named: &NamedRequest, now: DateTime<Utc>) -> Result<Known> {
    let taken = on!(&mut *conn, |c| {
        sqlx::query(
            "INSERT INTO api_requests (company_id, key_id, idempotency_key, request_hash, claim, created_at)
             VALUES ($1, $2, $3, $4, $5, $6)
             ON CONFLICT (company_id, key_id, idempotency_key) DO UPDATE SET created_at = $6, request_hash = $4, claim = $5,
               status = NULL, body = NULL, contact_id = NULL
             WHERE api_requests.created_at < $7
               OR (api_requests.status IS NULL AND api_requests.request_hash = $4 AND api_requests.created_at < $8)",
        )
        .bind(named.company)
        .bind(named.key)
        .bind(&named.name)
        .bind(&named.hash)
        .bind(named.claim.to_string())
        .bind(now)
        .bind(now - KEPT)
        .bind(now - GIVEN_UP_AFTER)
        .execute(c)
        .await
        .map(|done| done.rows_affected())
    })?;
    if taken == 1 {
        return Ok(Known::New);
    }
    let row: Option<Row> = on!(conn, |c| sqlx::query_as(
        "SELECT request_hash, status, body FROM api_requests
         WHERE company_id = $1 AND key_id = $2 AND idempotency_key = $3"
    )
    .bind(named.company)
    .bind(named.key)
    .bind(&named.name)
    .fetch_optional(c)
    .await)?;
    Ok(match row {
        Some(row) if row.request_hash != named.hash => Known::Other,
        Some(Row {
            status: Some(status),
            body: Some(body),
            ..
        }) => Known::Done(u16::try_from(status).unwrap_or(200), body),
        _ => Known::Running,
    })
}

/// Keeps what is answered, in the transaction of what was done.
///
/// # Errors
/// `Refused(IdempotencyRunning)` when somebody else has the claim by now: what was done must not be kept.
pub async fn finish(
    conn: &mut Conn<'_>,
    named: &NamedRequest,
    answer: &RequestAnswer,
) -> Result<()> {
    let kept = on!(conn, |c| {
        sqlx::query(
        "UPDATE api_requests SET status = $5, body = $6, contact_id = $7
         WHERE company_id = $1 AND key_id = $2 AND idempotency_key = $3 AND claim = $4 AND status IS NULL"
    )
    .bind(named.company)
    .bind(named.key)
    .bind(&named.name)
    .bind(named.claim.to_string())
    .bind(i64::from(answer.status))
    .bind(&answer.body)
    .bind(answer.contact)
    .execute(c)
    .await
    .map(|done| done.rows_affected())
    })?;
    if kept == 1 {
        Ok(())
    } else {
        Err(ErrorCode::IdempotencyRunning.into())
    }
}

/// Gives the name of a request back that was refused: it may be tried again.
///
/// # Errors
/// `Database`.
pub async fn give_back(conn: &mut Conn<'_>, named: &NamedRequest) -> Result<()> {
    on!(conn, |c| {
        sqlx::query(
        "DELETE FROM api_requests
         WHERE company_id = $1 AND key_id = $2 AND idempotency_key = $3 AND claim = $4 AND status IS NULL"
    )
    .bind(named.company)
    .bind(named.key)
    .bind(&named.name)
    .bind(named.claim.to_string())
    .execute(c)
    .await
    .map(drop)
    })?;
    Ok(())
}

/// Forgets what is older than `before`, at most `limit`. Answers how much.
///
/// # Errors
/// `Database`.
pub async fn forget_before(conn: &mut Conn<'_>, before: DateTime<Utc>, limit: i64) -> Result<u64> {
    Ok(on!(conn, |c| sqlx::query(
        "DELETE FROM api_requests WHERE id IN
           (SELECT id FROM api_requests WHERE created_at < $1 ORDER BY created_at LIMIT $2)"
    )
    .bind(before)
    .bind(limit)
    .execute(c)
    .await
    .map(|done| done.rows_affected()))?)
}
