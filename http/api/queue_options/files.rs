//! The file that goes with an option (rule B21).

use actix_web::{HttpRequest, delete, post, web};
use guiche_storage::{
    audit::Entry,
    media::{self, MediaStore, StoredMedia},
    model::{QueueOptionId, audit::Subject, queue::QueueOption},
    queues,
};

use super::{changed, shown};
use crate::{
    api::attachments::{self, AnyFileForm, Attached},
    app::App,
    error::ApiError,
    middleware::caller::Caller,
};

/// Attaches a file in place of the one before. Admins only.
#[utoipa::path(
    tag = "queue options",
    params(("id" = i64, Path)),
    request_body(content = AnyFileForm, content_type = "multipart/form-data"),
    responses(
        (status = 200, body = Attached),
        (status = 400, description = "ERR_VALIDATION: no file"),
        (status = 403, description = "ERR_NO_PERMISSION: not an admin"),
        (status = 404, description = "ERR_NO_QUEUE_OPTION_FOUND"),
        (status = 413, description = "ERR_PAYLOAD_TOO_LARGE")
    )
)]
#[post("/{id}/media-upload")]
pub(in crate::api) async fn attach(
    request: HttpRequest,
    payload: web::Payload,
    app: web::Data<App>,
    media: web::Data<MediaStore>,
    caller: Caller,
    id: web::Path<QueueOptionId>,
) -> Result<web::Json<Attached>, ApiError> {
    caller.require_admin()?;
    {
        let mut reader = app.db.read().await?;
        let conn = &mut reader.conn();
        queues::options::get(conn, caller.company, *id, shown(&app, &media)).await?;
    }
    let stored = attachments::take(&request, payload, &app, caller.company, None).await?;
    let option = replace(&app, &media, &caller, *id, Some(stored)).await?;
    Ok(web::Json(Attached {
        mensagem: "Arquivo Salvo",
        media_path: option.media_path,
        media_name: option.media_name,
    }))
}

/// Takes the file off. Admins only.
#[utoipa::path(
    tag = "queue options",
    params(("id" = i64, Path)),
    responses(
        (status = 200, body = Attached),
        (status = 403, description = "ERR_NO_PERMISSION: not an admin"),
        (status = 404, description = "ERR_NO_QUEUE_OPTION_FOUND")
    )
)]
#[delete("/{id}/media-upload")]
pub(in crate::api) async fn detach(
    app: web::Data<App>,
    media: web::Data<MediaStore>,
    caller: Caller,
    id: web::Path<QueueOptionId>,
) -> Result<web::Json<Attached>, ApiError> {
    caller.require_admin()?;
    replace(&app, &media, &caller, *id, None).await?;
    Ok(web::Json(Attached::nothing()))
}

/// Writes the row of a new file in the transaction that lets the old one go.
async fn replace(
    app: &App,
    media: &MediaStore,
    caller: &Caller,
    id: QueueOptionId,
    kept: Option<StoredMedia>,
) -> Result<QueueOption, ApiError> {
    let (company, now) = (caller.company, app.clock.now());
    let done = app
        .change(company, now, async |conn, told| {
            let before = queues::options::get(conn, company, id, shown(app, media)).await?;
            let row = match &kept {
                Some(kept) => Some(media::insert_ready(conn, company, now, kept).await?),
                None => None,
            };
            let former = queues::options::set_media(conn, company, id, row, now).await?;
            attachments::release(conn, company, former, now).await?;
            let option = queues::options::get(conn, company, id, shown(app, media)).await?;
            let entry = Entry::updated(Subject::QueueOption, id, &before, &option);
            caller.note(conn, &entry, now).await?;
            told.push(changed(option.queue_id));
            Ok::<_, ApiError>(option)
        })
        .await;
    attachments::settled(app, media, company, (done, kept)).await
}
