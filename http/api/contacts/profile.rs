//! What a contact that is a business says of itself.

use actix_web::{get, web};
use chrono::{DateTime, Utc};
use guiche_storage::{
    contacts::profiles::{self, Known},
    model::{ContactId, business_profile::BusinessProfile},
};
use serde::Serialize;

use crate::{app::App, error::ApiError, middleware::caller::Caller};

/// What somebody says of himself on `WhatsApp`.
#[derive(Debug, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub(in crate::api) struct ShownProfile {
    /// What he says; nothing of who is no business, or was not asked for yet.
    profile: Option<BusinessProfile>,
    /// When it was asked for last.
    asked_at: Option<DateTime<Utc>>,
}

impl From<Known> for ShownProfile {
    fn from(known: Known) -> Self {
        Self {
            profile: known.profile,
            asked_at: known.asked_at,
        }
    }
}

/// What a contact that is a business says of itself, as a paired number was told: asked for when he writes, at most once in
/// 30 days.
#[utoipa::path(
    tag = "contacts",
    params(("id" = i64, Path)),
    responses((status = 200, body = ShownProfile), (status = 404, description = "ERR_NO_CONTACT_FOUND"))
)]
#[get("/{id}/profile")]
pub(super) async fn profile(
    app: web::Data<App>,
    caller: Caller,
    id: web::Path<ContactId>,
) -> Result<web::Json<ShownProfile>, ApiError> {
    let mut reader = app.db.read().await?;
    let known = profiles::find(&mut reader.conn(), caller.company, *id).await?;
    Ok(web::Json(known.into()))
}
