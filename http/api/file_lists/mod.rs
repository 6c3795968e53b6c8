//! Lists of files: everybody reads them, admins write them.

mod changes;
mod files;
mod list;

use guiche_storage::model::{
    event::{Entity, NewEvent},
    file_list::FileList,
};
use serde_json::json;

use super::fields::EVERYBODY;
use crate::route_list::RouteList;

/// Mounts the routes of `/files`.
pub fn configure(cfg: &mut RouteList<'_>) {
    cfg.service(list::list)
        .service(files::upload)
        .service(list::show)
        .service(changes::create)
        .service(changes::update)
        .service(changes::remove);
}

/// What a written list tells.
fn written(action: &str, list: &FileList) -> NewEvent {
    event(json!({ "action": action, "fileList": list }))
}

fn event(payload: serde_json::Value) -> NewEvent {
    NewEvent {
        entity: Entity::File,
        rooms: EVERYBODY.to_vec(),
        scope: None,
        payload,
    }
}
