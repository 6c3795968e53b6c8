//! What a phone hands over of its past when it is paired: chosen before, kept as it came, stored as messages behind what
//! comes in live.

use chrono::{DateTime, TimeDelta, Utc};
use serde_json::Value;
use sqlx::{QueryBuilder, types::Json};

use super::find;
use crate::{
    AT_ONCE, Conn, Result,
    core::ids::push_ids,
    delivery::inbox::without_nul,
    model::{
        CompanyId, ConnectionId, ErrorCode,
        connection::{Connection, ConnectionStatus},
        inbound::RawEvent,
    },
    on,
};

/// Messages of the past that one connection takes.
pub const PAST_MAX: i64 = 20_000;
/// For so long Meta tries to bring a message live: what is older and not known is of the past alone.
const BROUGHT_LIVE_FOR: TimeDelta = TimeDelta::days(7);
/// How long after its pairing a phone hands over its past.
const HANDED_OVER_FOR: TimeDelta = TimeDelta::days(1);

/// A message of the past as it came.
#[derive(Debug, Clone)]
pub struct PastEvent {
    /// What came.
    pub event: RawEvent,
    /// When it was sent.
    pub sent_at: DateTime<Utc>,
}

/// One that is to be stored as a message.
#[derive(Debug, Clone, sqlx::FromRow)]
pub struct PastRow {
    /// Its number.
    pub id: i64,
    /// The provider's JSON.
    pub raw: Json<Value>,
}

#[derive(sqlx::FromRow)]
struct Wish {
    #[sqlx(rename = "history_days")]
    days: i64,
    #[sqlx(rename = "history_from")]
    from: Option<DateTime<Utc>>,
    #[sqlx(rename = "history_brought")]
    brought: i64,
    #[sqlx(rename = "created_at")]
    entered_at: DateTime<Utc>,
}

impl Wish {
    /// From when to when messages are taken: what is said after the pairing comes in live.
    fn window(&self) -> Option<(DateTime<Utc>, DateTime<Utc>)> {
        let from = self.from?;
        Some((from, from + TimeDelta::days(self.days)))
    }
}

/// Chooses how many days of the past come with the next pairing.
///
/// # Errors
/// `Refused(WappNotInitialized)` when a phone has taken the code already.
pub async fn choose(
    conn: &mut Conn<'_>,
    company: CompanyId,
    id: ConnectionId,
    days: i64,
    now: DateTime<Utc>,
) -> Result<Option<Connection>> {
    let changed = on!(&mut *conn, |c| {
        sqlx::query(
            "UPDATE connections SET history_days = $3, history_from = NULL, updated_at = $4
             WHERE company_id = $1 AND id = $2 AND deleted_at IS NULL AND status NOT IN ($5, $6)",
        )
        .bind(company)
        .bind(id)
        .bind(days)
        .bind(now)
        .bind(ConnectionStatus::Connected)
        .bind(ConnectionStatus::Pairing)
        .execute(c)
        .await
        .map(|done| done.rows_affected())
    })?;
    if changed == 0 {
        return Err(ErrorCode::WappNotInitialized.into());
    }
    find(conn, company, id).await
}

/// A phone has taken the code. Answers whether its past is wanted; what an earlier one left is forgotten.
///
/// # Errors
/// `Database`.
pub async fn begin(
    conn: &mut Conn<'_>,
    company: CompanyId,
    id: ConnectionId,
    now: DateTime<Utc>,
) -> Result<bool> {
    forget(conn, company, id).await?;
    let days = days(conn, company, id).await?;
    let from = (days > 0).then(|| now - TimeDelta::days(days));
    on!(conn, |c| sqlx::query(
        "UPDATE connections SET history_from = $3 WHERE company_id = $1 AND id = $2"
    )
    .bind(company)
    .bind(id)
    .bind(from)
    .execute(c)
    .await
    .map(drop))?;
    Ok(from.is_some())
}

/// How many days of its past a phone is asked for.
///
/// # Errors
/// `Database`.
pub async fn days(conn: &mut Conn<'_>, company: CompanyId, id: ConnectionId) -> Result<i64> {
    Ok(find_wish(conn, company, id)
        .await?
        .map_or(0, |wish| wish.days))
}

/// Whether the phone may still be handing over its past.
///
/// # Errors
/// `Database`.
pub async fn is_coming(
    conn: &mut Conn<'_>,
    company: CompanyId,
    id: ConnectionId,
    now: DateTime<Utc>,
) -> Result<bool> {
    let wish = find_wish(conn, company, id).await?;
    let window = wish.and_then(|wish| wish.window());
    Ok(window.is_some_and(|(_, paired_at)| now < paired_at + HANDED_OVER_FOR))
}

async fn find_wish(
    conn: &mut Conn<'_>,
    company: CompanyId,
    id: ConnectionId,
) -> Result<Option<Wish>> {
    Ok(on!(conn, |c| sqlx::query_as(
        "SELECT history_days, history_from, history_brought, created_at FROM connections
         WHERE company_id = $1 AND id = $2 AND deleted_at IS NULL"
    )
    .bind(company)
    .bind(id)
    .fetch_optional(c)
    .await)?)
}

/// Keeps what a phone hands over: what is of the days that were chosen, while there is room. Answers how many were new.
///
/// # Errors
/// `Database`.
pub async fn keep(
    conn: &mut Conn<'_>,
    company: CompanyId,
    id: ConnectionId,
    events: &[PastEvent],
) -> Result<u64> {
    let Some(wish) = find_wish(conn, company, id).await? else {
        return Ok(0);
    };
    let Some((from, until)) = wish.window() else {
        return Ok(0);
    };
    let wanted = events
        .iter()
        .filter(|it| (from..=until).contains(&it.sent_at));
    put(conn, (company, id), &wish, wanted).await
}

/// Keeps what Meta tells of the past of a number, while there is room: all but what comes in live, which is what was said since the
/// number was entered here. Answers how many were new.
///
/// # Errors
/// `Database`.
pub async fn keep_told(
    conn: &mut Conn<'_>,
    company: CompanyId,
    id: ConnectionId,
    events: &[PastEvent],
    now: DateTime<Utc>,
) -> Result<u64> {
    let Some(wish) = find_wish(conn, company, id).await? else {
        return Ok(0);
    };
    let until = wish.entered_at.max(now - BROUGHT_LIVE_FOR);
    let wanted = events.iter().filter(|it| it.sent_at <= until);
    put(conn, (company, id), &wish, wanted).await
}

async fn put(
    conn: &mut Conn<'_>,
    (company, id): (CompanyId, ConnectionId),
    wish: &Wish,
    wanted: impl Iterator<Item = &PastEvent>,
) -> Result<u64> {
    let waiting: i64 = on!(&mut *conn, |c| sqlx::query_scalar(
        "SELECT COUNT(*) FROM past_messages WHERE company_id = $1 AND connection_id = $2"
    )
    .bind(company)
    .bind(id)
    .fetch_one(c)
    .await)?;
    let room = PAST_MAX - wish.brought - waiting;
    let wanted: Vec<_> = wanted
        .take(usize::try_from(room).unwrap_or(0))
        .map(|it| without_nul(&it.event))
        .collect();
    let mut new = 0;
    for some in wanted.chunks(AT_ONCE) {
        new += on!(&mut *conn, |c| {
            let mut query = QueryBuilder::<Driver>::new(
                "INSERT INTO past_messages (company_id, connection_id, event_key, raw) ",
            );
            query.push_values(some, |mut row, event| {
                row.push_bind(company)
                    .push_bind(id)
                    .push_bind(event.key.clone())
                    .push_bind(Json(event.raw.clone()));
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

/// What is to be stored as messages next, as it came.
///
/// # Errors
/// `Database`.
pub async fn list(
    conn: &mut Conn<'_>,
    company: CompanyId,
    id: ConnectionId,
    limit: i64,
) -> Result<Vec<PastRow>> {
    Ok(on!(conn, |c| {
        sqlx::query_as(
        "SELECT id, raw FROM past_messages WHERE company_id = $1 AND connection_id = $2 AND waits_for IS NULL
         ORDER BY id LIMIT $3"
    )
    .bind(company)
    .bind(id)
    .bind(limit)
    .fetch_all(c)
    .await
    })?)
}

/// Takes what is stored as messages in the same transaction. Answers what was still there.
///
/// # Errors
/// `Database`.
pub async fn take(conn: &mut Conn<'_>, company: CompanyId, ids: &[i64]) -> Result<Vec<i64>> {
    let mut taken = Vec::with_capacity(ids.len());
    for some in ids.chunks(AT_ONCE) {
        let found: Vec<i64> = on!(&mut *conn, |c| {
            let mut query =
                QueryBuilder::<Driver>::new("DELETE FROM past_messages WHERE company_id = ");
            query.push_bind(company);
            push_ids(&mut query, " AND id IN (", some.iter().copied());
            query.push(" RETURNING id");
            query.build_query_scalar().fetch_all(c).await
        })?;
        taken.extend(found);
    }
    Ok(taken)
}

/// Lets a file wait for the message that it belongs to.
///
/// # Errors
/// `Database`.
pub async fn let_wait(
    conn: &mut Conn<'_>,
    company: CompanyId,
    row: i64,
    provider_id: &str,
) -> Result<()> {
    on!(conn, |c| sqlx::query(
        "UPDATE past_messages SET waits_for = $3 WHERE company_id = $1 AND id = $2"
    )
    .bind(company)
    .bind(row)
    .bind(provider_id)
    .execute(c)
    .await
    .map(drop))?;
    Ok(())
}

/// A message is here: its file does not wait for it any more.
///
/// # Errors
/// `Database`.
pub async fn let_follow(
    conn: &mut Conn<'_>,
    company: CompanyId,
    id: ConnectionId,
    provider_id: &str,
) -> Result<()> {
    on!(conn, |c| {
        sqlx::query(
            "UPDATE past_messages SET waits_for = NULL
             WHERE company_id = $1 AND connection_id = $2 AND waits_for = $3",
        )
        .bind(company)
        .bind(id)
        .bind(provider_id)
        .execute(c)
        .await
        .map(drop)
    })?;
    Ok(())
}

/// Counts what was brought.
///
/// # Errors
/// `Database`.
pub async fn count(
    conn: &mut Conn<'_>,
    company: CompanyId,
    id: ConnectionId,
    brought: i64,
    now: DateTime<Utc>,
) -> Result<Option<Connection>> {
    on!(&mut *conn, |c| sqlx::query(
        "UPDATE connections SET history_brought = history_brought + $3, updated_at = $4
         WHERE company_id = $1 AND id = $2 AND deleted_at IS NULL"
    )
    .bind(company)
    .bind(id)
    .bind(brought)
    .bind(now)
    .execute(c)
    .await
    .map(drop))?;
    find(conn, company, id).await
}

/// Forgets what was kept and not stored.
///
/// # Errors
/// `Database`.
pub async fn forget(conn: &mut Conn<'_>, company: CompanyId, id: ConnectionId) -> Result<()> {
    on!(conn, |c| sqlx::query(
        "DELETE FROM past_messages WHERE company_id = $1 AND connection_id = $2"
    )
    .bind(company)
    .bind(id)
    .execute(c)
    .await
    .map(drop))?;
    Ok(())
}
