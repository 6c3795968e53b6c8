//! Contact lists and who stands in them (A111): for admins, where plan and company have campaigns.

mod changes;
mod export;
mod import;
mod items;
mod list;

use crate::{error::ApiError, middleware::caller::Caller, route_list::RouteList};

/// Mounts the routes of `/contact-lists`; those with a word of their own come before those with an id.
pub fn configure(cfg: &mut RouteList<'_>) {
    cfg.service(list::list)
        .service(list::names)
        .service(export::export)
        .service(import::preview)
        .service(import::import)
        .service(list::show)
        .service(changes::create)
        .service(changes::update)
        .service(changes::remove);
}

/// Mounts the routes of `/contact-list-items`.
pub fn configure_items(cfg: &mut RouteList<'_>) {
    cfg.service(items::list)
        .service(items::show)
        .service(items::create)
        .service(items::update)
        .service(items::remove);
}

/// # Errors
/// `PlanFeature` without campaigns, `NoPermission` unless he is an admin.
fn require(caller: &Caller) -> Result<(), ApiError> {
    caller.require_campaigns()?;
    caller.require_admin()
}
