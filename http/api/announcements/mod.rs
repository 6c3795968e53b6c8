//! Announcements: those whom they are for read them, super users write them.

mod changes;
mod list;
mod picture;

use crate::route_list::RouteList;

/// Mounts the routes of `/announcements`.
pub fn configure(cfg: &mut RouteList<'_>) {
    cfg.service(list::list)
        .service(list::show)
        .service(changes::create)
        .service(changes::update)
        .service(changes::remove)
        .service(picture::upload)
        .service(picture::remove);
}
