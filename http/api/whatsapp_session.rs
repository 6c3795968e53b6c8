//! Sessions of connections: try again, new code, disconnect.

use actix_web::{delete, post, put, web};
use guiche_storage::{connections, model::ConnectionId};

use super::fields::Done;
use crate::{app::App, caller::Caller, error::ApiError, route_list::RouteList};

/// Mounts the routes of `/whatsappsession`.
pub fn configure(cfg: &mut RouteList<'_>) {
    cfg.service(start).service(renew).service(stop);
}

/// Starts the session again. Admins and supervisors.
#[utoipa::path(
    tag = "connections",
    params(("id" = i64, Path)),
    responses(
        (status = 200, body = Done),
        (status = 403, description = "ERR_NO_PERMISSION"),
        (status = 404, description = "ERR_NO_WAPP_FOUND")
    )
)]
#[post("/{id}")]
pub(super) async fn start(
    app: web::Data<App>,
    caller: Caller,
    id: web::Path<ConnectionId>,
) -> Result<web::Json<Done>, ApiError> {
    caller.require_supervisor()?;
    check(&app, &caller, *id).await?;
    app.connections.start(caller.company, *id)?;
    Ok(message("Starting session."))
}

/// Forgets the session and starts a new one, with a new code where there are codes. Admins only.
#[utoipa::path(
    tag = "connections",
    params(("id" = i64, Path)),
    responses(
        (status = 200, body = Done),
        (status = 403, description = "ERR_NO_PERMISSION"),
        (status = 404, description = "ERR_NO_WAPP_FOUND")
    )
)]
#[put("/{id}")]
pub(super) async fn renew(
    app: web::Data<App>,
    caller: Caller,
    id: web::Path<ConnectionId>,
) -> Result<web::Json<Done>, ApiError> {
    caller.require_admin()?;
    check(&app, &caller, *id).await?;
    app.connections.new_qr(caller.company, *id)?;
    Ok(message("Starting session."))
}

/// Ends the session. Admins only.
#[utoipa::path(
    tag = "connections",
    params(("id" = i64, Path)),
    responses(
        (status = 200, body = Done),
        (status = 403, description = "ERR_NO_PERMISSION"),
        (status = 404, description = "ERR_NO_WAPP_FOUND")
    )
)]
#[delete("/{id}")]
pub(super) async fn stop(
    app: web::Data<App>,
    caller: Caller,
    id: web::Path<ConnectionId>,
) -> Result<web::Json<Done>, ApiError> {
    caller.require_admin()?;
    check(&app, &caller, *id).await?;
    app.connections.stop(caller.company, *id)?;
    Ok(message("Session disconnected."))
}

/// # Errors
/// `NoWappFound` when the company has no such connection.
async fn check(app: &App, caller: &Caller, id: ConnectionId) -> Result<(), ApiError> {
    let mut reader = app.db.read().await?;
    connections::get(&mut reader.conn(), caller.company, id).await?;
    Ok(())
}

fn message(message: &'static str) -> web::Json<Done> {
    web::Json(Done { message })
}
