//! What an address was told: the log, one of it with what was sent and what came back, and what is sent again.

use actix_web::{get, post, web};
use guiche_storage::{
    Conn,
    audit::Entry,
    model::{
        WebhookDeliveryId, WebhookId,
        audit::Subject,
        page::Page,
        webhook::{DeliveryState, WebhookAttempt, WebhookDelivery},
    },
    webhooks::{
        self,
        deliveries::{self, Details, PAGE_SIZE},
    },
};
use serde::{Deserialize, Serialize};
use serde_json::json;

use super::require;
use crate::{app::App, error::ApiError, middleware::caller::Caller, valid::Query};

/// Deliveries that are sent again by one call.
const REPLAYED_MAX: i64 = 1_000;

/// What to list.
#[derive(Debug, Deserialize, utoipa::IntoParams)]
#[serde(rename_all = "camelCase")]
pub(super) struct DeliveryQuery {
    /// Only those that stand so.
    #[param(inline)]
    state: Option<DeliveryState>,
    /// From 1; 40 a page.
    page_number: Option<i64>,
}

/// A page of what an address was told, newest first.
#[derive(Debug, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct DeliveryPage {
    /// The deliveries of this page.
    deliveries: Vec<WebhookDelivery>,
    /// All that match.
    count: i64,
    /// Whether another page follows.
    has_more: bool,
}

/// A delivery with what was sent and what came back.
#[derive(Debug, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct DeliveryDetails {
    /// The delivery.
    #[serde(flatten)]
    delivery: WebhookDelivery,
    /// What is posted: JSON text, as it is signed.
    body: String,
    /// The beginning of the last answer, at most 2,000 characters.
    #[schema(required)]
    answer: Option<String>,
    /// Its attempts, oldest first; the last 50.
    tries: Vec<WebhookAttempt>,
}

/// How much is sent again.
#[derive(Debug, Serialize, utoipa::ToSchema)]
pub(super) struct Replayed {
    /// Deliveries that wait again.
    count: u64,
}

impl From<Details> for DeliveryDetails {
    fn from(found: Details) -> Self {
        Self {
            delivery: found.delivery,
            body: found.body,
            answer: found.answer,
            tries: found.attempts,
        }
    }
}

/// A page of what an address was told, without bodies. Admins only.
#[utoipa::path(
    tag = "webhooks",
    params(("id" = i64, Path), DeliveryQuery),
    responses(
        (status = 200, body = DeliveryPage),
        (status = 403, description = "ERR_PLAN_FEATURE, ERR_NO_PERMISSION: not an admin"),
        (status = 404, description = "ERR_NO_WEBHOOK_FOUND")
    )
)]
#[get("/{id}/deliveries")]
pub(super) async fn list_deliveries(
    app: web::Data<App>,
    caller: Caller,
    id: web::Path<WebhookId>,
    query: Query<DeliveryQuery>,
) -> Result<web::Json<DeliveryPage>, ApiError> {
    require(&caller)?;
    let page = Page::new(query.page_number, PAGE_SIZE);
    let mut reader = app.db.read().await?;
    let conn = &mut reader.conn();
    let found = deliveries::list(conn, caller.company, *id, query.state, page).await?;
    Ok(web::Json(DeliveryPage {
        deliveries: found.rows,
        count: found.count,
        has_more: found.has_more,
    }))
}

/// A delivery with what was sent and what came back. Admins only.
#[utoipa::path(
    tag = "webhooks",
    params(("deliveryId" = i64, Path)),
    responses(
        (status = 200, body = DeliveryDetails),
        (status = 403, description = "ERR_PLAN_FEATURE, ERR_NO_PERMISSION: not an admin"),
        (status = 404, description = "ERR_NO_WEBHOOK_DELIVERY_FOUND")
    )
)]
#[get("/deliveries/{deliveryId}")]
pub(super) async fn show_delivery(
    app: web::Data<App>,
    caller: Caller,
    id: web::Path<WebhookDeliveryId>,
) -> Result<web::Json<DeliveryDetails>, ApiError> {
    require(&caller)?;
    let mut reader = app.db.read().await?;
    let found = deliveries::get(&mut reader.conn(), caller.company, *id).await?;
    Ok(web::Json(found.into()))
}

/// Sends a delivery again, at once, whatever became of it; its `webhook-id` is the same. Admins only.
#[utoipa::path(
    tag = "webhooks",
    params(("deliveryId" = i64, Path)),
    responses(
        (status = 200, body = WebhookDelivery),
        (status = 403, description = "ERR_PLAN_FEATURE, ERR_NO_PERMISSION: not an admin"),
        (status = 404, description = "ERR_NO_WEBHOOK_DELIVERY_FOUND")
    )
)]
#[post("/deliveries/{deliveryId}/replay")]
pub(super) async fn replay(
    app: web::Data<App>,
    caller: Caller,
    id: web::Path<WebhookDeliveryId>,
) -> Result<web::Json<WebhookDelivery>, ApiError> {
    require(&caller)?;
    let (company, now) = (caller.company, app.clock.now());
    let again = async |conn: &mut Conn<'_>| {
        deliveries::replay(conn, company, *id, now).await?;
        let delivery = deliveries::get(conn, company, *id).await?.delivery;
        let webhook = webhooks::get(conn, company, delivery.webhook_id).await?;
        let about = json!({ "replayed": delivery.id });
        let entry = Entry::called(Subject::Webhook, webhook.id, &webhook.name, &about);
        caller.note(conn, &entry, now).await?;
        Ok::<_, ApiError>(delivery)
    };
    let delivery = app.db.write(again).await?;
    app.actors.webhooks().wake();
    Ok(web::Json(delivery))
}

/// Sends again what an address did not take, the oldest first, at most 1,000 at once. Admins only.
#[utoipa::path(
    tag = "webhooks",
    params(("id" = i64, Path)),
    responses(
        (status = 200, body = Replayed),
        (status = 403, description = "ERR_PLAN_FEATURE, ERR_NO_PERMISSION: not an admin"),
        (status = 404, description = "ERR_NO_WEBHOOK_FOUND")
    )
)]
#[post("/{id}/replay")]
pub(super) async fn replay_failed(
    app: web::Data<App>,
    caller: Caller,
    id: web::Path<WebhookId>,
) -> Result<web::Json<Replayed>, ApiError> {
    require(&caller)?;
    let (company, now) = (caller.company, app.clock.now());
    let again = async |conn: &mut Conn<'_>| {
        let count = deliveries::replay_failed(conn, company, *id, REPLAYED_MAX, now).await?;
        let webhook = webhooks::get(conn, company, *id).await?;
        let about = json!({ "replayedCount": count });
        let entry = Entry::called(Subject::Webhook, *id, &webhook.name, &about);
        caller.note(conn, &entry, now).await?;
        Ok::<_, ApiError>(count)
    };
    let count = app.db.write(again).await?;
    app.actors.webhooks().wake();
    Ok(web::Json(Replayed { count }))
}

/// Tells an address `webhook.test`, also one that is switched off. Admins only.
#[utoipa::path(
    tag = "webhooks",
    params(("id" = i64, Path)),
    responses(
        (status = 200, body = WebhookDelivery),
        (status = 403, description = "ERR_PLAN_FEATURE, ERR_NO_PERMISSION: not an admin"),
        (status = 404, description = "ERR_NO_WEBHOOK_FOUND")
    )
)]
#[post("/{id}/test")]
pub(super) async fn test(
    app: web::Data<App>,
    caller: Caller,
    id: web::Path<WebhookId>,
) -> Result<web::Json<WebhookDelivery>, ApiError> {
    require(&caller)?;
    let (company, now) = (caller.company, app.clock.now());
    let told = async |conn: &mut Conn<'_>| {
        let delivery = deliveries::insert_test(conn, company, *id, now).await?;
        let about = json!({ "test": delivery.id });
        let entry = Entry::called(Subject::Webhook, *id, &delivery.subject, &about);
        caller.note(conn, &entry, now).await?;
        Ok::<_, ApiError>(delivery)
    };
    let delivery = app.db.write(told).await?;
    app.actors.webhooks().wake();
    Ok(web::Json(delivery))
}
