//! The inbox: raw events of providers, stored before they are acknowledged and applied once (rule P1).

use std::collections::HashSet;

use chrono::{DateTime, Utc};
use serde_json::Value;
use sqlx::{QueryBuilder, types::Json};

use crate::{
    AT_ONCE, Conn, Result,
    core::ids::push_ids,
    model::{CompanyId, ConnectionId, inbound::RawEvent},
    on,
};

/// Tries before an event is set aside as dead.
pub const ATTEMPTS_MAX: i64 = 5;

/// An event to apply.
#[derive(Debug, Clone, sqlx::FromRow)]
pub struct InboxRow {
    /// Its number; arrival order.
    pub id: i64,
    /// What it is about, e.g. the provider's message id.
    pub subject: Option<String>,
    /// The chat whose events keep their order.
    pub chat: String,
    /// The provider's JSON.
    pub raw: Json<Value>,
    /// Tries before this one.
    pub attempts: i64,
    /// When it came.
    pub received_at: DateTime<Utc>,
}

/// An event that came in.
#[derive(Debug, Clone, Copy)]
pub struct Arrival<'a> {
    /// Whose connection it is.
    pub company: CompanyId,
    /// By which connection it came.
    pub connection: ConnectionId,
    /// When.
    pub at: DateTime<Utc>,
    /// What it is.
    pub event: &'a RawEvent,
}

/// Stores events that are not known yet. Answers how many were new.
///
/// # Errors
/// `Database`, e.g. when a connection does not exist in its company.
pub async fn insert_all(conn: &mut Conn<'_>, arrivals: &[Arrival<'_>]) -> Result<u64> {
    let mut new = 0;
    for some in arrivals.chunks(AT_ONCE) {
        new += on!(conn, |c| {
            let mut query = QueryBuilder::<Driver>::new(
                "INSERT INTO inbox
                   (company_id, connection_id, event_key, chat, subject, raw, state, next_at, received_at) ",
            );
            query.push_values(some, |mut row, arrival| {
                let event = without_nul(arrival.event);
                row.push_bind(arrival.company)
                    .push_bind(arrival.connection)
                    .push_bind(event.key)
                    .push_bind(event.chat)
                    .push_bind(event.subject)
                    .push_bind(Json(event.raw))
                    .push("'new'")
                    .push_bind(arrival.at)
                    .push_bind(arrival.at);
            });
            query.push(" ON CONFLICT (connection_id, event_key) DO NOTHING");
            query
                .build()
                .execute(c)
                .await
                .map(|done| done.rows_affected())
        })?;
    }
    Ok(new)
}

/// The event without NUL characters, which `PostgreSQL` cannot store: nothing from outside may block a chat for ever.
pub(crate) fn without_nul(event: &RawEvent) -> RawEvent {
    fn clean(value: &mut Value) {
        match value {
            Value::String(text) if text.contains('\0') => text.retain(|c| c != '\0'),
            Value::Array(items) => items.iter_mut().for_each(clean),
            Value::Object(fields) => {
                fields.retain(|name, _| !name.contains('\0'));
                fields.values_mut().for_each(clean);
            }
            _ => {}
        }
    }
    let mut event = event.clone();
    clean(&mut event.raw);
    for text in [&mut event.key, &mut event.chat]
        .into_iter()
        .chain(&mut event.subject)
    {
        text.retain(|c| c != '\0');
    }
    event
}

/// Events that are due, oldest first. Each chat keeps its order: an event waits for an earlier one that has to be tried
/// again later. The subquery has an order and a limit so that `PostgreSQL` looks into the index for every row: its
/// figures of a table whose rows wait for milliseconds are always wrong, and it would join. The order is by time, for
/// what waits is ahead of now and what was applied is behind. `COALESCE` keeps it from the index by time for the rows
/// themselves: it would read and sort all that is due for the first few.
///
/// # Errors
/// `Database`.
pub async fn list_due(
    conn: &mut Conn<'_>,
    connection: ConnectionId,
    now: DateTime<Utc>,
    limit: i64,
) -> Result<Vec<InboxRow>> {
    Ok(on!(conn, |c| {
        sqlx::query_as(
        "SELECT id, subject, chat, raw, attempts, received_at FROM inbox i
         WHERE connection_id = $1 AND state = 'new' AND COALESCE(next_at, next_at) <= $2 AND (
           SELECT e.id FROM inbox e WHERE e.connection_id = i.connection_id AND e.chat = i.chat
             AND e.state = 'new' AND e.next_at > $2 AND e.id < i.id ORDER BY e.next_at LIMIT 1) IS NULL
         ORDER BY id LIMIT $3"
    )
    .persistent(keeps_plan!())
    .bind(connection)
    .bind(now)
    .bind(limit)
    .fetch_all(c)
    .await
    })?)
}

/// When the next event of a connection is due, if any waits.
///
/// # Errors
/// `Database`.
pub async fn next_due(
    conn: &mut Conn<'_>,
    connection: ConnectionId,
) -> Result<Option<DateTime<Utc>>> {
    Ok(on!(conn, |c| {
        sqlx::query_scalar(
        "SELECT next_at FROM inbox WHERE connection_id = $1 AND state = 'new' ORDER BY next_at LIMIT 1"
    )
    .bind(connection)
    .fetch_optional(c)
    .await
    })?)
}

/// What taking an event says of it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Taken {
    /// Somebody else has applied it.
    Gone,
    /// It is to be applied.
    New {
        /// Whether events of its connection are put aside.
        has_parked: bool,
    },
    /// It is the message that is there already.
    Known,
}

/// Takes an event that brings a message for applying, in the transaction that applies it. `message` is the provider's name
/// of it.
///
/// # Errors
/// `Database`.
pub async fn finish(
    conn: &mut Conn<'_>,
    id: i64,
    message: &str,
    now: DateTime<Utc>,
) -> Result<Taken> {
    let found: Option<(bool, bool)> = on!(conn, |c| {
        sqlx::query_as(
        "UPDATE inbox SET state = 'done', done_at = $2, last_error = NULL WHERE id = $1 AND state = 'new'
         RETURNING EXISTS (SELECT 1 FROM messages m WHERE m.company_id = inbox.company_id
           AND m.connection_id = inbox.connection_id AND m.provider_id = $3),
           (SELECT p.id FROM inbox p WHERE p.connection_id = inbox.connection_id AND p.state = 'parked'
            ORDER BY p.connection_id, p.subject LIMIT 1) IS NOT NULL"
    )
    .bind(id)
    .bind(now)
    .bind(message)
    .fetch_optional(c)
    .await
    })?;
    Ok(match found {
        None => Taken::Gone,
        Some((true, _)) => Taken::Known,
        Some((false, has_parked)) => Taken::New { has_parked },
    })
}

/// Takes events that bring no message, as [`finish`] does. Answers which are to be applied; somebody else has applied the
/// others.
///
/// # Errors
/// `Database`.
pub async fn finish_all(
    conn: &mut Conn<'_>,
    ids: &[i64],
    now: DateTime<Utc>,
) -> Result<HashSet<i64>> {
    let mut taken = HashSet::with_capacity(ids.len());
    for some in ids.chunks(AT_ONCE) {
        let found: Vec<i64> = on!(conn, |c| {
            let mut query =
                QueryBuilder::<Driver>::new("UPDATE inbox SET state = 'done', done_at = ");
            query.push_bind(now);
            // not from the indexes of what waits, which say nothing of ids
            query.push(", last_error = NULL WHERE COALESCE(state, state) = 'new'");
            push_ids(&mut query, " AND id IN (", some.iter().copied());
            query.push(" RETURNING id");
            let query = query.build_query_scalar();
            query.persistent(keeps_plan!()).fetch_all(c).await
        })?;
        taken.extend(found);
    }
    Ok(taken)
}

/// Lets those take turns, until their transactions end, who look for a message by the provider's name of it to put an event
/// about it aside, and who give a message that name: an event that is put aside at that moment would never be looked at again.
/// The embedded database has one writer anyway.
///
/// # Errors
/// `Database`.
pub async fn take_turn(conn: &mut Conn<'_>, connection: ConnectionId, subject: &str) -> Result<()> {
    if let Conn::Postgres(c) = conn {
        let turn = sqlx::query("SELECT pg_advisory_xact_lock(hashtextextended($1, $2))")
            .bind(subject)
            .bind(connection)
            .execute(&mut **c)
            .await;
        c.noted(turn)?;
    }
    Ok(())
}

/// Puts an event aside until its subject is known (a status that is faster than the answer to the send).
///
/// # Errors
/// `Database`.
pub async fn park(conn: &mut Conn<'_>, id: i64) -> Result<()> {
    on!(conn, |c| sqlx::query(
        "UPDATE inbox SET state = 'parked', done_at = NULL WHERE id = $1"
    )
    .bind(id)
    .execute(c)
    .await
    .map(drop))?;
    Ok(())
}

/// Brings parked events about `subject` back. Answers how many.
///
/// # Errors
/// `Database`.
pub async fn unpark(conn: &mut Conn<'_>, connection: ConnectionId, subject: &str) -> Result<u64> {
    Ok(on!(conn, |c| {
        sqlx::query(
        "UPDATE inbox SET state = 'new' WHERE connection_id = $1 AND subject = $2 AND state = 'parked'"
    )
    .bind(connection)
    .bind(subject)
    .execute(c)
    .await
    .map(|done| done.rows_affected())
    })?)
}

/// Counts a try before it is made, so that one that brings the process down counts too.
///
/// # Errors
/// `Database`.
pub async fn count_attempt(conn: &mut Conn<'_>, id: i64) -> Result<()> {
    on!(conn, |c| sqlx::query(
        "UPDATE inbox SET attempts = attempts + 1 WHERE id = $1"
    )
    .bind(id)
    .execute(c)
    .await
    .map(drop))?;
    Ok(())
}

/// Records a failed try: due again at `next_at`, or dead after [`ATTEMPTS_MAX`] tries.
///
/// # Errors
/// `Database`.
pub async fn fail(conn: &mut Conn<'_>, id: i64, error: &str, next_at: DateTime<Utc>) -> Result<()> {
    on!(conn, |c| sqlx::query(
        "UPDATE inbox SET last_error = $2, next_at = $3,
           state = CASE WHEN attempts >= $4 THEN 'dead' ELSE 'new' END
         WHERE id = $1 AND state = 'new'"
    )
    .bind(id)
    .bind(error)
    .bind(next_at)
    .bind(ATTEMPTS_MAX)
    .execute(c)
    .await
    .map(drop))?;
    Ok(())
}

/// Forgets applied events before `before`, at most `limit` at once. Answers how many.
///
/// # Errors
/// `Database`.
pub async fn delete_done_before(
    conn: &mut Conn<'_>,
    before: DateTime<Utc>,
    limit: i64,
) -> Result<u64> {
    Ok(on!(conn, |c| sqlx::query(
        "DELETE FROM inbox WHERE id IN
           (SELECT id FROM inbox WHERE state = 'done' AND done_at < $1 ORDER BY done_at LIMIT $2)"
    )
    .bind(before)
    .bind(limit)
    .execute(c)
    .await
    .map(|done| done.rows_affected()))?)
}
