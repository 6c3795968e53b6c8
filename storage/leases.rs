//! Leases: who owns a connection, a campaign, a clock, and which node lives. `PostgreSQL` decides, by its own clock; the
//! epoch rises with every new owner, and whoever marks work checks his epoch in the same transaction (reliability 4).

use chrono::{DateTime, Duration, Utc};

use crate::{Conn, Result, on};

/// How long a lease lasts without being renewed.
pub const LEASE: Duration = Duration::seconds(15);

/// Takes the lease of `resource`, or keeps it for longer. Answers its epoch, or `None` while somebody else has it. The
/// epoch stays the same while the owner keeps it in time.
///
/// # Errors
/// `Database`.
pub async fn acquire(
    conn: &mut Conn<'_>,
    resource: &str,
    owner: &str,
    now: DateTime<Utc>,
) -> Result<Option<i64>> {
    Ok(on!(conn, |c| sqlx::query_scalar(concat!(
        "INSERT INTO leases (resource, owner, epoch, expires_at) VALUES ($1, $2, 1, ",
        in_15_s!("$4"),
        ") ON CONFLICT (resource) DO UPDATE SET
           epoch = CASE WHEN leases.owner = excluded.owner AND leases.expires_at > ",
        now!("$3"),
        " THEN leases.epoch ELSE leases.epoch + 1 END,
           owner = excluded.owner, expires_at = excluded.expires_at
         WHERE leases.owner = excluded.owner OR leases.expires_at <= ",
        now!("$3"),
        " RETURNING epoch"
    ))
    .bind(resource)
    .bind(owner)
    .bind(now)
    .bind(now + LEASE)
    .fetch_optional(c)
    .await)?)
}

/// Keeps a lease for longer. `false`: it ended or was taken away, and is not taken again.
///
/// # Errors
/// `Database`.
pub async fn renew(
    conn: &mut Conn<'_>,
    resource: &str,
    (owner, epoch): (&str, i64),
    now: DateTime<Utc>,
) -> Result<bool> {
    let renewed = on!(conn, |c| sqlx::query(concat!(
        "UPDATE leases SET expires_at = ",
        in_15_s!("$5"),
        " WHERE resource = $1 AND owner = $2 AND epoch = $3 AND expires_at > ",
        now!("$4")
    ))
    .bind(resource)
    .bind(owner)
    .bind(epoch)
    .bind(now)
    .bind(now + LEASE)
    .execute(c)
    .await
    .map(|done| done.rows_affected()))?;
    Ok(renewed == 1)
}

/// Whether `owner` still has `resource` under `epoch`. Inside a transaction a takeover waits until it ends.
///
/// # Errors
/// `Database`.
pub async fn holds(
    conn: &mut Conn<'_>,
    resource: &str,
    owner: &str,
    epoch: i64,
    now: DateTime<Utc>,
) -> Result<bool> {
    let found: Option<i64> = on!(conn, |c| {
        sqlx::query_scalar(concat!(
            "SELECT epoch FROM leases WHERE resource = $1 AND owner = $2 AND epoch = $3 AND expires_at > ",
            now!("$4"),
            for_share!()
        ))
        .bind(resource)
        .bind(owner)
        .bind(epoch)
        .bind(now)
        .fetch_optional(c)
        .await
    })?;
    Ok(found.is_some())
}

/// Gives the lease back, so that another node need not wait.
///
/// # Errors
/// `Database`.
pub async fn release(
    conn: &mut Conn<'_>,
    resource: &str,
    owner: &str,
    now: DateTime<Utc>,
) -> Result<()> {
    on!(conn, |c| sqlx::query(concat!(
        "UPDATE leases SET expires_at = ",
        now!("$3"),
        " WHERE resource = $1 AND owner = $2"
    ))
    .bind(resource)
    .bind(owner)
    .bind(now)
    .execute(c)
    .await
    .map(drop))?;
    Ok(())
}

/// Ends the leases that `node` took before: for a process that holds the node's lock and has taken none yet, so that a
/// killed node need not wait for its own leases. Owners are named `node/…`.
///
/// # Errors
/// `Database`.
pub async fn release_node(conn: &mut Conn<'_>, node: &str, now: DateTime<Utc>) -> Result<u64> {
    Ok(on!(conn, |c| sqlx::query(concat!(
        "UPDATE leases SET expires_at = ",
        now!("$2"),
        " WHERE owner LIKE $1 || '/%' AND expires_at > ",
        now!("$2")
    ))
    .bind(node)
    .bind(now)
    .execute(c)
    .await
    .map(|done| done.rows_affected()))?)
}

/// Ends the lease of `resource`, whoever has it; he notices at his next mark and at his next renewal.
///
/// # Errors
/// `Database`.
pub async fn take_away(conn: &mut Conn<'_>, resource: &str, now: DateTime<Utc>) -> Result<()> {
    on!(conn, |c| sqlx::query(concat!(
        "UPDATE leases SET expires_at = ",
        now!("$2"),
        " WHERE resource = $1 AND expires_at > ",
        now!("$2")
    ))
    .bind(resource)
    .bind(now)
    .execute(c)
    .await
    .map(drop))?;
    Ok(())
}

/// Ends all leases: for a process that has the database to itself, when it starts.
///
/// # Errors
/// `Database`.
pub async fn release_all(conn: &mut Conn<'_>, now: DateTime<Utc>) -> Result<()> {
    on!(conn, |c| sqlx::query(
        "UPDATE leases SET expires_at = $1 WHERE expires_at > $1"
    )
    .bind(now)
    .execute(c)
    .await
    .map(drop))?;
    Ok(())
}
