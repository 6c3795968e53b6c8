//! Making and changing queues.

use chrono::{DateTime, Utc};
use sqlx::types::Json;

use super::{get, list};
use crate::{
    Conn, Result, StorageError, bots, companies,
    model::{
        CompanyId, ErrorCode, MediaId, PromptId, QueueId, QueueIntegrationId, hours::DayHours,
        queue::Queue,
    },
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
    /// Its week.
    pub schedules: Vec<DayHours>,
    /// Whether its tickets are shared out.
    pub auto_assign: bool,
    /// Open tickets with which somebody is given no more.
    pub assign_max: i64,
    /// The prompt that answers in it.
    pub prompt_id: Option<PromptId>,
    /// The integration that answers in it.
    pub integration_id: Option<QueueIntegrationId>,
}

/// Adds a queue, unless the company has as many as its plan allows.
///
/// # Errors
/// `PlanFull(PlanLimitQueues)`, `Refused(QueueNameAlreadyExists)`, `Refused(QueueColorAlreadyExists)`.
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
    let most = companies::plan_changes::limits(conn, company).await?.queues;
    if count >= most {
        return Err(StorageError::PlanFull(ErrorCode::PlanLimitQueues, most));
    }
    let id: QueueId = on!(&mut *conn, |c| {
        sqlx::query_scalar(
        "INSERT INTO queues (company_id, name, color, order_queue, greeting_message, out_of_hours_message,
           auto_assign, assign_max, schedules, prompt_id, integration_id, created_at, updated_at)
         VALUES ($1, $2, $3, $4, $5, $6, $8, $9, $10, $11, $12, $7, $7) RETURNING id"
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
    .bind(Json(&form.schedules))
    .bind(form.prompt_id)
    .bind(form.integration_id)
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
           auto_assign = $9, assign_max = $10, schedules = $11, prompt_id = $12,
           integration_id = $13, updated_at = $8
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
    .bind(Json(&form.schedules))
    .bind(form.prompt_id)
    .bind(form.integration_id)
    .execute(c)
    .await
    .map(drop)
    })?;
    get(conn, company, id).await
}

/// Puts queues at the beginning of the menu, in this order; the others follow as they were. Answers all of them.
///
/// # Errors
/// `Refused(NoQueueFound)` when the company does not have one of them.
pub async fn reorder(
    conn: &mut Conn<'_>,
    company: CompanyId,
    first: &[QueueId],
    now: DateTime<Utc>,
) -> Result<Vec<Queue>> {
    companies::take_turn(conn, company).await?;
    let known: Vec<QueueId> = list(conn, company)
        .await?
        .iter()
        .map(|queue| queue.id)
        .collect();
    if !first.iter().all(|id| known.contains(id)) {
        return Err(ErrorCode::NoQueueFound.into());
    }
    let others = known.iter().filter(|id| !first.contains(id));
    for (place, id) in (1_i64..).zip(first.iter().chain(others)) {
        on!(&mut *conn, |c| sqlx::query(
            "UPDATE queues SET order_queue = $3, updated_at = $4 WHERE company_id = $1 AND id = $2"
        )
        .bind(company)
        .bind(id)
        .bind(place)
        .bind(now)
        .execute(c)
        .await
        .map(drop))?;
    }
    list(conn, company).await
}

/// Gives a queue another file, or none. Answers the file it had, which the caller lets go of.
///
/// # Errors
/// `Refused(NoQueueFound)`.
pub async fn set_media(
    conn: &mut Conn<'_>,
    company: CompanyId,
    id: QueueId,
    media: Option<MediaId>,
    now: DateTime<Utc>,
) -> Result<Option<MediaId>> {
    let former: Option<Option<MediaId>> = on!(&mut *conn, |c| sqlx::query_scalar(concat!(
        "SELECT media_id FROM queues WHERE company_id = $1 AND id = $2",
        for_update!()
    ))
    .bind(company)
    .bind(id)
    .fetch_optional(c)
    .await)?;
    let former = former.ok_or(ErrorCode::NoQueueFound)?;
    on!(conn, |c| sqlx::query(
        "UPDATE queues SET media_id = $3, updated_at = $4 WHERE company_id = $1 AND id = $2"
    )
    .bind(company)
    .bind(id)
    .bind(media)
    .bind(now)
    .execute(c)
    .await
    .map(drop))?;
    Ok(former)
}

/// Takes a queue away from numbers and users, and removes it with its menu and its holidays. Answers its files, which the
/// caller lets go of. No ticket may be in it any more.
///
/// # Errors
/// `Refused(NoQueueFound)`; `Taken` when a ticket is in it.
pub async fn delete(
    conn: &mut Conn<'_>,
    company: CompanyId,
    id: QueueId,
    move_to: Option<QueueId>,
) -> Result<Vec<MediaId>> {
    bots::prompts::leave_queue(conn, company, id, move_to).await?;
    let files: Vec<MediaId> = on!(&mut *conn, |c| {
        sqlx::query_scalar(
        "SELECT media_id FROM queue_options WHERE company_id = $1 AND queue_id = $2 AND media_id IS NOT NULL
         UNION SELECT media_id FROM queues WHERE company_id = $1 AND id = $2 AND media_id IS NOT NULL"
    )
    .bind(company)
    .bind(id)
    .fetch_all(c)
    .await
    })?;
    on!(&mut *conn, |c| {
        sqlx::query(
        "UPDATE connections SET transfer_queue_id = $3 WHERE company_id = $1 AND transfer_queue_id = $2"
    )
    .bind(company)
    .bind(id)
    .bind(move_to)
    .execute(c)
    .await
    .map(drop)
    })?;
    let gone = on!(conn, |c| sqlx::query(
        "DELETE FROM queues WHERE company_id = $1 AND id = $2"
    )
    .bind(company)
    .bind(id)
    .execute(c)
    .await
    .map(|done| done.rows_affected()))?;
    if gone == 1 {
        Ok(files)
    } else {
        Err(ErrorCode::NoQueueFound.into())
    }
}

/// Whether name and colour are free. Writers of one company take turns, so that they stay free until the end.
async fn check(
    conn: &mut Conn<'_>,
    company: CompanyId,
    own: Option<QueueId>,
    form: &QueueForm,
) -> Result<()> {
    companies::take_turn(conn, company).await?;
    bots::check(conn, company, (form.prompt_id, form.integration_id)).await?;
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
