//! One ticket, by number or by its name in links.

use actix_web::{get, web};
use guiche_storage::{
    model::{ErrorCode, TicketId, ticket::Ticket},
    tickets,
};
use uuid::Uuid;

use crate::{app::App, error::ApiError, middleware::caller::Caller};

/// A ticket by its number.
#[utoipa::path(
    tag = "tickets",
    params(("id" = i64, Path, description = "Ticket number")),
    responses(
        (status = 200, body = Ticket),
        (status = 403, description = "ERR_NO_PERMISSION: in none of the caller's queues"),
        (status = 404, description = "ERR_NO_TICKET_FOUND")
    )
)]
#[get("/{id}")]
pub(super) async fn by_id(
    app: web::Data<App>,
    caller: Caller,
    id: web::Path<TicketId>,
) -> Result<web::Json<Ticket>, ApiError> {
    Ok(web::Json(visible(&app, &caller, *id).await?))
}

/// A ticket by its name in links.
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
