//! Users: the people of a company, as colleagues see them and as admins manage them.

mod body;
mod changes;
mod list;

use crate::route_list::RouteList;

pub(super) use changes::check_current_password;

/// Mounts the routes of `/users`.
pub fn configure(cfg: &mut RouteList<'_>) {
    cfg.service(list::colleagues)
        .service(list::list)
        .service(changes::create)
        .service(list::show)
        .service(changes::update)
        .service(changes::remove);
}
