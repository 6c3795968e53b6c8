//! What the desk needs to lead a conversation by itself: the number's queues, and what it remembers of a contact.

use chrono::{DateTime, Utc};
use serde::{Serialize, de::DeserializeOwned};
use sqlx::types::Json;

use crate::{
    Conn, Result,
    model::{
        CompanyId, ConnectionId, ContactId, MediaId, PromptId, QueueId, QueueIntegrationId,
        TicketId,
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
    /// The prompt that answers in it.
    pub prompt_id: Option<PromptId>,
    /// The integration that answers in it.
    pub integration_id: Option<QueueIntegrationId>,
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
    prompt_id: Option<PromptId>,
    integration_id: Option<QueueIntegrationId>,
}

macro_rules! select_departments {
    () => {
        "SELECT q.id, q.name, q.greeting_message, q.out_of_hours_message, q.schedules, q.media_id,
           m.kind AS media_kind, q.prompt_id, q.integration_id
         FROM queues q LEFT JOIN media m ON m.company_id = q.company_id AND m.id = q.media_id"
    };
}

impl From<Row> for Department {
    fn from(row: Row) -> Self {
        let kind = row.media_kind.as_deref().and_then(MediaKind::parse);
        Self {
            id: row.id,
            name: row.name,
            greeting: row.greeting_message,
            out_of_hours: row.out_of_hours_message,
            week: row.schedules.map_or_else(default_week, |Json(week)| week),
            file: row.media_id.zip(kind),
            prompt_id: row.prompt_id,
            integration_id: row.integration_id,
        }
    }
}

/// The queues of a number in the order of its menu.
///
/// # Errors
/// `Database`.
pub async fn offered(
    conn: &mut Conn<'_>,
    company: CompanyId,
    connection: ConnectionId,
) -> Result<Vec<Department>> {
    let rows: Vec<Row> = on!(conn, |c| sqlx::query_as(concat!(
        select_departments!(),
        " JOIN connection_queues a ON a.company_id = q.company_id AND a.queue_id = q.id
          WHERE q.company_id = $1 AND a.connection_id = $2
          ORDER BY q.order_queue IS NULL, q.order_queue, q.name, q.id LIMIT $3"
    ))
    .bind(company)
    .bind(connection)
    .bind(QUEUES_MAX)
    .fetch_all(c)
    .await)?;
    Ok(rows.into_iter().map(Department::from).collect())
}

/// A queue.
///
/// # Errors
/// `Database`.
pub async fn department(
    conn: &mut Conn<'_>,
    company: CompanyId,
    id: QueueId,
) -> Result<Option<Department>> {
    let row: Option<Row> = on!(conn, |c| sqlx::query_as(concat!(
        select_departments!(),
        " WHERE q.company_id = $1 AND q.id = $2"
    ))
    .bind(company)
    .bind(id)
    .fetch_optional(c)
    .await)?;
    Ok(row.map(Department::from))
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
