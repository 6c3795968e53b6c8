//! Internal chats: mine, one by its name, making and changing, what is written.

mod changes;
mod list;
mod messages;

use crate::route_list::RouteList;

/// Mounts the routes of `/chats`.
pub fn configure(cfg: &mut RouteList<'_>) {
    cfg.service(list::list)
        .service(list::show)
        .service(changes::create)
        .service(changes::update)
        .service(changes::remove)
        .service(messages::list)
        .service(messages::send)
        .service(messages::read);
}
