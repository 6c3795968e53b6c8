//! What a phone says of its business: put there, changed, taken away.

use actix_web::{HttpResponse, web};
use guiche_storage::{
    fixtures::simulator as phones,
    model::{ConnectionId, ErrorCode, business_profile::BusinessProfile},
};
use serde_json::json;

use super::{Simulator, handlers::company_of, requests::chat};
use crate::error::ApiError;

/// Mounts `/{cid}/phones/{number}/profile`.
pub(super) fn configure(cfg: &mut web::ServiceConfig) {
    cfg.service(
        web::resource("/{cid}/phones/{number}/profile")
            .route(web::put().to(put))
            .route(web::delete().to(take_away)),
    );
}

async fn put(
    simulator: web::Data<Simulator>,
    path: web::Path<(ConnectionId, String)>,
    profile: web::Json<BusinessProfile>,
) -> Result<HttpResponse, ApiError> {
    show(&simulator, path.into_inner(), Some(&profile)).await
}

async fn take_away(
    simulator: web::Data<Simulator>,
    path: web::Path<(ConnectionId, String)>,
) -> Result<HttpResponse, ApiError> {
    show(&simulator, path.into_inner(), None).await
}

async fn show(
    simulator: &Simulator,
    (connection, number): (ConnectionId, String),
    profile: Option<&BusinessProfile>,
) -> Result<HttpResponse, ApiError> {
    let number = chat("number", &number)?;
    let company = company_of(simulator, connection).await?;
    let shown = simulator.db.write(async |conn| {
        phones::show_profile(conn, (company, connection), &number, profile).await
    });
    if !shown.await? {
        return Err(ErrorCode::NotFound.into());
    }
    Ok(HttpResponse::Ok().json(json!({ "number": number })))
}
