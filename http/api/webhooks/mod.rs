//! Addresses of a company's own systems that are told what happens (rule B24). Admins of companies whose plan has the API.

mod changes;
mod deliveries;

use actix_web::{get, web};
use chrono::TimeDelta;
use guiche_storage::{
    companies::Feature,
    model::{WebhookId, webhook::Webhook},
    webhooks::{self, WebhookDay},
};
use serde::Serialize;

use crate::{app::App, error::ApiError, middleware::caller::Caller, route_list::RouteList};

/// How far back the numbers of an address go.
const DAY: TimeDelta = TimeDelta::hours(24);

/// Mounts the routes of `/webhooks` beside those that other servers call; those with a word of their own come first.
pub fn configure(cfg: &mut RouteList<'_>) {
    crate::webhooks::configure(cfg);
    cfg.service(list)
        .service(changes::create)
        .service(deliveries::show_delivery)
        .service(deliveries::replay)
        .service(show)
        .service(changes::update)
        .service(changes::remove)
        .service(changes::rotate)
        .service(deliveries::test)
        .service(deliveries::list_deliveries)
        .service(deliveries::replay_failed);
}

/// Who may: admins of companies whose plan has the API.
fn require(caller: &Caller) -> Result<(), ApiError> {
    caller.require_plan(Feature::ExternalApi)?;
    caller.require_admin()
}

/// An address, and how it did in the last 24 hours.
#[derive(Debug, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct WebhookShown {
    /// The address.
    #[serde(flatten)]
    webhook: Webhook,
    /// How it did in the last 24 hours.
    day: WebhookDay,
}

/// The company's addresses, the oldest first; at most 20. Admins only.
#[utoipa::path(
    tag = "webhooks",
    responses(
        (status = 200, body = [WebhookShown]),
        (status = 403, description = "ERR_PLAN_FEATURE, ERR_NO_PERMISSION: not an admin")
    )
)]
#[get("")]
pub(super) async fn list(
    app: web::Data<App>,
    caller: Caller,
) -> Result<web::Json<Vec<WebhookShown>>, ApiError> {
    require(&caller)?;
    let since = app.clock.now() - DAY;
    let mut reader = app.db.read().await?;
    let conn = &mut reader.conn();
    let all = webhooks::list(conn, caller.company).await?;
    let days = webhooks::days(conn, caller.company, since).await?;
    let shown = all.into_iter().map(|webhook| {
        let day = days.iter().find(|(id, _)| *id == webhook.id);
        let day = day.map_or(WebhookDay::NOTHING, |(_, day)| day.clone());
        WebhookShown { webhook, day }
    });
    Ok(web::Json(shown.collect()))
}

/// An address, without its secret. Admins only.
#[utoipa::path(
    tag = "webhooks",
    params(("id" = i64, Path)),
    responses(
        (status = 200, body = Webhook),
        (status = 403, description = "ERR_PLAN_FEATURE, ERR_NO_PERMISSION: not an admin"),
        (status = 404, description = "ERR_NO_WEBHOOK_FOUND")
    )
)]
#[get("/{id}")]
pub(super) async fn show(
    app: web::Data<App>,
    caller: Caller,
    id: web::Path<WebhookId>,
) -> Result<web::Json<Webhook>, ApiError> {
    require(&caller)?;
    let mut reader = app.db.read().await?;
    Ok(web::Json(
        webhooks::get(&mut reader.conn(), caller.company, *id).await?,
    ))
}
