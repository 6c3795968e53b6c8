//! The message templates of a number: listed, made, deleted, asked for again.

mod draft;
mod files;

use actix_web::{HttpRequest, delete, get, post, web};
use guiche_actors::{connection::provider::cloud::Account, rules::capabilities::Capabilities};
use guiche_storage::{
    Conn,
    audit::Entry,
    connections::{
        self,
        message_templates::{self, RemoteTemplate, TemplateName},
    },
    model::{
        ConnectionId, ErrorCode, MessageTemplateId, audit::Subject,
        message_template::MessageTemplate,
    },
};

pub(in crate::api) use self::files::attach;
use self::{
    draft::NewTemplate,
    files::{Sample, TemplateForm},
};
use crate::{
    api::{fields::Empty, messages::send::discard},
    app::App,
    cloud_templates::not_done,
    error::ApiError,
    middleware::caller::Caller,
    uploads::store_of,
};

/// A number's templates by name and language; at most 1000. Others than admins see those that may be sent.
#[utoipa::path(
    tag = "connections",
    operation_id = "list_templates",
    params(("id" = i64, Path)),
    responses(
        (status = 200, body = [MessageTemplate]),
        (status = 400, description = "ERR_TEMPLATES_UNSUPPORTED: the number has none"),
        (status = 404, description = "ERR_NO_WAPP_FOUND")
    )
)]
#[get("/{id}/templates")]
pub(in crate::api) async fn list(
    app: web::Data<App>,
    caller: Caller,
    id: web::Path<ConnectionId>,
) -> Result<web::Json<Vec<MessageTemplate>>, ApiError> {
    let mut reader = app.db.read().await?;
    let conn = &mut reader.conn();
    require_templates(conn, &caller, *id).await?;
    let mut all = message_templates::list(conn, caller.company, *id).await?;
    if !caller.is_admin() {
        all.retain(MessageTemplate::is_approved);
    }
    Ok(web::Json(all))
}

/// Asks Meta for another template; it may be sent when Meta has approved it. With a file, above its text, as a form: Meta gets it
/// as a sample, and it goes with the template where no other one is given. Admins only.
#[utoipa::path(
    tag = "connections",
    operation_id = "create_template",
    params(("id" = i64, Path)),
    request_body(content(
        (NewTemplate = "application/json"),
        (TemplateForm = "multipart/form-data")
    )),
    responses(
        (status = 200, body = MessageTemplate),
        (status = 400, description = "ERR_VALIDATION, ERR_TEMPLATES_UNSUPPORTED, \
            ERR_TEMPLATE_FILE: not a JPEG, PNG, MP4 or PDF file, or too large; \
            ERR_TEMPLATE_REFUSED: Meta's words are in `details.meta`"),
        (status = 403, description = "ERR_NO_PERMISSION: not an admin"),
        (status = 404, description = "ERR_NO_WAPP_FOUND"),
        (status = 409, description = "ERR_TEMPLATE_TAKEN, ERR_WAPP_TOKEN_REFUSED"),
        (status = 413, description = "ERR_PAYLOAD_TOO_LARGE"),
        (status = 503, description = "ERR_META_UNREACHABLE")
    )
)]
#[post("/{id}/templates")]
pub(in crate::api) async fn create(
    request: HttpRequest,
    payload: web::Payload,
    app: web::Data<App>,
    caller: Caller,
    id: web::Path<ConnectionId>,
) -> Result<web::Json<MessageTemplate>, ApiError> {
    caller.require_admin()?;
    let store = store_of(&request)?;
    let (new, sample) = files::read(&request, payload, &app, caller.company).await?;
    let row = sample.as_ref().map(|sample| sample.row);
    match make(&app, &caller, *id, (new, sample)).await {
        Ok(made) => Ok(web::Json(made)),
        Err(error) => {
            discard(&app, store, caller.company, row.as_slice()).await?;
            Err(error)
        }
    }
}

async fn make(
    app: &App,
    caller: &Caller,
    id: ConnectionId,
    (new, sample): (NewTemplate, Option<Sample>),
) -> Result<MessageTemplate, ApiError> {
    let (company, now) = (caller.company, app.clock.now());
    let kind = sample.as_ref().map(|sample| sample.row.1);
    let (mut draft, components) = new.draft(kind)?;
    let account = account(app, caller, id).await?;
    {
        let mut reader = app.db.read().await?;
        let known = message_templates::list(&mut reader.conn(), company, id).await?;
        let is_same = |it: &MessageTemplate| it.name == draft.name && it.language == draft.language;
        if known.iter().any(is_same) {
            return Err(ErrorCode::TemplateTaken.into());
        }
    }
    let setup = &app.cloud_setup;
    if let Some(sample) = &sample {
        let shown = account.upload_sample(&sample.file, setup.egress.clone());
        draft.show_sample(&shown.await.map_err(not_done)?);
    }
    let asked = account.create_template(&draft, setup.egress.clone()).await;
    let (remote_id, status, category) = asked.map_err(not_done)?;
    let told = RemoteTemplate {
        remote_id,
        name: draft.name,
        language: draft.language,
        category,
        status,
        components,
        rejected_reason: None,
    };
    let mut made = None;
    setup
        .for_each_number(company, &account, now, async |conn, connection| {
            let template = message_templates::put(conn, company, connection, &told, now).await?;
            if let Some(sample) = &sample {
                let file = sample.row.0;
                message_templates::set_file(conn, company, connection, template, file).await?;
            }
            if connection == id {
                let stored = message_templates::get(conn, company, id, template).await?;
                let entry = Entry::created(Subject::MessageTemplate, template, &stored);
                caller.note(conn, &entry, now).await?;
                made = Some(stored);
            }
            Ok(())
        })
        .await?;
    Ok(made.ok_or(ErrorCode::NoWappFound)?)
}

/// Deletes a template, here and at Meta's. Admins only.
#[utoipa::path(
    tag = "connections",
    operation_id = "delete_template",
    params(("id" = i64, Path), ("templateId" = i64, Path)),
    responses(
        (status = 200, body = Empty),
        (status = 400, description = "ERR_TEMPLATES_UNSUPPORTED, ERR_TEMPLATE_REFUSED"),
        (status = 409, description = "ERR_WAPP_NOT_INITIALIZED: without secrets"),
        (status = 403, description = "ERR_NO_PERMISSION: not an admin"),
        (status = 404, description = "ERR_NO_WAPP_FOUND, ERR_NO_TEMPLATE_FOUND"),
        (status = 409, description = "ERR_WAPP_TOKEN_REFUSED"),
        (status = 503, description = "ERR_META_UNREACHABLE")
    )
)]
#[delete("/{id}/templates/{templateId}")]
pub(in crate::api) async fn remove(
    app: web::Data<App>,
    caller: Caller,
    ids: web::Path<(ConnectionId, MessageTemplateId)>,
) -> Result<web::Json<Empty>, ApiError> {
    caller.require_admin()?;
    let (company, (id, template), now) = (caller.company, ids.into_inner(), app.clock.now());
    let account = account(&app, &caller, id).await?;
    let (gone, remote_id) = {
        let mut reader = app.db.read().await?;
        let conn = &mut reader.conn();
        let gone = message_templates::get(conn, company, id, template).await?;
        let remote_id = message_templates::remote_id(conn, company, id, template).await?;
        (gone, remote_id)
    };
    let setup = &app.cloud_setup;
    let asked = account.delete_template(&gone.name, &remote_id, setup.egress.clone());
    asked.await.map_err(not_done)?;
    let which = TemplateName {
        name: &gone.name,
        language: &gone.language,
    };
    setup
        .for_each_number(company, &account, now, async |conn, connection| {
            message_templates::forget(conn, company, connection, which).await?;
            if connection == id {
                let entry = Entry::deleted(Subject::MessageTemplate, template, &gone);
                caller.note(conn, &entry, now).await?;
            }
            Ok(())
        })
        .await?;
    Ok(web::Json(Empty {}))
}

/// Asks Meta how the number's templates stand, and answers them. Admins only.
#[utoipa::path(
    tag = "connections",
    operation_id = "refresh_templates",
    params(("id" = i64, Path)),
    responses(
        (status = 200, body = [MessageTemplate]),
        (status = 400, description = "ERR_TEMPLATES_UNSUPPORTED, ERR_TEMPLATE_REFUSED"),
        (status = 409, description = "ERR_WAPP_NOT_INITIALIZED: without secrets"),
        (status = 403, description = "ERR_NO_PERMISSION: not an admin"),
        (status = 404, description = "ERR_NO_WAPP_FOUND"),
        (status = 409, description = "ERR_WAPP_TOKEN_REFUSED"),
        (status = 503, description = "ERR_META_UNREACHABLE")
    )
)]
#[post("/{id}/templates/refresh")]
pub(in crate::api) async fn refresh(
    app: web::Data<App>,
    caller: Caller,
    id: web::Path<ConnectionId>,
) -> Result<web::Json<Vec<MessageTemplate>>, ApiError> {
    caller.require_admin()?;
    let company = caller.company;
    let account = account(&app, &caller, *id).await?;
    app.cloud_setup.refresh_templates(company, &account).await?;
    let mut reader = app.db.read().await?;
    let all = message_templates::list(&mut reader.conn(), company, *id).await?;
    Ok(web::Json(all))
}

async fn require_templates(
    conn: &mut Conn<'_>,
    caller: &Caller,
    id: ConnectionId,
) -> Result<(), ApiError> {
    let connection = connections::get(conn, caller.company, id).await?;
    if Capabilities::of(connection.provider).templates {
        Ok(())
    } else {
        Err(ErrorCode::TemplatesUnsupported.into())
    }
}

async fn account(app: &App, caller: &Caller, id: ConnectionId) -> Result<Account, ApiError> {
    {
        let mut reader = app.db.read().await?;
        require_templates(&mut reader.conn(), caller, id).await?;
    }
    let account = app.cloud_setup.account(caller.company, id).await?;
    Ok(account.ok_or(ErrorCode::WappNotInitialized)?)
}
