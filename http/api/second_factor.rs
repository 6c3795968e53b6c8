//! `/second-factor`: one's own second factor of signing in. An admin takes a colleague's off who has lost his phone.

use actix_web::{HttpRequest, delete, get, post, put, web};
use chrono::{DateTime, Utc};
use garde::Validate;
use guiche_storage::{
    Conn,
    audit::Entry,
    companies::settings,
    identity::{passkeys as stored_passkeys, second_factors, sign_ins::Owner, users},
    model::{ErrorCode, UserId, audit::Subject},
};
use serde::{Deserialize, Serialize};

use super::{
    fields::Empty,
    passkeys::{self, Passkey},
    users::check_current_password,
};
use crate::{
    app::App,
    error::ApiError,
    middleware::caller::Caller,
    passkeys::{PasskeyAnswer, Place},
    route_list::RouteList,
    second_factor::{self, Checked, Setup, Shown, readable},
    valid::Valid,
};

/// Mounts the routes of `/second-factor`.
pub fn configure(cfg: &mut RouteList<'_>) {
    cfg.service(show)
        .service(set_up)
        .service(switch_on)
        .service(renew_codes)
        .service(switch_off)
        .service(passkeys::begin)
        .service(passkeys::add)
        .service(passkeys::remove)
        .service(take_off);
}

/// One's own second factor.
#[derive(Debug, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct SecondFactorState {
    /// Since when the app is on; `null`: it is off.
    since: Option<DateTime<Utc>>,
    /// Codes on paper that are left.
    recovery_codes: i64,
    /// Whether the company wants everybody to have one.
    required: bool,
    /// One's passkeys, oldest first.
    passkeys: Vec<Passkey>,
    /// The name that the page's address must have, or end with, for passkeys; `null`: there are none at this address.
    passkeys_at: Option<String>,
}

/// The first code, and what it is of.
#[derive(Deserialize, Validate, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct SwitchOn {
    /// As it was set up.
    #[garde(length(bytes, min = 1, max = 500))]
    proof: String,
    /// Six digits that the app shows now.
    #[garde(length(chars, min = 1, max = 50))]
    code: String,
    /// One's own present password.
    #[garde(length(chars, min = 1, max = 255))]
    #[schema(write_only)]
    current_password: String,
    /// Where one has passkeys: what one of them signed of what the refusal asks for as `passkey`.
    #[garde(dive)]
    passkey: Option<PasskeyAnswer>,
}

/// What shows who one is: the password, and a code or what a passkey signed.
#[derive(Deserialize, Validate, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct SecondFactorProof {
    /// Of the app, or on paper.
    #[garde(inner(length(chars, max = 50)))]
    pub(super) code: Option<String>,
    /// In its place, what a passkey signed of what the refusal asks for as `passkey`.
    #[garde(dive)]
    pub(super) passkey: Option<PasskeyAnswer>,
    /// One's own present password.
    #[garde(length(chars, min = 1, max = 255))]
    #[schema(write_only)]
    pub(super) current_password: String,
}

/// Codes on paper, shown once.
#[derive(Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct RecoveryCodes {
    /// Each is good once.
    recovery_codes: Vec<String>,
}

/// Whether one has a second factor.
#[utoipa::path(
    tag = "second factor",
    operation_id = "show_second_factor",
    responses((status = 200, body = SecondFactorState))
)]
#[get("")]
pub(super) async fn show(
    app: web::Data<App>,
    caller: Caller,
) -> Result<web::Json<SecondFactorState>, ApiError> {
    let now = app.clock.now();
    let mut reader = app.db.read().await?;
    let conn = &mut reader.conn();
    let stored = second_factors::find(conn, owner(&caller), &app.sealer, now).await?;
    let passkeys = stored_passkeys::list(conn, owner(&caller)).await?;
    let required = settings::is_enabled(conn, caller.company, settings::SECOND_FACTOR).await?;
    Ok(web::Json(SecondFactorState {
        since: stored
            .as_ref()
            .filter(|stored| stored.secret.is_some())
            .map(|stored| stored.created_at),
        recovery_codes: stored.map_or(0, |stored| stored.recovery_codes),
        required,
        passkeys: passkeys.into_iter().map(Passkey::from).collect(),
        passkeys_at: Place::at(&app.config.public_url()).map(|place| place.name().to_owned()),
    }))
}

/// Something new for an app. Nothing is on before a code of it comes back.
#[utoipa::path(
    tag = "second factor",
    operation_id = "set_up_second_factor",
    responses(
        (status = 200, body = Setup),
        (status = 403, description = "ERR_NO_PERMISSION: support acts in one's place")
    )
)]
#[post("")]
pub(super) async fn set_up(
    app: web::Data<App>,
    caller: Caller,
) -> Result<web::Json<Setup>, ApiError> {
    require_oneself(&caller)?;
    let email = {
        let mut reader = app.db.read().await?;
        users::get_user(&mut reader.conn(), caller.company, caller.user)
            .await?
            .email
    };
    let made = second_factor::set_up(&app.sealer, owner(&caller), &email, app.clock.now())?;
    Ok(web::Json(made))
}

/// Switches it on. Answers codes on paper for the day on which the phone is lost.
#[utoipa::path(
    tag = "second factor",
    operation_id = "switch_on_second_factor",
    request_body = SwitchOn,
    responses(
        (status = 200, body = RecoveryCodes),
        (status = 400, description = "ERR_VALIDATION, ERR_CURRENT_PASSWORD, ERR_SECOND_FACTOR_INVALID: the code, or what it is of; or there is one; ERR_SECOND_FACTOR_NEEDED, ERR_PASSKEY_INVALID: there are passkeys, and none signed"),
        (status = 403, description = "ERR_NO_PERMISSION: support acts in one's place"),
        (status = 429, description = "ERR_TOO_MANY_REQUESTS")
    )
)]
#[put("")]
pub(super) async fn switch_on(
    request: HttpRequest,
    app: web::Data<App>,
    caller: Caller,
    body: Valid<SwitchOn>,
) -> Result<web::Json<RecoveryCodes>, ApiError> {
    require_oneself(&caller)?;
    let (Valid(body), now) = (body, app.clock.now());
    let (owner, given) = (owner(&caller), (body.proof.as_str(), body.code.as_str()));
    if !second_factor::fits(&app.sealer, owner, given, now) {
        return Err(ErrorCode::SecondFactorInvalid.into());
    }
    check_password(&app, &request, &caller, body.current_password).await?;
    // one that is there already is no wrong code, and none is counted
    if app_is_on(&app, owner, now).await? == Some(true) {
        return Err(ErrorCode::SecondFactorInvalid.into());
    }
    let shown = second_factor::shown(&app, owner, (None, body.passkey.as_ref()), now).await?;
    let work = async |conn: &mut Conn<'_>| -> Result<Vec<String>, ApiError> {
        // an app beside passkeys opens the same door
        second_factor::check(conn, &app, owner, &shown, now).await?;
        let codes = second_factor::switch_on(conn, &app.sealer, owner, given, now).await?;
        note(conn, &caller, caller.user, "secondFactor", now).await?;
        Ok(codes)
    };
    let codes = counted(&app, owner, app.db.write(work).await, now).await?;
    Ok(web::Json(on_paper(&codes)))
}

/// Other codes on paper in the place of those that were there.
#[utoipa::path(
    tag = "second factor",
    operation_id = "renew_recovery_codes",
    request_body = SecondFactorProof,
    responses(
        (status = 200, body = RecoveryCodes),
        (status = 400, description = "ERR_VALIDATION, ERR_CURRENT_PASSWORD; ERR_SECOND_FACTOR_NEEDED, ERR_SECOND_FACTOR_INVALID, ERR_PASSKEY_INVALID"),
        (status = 403, description = "ERR_NO_PERMISSION: support acts in one's place"),
        (status = 404, description = "ERR_NOT_FOUND: it is off"),
        (status = 429, description = "ERR_TOO_MANY_REQUESTS")
    )
)]
#[post("/recovery-codes")]
pub(super) async fn renew_codes(
    request: HttpRequest,
    app: web::Data<App>,
    caller: Caller,
    body: Valid<SecondFactorProof>,
) -> Result<web::Json<RecoveryCodes>, ApiError> {
    require_oneself(&caller)?;
    let (Valid(body), now, owner) = (body, app.clock.now(), owner(&caller));
    let is_on = app_is_on(&app, owner, now).await?;
    is_on.ok_or(ErrorCode::NotFound)?;
    check_password(&app, &request, &caller, body.current_password).await?;
    let codes = second_factor::recovery_codes()?;
    let given = (body.code.as_deref(), body.passkey.as_ref());
    let shown = second_factor::shown(&app, owner, given, now).await?;
    let work = async |conn: &mut Conn<'_>| -> Result<(), ApiError> {
        require_good(conn, &app, owner, &shown, now).await?;
        second_factors::replace_recovery_codes(conn, owner, &codes).await?;
        note(conn, &caller, caller.user, "recoveryCodes", now).await
    };
    counted(&app, owner, app.db.write(work).await, now).await?;
    Ok(web::Json(on_paper(&codes)))
}

/// Switches the app off. With it goes the second factor, unless there are passkeys.
#[utoipa::path(
    tag = "second factor",
    operation_id = "switch_off_second_factor",
    request_body = SecondFactorProof,
    responses(
        (status = 200, body = Empty),
        (status = 400, description = "ERR_VALIDATION, ERR_CURRENT_PASSWORD; ERR_SECOND_FACTOR_NEEDED, ERR_SECOND_FACTOR_INVALID, ERR_PASSKEY_INVALID"),
        (status = 403, description = "ERR_NO_PERMISSION: support acts in one's place"),
        (status = 404, description = "ERR_NOT_FOUND: it is off"),
        (status = 409, description = "ERR_SECOND_FACTOR_REQUIRED: the company wants everybody to have one"),
        (status = 429, description = "ERR_TOO_MANY_REQUESTS")
    )
)]
#[delete("")]
pub(super) async fn switch_off(
    request: HttpRequest,
    app: web::Data<App>,
    caller: Caller,
    body: Valid<SecondFactorProof>,
) -> Result<web::Json<Empty>, ApiError> {
    require_oneself(&caller)?;
    let (Valid(body), now, owner) = (body, app.clock.now(), owner(&caller));
    if app_is_on(&app, owner, now).await? != Some(true) {
        return Err(ErrorCode::NotFound.into());
    }
    check_password(&app, &request, &caller, body.current_password).await?;
    let given = (body.code.as_deref(), body.passkey.as_ref());
    let shown = second_factor::shown(&app, owner, given, now).await?;
    let work = async |conn: &mut Conn<'_>| -> Result<(), ApiError> {
        let is_last = stored_passkeys::list(conn, owner).await?.is_empty();
        if is_last {
            require_dispensable(conn, &caller).await?;
        }
        require_good(conn, &app, owner, &shown, now).await?;
        if is_last {
            second_factors::delete(conn, owner).await?;
        } else {
            let filler = second_factor::fresh_secret()?;
            second_factors::remove_app(conn, owner, &app.sealer, &filler).await?;
        }
        note(conn, &caller, caller.user, "secondFactor", now).await
    };
    counted(&app, owner, app.db.write(work).await, now).await?;
    Ok(web::Json(Empty {}))
}

/// Takes the second factor off a colleague who has lost his phone and his codes. Admins only.
#[utoipa::path(
    tag = "second factor",
    operation_id = "take_off_second_factor",
    params(("userId" = i64, Path)),
    responses(
        (status = 200, body = Empty, description = "also when he had none"),
        (status = 403, description = "ERR_NO_PERMISSION: not an admin; one's own; or support acts in one's place"),
        (status = 404, description = "ERR_NO_USER_FOUND")
    )
)]
#[delete("/{userId}")]
pub(super) async fn take_off(
    app: web::Data<App>,
    caller: Caller,
    user: web::Path<UserId>,
) -> Result<web::Json<Empty>, ApiError> {
    caller.require_admin()?;
    require_oneself(&caller)?;
    let (user, now) = (user.into_inner(), app.clock.now());
    if user == caller.user {
        // his own goes with a code of it
        return Err(ErrorCode::NoPermission.into());
    }
    app.db
        .write(async |conn| -> Result<(), ApiError> {
            users::get_user(conn, caller.company, user).await?;
            let owner = Owner {
                company_id: caller.company,
                user_id: user,
            };
            if second_factors::delete(conn, owner).await? {
                note(conn, &caller, user, "secondFactor", now).await?;
            }
            Ok(())
        })
        .await?;
    Ok(web::Json(Empty {}))
}

/// Counts what was wrong of somebody's second factor: the work that found it so has changed nothing. Where he has passkeys,
/// the refusal asks for the signature of one.
///
/// # Errors
/// What the work said.
pub(super) async fn counted<T>(
    app: &App,
    owner: Owner,
    done: Result<T, ApiError>,
    now: DateTime<Utc>,
) -> Result<T, ApiError> {
    let Err(error) = done else { return done };
    let is_wrong = match error.code() {
        ErrorCode::SecondFactorInvalid | ErrorCode::PasskeyInvalid => true,
        ErrorCode::SecondFactorNeeded => false,
        _ => return Err(error),
    };
    let asked = app
        .db
        .write(async |conn| -> Result<_, ApiError> {
            if is_wrong {
                second_factors::note_failure(conn, owner, now).await?;
            }
            second_factor::challenge(conn, app, owner, now).await
        })
        .await?;
    Err(match asked {
        Some(asked) => error.and_body("passkey", asked),
        None => error,
    })
}

/// # Errors
/// What [`second_factor::check`] says; `NotFound`: there is no second factor any more.
pub(super) async fn require_good(
    conn: &mut Conn<'_>,
    app: &App,
    owner: Owner,
    shown: &Shown<'_>,
    now: DateTime<Utc>,
) -> Result<(), ApiError> {
    match second_factor::check(conn, app, owner, shown, now).await? {
        Checked::Good => Ok(()),
        Checked::HasNone => Err(ErrorCode::NotFound.into()),
    }
}

/// Before the last of a second factor goes.
///
/// # Errors
/// `SecondFactorRequired`: the company wants everybody to have one.
pub(super) async fn require_dispensable(
    conn: &mut Conn<'_>,
    caller: &Caller,
) -> Result<(), ApiError> {
    if settings::is_enabled(conn, caller.company, settings::SECOND_FACTOR).await? {
        return Err(ErrorCode::SecondFactorRequired.into());
    }
    Ok(())
}

/// Before a look at the password, which costs work: whether there is an app. `None`: there is no second factor.
///
/// # Errors
/// `Database`.
async fn app_is_on(app: &App, owner: Owner, now: DateTime<Utc>) -> Result<Option<bool>, ApiError> {
    let mut reader = app.db.read().await?;
    let stored = second_factors::find(&mut reader.conn(), owner, &app.sealer, now).await?;
    Ok(stored.map(|stored| stored.secret.is_some()))
}

pub(super) async fn check_password(
    app: &App,
    request: &HttpRequest,
    caller: &Caller,
    password: String,
) -> Result<(), ApiError> {
    let email = {
        let mut reader = app.db.read().await?;
        users::get_user(&mut reader.conn(), caller.company, caller.user)
            .await?
            .email
    };
    check_current_password(app, request, caller, (&email, password)).await
}

pub(super) async fn note(
    conn: &mut Conn<'_>,
    caller: &Caller,
    user: UserId,
    what: &str,
    now: DateTime<Utc>,
) -> Result<(), ApiError> {
    let stored = users::get_user(conn, caller.company, user).await?;
    let entry = Entry::updated(Subject::User, user, &stored, &stored).with_secret(what);
    caller.note(conn, &entry, now).await?;
    Ok(())
}

fn on_paper(codes: &[String]) -> RecoveryCodes {
    RecoveryCodes {
        recovery_codes: codes.iter().map(|code| readable(code)).collect(),
    }
}

/// # Errors
/// `NoPermission` for support in somebody's place: it never has a key of the company.
pub(super) fn require_oneself(caller: &Caller) -> Result<(), ApiError> {
    if caller.actor.is_some() {
        return Err(ErrorCode::NoPermission.into());
    }
    Ok(())
}

pub(super) fn owner(caller: &Caller) -> Owner {
    Owner {
        company_id: caller.company,
        user_id: caller.user,
    }
}
