//! Programs that speak for a number by its token: whose token it is, and how their last calls ended.

use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use sha2::{Digest as _, Sha256};

use crate::{
    Conn, Result,
    companies::{PlanColumns, plan_columns, settings::TIME_ZONE},
    model::{CompanyId, ConnectionId, company::Plan, connection::ConnectionStatus},
    on,
};

/// Calls of one number that are kept.
pub const CALLS_KEPT: i64 = 50;
/// Numbers whose tokens are listed; plans allow far fewer.
const TOKENS_LISTED_MAX: i64 = 500;

/// What a program sends.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, sqlx::Type, utoipa::ToSchema,
)]
#[serde(rename_all = "lowercase")]
#[sqlx(type_name = "TEXT", rename_all = "lowercase")]
pub enum CallKind {
    /// A text.
    Text,
    /// One or more files.
    Files,
}

/// The program behind a token: a number, and what its company may do now.
#[derive(Debug, Clone)]
pub struct Program {
    /// Whose number.
    pub company: CompanyId,
    /// Which number.
    pub connection: ConnectionId,
    /// Whether the company is switched on.
    pub company_status: bool,
    /// Until when it has paid.
    pub due_date: Option<DateTime<Utc>>,
    /// Where it says that it is.
    pub time_zone: Option<String>,
    /// What it may use.
    pub plan: Plan,
}

/// How a call ended.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NewCall<'a> {
    /// What it brought.
    pub kind: CallKind,
    /// The status of the answer.
    pub status: u16,
    /// Why it was refused.
    pub code: Option<&'a str>,
    /// How long it took, in milliseconds.
    pub millis: i64,
}

/// A call that was noted.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, sqlx::FromRow, utoipa::ToSchema)]
pub struct ApiCall {
    /// Number in the database.
    pub id: i64,
    /// When.
    pub at: DateTime<Utc>,
    /// What it brought.
    pub kind: CallKind,
    /// The status of the answer.
    pub status: i64,
    /// Why it was refused.
    #[schema(required)]
    pub code: Option<String>,
    /// How long it took, in milliseconds.
    pub millis: i64,
}

/// A number and its token, of which only a hash is known.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, sqlx::FromRow, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ConnectionToken {
    /// The connection.
    pub id: ConnectionId,
    /// Its name.
    pub name: String,
    /// Where it stands.
    pub status: ConnectionStatus,
    /// Whether programs may speak for it.
    pub token_set: bool,
    /// When one did so last with the token of now.
    #[schema(required)]
    pub used_at: Option<DateTime<Utc>>,
}

#[derive(sqlx::FromRow)]
struct Row {
    company_id: CompanyId,
    connection_id: ConnectionId,
    company_status: bool,
    due_date: Option<DateTime<Utc>>,
    time_zone: Option<String>,
    #[sqlx(flatten)]
    plan: PlanColumns,
}

/// What is kept of a token.
pub(super) fn hash(token: &str) -> String {
    hex::encode(Sha256::digest(token.as_bytes()))
}

/// Whose token this is. The one question without a company: its answer says which.
///
/// # Errors
/// `Database`.
pub async fn find_by_token(conn: &mut Conn<'_>, token: &str) -> Result<Option<Program>> {
    let row: Option<Row> = on!(conn, |c| {
        sqlx::query_as(concat!(
            "SELECT n.company_id, n.id AS connection_id, c.status AS company_status, c.due_date,
           z.value AS time_zone, ",
            plan_columns!(),
            " FROM connections n
         JOIN companies c ON c.id = n.company_id
         JOIN plans p ON p.id = c.plan_id
         LEFT JOIN settings z ON z.company_id = c.id AND z.key = $2
         WHERE n.token_hash = $1 AND n.deleted_at IS NULL AND c.deleted_at IS NULL"
        ))
        .bind(hash(token))
        .bind(TIME_ZONE)
        .fetch_optional(c)
        .await
    })?;
    Ok(row.map(|row| Program {
        company: row.company_id,
        connection: row.connection_id,
        company_status: row.company_status,
        due_date: row.due_date,
        time_zone: row.time_zone,
        plan: row.plan.into(),
    }))
}

/// Notes a call and that the token was used; of the older ones only the last stay.
///
/// # Errors
/// `Database` when the connection is not the company's.
pub async fn note_call(
    conn: &mut Conn<'_>,
    company: CompanyId,
    connection: ConnectionId,
    call: &NewCall<'_>,
    now: DateTime<Utc>,
) -> Result<()> {
    on!(&mut *conn, |c| sqlx::query(
        "UPDATE connections SET token_used_at = $3 WHERE company_id = $1 AND id = $2"
    )
    .bind(company)
    .bind(connection)
    .bind(now)
    .execute(c)
    .await
    .map(drop))?;
    on!(&mut *conn, |c| sqlx::query(
        "INSERT INTO api_calls (company_id, connection_id, at, kind, status, code, millis)
         VALUES ($1, $2, $3, $4, $5, $6, $7)"
    )
    .bind(company)
    .bind(connection)
    .bind(now)
    .bind(call.kind)
    .bind(i64::from(call.status))
    .bind(call.code)
    .bind(call.millis)
    .execute(c)
    .await
    .map(drop))?;
    on!(conn, |c| sqlx::query(
        "DELETE FROM api_calls WHERE company_id = $1 AND connection_id = $2 AND id <=
           (SELECT id FROM api_calls WHERE company_id = $1 AND connection_id = $2
            ORDER BY id DESC LIMIT 1 OFFSET $3)"
    )
    .bind(company)
    .bind(connection)
    .bind(CALLS_KEPT)
    .execute(c)
    .await
    .map(drop))?;
    Ok(())
}

/// The last calls of a number's programs, newest first; at most 50.
///
/// # Errors
/// `Database`.
pub async fn list_calls(
    conn: &mut Conn<'_>,
    company: CompanyId,
    connection: ConnectionId,
) -> Result<Vec<ApiCall>> {
    Ok(on!(conn, |c| sqlx::query_as(
        "SELECT id, at, kind, status, code, millis FROM api_calls
         WHERE company_id = $1 AND connection_id = $2 ORDER BY id DESC LIMIT $3"
    )
    .bind(company)
    .bind(connection)
    .bind(CALLS_KEPT)
    .fetch_all(c)
    .await)?)
}

/// The company's numbers, the default first, each with what is known of its token; at most 500.
///
/// # Errors
/// `Database`.
pub async fn list_tokens(conn: &mut Conn<'_>, company: CompanyId) -> Result<Vec<ConnectionToken>> {
    Ok(on!(conn, |c| sqlx::query_as(
        "SELECT id, name, status, token_hash IS NOT NULL AS token_set, token_used_at AS used_at
         FROM connections WHERE company_id = $1 AND deleted_at IS NULL
         ORDER BY is_default DESC, id LIMIT $2"
    )
    .bind(company)
    .bind(TOKENS_LISTED_MAX)
    .fetch_all(c)
    .await)?)
}
