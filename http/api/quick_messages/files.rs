//! The file that goes with a quick message (A109).

use actix_web::{HttpRequest, delete, post, web};
use guiche_storage::{
    audit::Entry,
    media::{self, MediaStore, StoredMedia},
    messages::quick_messages,
    model::{QuickMessageId, audit::Subject, event::Written, quick_message::QuickMessage},
};

use super::{allow_writing, list::shown, tell_written};
use crate::{
    api::attachments::{self, Attached},
    app::App,
    error::ApiError,
    middleware::caller::Caller,
};

/// A file for a quick message.
#[derive(utoipa::ToSchema)]
#[expect(dead_code, reason = "describes what is read field by field")]
pub(super) struct FileForm {
    /// One file; what it is is found out from its bytes.
    #[schema(value_type = String, format = Binary)]
    file: Vec<u8>,
    /// Accepted, means nothing.
    #[serde(rename = "typeArch")]
    #[schema(nullable = false)]
    type_arch: Option<String>,
}

/// Attaches a file in place of the one before.
#[utoipa::path(
    tag = "quick messages",
    params(("id" = i64, Path)),
    request_body(content = FileForm, content_type = "multipart/form-data"),
    responses(
        (status = 200, body = Attached),
        (status = 400, description = "ERR_VALIDATION: no file"),
        (status = 403, description = "ERR_NO_PERMISSION: for everybody, by an attendant"),
        (status = 404, description = "ERR_NO_QUICK_MESSAGE_FOUND"),
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
    id: web::Path<QuickMessageId>,
) -> Result<web::Json<Attached>, ApiError> {
    {
        let mut reader = app.db.read().await?;
        let (conn, links) = (&mut reader.conn(), shown(&app, &media));
        let known = quick_messages::get(conn, caller.company, caller.user, *id, links).await?;
        allow_writing(&caller, &known)?;
    }
    let stored = attachments::take(&request, payload, &app, caller.company, None).await?;
    let record = replace(&app, &media, &caller, *id, Some(stored)).await?;
    Ok(web::Json(Attached {
        mensagem: "Arquivo Anexado",
        media_path: record.media_path,
        media_name: record.media_name,
    }))
}

/// Takes the file off.
#[utoipa::path(
    tag = "quick messages",
    params(("id" = i64, Path)),
    responses(
        (status = 200, body = Attached),
        (status = 403, description = "ERR_NO_PERMISSION: for everybody, by an attendant"),
        (status = 404, description = "ERR_NO_QUICK_MESSAGE_FOUND")
    )
)]
#[delete("/{id}/media-upload")]
pub(super) async fn detach(
    app: web::Data<App>,
    media: web::Data<MediaStore>,
    caller: Caller,
    id: web::Path<QuickMessageId>,
) -> Result<web::Json<Attached>, ApiError> {
    replace(&app, &media, &caller, *id, None).await?;
    Ok(web::Json(Attached::nothing()))
}

/// Writes the row of a new file in the transaction that lets the old one go.
async fn replace(
    app: &App,
    media: &MediaStore,
    caller: &Caller,
    id: QuickMessageId,
    kept: Option<StoredMedia>,
) -> Result<QuickMessage, ApiError> {
    let (company, user, now) = (caller.company, caller.user, app.clock.now());
    let done = app
        .change(company, now, async |conn, told| {
            let links = shown(app, media);
            let known = quick_messages::get(conn, company, user, id, links).await?;
            allow_writing(caller, &known)?;
            let row = match &kept {
                Some(kept) => Some(media::insert_ready(conn, company, now, kept).await?),
                None => None,
            };
            let former = quick_messages::set_media(conn, company, id, row, now).await?;
            attachments::release(conn, company, former, now).await?;
            let record = quick_messages::get(conn, company, user, id, links).await?;
            let entry = Entry::updated(Subject::QuickMessage, id, &known, &record);
            caller.note(conn, &entry, now).await?;
            told.extend(tell_written(Written::Changed, record.geral, &record));
            Ok::<_, ApiError>(record)
        })
        .await;
    attachments::settled(app, media, company, (done, kept)).await
}
