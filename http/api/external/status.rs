//! `GET /messages/send/{id}`: what became of a message that a program sent.

use actix_web::{get, web};
use guiche_storage::{
    media::MediaStore,
    messages::{self, Shown, write::find_state},
    model::{
        ContactId, ErrorCode, MessageId, TicketId,
        message::{Author, Message},
        outgoing::SendState,
    },
};
use serde::Serialize;

use super::token::ByToken;
use crate::{app::App, error::ApiError};

/// How far a message is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "lowercase")]
pub(super) enum Delivery {
    /// Waits for its turn.
    Queued,
    /// `WhatsApp` has taken it.
    Sent,
    /// It is on the customer's phone.
    Delivered,
    /// He has read it.
    Read,
    /// It was certainly not sent.
    Failed,
    /// Nobody can know whether it was sent; an attendant is asked.
    Unknown,
    /// It was taken back.
    Cancelled,
}

/// What became of a message.
#[derive(Debug, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct ExternalStatus {
    /// The message.
    id: MessageId,
    /// The ticket in which it stands.
    ticket_id: TicketId,
    /// To whom it went.
    contact_id: ContactId,
    /// How far it is.
    status: Delivery,
    /// Why it was not sent, as the provider says it.
    error: Option<String>,
}

/// What became of a message that was sent with the same token.
#[utoipa::path(
    tag = "messages api",
    params(("id" = i64, Path, description = "Message number")),
    security(("connectionToken" = [])),
    responses(
        (status = 200, body = ExternalStatus),
        (status = 401, description = "ERR_API_TOKEN: no token of a connection, or an unknown one"),
        (status = 403, description = "ERR_PLAN_FEATURE, ERR_COMPANY_INACTIVE, ERR_COMPANY_EXPIRED"),
        (status = 404, description = "ERR_NO_MESSAGE_FOUND: none, or one that was not sent with this token"),
        (status = 503, description = "ERR_BUSY with Retry-After")
    )
)]
#[get("/send/{id}")]
pub(in crate::api) async fn show_status(
    program: ByToken,
    id: web::Path<MessageId>,
    app: web::Data<App>,
    media: web::Data<MediaStore>,
) -> Result<web::Json<ExternalStatus>, ApiError> {
    program.require_right(&app)?;
    let (company, line) = (program.0.company, program.0.connection);
    let mut reader = app.db.read().await?;
    let conn = &mut reader.conn();
    let state = find_state(conn, company, *id).await?;
    if state.is_none_or(|state| state.connection_id != Some(line)) {
        return Err(ErrorCode::NoMessageFound.into());
    }
    let shown = Shown {
        links: media.links(),
        now: app.clock.now(),
    };
    let message = messages::get(conn, company, *id, shown).await?;
    if message.author != Author::Api {
        return Err(ErrorCode::NoMessageFound.into());
    }
    Ok(web::Json(ExternalStatus {
        id: message.id,
        ticket_id: message.ticket_id,
        contact_id: message.contact_id,
        status: delivery(&message),
        error: message.error,
    }))
}

/// How far a message is, in the words of the API.
pub(super) fn delivery(message: &Message) -> Delivery {
    match (message.send_state, message.ack) {
        (Some(SendState::Accepted), 4..) => Delivery::Read,
        (Some(SendState::Accepted), 3) => Delivery::Delivered,
        (Some(SendState::Accepted), _) => Delivery::Sent,
        (Some(SendState::Rejected | SendState::Expired), _) => Delivery::Failed,
        (Some(SendState::Unknown), _) => Delivery::Unknown,
        (Some(SendState::Cancelled), _) => Delivery::Cancelled,
        (Some(SendState::Queued | SendState::Attempting) | None, _) => Delivery::Queued,
    }
}
