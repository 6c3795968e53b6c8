//! Addresses are added, changed, deleted, and get another secret. A secret is shown once: when it is made.

use actix_web::{delete, post, put, web};
use chrono::{DateTime, Utc};
use garde::Validate;
use guiche_actors::{integration::Doors, webhooks::tell_hook};
use guiche_storage::{
    audit::Entry,
    model::{
        WebhookId,
        audit::Subject,
        event::Change,
        webhook::{Webhook, WebhookEvent},
    },
    webhooks::{
        self, WebhookForm,
        secrets::{self, BOTH_FOR},
    },
};
use serde::{Deserialize, Serialize};

use super::require;
use crate::{
    api::fields::{self, Empty},
    app::App,
    error::ApiError,
    middleware::caller::Caller,
    valid::Valid,
};

/// An address to add or to change. When changing, what is absent stays.
#[derive(Debug, Deserialize, Validate, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct WebhookBody {
    /// 2 to 50 characters; required to add one.
    #[garde(inner(custom(fields::name)))]
    name: Option<String>,
    /// Public, with https, without a name and password; required to add one.
    #[garde(inner(length(chars, max = 2_000)))]
    url: Option<String>,
    /// What it is told, at least one; required to add one.
    #[garde(inner(length(min = 1, max = 20)))]
    events: Option<Vec<WebhookEvent>>,
    /// Whether it is told; if not said, it is.
    #[garde(skip)]
    active: Option<bool>,
}

/// An address that was added, with the secret that signs what it is told.
#[derive(Debug, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct WebhookMade {
    /// The address.
    #[serde(flatten)]
    webhook: Webhook,
    /// `whsec_…`; it is never shown again.
    secret: String,
}

/// Another secret.
#[derive(Debug, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct WebhookSecret {
    /// `whsec_…`; it is never shown again.
    secret: String,
    /// Until when what is sent is signed with the one before as well.
    previous_secret_until: DateTime<Utc>,
}

impl WebhookBody {
    /// The form over what is stored.
    ///
    /// # Errors
    /// `Validation`.
    fn over(&self, stored: Option<&Webhook>, doors: &Doors) -> Result<WebhookForm, ApiError> {
        let missing = |field: &'static str| ApiError::field(field, "is missing");
        let name = self.name.as_deref().or(stored.map(|it| it.name.as_str()));
        let url = self.url.as_deref().or(stored.map(|it| it.url.as_str()));
        let url = url.ok_or_else(|| missing("url"))?.trim().to_owned();
        if !url.parse().is_ok_and(|url| doors.check(&url).is_ok()) {
            return Err(ApiError::field("url", "must be a public https address"));
        }
        let events = self.events.clone().or(stored.map(|it| it.events.clone()));
        let mut events = events.ok_or_else(|| missing("events"))?;
        if events.contains(&WebhookEvent::Test) {
            return Err(ApiError::field("events", "every one is told of tests"));
        }
        events.sort_unstable();
        events.dedup();
        let active = self.active.or(stored.map(|it| it.active));
        Ok(WebhookForm {
            name: name.ok_or_else(|| missing("name"))?.trim().to_owned(),
            url,
            events,
            active: active.unwrap_or(true),
        })
    }
}

/// Adds an address and answers the secret that signs what it is told. Admins only.
#[utoipa::path(
    tag = "webhooks",
    request_body = WebhookBody,
    responses(
        (status = 200, body = WebhookMade),
        (status = 400, description = "ERR_VALIDATION; ERR_WEBHOOK_LIMIT: there are 20"),
        (status = 403, description = "ERR_PLAN_FEATURE, ERR_NO_PERMISSION: not an admin")
    )
)]
#[post("")]
pub(super) async fn create(
    app: web::Data<App>,
    caller: Caller,
    body: Valid<WebhookBody>,
) -> Result<web::Json<WebhookMade>, ApiError> {
    require(&caller)?;
    let form = body.0.over(None, app.actors.webhooks().doors())?;
    let (company, now) = (caller.company, app.clock.now());
    let secret = secrets::random();
    let webhook = app
        .change(company, now, async |conn, told| {
            let id = webhooks::insert(conn, company, &form, now).await?;
            secrets::set(conn, company, id, (&app.sealer, &secret), now).await?;
            let made = webhooks::get(conn, company, id).await?;
            let entry = Entry::created(Subject::Webhook, id, &made).with_secret("secret");
            caller.note(conn, &entry, now).await?;
            told.push(tell_hook(Change::Create, id));
            Ok::<_, ApiError>(made)
        })
        .await?;
    Ok(web::Json(WebhookMade { webhook, secret }))
}

/// Changes an address; its secret stays. One that is switched on again begins anew. Admins only.
#[utoipa::path(
    tag = "webhooks",
    params(("id" = i64, Path)),
    request_body = WebhookBody,
    responses(
        (status = 200, body = Webhook),
        (status = 400, description = "ERR_VALIDATION"),
        (status = 403, description = "ERR_PLAN_FEATURE, ERR_NO_PERMISSION: not an admin"),
        (status = 404, description = "ERR_NO_WEBHOOK_FOUND")
    )
)]
#[put("/{id}")]
pub(super) async fn update(
    app: web::Data<App>,
    caller: Caller,
    id: web::Path<WebhookId>,
    body: Valid<WebhookBody>,
) -> Result<web::Json<Webhook>, ApiError> {
    require(&caller)?;
    let (company, now) = (caller.company, app.clock.now());
    let done = app
        .change(company, now, async |conn, told| {
            webhooks::lock(conn, company, *id).await?;
            let stored = webhooks::get(conn, company, *id).await?;
            let form = body.0.over(Some(&stored), app.actors.webhooks().doors())?;
            webhooks::update(conn, company, *id, &form, now).await?;
            let changed = webhooks::get(conn, company, *id).await?;
            let entry = Entry::updated(Subject::Webhook, *id, &stored, &changed);
            caller.note(conn, &entry, now).await?;
            told.push(tell_hook(Change::Update, *id));
            Ok::<_, ApiError>(changed)
        })
        .await?;
    Ok(web::Json(done))
}

/// Deletes an address with the log of what it was told. Admins only.
#[utoipa::path(
    tag = "webhooks",
    params(("id" = i64, Path)),
    responses(
        (status = 200, body = Empty),
        (status = 403, description = "ERR_PLAN_FEATURE, ERR_NO_PERMISSION: not an admin"),
        (status = 404, description = "ERR_NO_WEBHOOK_FOUND")
    )
)]
#[delete("/{id}")]
pub(super) async fn remove(
    app: web::Data<App>,
    caller: Caller,
    id: web::Path<WebhookId>,
) -> Result<web::Json<Empty>, ApiError> {
    require(&caller)?;
    let (company, now) = (caller.company, app.clock.now());
    app.change(company, now, async |conn, told| {
        let gone = webhooks::get(conn, company, *id).await?;
        webhooks::delete(conn, company, *id).await?;
        let entry = Entry::deleted(Subject::Webhook, *id, &gone);
        caller.note(conn, &entry, now).await?;
        told.push(tell_hook(Change::Delete, *id));
        Ok::<_, ApiError>(())
    })
    .await?;
    Ok(web::Json(Empty {}))
}

/// Makes another secret; for 24 hours what is sent is signed with both. Admins only.
#[utoipa::path(
    tag = "webhooks",
    params(("id" = i64, Path)),
    responses(
        (status = 200, body = WebhookSecret),
        (status = 403, description = "ERR_PLAN_FEATURE, ERR_NO_PERMISSION: not an admin"),
        (status = 404, description = "ERR_NO_WEBHOOK_FOUND")
    )
)]
#[post("/{id}/secret")]
pub(super) async fn rotate(
    app: web::Data<App>,
    caller: Caller,
    id: web::Path<WebhookId>,
) -> Result<web::Json<WebhookSecret>, ApiError> {
    require(&caller)?;
    let (company, now) = (caller.company, app.clock.now());
    let secret = secrets::random();
    app.change(company, now, async |conn, told| {
        webhooks::lock(conn, company, *id).await?;
        let stored = webhooks::get(conn, company, *id).await?;
        secrets::set(conn, company, *id, (&app.sealer, &secret), now).await?;
        let entry = Entry::updated(Subject::Webhook, *id, &stored, &stored).with_secret("secret");
        caller.note(conn, &entry, now).await?;
        told.push(tell_hook(Change::Update, *id));
        Ok::<_, ApiError>(())
    })
    .await?;
    Ok(web::Json(WebhookSecret {
        secret,
        previous_secret_until: now + BOTH_FOR,
    }))
}
