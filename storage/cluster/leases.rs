//! Leases: who owns a connection, a campaign, a clock, and which node lives. `PostgreSQL` decides, by its own clock; the
//! epoch rises with every new owner, and whoever marks work checks his epoch in the same transaction (rule P6).

use std::fmt;

use chrono::{DateTime, Duration, Utc};
use sqlx::{Arguments as _, QueryBuilder};

use crate::{Conn, Result, model::ConnectionId, on};

/// What a lease is of. Its text is the key of the row.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Resource {
    /// A number: whoever has it sends and receives for it.
    Connection(ConnectionId),
    /// A campaign: whoever has it sends its messages.
    Campaign(i64),
    /// What is done by the clock for all companies.
    Clock,
    /// A node: it lives.
    Node(String),
}

impl Resource {
    /// The key of the row.
    pub fn key(&self) -> String {
        self.to_string()
    }

    /// The resource of a row.
    fn parse(key: &str) -> Option<Self> {
        match key.split_once(':') {
            None => (key == "clock").then_some(Self::Clock),
            Some(("connection", id)) => Some(Self::Connection(ConnectionId(id.parse().ok()?))),
            Some(("campaign", id)) => Some(Self::Campaign(id.parse().ok()?)),
            Some(("node", name)) => Some(Self::Node(name.to_owned())),
            Some(_) => None,
        }
    }
}

impl fmt::Display for Resource {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Connection(id) => write!(f, "connection:{id}"),
            Self::Campaign(id) => write!(f, "campaign:{id}"),
            Self::Clock => f.write_str("clock"),
            Self::Node(name) => write!(f, "node:{name}"),
        }
    }
}

impl TryFrom<String> for Resource {
    type Error = String;

    fn try_from(key: String) -> std::result::Result<Self, String> {
        Self::parse(&key).ok_or_else(|| format!("no lease is called {key}"))
    }
}

/// How long a lease lasts without being renewed.
pub const LEASE: Duration = Duration::seconds(15);

/// Takes the lease of `resource`, or keeps it for longer. Answers its epoch, or `None` while somebody else has it. The
/// epoch stays the same while the owner keeps it in time.
///
/// # Errors
/// `Database`.
pub async fn acquire(
    conn: &mut Conn<'_>,
    resource: &Resource,
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
    .bind(resource.key())
    .bind(owner)
    .bind(now)
    .bind(now + LEASE)
    .fetch_optional(c)
    .await)?)
}

/// A lease that somebody has.
#[derive(Debug, Clone, PartialEq, Eq, Hash, sqlx::FromRow)]
pub struct OwnedLease {
    /// Of what.
    #[sqlx(try_from = "String")]
    pub resource: Resource,
    /// Who.
    pub owner: String,
    /// Under which epoch.
    pub epoch: i64,
}

/// Keeps leases for longer, a few hundred at once. Answers those it could keep; the others ended or were taken away, and
/// are not taken again.
///
/// # Errors
/// `Database`.
pub async fn renew(
    conn: &mut Conn<'_>,
    held: &[OwnedLease],
    now: DateTime<Utc>,
) -> Result<Vec<OwnedLease>> {
    if held.is_empty() {
        return Ok(Vec::new());
    }
    Ok(on!(conn, |c| {
        let mut values = <Driver as sqlx::Database>::Arguments::default();
        let mut add = || {
            values.add(now + LEASE)?;
            values.add(now)?;
            for lease in held {
                values.add(lease.resource.key())?;
                values.add(&lease.owner)?;
                values.add(lease.epoch)?;
            }
            Ok(())
        };
        add().map_err(sqlx::Error::Encode)?;
        let mut query = QueryBuilder::<Driver>::with_arguments(
            concat!(
                "UPDATE leases SET expires_at = ",
                in_15_s!("$1"),
                " WHERE expires_at > ",
                now!("$2"),
                " AND (resource, owner, epoch) IN (VALUES "
            ),
            values,
        );
        // numbered, as the times are: the two ways of naming values do not mix
        let mut rows = query.separated(", ");
        for first in (3..).step_by(3).take(held.len()) {
            rows.push(format_args!("(${first}, ${}, ${})", first + 1, first + 2));
        }
        query.push(") RETURNING resource, owner, epoch");
        // another text for every number of leases: not worth keeping
        query.build_query_as().persistent(false).fetch_all(c).await
    })?)
}

/// Whether `owner` still has `resource` under `epoch`. Inside a transaction a takeover waits until it ends.
///
/// # Errors
/// `Database`.
pub async fn holds(
    conn: &mut Conn<'_>,
    resource: &Resource,
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
        .bind(resource.key())
        .bind(owner)
        .bind(epoch)
        .bind(now)
        .fetch_optional(c)
        .await
    })?;
    Ok(found.is_some())
}

/// Whether somebody has had `resource` after `epoch`. Inside a transaction the next owner waits until it ends.
///
/// # Errors
/// `Database`.
pub async fn has_risen(conn: &mut Conn<'_>, resource: &Resource, epoch: i64) -> Result<bool> {
    let now: Option<i64> = on!(conn, |c| {
        sqlx::query_scalar(concat!(
            "SELECT epoch FROM leases WHERE resource = $1",
            for_share!()
        ))
        .bind(resource.key())
        .fetch_optional(c)
        .await
    })?;
    Ok(now.is_some_and(|now| now > epoch))
}

/// Gives the lease back, so that another node need not wait.
///
/// # Errors
/// `Database`.
pub async fn release(
    conn: &mut Conn<'_>,
    resource: &Resource,
    owner: &str,
    now: DateTime<Utc>,
) -> Result<()> {
    on!(conn, |c| sqlx::query(concat!(
        "UPDATE leases SET expires_at = ",
        now!("$3"),
        " WHERE resource = $1 AND owner = $2"
    ))
    .bind(resource.key())
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
pub async fn take_away(conn: &mut Conn<'_>, resource: &Resource, now: DateTime<Utc>) -> Result<()> {
    on!(conn, |c| sqlx::query(concat!(
        "UPDATE leases SET expires_at = ",
        now!("$2"),
        " WHERE resource = $1 AND expires_at > ",
        now!("$2")
    ))
    .bind(resource.key())
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
