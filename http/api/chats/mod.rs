//! Internal chats: mine, one by its name, making and changing, what is written.

mod changes;
mod list;
mod messages;

use utoipa_actix_web::service_config::ServiceConfig;

/// Mounts the routes of `/chats`.
pub fn configure(cfg: &mut ServiceConfig<'_>) {
    cfg.service(list::list)
        .service(list::show)
        .service(changes::create)
        .service(changes::update)
        .service(changes::remove)
        .service(messages::list)
        .service(messages::send)
        .service(messages::read);
}
