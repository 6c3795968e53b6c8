//! Users: the people of a company, as colleagues see them and as admins manage them.

mod body;
mod changes;
mod list;

use utoipa_actix_web::service_config::ServiceConfig;

/// Mounts the routes of `/users`.
pub fn configure(cfg: &mut ServiceConfig<'_>) {
    cfg.service(list::colleagues)
        .service(list::list)
        .service(changes::create)
        .service(list::show)
        .service(changes::update)
        .service(changes::remove);
}
