//! `/announcements/{id}/media-upload`: the picture of an announcement (A084, A114).

use actix_web::{HttpRequest, delete, post, web};
use chrono::{DateTime, Utc};
use guiche_storage::{
    Conn,
    audit::Entry,
    companies::announcements::{self, Picture},
    media,
    model::{AnnouncementId, audit::Subject, event::Written},
};

use super::{changes::tell_readers, list::shown};
use crate::{
    api::{
        attachments::{self, Attached, PICTURES, PictureForm},
        everywhere::tell,
    },
    app::App,
    error::ApiError,
    middleware::caller::Caller,
    uploads::store_of,
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
        let before = announcements::get(conn, *id, None).await?;
        let old = announcements::set_media(conn, *id, place, now).await?;
        release(conn, old, now).await?;
        let record = announcements::get(conn, *id, shown(&request, now)).await?;
        let entry = Entry::updated(Subject::Announcement, *id, &before, &record);
        caller.note(conn, &entry, now).await?;
        let told = tell_readers(
            conn,
            &caller,
            (Written::Changed, Some(&before), &record),
            now,
        )
        .await?;
        Ok::<_, ApiError>((record, old, told))
    };
    let (record, old, told) = match app.db.write(work).await {
        Ok(done) => done,
        Err(error) => {
            attachments::remove(&request, caller.company, &stored.path).await?;
            return Err(error);
        }
    };
    tell(&app, told);
    clear(&request, &app, old).await?;
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
        let before = announcements::get(conn, *id, None).await?;
        let old = announcements::set_media(conn, *id, None, now).await?;
        let had_one = old.is_some();
        release(conn, old, now).await?;
        let told = if had_one {
            let record = announcements::get(conn, *id, None).await?;
            let entry = Entry::updated(Subject::Announcement, *id, &before, &record);
            caller.note(conn, &entry, now).await?;
            tell_readers(
                conn,
                &caller,
                (Written::Changed, Some(&before), &record),
                now,
            )
            .await?
        } else {
            Vec::new()
        };
        Ok::<_, ApiError>((old, told))
    };
    let (old, told) = app.db.write(work).await?;
    tell(&app, told);
    clear(&request, &app, old).await?;
    Ok(web::Json(Attached::nothing()))
}

/// Lets go of an announcement's former picture; [`clear`] removes its file after the commit.
pub(super) async fn release(
    conn: &mut Conn<'_>,
    picture: Option<Picture>,
    now: DateTime<Utc>,
) -> Result<(), ApiError> {
    match picture {
        Some((company, id)) => attachments::release(conn, company, Some(id), now).await,
        None => Ok(()),
    }
}

/// Removes the file of a former picture.
pub(super) async fn clear(
    request: &HttpRequest,
    app: &App,
    picture: Option<Picture>,
) -> Result<(), ApiError> {
    if let Some((company, _)) = picture {
        attachments::clear(app, store_of(request)?, company).await;
    }
    Ok(())
}
