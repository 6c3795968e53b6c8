//! The event log of a company: what its rooms were told, in commit order.

use chrono::{DateTime, Utc};
use serde_json::value::RawValue;
use sqlx::{Postgres, QueryBuilder, types::Json};

use crate::{
    AT_ONCE, Conn, Result, StorageError,
    core::pool::ConnRef,
    model::{
        CompanyId,
        event::{CommittedEvent, Entity, NewEvent, Room, Scope},
    },
    on, webhooks,
};

#[derive(sqlx::FromRow)]
struct Row {
    seq: i64,
    entity: String,
    rooms: Json<Vec<Room>>,
    scope: Option<Json<Scope>>,
    payload: String,
    at: DateTime<Utc>,
}

/// Numbers and stores events, and what the company's addresses are told of them. Call it last in a transaction: it takes the company's sequence row.
///
/// # Errors
/// `Database` when the company does not exist.
pub async fn append(
    conn: &mut Conn<'_>,
    company: CompanyId,
    now: DateTime<Utc>,
    told: Vec<NewEvent>,
) -> Result<Vec<CommittedEvent>> {
    if told.is_empty() {
        return Ok(Vec::new());
    }
    webhooks::noting::note(conn, company, now, &told).await?;
    let added = i64::try_from(told.len()).unwrap_or(i64::MAX);
    let mut committed = Vec::with_capacity(told.len());
    // until the numbers are known, each has its place before the last one
    for (place, event) in (1 - added..).zip(told) {
        committed.push(CommittedEvent {
            company_id: company,
            seq: place,
            entity: event.event.entity(),
            payload: serde_json::value::to_raw_value(&event.event)?,
            rooms: event.rooms,
            scope: event.scope,
            at: now,
        });
    }
    let last = match conn {
        Conn::Postgres(lent) if committed.len() <= AT_ONCE => {
            number_and_insert(lent, company, &committed).await?
        }
        conn => {
            let last = number(conn, company, added).await?;
            for some in committed.chunks(AT_ONCE) {
                insert(conn, last, some).await?;
            }
            last
        }
    };
    for event in &mut committed {
        event.seq += last;
    }
    Ok(committed)
}

/// Takes the next numbers of a company; answers the last.
async fn number(conn: &mut Conn<'_>, company: CompanyId, added: i64) -> Result<i64> {
    Ok(on!(conn, |c| sqlx::query_scalar(
        "UPDATE company_sequences SET seq = seq + $2 WHERE company_id = $1 RETURNING seq"
    )
    .bind(company)
    .bind(added)
    .fetch_one(c)
    .await)?)
}

/// Numbers and stores a few events by one statement, so that others of the company wait for this and the commit only;
/// answers the last number. `SQLite` has no such statement, and nobody who waits.
async fn number_and_insert(
    lent: &mut ConnRef<'_, Postgres>,
    company: CompanyId,
    events: &[CommittedEvent],
) -> Result<i64> {
    let added = i64::try_from(events.len()).unwrap_or(i64::MAX);
    let mut query =
        QueryBuilder::<Postgres>::new("WITH taken AS (UPDATE company_sequences SET seq = seq + ");
    query
        .push_bind(added)
        .push(" WHERE company_id = ")
        .push_bind(company);
    query.push(
        " RETURNING company_id, seq)
         INSERT INTO events (company_id, seq, entity, rooms, scope, payload, at)
         SELECT taken.company_id, taken.seq + e.place, e.entity, e.rooms, e.scope, e.payload, e.at FROM taken, (",
    );
    query.push_values(events, |mut row, event| {
        row.push_bind(event.seq)
            .push_bind(event.entity.as_str())
            .push_bind(Json(&event.rooms))
            .push_bind(event.scope.map(Json))
            .push_bind(event.payload.get())
            .push_bind(event.at);
    });
    query.push(") AS e (place, entity, rooms, scope, payload, at) RETURNING seq");
    let stored = query.build_query_scalar().fetch_all(&mut **lent).await;
    let stored: Vec<i64> = lent.noted(stored)?;
    let last = stored.into_iter().max();
    last.ok_or_else(|| sqlx::Error::RowNotFound.into())
}

async fn insert(conn: &mut Conn<'_>, last: i64, events: &[CommittedEvent]) -> Result<()> {
    on!(conn, |c| {
        let mut query = QueryBuilder::<Driver>::new(
            "INSERT INTO events (company_id, seq, entity, rooms, scope, payload, at) ",
        );
        query.push_values(events, |mut row, event| {
            row.push_bind(event.company_id)
                .push_bind(last + event.seq)
                .push_bind(event.entity.as_str())
                .push_bind(Json(&event.rooms))
                .push_bind(event.scope.map(Json))
                .push_bind(event.payload.get())
                .push_bind(event.at);
        });
        query.build().execute(c).await.map(drop)
    })?;
    Ok(())
}

/// The number of a company's last event; 0 before the first.
///
/// # Errors
/// `Database`.
pub async fn last_seq(conn: &mut Conn<'_>, company: CompanyId) -> Result<i64> {
    let seq: Option<i64> = on!(conn, |c| sqlx::query_scalar(
        "SELECT seq FROM company_sequences WHERE company_id = $1"
    )
    .bind(company)
    .fetch_optional(c)
    .await)?;
    Ok(seq.unwrap_or(0))
}

/// Events after `seq`, oldest first, at most `limit`.
///
/// # Errors
/// `Unreadable` when a stored event is of no known kind.
pub async fn list_since(
    conn: &mut Conn<'_>,
    company: CompanyId,
    seq: i64,
    limit: i64,
) -> Result<Vec<CommittedEvent>> {
    let rows: Vec<Row> = on!(conn, |c| sqlx::query_as(
        "SELECT seq, entity, rooms, scope, payload, at FROM events
         WHERE company_id = $1 AND seq > $2 ORDER BY seq LIMIT $3"
    )
    .bind(company)
    .bind(seq)
    .bind(limit)
    .fetch_all(c)
    .await)?;
    rows.into_iter()
        .map(|row| committed(company, row))
        .collect()
}

/// Forgets events before `before`, at most `limit` at once. Answers how many.
///
/// # Errors
/// `Database`.
pub async fn delete_before(conn: &mut Conn<'_>, before: DateTime<Utc>, limit: i64) -> Result<u64> {
    Ok(on!(conn, |c| sqlx::query(
        "DELETE FROM events WHERE (company_id, seq) IN
           (SELECT company_id, seq FROM events WHERE at < $1 ORDER BY at LIMIT $2)"
    )
    .bind(before)
    .bind(limit)
    .execute(c)
    .await
    .map(|done| done.rows_affected()))?)
}

fn committed(company: CompanyId, row: Row) -> Result<CommittedEvent> {
    let entity = Entity::parse(&row.entity)
        .ok_or_else(|| StorageError::Database(sqlx::Error::Decode(row.entity.clone().into())))?;
    Ok(CommittedEvent {
        company_id: company,
        seq: row.seq,
        entity,
        rooms: row.rooms.0,
        scope: row.scope.map(|scope| scope.0),
        payload: RawValue::from_string(row.payload)?,
        at: row.at,
    })
}
