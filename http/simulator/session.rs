//! The business's own phone: it scans the code or takes the letters, loses the network, ends the pairing.

use actix_web::{HttpResponse, web};
use chrono::TimeDelta;
use guiche_storage::{
    Conn, StorageError,
    fixtures::simulator::{self as phones, Break, Shown},
    model::{CompanyId, ConnectionId, ErrorCode},
};
use serde::Deserialize;
use serde_json::json;

use super::{
    Simulator,
    handlers::company_of,
    requests::{number, push_name, short},
};
use crate::error::ApiError;

/// Longest time for which a phone goes away: a day.
const AWAY_SECONDS_MAX: i64 = 86_400;
/// Characters of a reason.
const REASON_CHARS_MAX: usize = 200;

/// Mounts the routes of `/{cid}/session`.
pub(super) fn configure(cfg: &mut web::ServiceConfig) {
    cfg.route("/{cid}/session", web::get().to(show))
        .route("/{cid}/session/scan", web::post().to(scan))
        .route("/{cid}/session/pair", web::post().to(pair))
        .route("/{cid}/session/expire", web::post().to(expire))
        .route("/{cid}/session/drop", web::post().to(drop_line))
        .route("/{cid}/session/restore", web::post().to(restore))
        .route("/{cid}/session/close", web::post().to(close))
        .route("/{cid}/session/logout", web::post().to(log_out));
}

/// Which phone takes the code.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
struct Phone {
    /// The code that its camera sees; the one that is shown if it does not say.
    code: Option<String>,
    /// Its number; one of its own if it does not say.
    number: Option<String>,
    /// The name of its account.
    name: Option<String>,
}

/// How it goes away.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
struct Away {
    /// For how long; with 0 the next try reaches it.
    seconds: i64,
    reason: Option<String>,
}

async fn show(
    simulator: web::Data<Simulator>,
    path: web::Path<ConnectionId>,
) -> Result<HttpResponse, ApiError> {
    let company = company_of(&simulator, *path).await?;
    let mut reader = simulator.db.read().await?;
    let phone = phones::find_session(&mut reader.conn(), company, *path).await?;
    let now = simulator.clock.now();
    Ok(HttpResponse::Ok().json(json!({
        "isPaired": phone.is_paired, "number": phone.number, "name": phone.name,
        "qrcode": phone.qrcode, "pairingCode": phone.pairing_code,
        "awayUntil": phone.away_until.filter(|until| *until > now)
    })))
}

async fn scan(
    simulator: web::Data<Simulator>,
    path: web::Path<ConnectionId>,
    phone: web::Json<Phone>,
) -> Result<HttpResponse, ApiError> {
    let shown = Shown::Code(phone.code.as_deref());
    take(&simulator, *path, shown, &phone).await
}

async fn pair(
    simulator: web::Data<Simulator>,
    path: web::Path<ConnectionId>,
    phone: web::Json<Phone>,
) -> Result<HttpResponse, ApiError> {
    let letters = phone.code.as_deref().unwrap_or_default();
    if letters.is_empty() {
        return Err(ApiError::field("code", "is required"));
    }
    take(&simulator, *path, Shown::Letters(letters), &phone).await
}

async fn take(
    simulator: &Simulator,
    connection: ConnectionId,
    shown: Shown<'_>,
    phone: &Phone,
) -> Result<HttpResponse, ApiError> {
    let own = match &phone.number {
        Some(text) => number("number", text)?,
        None => format!("551190{:07}", connection.0.rem_euclid(10_000_000)),
    };
    let name = phone.name.as_deref().unwrap_or("Celular da loja");
    push_name(name)?;
    act(simulator, connection, async |conn, company| {
        let who = (own.as_str(), name);
        if phones::pair(conn, company, connection, shown, who).await? {
            Ok(())
        } else {
            Err(ErrorCode::WappNotInitialized.into())
        }
    })
    .await
}

async fn expire(
    simulator: web::Data<Simulator>,
    path: web::Path<ConnectionId>,
) -> Result<HttpResponse, ApiError> {
    act(&simulator, *path, async |conn, company| {
        phones::show_code(conn, company, *path, "").await
    })
    .await
}

async fn drop_line(
    simulator: web::Data<Simulator>,
    path: web::Path<ConnectionId>,
    away: web::Json<Away>,
) -> Result<HttpResponse, ApiError> {
    if !(0..=AWAY_SECONDS_MAX).contains(&away.seconds) {
        return Err(ApiError::field("seconds", "must be 0 to 86400"));
    }
    let until = simulator.clock.now() + TimeDelta::seconds(away.seconds);
    let reason = reason(&away, "the phone has no network")?;
    break_off(&simulator, *path, (reason, Some(until), false)).await
}

async fn close(
    simulator: web::Data<Simulator>,
    path: web::Path<ConnectionId>,
    away: web::Json<Away>,
) -> Result<HttpResponse, ApiError> {
    let reason = reason(&away, "the account was blocked")?;
    break_off(&simulator, *path, (reason, None, true)).await
}

async fn break_off(
    simulator: &Simulator,
    connection: ConnectionId,
    (reason, away_until, is_closed): (&str, Option<chrono::DateTime<chrono::Utc>>, bool),
) -> Result<HttpResponse, ApiError> {
    let how = Break {
        reason,
        away_until,
        is_closed,
    };
    act(simulator, connection, async |conn, company| {
        phones::break_off(conn, company, connection, how).await
    })
    .await
}

async fn restore(
    simulator: web::Data<Simulator>,
    path: web::Path<ConnectionId>,
) -> Result<HttpResponse, ApiError> {
    act(&simulator, *path, async |conn, company| {
        phones::come_back(conn, company, *path).await
    })
    .await
}

async fn log_out(
    simulator: web::Data<Simulator>,
    path: web::Path<ConnectionId>,
) -> Result<HttpResponse, ApiError> {
    act(&simulator, *path, async |conn, company| {
        phones::unpair(conn, company, *path).await
    })
    .await
}

/// Does it and tells the session.
async fn act(
    simulator: &Simulator,
    connection: ConnectionId,
    work: impl AsyncFn(&mut Conn<'_>, CompanyId) -> Result<(), StorageError>,
) -> Result<HttpResponse, ApiError> {
    let company = company_of(simulator, connection).await?;
    simulator
        .db
        .write(async |conn| work(conn, company).await)
        .await?;
    (simulator.wake_session)(company, connection);
    Ok(HttpResponse::Ok().json(json!({ "id": connection })))
}

fn reason<'a>(away: &'a Away, usual: &'a str) -> Result<&'a str, ApiError> {
    let reason = away.reason.as_deref().unwrap_or(usual);
    short("reason", reason, REASON_CHARS_MAX)?;
    Ok(reason)
}
