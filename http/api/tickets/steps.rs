//! The steps of a ticket: who accepted, moved and closed it, and when.

use actix_web::{get, web};
use guiche_storage::{
    model::{TicketId, step::TicketStep},
    tickets,
};

use super::one::visible;
use crate::{app::App, error::ApiError, middleware::caller::Caller};

/// The steps of a ticket, newest first; at most 200.
#[utoipa::path(
    tag = "tickets",
    params(("id" = i64, Path, description = "Ticket number")),
    responses(
        (status = 200, body = [TicketStep]),
        (status = 403, description = "ERR_NO_PERMISSION: in none of the caller's queues"),
        (status = 404, description = "ERR_NO_TICKET_FOUND")
    )
)]
#[get("/{id}/steps")]
pub(super) async fn steps(
    app: web::Data<App>,
    caller: Caller,
    id: web::Path<TicketId>,
) -> Result<web::Json<Vec<TicketStep>>, ApiError> {
    let ticket = visible(&app, &caller, *id).await?;
    let mut reader = app.db.read().await?;
    Ok(web::Json(
        tickets::steps::list(&mut reader.conn(), caller.company, ticket.id).await?,
    ))
}
