//! The file that goes with a campaign (A112).

use actix_web::{HttpRequest, delete, post, web};
use guiche_actors::desk::tell_campaign;
use guiche_storage::{
    audit::Entry,
    campaigns,
    media::{self, MediaStore, StoredMedia},
    model::{CampaignId, audit::Subject, campaign::Campaign, event::Written},
};
use serde::Serialize;

use super::{admit, body::check_captions, check_editable, known, list::shown};
use crate::{
    api::attachments::{self, AnyFileForm, GONE},
    app::App,
    error::ApiError,
    middleware::caller::Caller,
};

/// A campaign whose file was changed.
#[derive(Debug, Serialize, utoipa::ToSchema)]
pub(super) struct CampaignFile {
    /// What was done, in the words of the family of products.
    mensagem: &'static str,
    /// The campaign with its file, or without one.
    #[serde(flatten)]
    campaign: Campaign,
}

/// Attaches a file in place of the one before. Admins only.
#[utoipa::path(
    tag = "campaigns",
    params(("id" = i64, Path)),
    request_body(content = AnyFileForm, content_type = "multipart/form-data"),
    responses(
        (status = 200, body = CampaignFile),
        (status = 400, description = "ERR_VALIDATION: no file, or a text too long to be its caption; ERR_CAMPAIGN_STATE"),
        (status = 403, description = "ERR_PLAN_FEATURE, ERR_NO_PERMISSION: not an admin"),
        (status = 404, description = "ERR_NO_CAMPAIGN_FOUND"),
        (status = 413, description = "ERR_PAYLOAD_TOO_LARGE")
    )
)]
#[post("/{id}/media-upload")]
pub(super) async fn attach(
    request: HttpRequest,
    payload: web::Payload,
    app: web::Data<App>,
    media: web::Data<MediaStore>,
    caller: Caller,
    id: web::Path<CampaignId>,
) -> Result<web::Json<CampaignFile>, ApiError> {
    {
        let mut reader = app.db.read().await?;
        let conn = &mut reader.conn();
        admit(&caller)?;
        let campaign = known(conn, &caller, *id, shown(&app, &media)).await?;
        check_editable(&app, &campaign)?;
        check_captions(&campaign.texts)?;
    }
    let stored = attachments::take(&request, payload, &app, caller.company, None).await?;
    let campaign = replace(&app, &media, &caller, *id, Some(stored)).await?;
    Ok(web::Json(CampaignFile {
        mensagem: "Mensagem enviada",
        campaign,
    }))
}

/// Takes the file off. Admins only.
#[utoipa::path(
    tag = "campaigns",
    params(("id" = i64, Path)),
    responses(
        (status = 200, body = CampaignFile),
        (status = 400, description = "ERR_CAMPAIGN_STATE"),
        (status = 403, description = "ERR_PLAN_FEATURE, ERR_NO_PERMISSION: not an admin"),
        (status = 404, description = "ERR_NO_CAMPAIGN_FOUND")
    )
)]
#[delete("/{id}/media-upload")]
pub(super) async fn detach(
    app: web::Data<App>,
    media: web::Data<MediaStore>,
    caller: Caller,
    id: web::Path<CampaignId>,
) -> Result<web::Json<CampaignFile>, ApiError> {
    let campaign = replace(&app, &media, &caller, *id, None).await?;
    Ok(web::Json(CampaignFile {
        mensagem: GONE,
        campaign,
    }))
}

/// Writes the row of a new file in the transaction that lets the old one go.
async fn replace(
    app: &App,
    store: &MediaStore,
    caller: &Caller,
    id: CampaignId,
    kept: Option<StoredMedia>,
) -> Result<Campaign, ApiError> {
    let (company, now) = (caller.company, app.clock.now());
    let done = app
        .change(company, now, async |conn, told| {
            admit(caller)?;
            let links = shown(app, store);
            campaigns::lock(conn, company, id).await?;
            let before = known(conn, caller, id, links).await?;
            check_editable(app, &before)?;
            let row = match &kept {
                Some(kept) => {
                    check_captions(&before.texts)?;
                    let row = media::insert_ready(conn, company, now, kept).await?;
                    Some((row, kept.name.as_str()))
                }
                None => None,
            };
            let former = campaigns::set_media(conn, company, id, row, now).await?;
            attachments::release(conn, company, former, now).await?;
            let record = known(conn, caller, id, links).await?;
            let entry = Entry::updated(Subject::Campaign, id, &before, &record);
            caller.note(conn, &entry, now).await?;
            told.push(tell_campaign(Written::Changed, &record));
            Ok::<_, ApiError>(record)
        })
        .await;
    attachments::settled(app, store, company, (done, kept)).await
}
