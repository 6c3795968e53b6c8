//! Who is there: one row per user and node that has a socket of his. A user is online while a node that lives has one.

use chrono::{DateTime, Utc};

use crate::{
    Conn, Result,
    cluster::leases::{self, Resource},
    identity::users,
    model::{CompanyId, ErrorCode, UserId},
    on,
};

/// The lease that says that a node lives.
fn node_lease(node: &str) -> Resource {
    Resource::Node(node.to_owned())
}

const NODE: &str = "node:";

/// Notes that `node` has a socket of the user. Answers whether it is news that he is online.
///
/// # Errors
/// `Refused(NoUserFound)`.
pub async fn arrive(
    conn: &mut Conn<'_>,
    company: CompanyId,
    user: UserId,
    node: &str,
    now: DateTime<Utc>,
) -> Result<bool> {
    lock(conn, company, user).await?;
    on!(&mut *conn, |c| sqlx::query(
        "INSERT INTO presences (company_id, user_id, node, since) VALUES ($1, $2, $3, $4)
         ON CONFLICT (company_id, user_id, node) DO NOTHING"
    )
    .bind(company)
    .bind(user)
    .bind(node)
    .bind(now)
    .execute(c)
    .await
    .map(drop))?;
    users::update_online(conn, company, user, now, true).await
}

/// Notes that `node` has no socket of the user any more. Answers whether it is news that he is offline: not while
/// another node that lives has one.
///
/// # Errors
/// `Refused(NoUserFound)`.
pub async fn depart(
    conn: &mut Conn<'_>,
    company: CompanyId,
    user: UserId,
    node: &str,
    now: DateTime<Utc>,
) -> Result<bool> {
    lock(conn, company, user).await?;
    on!(&mut *conn, |c| sqlx::query(
        "DELETE FROM presences WHERE company_id = $1 AND user_id = $2 AND node = $3"
    )
    .bind(company)
    .bind(user)
    .bind(node)
    .execute(c)
    .await
    .map(drop))?;
    let elsewhere: Option<i64> = on!(&mut *conn, |c| sqlx::query_scalar(concat!(
        "SELECT l.epoch FROM presences p JOIN leases l ON l.resource = 'node:' || p.node
         WHERE p.company_id = $1 AND p.user_id = $2 AND l.expires_at > ",
        now!("$3"),
        " LIMIT 1"
    ))
    .bind(company)
    .bind(user)
    .bind(now)
    .fetch_optional(c)
    .await)?;
    if elsewhere.is_some() {
        return Ok(false);
    }
    users::update_online(conn, company, user, now, false).await
}

/// Users shown online, of any company, who were last heard of before `silent`, or before `alone` while no node that
/// lives has a socket of theirs. At most `limit`.
///
/// # Errors
/// `Database`.
pub async fn list_gone(
    conn: &mut Conn<'_>,
    (silent, alone): (DateTime<Utc>, DateTime<Utc>),
    now: DateTime<Utc>,
    limit: i64,
) -> Result<Vec<(CompanyId, UserId)>> {
    Ok(on!(conn, |c| sqlx::query_as(concat!(
        "SELECT u.company_id, u.id FROM users u
         WHERE u.online AND (u.last_seen_at IS NULL OR u.last_seen_at < $1 OR (u.last_seen_at < $2
           AND NOT EXISTS (
             SELECT 1 FROM presences p JOIN leases l ON l.resource = 'node:' || p.node
             WHERE p.company_id = u.company_id AND p.user_id = u.id AND l.expires_at > ",
        now!("$3"),
        "))) ORDER BY u.id LIMIT $4"
    ))
    .bind(silent)
    .bind(alone)
    .bind(now)
    .bind(limit)
    .fetch_all(c)
    .await)?)
}

/// Puts a user offline whatever the nodes say. Answers whether that is news.
///
/// # Errors
/// `Refused(NoUserFound)`.
pub async fn end(
    conn: &mut Conn<'_>,
    company: CompanyId,
    user: UserId,
    now: DateTime<Utc>,
) -> Result<bool> {
    lock(conn, company, user).await?;
    on!(&mut *conn, |c| sqlx::query(
        "DELETE FROM presences WHERE company_id = $1 AND user_id = $2"
    )
    .bind(company)
    .bind(user)
    .execute(c)
    .await
    .map(drop))?;
    users::update_online(conn, company, user, now, false).await
}

/// Says that `node` lives, for as long as a lease lasts.
///
/// # Errors
/// `Database`.
pub async fn keep_node(conn: &mut Conn<'_>, node: &str, now: DateTime<Utc>) -> Result<()> {
    leases::acquire(conn, &node_lease(node), node, now)
        .await
        .map(drop)
}

/// Forgets a node that stops. Its users are put offline by [`list_gone`] if they do not come back.
///
/// # Errors
/// `Database`.
pub async fn end_node(conn: &mut Conn<'_>, node: &str) -> Result<()> {
    on!(&mut *conn, |c| sqlx::query(
        "DELETE FROM presences WHERE node = $1"
    )
    .bind(node)
    .execute(c)
    .await
    .map(drop))?;
    on!(conn, |c| sqlx::query(
        "DELETE FROM leases WHERE resource = $1"
    )
    .bind(node_lease(node).key())
    .execute(c)
    .await
    .map(drop))?;
    Ok(())
}

/// Forgets nodes whose lease ended before `before`, at most `limit`. Answers how many.
///
/// # Errors
/// `Database`.
pub async fn forget_nodes(conn: &mut Conn<'_>, before: DateTime<Utc>, limit: i64) -> Result<usize> {
    let dead: Vec<String> = on!(&mut *conn, |c| {
        sqlx::query_scalar(
        "SELECT resource FROM leases WHERE resource LIKE 'node:%' AND expires_at < $1 ORDER BY resource LIMIT $2"
    )
    .bind(before)
    .bind(limit)
    .fetch_all(c)
    .await
    })?;
    for node in &dead {
        end_node(conn, node.trim_start_matches(NODE)).await?;
    }
    Ok(dead.len())
}

/// What nodes say about one user takes turns.
async fn lock(conn: &mut Conn<'_>, company: CompanyId, user: UserId) -> Result<()> {
    let found: Option<UserId> = on!(conn, |c| sqlx::query_scalar(concat!(
        "SELECT id FROM users WHERE company_id = $1 AND id = $2",
        for_update!()
    ))
    .bind(company)
    .bind(user)
    .fetch_optional(c)
    .await)?;
    found.map(drop).ok_or_else(|| ErrorCode::NoUserFound.into())
}
