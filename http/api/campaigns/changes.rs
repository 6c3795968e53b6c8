//! Writing and deleting campaigns.

use actix_web::{HttpResponse, delete, post, put, web};
use guiche_actors::desk::{tell_campaign, tell_campaign_gone};
use guiche_storage::{
    audit::Entry,
    campaigns,
    media::MediaStore,
    model::{CampaignId, audit::Subject, campaign::Campaign},
};

use super::{
    admit,
    body::{CampaignBody, settle_names},
    check_editable, known,
    list::shown,
};
use crate::{
    api::attachments, app::App, error::ApiError, middleware::caller::Caller, valid::Valid,
};

/// Adds a campaign: `PROGRAMADA` with a time, otherwise `INATIVA`. Admins only.
#[utoipa::path(
    tag = "campaigns",
    request_body = CampaignBody,
    responses(
        (status = 200, body = Campaign),
        (status = 400, description = "ERR_VALIDATION"),
        (status = 403, description = "ERR_PLAN_FEATURE, ERR_NO_PERMISSION: not an admin"),
        (status = 404, description = "ERR_NO_WAPP_FOUND, ERR_NO_CONTACT_LIST_FOUND, ERR_NO_TAG_FOUND, ERR_NO_FILE_LIST_FOUND")
    )
)]
#[post("")]
pub(super) async fn create(
    app: web::Data<App>,
    media: web::Data<MediaStore>,
    caller: Caller,
    body: Valid<CampaignBody>,
) -> Result<web::Json<Campaign>, ApiError> {
    let (Valid(body), company, now) = (body, caller.company, app.clock.now());
    let done = app
        .change(company, now, async |conn, told| {
            admit(&caller)?;
            let links = shown(&app, &media);
            let mut form = body.form(None, now)?;
            settle_names(conn, company, &mut form, None, links).await?;
            let id = campaigns::insert(conn, company, &form, now).await?;
            let record = known(conn, &caller, id, links).await?;
            let entry = Entry::created(Subject::Campaign, id, &record);
            caller.note(conn, &entry, now).await?;
            told.push(tell_campaign("create", &record));
            Ok::<_, ApiError>(record)
        })
        .await?;
    Ok(web::Json(done))
}

/// Changes a campaign that does not run, has not ended, and does not begin within the hour. Admins only.
#[utoipa::path(
    tag = "campaigns",
    params(("id" = i64, Path)),
    request_body = CampaignBody,
    responses(
        (status = 200, body = Campaign),
        (status = 400, description = "ERR_VALIDATION, ERR_CAMPAIGN_STATE: it runs, has ended or begins soon, or the list of one that has begun changes"),
        (status = 403, description = "ERR_PLAN_FEATURE, ERR_NO_PERMISSION: not an admin"),
        (status = 404, description = "ERR_NO_CAMPAIGN_FOUND, ERR_NO_WAPP_FOUND, ERR_NO_CONTACT_LIST_FOUND, ERR_NO_TAG_FOUND, ERR_NO_FILE_LIST_FOUND")
    )
)]
#[put("/{id}")]
pub(super) async fn update(
    app: web::Data<App>,
    media: web::Data<MediaStore>,
    caller: Caller,
    id: web::Path<CampaignId>,
    body: Valid<CampaignBody>,
) -> Result<web::Json<Campaign>, ApiError> {
    let (Valid(body), company, now) = (body, caller.company, app.clock.now());
    let done = app
        .change(company, now, async |conn, told| {
            admit(&caller)?;
            let links = shown(&app, &media);
            campaigns::lock(conn, company, *id).await?;
            let before = known(conn, &caller, *id, links).await?;
            check_editable(&app, &before)?;
            let mut form = body.form(Some(&before), now)?;
            settle_names(conn, company, &mut form, Some(&before), links).await?;
            campaigns::update(conn, company, (*id, before.status), &form, now).await?;
            let record = known(conn, &caller, *id, links).await?;
            let entry = Entry::updated(Subject::Campaign, *id, &before, &record);
            caller.note(conn, &entry, now).await?;
            told.push(tell_campaign("update", &record));
            Ok::<_, ApiError>(record)
        })
        .await?;
    Ok(web::Json(done))
}

/// Deletes a campaign that does not run, with its recipients and its file. Admins only.
#[utoipa::path(
    tag = "campaigns",
    params(("id" = i64, Path)),
    responses(
        (status = 204),
        (status = 400, description = "ERR_CAMPAIGN_STATE: it runs"),
        (status = 403, description = "ERR_PLAN_FEATURE, ERR_NO_PERMISSION: not an admin"),
        (status = 404, description = "ERR_NO_CAMPAIGN_FOUND")
    )
)]
#[delete("/{id}")]
pub(super) async fn remove(
    app: web::Data<App>,
    media: web::Data<MediaStore>,
    caller: Caller,
    id: web::Path<CampaignId>,
) -> Result<HttpResponse, ApiError> {
    let (company, now) = (caller.company, app.clock.now());
    app.change(company, now, async |conn, told| {
        admit(&caller)?;
        let gone = known(conn, &caller, *id, shown(&app, &media)).await?;
        let file = campaigns::delete(conn, company, *id).await?;
        let entry = Entry::deleted(Subject::Campaign, *id, &gone);
        caller.note(conn, &entry, now).await?;
        attachments::release(conn, company, file, now).await?;
        told.push(tell_campaign_gone(*id));
        Ok::<_, ApiError>(())
    })
    .await?;
    attachments::clear(&app, &media, company).await;
    Ok(HttpResponse::NoContent().finish())
}
