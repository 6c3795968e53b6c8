//! Writing and deleting campaigns.

use actix_web::{delete, post, put, web};
use guiche_actors::desk::{tell_campaign, tell_campaign_gone};
use guiche_storage::{
    Conn,
    audit::Entry,
    campaigns::{self, CampaignForm},
    media::MediaStore,
    messages::Shown,
    model::{CampaignId, audit::Subject, campaign::Campaign, event::Written},
};

use super::{
    admit,
    body::{CampaignBody, check_captions, settle_names},
    check_editable, known,
    list::shown,
};
use crate::{
    api::{attachments, fields::Done},
    app::App,
    error::ApiError,
    middleware::caller::Caller,
    valid::Valid,
};

/// Adds a campaign: `PROGRAMADA` with a time, otherwise `INATIVA`. Admins only.
#[utoipa::path(
    tag = "campaigns",
    request_body = CampaignBody,
    responses(
        (status = 200, body = Campaign),
        (status = 400, description = "ERR_VALIDATION, ERR_TEMPLATE_NOT_APPROVED, ERR_TEMPLATE_VARIABLES, ERR_TEMPLATE_KIND, ERR_TEMPLATE_PLACE, ERR_TEMPLATES_UNSUPPORTED"),
        (status = 403, description = "ERR_PLAN_FEATURE, ERR_NO_PERMISSION: not an admin"),
        (status = 404, description = "ERR_NO_WAPP_FOUND, ERR_NO_CONTACT_LIST_FOUND, ERR_NO_TAG_FOUND, ERR_NO_FILE_LIST_FOUND, ERR_NO_TEMPLATE_FOUND")
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
            let mut form = body.form(None, now, caller.zone)?;
            settle_names(conn, company, &mut form, None, links).await?;
            let id = campaigns::insert(conn, company, &form, now).await?;
            if let Some(from) = body.media_of_campaign_id {
                take_media(conn, &caller, (from, id), &form, links).await?;
            }
            let record = known(conn, &caller, id, links).await?;
            let entry = Entry::created(Subject::Campaign, id, &record);
            caller.note(conn, &entry, now).await?;
            told.push(tell_campaign(Written::New, &record));
            Ok::<_, ApiError>(record)
        })
        .await?;
    Ok(web::Json(done))
}

/// Gives a new campaign the file of another one; both refer to the same.
async fn take_media(
    conn: &mut Conn<'_>,
    caller: &Caller,
    (from, to): (CampaignId, CampaignId),
    form: &CampaignForm,
    shown: Shown<'_>,
) -> Result<(), ApiError> {
    let source = known(conn, caller, from, shown).await?;
    let media = campaigns::media_of(conn, caller.company, from).await?;
    if let (Some(media), Some(name)) = (media, source.media_name) {
        check_captions(&form.texts)?;
        let row = Some((media, name.as_str()));
        campaigns::set_media(conn, caller.company, to, row, shown.now).await?;
    }
    Ok(())
}

/// Changes a campaign that does not run, has not ended, and does not begin within the hour. Admins only.
#[utoipa::path(
    tag = "campaigns",
    params(("id" = i64, Path)),
    request_body = CampaignBody,
    responses(
        (status = 200, body = Campaign),
        (status = 400, description = "ERR_VALIDATION, ERR_CAMPAIGN_STATE: it runs, has ended or begins soon, or the list of one that has begun changes; \
            ERR_TEMPLATE_NOT_APPROVED, ERR_TEMPLATE_VARIABLES, ERR_TEMPLATE_KIND, ERR_TEMPLATE_PLACE, ERR_TEMPLATES_UNSUPPORTED"),
        (status = 403, description = "ERR_PLAN_FEATURE, ERR_NO_PERMISSION: not an admin"),
        (status = 404, description = "ERR_NO_CAMPAIGN_FOUND, ERR_NO_WAPP_FOUND, ERR_NO_CONTACT_LIST_FOUND, ERR_NO_TAG_FOUND, ERR_NO_FILE_LIST_FOUND, ERR_NO_TEMPLATE_FOUND")
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
            let mut form = body.form(Some(&before), now, caller.zone)?;
            settle_names(conn, company, &mut form, Some(&before), links).await?;
            campaigns::update(conn, company, (*id, before.status), &form, now).await?;
            let record = known(conn, &caller, *id, links).await?;
            let entry = Entry::updated(Subject::Campaign, *id, &before, &record);
            caller.note(conn, &entry, now).await?;
            told.push(tell_campaign(Written::Changed, &record));
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
        (status = 200, body = Done),
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
) -> Result<web::Json<Done>, ApiError> {
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
    Ok(web::Json(Done {
        message: "Campaign deleted.",
    }))
}
