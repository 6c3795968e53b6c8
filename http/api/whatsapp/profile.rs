//! What a number says of its own business.

use actix_web::{get, web};
use guiche_storage::{connections::profile as own, model::ConnectionId};

use crate::{api::contacts::ShownProfile, app::App, error::ApiError, middleware::caller::Caller};

/// What a paired number says of its own business, asked for once it is connected and again after 30 days. Admins and
/// supervisors.
#[utoipa::path(
    tag = "connections",
    params(("id" = i64, Path)),
    responses(
        (status = 200, body = ShownProfile),
        (status = 403, description = "ERR_NO_PERMISSION"),
        (status = 404, description = "ERR_NO_WAPP_FOUND")
    )
)]
#[get("/{id}/profile")]
pub(super) async fn own_profile(
    app: web::Data<App>,
    caller: Caller,
    id: web::Path<ConnectionId>,
) -> Result<web::Json<ShownProfile>, ApiError> {
    caller.require_supervisor()?;
    let mut reader = app.db.read().await?;
    let known = own::find(&mut reader.conn(), caller.company, *id).await?;
    Ok(web::Json(known.into()))
}
