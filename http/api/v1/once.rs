//! `Idempotency-Key`: what a request with a name did is done once, and answered the same for a day.

use std::{future::Future, pin::Pin};

use actix_web::{
    Error, FromRequest, HttpRequest, HttpResponse,
    dev::Payload,
    http::{StatusCode, header::ContentType},
    web,
};
use garde::Validate;
use guiche_storage::{
    Conn,
    identity::api_requests::{self, Known, NamedRequest, RequestAnswer},
    model::{ContactId, ErrorCode},
};
use serde::{Serialize, de::DeserializeOwned};
use sha2::{Digest as _, Sha256};
use uuid::Uuid;

use super::key;
use crate::{app::App, error::ApiError, valid};

/// The header.
const HEADER: &str = "Idempotency-Key";
/// Characters of a name.
const NAME_CHARS_MAX: usize = 100;
/// Says that nothing was done now.
const REPLAYED: (&str, &str) = ("Idempotent-Replayed", "true");
/// Of what was made.
const MADE: StatusCode = StatusCode::CREATED;

/// A body that was read and keeps its rules, and the name of the request.
#[derive(Debug)]
pub(super) struct Asked<T> {
    /// What is asked.
    pub body: T,
    /// Its name.
    pub named: Option<NamedRequest>,
}

impl<T> FromRequest for Asked<T>
where
    T: DeserializeOwned + Validate<Context = ()> + 'static,
{
    type Error = Error;
    type Future = Pin<Box<dyn Future<Output = Result<Self, Error>>>>;

    fn from_request(request: &HttpRequest, payload: &mut Payload) -> Self::Future {
        let bytes = web::Bytes::from_request(request, payload);
        let request = request.clone();
        Box::pin(async move {
            if !valid::is_json(&request) {
                return Err(ApiError::field("body", "must be application/json").into());
            }
            let bytes = bytes.await?;
            let body: T = valid::read(&bytes)?;
            body.validate().map_err(ApiError::from)?;
            let named = name(&request, &bytes)?;
            Ok(Self { body, named })
        })
    }
}

/// The name that a request has, with a hash of what it asks.
fn name(request: &HttpRequest, bytes: &[u8]) -> Result<Option<NamedRequest>, ApiError> {
    let Some(name) = request.headers().get(HEADER) else {
        return Ok(None);
    };
    let name = name.to_str().unwrap_or_default();
    if name.is_empty() || name.len() > NAME_CHARS_MAX {
        return Err(ApiError::field(HEADER, "must be 1 to 100 characters"));
    }
    let (company, key) = key::owner(request).ok_or(ErrorCode::ApiToken)?;
    let mut asked = Sha256::new();
    asked.update(request.path().as_bytes());
    asked.update([0]);
    asked.update(bytes);
    Ok(Some(NamedRequest {
        company,
        key,
        name: name.to_owned(),
        hash: hex::encode(asked.finalize()),
        claim: Uuid::new_v4(),
    }))
}

/// What is kept as the answer to a request that made something.
pub(super) fn answer(
    shown: &impl Serialize,
    contact: ContactId,
) -> serde_json::Result<RequestAnswer> {
    Ok(RequestAnswer {
        status: MADE.as_u16(),
        body: serde_json::to_string(shown)?,
        contact,
    })
}

/// 201 with what was made.
pub(super) fn made(shown: &impl Serialize) -> HttpResponse {
    HttpResponse::build(MADE).json(shown)
}

/// Does a request that may have a name. `work` stores its answer in the transaction of what it does.
///
/// # Errors
/// What `work` says; `IdempotencyKey` when another request had the name, `IdempotencyRunning` while it is being done.
pub(super) async fn once(
    app: &App,
    named: Option<NamedRequest>,
    work: impl AsyncFnOnce(Option<NamedRequest>) -> Result<HttpResponse, ApiError>,
) -> Result<HttpResponse, ApiError> {
    let Some(named) = named else {
        return work(None).await;
    };
    let now = app.clock.now();
    let known = app
        .db
        .write(async |c: &mut Conn<'_>| api_requests::begin(c, &named, now).await)
        .await?;
    match known {
        Known::New => {}
        Known::Done(status, body) => {
            let status = StatusCode::from_u16(status).unwrap_or(MADE);
            return Ok(HttpResponse::build(status)
                .content_type(ContentType::json())
                .insert_header(REPLAYED)
                .body(body));
        }
        Known::Running => return Err(ErrorCode::IdempotencyRunning.into()),
        Known::Other => return Err(ErrorCode::IdempotencyKey.into()),
    }
    let done = work(Some(named.clone())).await;
    if done.is_err() {
        app.db
            .write(async |c: &mut Conn<'_>| api_requests::give_back(c, &named).await)
            .await?;
    }
    done
}
