//! The page of the message API: which numbers have a token, and how their programs' last calls ended.

use actix_web::{get, web};
use guiche_storage::{
    companies::Feature,
    connections::{
        self,
        programs::{self, ApiCall, ConnectionToken},
    },
    model::ConnectionId,
};
use serde::Serialize;

use crate::{
    api::messages::send::upload_bytes_max, app::App, error::ApiError, middleware::caller::Caller,
};

/// What an admin has to know to let programs send.
#[derive(Debug, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct MessagesApi {
    /// Messages per minute by one token.
    per_minute: u32,
    /// Bytes of one file.
    file_bytes_max: u64,
    /// The company's numbers, the default first.
    connections: Vec<ConnectionToken>,
}

/// The numbers with their tokens, and what is allowed. Admins only.
#[utoipa::path(
    tag = "messages api",
    responses(
        (status = 200, body = MessagesApi),
        (status = 403, description = "ERR_NO_PERMISSION: not an admin; ERR_PLAN_FEATURE")
    )
)]
#[get("")]
pub(super) async fn show(
    app: web::Data<App>,
    caller: Caller,
) -> Result<web::Json<MessagesApi>, ApiError> {
    caller.require_plan(Feature::ExternalApi)?;
    caller.require_admin()?;
    let mut reader = app.db.read().await?;
    Ok(web::Json(MessagesApi {
        per_minute: app.config.limits.api_per_token_per_minute,
        file_bytes_max: upload_bytes_max(&app),
        connections: programs::list_tokens(&mut reader.conn(), caller.company).await?,
    }))
}

/// The last calls by the token of a number, newest first; at most 50. Admins only.
#[utoipa::path(
    tag = "messages api",
    params(("whatsappId" = i64, Path)),
    responses(
        (status = 200, body = [ApiCall]),
        (status = 403, description = "ERR_NO_PERMISSION: not an admin; ERR_PLAN_FEATURE"),
        (status = 404, description = "ERR_NO_WAPP_FOUND")
    )
)]
#[get("/{whatsappId}/calls")]
pub(super) async fn list(
    app: web::Data<App>,
    caller: Caller,
    id: web::Path<ConnectionId>,
) -> Result<web::Json<Vec<ApiCall>>, ApiError> {
    caller.require_plan(Feature::ExternalApi)?;
    caller.require_admin()?;
    let mut reader = app.db.read().await?;
    let conn = &mut reader.conn();
    connections::get(conn, caller.company, *id).await?;
    Ok(web::Json(
        programs::list_calls(conn, caller.company, *id).await?,
    ))
}
