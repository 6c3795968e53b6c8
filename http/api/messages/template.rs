//! `POST /messages/{ticketId}/template`: an approved text, which also passes when free text does not.

use actix_web::{HttpRequest, post, web};
use guiche_actors::desk::{Piece, SendMessages};
use guiche_storage::{
    media::MediaLimits,
    model::{
        CompanyId, ErrorCode, MediaId, MessageTemplateId, TicketId,
        message::MediaKind,
        message_template::{TemplateChoice, TemplateValues},
    },
};
use serde::Deserialize;

use super::send::{Sent, checked_client_id, discard, insert_media, key_of, upload_bytes_max};
use crate::{
    api::{attachments, tickets::one::visible},
    app::App,
    error::ApiError,
    middleware::caller::Caller,
    uploads::store_of,
};

/// A template to send.
#[derive(Debug, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct TemplateMessage {
    /// Which, of the ticket's number.
    template_id: MessageTemplateId,
    /// What stands for its variables.
    #[serde(default)]
    values: TemplateValues,
    /// The client's id for the message; a repeated one is stored once.
    client_id: Option<String>,
}

/// The same as a form, with the file above the text.
#[derive(utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
#[expect(dead_code, reason = "describes what is read field by field")]
pub(super) struct TemplateMessageForm {
    /// JSON text of the message.
    message: String,
    /// The file, in the place of the template's own.
    #[schema(value_type = String, format = Binary)]
    file: Vec<u8>,
}

/// Sends an approved text of the ticket's number. What the customer reads is the message's text. The file above it is the
/// template's own, or one that comes with a form.
#[utoipa::path(
    tag = "messages",
    params(
        ("id" = i64, Path, description = "Ticket number"),
        ("Idempotency-Key" = Option<String>, Header, description = "Like `clientId`"),
    ),
    request_body(content(
        (TemplateMessage = "application/json"),
        (TemplateMessageForm = "multipart/form-data")
    )),
    responses(
        (status = 200, body = Sent),
        (status = 400, description = "ERR_VALIDATION, ERR_TICKET_PENDING, ERR_TICKET_CLOSED, ERR_TEMPLATES_UNSUPPORTED, \
            ERR_TEMPLATE_NOT_APPROVED, ERR_TEMPLATE_VARIABLES: one is missing, ERR_TEMPLATE_KIND: it has cards or a code, \
            ERR_TEMPLATE_FILE: it needs a file, or another one, ERR_TEMPLATE_PLACE: it needs a place with its name and address"),
        (status = 403, description = "ERR_NO_PERMISSION: somebody else has the ticket"),
        (status = 404, description = "ERR_NO_TICKET_FOUND, ERR_NO_WAPP_FOUND, ERR_NO_TEMPLATE_FOUND"),
        (status = 413, description = "ERR_PAYLOAD_TOO_LARGE"),
        (status = 422, description = "ERR_IDEMPOTENCY_KEY: the client id is that of another message")
    )
)]
#[post("/{id}/template")]
pub(super) async fn send_template(
    request: HttpRequest,
    payload: web::Payload,
    app: web::Data<App>,
    caller: Caller,
    id: web::Path<TicketId>,
) -> Result<web::Json<Sent>, ApiError> {
    let ticket = visible(&app, &caller, *id).await?;
    let (body, media) = read(&request, payload, &app, caller.company).await?;
    let client_id = checked_client_id(body.client_id.or_else(|| key_of(&request)))?;
    let work = SendMessages {
        ticket_id: ticket.id,
        contact_id: ticket.contact_id,
        pieces: vec![Piece {
            body: String::new(),
            is_literal: false,
            template: Some(TemplateChoice {
                template_id: body.template_id,
                values: body.values,
            }),
            thing: None,
            media,
            client_id,
        }],
        quoted_id: None,
        is_private: false,
        by: caller.viewer().into(),
    };
    let done = app.actors.desk(caller.company, work).await;
    if done.is_err() {
        let store = store_of(&request)?;
        discard(&app, store, caller.company, media.as_slice()).await?;
    }
    let message = done?.pop().ok_or(ErrorCode::CreatingMessage)?;
    if message.ticket_id != ticket.id || message.is_private {
        return Err(ErrorCode::IdempotencyKey.into());
    }
    Ok(web::Json(Sent::One {
        message: Box::new(message),
    }))
}

/// Reads a message in either form, and keeps its file.
async fn read(
    request: &HttpRequest,
    payload: web::Payload,
    app: &App,
    company: CompanyId,
) -> Result<(TemplateMessage, Option<(MediaId, MediaKind)>), ApiError> {
    let (message, file) = attachments::read_beside_file(request, payload, app, "message").await?;
    let Some(file) = file else {
        return Ok((message, None));
    };
    let limits = MediaLimits::all(upload_bytes_max(app));
    let stored = file.keep(store_of(request)?, company, limits).await?;
    Ok((message, Some(insert_media(app, company, &stored).await?)))
}
