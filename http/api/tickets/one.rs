//! One ticket, by number or by its name in links.

use actix_web::{get, web};
use guiche_storage::{
    media::MediaStore,
    messages::{self, OfTicket, PAGE_SIZE, Shown},
    model::{ErrorCode, TicketId, message::Message, ticket::Ticket},
    tickets,
};
use serde::Serialize;
use uuid::Uuid;

use crate::{app::App, error::ApiError, middleware::caller::Caller};

/// A ticket and what was said in it last (S045).
#[derive(Debug, Serialize, utoipa::ToSchema)]
pub(super) struct TicketWithMessages {
    /// The ticket.
    #[serde(flatten)]
    ticket: Ticket,
    /// The last 20 between the customer and the desk, the oldest first; whispers are not among them.
    messages: Vec<Message>,
}

/// A ticket by its number, with its last messages.
#[utoipa::path(
    tag = "tickets",
    params(("id" = i64, Path, description = "Ticket number")),
    responses(
        (status = 200, body = TicketWithMessages),
        (status = 403, description = "ERR_NO_PERMISSION: in none of the caller's queues"),
        (status = 404, description = "ERR_NO_TICKET_FOUND")
    )
)]
#[get("/{id}")]
pub(super) async fn by_id(
    app: web::Data<App>,
    media: web::Data<MediaStore>,
    caller: Caller,
    id: web::Path<TicketId>,
) -> Result<web::Json<TicketWithMessages>, ApiError> {
    let ticket = visible(&app, &caller, *id).await?;
    let newest = OfTicket {
        ticket: ticket.id,
        after: None,
        newest_first: true,
    };
    let shown = Shown {
        links: media.links(),
        now: app.clock.now(),
    };
    let mut messages = {
        let mut reader = app.db.read().await?;
        let conn = &mut reader.conn();
        messages::list_of_ticket(conn, caller.company, newest, PAGE_SIZE, shown).await?
    };
    messages.reverse();
    Ok(web::Json(TicketWithMessages { ticket, messages }))
}

/// A ticket by its name in links; whoever shows it reads its conversation from `/messages/{id}`.
#[utoipa::path(
    tag = "tickets",
    params(("uuid" = Uuid, Path, description = "Ticket name")),
    responses(
        (status = 200, body = Ticket),
        (status = 403, description = "ERR_NO_PERMISSION: in none of the caller's queues"),
        (status = 404, description = "ERR_NO_TICKET_FOUND")
    )
)]
#[get("/u/{uuid}")]
pub(super) async fn by_uuid(
    app: web::Data<App>,
    caller: Caller,
    uuid: web::Path<String>,
) -> Result<web::Json<Ticket>, ApiError> {
    let uuid: Uuid = uuid.parse().map_err(|_| ErrorCode::NoTicketFound)?;
    let mut reader = app.db.read().await?;
    let ticket = tickets::find_by_uuid(&mut reader.conn(), caller.company, uuid)
        .await?
        .ok_or(ErrorCode::NoTicketFound)?;
    allowed(&caller, ticket).map(web::Json)
}

/// A ticket that the caller may see.
///
/// # Errors
/// `NoTicketFound`, `NoPermission` (S080).
pub(in crate::api) async fn visible(
    app: &App,
    caller: &Caller,
    id: TicketId,
) -> Result<Ticket, ApiError> {
    let mut reader = app.db.read().await?;
    let ticket = tickets::get(&mut reader.conn(), caller.company, id).await?;
    allowed(caller, ticket)
}

fn allowed(caller: &Caller, ticket: Ticket) -> Result<Ticket, ApiError> {
    if caller.viewer().sees_ticket(&ticket) {
        Ok(ticket)
    } else {
        Err(ErrorCode::NoPermission.into())
    }
}
