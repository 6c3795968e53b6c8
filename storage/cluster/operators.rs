//! What those who run the server see of its nodes and connections: of every company, and nothing of any customer.

use chrono::{DateTime, Utc};

use crate::{
    Conn, Result,
    model::{CompanyId, ConnectionId, connection::ConnectionStatus},
    on,
};

/// Nodes listed at once.
const NODES_MAX: i64 = 100;
/// Connections listed at once.
const CONNECTIONS_MAX: i64 = 500;

/// A node that lives, or did a short time ago.
#[derive(Debug, Clone, PartialEq, Eq, sqlx::FromRow)]
pub struct Node {
    /// Its name.
    pub name: String,
    /// Until when its word holds that it lives.
    pub alive_until: DateTime<Utc>,
    /// Connections that it has.
    pub connections: i64,
}

/// A connection, whoever has it.
#[derive(Debug, Clone, sqlx::FromRow)]
pub struct Line {
    /// Its number.
    pub id: ConnectionId,
    /// Its name.
    pub name: String,
    /// Whose.
    pub company_id: CompanyId,
    /// The company's name.
    pub company_name: String,
    /// Where it stands.
    pub status: ConnectionStatus,
    /// Why.
    pub status_reason: Option<String>,
    /// When its provider last said something.
    pub last_event_at: Option<DateTime<Utc>>,
    /// The node that has it.
    pub node: Option<String>,
    /// Messages that wait to be sent.
    pub queued: i64,
    /// Since when the first of them could have been sent, among the next 1,000.
    pub queued_since: Option<DateTime<Utc>>,
    /// Since when it is down.
    pub down_since: Option<DateTime<Utc>>,
    /// When its company was told that it is down: not before two minutes, and not when a person has switched it off.
    pub down_told_at: Option<DateTime<Utc>>,
}

/// The nodes, by name; at most 100.
///
/// # Errors
/// `Database`.
pub async fn list_nodes(conn: &mut Conn<'_>, now: DateTime<Utc>) -> Result<Vec<Node>> {
    Ok(on!(conn, |c| sqlx::query_as(concat!(
        "SELECT SUBSTR(n.resource, 6) AS name, n.expires_at AS alive_until,
           (SELECT COUNT(*) FROM leases l WHERE l.owner LIKE SUBSTR(n.resource, 6) || '/%'
              AND l.resource LIKE 'connection:%' AND l.expires_at > ",
        now!("$1"),
        ") AS connections
         FROM leases n WHERE n.resource LIKE 'node:%' ORDER BY n.resource LIMIT $2"
    ))
    .bind(now)
    .bind(NODES_MAX)
    .fetch_all(c)
    .await)?)
}

/// The connections of every company, those first that are not connected; at most 500.
///
/// # Errors
/// `Database`.
pub async fn list_connections(conn: &mut Conn<'_>, now: DateTime<Utc>) -> Result<Vec<Line>> {
    let mut lines: Vec<Line> = on!(conn, |c| {
        sqlx::query_as(concat!(
        "SELECT w.id, w.name, w.company_id, c.name AS company_name, w.status, w.status_reason, w.last_event_at,
           w.down_since, w.down_told_at, l.owner AS node,
           (SELECT COUNT(*) FROM outbox o WHERE o.connection_id = w.id AND o.state = 'queued') AS queued,
           (SELECT MIN(q.not_before) FROM (SELECT o.not_before FROM outbox o
              WHERE o.connection_id = w.id AND o.state = 'queued'
              ORDER BY o.priority, o.id LIMIT 1000) AS q) AS queued_since
         FROM connections w JOIN companies c ON c.id = w.company_id
         LEFT JOIN leases l ON l.resource = 'connection:' || w.id AND l.expires_at > ",
        now!("$1"),
        " WHERE w.deleted_at IS NULL AND c.deleted_at IS NULL
         ORDER BY CASE WHEN w.status = 'CONNECTED' THEN 1 ELSE 0 END, w.last_event_at DESC, w.id LIMIT $2"
    ))
    .bind(now)
    .bind(CONNECTIONS_MAX)
    .fetch_all(c)
    .await
    })?;
    for line in &mut lines {
        // a lease is of one session of a node
        let owner = line.node.take();
        line.node = owner.map(|owner| owner.split('/').next().unwrap_or_default().to_owned());
    }
    Ok(lines)
}
