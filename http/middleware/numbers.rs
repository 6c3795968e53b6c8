//! Keeps the numbers of contacts from those to whom their company hides them: whatever a handler answers, none of its
//! numbers leaves the server.

use actix_web::{
    Error, HttpMessage as _, HttpRequest,
    body::{BoxBody, MessageBody, to_bytes},
    dev::{ServiceRequest, ServiceResponse},
    http::header,
    middleware::Next,
};
use guiche_actors::rules::numbers;

use crate::error::ApiError;

/// What an answer must be to be looked through; files are what people wrote and stay.
const JSON: &[u8] = b"application/json";

/// Marks the request of somebody who sees no numbers. Whoever is let in as a [`crate::middleware::caller::Caller`] bears it.
#[derive(Debug, Clone, Copy)]
pub(crate) struct NumbersHidden;

/// Whether the answer to this request may tell no numbers.
pub(crate) fn are_hidden(request: &HttpRequest) -> bool {
    request.extensions().contains::<NumbersHidden>()
}

/// Wraps every resource. A refusal gets its body later, in `frame`.
pub(crate) async fn hide(
    request: ServiceRequest,
    next: Next<impl MessageBody + 'static>,
) -> Result<ServiceResponse<BoxBody>, Error> {
    let response = next.call(request).await?.map_into_boxed_body();
    let kind = response.headers().get(header::CONTENT_TYPE);
    let is_json = kind.is_some_and(|kind| kind.as_bytes().starts_with(JSON));
    if !is_json || response.response().error().is_some() || !are_hidden(response.request()) {
        return Ok(response);
    }
    let (request, response) = response.into_parts();
    let (head, body) = response.into_parts();
    let body = to_bytes(body)
        .await
        .map_err(|error| ApiError::internal(error.to_string()))?;
    let text = std::str::from_utf8(&body).map_err(ApiError::internal)?;
    let body = match numbers::hide_all(text).map_err(ApiError::internal)? {
        Some(hidden) => BoxBody::new(hidden),
        None => BoxBody::new(body),
    };
    Ok(ServiceResponse::new(request, head.set_body(body)))
}
