//! One call to a service of others: bounded in time and size, its failures as what they mean.

use std::time::Duration;

use guiche_storage::model::bot::CallStep;
use reqwest::{Method, RequestBuilder, Url, header::CONTENT_TYPE};
use serde_json::Value;

use super::{
    Doors,
    journal::{Begun, Journal},
};
use crate::{
    egress::{Egress, EgressError, Limits},
    rules::bots::BotError,
};

/// How long one call may take, and how much it may answer.
const LIMITS: Limits = Limits {
    total: Duration::from_secs(10),
    body_bytes_max: 1 << 20,
};

/// How an integration is called, and where that is noted.
#[derive(Clone, Copy)]
pub(super) struct Way<'a> {
    /// The way out.
    pub doors: &'a Doors,
    /// Notes what is called.
    pub journal: &'a Journal,
}

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

/// Makes a call once and notes how it ends. Answers status and body.
pub(super) async fn send(
    egress: &Egress,
    request: RequestBuilder,
    begun: Begun<'_>,
) -> Result<(u16, bytes::Bytes), BotError> {
    match status_and_body(egress, request).await {
        Ok((status, body)) => {
            begun.answered(status);
            Ok((status, body))
        }
        Err(error) => {
            begun.failed(&error);
            Err(failed(error))
        }
    }
}

async fn status_and_body(
    egress: &Egress,
    request: RequestBuilder,
) -> Result<(u16, bytes::Bytes), EgressError> {
    let reply = egress.send(request, LIMITS).await?;
    let status = reply.status().as_u16();
    Ok((status, reply.bytes().await?))
}

/// Posts JSON and reads JSON of a good answer.
pub(super) async fn ask(
    way: Way<'_>,
    step: CallStep,
    url: Url,
    body: &Value,
) -> Result<Value, BotError> {
    let request = post(way.doors, url.clone(), body.to_string())?;
    let begun = way.journal.begin(step);
    let (status, body) = send(way.doors.of(&url), request, begun).await?;
    if !(200..300).contains(&status) {
        return Err(BotError::Status(status));
    }
    serde_json::from_slice(&body).map_err(|_| way.journal.unreadable())
}

pub(super) fn failed(error: EgressError) -> BotError {
    match error {
        EgressError::Forbidden(_) => BotError::Forbidden,
        EgressError::NotSent(_) | EgressError::Lost(_) => BotError::NoAnswer,
        EgressError::TooLarge(_) | EgressError::File(_) => BotError::Unreadable,
    }
}
