//! A browser in which somebody has signed in before. It has a cookie that says so, and attempts from it are counted apart: whoever
//! tries passwords of a known e-mail until nobody can sign in with it any more does not keep its owner out.
//!
//! The cookie opens nothing. It names one account, as a keyed hash, and a browser, at random.

use actix_web::{
    HttpRequest,
    cookie::{Cookie, SameSite, time::Duration},
};
use guiche_storage::security::secrets::Key;
use hmac::{Hmac, Mac as _};
use sha2::Sha256;
use uuid::Uuid;

use crate::app::App;

/// The cookie.
const COOKIE: &str = "jdev";
/// The only addresses that it is sent to.
const COOKIE_PATH: &str = "/api/auth";
/// Half a year after the last time that somebody signed in.
const DAYS: i64 = 180;
/// What hashes are made with.
const PURPOSE: &str = "known devices";

/// The browser that shows a good cookie for this account.
pub(crate) fn shown(app: &App, request: &HttpRequest, email: &str) -> Option<Uuid> {
    let cookie = request.cookie(COOKIE)?;
    let (id, shown) = cookie.value().split_once('.')?;
    let id = Uuid::try_parse(id).ok()?;
    let shown = hex::decode(shown).ok()?;
    let mac = mac(&app.keys.jwt, id, email)?;
    mac.verify_slice(&shown).ok().map(|()| id)
}

/// The cookie of a browser in which the owner of this account has just signed in; `known` is the one it had.
pub(crate) fn cookie(app: &App, known: Option<Uuid>, email: &str) -> Option<Cookie<'static>> {
    let id = known.unwrap_or_else(Uuid::new_v4);
    let mac = mac(&app.keys.jwt, id, email)?.finalize().into_bytes();
    let value = format!("{}.{}", id.simple(), hex::encode(mac));
    let cookie = Cookie::build(COOKIE, value)
        .path(COOKIE_PATH)
        .http_only(true)
        .same_site(SameSite::Strict)
        .secure(app.config.is_https())
        .max_age(Duration::days(DAYS))
        .finish();
    Some(cookie)
}

fn mac(key: &Key, id: Uuid, email: &str) -> Option<Hmac<Sha256>> {
    let key = key.derive(PURPOSE);
    let mac = Hmac::<Sha256>::new_from_slice(key.bytes()).ok()?;
    Some(mac.chain_update(id.as_bytes()).chain_update(email))
}
