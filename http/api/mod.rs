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

use actix_web::{dev::HttpServiceFactory, web};
use utoipa_actix_web::{OpenApiFactory, scope, service_config::ServiceConfig};

use crate::routes::unknown;

/// Mounts and describes every resource. The router asks one after the other: those with many routes stand together below what
/// their addresses begin with, so that no other address is compared with each of them.
pub(crate) fn configure(cfg: &mut ServiceConfig<'_>) {
    cfg.service(below("/tickets", tickets::configure))
        .service(below("/messages", messages::configure))
        .service(below("/webhooks", crate::webhooks::configure))
        .service(below("/contacts", contacts::configure))
        .service(below("/users", users::configure))
        .service(below("/tags", tags::configure))
        .service(below("/quick-messages", quick_messages::configure))
        .service(below("/chats", chats::configure))
        .service(below("/schedules", schedules::configure))
        .service(below("/announcements", announcements::configure))
        .service(below("/ticket-notes", ticket_notes::configure))
        .service(below("/saved-filters", saved_filters::configure))
        .service(below("/closing-reasons", closing_reasons::configure))
        .service(below("/whatsapp", whatsapp::configure))
        .service(below("/whatsappsession", whatsapp_session::configure))
        .service(below("/queue", queues::configure))
        .service(auth::login)
        .service(auth::refresh_token)
        .service(auth::logout)
        .service(auth::me)
        .service(version::show)
        .service(demo::list)
        .service(settings::list)
        .service(settings::update)
        .service(companies::plan)
        .service(dashboard::show)
        .service(dashboard::tickets_users)
        .service(dashboard::tickets_day);
    plans::configure(cfg);
    push::configure(cfg);
    sign_up::configure(cfg);
    passwords::configure(cfg);
}

/// The routes of a resource, whose addresses begin with its path.
fn below(
    path: &'static str,
    configure: fn(&mut ServiceConfig<'_>),
) -> impl HttpServiceFactory + OpenApiFactory + 'static {
    scope(path)
        .configure(configure)
        .default_service(web::to(unknown))
}
