//! Lists of files: everybody reads them, admins write them.

mod changes;
mod files;
mod list;

use guiche_storage::model::{
    event::{FileEvent, NewEvent, Written},
    file_list::FileList,
};

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
fn written(how: Written, list: &FileList) -> NewEvent {
    event(FileEvent::written(how, list))
}

fn event(event: FileEvent) -> NewEvent {
    NewEvent::to(EVERYBODY, event)
}
