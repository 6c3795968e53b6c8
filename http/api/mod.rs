//! The REST resources, one file or folder each.

pub mod announcements;
mod attachments;
pub mod auth;
pub mod chats;
pub mod closing_reasons;
pub mod companies;
pub mod contacts;
pub mod dashboard;
pub mod demo;
mod fields;
pub mod media;
pub mod messages;
pub mod passwords;
pub mod plans;
pub mod push;
pub mod queues;
pub mod quick_messages;
pub mod saved_filters;
pub mod schedules;
pub mod settings;
pub mod sign_up;
pub mod tags;
pub mod ticket_notes;
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
        .service(queues::create)
        .service(queues::update)
        .service(settings::list)
        .service(settings::update)
        .service(companies::plan)
        .service(dashboard::show)
        .service(dashboard::tickets_users)
        .service(dashboard::tickets_day);
    plans::configure(cfg);
    sign_up::configure(cfg);
    passwords::configure(cfg);
    contacts::configure(cfg);
    users::configure(cfg);
    announcements::configure(cfg);
    chats::configure(cfg);
    schedules::configure(cfg);
    crate::webhooks::configure(cfg);
    tags::configure(cfg);
    tickets::configure(cfg);
    ticket_notes::configure(cfg);
    saved_filters::configure(cfg);
    push::configure(cfg);
    closing_reasons::configure(cfg);
    quick_messages::configure(cfg);
    messages::configure(cfg);
}
