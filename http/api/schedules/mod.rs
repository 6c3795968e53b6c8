//! Scheduled messages: the list, one by number, writing, the picture.

mod changes;
mod list;
mod picture;

use utoipa_actix_web::service_config::ServiceConfig;

/// Mounts the routes of `/schedules`.
pub fn configure(cfg: &mut ServiceConfig<'_>) {
    cfg.service(list::list)
        .service(list::show)
        .service(changes::create)
        .service(changes::update)
        .service(changes::remove)
        .service(picture::upload)
        .service(picture::remove);
}
