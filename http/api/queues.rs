//! Queues: the departments that tickets wait in.

use actix_web::{get, post, put, web};
use garde::Validate;
use guiche_storage::{
    audit::Entry,
    model::{
        QueueId,
        audit::Subject,
        event::{Entity, NewEvent},
        queue::Queue,
    },
    queues::{self, QueueForm},
};
use serde::Deserialize;
use serde_json::json;

use super::fields::{self, EVERYBODY, OwnCompany};
use crate::{app::App, caller::Caller, error::ApiError, route_list::RouteList, valid::Valid};

/// Open tickets with which somebody is given no more, where nobody said how many.
const ASSIGN_MAX: i64 = 5;

/// A new queue.
#[derive(Debug, Deserialize, Validate, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct NewQueue {
    /// 2 to 50 characters, unique in the company.
    #[garde(custom(fields::name))]
    name: String,
    /// `#rrggbb`, unique in the company.
    #[garde(custom(rgb))]
    color: String,
    /// Place in the bot's menu.
    #[garde(inner(range(min = 0, max = 10_000)))]
    order_queue: Option<i64>,
    /// Said when the queue is chosen.
    #[garde(inner(length(chars, max = 4096)))]
    greeting_message: Option<String>,
    /// Said out of hours.
    #[garde(inner(length(chars, max = 4096)))]
    out_of_hours_message: Option<String>,
    /// Whether its tickets are shared out among those who serve it and are online.
    #[garde(skip)]
    auto_assign: Option<bool>,
    /// Open tickets with which somebody is given no more; 1 to 100.
    #[garde(inner(range(min = 1, max = 100)))]
    assign_max: Option<i64>,
}

/// A changed queue; what is absent stays.
#[derive(Debug, Deserialize, Validate, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct QueueChange {
    /// 2 to 50 characters, unique in the company.
    #[garde(inner(custom(fields::name)))]
    name: Option<String>,
    /// `#rrggbb`, unique in the company.
    #[garde(inner(custom(rgb)))]
    color: Option<String>,
    /// Place in the bot's menu; `null` is behind those that have one.
    #[serde(default, deserialize_with = "fields::present")]
    #[garde(inner(inner(range(min = 0, max = 10_000))))]
    order_queue: Option<Option<i64>>,
    /// Said when the queue is chosen.
    #[garde(inner(length(chars, max = 4096)))]
    greeting_message: Option<String>,
    /// Said out of hours.
    #[garde(inner(length(chars, max = 4096)))]
    out_of_hours_message: Option<String>,
    /// Whether its tickets are shared out among those who serve it and are online.
    #[garde(skip)]
    auto_assign: Option<bool>,
    /// Open tickets with which somebody is given no more; 1 to 100.
    #[garde(inner(range(min = 1, max = 100)))]
    assign_max: Option<i64>,
}

/// Mounts the routes of `/queue`.
pub fn configure(cfg: &mut RouteList<'_>) {
    cfg.service(list).service(create).service(update);
}

/// The company's queues in the order of the bot's menu.
#[utoipa::path(tag = "queues", params(OwnCompany), responses((status = 200, body = [Queue]), (status = 404, description = "ERR_NO_COMPANY_FOUND: another company")))]
#[get("")]
pub(super) async fn list(
    app: web::Data<App>,
    caller: Caller,
    query: web::Query<OwnCompany>,
) -> Result<web::Json<Vec<Queue>>, ApiError> {
    query.check(&caller)?;
    let mut reader = app.db.read().await?;
    Ok(web::Json(
        queues::list(&mut reader.conn(), caller.company).await?,
    ))
}

/// Adds a queue. Admins only.
#[utoipa::path(
    tag = "queues",
    request_body = NewQueue,
    responses(
        (status = 200, body = Queue),
        (status = 400, description = "ERR_QUEUE_NAME_ALREADY_EXISTS, ERR_QUEUE_COLOR_ALREADY_EXISTS, ERR_PLAN_LIMIT_QUEUES"),
        (status = 403, description = "ERR_NO_PERMISSION: not an admin")
    )
)]
#[post("")]
pub(super) async fn create(
    app: web::Data<App>,
    caller: Caller,
    body: Valid<NewQueue>,
) -> Result<web::Json<Queue>, ApiError> {
    caller.require_admin()?;
    let (Valid(body), now) = (body, app.clock.now());
    let form = QueueForm {
        name: body.name.trim().to_owned(),
        color: body.color.to_lowercase(),
        order_queue: body.order_queue,
        greeting_message: body.greeting_message.unwrap_or_default(),
        out_of_hours_message: body.out_of_hours_message.unwrap_or_default(),
        auto_assign: body.auto_assign.unwrap_or(false),
        assign_max: body.assign_max.unwrap_or(ASSIGN_MAX),
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
        (status = 200, body = Queue),
        (status = 400, description = "ERR_QUEUE_NAME_ALREADY_EXISTS, ERR_QUEUE_COLOR_ALREADY_EXISTS"),
        (status = 403, description = "ERR_NO_PERMISSION: not an admin"),
        (status = 404, description = "ERR_NO_QUEUE_FOUND")
    )
)]
#[put("/{id}")]
pub(super) async fn update(
    app: web::Data<App>,
    caller: Caller,
    id: web::Path<QueueId>,
    body: Valid<QueueChange>,
) -> Result<web::Json<Queue>, ApiError> {
    caller.require_admin()?;
    let (Valid(body), now) = (body, app.clock.now());
    let done = app
        .change(caller.company, now, async |conn, told| {
            let stored = queues::get(conn, caller.company, *id).await?;
            let before = stored.clone();
            let form = QueueForm {
                name: body
                    .name
                    .as_deref()
                    .map_or(stored.name, |it| it.trim().to_owned()),
                color: body
                    .color
                    .as_deref()
                    .map_or(stored.color, str::to_lowercase),
                order_queue: body.order_queue.unwrap_or(stored.order_queue),
                greeting_message: body
                    .greeting_message
                    .clone()
                    .unwrap_or(stored.greeting_message),
                out_of_hours_message: body
                    .out_of_hours_message
                    .clone()
                    .unwrap_or(stored.out_of_hours_message),
                auto_assign: body.auto_assign.unwrap_or(stored.auto_assign),
                assign_max: body.assign_max.unwrap_or(stored.assign_max),
            };
            let queue = queues::update(conn, caller.company, *id, &form, now).await?;
            let entry = Entry::updated(Subject::Queue, *id, &before, &queue);
            caller.note(conn, &entry, now).await?;
            told.push(changed(&queue));
            Ok::<_, ApiError>(queue)
        })
        .await?;
    Ok(web::Json(done))
}

fn changed(queue: &Queue) -> NewEvent {
    NewEvent {
        entity: Entity::Queue,
        rooms: EVERYBODY.to_vec(),
        scope: None,
        payload: json!({ "action": "update", "queue": queue }),
    }
}

#[expect(
    clippy::trivially_copy_pass_by_ref,
    reason = "the form of garde's rules"
)]
fn rgb(text: &str, _: &()) -> garde::Result {
    let digits = text.strip_prefix('#').unwrap_or_default();
    if digits.len() == 6 && digits.bytes().all(|byte| byte.is_ascii_hexdigit()) {
        Ok(())
    } else {
        Err(garde::Error::new("must be a colour as #rrggbb"))
    }
}
