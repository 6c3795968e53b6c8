//! `/second-factor/passkeys`: one's own passkeys. Whoever has a second factor shows it before there is another way in, and
//! before one goes.

use actix_web::{HttpRequest, delete, post, web};
use chrono::{DateTime, Utc};
use garde::Validate;
use guiche_storage::{
    Conn, StorageError,
    identity::{
        passkeys::{self as stored_passkeys, NewPasskey, PASSKEYS_MAX, Purpose, StoredPasskey},
        second_factors,
        sign_ins::Owner,
        users,
    },
    model::{ErrorCode, PasskeyId},
};
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::{
    fields::{self, Empty},
    second_factor::{
        SecondFactorProof, check_password, counted, note, owner, require_dispensable, require_good,
        require_oneself,
    },
};
use crate::{
    app::App,
    error::ApiError,
    middleware::caller::Caller,
    passkeys::{self, Added, MadePasskey, Place},
    second_factor::{self, CHALLENGE_LIFE, readable},
    valid::Valid,
};

/// One of one's passkeys.
#[derive(Debug, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct Passkey {
    /// Number.
    id: PasskeyId,
    /// What its owner calls it.
    name: String,
    /// When it was added.
    created_at: DateTime<Utc>,
    /// When it signed last; `null`: never.
    used_at: Option<DateTime<Utc>>,
}

impl From<StoredPasskey> for Passkey {
    fn from(stored: StoredPasskey) -> Self {
        Self {
            id: stored.id,
            name: stored.name,
            created_at: stored.created_at,
            used_at: stored.used_at,
        }
    }
}

/// What a browser is asked.
#[derive(Serialize, utoipa::ToSchema)]
pub(super) struct PasskeyWish {
    /// For `navigator.credentials.create`, bytes in base64url.
    #[schema(value_type = Object)]
    options: Value,
}

/// A passkey that was made.
#[derive(Deserialize, Validate, utoipa::ToSchema)]
pub(super) struct AddPasskey {
    /// What to call it, 2 to 50 characters.
    #[garde(custom(fields::name))]
    pub(super) name: String,
    #[garde(dive)]
    pub(super) passkey: MadePasskey,
}

/// A passkey that is good from now on.
#[derive(Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct AddedPasskey {
    /// One's passkeys, oldest first.
    passkeys: Vec<Passkey>,
    /// Codes on paper, shown once, where this is one's first second factor; `null`: there are some.
    recovery_codes: Option<Vec<String>>,
}

/// Asks for a new passkey. The browser's answer is taken for five minutes, once.
#[utoipa::path(
    tag = "second factor",
    operation_id = "begin_passkey",
    request_body = SecondFactorProof,
    responses(
        (status = 200, body = PasskeyWish),
        (status = 400, description = "ERR_VALIDATION, ERR_CURRENT_PASSWORD; ERR_PASSKEY_LIMIT: there are 5; ERR_SECOND_FACTOR_NEEDED, ERR_SECOND_FACTOR_INVALID, ERR_PASSKEY_INVALID: of the second factor that is on"),
        (status = 403, description = "ERR_NO_PERMISSION: support acts in one's place"),
        (status = 409, description = "ERR_PASSKEYS_IMPOSSIBLE: the address of the pages is a number, or without HTTPS"),
        (status = 429, description = "ERR_TOO_MANY_REQUESTS")
    )
)]
#[post("/passkeys/begin")]
pub(super) async fn begin(
    request: HttpRequest,
    app: web::Data<App>,
    caller: Caller,
    body: Valid<SecondFactorProof>,
) -> Result<web::Json<PasskeyWish>, ApiError> {
    require_oneself(&caller)?;
    let (Valid(body), now, owner) = (body, app.clock.now(), owner(&caller));
    let place = Place::at(&app.config.public_url()).ok_or(ErrorCode::PasskeysImpossible)?;
    let user = {
        let mut reader = app.db.read().await?;
        let conn = &mut reader.conn();
        require_room(&stored_passkeys::list(conn, owner).await?)?;
        users::get_user(conn, caller.company, caller.user).await?
    };
    check_password(&app, &request, &caller, body.current_password).await?;
    let given = (body.code.as_deref(), body.passkey.as_ref());
    let shown = second_factor::shown(&app, owner, given, now).await?;
    let work = async |conn: &mut Conn<'_>| -> Result<Value, ApiError> {
        second_factor::check(conn, &app, owner, &shown, now).await?;
        let have = stored_passkeys::list(conn, owner).await?;
        let begun = passkeys::begin_adding(&place, (&user.email, &user.name), &have)?;
        let kept = (Purpose::Adding, begun.state.as_slice());
        stored_passkeys::keep_challenge(conn, owner, kept, now + CHALLENGE_LIFE).await?;
        Ok(begun.options)
    };
    let options = counted(&app, owner, app.db.write(work).await, now).await?;
    Ok(web::Json(PasskeyWish { options }))
}

/// Adds the passkey that was asked for. Who has no second factor yet has one with it, and gets codes on paper.
#[utoipa::path(
    tag = "second factor",
    operation_id = "add_passkey",
    request_body = AddPasskey,
    responses(
        (status = 200, body = AddedPasskey),
        (status = 400, description = "ERR_VALIDATION; ERR_PASSKEY_INVALID: nobody asked for this one, or not lately; ERR_PASSKEY_LIMIT"),
        (status = 403, description = "ERR_NO_PERMISSION: support acts in one's place"),
        (status = 409, description = "ERR_PASSKEYS_IMPOSSIBLE")
    )
)]
#[post("/passkeys")]
pub(super) async fn add(
    app: web::Data<App>,
    caller: Caller,
    body: Valid<AddPasskey>,
) -> Result<web::Json<AddedPasskey>, ApiError> {
    require_oneself(&caller)?;
    let (Valid(body), now, owner) = (body, app.clock.now(), owner(&caller));
    let place = Place::at(&app.config.public_url()).ok_or(ErrorCode::PasskeysImpossible)?;
    let kept = app
        .db
        .write(async |conn| {
            stored_passkeys::take_challenge(conn, owner, Purpose::Adding, now).await
        })
        .await?;
    let kept = kept.ok_or(ErrorCode::PasskeyInvalid)?;
    let added = passkeys::added(&place, &kept, &body.passkey).ok_or(ErrorCode::PasskeyInvalid)?;
    let (have, codes) = app
        .db
        .write(async |conn| -> Result<_, ApiError> {
            require_room(&stored_passkeys::list(conn, owner).await?)?;
            let made = (body.name.trim(), &added);
            let codes = keep(conn, &app, owner, made, now).await?;
            note(conn, &caller, caller.user, "passkey", now).await?;
            Ok((stored_passkeys::list(conn, owner).await?, codes))
        })
        .await?;
    let codes = codes.map(|codes| codes.iter().map(|code| readable(code)).collect());
    Ok(web::Json(AddedPasskey {
        passkeys: have.into_iter().map(Passkey::from).collect(),
        recovery_codes: codes,
    }))
}

/// Keeps a passkey that was made, under its name. Answers the codes on paper where it is the first second factor.
///
/// # Errors
/// `PasskeyInvalid`: the company has it already.
pub(super) async fn keep(
    conn: &mut Conn<'_>,
    app: &App,
    owner: Owner,
    (name, added): (&str, &Added),
    now: DateTime<Utc>,
) -> Result<Option<Vec<String>>, ApiError> {
    let filler = second_factor::fresh_secret()?;
    let is_first =
        second_factors::insert_without_app(conn, owner, &app.sealer, &filler, now).await?;
    let codes = if is_first {
        let codes = second_factor::recovery_codes()?;
        second_factors::replace_recovery_codes(conn, owner, &codes).await?;
        Some(codes)
    } else {
        None
    };
    let passkey = NewPasskey {
        name,
        credential: &added.credential,
        handle: &added.handle,
        public_key: &added.public_key,
        state: &added.state,
        transports: added.transports,
    };
    match stored_passkeys::insert(conn, owner, &passkey, now).await {
        Err(StorageError::Taken(_)) => Err(ErrorCode::PasskeyInvalid.into()),
        other => {
            other?;
            Ok(codes)
        }
    }
}

/// Forgets one of one's passkeys. With the last one goes the second factor, unless there is an app.
#[utoipa::path(
    tag = "second factor",
    operation_id = "remove_passkey",
    params(("passkey" = i64, Path, description = "Number of the passkey")),
    request_body = SecondFactorProof,
    responses(
        (status = 200, body = Empty),
        (status = 400, description = "ERR_VALIDATION, ERR_CURRENT_PASSWORD; ERR_SECOND_FACTOR_NEEDED, ERR_SECOND_FACTOR_INVALID, ERR_PASSKEY_INVALID"),
        (status = 403, description = "ERR_NO_PERMISSION: support acts in one's place"),
        (status = 404, description = "ERR_NOT_FOUND: not one's own"),
        (status = 409, description = "ERR_SECOND_FACTOR_REQUIRED: it is the last, and the company wants everybody to have one"),
        (status = 429, description = "ERR_TOO_MANY_REQUESTS")
    )
)]
#[delete("/passkeys/{passkey}")]
pub(super) async fn remove(
    request: HttpRequest,
    app: web::Data<App>,
    caller: Caller,
    id: web::Path<PasskeyId>,
    body: Valid<SecondFactorProof>,
) -> Result<web::Json<Empty>, ApiError> {
    require_oneself(&caller)?;
    let (Valid(body), now, owner, id) = (body, app.clock.now(), owner(&caller), id.into_inner());
    {
        let mut reader = app.db.read().await?;
        let have = stored_passkeys::list(&mut reader.conn(), owner).await?;
        if !have.iter().any(|one| one.id == id) {
            return Err(ErrorCode::NotFound.into());
        }
    }
    check_password(&app, &request, &caller, body.current_password).await?;
    let given = (body.code.as_deref(), body.passkey.as_ref());
    let shown = second_factor::shown(&app, owner, given, now).await?;
    let work = async |conn: &mut Conn<'_>| -> Result<(), ApiError> {
        let stored = second_factors::find(conn, owner, &app.sealer, now).await?;
        let has_app = stored.is_some_and(|stored| stored.secret.is_some());
        let have = stored_passkeys::list(conn, owner).await?;
        let is_last = !has_app && have.iter().all(|one| one.id == id);
        if is_last {
            require_dispensable(conn, &caller).await?;
        }
        require_good(conn, &app, owner, &shown, now).await?;
        if is_last {
            second_factors::delete(conn, owner).await?;
        } else if !stored_passkeys::delete(conn, owner, id).await? {
            return Err(ErrorCode::NotFound.into());
        }
        note(conn, &caller, caller.user, "passkey", now).await
    };
    counted(&app, owner, app.db.write(work).await, now).await?;
    Ok(web::Json(Empty {}))
}

/// # Errors
/// `PasskeyLimit`.
fn require_room(have: &[StoredPasskey]) -> Result<(), ApiError> {
    if have.len() >= PASSKEYS_MAX {
        return Err(ErrorCode::PasskeyLimit.into());
    }
    Ok(())
}
