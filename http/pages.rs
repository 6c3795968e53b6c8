//! The web pages inside the binary: compressed ahead of time, cached for ever where the name holds a hash, and
//! `index.html` for every address that the browser's own router knows.

use std::{borrow::Cow, sync::OnceLock};

use actix_web::{
    HttpRequest, HttpResponse,
    http::{
        Method,
        header::{self, HeaderValue},
    },
};
use base64::{Engine as _, engine::general_purpose::STANDARD};
use guiche_storage::model::ErrorCode;
use rust_embed::{Embed, EmbeddedFile};
use sha2::{Digest as _, Sha256};

use crate::error::ApiError;

/// What the web UI's build leaves; read from disk in a debug build. `build.rs` sees to it that the folder is there.
#[derive(Embed)]
#[folder = "../webui/dist"]
struct Files;

/// The page that all client routes share.
const INDEX: &str = "index.html";
/// The service worker: whoever stands between must not hold an old one back.
const WORKER: &str = "sw.js";
/// Shown when the server was built without pages.
const NOT_BUILT: &str = "<!doctype html><html lang=\"en\"><meta charset=\"utf-8\"><title>Guichê</title>\
    <p>This server was built without its pages. Build them with <code>make run</code>.</p></html>";
/// Addresses that are never a page.
const NOT_PAGES: &[&str] = &["api", "media", "socket.io"];
/// The build puts files here whose names hold a hash of their content.
const HASHED: &str = "assets/";
/// Encodings that the build leaves beside each file, best first.
const ENCODINGS: &[(&str, &str)] = &[("br", ".br"), ("gzip", ".gz")];

/// Answers everything that is no API: a file of the pages, `index.html` for a client route, or 404.
pub(crate) async fn show(request: HttpRequest) -> Result<HttpResponse, ApiError> {
    let path = request.path().trim_start_matches('/');
    let first = path.split('/').next().unwrap_or_default();
    if NOT_PAGES.contains(&first) {
        return Err(ErrorCode::NotFound.into());
    }
    if *request.method() != Method::GET && *request.method() != Method::HEAD {
        return Err(ApiError::method_not_allowed("GET, HEAD"));
    }
    let is_encoded = ENCODINGS.iter().any(|(_, ending)| path.ends_with(ending));
    if !path.is_empty() && !is_encoded && Files::get(path).is_some() {
        return Ok(file(&request, path));
    }
    // a client route has no ending; a missing file must not answer with a page
    let last = path.rsplit('/').next().unwrap_or_default();
    if last.contains('.') || path.starts_with(HASHED) {
        return Err(ErrorCode::NotFound.into());
    }
    Ok(file(&request, INDEX))
}

/// What scripts may run: our own files and the inline script that sets the theme before anything is painted.
pub(crate) fn content_security_policy() -> &'static HeaderValue {
    static POLICY: OnceLock<HeaderValue> = OnceLock::new();
    POLICY.get_or_init(|| {
        let index = Files::get(INDEX).map(|file| file.data).unwrap_or_default();
        let mut scripts = String::from("'self'");
        for script in inline_scripts(&String::from_utf8_lossy(&index)) {
            scripts.push_str(" 'sha256-");
            scripts.push_str(&STANDARD.encode(Sha256::digest(script)));
            scripts.push('\'');
        }
        let policy = format!(
            "default-src 'none'; script-src {scripts}; style-src 'self' 'unsafe-inline'; img-src 'self' data: blob:; \
             media-src 'self' blob:; frame-src https://www.youtube-nocookie.com; font-src 'self'; connect-src 'self'; manifest-src 'self'; worker-src 'self'; \
             base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
        );
        HeaderValue::try_from(policy)
            .unwrap_or_else(|_| HeaderValue::from_static("default-src 'none'"))
    })
}

/// The texts of `<script>` elements without attributes.
fn inline_scripts(html: &str) -> Vec<&str> {
    html.split("<script>")
        .skip(1)
        .filter_map(|rest| rest.split_once("</script>").map(|(script, _)| script))
        .collect()
}

/// A file that is there, or the stand-in for a page that was not built.
fn file(request: &HttpRequest, path: &str) -> HttpResponse {
    let mut response = HttpResponse::Ok();
    let caching = if path.starts_with(HASHED) {
        "public, max-age=31536000, immutable"
    } else if path == INDEX || path == WORKER {
        "no-cache"
    } else {
        "public, max-age=3600"
    };
    response
        .insert_header((header::CACHE_CONTROL, caching))
        .insert_header((header::VARY, "accept-encoding"));
    let Some(plain) = Files::get(path) else {
        return response
            .content_type("text/html; charset=utf-8")
            .body(NOT_BUILT);
    };
    response.content_type(content_type(&plain));
    let accepted = request
        .headers()
        .get(header::ACCEPT_ENCODING)
        .and_then(|value| value.to_str().ok());
    let encoded = ENCODINGS.iter().find_map(|(name, ending)| {
        let file = accepts(accepted.unwrap_or_default(), name)
            .then(|| Files::get(&format!("{path}{ending}")))
            .flatten()?;
        Some((*name, file))
    });
    let (encoding, chosen) = match encoded {
        Some((name, file)) => (Some(name), file),
        None => (None, plain),
    };
    let tag = format!(
        "\"{}\"",
        hex::encode(chosen.metadata.sha256_hash().get(..16).unwrap_or_default())
    );
    let known = request
        .headers()
        .get(header::IF_NONE_MATCH)
        .and_then(|value| value.to_str().ok());
    if known.is_some_and(|known| known.split(',').any(|one| one.trim() == tag)) {
        return response
            .status(actix_web::http::StatusCode::NOT_MODIFIED)
            .finish();
    }
    response.insert_header((header::ETAG, tag));
    if let Some(encoding) = encoding {
        response.insert_header((header::CONTENT_ENCODING, encoding));
    }
    match chosen.data {
        Cow::Borrowed(bytes) => response.body(bytes),
        Cow::Owned(bytes) => response.body(bytes),
    }
}

fn content_type(file: &EmbeddedFile) -> String {
    let kind = file.metadata.mimetype();
    let is_text = kind.starts_with("text/");
    if is_text {
        format!("{kind}; charset=utf-8")
    } else {
        kind.to_owned()
    }
}

/// Whether an `Accept-Encoding` names this encoding without refusing it (`;q=0`).
fn accepts(header: &str, encoding: &str) -> bool {
    header.split(',').any(|entry| {
        let mut parts = entry.split(';').map(str::trim);
        let is_named = parts
            .next()
            .is_some_and(|name| name.eq_ignore_ascii_case(encoding));
        is_named && !parts.any(|part| matches!(part, "q=0" | "q=0.0" | "q=0.00" | "q=0.000"))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_encoding_is_used_only_when_it_is_accepted() {
        assert!(accepts("gzip, deflate, br", "br"));
        assert!(accepts("BR;q=0.5", "br"));
        assert!(!accepts("gzip, br;q=0", "br"));
        assert!(!accepts("", "br"));
        assert!(!accepts("brotli", "br"));
    }

    #[test]
    fn the_pages_are_those_that_the_web_ui_built() {
        let built =
            std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../webui/dist/index.html");
        assert_eq!(Files::get(INDEX).is_some(), built.exists());
    }

    #[test]
    fn only_scripts_written_into_the_page_are_hashed() {
        let html = "<script>theme()</script><script type=\"module\" src=\"/a.js\"></script>";
        assert_eq!(inline_scripts(html), ["theme()"]);
    }

    #[test]
    fn the_policy_lets_no_foreign_script_run() {
        let policy = content_security_policy().to_str().unwrap();
        assert!(policy.contains("default-src 'none'") && policy.contains("frame-ancestors 'none'"));
        let scripts = policy
            .split("; ")
            .find(|part| part.starts_with("script-src"))
            .unwrap();
        assert!(
            !scripts.contains("unsafe") && !scripts.contains("http"),
            "{scripts}"
        );
    }
}
