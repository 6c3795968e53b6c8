//! The API for a company's own programs (rule B25): with a key that an admin made, in the shapes that webhooks tell. It is no part
//! of what the pages know, and has a description of its own.

mod contacts;
mod description;
mod key;
mod messages;
mod once;
mod pages;
mod tags;
mod team;
mod tickets;

use std::sync::OnceLock;

use actix_web::{
    HttpResponse,
    http::header,
    middleware::from_fn,
    web::{self, ServiceConfig},
};

pub(crate) use description::openapi;

use crate::{route_list::RouteList, routes::unknown};

/// Where it is.
pub(crate) const PATH: &str = "/api/v1/";

/// Lists its routes.
fn configure(cfg: &mut RouteList<'_>) {
    cfg.service(contacts::list)
        .service(contacts::create)
        .service(contacts::show)
        .service(contacts::update)
        .service(tickets::list)
        .service(tickets::create)
        .service(tickets::show)
        .service(tickets::update)
        .service(tickets::add_tag)
        .service(tickets::remove_tag)
        .service(messages::list)
        .service(messages::send)
        .service(messages::show)
        .service(tags::list)
        .service(team::list_queues)
        .service(team::list_users);
}

/// Mounts it below `/api`: its description for everybody, the rest behind a key.
pub(crate) fn mount(cfg: &mut ServiceConfig) {
    let behind_a_key = web::scope("/v1")
        .configure(|list| configure(&mut RouteList::Served(list)))
        .default_service(web::to(unknown))
        .wrap(from_fn(key::admit));
    cfg.route("/v1/openapi.json", web::get().to(describe))
        .service(behind_a_key);
}

async fn describe() -> HttpResponse {
    static TEXT: OnceLock<String> = OnceLock::new();
    let text = TEXT.get_or_init(|| openapi().to_json().unwrap_or_default());
    HttpResponse::Ok()
        .content_type("application/json")
        .insert_header((header::CACHE_CONTROL, "no-cache"))
        .body(text.as_str())
}
