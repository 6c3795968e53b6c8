//! Companies: one's own for everybody, all of them for those who run the server (A102).

mod body;
mod changes;
mod list;
pub(super) mod news;

use super::{hours, sign_up};
use crate::route_list::RouteList;

/// Mounts the routes of `/companies`.
pub fn configure(cfg: &mut RouteList<'_>) {
    sign_up::configure(cfg);
    cfg.service(list::plan)
        .service(list::list_names)
        .service(list::list)
        .service(changes::create)
        .service(changes::renew)
        .service(hours::show)
        .service(hours::update)
        .service(list::show)
        .service(changes::update)
        .service(changes::remove);
}
