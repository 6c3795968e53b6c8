//! Queues: the departments of a company.

pub mod dialogues;
pub mod options;
mod write;

pub use write::{QueueForm, delete, insert, reorder, set_media, update};

use sqlx::types::Json;

use crate::{
    Conn, Result,
    model::{
        CompanyId, ErrorCode, PromptId, QueueId, QueueIntegrationId, UserId,
        hours::{DayHours, default_week},
        queue::Queue,
    },
    on,
};

/// Most queues of one company that a list shows; plans allow far fewer.
const QUEUES_LISTED_MAX: i64 = 500;

macro_rules! select_queues {
    () => {
        "SELECT q.id, q.company_id, q.name, q.color, q.order_queue, q.greeting_message, q.out_of_hours_message,
           q.schedules, q.auto_assign, q.assign_max, q.prompt_id, q.integration_id, m.path AS media_path, m.name AS media_name
         FROM queues q LEFT JOIN media m ON m.company_id = q.company_id AND m.id = q.media_id"
    };
}

#[derive(sqlx::FromRow)]
struct Row {
    id: QueueId,
    company_id: CompanyId,
    name: String,
    color: String,
    order_queue: Option<i64>,
    greeting_message: String,
    out_of_hours_message: String,
    schedules: Option<Json<Vec<DayHours>>>,
    auto_assign: bool,
    assign_max: i64,
    prompt_id: Option<PromptId>,
    integration_id: Option<QueueIntegrationId>,
    media_path: Option<String>,
    media_name: Option<String>,
}

impl From<Row> for Queue {
    fn from(row: Row) -> Self {
        Self {
            id: row.id,
            name: row.name,
            color: row.color,
            order_queue: row.order_queue,
            greeting_message: row.greeting_message,
            out_of_hours_message: row.out_of_hours_message,
            schedules: row.schedules.map_or_else(default_week, |Json(week)| week),
            auto_assign: row.auto_assign,
            assign_max: row.assign_max,
            prompt_id: row.prompt_id,
            integration_id: row.integration_id,
            media_path: row.media_path,
            media_name: row.media_name,
            company_id: row.company_id,
        }
    }
}

macro_rules! menu_order {
    () => {
        " ORDER BY q.order_queue IS NULL, q.order_queue, q.name, q.id"
    };
}

/// A company's queues in the order of the bot's menu; at most 500.
///
/// # Errors
/// `Database`.
pub async fn list(conn: &mut Conn<'_>, company: CompanyId) -> Result<Vec<Queue>> {
    let rows: Vec<Row> = on!(conn, |c| sqlx::query_as(concat!(
        select_queues!(),
        " WHERE q.company_id = $1",
        menu_order!(),
        " LIMIT $2"
    ))
    .bind(company)
    .bind(QUEUES_LISTED_MAX)
    .fetch_all(c)
    .await)?;
    Ok(rows.into_iter().map(Queue::from).collect())
}

/// A queue by its id.
///
/// # Errors
/// `Database`.
pub async fn find(conn: &mut Conn<'_>, company: CompanyId, id: QueueId) -> Result<Option<Queue>> {
    let row: Option<Row> = on!(conn, |c| sqlx::query_as(concat!(
        select_queues!(),
        " WHERE q.company_id = $1 AND q.id = $2"
    ))
    .bind(company)
    .bind(id)
    .fetch_optional(c)
    .await)?;
    Ok(row.map(Queue::from))
}

/// A queue by its id.
///
/// # Errors
/// `Refused(NoQueueFound)` when the company has none of this id.
pub async fn get(conn: &mut Conn<'_>, company: CompanyId, id: QueueId) -> Result<Queue> {
    find(conn, company, id)
        .await?
        .ok_or_else(|| ErrorCode::NoQueueFound.into())
}

/// The queues that a user serves, in the order of the bot's menu; at most 500.
///
/// # Errors
/// `Database`.
pub async fn list_of_user(
    conn: &mut Conn<'_>,
    company: CompanyId,
    user: UserId,
) -> Result<Vec<Queue>> {
    let rows: Vec<Row> = on!(conn, |c| sqlx::query_as(concat!(
        select_queues!(),
        " JOIN user_queues u ON u.company_id = q.company_id AND u.queue_id = q.id
         WHERE q.company_id = $1 AND u.user_id = $2",
        menu_order!(),
        " LIMIT $3"
    ))
    .bind(company)
    .bind(user)
    .bind(QUEUES_LISTED_MAX)
    .fetch_all(c)
    .await)?;
    Ok(rows.into_iter().map(Queue::from).collect())
}

/// Keeps everybody from putting something into a queue until the transaction ends, before it is removed.
///
/// # Errors
/// `Refused(NoQueueFound)`.
pub async fn lock_for_removal(conn: &mut Conn<'_>, company: CompanyId, id: QueueId) -> Result<()> {
    let found: Option<QueueId> = on!(conn, |c| sqlx::query_scalar(concat!(
        "SELECT id FROM queues WHERE company_id = $1 AND id = $2",
        for_removal!()
    ))
    .bind(company)
    .bind(id)
    .fetch_optional(c)
    .await)?;
    found
        .map(drop)
        .ok_or_else(|| ErrorCode::NoQueueFound.into())
}
