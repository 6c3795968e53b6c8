//! The file above the text of a template: the sample that Meta is shown of a new one, and the one that goes where no other is
//! given.

use actix_web::{HttpRequest, post, web};
use garde::Validate as _;
use guiche_actors::{
    connection::provider::OpenedFile,
    rules::templates::{is_sample, takes_file},
};
use guiche_storage::{
    audit::Entry,
    connections::message_templates,
    media::{self, MediaLimits, StoredMedia},
    model::{
        CompanyId, ConnectionId, ErrorCode, MediaId, MessageTemplateId, audit::Subject,
        message::MediaKind, message_template::MessageTemplate,
    },
};

use super::{account, draft::NewTemplate, require_templates};
use crate::{
    api::{
        attachments::{self, AnyFileForm},
        messages::send::{discard, insert_media, upload_bytes_max},
    },
    app::App,
    error::ApiError,
    middleware::caller::Caller,
    uploads::store_of,
};

/// A new template with a file above its text, as a form.
#[derive(utoipa::ToSchema)]
#[expect(dead_code, reason = "describes what is read field by field")]
pub(in crate::api) struct TemplateForm {
    /// JSON text of the template, without a header.
    template: String,
    /// A JPEG or PNG picture up to 5 MB, an MP4 video up to 16 MB or a PDF.
    #[schema(value_type = String, format = Binary)]
    file: Vec<u8>,
}

/// The file of a new template.
pub(super) struct Sample {
    /// Its row, and what it is.
    pub row: (MediaId, MediaKind),
    /// Where it is.
    pub file: OpenedFile,
}

/// Reads a new template in either form.
///
/// # Errors
/// `Validation`, `TemplateFile` for a file that Meta does not look at, `PayloadTooLarge`.
pub(super) async fn read(
    request: &HttpRequest,
    payload: web::Payload,
    app: &App,
    company: CompanyId,
) -> Result<(NewTemplate, Option<Sample>), ApiError> {
    let read = attachments::read_beside_file(request, payload, app, "template").await?;
    let (new, file): (NewTemplate, _) = read;
    new.validate().map_err(ApiError::from)?;
    let Some(file) = file else {
        return Ok((new, None));
    };
    let store = store_of(request)?;
    let limits = MediaLimits::all(upload_bytes_max(app));
    let stored = file.keep(store, company, limits).await?;
    let path = store.file_path(company, &stored.path);
    let is_fine = is_sample(stored.kind, &stored.mime, stored.size);
    let Some(path) = path.filter(|_| is_fine) else {
        store.remove(company, &stored.path).await?;
        return Err(ErrorCode::TemplateFile.into());
    };
    let row = insert_media(app, company, &stored).await?;
    let StoredMedia { mime, name, .. } = stored;
    let file = OpenedFile {
        path,
        mime,
        name: Some(name),
        voice: false,
    };
    Ok((new, Some(Sample { row, file })))
}

/// Gives a template whose header is a file the one that goes where no other is given, in the place of the one it has. Meta does
/// not hear of it. Admins only.
#[utoipa::path(
    tag = "connections",
    operation_id = "attach_to_template",
    params(("id" = i64, Path), ("templateId" = i64, Path)),
    request_body(content = AnyFileForm, content_type = "multipart/form-data"),
    responses(
        (status = 200, body = MessageTemplate),
        (status = 400, description = "ERR_VALIDATION: no file; ERR_TEMPLATES_UNSUPPORTED, ERR_TEMPLATE_KIND: its header is none, \
            ERR_TEMPLATE_FILE: it shows another kind of file"),
        (status = 403, description = "ERR_NO_PERMISSION: not an admin"),
        (status = 404, description = "ERR_NO_WAPP_FOUND, ERR_NO_TEMPLATE_FOUND"),
        (status = 409, description = "ERR_WAPP_NOT_INITIALIZED: without secrets"),
        (status = 413, description = "ERR_PAYLOAD_TOO_LARGE")
    )
)]
#[post("/{id}/templates/{templateId}/media-upload")]
pub(in crate::api) async fn attach(
    request: HttpRequest,
    payload: web::Payload,
    app: web::Data<App>,
    caller: Caller,
    ids: web::Path<(ConnectionId, MessageTemplateId)>,
) -> Result<web::Json<MessageTemplate>, ApiError> {
    caller.require_admin()?;
    let (company, (id, template)) = (caller.company, ids.into_inner());
    let before = {
        let mut reader = app.db.read().await?;
        let conn = &mut reader.conn();
        require_templates(conn, &caller, id).await?;
        message_templates::get(conn, company, id, template).await?
    };
    let kind = before.file_kind().ok_or(ErrorCode::TemplateKind)?;
    let store = store_of(&request)?;
    let stored = attachments::take(&request, payload, &app, company, None).await?;
    if !takes_file(kind, &stored.mime, stored.size) {
        store.remove(company, &stored.path).await?;
        return Err(ErrorCode::TemplateFile.into());
    }
    let row = insert_media(&app, company, &stored).await?;
    let changed = put_to(&app, &caller, (id, &before), row.0).await;
    if changed.is_err() {
        discard(&app, store, company, &[row]).await?;
    } else {
        attachments::clear(&app, store, company).await;
    }
    changed.map(web::Json)
}

/// Gives the template its file, for each number of the account.
async fn put_to(
    app: &App,
    caller: &Caller,
    (id, before): (ConnectionId, &MessageTemplate),
    file: MediaId,
) -> Result<MessageTemplate, ApiError> {
    let (company, now) = (caller.company, app.clock.now());
    let account = account(app, caller, id).await?;
    let mut changed = None;
    let setup = &app.cloud_setup;
    setup
        .for_each_number(company, &account, now, async |conn, connection| {
            let all = message_templates::list(conn, company, connection).await?;
            let is_it =
                |it: &&MessageTemplate| it.name == before.name && it.language == before.language;
            let Some(it) = all.iter().find(is_it) else {
                return Ok(());
            };
            let old = message_templates::file_of(conn, company, connection, it.id).await?;
            message_templates::set_file(conn, company, connection, it.id, file).await?;
            let old: Vec<MediaId> = old.into_iter().collect();
            media::release(conn, company, &old, now).await?;
            if connection == id {
                let after = message_templates::get(conn, company, id, it.id).await?;
                let entry = Entry::updated(Subject::MessageTemplate, it.id, before, &after);
                caller.note(conn, &entry, now).await?;
                changed = Some(after);
            }
            Ok(())
        })
        .await?;
    Ok(changed.ok_or(ErrorCode::NoTemplateFound)?)
}
