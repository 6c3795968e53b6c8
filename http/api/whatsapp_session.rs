//! Sessions of connections: try again, new code, letters to type instead of it, how much of the phone's past comes with
//! it, disconnect.

use actix_web::{delete, post, put, web};
use garde::Validate;
use guiche_actors::{
    publisher::WorkKind,
    rules::{capabilities::Capabilities, pairing},
};
use guiche_storage::{
    Conn,
    audit::Entry,
    connections,
    model::{ConnectionId, ErrorCode, audit::Subject, connection::Connection},
};
use serde::Deserialize;
use serde_json::json;

use super::{
    fields::{Done, phone, phone_digits},
    whatsapp::seen_by,
};
use crate::{
    app::App, error::ApiError, middleware::caller::Caller, route_list::RouteList, valid::Valid,
};

/// What of a phone's past can be chosen, in days.
const HISTORY_DAYS: [i64; 3] = [0, 7, 30];

/// Mounts the routes of `/whatsappsession`.
pub fn configure(cfg: &mut RouteList<'_>) {
    cfg.service(start)
        .service(renew)
        .service(stop)
        .service(ask_letters)
        .service(choose_history);
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
    app.actors.control().start(caller.company, *id)?;
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
    app.actors.control().new_qr(caller.company, *id)?;
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
    app.actors.control().stop(caller.company, *id)?;
    Ok(message("Session disconnected."))
}

/// The phone on which letters will be typed.
#[derive(Debug, Deserialize, Validate, utoipa::ToSchema)]
pub(in crate::api) struct PairingBody {
    /// Its number with the country's code: 8 to 15 digits.
    #[garde(custom(phone))]
    pub number: String,
}

/// Starts the session if it is off, and asks for eight letters and digits that are typed on the phone of a number instead of
/// scanning the code. They come as the connection's `pairingCode`, by event. Admins and supervisors.
#[utoipa::path(
    tag = "connections",
    params(("id" = i64, Path)),
    request_body = PairingBody,
    responses(
        (status = 200, body = Done),
        (status = 400, description = "ERR_VALIDATION"),
        (status = 409, description = "ERR_WAPP_NOT_INITIALIZED: it is connected, or is no phone"),
        (status = 403, description = "ERR_NO_PERMISSION"),
        (status = 404, description = "ERR_NO_WAPP_FOUND")
    )
)]
#[post("/{id}/pairing-code")]
pub(super) async fn ask_letters(
    app: web::Data<App>,
    caller: Caller,
    id: web::Path<ConnectionId>,
    body: Valid<PairingBody>,
) -> Result<web::Json<Done>, ApiError> {
    caller.require_supervisor()?;
    let (company, id, Valid(body)) = (caller.company, id.into_inner(), body);
    let digits = phone_digits(&body.number);
    app.db
        .write(async |conn| {
            let connection = connections::get(conn, company, id).await?;
            if !Capabilities::of(connection.provider).pairing {
                return Err(ErrorCode::WappNotInitialized.into());
            }
            connections::ask_pairing_code(conn, company, id, &digits).await
        })
        .await?;
    note(&app, &caller, id).await?;
    app.actors.control().start(company, id)?;
    app.actors.control().look(company, id, WorkKind::Session);
    Ok(message("Asking for a code."))
}

/// How much of a phone's past is wanted.
#[derive(Debug, Deserialize, Validate, utoipa::ToSchema)]
pub(in crate::api) struct HistoryBody {
    /// Days before the pairing: 0 (nothing), 7 or 30.
    #[garde(custom(history_days))]
    pub days: i64,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "garde gives a reference")]
fn history_days(days: &i64, _: &()) -> garde::Result {
    if HISTORY_DAYS.contains(days) {
        Ok(())
    } else {
        Err(garde::Error::new("must be 0, 7 or 30"))
    }
}

/// Chooses how many days of the phone's last conversations come with the next pairing, as closed tickets; before a phone has
/// taken the code. Admins and supervisors.
#[utoipa::path(
    tag = "connections",
    params(("id" = i64, Path)),
    request_body = HistoryBody,
    responses(
        (status = 200, body = Connection),
        (status = 400, description = "ERR_VALIDATION"),
        (status = 409, description = "ERR_WAPP_NOT_INITIALIZED: it is connected, or is no phone"),
        (status = 403, description = "ERR_NO_PERMISSION"),
        (status = 404, description = "ERR_NO_WAPP_FOUND")
    )
)]
#[put("/{id}/history")]
pub(super) async fn choose_history(
    app: web::Data<App>,
    caller: Caller,
    id: web::Path<ConnectionId>,
    body: Valid<HistoryBody>,
) -> Result<web::Json<Connection>, ApiError> {
    caller.require_supervisor()?;
    let (company, now, id, Valid(body)) = (caller.company, app.clock.now(), id.into_inner(), body);
    let chosen = app
        .change(company, now, async |conn, told| {
            let before = connections::get(conn, company, id).await?;
            if !Capabilities::of(before.provider).pairing {
                return Err(ErrorCode::WappNotInitialized.into());
            }
            let chosen = connections::history::choose(conn, company, id, body.days, now).await?;
            let chosen = chosen.ok_or(ErrorCode::NoWappFound)?;
            let entry = Entry::updated(Subject::Connection, id, &before, &chosen);
            caller.note(conn, &entry, now).await?;
            told.extend(pairing::tell_connection(chosen.clone()));
            Ok::<_, ApiError>(chosen)
        })
        .await?;
    Ok(web::Json(seen_by(&caller, chosen)))
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
