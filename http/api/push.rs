//! Browsers that the caller lets be told of messages while no page of his is open (web push).

use actix_web::{delete, get, post, web};
use base64::{
    Engine as _, alphabet,
    engine::{DecodePaddingMode, GeneralPurpose, GeneralPurposeConfig},
};
use garde::Validate;
use guiche_actors::push::Push;
use guiche_storage::{
    identity::push_subscriptions::{self, NewSubscription},
    model::ErrorCode,
};
use serde::{Deserialize, Serialize};

use super::fields::Empty;
use crate::{
    app::App, error::ApiError, middleware::caller::Caller, route_list::RouteList, valid::Valid,
};

/// What browsers write, with or without `=` at the end.
const BASE64URL: GeneralPurpose = GeneralPurpose::new(
    &alphabet::URL_SAFE,
    GeneralPurposeConfig::new()
        .with_encode_padding(false)
        .with_decode_padding_mode(DecodePaddingMode::Indifferent),
);

/// Whether and how a browser can be told.
#[derive(Debug, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct PushState {
    /// Whether the server does it at all.
    enabled: bool,
    /// The server's public key for `pushManager.subscribe`: P-256, base64url.
    public_key: Option<String>,
}

/// A subscription as `PushSubscription.toJSON()` writes it.
#[derive(Deserialize, Validate, utoipa::ToSchema)]
pub(super) struct PushSubscription {
    /// Address of the browser at its push service: https; at most 2,000 characters.
    #[garde(length(bytes, min = 1, max = 2000))]
    endpoint: String,
    /// Its keys.
    #[garde(dive)]
    keys: PushKeys,
}

/// What only this browser can read with.
#[derive(Deserialize, Validate, utoipa::ToSchema)]
pub(super) struct PushKeys {
    /// Its public key: 65 bytes in base64url.
    #[garde(length(bytes, max = 100))]
    p256dh: String,
    /// What it shares with the server alone: 16 bytes in base64url.
    #[garde(length(bytes, max = 50))]
    auth: String,
}

/// Which subscription.
#[derive(Deserialize, Validate, utoipa::ToSchema)]
pub(super) struct EndedSubscription {
    /// As it was given.
    #[garde(length(bytes, min = 1, max = 2000))]
    endpoint: String,
}

/// Mounts the routes of `/push`.
pub fn configure(cfg: &mut RouteList<'_>) {
    cfg.service(show).service(subscribe).service(unsubscribe);
}

/// Whether browsers can be told while no page is open, and the key to subscribe with.
#[utoipa::path(tag = "push", responses((status = 200, body = PushState)))]
#[get("/push")]
pub(super) async fn show(app: web::Data<App>, _: Caller) -> web::Json<PushState> {
    let public_key = app.push.as_ref().map(|push| push.public_key().to_owned());
    web::Json(PushState {
        enabled: public_key.is_some(),
        public_key,
    })
}

/// Lets this browser be told, until the sign-in of the call ends. Repeating it is harmless. A user has at most 10, of which
/// the oldest goes for one more; whoever used the browser before is not told on it any more.
#[utoipa::path(
    tag = "push",
    request_body = PushSubscription,
    responses(
        (status = 200, body = Empty),
        (status = 404, description = "ERR_NOT_FOUND: the server does not push")
    )
)]
#[post("/push/subscriptions")]
pub(super) async fn subscribe(
    app: web::Data<App>,
    caller: Caller,
    body: Valid<PushSubscription>,
) -> Result<web::Json<Empty>, ApiError> {
    let (Valid(body), now) = (body, app.clock.now());
    let push = app.push.as_ref().ok_or(ErrorCode::NotFound)?;
    if !push.accepts(&body.endpoint) {
        return Err(ApiError::field("endpoint", "is not a public https address"));
    }
    let keys = BASE64URL.decode(&body.keys.p256dh).ok();
    let keys = keys.zip(BASE64URL.decode(&body.keys.auth).ok());
    let Some((p256dh, auth)) = keys.filter(|(public, secret)| Push::takes_keys(public, secret))
    else {
        return Err(ApiError::field("keys", "are not a browser's"));
    };
    let owner = (caller.company, caller.user, caller.session);
    let new = NewSubscription {
        endpoint: &body.endpoint,
        p256dh: &p256dh,
        auth: &auth,
    };
    app.db
        .write(async |conn| push_subscriptions::save(conn, owner, &app.sealer, new, now).await)
        .await?;
    push.subscribed(caller.company);
    Ok(web::Json(Empty {}))
}

/// Tells this browser no more. One that is not known is no error.
#[utoipa::path(
    tag = "push",
    request_body = EndedSubscription,
    responses((status = 200, body = Empty))
)]
#[delete("/push/subscriptions")]
pub(super) async fn unsubscribe(
    app: web::Data<App>,
    caller: Caller,
    body: Valid<EndedSubscription>,
) -> Result<web::Json<Empty>, ApiError> {
    let (Valid(body), Caller { company, user, .. }) = (body, caller);
    app.db
        .write(async |conn| push_subscriptions::delete(conn, company, user, &body.endpoint).await)
        .await?;
    Ok(web::Json(Empty {}))
}
