//! Sessions of connections: try again, new code, disconnect.

use actix_web::{delete, post, put, web};
use guiche_storage::{
    Conn,
    audit::Entry,
    connections,
    model::{ConnectionId, audit::Subject},
};
use serde_json::json;

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
    note(&app, &caller, *id).await?;
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
    note(&app, &caller, *id).await?;
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
    note(&app, &caller, *id).await?;
    app.connections.stop(caller.company, *id)?;
    Ok(message("Session disconnected."))
}

/// Notes who starts and stops what.
///
/// # Errors
/// `NoWappFound` when the company has no such connection.
async fn note(app: &App, caller: &Caller, id: ConnectionId) -> Result<(), ApiError> {
    let now = app.clock.now();
    let work = async |conn: &mut Conn<'_>| {
        let connection = connections::get(conn, caller.company, id).await?;
        let status = json!({ "status": connection.status });
        let entry = Entry::called(Subject::Connection, id, &connection.name, &status);
        caller.note(conn, &entry, now).await
    };
    Ok(app.db.write(work).await?)
}

fn message(message: &'static str) -> web::Json<Done> {
    web::Json(Done { message })
}
