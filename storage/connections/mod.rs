//! Connections: a company's `WhatsApp` numbers, exactly one of them its default, and where each stands.

mod health;
pub mod history;
pub mod keys;
pub mod message_templates;
pub mod notices;
pub mod outages;
pub mod profile;
pub mod programs;
mod sessions;
mod write;

use std::collections::HashMap;

use chrono::{DateTime, Utc};
use sqlx::QueryBuilder;

use crate::{
    Conn, Result,
    model::{
        CompanyId, ConnectionId, ErrorCode, PromptId, QueueId, QueueIntegrationId, UserId,
        connection::{CloudView, Connection, ConnectionStatus, ConnectionTexts, ProviderKind},
        ticket::TicketQueue,
    },
    on,
};

pub use health::{change_health, of_account};
pub use sessions::{
    StatusChange, ask_pairing_code, connected_since, note_event, pairing_number, set_pairing_code,
    set_status, take_pairing_number,
};
pub use write::{ConnectionForm, Written, delete, insert, replace_queues, set_token, update};

/// Most connections of one company that a list shows; plans allow far fewer.
const CONNECTIONS_LISTED_MAX: i64 = 500;
/// Most queue assignments read at once: every listed connection with some twenty queues.
const QUEUES_LISTED_MAX: i64 = 10_000;

macro_rules! columns {
    () => {
        "id, name, provider, status, status_reason, is_default, number, account_name, qrcode,
         qrcode_expires_at, pairing_code, retries,
         greeting_message, complation_message, out_of_hours_message, rating_message,
         transfer_queue_id, time_to_transfer, expires_ticket, expires_inactive_message,
         time_use_bot_queues, max_use_bot_queues, phone_number_id, waba_id,
         token_hash IS NOT NULL AS token_set, token_prefix, prompt_id, integration_id, connected_since, down_since,
         down_told_at, history_days, history_brought,
         sealed_secrets IS NOT NULL AS has_secrets, cloud_health, created_at, updated_at"
    };
}

#[derive(sqlx::FromRow)]
struct Row {
    id: ConnectionId,
    name: String,
    provider: ProviderKind,
    status: ConnectionStatus,
    status_reason: Option<String>,
    is_default: bool,
    number: Option<String>,
    account_name: Option<String>,
    qrcode: String,
    qrcode_expires_at: Option<DateTime<Utc>>,
    pairing_code: String,
    retries: i64,
    #[sqlx(flatten)]
    texts: ConnectionTexts,
    phone_number_id: Option<String>,
    waba_id: Option<String>,
    has_secrets: bool,
    token_set: bool,
    prompt_id: Option<PromptId>,
    integration_id: Option<QueueIntegrationId>,
    token_prefix: Option<String>,
    connected_since: Option<DateTime<Utc>>,
    down_since: Option<DateTime<Utc>>,
    down_told_at: Option<DateTime<Utc>>,
    history_days: i64,
    history_brought: i64,
    cloud_health: Option<String>,
    created_at: DateTime<Utc>,
    updated_at: DateTime<Utc>,
}

#[derive(sqlx::FromRow)]
struct QueueRow {
    connection_id: ConnectionId,
    id: QueueId,
    name: String,
    color: String,
}

/// A company's connections, oldest first; at most 500.
///
/// # Errors
/// `Database`.
pub async fn list(conn: &mut Conn<'_>, company: CompanyId) -> Result<Vec<Connection>> {
    let rows: Vec<Row> = on!(conn, |c| sqlx::query_as(concat!(
        "SELECT ",
        columns!(),
        " FROM connections
         WHERE company_id = $1 AND deleted_at IS NULL ORDER BY id LIMIT $2"
    ))
    .bind(company)
    .bind(CONNECTIONS_LISTED_MAX)
    .fetch_all(c)
    .await)?;
    let mut queues = queues_of(conn, company, None).await?;
    Ok(rows
        .into_iter()
        .map(|row| {
            let queues = queues.remove(&row.id).unwrap_or_default();
            row.with_queues(queues)
        })
        .collect())
}

/// A connection that is not deleted.
///
/// # Errors
/// `Database`.
pub async fn find(
    conn: &mut Conn<'_>,
    company: CompanyId,
    id: ConnectionId,
) -> Result<Option<Connection>> {
    let row: Option<Row> = on!(conn, |c| sqlx::query_as(concat!(
        "SELECT ",
        columns!(),
        " FROM connections
         WHERE company_id = $1 AND id = $2 AND deleted_at IS NULL"
    ))
    .bind(company)
    .bind(id)
    .fetch_optional(c)
    .await)?;
    let Some(row) = row else { return Ok(None) };
    let queues = queues_of(conn, company, Some(id))
        .await?
        .remove(&id)
        .unwrap_or_default();
    Ok(Some(row.with_queues(queues)))
}

/// What the desk needs of a number to answer its customers.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Line {
    /// Who carries its messages.
    pub provider: ProviderKind,
    /// Its texts and limits.
    pub texts: ConnectionTexts,
    /// The prompt that answers on it.
    pub prompt_id: Option<PromptId>,
    /// The integration that answers on it.
    pub integration_id: Option<QueueIntegrationId>,
}

/// The texts of a connection that is not deleted.
///
/// # Errors
/// `Database`.
pub async fn find_line(
    conn: &mut Conn<'_>,
    company: CompanyId,
    id: ConnectionId,
) -> Result<Option<Line>> {
    let row: Option<Row> = on!(conn, |c| sqlx::query_as(concat!(
        "SELECT ",
        columns!(),
        " FROM connections WHERE company_id = $1 AND id = $2 AND deleted_at IS NULL"
    ))
    .bind(company)
    .bind(id)
    .fetch_optional(c)
    .await)?;
    Ok(row.map(|row| Line {
        provider: row.provider,
        texts: row.texts,
        prompt_id: row.prompt_id,
        integration_id: row.integration_id,
    }))
}

/// A connection that is not deleted.
///
/// # Errors
/// `Refused(NoWappFound)` when the company has none of this id.
pub async fn get(conn: &mut Conn<'_>, company: CompanyId, id: ConnectionId) -> Result<Connection> {
    find(conn, company, id)
        .await?
        .ok_or_else(|| ErrorCode::NoWappFound.into())
}

/// The connection for what names none: the default if it is connected, else the oldest connected one
/// (rule B4).
///
/// # Errors
/// `Refused(NoDefWappFound)` when none is connected.
pub async fn default_for(conn: &mut Conn<'_>, company: CompanyId) -> Result<Connection> {
    let id: Option<ConnectionId> = on!(conn, |c| {
        sqlx::query_scalar(
        "SELECT id FROM connections WHERE company_id = $1 AND deleted_at IS NULL AND status = $2
         ORDER BY is_default DESC, id LIMIT 1"
    )
    .bind(company)
    .bind(ConnectionStatus::Connected)
    .fetch_optional(c)
    .await
    })?;
    get(conn, company, id.ok_or(ErrorCode::NoDefWappFound)?).await
}

/// The connection for what names none and can wait: the one of [`default_for`], else the default or the oldest, which is
/// not connected now (rule B10).
///
/// # Errors
/// `Refused(NoDefWappFound)` when there is none at all.
pub async fn default_to_wait_for(conn: &mut Conn<'_>, company: CompanyId) -> Result<Connection> {
    let id: Option<ConnectionId> = on!(conn, |c| {
        sqlx::query_scalar(
            "SELECT id FROM connections WHERE company_id = $1 AND deleted_at IS NULL
         ORDER BY (CASE WHEN status = $2 THEN 0 ELSE 1 END), is_default DESC, id LIMIT 1",
        )
        .bind(company)
        .bind(ConnectionStatus::Connected)
        .fetch_optional(c)
        .await
    })?;
    get(conn, company, id.ok_or(ErrorCode::NoDefWappFound)?).await
}

/// The connection for what a user begins and that names none: his own default if it is connected, else as for everybody
/// (S041, S097, rule B4).
///
/// # Errors
/// `Refused(NoDefWappFound)` when none is connected.
pub async fn default_of(
    conn: &mut Conn<'_>,
    company: CompanyId,
    user: UserId,
) -> Result<Connection> {
    let own: Option<ConnectionId> = on!(&mut *conn, |c| {
        sqlx::query_scalar(
            "SELECT w.id FROM users u
             JOIN connections w ON w.company_id = u.company_id AND w.id = u.connection_id
             WHERE u.company_id = $1 AND u.id = $2 AND w.deleted_at IS NULL AND w.status = $3",
        )
        .bind(company)
        .bind(user)
        .bind(ConnectionStatus::Connected)
        .fetch_optional(c)
        .await
    })?;
    match own {
        Some(id) => get(conn, company, id).await,
        None => default_for(conn, company).await,
    }
}

/// Connections that should be on and that nobody has, of any company, at most `limit`.
///
/// # Errors
/// `Database`.
pub async fn list_free(
    conn: &mut Conn<'_>,
    now: DateTime<Utc>,
    limit: i64,
) -> Result<Vec<(CompanyId, ConnectionId)>> {
    Ok(on!(conn, |c| {
        sqlx::query_as(concat!(
        "SELECT c.company_id, c.id FROM connections c
         LEFT JOIN leases l ON l.resource = 'connection:' || c.id
         WHERE c.deleted_at IS NULL AND c.status <> $1 AND (l.expires_at IS NULL OR l.expires_at <= ",
        now!("$2"),
        ") ORDER BY c.id LIMIT $3"
    ))
    .bind(ConnectionStatus::Disconnected)
    .bind(now)
    .bind(limit)
    .fetch_all(c)
    .await
    })?)
}

/// A connection for which something waits.
#[derive(Debug, Clone, Copy, PartialEq, Eq, sqlx::FromRow)]
#[expect(clippy::struct_excessive_bools, reason = "each is looked at by itself")]
pub struct Due {
    /// Whose.
    pub company_id: CompanyId,
    /// Which.
    pub id: ConnectionId,
    /// Events to apply.
    pub inbox: bool,
    /// Messages to send, or marked as being sent.
    pub outbox: bool,
    /// Files to fetch.
    pub files: bool,
    /// Messages of the past to store.
    pub past: bool,
}

/// The connections of all companies for which something waits, also what waits for a time, after one id. Order and limit
/// send `PostgreSQL` into the indexes of what waits, whatever it believes of such tables.
///
/// # Errors
/// `Database`.
pub async fn list_due(
    conn: &mut Conn<'_>,
    after: Option<ConnectionId>,
    now: DateTime<Utc>,
    limit: i64,
) -> Result<Vec<Due>> {
    Ok(on!(conn, |c| {
        sqlx::query_as(
            "SELECT company_id, id, inbox, outbox, files, past FROM (SELECT c.company_id, c.id,
           (SELECT i.id FROM inbox i WHERE i.connection_id = c.id AND i.state = 'new'
            ORDER BY i.connection_id, i.id LIMIT 1) IS NOT NULL AS inbox,
           (SELECT o.id FROM outbox o WHERE o.connection_id = c.id AND o.state IN ('queued', 'attempting')
            ORDER BY o.connection_id, o.recipient, o.priority, o.id LIMIT 1) IS NOT NULL AS outbox,
           (SELECT m.id FROM media m WHERE m.company_id = c.company_id AND m.connection_id = c.id
              AND m.state = 'pending' AND m.next_at <= $2
            ORDER BY m.company_id, m.connection_id, m.next_at LIMIT 1) IS NOT NULL
           OR EXISTS (SELECT 1 FROM contact_pictures p WHERE p.company_id = c.company_id AND p.connection_id = c.id
              AND p.next_at <= $2)
           OR EXISTS (SELECT 1 FROM contact_profiles p WHERE p.company_id = c.company_id AND p.connection_id = c.id
              AND p.next_at <= $2) AS files,
           EXISTS (SELECT 1 FROM past_messages h WHERE h.company_id = c.company_id AND h.connection_id = c.id
              AND h.waits_for IS NULL) AS past
         FROM connections c WHERE c.deleted_at IS NULL AND c.status <> $1 AND c.id > $4) AS due
         WHERE inbox OR outbox OR files OR past ORDER BY id LIMIT $3",
        )
        .bind(ConnectionStatus::Disconnected)
        .bind(now)
        .bind(limit)
        .bind(after.map_or(0, |id| id.0))
        .fetch_all(c)
        .await
    })?)
}

/// Those of some connections that should be on.
///
/// # Errors
/// `Database`.
pub async fn list_wanted(conn: &mut Conn<'_>, ids: &[ConnectionId]) -> Result<Vec<ConnectionId>> {
    if ids.is_empty() {
        return Ok(Vec::new());
    }
    Ok(on!(conn, |c| {
        let mut query = QueryBuilder::<Driver>::new(
            "SELECT id FROM connections WHERE deleted_at IS NULL AND status <> ",
        );
        query.push_bind(ConnectionStatus::Disconnected);
        query.push(" AND id IN (");
        let mut list = query.separated(", ");
        for id in ids {
            list.push_bind(id);
        }
        query.push(")");
        query
            .build_query_scalar()
            .persistent(false)
            .fetch_all(c)
            .await
    })?)
}

/// Whether a connection should be on: it is there, and nobody has switched it off.
///
/// # Errors
/// `Database`.
pub async fn is_wanted(conn: &mut Conn<'_>, company: CompanyId, id: ConnectionId) -> Result<bool> {
    let status: Option<ConnectionStatus> = on!(conn, |c| {
        sqlx::query_scalar(
        "SELECT status FROM connections WHERE company_id = $1 AND id = $2 AND deleted_at IS NULL"
    )
    .bind(company)
    .bind(id)
    .fetch_optional(c)
    .await
    })?;
    Ok(status.is_some_and(|status| status != ConnectionStatus::Disconnected))
}

/// The queues of one connection, or of all, in the order of the bot's menu.
async fn queues_of(
    conn: &mut Conn<'_>,
    company: CompanyId,
    id: Option<ConnectionId>,
) -> Result<HashMap<ConnectionId, Vec<TicketQueue>>> {
    let rows: Vec<QueueRow> = on!(conn, |c| sqlx::query_as(
        "SELECT a.connection_id, q.id, q.name, q.color FROM connection_queues a
         JOIN queues q ON q.company_id = a.company_id AND q.id = a.queue_id
         WHERE a.company_id = $1 AND ($2 IS NULL OR a.connection_id = $2)
         ORDER BY q.order_queue IS NULL, q.order_queue, q.name, q.id LIMIT $3"
    )
    .bind(company)
    .bind(id)
    .bind(QUEUES_LISTED_MAX)
    .fetch_all(c)
    .await)?;
    let mut queues: HashMap<ConnectionId, Vec<TicketQueue>> = HashMap::new();
    for row in rows {
        let queue = TicketQueue {
            id: row.id,
            name: row.name,
            color: row.color,
        };
        queues.entry(row.connection_id).or_default().push(queue);
    }
    Ok(queues)
}

impl Row {
    fn with_queues(self, queues: Vec<TicketQueue>) -> Connection {
        let cloud = (self.provider == ProviderKind::Cloud).then(|| CloudView {
            phone_number_id: self.phone_number_id.unwrap_or_default(),
            waba_id: self.waba_id.unwrap_or_default(),
            webhook_url: format!("/api/webhooks/whatsapp/{}", self.id),
            verify_token_set: self.has_secrets,
            access_token_set: self.has_secrets,
            app_secret_set: self.has_secrets,
            health: self
                .cloud_health
                .and_then(|stored| serde_json::from_str(&stored).ok())
                .unwrap_or_default(),
        });
        Connection {
            id: self.id,
            name: self.name,
            status: self.status,
            status_reason: self.status_reason,
            is_default: self.is_default,
            provider: self.provider,
            number: self.number,
            account_name: self.account_name,
            qrcode: self.qrcode,
            qrcode_expires_at: self.qrcode_expires_at,
            pairing_code: self.pairing_code,
            retries: self.retries,
            queues,
            texts: self.texts,
            cloud,
            token: self
                .token_set
                .then(|| format!("{}…", self.token_prefix.unwrap_or_default())),
            token_set: self.token_set,
            prompt_id: self.prompt_id,
            integration_id: self.integration_id,
            connected_since: self.connected_since,
            down_since: self.down_since,
            down_told_at: self.down_told_at,
            history_days: self.history_days,
            history_brought: self.history_brought,
            created_at: self.created_at,
            updated_at: self.updated_at,
        }
    }
}
