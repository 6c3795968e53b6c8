//! Making, changing, ordering and deleting queues. Admins only.

use std::sync::Arc;

use actix_web::{HttpResponse, delete, post, put, web};
use guiche_actors::desk::DeleteQueue;
use guiche_storage::{
    audit::Entry,
    model::{QueueId, audit::Subject, hours::default_week, queue::Queue},
    queues::{self, QueueForm},
};
use serde::Deserialize;
use serde_json::json;

use super::{
    body::{NewQueue, QueueChange, QueueOrder, stored_color, whole_week},
    changed,
};
use crate::{
    api::{attachments, fields::Empty},
    app::App,
    error::ApiError,
    middleware::caller::Caller,
    valid::{Query, Valid},
};
use guiche_storage::media::MediaStore;

/// Open tickets with which somebody is given no more, where nobody said how many.
const ASSIGN_MAX: i64 = 5;

/// Where the tickets of a deleted queue go.
#[derive(Debug, Deserialize, utoipa::IntoParams)]
#[serde(rename_all = "camelCase")]
pub(in crate::api) struct MoveTo {
    /// Another queue; without one its tickets wait without a queue.
    move_to: Option<QueueId>,
}

/// Adds a queue. Admins only.
#[utoipa::path(
    tag = "queues",
    request_body = NewQueue,
    responses(
        (status = 200, body = Queue),
        (status = 400, description = "ERR_QUEUE_NAME_ALREADY_EXISTS, ERR_QUEUE_COLOR_ALREADY_EXISTS, ERR_PLAN_LIMIT_QUEUES"),
        (status = 403, description = "ERR_NO_PERMISSION: not an admin"),
        (status = 404, description = "ERR_NO_PROMPT_FOUND, ERR_NO_INTEGRATION_FOUND")
    )
)]
#[post("")]
pub(in crate::api) async fn create(
    app: web::Data<App>,
    caller: Caller,
    body: Valid<NewQueue>,
) -> Result<web::Json<Queue>, ApiError> {
    caller.require_admin()?;
    let (Valid(body), now) = (body, app.clock.now());
    let form = QueueForm {
        name: body.name.trim().to_owned(),
        color: stored_color(&body.color),
        order_queue: body.order_queue,
        greeting_message: body.greeting_message.unwrap_or_default(),
        out_of_hours_message: body.out_of_hours_message.unwrap_or_default(),
        schedules: body
            .schedules
            .as_deref()
            .map_or_else(default_week, whole_week),
        auto_assign: body.auto_assign.unwrap_or(false),
        assign_max: body.assign_max.unwrap_or(ASSIGN_MAX),
        prompt_id: body.prompt_id.flatten(),
        integration_id: body.integration_id.flatten(),
    };
    let done = app
        .change(caller.company, now, async |conn, told| {
            let queue = queues::insert(conn, caller.company, &form, now).await?;
            let entry = Entry::created(Subject::Queue, queue.id, &queue);
            caller.note(conn, &entry, now).await?;
            told.push(changed(&queue));
            Ok::<_, ApiError>(queue)
        })
        .await?;
    Ok(web::Json(done))
}

/// Changes a queue. Admins only.
#[utoipa::path(
    tag = "queues",
    params(("id" = i64, Path)),
    request_body = QueueChange,
    responses(
        (status = 201, body = Queue),
        (status = 400, description = "ERR_QUEUE_NAME_ALREADY_EXISTS, ERR_QUEUE_COLOR_ALREADY_EXISTS"),
        (status = 403, description = "ERR_NO_PERMISSION: not an admin"),
        (status = 404, description = "ERR_NO_QUEUE_FOUND, ERR_NO_PROMPT_FOUND, ERR_NO_INTEGRATION_FOUND")
    )
)]
#[put("/{id}")]
pub(in crate::api) async fn update(
    app: web::Data<App>,
    caller: Caller,
    id: web::Path<QueueId>,
    body: Valid<QueueChange>,
) -> Result<HttpResponse, ApiError> {
    caller.require_admin()?;
    let (Valid(body), now) = (body, app.clock.now());
    let done = app
        .change(caller.company, now, async |conn, told| {
            let stored = queues::get(conn, caller.company, *id).await?;
            let form = merged(&body, stored.clone());
            let queue = queues::update(conn, caller.company, *id, &form, now).await?;
            let entry = Entry::updated(Subject::Queue, *id, &stored, &queue);
            caller.note(conn, &entry, now).await?;
            told.push(changed(&queue));
            Ok::<_, ApiError>(queue)
        })
        .await?;
    Ok(HttpResponse::Created().json(done))
}

/// A queue with what is to be another way.
fn merged(body: &QueueChange, stored: Queue) -> QueueForm {
    QueueForm {
        name: body
            .name
            .as_deref()
            .map_or(stored.name, |it| it.trim().to_owned()),
        color: body.color.as_deref().map_or(stored.color, stored_color),
        order_queue: body.order_queue.unwrap_or(stored.order_queue),
        greeting_message: body
            .greeting_message
            .clone()
            .unwrap_or(stored.greeting_message),
        out_of_hours_message: body
            .out_of_hours_message
            .clone()
            .unwrap_or(stored.out_of_hours_message),
        schedules: body
            .schedules
            .as_deref()
            .map_or(stored.schedules, whole_week),
        auto_assign: body.auto_assign.unwrap_or(stored.auto_assign),
        assign_max: body.assign_max.unwrap_or(stored.assign_max),
        prompt_id: body.prompt_id.unwrap_or(stored.prompt_id),
        integration_id: body.integration_id.unwrap_or(stored.integration_id),
    }
}

/// Orders the bot's menu. Admins only.
#[utoipa::path(
    tag = "queues",
    request_body = QueueOrder,
    responses(
        (status = 200, body = [Queue]),
        (status = 403, description = "ERR_NO_PERMISSION: not an admin"),
        (status = 404, description = "ERR_NO_QUEUE_FOUND")
    )
)]
#[put("/order")]
pub(in crate::api) async fn reorder(
    app: web::Data<App>,
    caller: Caller,
    body: Valid<QueueOrder>,
) -> Result<web::Json<Vec<Queue>>, ApiError> {
    caller.require_admin()?;
    let (Valid(body), now) = (body, app.clock.now());
    let done = app
        .change(caller.company, now, async |conn, told| {
            let queues = queues::reorder(conn, caller.company, &body.queue_ids, now).await?;
            let order = json!({ "queueIds": body.queue_ids });
            let entry = Entry::called(Subject::Queue, "", "", &order);
            caller.note(conn, &entry, now).await?;
            told.extend(queues.iter().map(changed));
            Ok::<_, ApiError>(queues)
        })
        .await?;
    Ok(web::Json(done))
}

/// Deletes a queue with its menu; its running tickets go to another one, or wait without. Admins only.
#[utoipa::path(
    tag = "queues",
    params(("id" = i64, Path), MoveTo),
    responses(
        (status = 200, body = Empty),
        (status = 403, description = "ERR_NO_PERMISSION: not an admin"),
        (status = 404, description = "ERR_NO_QUEUE_FOUND: it, or where its tickets are to go")
    )
)]
#[delete("/{id}")]
pub(in crate::api) async fn remove(
    app: web::Data<App>,
    media: web::Data<MediaStore>,
    caller: Caller,
    id: web::Path<QueueId>,
    query: Query<MoveTo>,
) -> Result<web::Json<Empty>, ApiError> {
    caller.require_admin()?;
    if query.move_to == Some(*id) {
        return Err(ApiError::field("moveTo", "is the queue itself"));
    }
    let work = DeleteQueue {
        queue_id: *id,
        move_to: query.move_to,
        by: caller.user,
        origin: Arc::clone(&caller.origin),
    };
    app.actors.desk(caller.company, work).await?;
    attachments::clear(&app, &media, caller.company).await;
    Ok(web::Json(Empty {}))
}
