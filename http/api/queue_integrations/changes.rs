//! Making, changing and deleting integrations. Admins only.

use actix_web::{HttpResponse, delete, post, put, web};
use guiche_storage::{
    audit::Entry,
    bots::integrations::{self, IntegrationSecrets},
    model::{QueueIntegrationId, audit::Subject, bot::QueueIntegration, event::Change},
};

use super::{body::IntegrationBody, changed, require};
use crate::{
    api::fields::Empty, app::App, error::ApiError, middleware::caller::Caller, valid::Valid,
};

/// Adds an integration. Admins only.
#[utoipa::path(
    tag = "integrations",
    request_body = IntegrationBody,
    responses(
        (status = 200, body = QueueIntegration),
        (status = 400, description = "ERR_VALIDATION, ERR_INTEGRATION_NAME_TAKEN"),
        (status = 403, description = "ERR_PLAN_FEATURE, ERR_NO_PERMISSION: not an admin")
    )
)]
#[post("")]
pub(super) async fn create(
    app: web::Data<App>,
    caller: Caller,
    body: Valid<IntegrationBody>,
) -> Result<web::Json<QueueIntegration>, ApiError> {
    require(&caller)?;
    let (Valid(body), now) = (body, app.clock.now());
    let form = body.over(None, &app.actors.bots().deps().doors)?;
    let secrets = body.secrets_over(form.kind, IntegrationSecrets::default())?;
    let company = caller.company;
    let done = app
        .change(company, now, async |conn, told| {
            let id = integrations::insert(conn, company, &form, now).await?;
            integrations::set_secrets(conn, company, id, &app.sealer, &secrets).await?;
            let made = integrations::get(conn, company, id).await?;
            let entry = Entry::created(Subject::QueueIntegration, id, &made);
            let names = body.secret_names();
            let entry = names.into_iter().fold(entry, Entry::with_secret);
            caller.note(conn, &entry, now).await?;
            told.push(changed(Change::Create, id));
            Ok::<_, ApiError>(made)
        })
        .await?;
    Ok(web::Json(done))
}

/// Changes an integration; secrets that are not sent stay. Admins only.
#[utoipa::path(
    tag = "integrations",
    params(("id" = i64, Path)),
    request_body = IntegrationBody,
    responses(
        (status = 201, body = QueueIntegration),
        (status = 400, description = "ERR_VALIDATION, ERR_INTEGRATION_NAME_TAKEN"),
        (status = 403, description = "ERR_PLAN_FEATURE, ERR_NO_PERMISSION: not an admin"),
        (status = 404, description = "ERR_NO_INTEGRATION_FOUND")
    )
)]
#[put("/{id}")]
pub(super) async fn update(
    app: web::Data<App>,
    caller: Caller,
    id: web::Path<QueueIntegrationId>,
    body: Valid<IntegrationBody>,
) -> Result<HttpResponse, ApiError> {
    require(&caller)?;
    let (Valid(body), now) = (body, app.clock.now());
    let company = caller.company;
    let done = app
        .change(company, now, async |conn, told| {
            let stored = integrations::get(conn, company, *id).await?;
            let form = body.over(Some(&stored), &app.actors.bots().deps().doors)?;
            let known = integrations::secrets(conn, company, *id, &app.sealer).await?;
            let secrets = body.secrets_over(form.kind, known)?;
            integrations::update(conn, company, *id, &form, now).await?;
            integrations::set_secrets(conn, company, *id, &app.sealer, &secrets).await?;
            let record = integrations::get(conn, company, *id).await?;
            let entry = Entry::updated(Subject::QueueIntegration, *id, &stored, &record);
            let names = body.secret_names();
            let entry = names.into_iter().fold(entry, Entry::with_secret);
            caller.note(conn, &entry, now).await?;
            told.push(changed(Change::Update, *id));
            Ok::<_, ApiError>(record)
        })
        .await?;
    Ok(HttpResponse::Created().json(done))
}

/// Deletes an integration that no connection and no queue uses. Admins only.
#[utoipa::path(
    tag = "integrations",
    params(("id" = i64, Path)),
    responses(
        (status = 200, body = Empty),
        (status = 403, description = "ERR_PLAN_FEATURE, ERR_NO_PERMISSION: not an admin"),
        (status = 404, description = "ERR_NO_INTEGRATION_FOUND"),
        (status = 409, description = "ERR_INTEGRATION_IN_USE: a connection or queue has it")
    )
)]
#[delete("/{id}")]
pub(super) async fn remove(
    app: web::Data<App>,
    caller: Caller,
    id: web::Path<QueueIntegrationId>,
) -> Result<web::Json<Empty>, ApiError> {
    require(&caller)?;
    let (company, now) = (caller.company, app.clock.now());
    app.change(company, now, async |conn, told| {
        let gone = integrations::get(conn, company, *id).await?;
        integrations::delete(conn, company, *id).await?;
        let entry = Entry::deleted(Subject::QueueIntegration, *id, &gone);
        caller.note(conn, &entry, now).await?;
        told.push(changed(Change::Delete, *id));
        Ok::<_, ApiError>(())
    })
    .await?;
    Ok(web::Json(Empty {}))
}
