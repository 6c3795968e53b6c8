//! `…/media-upload`: the one file that goes with a quick message, a schedule or an announcement (rule B17).

use actix_web::{HttpRequest, web};
use chrono::{DateTime, Utc};
use guiche_storage::{
    Conn,
    media::{self, MediaLimits, MediaStore, StoredMedia},
    model::{CompanyId, ErrorCode, MediaId},
};
use serde::{Serialize, de::DeserializeOwned};

use super::messages::send::{read_json, upload_bytes_max};
use crate::{
    app::App,
    error::ApiError,
    uploads::{self, UploadLimits, UploadedFile, store_of},
    valid,
};

/// What a picture may be (S075, A084).
pub(super) const PICTURES: &[&str] = &["image/png", "image/jpeg"];

/// A picture as a form.
#[derive(utoipa::ToSchema)]
#[expect(dead_code, reason = "describes what is read field by field")]
pub(super) struct PictureForm {
    /// A PNG or JPEG file.
    #[schema(value_type = String, format = Binary)]
    file: Vec<u8>,
}

/// A file as a form.
#[derive(utoipa::ToSchema)]
#[expect(dead_code, reason = "describes what is read field by field")]
pub(super) struct AnyFileForm {
    /// One file; what it is is found out from its bytes.
    #[schema(value_type = String, format = Binary)]
    file: Vec<u8>,
}

/// What is said of a file that was taken off, in the words of the family of products.
pub(super) const GONE: &str = "Arquivo excluído";

/// What became of the file.
#[derive(Debug, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct Attached {
    /// What was done, in the words of the family of products.
    pub(super) mensagem: &'static str,
    /// Stored name of the file.
    pub(super) media_path: Option<String>,
    /// The sender's name for it.
    pub(super) media_name: Option<String>,
}

impl Attached {
    /// The file was taken off.
    pub(super) fn nothing() -> Self {
        Self {
            mensagem: GONE,
            media_path: None,
            media_name: None,
        }
    }
}

/// Reads the form's file into the company's folder. Its row is the caller's business; without one the file has to be
/// removed again.
///
/// # Errors
/// `Validation` without a file, `MediaUnsupported` when its bytes are none of `kinds`, `PayloadTooLarge`.
pub(super) async fn take(
    request: &HttpRequest,
    payload: web::Payload,
    app: &App,
    company: CompanyId,
    kinds: Option<&[&str]>,
) -> Result<StoredMedia, ApiError> {
    let store = store_of(request)?;
    let bytes_max = u64::try_from(app.config.limits.upload_bytes_max).unwrap_or(u64::MAX);
    let file = uploads::receive_one(request, payload, store, bytes_max).await?;
    let stored = file
        .keep(store, company, MediaLimits::all(bytes_max))
        .await?;
    if kinds.is_none_or(|kinds| kinds.contains(&stored.mime.as_str())) {
        return Ok(stored);
    }
    store.remove(company, &stored.path).await?;
    Err(ErrorCode::MediaUnsupported.into())
}

/// Lets go of a file that something has carried; [`clear`] removes it after the commit.
///
/// # Errors
/// `Database`.
pub(super) async fn release(
    conn: &mut Conn<'_>,
    company: CompanyId,
    media: Option<MediaId>,
    now: DateTime<Utc>,
) -> Result<(), ApiError> {
    let ids: Vec<MediaId> = media.into_iter().collect();
    media::release(conn, company, &ids, now).await?;
    Ok(())
}

/// Removes the company's files that were let go of. What cannot be removed now is removed later: the change stands.
pub(super) async fn clear(app: &App, store: &MediaStore, company: CompanyId) {
    if let Err(error) = media::remove_released(&app.db, store, Some(company)).await {
        tracing::warn!(%error, "files that were let go of could not be removed; later again");
    }
}

/// After the change that put a file in the place of another one: removes the old one's bytes, or those of the new one if
/// nothing was changed.
///
/// # Errors
/// What the change said.
pub(super) async fn settled<T>(
    app: &App,
    store: &MediaStore,
    company: CompanyId,
    (done, kept): (Result<T, ApiError>, Option<StoredMedia>),
) -> Result<T, ApiError> {
    match (done, kept) {
        (Ok(done), _) => {
            clear(app, store, company).await;
            Ok(done)
        }
        (Err(error), Some(kept)) => {
            store.remove(company, &kept.path).await?;
            Err(error)
        }
        (Err(error), None) => Err(error),
    }
}

/// Removes a file whose row was never written.
///
/// # Errors
/// `Internal` when the disk says no.
pub(super) async fn remove(
    request: &HttpRequest,
    company: CompanyId,
    path: &str,
) -> Result<(), ApiError> {
    store_of(request)?.remove(company, path).await?;
    Ok(())
}

/// Reads JSON, or a form that has it as the text of one of its fields and may have a file beside it.
///
/// # Errors
/// `Validation`, `PayloadTooLarge`.
pub(super) async fn read_beside_file<T: DeserializeOwned>(
    request: &HttpRequest,
    payload: web::Payload,
    app: &App,
    field: &str,
) -> Result<(T, Option<UploadedFile>), ApiError> {
    if !uploads::is_multipart(request) {
        if !valid::is_json(request) {
            return Err(ApiError::field("body", "must be application/json"));
        }
        return Ok((read_json(payload, app).await?, None));
    }
    let limits = UploadLimits {
        files_max: 1,
        ..UploadLimits::new(upload_bytes_max(app))
    };
    let upload = uploads::receive(request, payload, store_of(request)?, limits).await?;
    let text = upload.field(field);
    let text = text.ok_or_else(|| ApiError::field(field, "is missing"))?;
    let read = valid::read(text.as_bytes())?;
    Ok((read, upload.files.into_iter().next()))
}
