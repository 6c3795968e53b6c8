//! `/announcements/{id}/media-upload`: the picture of an announcement (A084, A114).

use actix_web::{HttpRequest, delete, post, web};
use guiche_storage::{
    Conn,
    announcements::{self, Picture},
    media,
    model::{AnnouncementId, CompanyId},
};

use super::{
    changes::{announce, news, tell},
    list::shown,
};
use crate::{
    api::attachments::{self, Attached, PICTURES, PictureForm},
    app::App,
    caller::Caller,
    error::ApiError,
};

/// Puts a picture to an announcement, in the place of the one it has. Super users only.
#[utoipa::path(
    tag = "announcements",
    operation_id = "upload_picture",
    params(("id" = i64, Path)),
    request_body(content((PictureForm = "multipart/form-data"))),
    responses(
        (status = 200, body = Attached),
        (status = 400, description = "ERR_VALIDATION, ERR_MEDIA_UNSUPPORTED"),
        (status = 403, description = "ERR_NO_PERMISSION: not super"),
        (status = 404, description = "ERR_NO_ANNOUNCEMENT_FOUND"),
        (status = 413, description = "ERR_PAYLOAD_TOO_LARGE")
    )
)]
#[post("/{id}/media-upload")]
pub(super) async fn upload(
    request: HttpRequest,
    payload: web::Payload,
    app: web::Data<App>,
    caller: Caller,
    id: web::Path<AnnouncementId>,
) -> Result<web::Json<Attached>, ApiError> {
    caller.require_super()?;
    announcements::get(&mut app.db.read().await?.conn(), *id, None).await?;
    let stored = attachments::take(&request, payload, &app, caller.company, Some(PICTURES)).await?;
    let now = app.clock.now();
    let work = async |conn: &mut Conn<'_>| {
        let new = media::insert_ready(conn, caller.company, now, &stored).await?;
        let place = Some((caller.company, new));
        let old = announcements::set_media(conn, *id, place, now).await?;
        let gone = forget(conn, old).await?;
        let record = announcements::get(conn, *id, shown(&request, now)).await?;
        let told = announce(conn, now, news("update", &record)).await?;
        Ok::<_, ApiError>((record, gone, told))
    };
    let (record, gone, told) = match app.db.write(work).await {
        Ok(done) => done,
        Err(error) => {
            attachments::remove(&request, caller.company, Some(stored.path)).await?;
            return Err(error);
        }
    };
    tell(&app, told);
    remove_file(&request, gone).await?;
    Ok(web::Json(Attached {
        mensagem: "Mensagem enviada",
        media_path: record.media_path,
        media_name: record.media_name,
    }))
}

/// Takes the picture of an announcement away; without one nothing happens. Super users only.
#[utoipa::path(
    tag = "announcements",
    operation_id = "remove_picture",
    params(("id" = i64, Path)),
    responses(
        (status = 200, body = Attached),
        (status = 403, description = "ERR_NO_PERMISSION: not super"),
        (status = 404, description = "ERR_NO_ANNOUNCEMENT_FOUND")
    )
)]
#[delete("/{id}/media-upload")]
pub(super) async fn remove(
    request: HttpRequest,
    app: web::Data<App>,
    caller: Caller,
    id: web::Path<AnnouncementId>,
) -> Result<web::Json<Attached>, ApiError> {
    caller.require_super()?;
    let now = app.clock.now();
    let work = async |conn: &mut Conn<'_>| {
        let old = announcements::set_media(conn, *id, None, now).await?;
        let had_one = old.is_some();
        let gone = forget(conn, old).await?;
        let told = if had_one {
            let record = announcements::get(conn, *id, None).await?;
            announce(conn, now, news("update", &record)).await?
        } else {
            Vec::new()
        };
        Ok::<_, ApiError>((gone, told))
    };
    let (gone, told) = app.db.write(work).await?;
    tell(&app, told);
    remove_file(&request, gone).await?;
    Ok(web::Json(Attached::nothing()))
}

/// Removes the row of a picture. Answers where its file is.
pub(super) async fn forget(
    conn: &mut Conn<'_>,
    picture: Option<Picture>,
) -> Result<Option<(CompanyId, String)>, ApiError> {
    let Some((company, id)) = picture else {
        return Ok(None);
    };
    let path = attachments::forget(conn, company, Some(id)).await?;
    Ok(path.map(|path| (company, path)))
}

/// Removes a file whose row is gone.
pub(super) async fn remove_file(
    request: &HttpRequest,
    gone: Option<(CompanyId, String)>,
) -> Result<(), ApiError> {
    match gone {
        Some((company, path)) => attachments::remove(request, company, Some(path)).await,
        None => Ok(()),
    }
}
