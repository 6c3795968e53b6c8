//! Making, changing and deleting prompts. Admins only.

use actix_web::{delete, post, put, web};
use guiche_storage::{
    audit::Entry,
    bots::prompts::{self, PromptKeys},
    model::{PromptId, audit::Subject, event::Change, prompt::Prompt},
};

use super::{body::PromptBody, changed, require};
use crate::{
    api::fields::Done, app::App, error::ApiError, middleware::caller::Caller, valid::Valid,
};

/// Adds a prompt. Admins only.
#[utoipa::path(
    tag = "prompts",
    request_body = PromptBody,
    responses(
        (status = 200, body = Prompt),
        (status = 400, description = "ERR_PROMPT_NAME_INVALID, ERR_PROMPT_INTELLIGENCE_INVALID, ERR_PROMPT_APIKEY_INVALID, ERR_PROMPT_QUEUEID_INVALID, ERR_PROMPT_MAX_MESSAGES_INVALID, ERR_PROMPT_NAME_TAKEN, ERR_VALIDATION"),
        (status = 403, description = "ERR_PLAN_FEATURE, ERR_NO_PERMISSION: not an admin"),
        (status = 404, description = "ERR_NO_QUEUE_FOUND")
    )
)]
#[post("")]
pub(super) async fn create(
    app: web::Data<App>,
    caller: Caller,
    body: Valid<PromptBody>,
) -> Result<web::Json<Prompt>, ApiError> {
    require(&caller)?;
    let (Valid(body), now) = (body, app.clock.now());
    let form = body.over(None, &app.actors.bots().deps().doors)?;
    let keys = body.keys_over(&form, (None, PromptKeys::default()))?;
    let company = caller.company;
    let done = app
        .change(company, now, async |conn, told| {
            let id = prompts::insert(conn, company, &form, now).await?;
            prompts::set_keys(conn, company, id, &app.sealer, &keys).await?;
            let (made, _) = prompts::get(conn, company, id, &app.sealer).await?;
            let entry = Entry::created(Subject::Prompt, id, &made);
            caller.note(conn, &entry, now).await?;
            told.push(changed(Change::Create, id));
            Ok::<_, ApiError>(made)
        })
        .await?;
    Ok(web::Json(done))
}

/// Changes a prompt; keys that are absent or masked stay. Admins only.
#[utoipa::path(
    tag = "prompts",
    params(("id" = i64, Path)),
    request_body = PromptBody,
    responses(
        (status = 200, body = Prompt),
        (status = 400, description = "as for a new one"),
        (status = 403, description = "ERR_PLAN_FEATURE, ERR_NO_PERMISSION: not an admin"),
        (status = 404, description = "ERR_NO_PROMPT_FOUND, ERR_NO_QUEUE_FOUND")
    )
)]
#[put("/{id}")]
pub(super) async fn update(
    app: web::Data<App>,
    caller: Caller,
    id: web::Path<PromptId>,
    body: Valid<PromptBody>,
) -> Result<web::Json<Prompt>, ApiError> {
    require(&caller)?;
    let (Valid(body), now) = (body, app.clock.now());
    let company = caller.company;
    let done = app
        .change(company, now, async |conn, told| {
            let (stored, known) = prompts::get(conn, company, *id, &app.sealer).await?;
            let form = body.over(Some(&stored), &app.actors.bots().deps().doors)?;
            let keys = body.keys_over(&form, (Some(&stored), known))?;
            prompts::update(conn, company, *id, &form, now).await?;
            prompts::set_keys(conn, company, *id, &app.sealer, &keys).await?;
            let (record, _) = prompts::get(conn, company, *id, &app.sealer).await?;
            let entry = Entry::updated(Subject::Prompt, *id, &stored, &record);
            let names = body.key_names();
            let entry = names.into_iter().fold(entry, Entry::with_secret);
            caller.note(conn, &entry, now).await?;
            told.push(changed(Change::Update, *id));
            Ok::<_, ApiError>(record)
        })
        .await?;
    Ok(web::Json(done))
}

/// Deletes a prompt that no connection and no queue uses. Admins only.
#[utoipa::path(
    tag = "prompts",
    params(("id" = i64, Path)),
    responses(
        (status = 200, body = Done),
        (status = 403, description = "ERR_PLAN_FEATURE, ERR_NO_PERMISSION: not an admin"),
        (status = 404, description = "ERR_NO_PROMPT_FOUND"),
        (status = 409, description = "ERR_PROMPT_IN_USE: a connection or queue has it")
    )
)]
#[delete("/{id}")]
pub(super) async fn remove(
    app: web::Data<App>,
    caller: Caller,
    id: web::Path<PromptId>,
) -> Result<web::Json<Done>, ApiError> {
    require(&caller)?;
    let (company, now) = (caller.company, app.clock.now());
    app.change(company, now, async |conn, told| {
        let (gone, _) = prompts::get(conn, company, *id, &app.sealer).await?;
        prompts::delete(conn, company, *id).await?;
        let entry = Entry::deleted(Subject::Prompt, *id, &gone);
        caller.note(conn, &entry, now).await?;
        told.push(changed(Change::Delete, *id));
        Ok::<_, ApiError>(())
    })
    .await?;
    Ok(web::Json(Done {
        message: "Prompt deleted.",
    }))
}
