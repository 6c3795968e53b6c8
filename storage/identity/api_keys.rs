//! Keys of a company's own programs: made, taken back, found by what a program shows. Only a hash of them is kept.

use base64::{Engine as _, engine::general_purpose::URL_SAFE_NO_PAD};
use chrono::{DateTime, TimeDelta, Utc};
use rand::RngCore as _;
use sha2::{Digest as _, Sha256};

use crate::{
    Conn, Result, companies,
    companies::{PlanColumns, plan_columns, settings::TIME_ZONE},
    model::{
        ApiKeyId, CompanyId, ErrorCode,
        api_key::{ApiKey, Scope},
        company::Plan,
    },
    on,
};

/// Keys of a company that are neither taken back nor ended.
pub const KEYS_MAX: i64 = 20;
/// Keys that are listed, those that are no longer good among them.
const LISTED_MAX: i64 = 200;
/// What every key begins with.
const PREFIX: &str = "gchk_";
/// Letters of a key that are shown.
const SHOWN: usize = 12;
/// Bytes of a key.
const BYTES: usize = 32;
/// How exactly it is known when a key was used.
const USED_TO: TimeDelta = TimeDelta::minutes(1);

/// What an admin wishes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NewKey {
    /// What people call it.
    pub name: String,
    /// What it may do.
    pub scopes: Vec<Scope>,
    /// When it ends by itself.
    pub expires_at: Option<DateTime<Utc>>,
}

/// The program behind a key: what it may do, and what its company may do now.
#[derive(Debug, Clone)]
pub struct KeyHolder {
    /// Whose key.
    pub company: CompanyId,
    /// Which key.
    pub key: ApiKeyId,
    /// What it may do.
    pub scopes: Vec<Scope>,
    /// When it was used last.
    pub used_at: Option<DateTime<Utc>>,
    /// Whether the company is switched on.
    pub company_status: bool,
    /// Until when it has paid.
    pub due_date: Option<DateTime<Utc>>,
    /// Where it says that it is.
    pub time_zone: Option<String>,
    /// What it may use.
    pub plan: Plan,
}

impl KeyHolder {
    /// Whether its use is to be noted.
    pub fn is_news(&self, now: DateTime<Utc>) -> bool {
        self.used_at.is_none_or(|used| now - used >= USED_TO)
    }
}

#[derive(sqlx::FromRow)]
struct Row {
    id: ApiKeyId,
    name: String,
    prefix: String,
    scopes: String,
    expires_at: Option<DateTime<Utc>>,
    revoked_at: Option<DateTime<Utc>>,
    used_at: Option<DateTime<Utc>>,
    created_at: DateTime<Utc>,
}

#[derive(sqlx::FromRow)]
struct HolderRow {
    company_id: CompanyId,
    key_id: ApiKeyId,
    scopes: String,
    used_at: Option<DateTime<Utc>>,
    company_status: bool,
    due_date: Option<DateTime<Utc>>,
    time_zone: Option<String>,
    #[sqlx(flatten)]
    plan: PlanColumns,
}

impl From<Row> for ApiKey {
    fn from(row: Row) -> Self {
        Self {
            id: row.id,
            name: row.name,
            prefix: row.prefix,
            scopes: scopes_of(&row.scopes),
            expires_at: row.expires_at,
            revoked_at: row.revoked_at,
            used_at: row.used_at,
            created_at: row.created_at,
        }
    }
}

fn scopes_of(stored: &str) -> Vec<Scope> {
    stored.split_whitespace().filter_map(Scope::parse).collect()
}

fn words_of(scopes: &[Scope]) -> String {
    let words: Vec<&str> = scopes.iter().map(|scope| scope.as_str()).collect();
    words.join(" ")
}

fn hash(key: &str) -> String {
    hex::encode(Sha256::digest(key.as_bytes()))
}

/// A key that nobody has.
pub fn random() -> String {
    let mut bytes = [0; BYTES];
    rand::rng().fill_bytes(&mut bytes);
    format!("{PREFIX}{}", URL_SAFE_NO_PAD.encode(bytes))
}

macro_rules! select_keys {
    () => {
        "SELECT id, name, prefix, scopes, expires_at, revoked_at, used_at, created_at
         FROM api_keys WHERE company_id = $1"
    };
}

/// The keys of a company, the newest first, also those that are no longer good; at most 200.
///
/// # Errors
/// `Database`.
pub async fn list(conn: &mut Conn<'_>, company: CompanyId) -> Result<Vec<ApiKey>> {
    let rows: Vec<Row> = on!(conn, |c| sqlx::query_as(concat!(
        select_keys!(),
        " ORDER BY id DESC LIMIT $2"
    ))
    .bind(company)
    .bind(LISTED_MAX)
    .fetch_all(c)
    .await)?;
    Ok(rows.into_iter().map(ApiKey::from).collect())
}

/// A key.
///
/// # Errors
/// `Refused(NoApiKeyFound)`.
pub async fn get(conn: &mut Conn<'_>, company: CompanyId, id: ApiKeyId) -> Result<ApiKey> {
    let row: Option<Row> = on!(conn, |c| sqlx::query_as(concat!(
        select_keys!(),
        " AND id = $2"
    ))
    .bind(company)
    .bind(id)
    .fetch_optional(c)
    .await)?;
    row.map(ApiKey::from)
        .ok_or_else(|| ErrorCode::NoApiKeyFound.into())
}

/// Keeps a key's hash.
///
/// # Errors
/// `Refused(ApiKeyLimit)`.
pub async fn insert(
    conn: &mut Conn<'_>,
    company: CompanyId,
    (wish, key): (&NewKey, &str),
    now: DateTime<Utc>,
) -> Result<ApiKeyId> {
    companies::take_turn(conn, company).await?;
    require_room(conn, company, None, now).await?;
    let prefix: String = key.chars().take(SHOWN).collect();
    Ok(on!(conn, |c| sqlx::query_scalar(
        "INSERT INTO api_keys (company_id, name, key_hash, prefix, scopes, expires_at, created_at)
         VALUES ($1, $2, $3, $4, $5, $6, $7) RETURNING id"
    )
    .bind(company)
    .bind(&wish.name)
    .bind(hash(key))
    .bind(&prefix)
    .bind(words_of(&wish.scopes))
    .bind(wish.expires_at)
    .bind(now)
    .fetch_one(c)
    .await)?)
}

/// Refuses one more good key than a company has; `besides` is the one that may become good.
async fn require_room(
    conn: &mut Conn<'_>,
    company: CompanyId,
    besides: Option<ApiKeyId>,
    now: DateTime<Utc>,
) -> Result<()> {
    let good: i64 = on!(conn, |c| sqlx::query_scalar(
        "SELECT COUNT(*) FROM api_keys WHERE company_id = $1 AND revoked_at IS NULL
           AND (expires_at IS NULL OR expires_at > $2) AND id <> $3"
    )
    .bind(company)
    .bind(now)
    .bind(besides.unwrap_or(ApiKeyId(0)))
    .fetch_one(c)
    .await)?;
    if good >= KEYS_MAX {
        return Err(ErrorCode::ApiKeyLimit.into());
    }
    Ok(())
}

/// Changes what a key is called, may do and when it ends; what a program shows stays the same. Who calls this has the company's
/// turn.
///
/// # Errors
/// `Refused(ApiKeyRevoked)` when it was taken back, `Refused(ApiKeyLimit)` when it would be one good key too many.
pub async fn update(
    conn: &mut Conn<'_>,
    company: CompanyId,
    (id, wish): (ApiKeyId, &NewKey),
    now: DateTime<Utc>,
) -> Result<()> {
    if wish.expires_at.is_none_or(|end| end > now) {
        require_room(conn, company, Some(id), now).await?;
    }
    let changed = on!(conn, |c| sqlx::query(
        "UPDATE api_keys SET name = $3, scopes = $4, expires_at = $5
         WHERE company_id = $1 AND id = $2 AND revoked_at IS NULL"
    )
    .bind(company)
    .bind(id)
    .bind(&wish.name)
    .bind(words_of(&wish.scopes))
    .bind(wish.expires_at)
    .execute(c)
    .await
    .map(|done| done.rows_affected()))?;
    if changed == 0 {
        return Err(ErrorCode::ApiKeyRevoked.into());
    }
    Ok(())
}

/// Takes a key back; one that was taken back stays so.
///
/// # Errors
/// `Refused(NoApiKeyFound)`.
pub async fn revoke(
    conn: &mut Conn<'_>,
    company: CompanyId,
    id: ApiKeyId,
    now: DateTime<Utc>,
) -> Result<()> {
    let changed = on!(conn, |c| {
        sqlx::query(
        "UPDATE api_keys SET revoked_at = COALESCE(revoked_at, $3) WHERE company_id = $1 AND id = $2"
    )
    .bind(company)
    .bind(id)
    .bind(now)
    .execute(c)
    .await
    .map(|done| done.rows_affected())
    })?;
    if changed == 0 {
        return Err(ErrorCode::NoApiKeyFound.into());
    }
    Ok(())
}

/// Whose key this is, while it is good. The one question without a company: its answer says which.
///
/// # Errors
/// `Database`.
pub async fn find_holder(
    conn: &mut Conn<'_>,
    key: &str,
    now: DateTime<Utc>,
) -> Result<Option<KeyHolder>> {
    let row: Option<HolderRow> = on!(conn, |c| {
        sqlx::query_as(concat!(
            "SELECT k.company_id, k.id AS key_id, k.scopes, k.used_at, c.status AS company_status, c.due_date,
               z.value AS time_zone, ",
            plan_columns!(),
            " FROM api_keys k
             JOIN companies c ON c.id = k.company_id
             JOIN plans p ON p.id = c.plan_id
             LEFT JOIN settings z ON z.company_id = c.id AND z.key = $2
             WHERE k.key_hash = $1 AND k.revoked_at IS NULL AND (k.expires_at IS NULL OR k.expires_at > $3)
               AND c.deleted_at IS NULL"
        ))
        .bind(hash(key))
        .bind(TIME_ZONE)
        .bind(now)
        .fetch_optional(c)
        .await
    })?;
    Ok(row.map(|row| KeyHolder {
        company: row.company_id,
        key: row.key_id,
        scopes: scopes_of(&row.scopes),
        used_at: row.used_at,
        company_status: row.company_status,
        due_date: row.due_date,
        time_zone: row.time_zone,
        plan: row.plan.into(),
    }))
}

/// Notes that a key was used.
///
/// # Errors
/// `Database`.
pub async fn note_use(
    conn: &mut Conn<'_>,
    company: CompanyId,
    id: ApiKeyId,
    now: DateTime<Utc>,
) -> Result<()> {
    on!(conn, |c| sqlx::query(
        "UPDATE api_keys SET used_at = $3 WHERE company_id = $1 AND id = $2"
    )
    .bind(company)
    .bind(id)
    .bind(now)
    .execute(c)
    .await
    .map(drop))?;
    Ok(())
}
