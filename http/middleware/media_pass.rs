//! Links to files are for who is signed in. The link says which file; a cookie, sent to these addresses only, says for which sign-in
//! it is asked, and that one must not have ended. So a link that was copied leads nowhere elsewhere, and none outlives its session.

use actix_web::{
    HttpRequest,
    cookie::{Cookie, SameSite, time},
};
use guiche_storage::{
    Db,
    identity::{
        callers,
        sign_ins::{Owner, SIGN_IN_LIFE},
    },
    model::{Clock, CompanyId, ErrorCode},
    security::secrets::Key,
};
use hmac::{Hmac, Mac as _};
use sha2::Sha256;
use std::sync::Arc;
use uuid::Uuid;

use crate::{app::App, error::ApiError};

/// The cookie.
const COOKIE: &str = "jmed";
/// The cookie of a super user in another company, beside that of his own.
const STAY_COOKIE: &str = "jmed-stay";
/// The only addresses that they are sent to.
const COOKIE_PATH: &str = "/media";
/// What it is signed with.
const PURPOSE: &str = "media passes";

/// Lets those in who may see files of a company.
#[derive(Debug, Clone)]
pub struct MediaPass {
    db: Db,
    clock: Arc<dyn Clock>,
    key: Key,
}

impl MediaPass {
    /// With the sign-ins of this application.
    pub fn of(app: &App) -> Self {
        Self {
            db: app.db.clone(),
            clock: Arc::clone(&app.clock),
            key: app.keys.jwt.derive(PURPOSE),
        }
    }

    /// # Errors
    /// `NotFound`, as for a link that is none, unless somebody of the company is signed in; `Busy`.
    pub(crate) async fn require(
        &self,
        request: &HttpRequest,
        company: CompanyId,
    ) -> Result<(), ApiError> {
        let shown = [COOKIE, STAY_COOKIE]
            .into_iter()
            .filter_map(|name| read(&self.key, request.cookie(name)?.value()))
            .find(|(owner, _)| owner.company_id == company);
        let (owner, session) = shown.ok_or(ErrorCode::NotFound)?;
        let now = self.clock.now();
        let mut reader = self.db.read().await?;
        let conn = &mut reader.conn();
        let found = callers::find(conn, company, owner.user_id, session, now).await?;
        found.map(drop).ok_or_else(|| ErrorCode::NotFound.into())
    }
}

/// The cookie of a sign-in.
pub(crate) fn cookie(app: &App, owner: Owner, session: Uuid) -> Cookie<'static> {
    made(app, COOKIE, pass(app, owner, session))
        .max_age(time::Duration::seconds(SIGN_IN_LIFE.num_seconds()))
        .finish()
}

/// The cookie of a super user's stay in another company; it goes with the browser, its right with the stay.
pub(crate) fn stay_cookie(app: &App, owner: Owner, session: Uuid) -> Cookie<'static> {
    made(app, STAY_COOKIE, pass(app, owner, session)).finish()
}

fn pass(app: &App, owner: Owner, session: Uuid) -> String {
    let said = format!(
        "{}.{}.{}",
        owner.company_id,
        owner.user_id,
        session.simple()
    );
    let signature = mac(&app.keys.jwt.derive(PURPOSE), &said)
        .map(|mac| hex::encode(mac.finalize().into_bytes()))
        .unwrap_or_default();
    format!("{said}.{signature}")
}

/// What takes the cookie away.
pub(crate) fn no_cookie(app: &App) -> Cookie<'static> {
    made(app, COOKIE, String::new())
        .max_age(time::Duration::ZERO)
        .finish()
}

fn made(app: &App, name: &'static str, value: String) -> actix_web::cookie::CookieBuilder<'static> {
    Cookie::build(name, value)
        .path(COOKIE_PATH)
        .http_only(true)
        .same_site(SameSite::Strict)
        .secure(app.config.is_https())
}

fn read(key: &Key, text: &str) -> Option<(Owner, Uuid)> {
    let (said, signature) = text.rsplit_once('.')?;
    let signature = hex::decode(signature).ok()?;
    mac(key, said)?.verify_slice(&signature).ok()?;
    let mut parts = said.splitn(3, '.');
    let owner = Owner {
        company_id: parts.next()?.parse().ok()?,
        user_id: parts.next()?.parse().ok()?,
    };
    Some((owner, Uuid::try_parse(parts.next()?).ok()?))
}

fn mac(key: &Key, said: &str) -> Option<Hmac<Sha256>> {
    let mac = Hmac::<Sha256>::new_from_slice(key.bytes()).ok()?;
    Some(mac.chain_update(said))
}
