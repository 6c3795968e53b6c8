//! The picture that a customer shows on his phone: put there, changed, taken away.

use actix_web::{HttpRequest, HttpResponse, web};
use guiche_storage::{
    fixtures::simulator as phones,
    media::MediaLimits,
    model::{CompanyId, ConnectionId, ErrorCode, message::MediaKind},
};
use serde_json::json;

use super::{Simulator, handlers::company_of, requests::chat};
use crate::{
    error::ApiError,
    uploads::{self, UploadLimits},
};

/// Mounts `/{cid}/phones/{number}/picture`.
pub(super) fn configure(cfg: &mut web::ServiceConfig) {
    cfg.service(
        web::resource("/{cid}/phones/{number}/picture")
            .route(web::put().to(put))
            .route(web::delete().to(take_away)),
    );
}

async fn put(
    simulator: web::Data<Simulator>,
    path: web::Path<(ConnectionId, String)>,
    request: HttpRequest,
    payload: web::Payload,
) -> Result<HttpResponse, ApiError> {
    let (connection, number) = path.into_inner();
    let number = chat("number", &number)?;
    let company = company_of(&simulator, connection).await?;
    let limits = UploadLimits {
        files_max: 1,
        ..UploadLimits::new(simulator.upload_bytes_max)
    };
    let upload = uploads::receive(&request, payload, &simulator.media, limits).await?;
    let file = upload.files.first();
    let file = file.ok_or_else(|| ApiError::field("picture", "is required"))?;
    let limits = MediaLimits::all(simulator.upload_bytes_max);
    let stored = file.keep(&simulator.media, company, limits).await?;
    let picture = Some((stored.path.as_str(), stored.mime.as_str()));
    let shown = if stored.kind == MediaKind::Image {
        show(&simulator, (company, connection), &number, picture).await
    } else {
        Err(ApiError::field("picture", "must be a picture"))
    };
    if let Err(error) = shown {
        simulator.media.remove(company, &stored.path).await?;
        return Err(error);
    }
    Ok(HttpResponse::Ok().json(json!({ "number": number })))
}

async fn take_away(
    simulator: web::Data<Simulator>,
    path: web::Path<(ConnectionId, String)>,
) -> Result<HttpResponse, ApiError> {
    let (connection, number) = path.into_inner();
    let number = chat("number", &number)?;
    let company = company_of(&simulator, connection).await?;
    show(&simulator, (company, connection), &number, None).await?;
    Ok(HttpResponse::Ok().json(json!({ "number": number })))
}

/// The phone shows another picture, and the file of the one before goes.
async fn show(
    simulator: &Simulator,
    (company, connection): (CompanyId, ConnectionId),
    number: &str,
    picture: Option<(&str, &str)>,
) -> Result<(), ApiError> {
    let now = simulator.clock.now();
    let shown = simulator.db.write(async |conn| {
        let before = phones::find_phone(conn, company, connection, number).await?;
        let before = before.ok_or(ErrorCode::NotFound)?;
        phones::show_picture(conn, company, connection, now, (number, picture)).await?;
        Ok::<_, guiche_storage::StorageError>(before.picture_path)
    });
    let before = shown.await?;
    (simulator.wake_inbox)(company, connection);
    if let Some(path) = before {
        simulator.media.remove(company, &path).await?;
    }
    Ok(())
}
