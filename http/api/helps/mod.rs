//! Help videos: everybody watches them, super users write them (A104).

mod changes;
mod list;
mod video;

use crate::route_list::RouteList;

/// Mounts the routes of `/helps`.
pub fn configure(cfg: &mut RouteList<'_>) {
    cfg.service(list::list_all)
        .service(list::list)
        .service(changes::create)
        .service(changes::update)
        .service(changes::remove);
}
