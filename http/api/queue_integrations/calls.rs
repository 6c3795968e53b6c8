//! What was called of an integration: the log of the last days, newest first.

use actix_web::{get, web};
use guiche_storage::{
    bots::calls,
    model::{IntegrationCallId, QueueIntegrationId, bot::IntegrationCall},
};
use serde::{Deserialize, Serialize};

use super::require;
use crate::{app::App, error::ApiError, middleware::caller::Caller, valid::Query};

/// Which calls.
#[derive(Debug, Deserialize, utoipa::IntoParams)]
#[serde(rename_all = "camelCase")]
pub(super) struct CallQuery {
    /// Only those that failed.
    only_errors: Option<bool>,
    /// The `nextCursor` of the page before.
    cursor: Option<i64>,
}

/// A page of what was called of an integration, newest first; 50 a page.
#[derive(Debug, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct IntegrationCalls {
    /// The calls of this page.
    calls: Vec<IntegrationCall>,
    /// Whether another page follows.
    has_more: bool,
    /// Where it begins.
    next_cursor: Option<i64>,
}

/// A page of what was called of an integration in the last 7 days, without bodies. Admins only.
#[utoipa::path(
    tag = "integrations",
    params(("id" = i64, Path), CallQuery),
    responses(
        (status = 200, body = IntegrationCalls),
        (status = 403, description = "ERR_PLAN_FEATURE, ERR_NO_PERMISSION: not an admin"),
        (status = 404, description = "ERR_NO_INTEGRATION_FOUND")
    )
)]
#[get("/{id}/calls")]
pub(super) async fn list_calls(
    app: web::Data<App>,
    caller: Caller,
    id: web::Path<QueueIntegrationId>,
    query: Query<CallQuery>,
) -> Result<web::Json<IntegrationCalls>, ApiError> {
    require(&caller)?;
    let only_errors = query.only_errors.unwrap_or(false);
    let mut reader = app.db.read().await?;
    let conn = &mut reader.conn();
    let before = query.cursor.map(IntegrationCallId);
    let found = calls::list(conn, caller.company, *id, only_errors, before).await?;
    Ok(web::Json(IntegrationCalls {
        calls: found.rows,
        has_more: found.next.is_some(),
        next_cursor: found.next.map(|last| last.0),
    }))
}
