//! The way into the gate: the address browsers connect to, the product's rules, and the door that
//! checks their tokens like those of any request.

use std::time::Duration;

use actix_web::{HttpRequest, HttpResponse, http::header, web};
use futures_util::future::LocalBoxFuture;
use guiche_actors::rules::Viewer;
use guiche_storage::model::ErrorCode;
use serde::Deserialize;

use super::budget::Budget;
use super::connection::{Layer, Settings};
use super::desk_gate::{Desk, DeskGate, Doorkeeper, Visitor};
use super::session;
use crate::app::App;
use crate::middleware::caller::verify_socket_token;

/// Where the client library connects to, unless told otherwise.
const PATH: &str = "/socket.io/";

/// The product's rules (S132: ping interval and timeout 18,000 ms). Browsers send names, numbers
/// and tokens only, so a small message is enough.
pub const RULES: Settings = Settings {
    ping_interval: Duration::from_secs(18),
    ping_timeout: Duration::from_secs(18),
    connect_timeout: Duration::from_secs(10),
    payload_bytes_max: 16 * 1024,
    layer: Layer::Socket { namespaces: &["/"] },
};

/// What all sockets may keep of messages that are not whole or wait, and those of them that have not signed in: some
/// thousand that do their worst at once.
static BUDGET: Budget = Budget::new(64 * 1024 * 1024, 16 * 1024 * 1024);

/// Registers the gate; needs `web::Data<Desk>`.
pub fn configure(config: &mut web::ServiceConfig) {
    config.route(PATH, web::route().to(enter));
}

#[derive(Deserialize)]
struct Query {
    token: Option<String>,
}

async fn enter(
    request: HttpRequest,
    desk: web::Data<Desk>,
) -> Result<HttpResponse, actix_web::Error> {
    if !is_own_page(&request) {
        return Ok(HttpResponse::Forbidden().finish());
    }
    let query = web::Query::<Query>::from_query(request.query_string()).ok();
    let token = query.and_then(|query| query.into_inner().token);
    let desk = Desk::clone(&desk);
    session::open(&request, RULES, &BUDGET, |browser| {
        DeskGate::new(desk, browser, token)
    })
}

/// Whether a page of ours opens the socket. Browsers always say where a page comes from (`Origin`); programs do not.
fn is_own_page(request: &HttpRequest) -> bool {
    let Some(origin) = request.headers().get(header::ORIGIN) else {
        return true;
    };
    let host = request
        .headers()
        .get(header::HOST)
        .and_then(|host| host.to_str().ok());
    let from = origin
        .to_str()
        .ok()
        .and_then(|origin| origin.split_once("://"));
    matches!((from, host), (Some((_, from)), Some(host)) if from.eq_ignore_ascii_case(host))
}

/// The door of the application: the same check as for every request.
#[derive(Clone)]
pub struct AppDoor(pub App);

impl Doorkeeper for AppDoor {
    fn verify(&self, token: String) -> LocalBoxFuture<'_, Result<Visitor, ErrorCode>> {
        Box::pin(async move {
            let verified_at = self.0.clock.now();
            let caller = verify_socket_token(&self.0, &token)
                .await
                .map_err(|error| {
                    if let Some(cause) = error.cause() {
                        tracing::warn!(%cause, "a browser's token could not be checked");
                    }
                    error.code()
                })?;
            let is_actor = caller.actor.is_some();
            let left = caller.expires_at - verified_at;
            Ok(Visitor {
                company: caller.company,
                viewer: Viewer {
                    user_id: caller.user,
                    // colleagues see who looks, not in whose place
                    name: caller.actor.map_or(caller.name, |actor| actor.name),
                    profile: caller.profile,
                    queue_ids: caller.queue_ids,
                    all_ticket: caller.all_ticket,
                },
                sign_in: caller.session,
                is_actor,
                verified_at,
                expires_in: left.to_std().unwrap_or_default(),
            })
        })
    }
}

#[cfg(test)]
mod tests {
    use actix_web::test::TestRequest;

    use super::*;

    #[test]
    fn a_page_of_another_site_cannot_open_a_socket() {
        let from = |origin: &str| {
            let request = TestRequest::default()
                .insert_header((header::HOST, "desk.example.com"))
                .insert_header((header::ORIGIN, origin));
            is_own_page(&request.to_http_request())
        };
        assert!(from("https://desk.example.com"));
        assert!(!from("https://evil.example.com"));
        assert!(!from("null"));
        let program = TestRequest::default().insert_header((header::HOST, "desk.example.com"));
        assert!(is_own_page(&program.to_http_request()));
    }
}
