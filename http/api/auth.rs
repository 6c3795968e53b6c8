//! `/auth`: signing in, staying in, signing out (S022 S070 S071 S089 S090, rule B1).
//!
//! The browser holds an access token of 15 minutes and a cookie with a refresh token of 7 days that changes at every use.
//! A new sign-in ends the user's others and tells their browsers; a second tab shares the cookie and is no new sign-in.

use actix_web::{
    HttpMessage as _, HttpRequest, HttpResponse,
    cookie::{Cookie, SameSite, time},
    delete, get, post, web,
};
use chrono::{DateTime, Utc};
use garde::Validate;
use guiche_storage::{
    Conn,
    identity::{
        callers,
        sign_ins::{self, Ended, Owner, RefreshToken, Rotation, SIGN_IN_LIFE},
        users::{self, Credentials},
    },
    model::{
        CompanyId, ErrorCode, UserId,
        event::{AuthEvent, NewEvent, Presence, Room, SignedInUserRef, UserEvent},
        user::{Profile, SignedInUser},
    },
};
use serde::{Deserialize, Serialize};
use uuid::Uuid;

use super::{
    fields::Empty,
    passkeys::AddPasskey,
    required_factor::{self, Factor},
    second_factor::counted,
};
use crate::{
    app::App,
    error::ApiError,
    limits::sign_in::client_address,
    middleware::{caller::OverdueCaller, frame::RequestId, known_device, media_pass},
    passkeys::PasskeyAnswer,
    tokens::{ACCESS_LIFE, ActingParty, Claims},
    valid::Valid,
};

/// The refresh cookie.
const COOKIE: &str = "jrt";
/// The only addresses that it is sent to.
const COOKIE_PATH: &str = "/api/auth";
/// Makes the key of refresh tokens from the key of access tokens.
const REFRESH_KEY: &str = "guiche refresh tokens";

/// What a person types.
#[derive(Deserialize, Validate, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct Login {
    /// In any case.
    #[garde(length(chars, min = 1, max = 255))]
    email: String,
    #[garde(length(chars, min = 1, max = 255))]
    password: String,
    /// Of the second factor, where there is one: six digits of the app, or a code on paper.
    #[garde(inner(length(chars, max = 50)))]
    code: Option<String>,
    /// With the first code of a second factor that the company requires: as `setup` of the refusal has it.
    #[garde(inner(length(bytes, max = 500)))]
    proof: Option<String>,
    /// In the place of a code, what a passkey signed of what the refusal asks for as `passkey`.
    #[garde(dive)]
    passkey: Option<PasskeyAnswer>,
    /// In the place of `code` and `proof`, a first passkey: as `newPasskey` of the refusal asks for it.
    #[garde(dive)]
    new_passkey: Option<AddPasskey>,
}

/// A sign-in as the browser keeps it.
#[derive(Debug, Serialize, utoipa::ToSchema)]
pub(super) struct SignedIn {
    /// Access token, good for 15 minutes.
    pub(super) token: String,
    /// The user with queues, company, plan and settings.
    pub(super) user: SignedInUser,
    /// Codes on paper of a second factor that was switched on with this sign-in; shown once.
    #[serde(rename = "recoveryCodes", skip_serializing_if = "Option::is_none")]
    pub(super) recovery_codes: Option<Vec<String>>,
}

/// Who holds the cookie.
#[derive(Debug, Serialize, utoipa::ToSchema)]
pub(super) struct Me {
    /// Number.
    id: UserId,
    /// Profile.
    profile: Profile,
    /// Manages companies and plans.
    #[serde(rename = "super")]
    is_super: bool,
}

/// Signs in and ends the user's other sign-ins.
#[utoipa::path(
    tag = "auth",
    security(()),
    request_body = Login,
    responses(
        (status = 200, body = SignedIn, description = "and the cookies `jrt`, and `jdev` of a known browser"),
        (status = 400, description = "ERR_VALIDATION; ERR_SECOND_FACTOR_NEEDED, ERR_SECOND_FACTOR_INVALID, ERR_PASSKEY_INVALID: the password is right; `passkey` has what one's passkeys may sign, where there are any"),
        (status = 401, description = "ERR_INVALID_CREDENTIALS, also for an unknown e-mail"),
        (status = 403, description = "ERR_SECOND_FACTOR_SETUP: the company requires one; `setup` has what an app needs, its `proof` comes back with the first code; `newPasskey` what `navigator.credentials.create` is asked, `null` where there are no passkeys, good once and for five minutes"),
        (status = 429, description = "ERR_TOO_MANY_REQUESTS with Retry-After"),
        (status = 503, description = "ERR_BUSY with Retry-After"),
    )
)]
#[post("/auth/login")]
pub(super) async fn login(
    request: HttpRequest,
    app: web::Data<App>,
    body: Valid<Login>,
) -> Result<HttpResponse, ApiError> {
    let Valid(body) = body;
    let (email, password) = (users::normal_email(&body.email), body.password);
    let address = client_address(&request, &app.config);
    let device = known_device::shown(&app, &request, &email);
    app.sign_in_limits.check(address, &email, device).await?;
    let found = {
        let mut reader = app.db.read().await?;
        users::find_by_email(&mut reader.conn(), &email).await?
    };
    let stored = found.as_ref().map(|user| user.password_hash.clone());
    let turn = app.limiter.sign_in(address, &email).await?;
    let is_right = app.passwords.verify(password, stored).await?;
    drop(turn);
    let user = found
        .filter(|user| is_right && user.active)
        .ok_or(ErrorCode::InvalidCredentials)?;
    let factor = Factor {
        code: body.code.as_deref(),
        proof: body.proof.as_deref(),
        passkey: body.passkey.as_ref(),
        new_passkey: body.new_passkey.as_ref(),
    };
    let (signed_in, cookies) = start(&app, &user, factor).await?;
    let mut response = HttpResponse::Ok();
    for cookie in cookies {
        response.cookie(cookie);
    }
    if let Some(known) = known_device::cookie(&app, device, &email) {
        response.cookie(known);
    }
    Ok(response.json(signed_in))
}

/// Starts the one sign-in of a user whose password was right.
async fn start(
    app: &App,
    user: &Credentials,
    factor: Factor<'_>,
) -> Result<(SignedIn, Cookies), ApiError> {
    let now = app.clock.now();
    let owner = Owner {
        company_id: user.company_id,
        user_id: user.id,
    };
    let refresh = RefreshToken::random(Uuid::now_v7())?;
    let given = required_factor::given(app, owner, factor, now).await?;
    let done = app
        .change(user.company_id, now, async |conn, told| {
            // First, because it locks the user's row: a password that changes meanwhile is seen below.
            let version = users::raise_token_version(conn, user.company_id, user.id, now).await;
            let version = version.map_err(|_| ErrorCode::InvalidCredentials)?;
            let present = users::find_by_email(conn, &user.email).await?;
            if present.is_none_or(|present| present.password_hash != user.password_hash) {
                return Err(ApiError::new(ErrorCode::InvalidCredentials));
            }
            let recovery_codes = required_factor::require(conn, app, user, &given, now).await?;
            sign_ins::revoke_all(conn, owner, now).await?;
            sign_ins::insert(conn, owner, now, &refresh, version).await?;
            told.push(signed_in_elsewhere(user));
            let mut signed_in = answer(app, conn, owner, refresh.sign_in(), now).await?;
            signed_in.recovery_codes = recovery_codes;
            Ok(signed_in)
        })
        .await;
    let done = counted(app, owner, done, now).await;
    let done = required_factor::asked(app, user, (done, factor), now).await?;
    end(app, owner, Ended::AllBut(refresh.sign_in()));
    Ok((done, cookies(app, owner, &refresh)))
}

fn signed_in_elsewhere(user: &Credentials) -> NewEvent {
    let who = SignedInUserRef {
        id: user.id,
        email: user.email.clone(),
        company_id: user.company_id,
    };
    NewEvent::to([Room::User(user.id)], AuthEvent::Update { user: who })
}

/// Exchanges the cookie for a new one and an access token. Tells nobody.
#[utoipa::path(
    tag = "auth",
    security(()),
    responses(
        (status = 200, body = SignedIn, description = "and the next cookie `jrt`"),
        (status = 401, description = "ERR_SESSION_EXPIRED; the cookie is cleared"),
    )
)]
#[post("/auth/refresh_token")]
pub(super) async fn refresh_token(
    request: HttpRequest,
    app: web::Data<App>,
) -> Result<HttpResponse, ApiError> {
    match renew(&app, &request).await {
        Ok((signed_in, [token, pass])) => Ok(HttpResponse::Ok()
            .cookie(token)
            .cookie(pass)
            .json(signed_in)),
        Err(error) if error.code() == ErrorCode::SessionExpired => {
            let id = request.extensions().get::<RequestId>().cloned();
            let mut response = error.response(id.as_ref().map_or("", |id| id.0.as_str()));
            for gone in no_cookies(&app) {
                response.add_cookie(&gone).map_err(ApiError::internal)?;
            }
            Ok(response)
        }
        Err(error) => Err(error),
    }
}

async fn renew(app: &App, request: &HttpRequest) -> Result<(SignedIn, Cookies), ApiError> {
    let now = app.clock.now();
    let shown = shown_token(request).ok_or(ErrorCode::SessionExpired)?;
    let session = shown.sign_in();
    let key = app.keys.jwt.derive(REFRESH_KEY);
    let (rotation, signed_in) = app
        .db
        .write(async |conn| -> Result<_, ApiError> {
            let rotation = sign_ins::rotate(conn, &key, now, &shown).await?;
            let signed_in = match &rotation {
                Rotation::Renewed { owner, .. } => {
                    Some(answer(app, conn, *owner, session, now).await?)
                }
                Rotation::Reused(_) | Rotation::Gone => None,
            };
            Ok((rotation, signed_in))
        })
        .await?;
    match (rotation, signed_in) {
        (Rotation::Renewed { next, owner }, Some(signed_in)) => {
            Ok((signed_in, cookies(app, owner, &next)))
        }
        (Rotation::Reused(owner), _) => {
            tracing::warn!(
                company.id = owner.company_id.0,
                user.id = owner.user_id.0,
                "a refresh token was used twice; its sign-in is ended"
            );
            end(app, owner, Ended::One(session));
            Err(ErrorCode::SessionExpired.into())
        }
        _ => Err(ErrorCode::SessionExpired.into()),
    }
}

/// Signs out: this sign-in ends at once, with its access token and its sockets.
#[utoipa::path(
    tag = "auth",
    security((), ("bearer" = [])),
    responses((status = 200, body = Empty, description = "also when there was nothing to end; the cookie is cleared"))
)]
#[delete("/auth/logout")]
pub(super) async fn logout(
    request: HttpRequest,
    app: web::Data<App>,
    caller: Option<OverdueCaller>,
) -> Result<HttpResponse, ApiError> {
    let now = app.clock.now();
    let found = match (caller, shown_token(&request)) {
        (Some(OverdueCaller(caller)), _) => {
            let owner = Owner {
                company_id: caller.company,
                user_id: caller.user,
            };
            if caller.actor.is_some() {
                // the cookies are those of the super user's own sign-in
                leave(&app, owner, caller.session, now).await?;
                return Ok(HttpResponse::Ok().json(Empty {}));
            }
            Some((owner, caller.session))
        }
        (None, Some(shown)) => {
            let mut reader = app.db.read().await?;
            let owner = sign_ins::find_owner(&mut reader.conn(), now, &shown).await?;
            owner.map(|owner| (owner, shown.sign_in()))
        }
        (None, None) => None,
    };
    if let Some((owner, session)) = found {
        sign_out(&app, owner, session, now).await?;
    }
    let [token, pass] = no_cookies(&app);
    Ok(HttpResponse::Ok().cookie(token).cookie(pass).json(Empty {}))
}

/// Ends the sign-in of a super user in somebody's place; that one is as much there as before.
async fn leave(app: &App, owner: Owner, session: Uuid, now: DateTime<Utc>) -> Result<(), ApiError> {
    app.db
        .write(async |conn| sign_ins::revoke(conn, owner, session, now).await)
        .await?;
    end(app, owner, Ended::One(session));
    Ok(())
}

async fn sign_out(
    app: &App,
    owner: Owner,
    session: Uuid,
    now: DateTime<Utc>,
) -> Result<(), ApiError> {
    let Owner {
        company_id,
        user_id,
    } = owner;
    app.change(
        company_id,
        now,
        async |conn, told| -> Result<(), ApiError> {
            sign_ins::revoke(conn, owner, session, now).await?;
            if users::update_online(conn, company_id, user_id, now, false).await? {
                told.push(gone_offline(conn, company_id, user_id).await?);
            }
            Ok(())
        },
    )
    .await?;
    end(app, owner, Ended::One(session));
    Ok(())
}

async fn gone_offline(
    conn: &mut Conn<'_>,
    company: CompanyId,
    user: UserId,
) -> Result<NewEvent, ApiError> {
    let name = users::get_signed_in(conn, company, user).await?.name;
    let user = Presence {
        id: user,
        name,
        online: false,
    };
    Ok(NewEvent::to([Room::Main], UserEvent::Seen { user }))
}

/// Who holds the cookie.
#[utoipa::path(
    tag = "auth",
    security(()),
    responses((status = 200, body = Me), (status = 401, description = "ERR_SESSION_EXPIRED"))
)]
#[get("/auth/me")]
pub(super) async fn me(
    request: HttpRequest,
    app: web::Data<App>,
) -> Result<web::Json<Me>, ApiError> {
    let now = app.clock.now();
    let shown = shown_token(&request).ok_or(ErrorCode::SessionExpired)?;
    let mut reader = app.db.read().await?;
    let mut conn = reader.conn();
    let owner = sign_ins::find_owner(&mut conn, now, &shown).await?;
    let Owner {
        company_id,
        user_id,
    } = owner.ok_or(ErrorCode::SessionExpired)?;
    let row = callers::find(&mut conn, company_id, user_id, shown.sign_in(), now).await?;
    let row = row.ok_or(ErrorCode::SessionExpired)?;
    Ok(web::Json(Me {
        id: user_id,
        profile: row.profile,
        is_super: row.is_super,
    }))
}

/// The answer to a good sign-in; `SessionExpired` if it is over or the user not active.
pub(super) async fn answer(
    app: &App,
    conn: &mut Conn<'_>,
    owner: Owner,
    session: Uuid,
    now: DateTime<Utc>,
) -> Result<SignedIn, ApiError> {
    let Owner {
        company_id,
        user_id,
    } = owner;
    let row = callers::find(conn, company_id, user_id, session, now).await?;
    let row = row.ok_or(ErrorCode::SessionExpired)?;
    let mut user = users::get_signed_in(conn, company_id, user_id).await?;
    user.is_super = row.is_super;
    let act = row.actor.map(|actor| ActingParty {
        sub: actor.user,
        company_id: actor.company,
        name: actor.name,
    });
    let claims = Claims {
        id: user_id,
        profile: row.profile,
        company_id,
        username: row.name,
        sid: session,
        ver: row.token_version,
        act,
        iat: now.timestamp(),
        exp: (now + ACCESS_LIFE).min(row.ends_at).timestamp(),
        nbf: None,
    };
    let token = app.tokens.sign(&claims).map_err(ApiError::internal)?;
    Ok(SignedIn {
        token,
        user,
        recovery_codes: None,
    })
}

fn end(app: &App, owner: Owner, which: Ended) {
    app.actors
        .control()
        .sign_out(owner.company_id, owner.user_id, which);
}

fn shown_token(request: &HttpRequest) -> Option<RefreshToken> {
    RefreshToken::parse(request.cookie(COOKIE)?.value())
}

/// What a browser holds of a sign-in: the refresh token, and its pass to files.
type Cookies = [Cookie<'static>; 2];

fn cookies(app: &App, owner: Owner, token: &RefreshToken) -> Cookies {
    let pass = media_pass::cookie(app, owner, token.sign_in());
    [cookie(app, token), pass]
}

fn no_cookies(app: &App) -> Cookies {
    [no_cookie(app), media_pass::no_cookie(app)]
}

fn cookie(app: &App, token: &RefreshToken) -> Cookie<'static> {
    Cookie::build(COOKIE, token.to_text())
        .path(COOKIE_PATH)
        .http_only(true)
        .same_site(SameSite::Strict)
        .secure(app.config.is_https())
        .max_age(time::Duration::seconds(SIGN_IN_LIFE.num_seconds()))
        .finish()
}

fn no_cookie(app: &App) -> Cookie<'static> {
    Cookie::build(COOKIE, "")
        .path(COOKIE_PATH)
        .http_only(true)
        .same_site(SameSite::Strict)
        .secure(app.config.is_https())
        .max_age(time::Duration::ZERO)
        .finish()
}
