//! `/api/webhooks/whatsapp/{connectionId}`: the Cloud API. Meta's signature over the raw bytes is the permission.
//!
//! Stored first, acknowledged after (rule P1): whatever we answer 200 to is in the inbox; whatever could not be
//! stored gets 503, and Meta brings it again for up to seven days.

use std::{fmt, sync::Arc};

use actix_web::{
    HttpRequest, HttpResponse, get,
    http::header::{ContentType, HeaderValue},
    post, web,
};
use guiche_actors::{
    connection::provider::cloud::{Split, is_signed, split},
    publisher::{EventPublisher, WakeInbox},
};
use guiche_storage::{
    StorageError,
    model::{Clock, ErrorCode},
    security::seal::CloudAccess,
};
use serde::Deserialize;
use subtle::ConstantTimeEq;

use super::{
    account,
    directory::Directory,
    intake::{Bundle, Intake},
    past,
};
use crate::{error::ApiError, route_list::RouteList};

/// Where Meta puts its signature.
const SIGNATURE: &str = "x-hub-signature-256";

/// What the handlers need; the application holds it as `web::Data`.
#[derive(Clone)]
pub struct Webhooks {
    /// Finds connections.
    pub directory: Directory,
    /// Stores what comes.
    pub intake: Intake,
    /// The time.
    pub clock: Arc<dyn Clock>,
    /// Wakes connections.
    pub wake_inbox: WakeInbox,
    /// Wakes them for what they have of the past.
    pub wake_past: WakeInbox,
    /// Tells the rooms what was committed.
    pub tell: EventPublisher,
    /// Bytes of a call; above that 413.
    pub body_bytes_max: usize,
}

impl fmt::Debug for Webhooks {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Webhooks")
    }
}

/// Mounts and describes the webhooks below `/api`.
pub fn configure(cfg: &mut RouteList<'_>) {
    cfg.service(verify).service(receive);
}

/// What Meta asks when the address is entered in its panel.
#[derive(Debug, Deserialize, utoipa::IntoParams)]
#[into_params(parameter_in = Query)]
struct Verification {
    /// `subscribe`.
    #[serde(rename = "hub.mode")]
    mode: Option<String>,
    /// The connection's verify token.
    #[serde(rename = "hub.verify_token")]
    verify_token: Option<String>,
    /// To be given back.
    #[serde(rename = "hub.challenge")]
    challenge: Option<String>,
}

/// Shows Meta that the address is ours: gives the challenge back if the verify token is the connection's. A connection that
/// nobody has answers like one with another token: strangers cannot count them.
#[utoipa::path(
    tag = "webhooks",
    security(()),
    params(("connectionId" = i64, Path, description = "The connection"), Verification),
    responses(
        (status = 200, body = String, content_type = "text/plain", description = "The challenge"),
        (status = 403, description = "Not this connection's verify token, or no such connection"),
    )
)]
#[get("/whatsapp/{connectionId}")]
async fn verify(
    webhooks: web::Data<Webhooks>,
    id: web::Path<String>,
    asked: web::Query<Verification>,
) -> Result<HttpResponse, ApiError> {
    let access = webhooks.access(&id).await?;
    let access = access.ok_or(ErrorCode::NoPermission)?;
    let expected = access.secrets.verify_token.as_bytes();
    let token = asked.verify_token.as_deref().unwrap_or_default();
    let same = bool::from(token.as_bytes().ct_eq(expected)) && !expected.is_empty();
    let challenge = asked.challenge.as_deref().unwrap_or_default();
    if !same || asked.mode.as_deref() != Some("subscribe") || challenge.is_empty() {
        return Err(ErrorCode::NoPermission.into());
    }
    Ok(HttpResponse::Ok()
        .content_type(ContentType::plaintext())
        .body(challenge.to_owned()))
}

/// Takes messages and statuses in. The signature is checked before anything is read into the bytes.
#[utoipa::path(
    tag = "webhooks",
    security(()),
    params(
        ("connectionId" = i64, Path, description = "The connection"),
        ("X-Hub-Signature-256" = String, Header, description = "`sha256=` and the HMAC of the body"),
    ),
    request_body(content = serde_json::Value, description = "Meta's webhook"),
    responses(
        (status = 200, description = "Stored, or nothing for the desk in it"),
        (status = 401, description = "Not signed with the connection's app secret, or no such connection"),
        (status = 413, description = "Too large"),
        (status = 503, description = "Could not be stored; to be sent again"),
    )
)]
#[post("/whatsapp/{connectionId}")]
async fn receive(
    webhooks: web::Data<Webhooks>,
    id: web::Path<String>,
    request: HttpRequest,
    payload: web::Payload,
) -> Result<HttpResponse, ApiError> {
    let access = webhooks.access(&id).await?;
    let body = payload
        .to_bytes_limited(webhooks.body_bytes_max)
        .await
        .map_err(|_| ErrorCode::PayloadTooLarge)?
        .map_err(|error| ApiError::field("body", error.to_string()))?;
    let signature = request.headers().get(SIGNATURE);
    let signature = signature.map(HeaderValue::to_str);
    let Some(Ok(signature)) = signature else {
        return Err(ErrorCode::WebhookSignature.into());
    };
    let access = access
        .filter(|access| is_signed(&access.secrets.app_secret, signature, &body))
        .ok_or(ErrorCode::WebhookSignature)?;
    let now = webhooks.clock.now();
    match split(&body, now) {
        Ok(told) => webhooks.store(&access, told).await?,
        // signed and yet unreadable: it would not get better by being sent again
        Err(error) => {
            tracing::warn!(connection.id = %access.id, error = %error, "a webhook is not JSON");
            count("unreadable", 1);
        }
    }
    Ok(HttpResponse::Ok().finish())
}

impl Webhooks {
    /// The connection that an address names.
    async fn access(&self, id: &str) -> Result<Option<Arc<CloudAccess>>, ApiError> {
        match id.parse() {
            Ok(id) => self.directory.find(id).await.map_err(later),
            Err(_) => Ok(None),
        }
    }

    /// The connection with this number, if it is of the app that signed: one app has one address for all its numbers. A
    /// number of another company or another app is none.
    async fn sibling(
        &self,
        signed: &Arc<CloudAccess>,
        phone_number_id: &str,
    ) -> Result<Option<Arc<CloudAccess>>, ApiError> {
        if signed.phone_number_id == phone_number_id {
            return Ok(Some(Arc::clone(signed)));
        }
        let company = signed.company_id;
        let found = self.directory.find_number(company, phone_number_id).await;
        let found = found.map_err(later)?;
        Ok(found.filter(|access| is_of_app(access, signed)))
    }

    /// Stores all events of a call or none, and wakes the connections.
    async fn store(&self, signed: &Arc<CloudAccess>, told: Split) -> Result<(), ApiError> {
        account::apply(self, signed, &told.accounts).await?;
        let (mut ignored, mut bundles) = (told.ignored, Vec::new());
        for told in &told.past {
            match self.sibling(signed, &told.number).await? {
                Some(access) => past::keep(self, &access, told).await?,
                None => ignored.push("the past of another number".to_owned()),
            }
        }
        for (phone_number_id, events) in told.numbers {
            let Some(access) = self.sibling(signed, &phone_number_id).await? else {
                ignored.push("another number".to_owned());
                continue;
            };
            bundles.push(Bundle {
                company: access.company_id,
                connection: access.id,
                at: self.clock.now(),
                events,
            });
        }
        for reason in &ignored {
            tracing::debug!(connection.id = %signed.id, reason, "part of a webhook is left out");
        }
        count("ignored", ignored.len() as u64);
        if bundles.is_empty() {
            return Ok(());
        }
        let told: Vec<_> = bundles
            .iter()
            .map(|bundle| (bundle.company, bundle.connection))
            .collect();
        self.intake.store(bundles).await.map_err(later)?;
        for (company, connection) in told {
            (self.wake_inbox)(company, connection);
        }
        Ok(())
    }
}

/// Whether a connection belongs to the app that signed.
pub(super) fn is_of_app(access: &CloudAccess, signed: &CloudAccess) -> bool {
    let (own, other) = (&access.secrets.app_secret, &signed.secrets.app_secret);
    bool::from(own.as_bytes().ct_eq(other.as_bytes()))
}

/// Whatever storage says, the call is to come again: it was Meta's last word only if we answered 200.
pub(super) fn later(error: StorageError) -> ApiError {
    ApiError::new(ErrorCode::Busy).because(error)
}

pub(super) fn count(outcome: &'static str, events: u64) {
    metrics::counter!("guiche_webhook_events_total", "outcome" => outcome).increment(events);
}
