//! The options of queues' menus (A033). Everybody reads them; admins write.

mod changes;
mod files;
mod tree;

pub(super) use tree::{parents, replace};

use actix_web::{get, web};
use guiche_storage::{
    media::MediaStore,
    messages::Shown,
    model::{
        QueueId, QueueOptionId,
        event::{NewEvent, QueueOptionsEvent},
        queue::QueueOption,
    },
    queues,
};
use serde::Deserialize;

use super::fields::EVERYBODY;
use crate::{
    app::App, error::ApiError, middleware::caller::Caller, route_list::RouteList, valid::Query,
};

/// Characters of a title.
pub(super) const TITLE_CHARS_MAX: usize = 50;
/// Characters of what an option says: with thirty titles below it one message still holds it.
pub(super) const MESSAGE_CHARS_MAX: usize = 2_000;
/// Stands for the root where a parent is sent (A010).
const ROOT: i64 = -1;

/// Which options.
#[derive(Debug, Deserialize, utoipa::IntoParams)]
#[serde(rename_all = "camelCase")]
pub(super) struct OptionsQuery {
    /// Of which queue.
    queue_id: QueueId,
    /// Below which option, -1 at the root; all without it.
    parent_id: Option<i64>,
}

/// Mounts the routes of `/queue-options`.
pub fn configure(cfg: &mut RouteList<'_>) {
    cfg.service(list)
        .service(changes::create)
        .service(files::attach)
        .service(files::detach)
        .service(changes::update)
        .service(changes::remove);
}

/// The options of a queue, by their place.
#[utoipa::path(tag = "queue options", params(OptionsQuery), responses((status = 200, body = [QueueOption]), (status = 404, description = "ERR_NO_QUEUE_FOUND")))]
#[get("")]
pub(super) async fn list(
    app: web::Data<App>,
    media: web::Data<MediaStore>,
    caller: Caller,
    query: Query<OptionsQuery>,
) -> Result<web::Json<Vec<QueueOption>>, ApiError> {
    let mut reader = app.db.read().await?;
    let below = query.parent_id.map(parent);
    let (conn, shown) = (&mut reader.conn(), shown(&app, &media));
    Ok(web::Json(
        queues::options::list(conn, caller.company, query.queue_id, below, shown).await?,
    ))
}

/// The option that a sent parent is; `None` at the root.
fn parent(sent: i64) -> Option<QueueOptionId> {
    (sent != ROOT).then_some(QueueOptionId(sent))
}

fn shown<'a>(app: &App, media: &'a MediaStore) -> Shown<'a> {
    Shown {
        links: media.links(),
        now: app.clock.now(),
    }
}

/// What a changed menu tells: whoever shows it reads it again.
fn changed(queue: QueueId) -> NewEvent {
    let queue_id = queue;
    NewEvent::to(EVERYBODY, QueueOptionsEvent::Update { queue_id })
}
