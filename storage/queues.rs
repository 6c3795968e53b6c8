//! Queues: the departments of a company.

mod write;

pub use write::{QueueForm, insert, update};

use crate::{
    Conn, Result,
    model::{CompanyId, ErrorCode, QueueId, UserId, queue::Queue},
    on,
};

/// Most queues of one company that a list shows; plans allow far fewer.
const QUEUES_LISTED_MAX: i64 = 500;

macro_rules! columns {
    () => {
        "q.id, q.name, q.color, q.order_queue, q.greeting_message, q.out_of_hours_message, q.auto_assign, q.assign_max"
    };
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
    Ok(on!(conn, |c| sqlx::query_as(concat!(
        "SELECT ",
        columns!(),
        " FROM queues q WHERE q.company_id = $1",
        menu_order!(),
        " LIMIT $2"
    ))
    .bind(company)
    .bind(QUEUES_LISTED_MAX)
    .fetch_all(c)
    .await)?)
}

/// A queue by its id.
///
/// # Errors
/// `Database`.
pub async fn find(conn: &mut Conn<'_>, company: CompanyId, id: QueueId) -> Result<Option<Queue>> {
    Ok(on!(conn, |c| sqlx::query_as(concat!(
        "SELECT ",
        columns!(),
        " FROM queues q WHERE q.company_id = $1 AND q.id = $2"
    ))
    .bind(company)
    .bind(id)
    .fetch_optional(c)
    .await)?)
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
    Ok(on!(conn, |c| sqlx::query_as(concat!(
        "SELECT ",
        columns!(),
        " FROM queues q
         JOIN user_queues u ON u.company_id = q.company_id AND u.queue_id = q.id
         WHERE q.company_id = $1 AND u.user_id = $2",
        menu_order!(),
        " LIMIT $3"
    ))
    .bind(company)
    .bind(user)
    .bind(QUEUES_LISTED_MAX)
    .fetch_all(c)
    .await)?)
}
