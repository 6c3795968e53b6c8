//! One call to a service of others: bounded in time and size, its failures as what they mean.

use std::time::Duration;

use reqwest::{Method, RequestBuilder, Url, header::CONTENT_TYPE};
use serde_json::Value;

use super::Doors;
use crate::{
    egress::{EgressError, Limits},
    rules::bots::BotError,
};

/// How long one call may take, and how much it may answer.
pub(super) const LIMITS: Limits = Limits {
    total: Duration::from_secs(10),
    body_bytes_max: 1 << 20,
};

/// An address as somebody wrote it.
///
/// # Errors
/// `Unknown` for one that is none.
pub(super) fn address(text: &str) -> Result<Url, BotError> {
    text.trim().parse().map_err(|_| BotError::Unknown)
}

/// An address below another one, by parts of its path.
pub(super) fn below(base: &str, parts: &[&str]) -> Result<Url, BotError> {
    let mut url = address(base)?;
    url.set_query(None);
    url.set_fragment(None);
    url.path_segments_mut()
        .map_err(|()| BotError::Unknown)?
        .pop_if_empty()
        .extend(parts);
    Ok(url)
}

/// A call that posts JSON, to be completed and handed to [`send`].
pub(super) fn post(doors: &Doors, url: Url, body: String) -> Result<RequestBuilder, BotError> {
    let egress = doors.of(&url);
    let request = egress.request(Method::POST, url).map_err(failed)?;
    Ok(request.header(CONTENT_TYPE, "application/json").body(body))
}

/// Makes a call once. Answers status and body.
pub(super) async fn send(
    doors: &Doors,
    url: &Url,
    request: RequestBuilder,
) -> Result<(u16, bytes::Bytes), BotError> {
    let reply = doors.of(url).send(request, LIMITS).await.map_err(failed)?;
    let status = reply.status().as_u16();
    let body = reply.bytes().await.map_err(failed)?;
    Ok((status, body))
}

/// Posts JSON and reads JSON of a good answer.
pub(super) async fn ask(doors: &Doors, url: Url, body: &Value) -> Result<Value, BotError> {
    let request = post(doors, url.clone(), body.to_string())?;
    let (status, body) = send(doors, &url, request).await?;
    if !(200..300).contains(&status) {
        return Err(BotError::Status(status));
    }
    serde_json::from_slice(&body).map_err(|_| BotError::Unreadable)
}

pub(super) fn failed(error: EgressError) -> BotError {
    match error {
        EgressError::Forbidden(_) => BotError::Forbidden,
        EgressError::NotSent(_) | EgressError::Lost(_) => BotError::NoAnswer,
        EgressError::TooLarge(_) | EgressError::File(_) => BotError::Unreadable,
    }
}
