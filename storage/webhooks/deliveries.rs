//! What addresses are told: one row of each thing for each of them. It waits until it is taken, is claimed until a time by whoever
//! calls, and is tried again later each time. A claim that ran out is somebody else's: it is told at least once.

use chrono::{DateTime, TimeDelta, Utc};
use serde_json::json;
use sqlx::types::Uuid;

use super::{
    giving_up, lock,
    noting::{self, Told},
};
use crate::{
    Conn, Result, StorageError,
    model::{
        CompanyId, ErrorCode, WebhookDeliveryId, WebhookId,
        page::{Page, Rows},
        webhook::{DeliveryState, OffReason, WebhookAttempt, WebhookDelivery, WebhookEvent},
    },
    on,
};

/// Deliveries of one page.
pub const PAGE_SIZE: i64 = 40;
/// Characters of an answer that are kept.
pub const ANSWER_CHARS_MAX: usize = 2_000;
/// Attempts that are shown of a delivery, the last ones.
const ATTEMPTS_SHOWN: i64 = 50;
/// How long is waited after each attempt that was not taken; none follows the last.
pub const WAITS: [TimeDelta; 7] = [
    TimeDelta::seconds(5),
    TimeDelta::minutes(5),
    TimeDelta::minutes(30),
    TimeDelta::hours(2),
    TimeDelta::hours(5),
    TimeDelta::hours(10),
    TimeDelta::hours(10),
];

/// A delivery that was claimed.
#[derive(Debug, Clone, PartialEq, Eq, sqlx::FromRow)]
pub struct Claimed {
    /// Its number.
    pub id: WebhookDeliveryId,
    /// The `webhook-id`: the same in every attempt.
    pub uuid: Uuid,
    /// What is posted.
    pub body: String,
    /// How often it was claimed, this time included: names the claim.
    pub attempts: i64,
}

/// How an attempt ended.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Outcome {
    /// The status of the answer, if one came.
    pub status: Option<u16>,
    /// Why none came, in one word.
    pub error: Option<&'static str>,
    /// The beginning of the answer.
    pub answer: Option<String>,
    /// How long it took, in milliseconds.
    pub millis: i64,
}

impl Outcome {
    /// Whether it was taken.
    pub fn is_taken(&self) -> bool {
        self.status
            .is_some_and(|status| (200..300).contains(&status))
    }

    /// Whether the address says that it is gone for good.
    pub fn is_gone(&self) -> bool {
        self.status == Some(410)
    }
}

/// What became of a delivery after an attempt.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Finished {
    /// Somebody else has it: the claim had run out.
    Lost,
    /// It is noted.
    Noted,
    /// It is noted, and its address is told nothing any more.
    SwitchedOff(OffReason),
}

#[derive(sqlx::FromRow)]
struct Row {
    id: WebhookDeliveryId,
    webhook_id: WebhookId,
    uuid: Uuid,
    event: String,
    subject: String,
    state: DeliveryState,
    attempts: i64,
    due_at: DateTime<Utc>,
    last_at: Option<DateTime<Utc>>,
    last_status: Option<i64>,
    last_error: Option<String>,
    last_millis: Option<i64>,
    created_at: DateTime<Utc>,
}

/// What was sent of a delivery, and what came back.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Details {
    /// The delivery.
    pub delivery: WebhookDelivery,
    /// What is posted.
    pub body: String,
    /// The beginning of the last answer.
    pub answer: Option<String>,
    /// Its attempts, oldest first; the last 50.
    pub attempts: Vec<WebhookAttempt>,
}

macro_rules! select_deliveries {
    () => {
        "SELECT id, webhook_id, uuid, event, subject, state, attempts, due_at, last_at, last_status, last_error,
           last_millis, created_at FROM webhook_deliveries WHERE company_id = $1"
    };
}

impl Row {
    fn delivery(self) -> Result<WebhookDelivery> {
        let event = WebhookEvent::parse(&self.event);
        let unknown = || StorageError::Database(sqlx::Error::Decode(self.event.clone().into()));
        Ok(WebhookDelivery {
            event: event.ok_or_else(unknown)?,
            id: self.id,
            webhook_id: self.webhook_id,
            message_id: self.uuid,
            subject: self.subject,
            state: self.state,
            attempts: self.attempts,
            due_at: (self.state == DeliveryState::Waiting).then_some(self.due_at),
            last_at: self.last_at,
            last_status: self.last_status,
            last_error: self.last_error,
            last_millis: self.last_millis,
            created_at: self.created_at,
        })
    }
}

/// A page of what an address was told, newest first; of one state, if one is given.
///
/// # Errors
/// `Refused(NoWebhookFound)`.
pub async fn list(
    conn: &mut Conn<'_>,
    company: CompanyId,
    hook: WebhookId,
    state: Option<DeliveryState>,
    page: Page,
) -> Result<Rows<WebhookDelivery>> {
    super::get(conn, company, hook).await?;
    let count: i64 = on!(&mut *conn, |c| {
        sqlx::query_scalar(
            "SELECT COUNT(*) FROM webhook_deliveries
             WHERE company_id = $1 AND webhook_id = $2 AND ($3 IS NULL OR state = $3)",
        )
        .bind(company)
        .bind(hook)
        .bind(state)
        .fetch_one(c)
        .await
    })?;
    let rows: Vec<Row> = on!(conn, |c| {
        sqlx::query_as(concat!(
        select_deliveries!(),
        " AND webhook_id = $2 AND ($3 IS NULL OR state = $3) ORDER BY id DESC LIMIT $4 OFFSET $5"
    ))
    .bind(company)
    .bind(hook)
    .bind(state)
    .bind(page.size)
    .bind(page.offset())
    .fetch_all(c)
    .await
    })?;
    let rows = rows.into_iter().map(Row::delivery).collect::<Result<_>>()?;
    Ok(Rows::new(rows, count, page))
}

/// A delivery with what was sent and what came back.
///
/// # Errors
/// `Refused(NoWebhookDeliveryFound)`.
pub async fn get(
    conn: &mut Conn<'_>,
    company: CompanyId,
    id: WebhookDeliveryId,
) -> Result<Details> {
    let row: Option<Row> = on!(&mut *conn, |c| sqlx::query_as(concat!(
        select_deliveries!(),
        " AND id = $2"
    ))
    .bind(company)
    .bind(id)
    .fetch_optional(c)
    .await)?;
    let delivery = row.ok_or(ErrorCode::NoWebhookDeliveryFound)?.delivery()?;
    let (body, answer): (String, Option<String>) = on!(&mut *conn, |c| sqlx::query_as(
        "SELECT body, answer FROM webhook_deliveries WHERE company_id = $1 AND id = $2"
    )
    .bind(company)
    .bind(id)
    .fetch_one(c)
    .await)?;
    let mut attempts: Vec<WebhookAttempt> = on!(conn, |c| sqlx::query_as(
        "SELECT at, status, error, millis FROM webhook_attempts
         WHERE company_id = $1 AND delivery_id = $2 ORDER BY id DESC LIMIT $3"
    )
    .bind(company)
    .bind(id)
    .bind(ATTEMPTS_SHOWN)
    .fetch_all(c)
    .await)?;
    attempts.reverse();
    Ok(Details {
        delivery,
        body,
        answer,
        attempts,
    })
}

/// Stores something that an address is told only to try it out, due at once.
///
/// # Errors
/// `Refused(NoWebhookFound)`.
pub async fn insert_test(
    conn: &mut Conn<'_>,
    company: CompanyId,
    hook: WebhookId,
    now: DateTime<Utc>,
) -> Result<WebhookDelivery> {
    lock(conn, company, hook).await?;
    let webhook = super::get(conn, company, hook).await?;
    let told = Told {
        event: WebhookEvent::Test,
        subject: webhook.name.clone(),
        contact: None,
        dedupe: None,
        data: json!({ "webhook": { "id": webhook.id, "name": webhook.name } }),
    };
    let body = noting::body(&told, now).to_string();
    noting::insert(conn, company, &[(hook, &told, body)], now).await?;
    let row: Row = on!(conn, |c| sqlx::query_as(concat!(
        select_deliveries!(),
        " AND webhook_id = $2 ORDER BY id DESC LIMIT 1"
    ))
    .bind(company)
    .bind(hook)
    .fetch_one(c)
    .await)?;
    row.delivery()
}

/// The addresses that something waits for now, the one that waits longest first, at most `limit`.
///
/// # Errors
/// `Database`.
pub async fn list_due(
    conn: &mut Conn<'_>,
    now: DateTime<Utc>,
    limit: i64,
) -> Result<Vec<(CompanyId, WebhookId)>> {
    Ok(on!(conn, |c| {
        sqlx::query_as(
            "SELECT company_id, webhook_id FROM webhook_deliveries WHERE state = 'waiting' AND due_at <= $1
             GROUP BY company_id, webhook_id ORDER BY MIN(due_at), webhook_id LIMIT $2",
        )
        .persistent(keeps_plan!())
        .bind(now)
        .bind(limit)
        .fetch_all(c)
        .await
    })?)
}

/// Claims what waits for an address, the oldest first, at most `limit`: nobody else calls until `until`.
///
/// # Errors
/// `Database`.
pub async fn claim(
    conn: &mut Conn<'_>,
    company: CompanyId,
    (hook, node): (WebhookId, &str),
    (now, until): (DateTime<Utc>, DateTime<Utc>),
    limit: i64,
) -> Result<Vec<Claimed>> {
    let mut claimed: Vec<Claimed> = on!(conn, |c| {
        sqlx::query_as(concat!(
            "WITH due AS MATERIALIZED (
               SELECT d.id FROM webhook_deliveries d
               WHERE d.company_id = $1 AND d.webhook_id = $2 AND d.state = 'waiting' AND d.due_at <= $3
               ORDER BY d.due_at, d.id LIMIT $5",
            skip_locked!(),
            ")
             UPDATE webhook_deliveries SET attempts = attempts + 1, due_at = $4, claimed_by = $6
             WHERE company_id = $1 AND id IN (SELECT id FROM due) RETURNING id, uuid, body, attempts"
        ))
        .persistent(keeps_plan!())
        .bind(company)
        .bind(hook)
        .bind(now)
        .bind(until)
        .bind(limit)
        .bind(node)
        .fetch_all(c)
        .await
    })?;
    claimed.sort_by_key(|delivery| delivery.id);
    Ok(claimed)
}

/// Notes how an attempt ended. What was not taken is tried again after its wait, unless that was the last time, or its
/// address is switched off. An address that is gone, or takes nothing for days, is.
///
/// # Errors
/// `Database`.
pub async fn finish(
    conn: &mut Conn<'_>,
    company: CompanyId,
    hook: WebhookId,
    (claim, outcome): (&Claimed, &Outcome),
    now: DateTime<Utc>,
) -> Result<Finished> {
    match lock(conn, company, hook).await {
        Err(StorageError::Refused(ErrorCode::NoWebhookFound)) => return Ok(Finished::Lost),
        held => held?,
    }
    let is_active = super::get(conn, company, hook).await?.active;
    let wait = usize::try_from(claim.attempts - 1).ok();
    let wait = wait.and_then(|attempt| WAITS.get(attempt));
    let (state, due_at) = match wait {
        _ if outcome.is_taken() => (DeliveryState::Delivered, now),
        Some(wait) if is_active && !outcome.is_gone() => (DeliveryState::Waiting, now + *wait),
        _ => (DeliveryState::Failed, now),
    };
    let changed = on!(&mut *conn, |c| {
        sqlx::query(
            "UPDATE webhook_deliveries SET state = $4, due_at = $5, claimed_by = NULL, last_at = $6, last_status = $7,
               last_error = $8, last_millis = $9, answer = $10
             WHERE company_id = $1 AND id = $2 AND attempts = $3 AND claimed_by IS NOT NULL",
        )
        .bind(company)
        .bind(claim.id)
        .bind(claim.attempts)
        .bind(state)
        .bind(due_at)
        .bind(now)
        .bind(outcome.status.map(i64::from))
        .bind(outcome.error)
        .bind(outcome.millis)
        .bind(outcome.answer.as_deref())
        .execute(c)
        .await
        .map(|done| done.rows_affected())
    })?;
    if changed == 0 {
        return Ok(Finished::Lost);
    }
    on!(&mut *conn, |c| sqlx::query(
        "INSERT INTO webhook_attempts (company_id, delivery_id, at, status, error, millis)
         VALUES ($1, $2, $3, $4, $5, $6)"
    )
    .bind(company)
    .bind(claim.id)
    .bind(now)
    .bind(outcome.status.map(i64::from))
    .bind(outcome.error)
    .bind(outcome.millis)
    .execute(c)
    .await
    .map(drop))?;
    giving_up::follow(conn, (company, hook), outcome, now).await
}

/// Lets a delivery be tried once more, at once.
///
/// # Errors
/// `Refused(NoWebhookDeliveryFound)`.
pub async fn replay(
    conn: &mut Conn<'_>,
    company: CompanyId,
    id: WebhookDeliveryId,
    now: DateTime<Utc>,
) -> Result<()> {
    let changed = on!(conn, |c| sqlx::query(
        "UPDATE webhook_deliveries SET state = 'waiting', due_at = $3
         WHERE company_id = $1 AND id = $2 AND claimed_by IS NULL"
    )
    .bind(company)
    .bind(id)
    .bind(now)
    .execute(c)
    .await
    .map(|done| done.rows_affected()))?;
    if changed == 0 {
        // one that is on its way is tried as it is
        get(conn, company, id).await?;
    }
    Ok(())
}

/// Lets everything that an address did not take be tried once more, the oldest first, at most `limit`. Answers how much.
///
/// # Errors
/// `Refused(NoWebhookFound)`.
pub async fn replay_failed(
    conn: &mut Conn<'_>,
    company: CompanyId,
    hook: WebhookId,
    limit: i64,
    now: DateTime<Utc>,
) -> Result<u64> {
    lock(conn, company, hook).await?;
    Ok(on!(conn, |c| {
        sqlx::query(
            "UPDATE webhook_deliveries SET state = 'waiting', due_at = $3
             WHERE company_id = $1 AND id IN (SELECT id FROM webhook_deliveries
               WHERE company_id = $1 AND webhook_id = $2 AND state = 'failed' ORDER BY id LIMIT $4)",
        )
        .bind(company)
        .bind(hook)
        .bind(now)
        .bind(limit)
        .execute(c)
        .await
        .map(|done| done.rows_affected())
    })?)
}

/// Nobody tries any more what waits for an address. What is on its way ends as it ends.
///
/// # Errors
/// `Database`.
pub(super) async fn end_waiting(
    conn: &mut Conn<'_>,
    company: CompanyId,
    hook: WebhookId,
) -> Result<()> {
    on!(conn, |c| sqlx::query(
        "UPDATE webhook_deliveries SET state = 'failed', last_error = COALESCE(last_error, 'off')
         WHERE company_id = $1 AND webhook_id = $2 AND state = 'waiting' AND claimed_by IS NULL"
    )
    .bind(company)
    .bind(hook)
    .execute(c)
    .await
    .map(drop))?;
    Ok(())
}

/// Lets go of what a node had claimed when it ended, or of everything where no other node has the database. Answers how many.
///
/// # Errors
/// `Database`.
pub async fn release(conn: &mut Conn<'_>, node: Option<&str>, now: DateTime<Utc>) -> Result<u64> {
    Ok(on!(conn, |c| {
        sqlx::query(
            "UPDATE webhook_deliveries SET due_at = $1, claimed_by = NULL
             WHERE state = 'waiting' AND due_at > $1 AND claimed_by IS NOT NULL AND ($2 IS NULL OR claimed_by = $2)",
        )
        .bind(now)
        .bind(node)
        .execute(c)
        .await
        .map(|done| done.rows_affected())
    })?)
}

/// Forgets what happened before `before`, at most `limit`. Answers how much.
///
/// # Errors
/// `Database`.
pub async fn forget_before(conn: &mut Conn<'_>, before: DateTime<Utc>, limit: i64) -> Result<u64> {
    Ok(on!(conn, |c| {
        sqlx::query(
            "DELETE FROM webhook_deliveries WHERE id IN
               (SELECT id FROM webhook_deliveries WHERE created_at < $1 ORDER BY created_at LIMIT $2)",
        )
        .bind(before)
        .bind(limit)
        .execute(c)
        .await
        .map(|done| done.rows_affected())
    })?)
}
