//! When numbers were down, and whom that was told: once when it lasts, once when it is over, whichever node looks and
//! however often it was restarted (rule B16).

use chrono::{DateTime, TimeDelta, Utc};

use super::StatusChange;
use crate::{
    Conn, Result,
    model::{CompanyId, ConnectionId, connection::ConnectionStatus},
    on,
};

/// A number that has been down for so long is told of.
pub const TOLD_AFTER: TimeDelta = TimeDelta::minutes(2);
/// Outages of a company that are read at once: a bad day of many numbers.
const LISTED_MAX: i64 = 2_000;
/// Tries of a mail before it is given up.
const MAILS_MAX: i64 = 5;

/// A time in which a number was down.
#[derive(Debug, Clone, PartialEq, Eq, sqlx::FromRow)]
pub struct Outage {
    /// Which number.
    pub connection_id: ConnectionId,
    /// From.
    pub began_at: DateTime<Utc>,
    /// To; still, if nothing.
    pub ended_at: Option<DateTime<Utc>>,
    /// Why, as the session said last.
    pub reason: Option<String>,
    /// A person has switched it off.
    pub is_planned: bool,
    /// When the company was told.
    pub told_at: Option<DateTime<Utc>>,
    /// How many admins had a mail about it.
    pub mailed_to: i64,
}

/// An outage of which somebody has to be told now.
#[derive(Debug, Clone, Copy, PartialEq, Eq, sqlx::FromRow)]
pub struct Due {
    /// Whose.
    pub company_id: CompanyId,
    /// Its number.
    pub id: i64,
}

/// What has to be told of an outage. It was taken: nobody else tells it.
#[derive(Debug, Clone, PartialEq, Eq, sqlx::FromRow)]
pub struct Notice {
    /// The outage.
    pub id: i64,
    /// Whose.
    pub company_id: CompanyId,
    /// Which number.
    pub connection_id: ConnectionId,
    /// From.
    pub began_at: DateTime<Utc>,
    /// To; it lasts, if nothing.
    pub ended_at: Option<DateTime<Utc>>,
    /// Why.
    pub reason: Option<String>,
    /// The mails that were tried before.
    pub mail_attempts: i64,
}

/// Follows what a session said: an outage begins when a number is not connected any more, and ends when it is again.
///
/// # Errors
/// `Database`.
pub(super) async fn follow(
    conn: &mut Conn<'_>,
    (company, id): (CompanyId, ConnectionId),
    before: ConnectionStatus,
    change: StatusChange<'_>,
    now: DateTime<Utc>,
) -> Result<()> {
    use ConnectionStatus::{Connected, Disconnected};

    if change.status == Connected {
        if before == Connected {
            return Ok(());
        }
        set_up(conn, (company, id), now).await?;
        return end(conn, company, id, now).await;
    }
    // whoever switches a number off gives no reason
    let is_planned = change.status == Disconnected && change.reason.is_none();
    if before == Connected {
        set_down(conn, (company, id), now).await?;
        begin(conn, (company, id), (change.reason, is_planned), now).await
    } else {
        go_on(conn, (company, id), (change.reason, is_planned), now).await
    }
}

async fn set_up(
    conn: &mut Conn<'_>,
    (company, id): (CompanyId, ConnectionId),
    now: DateTime<Utc>,
) -> Result<()> {
    on!(conn, |c| sqlx::query(
        "UPDATE connections SET connected_since = $3, down_since = NULL, down_told_at = NULL,
           first_connected_at = COALESCE(first_connected_at, $3)
         WHERE company_id = $1 AND id = $2"
    )
    .bind(company)
    .bind(id)
    .bind(now)
    .execute(c)
    .await
    .map(drop))?;
    Ok(())
}

async fn set_down(
    conn: &mut Conn<'_>,
    (company, id): (CompanyId, ConnectionId),
    now: DateTime<Utc>,
) -> Result<()> {
    on!(conn, |c| sqlx::query(
        "UPDATE connections SET connected_since = NULL, down_since = $3, down_told_at = NULL
         WHERE company_id = $1 AND id = $2"
    )
    .bind(company)
    .bind(id)
    .bind(now)
    .execute(c)
    .await
    .map(drop))?;
    Ok(())
}

async fn begin(
    conn: &mut Conn<'_>,
    (company, id): (CompanyId, ConnectionId),
    (reason, is_planned): (Option<&str>, bool),
    now: DateTime<Utc>,
) -> Result<()> {
    let due_at = (!is_planned).then(|| now + TOLD_AFTER);
    on!(conn, |c| {
        sqlx::query(
        "INSERT INTO connection_outages (company_id, connection_id, began_at, reason, is_planned, due_at)
         VALUES ($1, $2, $3, $4, $5, $6)
         ON CONFLICT (company_id, connection_id) WHERE ended_at IS NULL DO NOTHING"
    )
    .bind(company)
    .bind(id)
    .bind(now)
    .bind(reason)
    .bind(is_planned)
    .bind(due_at)
    .execute(c)
    .await
    .map(drop)
    })?;
    Ok(())
}

/// It lasts. One that a person wants on again, and that does not come, is told of like any other.
async fn go_on(
    conn: &mut Conn<'_>,
    (company, id): (CompanyId, ConnectionId),
    (reason, is_planned): (Option<&str>, bool),
    now: DateTime<Utc>,
) -> Result<()> {
    on!(conn, |c| {
        sqlx::query(
        "UPDATE connection_outages SET reason = COALESCE($3, reason), is_planned = $4,
           due_at = CASE WHEN $4 THEN NULL WHEN told_at IS NULL AND is_planned THEN $5 ELSE due_at END
         WHERE company_id = $1 AND connection_id = $2 AND ended_at IS NULL"
    )
    .bind(company)
    .bind(id)
    .bind(reason)
    .bind(is_planned)
    .bind(now + TOLD_AFTER)
    .execute(c)
    .await
    .map(drop)
    })?;
    Ok(())
}

/// It is over; those who were told that it began are told.
async fn end(
    conn: &mut Conn<'_>,
    company: CompanyId,
    id: ConnectionId,
    now: DateTime<Utc>,
) -> Result<()> {
    on!(conn, |c| sqlx::query(
        "UPDATE connection_outages SET ended_at = $3, mail_attempts = 0,
           due_at = CASE WHEN told_at IS NULL THEN NULL ELSE $3 END
         WHERE company_id = $1 AND connection_id = $2 AND ended_at IS NULL"
    )
    .bind(company)
    .bind(id)
    .bind(now)
    .execute(c)
    .await
    .map(drop))?;
    Ok(())
}

/// The number is deleted: nobody is told of it any more.
///
/// # Errors
/// `Database`.
pub(super) async fn forget(
    conn: &mut Conn<'_>,
    company: CompanyId,
    id: ConnectionId,
    now: DateTime<Utc>,
) -> Result<()> {
    on!(conn, |c| sqlx::query(
        "UPDATE connection_outages SET ended_at = COALESCE(ended_at, $3), due_at = NULL
         WHERE company_id = $1 AND connection_id = $2 AND (ended_at IS NULL OR due_at IS NOT NULL)"
    )
    .bind(company)
    .bind(id)
    .bind(now)
    .execute(c)
    .await
    .map(drop))?;
    Ok(())
}

/// Outages of all companies of which somebody has to be told, the oldest first.
///
/// # Errors
/// `Database`.
pub async fn list_due(conn: &mut Conn<'_>, now: DateTime<Utc>, limit: i64) -> Result<Vec<Due>> {
    Ok(on!(conn, |c| sqlx::query_as(
        "SELECT company_id, id FROM connection_outages
         WHERE due_at IS NOT NULL AND due_at <= $1 ORDER BY due_at, id LIMIT $2"
    )
    .bind(now)
    .bind(limit)
    .fetch_all(c)
    .await)?)
}

/// Takes what is to be told of an outage. `None` when another node has taken it, or it is not due any more.
///
/// # Errors
/// `Database`.
pub async fn claim(conn: &mut Conn<'_>, due: Due, now: DateTime<Utc>) -> Result<Option<Notice>> {
    let notice: Option<Notice> = on!(conn, |c| sqlx::query_as(
        "UPDATE connection_outages SET due_at = NULL,
           told_at = CASE WHEN ended_at IS NULL THEN COALESCE(told_at, $3) ELSE told_at END,
           back_told_at = CASE WHEN ended_at IS NULL THEN NULL ELSE COALESCE(back_told_at, $3) END
         WHERE company_id = $1 AND id = $2 AND due_at IS NOT NULL AND due_at <= $3
         RETURNING id, company_id, connection_id, began_at, ended_at, reason, mail_attempts"
    )
    .bind(due.company_id)
    .bind(due.id)
    .bind(now)
    .fetch_optional(c)
    .await)?;
    if let Some(notice) = notice.as_ref().filter(|notice| notice.ended_at.is_none()) {
        on!(conn, |c| sqlx::query(
            "UPDATE connections SET down_told_at = COALESCE(down_told_at, $3)
             WHERE company_id = $1 AND id = $2"
        )
        .bind(notice.company_id)
        .bind(notice.connection_id)
        .bind(now)
        .execute(c)
        .await
        .map(drop))?;
    }
    Ok(notice)
}

/// Notes how many had a mail. With none of those who should have had one it is tried again, longer later each time, as long
/// as nothing else became of the outage.
///
/// # Errors
/// `Database`.
pub async fn mailed(
    conn: &mut Conn<'_>,
    notice: &Notice,
    (mailed, wanted): (i64, i64),
    now: DateTime<Utc>,
) -> Result<()> {
    let attempts = notice.mail_attempts + 1;
    let again = mailed == 0 && wanted > 0 && attempts < MAILS_MAX;
    let again_at = again.then(|| now + TimeDelta::minutes(1 << attempts.clamp(0, 6)));
    on!(conn, |c| sqlx::query(
        "UPDATE connection_outages SET mailed_to = CASE WHEN $3 > 0 THEN $3 ELSE mailed_to END,
           mail_attempts = $4, due_at = $5
         WHERE company_id = $1 AND id = $2 AND due_at IS NULL AND ended_at IS NOT DISTINCT FROM $6"
    )
    .bind(notice.company_id)
    .bind(notice.id)
    .bind(mailed)
    .bind(attempts)
    .bind(again_at)
    .bind(notice.ended_at)
    .execute(c)
    .await
    .map(drop))?;
    Ok(())
}

/// The outages of a company that lasted into the time since `from`, oldest first.
///
/// # Errors
/// `Database`.
pub async fn list_since(
    conn: &mut Conn<'_>,
    company: CompanyId,
    from: DateTime<Utc>,
) -> Result<Vec<Outage>> {
    let mut all: Vec<Outage> = on!(conn, |c| sqlx::query_as(
        "SELECT connection_id, began_at, ended_at, reason, is_planned, told_at, mailed_to
         FROM connection_outages
         WHERE company_id = $1 AND (ended_at IS NULL OR ended_at >= $2) ORDER BY id DESC LIMIT $3"
    )
    .bind(company)
    .bind(from)
    .bind(LISTED_MAX)
    .fetch_all(c)
    .await)?;
    all.reverse();
    Ok(all)
}

/// Forgets outages that ended before `before`, at most `limit`. Answers how many.
///
/// # Errors
/// `Database`.
pub async fn forget_before(conn: &mut Conn<'_>, before: DateTime<Utc>, limit: i64) -> Result<u64> {
    Ok(on!(conn, |c| {
        sqlx::query(
        "DELETE FROM connection_outages WHERE id IN
           (SELECT id FROM connection_outages WHERE ended_at < $1 AND due_at IS NULL ORDER BY id LIMIT $2)"
    )
    .bind(before)
    .bind(limit)
    .execute(c)
    .await
    .map(|done| done.rows_affected())
    })?)
}

/// When a number was connected first, if it ever was.
///
/// # Errors
/// `Database`.
pub async fn first_connected(
    conn: &mut Conn<'_>,
    company: CompanyId,
    id: ConnectionId,
) -> Result<Option<DateTime<Utc>>> {
    let first: Option<Option<DateTime<Utc>>> = on!(conn, |c| sqlx::query_scalar(
        "SELECT first_connected_at FROM connections WHERE company_id = $1 AND id = $2"
    )
    .bind(company)
    .bind(id)
    .fetch_optional(c)
    .await)?;
    Ok(first.flatten())
}

/// How a number of a company has been, beside its outages.
#[derive(Debug, Clone, PartialEq, Eq, sqlx::FromRow)]
pub struct Standing {
    /// Which.
    pub id: ConnectionId,
    /// When it was connected first.
    pub first_connected_at: Option<DateTime<Utc>>,
    /// When something was heard of it.
    pub last_event_at: Option<DateTime<Utc>>,
    /// What: `message`, `receipt`, `status`.
    pub last_event_kind: Option<String>,
    /// Messages that wait to be sent, at most a thousand.
    pub waiting: i64,
    /// When the oldest of them was written.
    pub oldest_at: Option<DateTime<Utc>>,
}

/// How the numbers of a company have been, by number; at most 500. With the plus `SQLite` goes by the index of what waits for a
/// number, whatever else is compared.
///
/// # Errors
/// `Database`.
pub async fn standings(conn: &mut Conn<'_>, company: CompanyId) -> Result<Vec<Standing>> {
    Ok(on!(conn, |c| {
        sqlx::query_as(
        "SELECT c.id, c.first_connected_at, c.last_event_at, c.last_event_kind,
           (SELECT COUNT(*) FROM (SELECT 1 FROM outbox o
              WHERE o.connection_id = c.id AND +o.company_id = c.company_id
                AND o.state IN ('queued', 'attempting') LIMIT 1000) AS w) AS waiting,
           (SELECT MIN(o.created_at) FROM (SELECT created_at FROM outbox o
              WHERE o.connection_id = c.id AND +o.company_id = c.company_id
                AND o.state IN ('queued', 'attempting') LIMIT 1000) AS o) AS oldest_at
         FROM connections c WHERE c.company_id = $1 AND c.deleted_at IS NULL ORDER BY c.id LIMIT 500"
    )
    .bind(company)
    .fetch_all(c)
    .await
    })?)
}
