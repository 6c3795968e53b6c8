//! `POST /messages/{ticketId}/template`: an approved text, which also passes when free text does not.

use actix_web::{post, web};
use garde::Validate;
use guiche_actors::{
    Actors,
    desk::{Piece, SendMessages},
};
use guiche_storage::model::{
    ErrorCode, MessageTemplateId, TicketId,
    message_template::{TemplateChoice, TemplateValues},
};
use serde::Deserialize;

use super::send::{Sent, checked_client_id};
use crate::{
    api::tickets::one::visible, app::App, error::ApiError, middleware::caller::Caller, valid::Valid,
};

/// A template to send.
#[derive(Debug, Deserialize, Validate, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct TemplateMessage {
    /// Which, of the ticket's number.
    #[garde(skip)]
    template_id: MessageTemplateId,
    /// What stands for its variables.
    #[serde(default)]
    #[garde(skip)]
    values: TemplateValues,
    /// The client's id for the message; a repeated one is stored once.
    #[garde(skip)]
    client_id: Option<String>,
}

/// Sends an approved text of the ticket's number. What the customer reads is the message's text.
#[utoipa::path(
    tag = "messages",
    params(("id" = i64, Path, description = "Ticket number")),
    request_body = TemplateMessage,
    responses(
        (status = 200, body = Sent),
        (status = 400, description = "ERR_VALIDATION, ERR_TICKET_PENDING, ERR_TICKET_CLOSED, ERR_TEMPLATES_UNSUPPORTED, \
            ERR_TEMPLATE_NOT_APPROVED, ERR_TEMPLATE_VARIABLES: one is missing, ERR_TEMPLATE_KIND: it needs a file or a code"),
        (status = 403, description = "ERR_NO_PERMISSION: somebody else has the ticket"),
        (status = 404, description = "ERR_NO_TICKET_FOUND, ERR_NO_WAPP_FOUND, ERR_NO_TEMPLATE_FOUND"),
        (status = 422, description = "ERR_IDEMPOTENCY_KEY: the client id is that of another message")
    )
)]
#[post("/{id}/template")]
pub(super) async fn send_template(
    app: web::Data<App>,
    actors: web::Data<Actors>,
    caller: Caller,
    id: web::Path<TicketId>,
    body: Valid<TemplateMessage>,
) -> Result<web::Json<Sent>, ApiError> {
    let ticket = visible(&app, &caller, *id).await?;
    let Valid(body) = body;
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
            media: None,
            client_id: checked_client_id(body.client_id)?,
        }],
        quoted_id: None,
        is_private: false,
        by: caller.viewer().into(),
    };
    let message = actors.desk(caller.company, work).await?.pop();
    let message = message.ok_or(ErrorCode::CreatingMessage)?;
    if message.ticket_id != ticket.id || message.is_private {
        return Err(ErrorCode::IdempotencyKey.into());
    }
    Ok(web::Json(Sent::One {
        message: Box::new(message),
    }))
}
