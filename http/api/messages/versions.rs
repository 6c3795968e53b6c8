//! `GET /messages/{id}/versions`: what a message said before its text was changed.

use actix_web::{get, web};
use guiche_storage::{
    media::MediaStore,
    messages::versions::{self as kept, MessageVersion},
    model::MessageId,
};

use super::changes::seen;
use crate::{app::App, error::ApiError, middleware::caller::Caller};

/// The earlier texts of a message, newest first, at most 100.
#[utoipa::path(
    tag = "messages",
    params(("id" = i64, Path, description = "Message number")),
    responses(
        (status = 200, body = [MessageVersion]),
        (status = 403, description = "ERR_NO_PERMISSION"),
        (status = 404, description = "ERR_NO_MESSAGE_FOUND")
    )
)]
#[get("/{id}/versions")]
pub(super) async fn versions(
    app: web::Data<App>,
    media: web::Data<MediaStore>,
    caller: Caller,
    id: web::Path<MessageId>,
) -> Result<web::Json<Vec<MessageVersion>>, ApiError> {
    let (message, _) = seen(&app, &media, &caller, *id).await?;
    let mut reader = app.db.read().await?;
    let found = kept::list(&mut reader.conn(), caller.company, message.id).await?;
    Ok(web::Json(found))
}
