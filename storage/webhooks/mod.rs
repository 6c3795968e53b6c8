//! Addresses of a company's own systems that are told what happens (rule B24): themselves here, what they are told in
//! `deliveries`, how it is stored with what happened in `noting`, when the desk gives one up in `giving_up`.

pub mod deliveries;
pub mod giving_up;
pub(crate) mod noting;
pub mod secrets;

use chrono::{DateTime, Utc};
use serde::Serialize;

use crate::{
    Conn, Result, companies,
    model::{
        CompanyId, ErrorCode, WebhookId,
        webhook::{OffReason, Webhook, WebhookEvent},
    },
    on,
};

/// Addresses of a company.
pub const WEBHOOKS_MAX: i64 = 20;

/// What an admin writes, but for the secret.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct WebhookForm {
    /// What people call it.
    pub name: String,
    /// The address.
    pub url: String,
    /// What it is told.
    pub events: Vec<WebhookEvent>,
    /// Whether it is told.
    pub active: bool,
}

/// How an address did in the last day.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, utoipa::ToSchema)]
pub struct WebhookDay {
    /// What it took.
    pub delivered: i64,
    /// What nobody tries any more.
    pub failed: i64,
    /// What waits.
    pub waiting: i64,
}

impl WebhookDay {
    /// Nothing was told.
    pub const NOTHING: Self = Self {
        delivered: 0,
        failed: 0,
        waiting: 0,
    };
}

#[derive(sqlx::FromRow)]
struct Row {
    id: WebhookId,
    name: String,
    url: String,
    events: String,
    active: bool,
    failing_since: Option<DateTime<Utc>>,
    off_reason: Option<OffReason>,
    off_at: Option<DateTime<Utc>>,
    previous_until: Option<DateTime<Utc>>,
    created_at: DateTime<Utc>,
    updated_at: DateTime<Utc>,
}

macro_rules! select_webhooks {
    () => {
        "SELECT id, name, url, events, active, failing_since, off_reason, off_at, previous_until, created_at, updated_at
         FROM webhooks WHERE company_id = $1"
    };
}

impl From<Row> for Webhook {
    fn from(row: Row) -> Self {
        Self {
            id: row.id,
            name: row.name,
            url: row.url,
            events: events_of(&row.events),
            active: row.active,
            failing_since: row.failing_since,
            off_reason: row.off_reason,
            off_at: row.off_at,
            previous_secret_until: row.previous_until,
            created_at: row.created_at,
            updated_at: row.updated_at,
        }
    }
}

/// What an address is told, as it is stored: words with spaces between them.
fn events_of(stored: &str) -> Vec<WebhookEvent> {
    stored
        .split_whitespace()
        .filter_map(WebhookEvent::parse)
        .collect()
}

fn words(events: &[WebhookEvent]) -> String {
    let words: Vec<&str> = events.iter().map(|event| event.as_str()).collect();
    words.join(" ")
}

/// The addresses of a company, the oldest first; at most [`WEBHOOKS_MAX`].
///
/// # Errors
/// `Database`.
pub async fn list(conn: &mut Conn<'_>, company: CompanyId) -> Result<Vec<Webhook>> {
    let rows: Vec<Row> = on!(conn, |c| sqlx::query_as(concat!(
        select_webhooks!(),
        " ORDER BY id LIMIT $2"
    ))
    .bind(company)
    .bind(WEBHOOKS_MAX)
    .fetch_all(c)
    .await)?;
    Ok(rows.into_iter().map(Webhook::from).collect())
}

/// An address.
///
/// # Errors
/// `Refused(NoWebhookFound)`.
pub async fn get(conn: &mut Conn<'_>, company: CompanyId, id: WebhookId) -> Result<Webhook> {
    let row: Option<Row> = on!(conn, |c| sqlx::query_as(concat!(
        select_webhooks!(),
        " AND id = $2"
    ))
    .bind(company)
    .bind(id)
    .fetch_optional(c)
    .await)?;
    row.map(Webhook::from)
        .ok_or_else(|| ErrorCode::NoWebhookFound.into())
}

/// Holds an address until the transaction ends: whoever changes it or what it is told takes it first.
///
/// # Errors
/// `Refused(NoWebhookFound)`.
pub async fn lock(conn: &mut Conn<'_>, company: CompanyId, id: WebhookId) -> Result<()> {
    let found: Option<WebhookId> = on!(conn, |c| sqlx::query_scalar(concat!(
        "SELECT id FROM webhooks WHERE company_id = $1 AND id = $2",
        for_update!()
    ))
    .bind(company)
    .bind(id)
    .fetch_optional(c)
    .await)?;
    found
        .map(drop)
        .ok_or_else(|| ErrorCode::NoWebhookFound.into())
}

/// How each address did since a time, by its number.
///
/// # Errors
/// `Database`.
pub async fn days(
    conn: &mut Conn<'_>,
    company: CompanyId,
    since: DateTime<Utc>,
) -> Result<Vec<(WebhookId, WebhookDay)>> {
    let rows: Vec<(WebhookId, i64, i64, i64)> = on!(conn, |c| {
        sqlx::query_as(
            "SELECT webhook_id, SUM(CASE WHEN state = 'delivered' THEN 1 ELSE 0 END),
               SUM(CASE WHEN state = 'failed' THEN 1 ELSE 0 END), SUM(CASE WHEN state = 'waiting' THEN 1 ELSE 0 END)
             FROM webhook_deliveries WHERE company_id = $1 AND created_at >= $2 GROUP BY webhook_id
             ORDER BY webhook_id LIMIT $3",
        )
        .bind(company)
        .bind(since)
        .bind(WEBHOOKS_MAX)
        .fetch_all(c)
        .await
    })?;
    let days = rows.into_iter().map(|(id, delivered, failed, waiting)| {
        let day = WebhookDay {
            delivered,
            failed,
            waiting,
        };
        (id, day)
    });
    Ok(days.collect())
}

/// Adds an address, without its secret.
///
/// # Errors
/// `Refused(WebhookLimit)`.
pub async fn insert(
    conn: &mut Conn<'_>,
    company: CompanyId,
    form: &WebhookForm,
    now: DateTime<Utc>,
) -> Result<WebhookId> {
    companies::take_turn(conn, company).await?;
    let count: i64 = on!(&mut *conn, |c| sqlx::query_scalar(
        "SELECT COUNT(*) FROM webhooks WHERE company_id = $1"
    )
    .bind(company)
    .fetch_one(c)
    .await)?;
    if count >= WEBHOOKS_MAX {
        return Err(ErrorCode::WebhookLimit.into());
    }
    Ok(on!(conn, |c| sqlx::query_scalar(
        "INSERT INTO webhooks (company_id, name, url, events, active, created_at, updated_at)
         VALUES ($1, $2, $3, $4, $5, $6, $6) RETURNING id"
    )
    .bind(company)
    .bind(&form.name)
    .bind(&form.url)
    .bind(words(&form.events))
    .bind(form.active)
    .bind(now)
    .fetch_one(c)
    .await)?)
}

/// Changes an address. One that is switched on begins anew; of one that is switched off nothing waits any more.
///
/// # Errors
/// `Refused(NoWebhookFound)`.
pub async fn update(
    conn: &mut Conn<'_>,
    company: CompanyId,
    id: WebhookId,
    form: &WebhookForm,
    now: DateTime<Utc>,
) -> Result<()> {
    lock(conn, company, id).await?;
    let changed = on!(&mut *conn, |c| {
        sqlx::query(
            "UPDATE webhooks SET name = $3, url = $4, events = $5, updated_at = $7,
               failing_since = CASE WHEN $6 AND NOT active THEN NULL ELSE failing_since END,
               off_reason = CASE WHEN $6 THEN NULL ELSE off_reason END,
               off_at = CASE WHEN $6 THEN NULL ELSE off_at END,
               mail_due_at = CASE WHEN $6 THEN NULL ELSE mail_due_at END,
               active = $6
             WHERE company_id = $1 AND id = $2",
        )
        .bind(company)
        .bind(id)
        .bind(&form.name)
        .bind(&form.url)
        .bind(words(&form.events))
        .bind(form.active)
        .bind(now)
        .execute(c)
        .await
        .map(|done| done.rows_affected())
    })?;
    if changed == 0 {
        return Err(ErrorCode::NoWebhookFound.into());
    }
    if !form.active {
        deliveries::end_waiting(conn, company, id).await?;
    }
    Ok(())
}

/// Deletes an address with all that it was told.
///
/// # Errors
/// `Refused(NoWebhookFound)`.
pub async fn delete(conn: &mut Conn<'_>, company: CompanyId, id: WebhookId) -> Result<()> {
    let gone = on!(conn, |c| sqlx::query(
        "DELETE FROM webhooks WHERE company_id = $1 AND id = $2"
    )
    .bind(company)
    .bind(id)
    .execute(c)
    .await
    .map(|done| done.rows_affected()))?;
    if gone == 0 {
        return Err(ErrorCode::NoWebhookFound.into());
    }
    Ok(())
}

/// The companies that tell somebody what happens, by number; at most `limit`.
///
/// # Errors
/// `Database`.
pub async fn list_companies(conn: &mut Conn<'_>, limit: i64) -> Result<Vec<CompanyId>> {
    Ok(on!(conn, |c| sqlx::query_scalar(
        "SELECT DISTINCT company_id FROM webhooks WHERE active ORDER BY company_id LIMIT $1"
    )
    .bind(limit)
    .fetch_all(c)
    .await)?)
}
