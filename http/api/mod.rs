//! The REST resources, one file or folder each.

pub mod auth;
pub mod companies;
pub mod contacts;
pub mod demo;
mod fields;
pub mod media;
pub mod messages;
pub mod queues;
pub mod settings;
pub mod tags;
pub mod tickets;
pub mod users;
pub mod version;
pub mod whatsapp;
pub mod whatsapp_session;

use utoipa_actix_web::service_config::ServiceConfig;

/// Mounts and describes every resource. Order matters where two paths match the same address.
pub(crate) fn configure(cfg: &mut ServiceConfig<'_>) {
    cfg.service(auth::login)
        .service(auth::refresh_token)
        .service(auth::logout)
        .service(auth::me)
        .service(version::show)
        .service(demo::list)
        .service(whatsapp::list)
        .service(whatsapp::create)
        .service(whatsapp::show)
        .service(whatsapp::update)
        .service(whatsapp::remove)
        .service(whatsapp_session::start)
        .service(whatsapp_session::renew)
        .service(whatsapp_session::stop)
        .service(queues::list)
        .service(tags::list)
        .service(users::list)
        .service(settings::list)
        .service(companies::plan)
        .service(contacts::list)
        .service(contacts::create)
        .service(contacts::show)
        .service(contacts::update)
        .service(contacts::remove);
    crate::webhooks::configure(cfg);
    tickets::configure(cfg);
    messages::configure(cfg);
}
