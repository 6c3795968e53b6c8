//! Tickets: the list with its filters, one by number or by name, opening, changing (also many at once), deleting.

mod bulk;
pub(super) mod changes;
mod list;
pub(super) mod one;
mod steps;

use crate::route_list::RouteList;

/// Mounts the routes of `/tickets`.
pub fn configure(cfg: &mut RouteList<'_>) {
    cfg.service(list::list)
        .service(one::by_uuid)
        .service(changes::mark_unread)
        .service(bulk::change)
        .service(changes::open)
        .service(one::by_id)
        .service(steps::steps)
        .service(super::ai::help::suggest)
        .service(super::ai::help::summary)
        .service(changes::update)
        .service(changes::delete);
}
