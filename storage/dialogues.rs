//! What the desk needs to lead a conversation by itself: the number's queues, and what it remembers of a contact.

use chrono::{DateTime, Utc};
use serde::{Serialize, de::DeserializeOwned};
use sqlx::types::Json;

use crate::{
    Conn, Result,
    model::{
        CompanyId, ConnectionId, ContactId, MediaId, QueueId, TicketId,
        hours::{DayHours, default_week},
        message::MediaKind,
    },
    on,
};

/// Queues of one number that a menu shows; plans allow far fewer.
const QUEUES_MAX: i64 = 500;

/// A queue as the desk needs it to answer.
#[derive(Debug, Clone, PartialEq)]
pub struct Department {
    /// Which.
    pub id: QueueId,
    /// Its name.
    pub name: String,
    /// Said when it is chosen.
    pub greeting: String,
    /// Said when it is closed.
    pub out_of_hours: String,
    /// Its week.
    pub week: Vec<DayHours>,
    /// Goes with its greeting.
    pub file: Option<(MediaId, MediaKind)>,
    /// It stands in the number's menu.
    pub is_offered: bool,
}

#[derive(sqlx::FromRow)]
struct Row {
    id: QueueId,
    name: String,
    greeting_message: String,
    out_of_hours_message: String,
    schedules: Option<Json<Vec<DayHours>>>,
    media_id: Option<MediaId>,
    media_kind: Option<String>,
    is_offered: bool,
}

/// The queues of a number in the order of its menu, and some more.
///
/// # Errors
/// `Database`.
pub async fn departments(
    conn: &mut Conn<'_>,
    company: CompanyId,
    connection: ConnectionId,
    more: [Option<QueueId>; 2],
) -> Result<Vec<Department>> {
    let [one, other] = more;
    let rows: Vec<Row> = on!(conn, |c| {
        sqlx::query_as(
        "SELECT q.id, q.name, q.greeting_message, q.out_of_hours_message, q.schedules, q.media_id,
           m.kind AS media_kind, a.queue_id IS NOT NULL AS is_offered
         FROM queues q
         LEFT JOIN connection_queues a
           ON a.company_id = q.company_id AND a.queue_id = q.id AND a.connection_id = $2
         LEFT JOIN media m ON m.company_id = q.company_id AND m.id = q.media_id
         WHERE q.company_id = $1 AND (a.queue_id IS NOT NULL OR q.id = $3 OR q.id = $4)
         ORDER BY q.order_queue IS NULL, q.order_queue, q.name, q.id LIMIT $5"
    )
    .bind(company)
    .bind(connection)
    .bind(one)
    .bind(other)
    .bind(QUEUES_MAX)
    .fetch_all(c)
    .await
    })?;
    let department = |row: Row| {
        let kind = row.media_kind.as_deref().and_then(MediaKind::parse);
        Department {
            id: row.id,
            name: row.name,
            greeting: row.greeting_message,
            out_of_hours: row.out_of_hours_message,
            week: row.schedules.map_or_else(default_week, |Json(week)| week),
            file: row.media_id.zip(kind),
            is_offered: row.is_offered,
        }
    };
    Ok(rows.into_iter().map(department).collect())
}

/// What is remembered of a contact, and of which of his tickets it is. What cannot be read any more is forgotten.
///
/// # Errors
/// `Database`.
pub async fn find<M: DeserializeOwned>(
    conn: &mut Conn<'_>,
    company: CompanyId,
    contact: ContactId,
) -> Result<Option<(TicketId, M)>> {
    let known: Option<(TicketId, Json<serde_json::Value>)> = on!(conn, |c| sqlx::query_as(
        "SELECT ticket_id, memory FROM dialogues WHERE company_id = $1 AND contact_id = $2"
    )
    .bind(company)
    .bind(contact)
    .fetch_optional(c)
    .await)?;
    Ok(known.and_then(|(ticket, Json(memory))| {
        let memory = serde_json::from_value(memory);
        memory.ok().map(|memory| (ticket, memory))
    }))
}

/// Remembers something of a contact and his ticket, whose rows the caller holds.
///
/// # Errors
/// `Database` when the contact is not the company's.
pub async fn save(
    conn: &mut Conn<'_>,
    company: CompanyId,
    (contact, ticket): (ContactId, TicketId),
    memory: &impl Serialize,
    now: DateTime<Utc>,
) -> Result<()> {
    let memory = Json(serde_json::to_value(memory)?);
    on!(conn, |c| {
        sqlx::query(
        "INSERT INTO dialogues (company_id, contact_id, ticket_id, memory, updated_at) VALUES ($1, $2, $3, $4, $5)
         ON CONFLICT (company_id, contact_id)
         DO UPDATE SET ticket_id = excluded.ticket_id, memory = excluded.memory, updated_at = excluded.updated_at"
    )
    .bind(company)
    .bind(contact)
    .bind(ticket)
    .bind(&memory)
    .bind(now)
    .execute(c)
    .await
    .map(drop)
    })?;
    Ok(())
}
