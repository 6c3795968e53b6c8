//! Messages: a conversation page by page, sending, changing, taking back, trying again, resolving what nobody can know.

pub(super) mod changes;
mod forward;
mod list;
mod repeated;
mod search;
pub(super) mod send;
mod template;
mod things;
mod versions;

use crate::route_list::RouteList;

/// Mounts the routes of `/messages`.
pub fn configure(cfg: &mut RouteList<'_>) {
    cfg.service(list::unknown)
        .service(forward::forward)
        .service(search::search)
        .service(changes::mark_unread)
        .service(changes::retry)
        .service(changes::fetch_file)
        .service(versions::versions)
        .service(super::ai::help::transcribe)
        .service(changes::resolve)
        .service(list::list)
        .service(super::external::send::send)
        .service(super::external::status::show_status)
        .service(send::send)
        .service(template::send_template)
        .service(changes::edit)
        .service(changes::edit_by_post)
        .service(changes::delete);
}
