//! Integrations: services of others that answer customers (A029, A051, A118). Admins only.

mod body;
mod calls;
mod changes;
mod trial;

use actix_web::{get, web};
use chrono::TimeDelta;
use guiche_storage::{
    bots::{
        calls::uses,
        integrations::{self, PAGE_SIZE},
    },
    companies::Feature,
    model::{
        QueueIntegrationId,
        bot::{IntegrationUse, QueueIntegration},
        event::{Change, NewEvent, QueueIntegrationEvent},
        page::Page,
    },
};
use serde::{Deserialize, Serialize};

use super::fields::{self, EVERYBODY, OwnCompany};
use crate::{
    app::App, error::ApiError, middleware::caller::Caller, route_list::RouteList, valid::Query,
};

/// How long ago what is counted of an integration may be.
const DAY: TimeDelta = TimeDelta::hours(24);

/// Mounts the routes of `/queueIntegration`.
pub fn configure(cfg: &mut RouteList<'_>) {
    cfg.service(list)
        .service(trial::test_session)
        .service(changes::create)
        .service(show)
        .service(changes::update)
        .service(changes::remove)
        .service(calls::list_calls);
}

/// What to list.
#[derive(Debug, Deserialize, utoipa::IntoParams)]
#[serde(rename_all = "camelCase")]
pub(super) struct ListQuery {
    /// Part of the name; case and accents do not count.
    search_param: Option<String>,
    /// From 1; 20 a page.
    page_number: Option<i64>,
    /// The caller's own company, if given.
    company_id: Option<i64>,
}

/// A page of integrations by name.
#[derive(Debug, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct IntegrationPage {
    /// The integrations of this page.
    queue_integrations: Vec<QueueIntegration>,
    /// Where each of them is used and how it did, in the same order.
    uses: Vec<IntegrationUse>,
    /// All that match.
    count: i64,
    /// Whether another page follows.
    has_more: bool,
}

/// Who may: admins of companies whose plan has integrations.
fn require(caller: &Caller) -> Result<(), ApiError> {
    caller.require_plan(Feature::Integrations)?;
    caller.require_admin()
}

/// A page of the company's integrations, without their secrets. Admins only.
#[utoipa::path(
    tag = "integrations",
    params(ListQuery),
    responses(
        (status = 200, body = IntegrationPage),
        (status = 403, description = "ERR_PLAN_FEATURE, ERR_NO_PERMISSION: not an admin"),
        (status = 404, description = "ERR_NO_COMPANY_FOUND: another one")
    )
)]
#[get("")]
pub(super) async fn list(
    app: web::Data<App>,
    caller: Caller,
    query: Query<ListQuery>,
) -> Result<web::Json<IntegrationPage>, ApiError> {
    require(&caller)?;
    OwnCompany::of(query.company_id).check(&caller)?;
    let search = fields::search_text(query.search_param.as_deref())?;
    let page = Page::new(query.page_number, PAGE_SIZE);
    let since = app.clock.now() - DAY;
    let mut reader = app.db.read().await?;
    let conn = &mut reader.conn();
    let found = integrations::list(conn, caller.company, search, page).await?;
    let ids: Vec<QueueIntegrationId> = found.rows.iter().map(|it| it.id).collect();
    Ok(web::Json(IntegrationPage {
        uses: uses(conn, caller.company, &ids, since).await?,
        queue_integrations: found.rows,
        count: found.count,
        has_more: found.has_more,
    }))
}

/// An integration, without its secrets. Admins only.
#[utoipa::path(
    tag = "integrations",
    params(("id" = i64, Path)),
    responses(
        (status = 200, body = QueueIntegration),
        (status = 403, description = "ERR_PLAN_FEATURE, ERR_NO_PERMISSION: not an admin"),
        (status = 404, description = "ERR_NO_INTEGRATION_FOUND")
    )
)]
#[get("/{id}")]
pub(super) async fn show(
    app: web::Data<App>,
    caller: Caller,
    id: web::Path<QueueIntegrationId>,
) -> Result<web::Json<QueueIntegration>, ApiError> {
    require(&caller)?;
    let mut reader = app.db.read().await?;
    Ok(web::Json(
        integrations::get(&mut reader.conn(), caller.company, *id).await?,
    ))
}

/// What everybody hears of a change: that there was one.
fn changed(action: Change, id: QueueIntegrationId) -> NewEvent {
    NewEvent::to(EVERYBODY, QueueIntegrationEvent::changed(action, id))
}
