//! The file that goes with a queue's greeting (rule B21).

use actix_web::{HttpRequest, delete, post, web};
use guiche_storage::{
    audit::Entry,
    media::{self, MediaStore, StoredMedia},
    model::{QueueId, audit::Subject, queue::Queue},
    queues,
};

use super::changed;
use crate::{
    api::attachments::{self, AnyFileForm, Attached},
    app::App,
    error::ApiError,
    middleware::caller::Caller,
};

/// Attaches a file in place of the one before. Admins only.
#[utoipa::path(
    tag = "queues",
    params(("id" = i64, Path)),
    request_body(content = AnyFileForm, content_type = "multipart/form-data"),
    responses(
        (status = 200, body = Attached),
        (status = 400, description = "ERR_VALIDATION: no file"),
        (status = 403, description = "ERR_NO_PERMISSION: not an admin"),
        (status = 404, description = "ERR_NO_QUEUE_FOUND"),
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
    id: web::Path<QueueId>,
) -> Result<web::Json<Attached>, ApiError> {
    caller.require_admin()?;
    {
        let mut reader = app.db.read().await?;
        queues::get(&mut reader.conn(), caller.company, *id).await?;
    }
    let stored = attachments::take(&request, payload, &app, caller.company, None).await?;
    let queue = replace(&app, &media, &caller, *id, Some(stored)).await?;
    Ok(web::Json(Attached {
        mensagem: "Arquivo Salvo",
        media_path: queue.media_path,
        media_name: queue.media_name,
    }))
}

/// Takes the file off. Admins only.
#[utoipa::path(
    tag = "queues",
    params(("id" = i64, Path)),
    responses(
        (status = 200, body = Attached),
        (status = 403, description = "ERR_NO_PERMISSION: not an admin"),
        (status = 404, description = "ERR_NO_QUEUE_FOUND")
    )
)]
#[delete("/{id}/media-upload")]
pub(in crate::api) async fn detach(
    app: web::Data<App>,
    media: web::Data<MediaStore>,
    caller: Caller,
    id: web::Path<QueueId>,
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
    id: QueueId,
    kept: Option<StoredMedia>,
) -> Result<Queue, ApiError> {
    let (company, now) = (caller.company, app.clock.now());
    let done = app
        .change(company, now, async |conn, told| {
            let before = queues::get(conn, company, id).await?;
            let row = match &kept {
                Some(kept) => Some(media::insert_ready(conn, company, now, kept).await?),
                None => None,
            };
            let former = queues::set_media(conn, company, id, row, now).await?;
            attachments::release(conn, company, former, now).await?;
            let queue = queues::get(conn, company, id).await?;
            let entry = Entry::updated(Subject::Queue, id, &before, &queue);
            caller.note(conn, &entry, now).await?;
            told.push(changed(&queue));
            Ok::<_, ApiError>(queue)
        })
        .await;
    attachments::settled(app, media, company, (done, kept)).await
}
