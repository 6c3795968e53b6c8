//! The outbox: one row per wire send, marked before the wire. What nobody can know becomes *unknown* and is shown to a
//! person (rules P1, P2).

mod bare;
mod claim;

use chrono::{DateTime, Utc};
use sqlx::types::Json;
use uuid::Uuid;

use crate::{
    Conn, Result, messages,
    model::{
        CompanyId, ConnectionId, MessageId,
        outgoing::{Outgoing, SendState},
    },
    on,
};

pub use self::bare::find_bare;
pub use self::claim::{claim, put_off};

/// What an attendant sends goes before what machines send.
pub const PRIORITY_ATTENDANT: i64 = 0;
/// Greetings, notices and other answers of the desk itself.
pub const PRIORITY_DESK: i64 = 5;
/// What goes to many waits behind what is said to one.
pub const PRIORITY_CAMPAIGN: i64 = 7;
/// Read marks: of use, but nobody waits for them.
pub const PRIORITY_READ_MARK: i64 = 9;

/// Sends that are looked through for what a number has sent lately.
pub const REMEMBERED: i64 = 20_000;

/// An unsent row.
#[derive(Debug, Clone)]
pub struct NewIntent {
    /// Its name at the provider's, where that takes one.
    pub intent_id: Uuid,
    /// Which connection sends.
    pub connection_id: ConnectionId,
    /// The message it carries, if any.
    pub message_id: Option<MessageId>,
    /// The same intent has the same key; a second one is not stored.
    pub dedupe_key: String,
    /// Digits of the number, or the group's id.
    pub recipient: String,
    /// Smaller goes first.
    pub priority: i64,
    /// What to send.
    pub payload: Outgoing,
    /// Of no use after.
    pub expires_at: Option<DateTime<Utc>>,
}

/// A send that was claimed.
#[derive(Debug, Clone, sqlx::FromRow)]
pub struct OutboxRow {
    /// Its number.
    pub id: i64,
    /// Its name at the provider's.
    pub intent_id: Uuid,
    /// The message it carries.
    pub message_id: Option<MessageId>,
    /// Digits of the number, or the group's id.
    pub recipient: String,
    /// What to send.
    pub payload: Json<Outgoing>,
    /// Tries, this one included.
    pub attempts: i64,
}

/// Stores an intent. `false`: its key is known, nothing was stored.
///
/// # Errors
/// `Database`.
pub async fn insert(
    conn: &mut Conn<'_>,
    company: CompanyId,
    intent: &NewIntent,
    now: DateTime<Utc>,
) -> Result<bool> {
    let stored = on!(conn, |c| {
        sqlx::query(
        "INSERT INTO outbox (intent_id, company_id, connection_id, message_id, dedupe_key, recipient,
           priority, payload, state, not_before, expires_at, created_at, updated_at)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, 'queued', $9, $10, $9, $9)
         ON CONFLICT (company_id, dedupe_key) DO NOTHING"
    )
    .bind(intent.intent_id)
    .bind(company)
    .bind(intent.connection_id)
    .bind(intent.message_id)
    .bind(&intent.dedupe_key)
    .bind(&intent.recipient)
    .bind(intent.priority)
    .bind(Json(&intent.payload))
    .bind(now)
    .bind(intent.expires_at)
    .execute(c)
    .await
    .map(|done| done.rows_affected())
    })?;
    Ok(stored == 1)
}

/// Puts back into the queue what is marked under `epoch`, for an owner who has certainly sent none of it: the claim was
/// made and its answer lost. Answers how many.
///
/// # Errors
/// `Database`.
pub async fn take_back(
    conn: &mut Conn<'_>,
    connection: ConnectionId,
    epoch: i64,
    now: DateTime<Utc>,
) -> Result<u64> {
    Ok(on!(conn, |c| {
        sqlx::query(
            "UPDATE outbox SET state = 'queued', attempts = attempts - 1, updated_at = $3
         WHERE connection_id = $1 AND state = 'attempting' AND epoch = $2",
        )
        .bind(connection)
        .bind(epoch)
        .bind(now)
        .execute(c)
        .await
        .map(|done| done.rows_affected())
    })?)
}

/// Records the end of a send that was marked under `epoch`, also when it was taken for unknown in the meantime: who made
/// the call knows. `false`: somebody else has settled it.
///
/// # Errors
/// `Database`.
pub async fn settle(
    conn: &mut Conn<'_>,
    id: i64,
    epoch: i64,
    end: &Settled<'_>,
    now: DateTime<Utc>,
) -> Result<bool> {
    let done = on!(conn, |c| {
        sqlx::query(
        "UPDATE outbox SET state = $3, provider_id = $4, last_error = $5, not_before = $6, updated_at = $7,
           attempts = attempts - $8
         WHERE id = $1 AND epoch = $2 AND state IN ('attempting', 'unknown')"
    )
    .bind(id)
    .bind(epoch)
    .bind(end.state)
    .bind(end.provider_id)
    .bind(end.error)
    .bind(end.not_before.unwrap_or(now))
    .bind(now)
    .bind(i64::from(end.was_no_try))
    .execute(c)
    .await
    .map(|done| done.rows_affected())
    })?;
    Ok(done == 1)
}

/// How a send ended.
#[derive(Debug, Clone)]
pub struct Settled<'a> {
    /// The new state; `Queued` is "try again".
    pub state: SendState,
    /// The provider's id of the message.
    pub provider_id: Option<&'a str>,
    /// Why it failed.
    pub error: Option<&'a str>,
    /// When to try again.
    pub not_before: Option<DateTime<Utc>>,
    /// Nothing was tried: it does not count among the attempts.
    pub was_no_try: bool,
}

/// Settles the sends that an earlier epoch left marked: `resend` (a provider that removes doubles) puts them back in the
/// queue, otherwise they become unknown. Answers the messages concerned.
///
/// # Errors
/// `Database`.
pub async fn sweep(
    conn: &mut Conn<'_>,
    connection: ConnectionId,
    epoch: i64,
    resend: bool,
    now: DateTime<Utc>,
) -> Result<Vec<MessageId>> {
    let state = if resend {
        SendState::Queued
    } else {
        SendState::Unknown
    };
    let messages: Vec<Option<MessageId>> = on!(conn, |c| sqlx::query_scalar(
        "UPDATE outbox SET state = $3, updated_at = $4
         WHERE connection_id = $1 AND state = 'attempting' AND epoch < $2 RETURNING message_id"
    )
    .bind(connection)
    .bind(epoch)
    .bind(state)
    .bind(now)
    .fetch_all(c)
    .await)?;
    Ok(messages.into_iter().flatten().collect())
}

/// What is left where nothing can be claimed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, sqlx::FromRow)]
pub struct Rest {
    /// When the next send is due, if any waits.
    pub next_due: Option<DateTime<Utc>>,
    /// Some are marked under this epoch.
    pub is_marked: bool,
}

/// What is left of the sends of a connection, when those that were due at `now` have been looked at: one that could not be
/// claimed waits for another one.
///
/// # Errors
/// `Database`.
pub async fn rest(
    conn: &mut Conn<'_>,
    connection: ConnectionId,
    epoch: i64,
    now: DateTime<Utc>,
) -> Result<Rest> {
    Ok(on!(conn, |c| {
        sqlx::query_as(
        "SELECT (SELECT not_before FROM outbox WHERE connection_id = $1 AND state = 'queued' AND not_before > $3
                 ORDER BY not_before LIMIT 1) AS next_due,
           EXISTS (SELECT 1 FROM outbox WHERE connection_id = $1 AND state = 'attempting' AND epoch = $2) AS is_marked"
    )
    .bind(connection)
    .bind(epoch)
    .bind(now)
    .fetch_one(c)
    .await
    })?)
}

/// Who was sent a message since `since`, and when it ended, oldest first; as far as it is among the last
/// [`REMEMBERED`] sends of all numbers. For pacing, which must not forget what a process before it has sent.
///
/// # Errors
/// `Database`.
pub async fn sent_since(
    conn: &mut Conn<'_>,
    connection: ConnectionId,
    since: DateTime<Utc>,
) -> Result<Vec<(String, DateTime<Utc>)>> {
    Ok(on!(conn, |c| {
        sqlx::query_as(
        "SELECT recipient, updated_at FROM outbox
         WHERE id > (SELECT COALESCE(MAX(id), 0) FROM outbox) - $3 AND connection_id = $1
           AND state IN ('attempting', 'accepted', 'unknown') AND updated_at > $2 AND message_id IS NOT NULL
         ORDER BY updated_at, id LIMIT $3"
    )
    .bind(connection)
    .bind(since)
    .bind(REMEMBERED)
    .fetch_all(c)
    .await
    })?)
}

/// The state of the send that carries a message, newest first.
///
/// # Errors
/// `Database`.
pub async fn state_of_message(
    conn: &mut Conn<'_>,
    company: CompanyId,
    message: MessageId,
) -> Result<Option<SendState>> {
    Ok(on!(conn, |c| {
        sqlx::query_scalar(
        "SELECT state FROM outbox WHERE company_id = $1 AND message_id = $2 ORDER BY id DESC LIMIT 1"
    )
    .bind(company)
    .bind(message)
    .fetch_optional(c)
    .await
    })?)
}

/// Moves the newest send of a message from one state to another; `false` when it was not in `from`.
///
/// # Errors
/// `Database`.
pub async fn move_message(
    conn: &mut Conn<'_>,
    company: CompanyId,
    message: MessageId,
    (from, to): (SendState, SendState),
    now: DateTime<Utc>,
) -> Result<bool> {
    let done = on!(conn, |c| {
        sqlx::query(
        "UPDATE outbox SET state = $4, not_before = $5, updated_at = $5 WHERE company_id = $1 AND state = $3
           AND id = (SELECT MAX(id) FROM outbox WHERE company_id = $1 AND message_id = $2)"
    )
    .bind(company)
    .bind(message)
    .bind(from)
    .bind(to)
    .bind(now)
    .execute(c)
    .await
    .map(|done| done.rows_affected())
    })?;
    Ok(done == 1)
}

/// Puts the newest send of a message back into the queue, its attempts forgotten; `false` when it was not in `from`.
/// With a new `intent` nothing that the provider still reports about earlier attempts is joined to it.
///
/// # Errors
/// `Database`.
pub async fn requeue(
    conn: &mut Conn<'_>,
    company: CompanyId,
    message: MessageId,
    (from, intent): (SendState, Option<Uuid>),
    now: DateTime<Utc>,
) -> Result<bool> {
    let done = on!(conn, |c| {
        sqlx::query(
        "UPDATE outbox SET state = 'queued', intent_id = COALESCE($4, intent_id), provider_id = NULL, attempts = 0,
           not_before = $5, updated_at = $5
         WHERE company_id = $1 AND state = $3
           AND id = (SELECT MAX(id) FROM outbox WHERE company_id = $1 AND message_id = $2)"
    )
    .bind(company)
    .bind(message)
    .bind(from)
    .bind(intent)
    .bind(now)
    .execute(c)
    .await
    .map(|done| done.rows_affected())
    })?;
    Ok(done == 1)
}

/// Joins a send to the id that its provider reports later (class B): answers its message. Also one that waits for
/// another try, or that a person has judged: the report proves that it was sent.
///
/// # Errors
/// `Database`.
pub async fn accept_by_intent(
    conn: &mut Conn<'_>,
    company: CompanyId,
    intent: Uuid,
    provider_id: &str,
    now: DateTime<Utc>,
) -> Result<Option<MessageId>> {
    let message: Option<Option<MessageId>> = on!(conn, |c| {
        sqlx::query_scalar(
            "UPDATE outbox SET state = 'accepted', provider_id = $3, updated_at = $4
         WHERE company_id = $1 AND intent_id = $2 AND provider_id IS NULL AND state <> 'rejected'
         RETURNING message_id",
        )
        .bind(company)
        .bind(intent)
        .bind(provider_id)
        .bind(now)
        .fetch_optional(c)
        .await
    })?;
    Ok(message.flatten())
}

/// Whether an intent with this key was ever stored.
///
/// # Errors
/// `Database`.
pub async fn is_known(conn: &mut Conn<'_>, company: CompanyId, dedupe_key: &str) -> Result<bool> {
    let found: Option<i64> = on!(conn, |c| sqlx::query_scalar(
        "SELECT id FROM outbox WHERE company_id = $1 AND dedupe_key = $2"
    )
    .bind(company)
    .bind(dedupe_key)
    .fetch_optional(c)
    .await)?;
    Ok(found.is_some())
}

/// The message of the intent with this key.
///
/// # Errors
/// `Database`.
pub async fn message_of(
    conn: &mut Conn<'_>,
    company: CompanyId,
    dedupe_key: &str,
) -> Result<Option<MessageId>> {
    let found: Option<Option<MessageId>> = on!(conn, |c| sqlx::query_scalar(
        "SELECT message_id FROM outbox WHERE company_id = $1 AND dedupe_key = $2"
    )
    .bind(company)
    .bind(dedupe_key)
    .fetch_optional(c)
    .await)?;
    Ok(found.flatten())
}

/// Sets aside queued sends that are of no use any more. Answers how many.
///
/// # Errors
/// `Database`.
pub async fn expire(
    conn: &mut Conn<'_>,
    connection: ConnectionId,
    now: DateTime<Utc>,
) -> Result<u64> {
    Ok(on!(conn, |c| sqlx::query(
        "UPDATE outbox SET state = 'expired', updated_at = $2
         WHERE connection_id = $1 AND state = 'queued' AND expires_at <= $2"
    )
    .bind(connection)
    .bind(now)
    .execute(c)
    .await
    .map(|done| done.rows_affected()))?)
}

/// Takes every send that has not ended for unknown, in all companies: for a database that was put back from a copy, since
/// what was waiting then may have been sent after the copy was made. Answers how many messages.
///
/// # Errors
/// `Database`.
pub async fn doubt_all(conn: &mut Conn<'_>, now: DateTime<Utc>) -> Result<u64> {
    on!(&mut *conn, |c| {
        sqlx::query(
        "UPDATE outbox SET state = 'unknown', updated_at = $1 WHERE state IN ('queued', 'attempting')"
    )
    .bind(now)
    .execute(c)
    .await
    .map(drop)
    })?;
    Ok(on!(conn, |c| sqlx::query(
        "UPDATE messages SET send_state = 'unknown', updated_at = $1
         WHERE send_state IN ('queued', 'attempting')"
    )
    .bind(now)
    .execute(c)
    .await
    .map(|done| done.rows_affected()))?)
}

/// Sets aside everything a connection still has to send, and the messages it carries: for one that is deleted. What is
/// on the way at this moment still records its end. Answers how many.
///
/// # Errors
/// `Database`.
pub async fn cancel_waiting(
    conn: &mut Conn<'_>,
    company: CompanyId,
    connection: ConnectionId,
    now: DateTime<Utc>,
) -> Result<u64> {
    messages::locks::lock_waiting(conn, company, connection).await?;
    let cancelled = on!(&mut *conn, |c| sqlx::query(
        "UPDATE outbox SET state = 'cancelled', updated_at = $3
         WHERE company_id = $1 AND connection_id = $2 AND state = 'queued'"
    )
    .bind(company)
    .bind(connection)
    .bind(now)
    .execute(c)
    .await
    .map(|done| done.rows_affected()))?;
    on!(conn, |c| {
        sqlx::query(
        "UPDATE messages SET send_state = 'cancelled', updated_at = $3
         WHERE company_id = $1 AND send_state = 'queued' AND id IN (
           SELECT message_id FROM outbox
           WHERE company_id = $1 AND connection_id = $2 AND state = 'cancelled' AND updated_at = $3)"
    )
    .bind(company)
    .bind(connection)
    .bind(now)
    .execute(c)
    .await
    .map(drop)
    })?;
    Ok(cancelled)
}
