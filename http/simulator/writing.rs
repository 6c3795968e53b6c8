//! A customer begins to write on his phone, goes on, or stops.

use actix_web::{HttpResponse, web};
use chrono::TimeDelta;
use guiche_storage::{
    fixtures::simulator as phones,
    model::{ConnectionId, ErrorCode},
};
use serde::Deserialize;
use serde_json::json;

use super::{Simulator, handlers::company_of, requests::chat};
use crate::error::ApiError;

/// How long a phone tells that its customer writes, unless he goes on.
const WRITES_FOR: TimeDelta = TimeDelta::seconds(10);

/// Mounts `/{cid}/phones/{number}/typing`.
pub(super) fn configure(cfg: &mut web::ServiceConfig) {
    cfg.route("/{cid}/phones/{number}/typing", web::post().to(write));
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
struct Writing {
    is_typing: bool,
}

async fn write(
    simulator: web::Data<Simulator>,
    path: web::Path<(ConnectionId, String)>,
    writing: web::Json<Writing>,
) -> Result<HttpResponse, ApiError> {
    let (connection, number) = path.into_inner();
    let number = chat("number", &number)?;
    let company = company_of(&simulator, connection).await?;
    let until = writing
        .is_typing
        .then(|| simulator.clock.now() + WRITES_FOR);
    let written = simulator.db.write(async |conn| {
        let of = (company, connection);
        phones::write_on_phone(conn, of, &number, until).await
    });
    if !written.await? {
        return Err(ErrorCode::NotFound.into());
    }
    (simulator.wake_session)(company, connection);
    Ok(HttpResponse::Ok().json(json!({ "isTyping": writing.is_typing })))
}
