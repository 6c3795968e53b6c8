//! `/media/{token}`: files behind signed links, for who is signed in; what a file may do in the browser is bounded by its
//! headers.

use std::sync::Arc;

use actix_files::NamedFile;
use actix_web::{
    HttpRequest, HttpResponse,
    http::header::{
        self, Charset, ContentDisposition, DispositionParam, DispositionType, ExtendedValue,
        HeaderName, HeaderValue,
    },
    web,
};
use guiche_storage::{
    media::{LinkedFile, MediaStore, is_shown_inline},
    model::{Clock, ErrorCode},
};

use crate::{error::ApiError, middleware::media_pass::MediaPass};

/// A file can do nothing, also when it is opened in a tab of its own.
const POLICY: &str = "sandbox; default-src 'none'";
/// The same for PDF: browsers refuse to start their viewer inside `sandbox`.
const PDF_POLICY: &str = "default-src 'none'; object-src 'self'; style-src 'unsafe-inline'";
/// A link stays the same for up to an hour (`LinkSigner::sign`) and its file never changes.
const CACHE: &str = "private, max-age=3600, immutable";

/// What the handler needs.
#[derive(Debug, Clone)]
pub struct Files {
    /// The files.
    pub media: MediaStore,
    /// Ends the links.
    pub clock: Arc<dyn Clock>,
    /// Knows who is signed in.
    pub pass: MediaPass,
}

/// Mounts `GET` and `HEAD /media/{token}`, outside `/api`, and the same below it for who knows no other base.
pub fn configure(files: Files) -> impl FnOnce(&mut web::ServiceConfig) {
    move |cfg| {
        cfg.service(
            web::resource(["/media/{token}", "/api/media/{token}"])
                .app_data(web::Data::new(files))
                .route(web::get().to(show))
                .route(web::head().to(show)),
        );
    }
}

async fn show(
    request: HttpRequest,
    token: web::Path<String>,
    files: web::Data<Files>,
) -> Result<HttpResponse, ApiError> {
    let link = files
        .media
        .links()
        .verify(&token, files.clock.now())
        .ok_or(ErrorCode::NotFound)?;
    if !link.is_open {
        files.pass.require(&request, link.company).await?;
    }
    let path = files
        .media
        .file_path(link.company, &link.path)
        .ok_or(ErrorCode::NotFound)?;
    let file = NamedFile::open_async(path)
        .await
        .map_err(|error| match error.kind() {
            std::io::ErrorKind::NotFound => ErrorCode::NotFound.into(),
            _ => ApiError::internal(error),
        })?;
    let mime = link.mime.parse().map_err(ApiError::internal)?;
    let mut response = file
        .set_content_type(mime)
        .set_content_disposition(disposition(&link))
        .prefer_utf8(true)
        .into_response(&request);
    let policy = if link.mime == "application/pdf" {
        PDF_POLICY
    } else {
        POLICY
    };
    for (name, value) in [
        (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
        (header::CONTENT_SECURITY_POLICY, policy),
        (header::CACHE_CONTROL, CACHE),
        (header::REFERRER_POLICY, "no-referrer"),
        (
            HeaderName::from_static("cross-origin-resource-policy"),
            "same-origin",
        ),
    ] {
        response
            .headers_mut()
            .insert(name, HeaderValue::from_static(value));
    }
    Ok(response)
}

/// Inline for what a browser shows safely, otherwise a download; the name in both forms of RFC 6266.
fn disposition(link: &LinkedFile) -> ContentDisposition {
    let disposition = if is_shown_inline(&link.mime) {
        DispositionType::Inline
    } else {
        DispositionType::Attachment
    };
    let plain: String = link
        .name
        .chars()
        .map(|c| {
            if c.is_ascii_graphic() && !matches!(c, '"' | '\\' | '%') || c == ' ' {
                c
            } else {
                '_'
            }
        })
        .collect();
    ContentDisposition {
        disposition,
        parameters: vec![
            DispositionParam::Filename(plain),
            DispositionParam::FilenameExt(ExtendedValue {
                charset: Charset::Ext("UTF-8".to_owned()),
                language_tag: None,
                value: link.name.clone().into_bytes(),
            }),
        ],
    }
}
