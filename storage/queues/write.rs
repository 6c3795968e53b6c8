//! Making and changing queues.

use chrono::{DateTime, Utc};

use super::get;
use crate::{
    Conn, Result, companies,
    model::{CompanyId, ErrorCode, QueueId, queue::Queue},
    on,
};

/// What an admin writes.
#[derive(Debug, Clone)]
pub struct QueueForm {
    /// Its name, unique in a company.
    pub name: String,
    /// `#rrggbb` in small letters, unique in a company.
    pub color: String,
    /// Place in the bot's menu.
    pub order_queue: Option<i64>,
    /// Said when the queue is chosen.
    pub greeting_message: String,
    /// Said out of hours.
    pub out_of_hours_message: String,
    /// Whether its tickets are shared out.
    pub auto_assign: bool,
    /// Open tickets with which somebody is given no more.
    pub assign_max: i64,
}

/// Adds a queue, unless the company has as many as its plan allows.
///
/// # Errors
/// `Refused(PlanLimitQueues)`, `Refused(QueueNameAlreadyExists)`, `Refused(QueueColorAlreadyExists)`.
pub async fn insert(
    conn: &mut Conn<'_>,
    company: CompanyId,
    form: &QueueForm,
    now: DateTime<Utc>,
) -> Result<Queue> {
    check(conn, company, None, form).await?;
    let count: i64 = on!(&mut *conn, |c| sqlx::query_scalar(
        "SELECT COUNT(*) FROM queues WHERE company_id = $1"
    )
    .bind(company)
    .fetch_one(c)
    .await)?;
    if count >= companies::get(conn, company).await?.plan.queues {
        return Err(ErrorCode::PlanLimitQueues.into());
    }
    let id: QueueId = on!(&mut *conn, |c| {
        sqlx::query_scalar(
        "INSERT INTO queues (company_id, name, color, order_queue, greeting_message, out_of_hours_message,
           auto_assign, assign_max, created_at, updated_at)
         VALUES ($1, $2, $3, $4, $5, $6, $8, $9, $7, $7) RETURNING id"
    )
    .bind(company)
    .bind(&form.name)
    .bind(&form.color)
    .bind(form.order_queue)
    .bind(&form.greeting_message)
    .bind(&form.out_of_hours_message)
    .bind(now)
    .bind(form.auto_assign)
    .bind(form.assign_max)
    .fetch_one(c)
    .await
    })?;
    get(conn, company, id).await
}

/// Changes a queue.
///
/// # Errors
/// `Refused(NoQueueFound)`, `Refused(QueueNameAlreadyExists)`, `Refused(QueueColorAlreadyExists)`.
pub async fn update(
    conn: &mut Conn<'_>,
    company: CompanyId,
    id: QueueId,
    form: &QueueForm,
    now: DateTime<Utc>,
) -> Result<Queue> {
    check(conn, company, Some(id), form).await?;
    on!(&mut *conn, |c| {
        sqlx::query(
        "UPDATE queues SET name = $3, color = $4, order_queue = $5, greeting_message = $6, out_of_hours_message = $7,
           auto_assign = $9, assign_max = $10, updated_at = $8
         WHERE company_id = $1 AND id = $2"
    )
    .bind(company)
    .bind(id)
    .bind(&form.name)
    .bind(&form.color)
    .bind(form.order_queue)
    .bind(&form.greeting_message)
    .bind(&form.out_of_hours_message)
    .bind(now)
    .bind(form.auto_assign)
    .bind(form.assign_max)
    .execute(c)
    .await
    .map(drop)
    })?;
    get(conn, company, id).await
}

/// Whether name and colour are free. Writers of one company take turns, so that they stay free until the end.
async fn check(
    conn: &mut Conn<'_>,
    company: CompanyId,
    own: Option<QueueId>,
    form: &QueueForm,
) -> Result<()> {
    companies::take_turn(conn, company).await?;
    let others: Vec<(String, String)> = on!(conn, |c| sqlx::query_as(
        "SELECT name, color FROM queues
         WHERE company_id = $1 AND (name = $2 OR color = $3) AND ($4 IS NULL OR id <> $4) LIMIT 2"
    )
    .bind(company)
    .bind(&form.name)
    .bind(&form.color)
    .bind(own)
    .fetch_all(c)
    .await)?;
    if others.iter().any(|(_, color)| *color == form.color) {
        return Err(ErrorCode::QueueColorAlreadyExists.into());
    }
    if others.iter().any(|(name, _)| *name == form.name) {
        return Err(ErrorCode::QueueNameAlreadyExists.into());
    }
    Ok(())
}
