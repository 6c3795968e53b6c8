//! Queues: the departments that tickets wait in.

mod body;
mod changes;
mod files;
mod preview;

pub(super) use body::{week, whole_week};

use actix_web::{get, web};
use guiche_storage::{
    companies::Feature,
    model::{
        QueueId,
        event::{NewEvent, QueueEvent},
        queue::Queue,
    },
    queues,
};
use serde::Serialize;

use super::{
    fields::{EVERYBODY, OwnCompany},
    queue_options,
};
use crate::{
    app::App, error::ApiError, middleware::caller::Caller, route_list::RouteList, valid::Query,
};

/// The queues of the board.
#[derive(Debug, Serialize, utoipa::ToSchema)]
pub(super) struct QueueLanes {
    /// In the order of the bot's menu.
    lista: Vec<Queue>,
}

/// Mounts the routes of `/queue`.
pub fn configure(cfg: &mut RouteList<'_>) {
    cfg.service(list)
        .service(changes::create)
        .service(changes::reorder)
        .service(preview::play_tree)
        .service(files::attach)
        .service(files::detach)
        .service(queue_options::replace)
        .service(show)
        .service(changes::update)
        .service(changes::remove);
}

/// The company's queues in the order of the bot's menu; for a super user those of any company.
#[utoipa::path(tag = "queues", params(OwnCompany), responses((status = 200, body = [Queue]), (status = 404, description = "ERR_NO_COMPANY_FOUND: another company")))]
#[get("")]
pub(super) async fn list(
    app: web::Data<App>,
    caller: Caller,
    query: Query<OwnCompany>,
) -> Result<web::Json<Vec<Queue>>, ApiError> {
    let company = query.reached(&caller)?;
    let mut reader = app.db.read().await?;
    Ok(web::Json(queues::list(&mut reader.conn(), company).await?))
}

/// The company's queues as lanes of the board.
#[utoipa::path(
    tag = "queues",
    responses(
        (status = 200, body = QueueLanes),
        (status = 403, description = "ERR_PLAN_FEATURE")
    )
)]
#[get("/queue-kanban")]
pub(super) async fn lanes(
    app: web::Data<App>,
    caller: Caller,
) -> Result<web::Json<QueueLanes>, ApiError> {
    caller.require_plan(Feature::Kanban)?;
    let mut reader = app.db.read().await?;
    let lista = queues::list(&mut reader.conn(), caller.company).await?;
    Ok(web::Json(QueueLanes { lista }))
}

/// A queue.
#[utoipa::path(tag = "queues", params(("id" = i64, Path)), responses((status = 200, body = Queue), (status = 404, description = "ERR_NO_QUEUE_FOUND")))]
#[get("/{id}")]
pub(super) async fn show(
    app: web::Data<App>,
    caller: Caller,
    id: web::Path<QueueId>,
) -> Result<web::Json<Queue>, ApiError> {
    let mut reader = app.db.read().await?;
    Ok(web::Json(
        queues::get(&mut reader.conn(), caller.company, *id).await?,
    ))
}

fn changed(queue: &Queue) -> NewEvent {
    let queue = Box::new(queue.clone());
    NewEvent::to(EVERYBODY, QueueEvent::Update { queue })
}
