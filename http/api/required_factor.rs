//! The second factor while signing in: asked for where there is one, and set up by whoever has none and needs one by the wish of his
//! company: with the first code of an app, or with a first passkey.

use chrono::{DateTime, Utc};
use guiche_storage::{
    Conn,
    companies::settings,
    identity::{
        passkeys::{self as stored_passkeys, Purpose},
        second_factors,
        sign_ins::Owner,
        users::{self, Credentials},
    },
    model::ErrorCode,
};
use serde_json::Value;

use super::passkeys::{AddPasskey, keep};
use crate::{
    app::App,
    error::ApiError,
    passkeys::{self, Added, PasskeyAnswer, Place},
    second_factor::{self, CHALLENGE_LIFE, Checked, Shown, readable},
};

/// What somebody shows besides his password.
#[derive(Clone, Copy)]
pub(super) struct Factor<'a> {
    /// A code.
    pub(super) code: Option<&'a str>,
    /// What it is of, where the app is new.
    pub(super) proof: Option<&'a str>,
    /// What a passkey signed.
    pub(super) passkey: Option<&'a PasskeyAnswer>,
    /// A passkey that was made just now.
    pub(super) new_passkey: Option<&'a AddPasskey>,
}

/// The same, before it is looked at: what was kept for passkeys is taken out whatever comes of it.
pub(super) struct Given<'a> {
    factor: Factor<'a>,
    shown: Shown<'a>,
    /// The new passkey with its name; without it, it is no answer to what was asked.
    made: Option<(&'a str, Option<Added>)>,
}

/// # Errors
/// `Database`.
pub(super) async fn given<'a>(
    app: &App,
    owner: Owner,
    factor: Factor<'a>,
    now: DateTime<Utc>,
) -> Result<Given<'a>, ApiError> {
    let shown = second_factor::shown(app, owner, (factor.code, factor.passkey), now).await?;
    let made = match factor.new_passkey {
        Some(new) => Some((new.name.trim(), made(app, owner, new, now).await?)),
        None => None,
    };
    Ok(Given {
        factor,
        shown,
        made,
    })
}

async fn made(
    app: &App,
    owner: Owner,
    new: &AddPasskey,
    now: DateTime<Utc>,
) -> Result<Option<Added>, ApiError> {
    let kept = app
        .db
        .write(async |conn| {
            stored_passkeys::take_challenge(conn, owner, Purpose::Adding, now).await
        })
        .await?;
    let place = Place::at(&app.config.public_url());
    let added = place
        .zip(kept)
        .and_then(|(place, kept)| passkeys::added(&place, &kept, &new.passkey));
    Ok(added)
}

/// Asks for the second factor of somebody whose password was right. One that the company requires and he has not is
/// switched on here; then the answer is its codes on paper.
///
/// # Errors
/// What [`second_factor::check`] says; `SecondFactorSetup` where one is to be set up; `SecondFactorInvalid` and `PasskeyInvalid`:
/// with this it is not.
pub(super) async fn require(
    conn: &mut Conn<'_>,
    app: &App,
    user: &Credentials,
    given: &Given<'_>,
    now: DateTime<Utc>,
) -> Result<Option<Vec<String>>, ApiError> {
    let owner = owner(user);
    let checked = second_factor::check(conn, app, owner, &given.shown, now).await?;
    if checked == Checked::Good
        || !settings::is_enabled(conn, user.company_id, settings::SECOND_FACTOR).await?
    {
        return Ok(None);
    }
    let codes = match (given.factor.code, given.factor.proof, &given.made) {
        (Some(code), Some(proof), _) => {
            second_factor::switch_on(conn, &app.sealer, owner, (proof, code), now).await?
        }
        (_, _, Some((name, Some(added)))) => {
            let codes = keep(conn, app, owner, (name, added), now).await?;
            codes.ok_or(ErrorCode::PasskeyInvalid)?
        }
        (_, _, Some((_, None))) => return Err(ErrorCode::PasskeyInvalid.into()),
        _ => {
            let setup = second_factor::set_up(&app.sealer, owner, &user.email, now)?;
            let setup = serde_json::to_value(setup).map_err(ApiError::internal)?;
            return Err(ApiError::new(ErrorCode::SecondFactorSetup).and_body("setup", setup));
        }
    };
    Ok(Some(codes.iter().map(|code| readable(code)).collect()))
}

/// Says with a refusal what a browser is to be asked for, where a first passkey would do: the work that found it so has changed
/// nothing.
///
/// # Errors
/// What the work said.
pub(super) async fn asked<T>(
    app: &App,
    user: &Credentials,
    (done, factor): (Result<T, ApiError>, Factor<'_>),
    now: DateTime<Utc>,
) -> Result<T, ApiError> {
    let Err(error) = done else { return done };
    let is_about_it = match error.code() {
        ErrorCode::SecondFactorSetup => true,
        ErrorCode::PasskeyInvalid => factor.new_passkey.is_some(),
        _ => false,
    };
    if !is_about_it {
        return Err(error);
    }
    let wish = app
        .db
        .write(async |conn| first_passkey(conn, app, user, now).await)
        .await?;
    Err(error.and_body("newPasskey", wish.unwrap_or_default()))
}

/// Asks for a first passkey, and keeps what the answer is compared with. `None`: there are none at this address, or he has a second
/// factor already, which another passkey would need.
async fn first_passkey(
    conn: &mut Conn<'_>,
    app: &App,
    user: &Credentials,
    now: DateTime<Utc>,
) -> Result<Option<Value>, ApiError> {
    let owner = owner(user);
    let stored = second_factors::find(conn, owner, &app.sealer, now).await?;
    let place = Place::at(&app.config.public_url());
    let Some(place) = place.filter(|_| stored.is_none()) else {
        return Ok(None);
    };
    let name = users::get_user(conn, user.company_id, user.id).await?.name;
    let begun = passkeys::begin_adding(&place, (&user.email, &name), &[])?;
    let kept = (Purpose::Adding, begun.state.as_slice());
    stored_passkeys::keep_challenge(conn, owner, kept, now + CHALLENGE_LIFE).await?;
    Ok(Some(begun.options))
}

fn owner(user: &Credentials) -> Owner {
    Owner {
        company_id: user.company_id,
        user_id: user.id,
    }
}
