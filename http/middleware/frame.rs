//! Around every request: its id, one log line by route template, security headers, counters, and the body of a refusal.

use std::time::{Duration, Instant};

use actix_web::{
    HttpMessage as _, HttpRequest, HttpResponse,
    body::{BoxBody, MessageBody},
    dev::{ServiceRequest, ServiceResponse},
    error::InternalError,
    http::{
        ConnectionType, Method, StatusCode,
        header::{self, HeaderMap, HeaderName, HeaderValue},
    },
    middleware::Next,
    rt, web,
};
use guiche_storage::model::ErrorCode;
use tokio::time::timeout;
use tracing::Instrument as _;
use uuid::Uuid;

use crate::{
    api::v1,
    app::App,
    error::ApiError,
    limits::rare::CallsLeft,
    middleware::{caller, numbers, slashes},
    pages, uploads,
};

/// The header that names a request in the answer.
const REQUEST_ID: HeaderName = HeaderName::from_static("x-request-id");
/// What the log and the counters call a path that no route has: never the path itself, which may hold a token.
const NO_ROUTE: &str = "none";

/// U+0000 in an address.
const NUL: &str = "%00";

/// What an address outside the API takes that says nothing else: those of files and pages.
const READS: &str = "GET, HEAD";

/// How long an answer may take to begin; after that 503, and the client asks again. A request that brings files takes as
/// long as its sender needs.
const ANSWER_WITHIN: Duration = Duration::from_secs(8);

/// The name of a request; in the log, in the answer's header and in the body of a refusal.
#[derive(Debug, Clone)]
pub struct RequestId(pub String);

/// Wraps the whole application, see the module's doc.
pub(crate) async fn frame(
    mut request: ServiceRequest,
    next: Next<impl MessageBody + 'static>,
) -> Result<ServiceResponse<BoxBody>, actix_web::Error> {
    let begin = Instant::now();
    slashes::trim(&mut request);
    let id = Uuid::now_v7().simple().to_string();
    let method = request.method().clone();
    let route = request
        .match_pattern()
        .unwrap_or_else(|| NO_ROUTE.to_owned());
    let is_api = request.path().starts_with("/api");
    let app = request.app_data::<web::Data<App>>().cloned();
    let is_https = app.as_ref().is_some_and(|app| app.config.is_https());
    request.extensions_mut().insert(RequestId(id.clone()));
    let span = tracing::info_span!("request", request.id = %id, http.route = %route);
    let answered = answer(request, next).instrument(span.clone()).await;
    let _entered = span.enter();
    let mut response = match answered {
        Ok(response) => named(response, &id),
        // only a layer outside of the handlers fails like this; its request is gone
        Err(error) => {
            let status = error.as_response_error().status_code();
            note(&method, route, status, begin);
            let refusal = refuse(&error, status, (&id, Reader::Page));
            return Err(InternalError::from_response(error, refusal).into());
        }
    };
    let status = response.status();
    let left = response.request().extensions().get::<CallsLeft>().copied();
    if let Some(left) = left {
        tell_calls_left(response.headers_mut(), left);
    }
    protect(response.headers_mut(), is_api, is_https);
    if app.is_some_and(|app| app.shutdown.has_begun()) {
        let head = response.response_mut().head_mut();
        head.set_connection_type(ConnectionType::Close);
    }
    if let Ok(value) = HeaderValue::from_str(&id) {
        response.headers_mut().insert(REQUEST_ID, value);
    }
    note(&method, route, status, begin);
    Ok(response)
}

/// Asks the handlers, for as long as an answer may take.
async fn answer(
    request: ServiceRequest,
    next: Next<impl MessageBody + 'static>,
) -> Result<ServiceResponse<BoxBody>, actix_web::Error> {
    if is_packed(request.headers()) {
        let refusal = ApiError::field("Content-Encoding", "is not taken in requests");
        return Ok(request.error_response(refusal));
    }
    // no text that anybody means has it, and no database keeps it
    if request.query_string().contains(NUL) {
        let refusal = ApiError::field("query", "has a NUL character");
        return Ok(request.error_response(refusal));
    }
    if let Some(app) = request.app_data::<web::Data<App>>()
        && let Ok(claims) = caller::claims_of(app, request.request())
        && let Err(refusal) = app.limiter.look(request.request(), &claims).await
    {
        return Ok(request.error_response(refusal));
    }
    let brings_files = uploads::is_multipart(request.request());
    let only_reads = request.method().is_safe();
    let asked = next.call(request);
    let answering = async move {
        if brings_files {
            return asked.await;
        }
        let answered = timeout(ANSWER_WITHIN, asked).await;
        answered.unwrap_or_else(|_| Err(ApiError::new(ErrorCode::Busy).into()))
    };
    // what only reads ends with its caller; a change is finished, and told to the others, also when he has gone
    let answered = if only_reads {
        answering.await
    } else {
        let finished = rt::spawn(answering.in_current_span()).await;
        finished.unwrap_or_else(|error| Err(ApiError::internal(error).into()))
    };
    answered.map(ServiceResponse::map_into_boxed_body)
}

/// Nobody packs what he asks, but a bomb is packed: some bytes would be unpacked to millions before any limit is looked at.
fn is_packed(headers: &HeaderMap) -> bool {
    let encoding = headers.get(header::CONTENT_ENCODING);
    encoding.is_some_and(|encoding| !encoding.as_bytes().eq_ignore_ascii_case(b"identity"))
}

/// Gives a refusal its body with the request's id.
fn named(response: ServiceResponse<BoxBody>, id: &str) -> ServiceResponse<BoxBody> {
    let status = response.status();
    let reader = Reader::of(response.request());
    let refusal = match response.response().error() {
        Some(error) => refuse(error, status, (id, reader)),
        None if status == StatusCode::METHOD_NOT_ALLOWED => {
            let allow = response.headers().get(header::ALLOW);
            let allow = allow.and_then(|methods| methods.to_str().ok());
            reader.answer(&ApiError::method_not_allowed(allow.unwrap_or(READS)), id)
        }
        None => return response,
    };
    let (request, _) = response.into_parts();
    ServiceResponse::new(request, refusal)
}

/// Who reads a refusal.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Reader {
    /// A page.
    Page,
    /// A page of somebody who may see no numbers.
    PageWithoutNumbers,
    /// A program with a key.
    Program,
}

impl Reader {
    fn of(request: &HttpRequest) -> Self {
        if request.path().starts_with(v1::PATH) {
            Self::Program
        } else if numbers::are_hidden(request) {
            Self::PageWithoutNumbers
        } else {
            Self::Page
        }
    }

    fn answer(self, refusal: &ApiError, id: &str) -> HttpResponse {
        match self {
            Self::Page => refusal.response(id),
            Self::PageWithoutNumbers => refusal.response_to(id, true),
            Self::Program => refusal.response_to_program(id),
        }
    }
}

/// The answer to an error; its cause is logged here and nowhere else.
fn refuse(
    error: &actix_web::Error,
    status: StatusCode,
    (id, reader): (&str, Reader),
) -> HttpResponse {
    let Some(refusal) = error.as_error::<ApiError>() else {
        let refusal = ApiError::new(code_of(status));
        if status.is_server_error() {
            tracing::error!(error = %error, "a request failed");
        }
        return reader.answer(&refusal, id);
    };
    if let Some(cause) = refusal.cause() {
        if refusal.code() == ErrorCode::Internal {
            tracing::error!(error.code = %refusal, error = %cause, "a request failed");
        } else {
            tracing::warn!(error.code = %refusal, error = %cause, "a request was refused");
        }
    }
    reader.answer(refusal, id)
}

/// The code of an error that is not ours, by the status that its maker chose.
fn code_of(status: StatusCode) -> ErrorCode {
    match status {
        StatusCode::NOT_FOUND => ErrorCode::NotFound,
        StatusCode::METHOD_NOT_ALLOWED => ErrorCode::MethodNotAllowed,
        StatusCode::PAYLOAD_TOO_LARGE => ErrorCode::PayloadTooLarge,
        StatusCode::SERVICE_UNAVAILABLE | StatusCode::REQUEST_TIMEOUT => ErrorCode::Busy,
        status if status.is_client_error() => ErrorCode::Validation,
        _ => ErrorCode::Internal,
    }
}

/// Adds what a handler did not set itself.
fn protect(headers: &mut HeaderMap, is_api: bool, is_https: bool) {
    let policy = pages::content_security_policy();
    let defaults = [
        (header::CONTENT_SECURITY_POLICY, policy.clone()),
        (
            header::X_CONTENT_TYPE_OPTIONS,
            HeaderValue::from_static("nosniff"),
        ),
        (header::X_FRAME_OPTIONS, HeaderValue::from_static("DENY")),
        (
            header::REFERRER_POLICY,
            HeaderValue::from_static("same-origin"),
        ),
        (
            HeaderName::from_static("cross-origin-opener-policy"),
            HeaderValue::from_static("same-origin"),
        ),
        (
            HeaderName::from_static("permissions-policy"),
            HeaderValue::from_static("camera=(), geolocation=(), microphone=(self)"),
        ),
    ];
    for (name, value) in defaults {
        if !headers.contains_key(&name) {
            headers.insert(name, value);
        }
    }
    if is_api && !headers.contains_key(header::CACHE_CONTROL) {
        headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    }
    if is_https {
        let year = HeaderValue::from_static("max-age=31536000");
        headers.insert(header::STRICT_TRANSPORT_SECURITY, year);
    }
}

/// How much more a key may ask.
fn tell_calls_left(headers: &mut HeaderMap, left: CallsLeft) {
    let values = [
        ("ratelimit-limit", u64::from(left.limit)),
        ("ratelimit-remaining", u64::from(left.remaining)),
        ("ratelimit-reset", left.reset),
    ];
    for (name, value) in values {
        headers.insert(HeaderName::from_static(name), HeaderValue::from(value));
    }
}

fn note(method: &Method, route: String, status: StatusCode, begin: Instant) {
    let spent = begin.elapsed();
    let method = match *method {
        Method::GET => "GET",
        Method::POST => "POST",
        Method::PUT => "PUT",
        Method::PATCH => "PATCH",
        Method::DELETE => "DELETE",
        Method::HEAD => "HEAD",
        Method::OPTIONS => "OPTIONS",
        _ => "other",
    };
    tracing::info!(
        http.method = method,
        http.status = status.as_u16(),
        duration_ms = u64::try_from(spent.as_millis()).unwrap_or(u64::MAX),
        "answered"
    );
    metrics::counter!(
        "guiche_http_requests_total",
        "method" => method, "route" => route.clone(), "status" => status.as_u16().to_string()
    )
    .increment(1);
    metrics::histogram!("guiche_http_request_seconds", "route" => route)
        .record(spent.as_secs_f64());
}
