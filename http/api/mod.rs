//! The REST resources, one file or folder each.

pub mod ai;
pub mod announcements;
pub mod api_keys;
mod attachments;
pub mod audit;
pub mod auth;
pub mod board;
pub mod campaign_settings;
pub mod campaigns;
pub mod chats;
pub mod closing_reasons;
pub mod companies;
pub mod contact_lists;
pub mod contacts;
mod csv_text;
pub mod dashboard;
pub mod demo;
pub mod do_not_contact;
mod everywhere;
pub mod external;
mod fields;
pub mod file_lists;
pub mod first_hour;
pub mod helps;
pub mod holidays;
pub mod hours;
pub mod impersonations;
pub mod invitations;
pub mod invoices;
pub mod knowledge;
pub mod media;
pub mod messages;
mod moments;
pub mod operators;
mod passkeys;
pub mod passwords;
pub mod plans;
pub mod prompts;
pub mod push;
pub mod queue_integrations;
pub mod queue_options;
pub mod queues;
pub mod quick_messages;
mod required_factor;
pub mod saved_filters;
pub mod schedules;
pub mod second_factor;
pub mod settings;
pub mod sign_up;
pub mod subscription;
pub mod tags;
pub mod ticket_notes;
pub mod tickets;
pub mod users;
pub mod v1;
pub mod version;
pub mod webhooks;
pub mod whatsapp;
pub mod whatsapp_session;

use crate::route_list::RouteList;

/// Lists every resource. The router asks one after the other: those with many routes stand together below what
/// their addresses begin with, so that no other address is compared with each of them.
pub(crate) fn configure(cfg: &mut RouteList<'_>) {
    cfg.below("/tickets", tickets::configure)
        .below("/messages", messages::configure)
        .below("/webhooks", webhooks::configure)
        .below("/messages-api", external::configure)
        .below("/api-keys", api_keys::configure)
        .below("/contacts", contacts::configure)
        .below("/users", users::configure)
        .below("/second-factor", second_factor::configure)
        .below("/tags", tags::configure)
        .below("/ticket/kanban", board::configure)
        .below("/ticket-tags", board::configure_tags)
        .below("/quick-messages", quick_messages::configure)
        .below("/chats", chats::configure)
        .below("/schedules", schedules::configure)
        .below("/announcements", announcements::configure)
        .below("/ticket-notes", ticket_notes::configure)
        .below("/saved-filters", saved_filters::configure)
        .below("/closing-reasons", closing_reasons::configure)
        .below("/whatsapp", whatsapp::configure)
        .below("/whatsappsession", whatsapp_session::configure)
        .below("/queue", queues::configure)
        .below("/companies", companies::configure)
        .below("/plans", plans::configure)
        .below("/contact-lists", contact_lists::configure)
        .below("/contact-list-items", contact_lists::configure_items)
        .below("/invoices", invoices::configure)
        .below("/subscription", subscription::configure)
        .below("/files", file_lists::configure)
        .below("/campaigns", campaigns::configure)
        .below("/campaign-settings", campaign_settings::configure)
        .below("/do-not-contact", do_not_contact::configure)
        .below("/helps", helps::configure)
        .below("/impersonations", impersonations::configure)
        .below("/invitations", invitations::configure)
        .below("/first-hour", first_hour::configure)
        .below("/audit", audit::configure)
        .below("/operators", operators::configure)
        .below("/prompt", prompts::configure)
        .below("/ai", ai::configure)
        .below("/knowledge", knowledge::configure)
        .below("/queueIntegration", queue_integrations::configure)
        .below("/queue-options", queue_options::configure)
        .below("/holidays", holidays::configure)
        .service(queues::lanes)
        .service(auth::login)
        .service(auth::refresh_token)
        .service(auth::logout)
        .service(auth::me)
        .service(version::show)
        .service(demo::list)
        .service(settings::list)
        .service(settings::update);
    dashboard::configure(cfg);
    push::configure(cfg);
    passwords::configure(cfg);
}
