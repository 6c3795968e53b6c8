//! Second factors of signing in: codes that an app on somebody's phone makes (RFC 6238: six digits, SHA-1, 30 s, one step
//! to either side), codes on paper, and passkeys. What is set up for an app is kept by nobody until a code shows that the app
//! has it: until then the browser holds it, sealed. What a passkey is asked to sign is kept here, and good once.

use base64::{Engine as _, engine::general_purpose::URL_SAFE_NO_PAD};
use chrono::{DateTime, TimeDelta, Utc};
use guiche_storage::{
    Conn,
    identity::{
        passkeys::{self as stored_passkeys, Purpose},
        second_factors,
        sign_ins::Owner,
    },
    model::ErrorCode,
    security::seal::Sealer,
};
use rand::{TryRngCore as _, rngs::OsRng};
use serde::Serialize;
use serde_json::Value;
use totp_rs::{Builder, Secret, Totp};

use crate::{
    app::App,
    error::ApiError,
    passkeys::{self, PasskeyAnswer, Place},
};

/// Who makes the codes, as the app shows it.
const ISSUER: &str = "Guichê";
/// Bytes of a secret: what RFC 4226 recommends.
const SECRET_BYTES: usize = 20;
/// How long what was set up may be shown to be in the app.
const SETUP_LIFE: TimeDelta = TimeDelta::minutes(10);
/// How long a passkey may take to sign.
pub const CHALLENGE_LIFE: TimeDelta = TimeDelta::minutes(5);
/// Codes on paper.
const RECOVERY_CODES: usize = 10;
/// Letters of a code on paper, 5 random bits each; without those that look alike.
const RECOVERY_LETTERS: &[u8; 32] = b"abcdefghijkmnpqrstuvwxyz23456789";
const RECOVERY_CHARS: usize = 16;

/// What is typed or scanned into an app. Its debug text shows nothing.
#[derive(Clone, Serialize, utoipa::ToSchema)]
pub struct Setup {
    /// What codes are made of, in base32, to be typed.
    pub secret: String,
    /// The same as an `otpauth:` address, to be shown as a QR code.
    pub uri: String,
    /// To be sent back with the first code within ten minutes.
    pub proof: String,
}

impl std::fmt::Debug for Setup {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Setup")
    }
}

/// Something new for an app; nothing is stored.
///
/// # Errors
/// `Internal` when the machine gives no randomness.
pub fn set_up(
    sealer: &Sealer,
    owner: Owner,
    email: &str,
    now: DateTime<Utc>,
) -> Result<Setup, ApiError> {
    let secret = fresh_secret()?;
    let until = (now + SETUP_LIFE).timestamp();
    let plain = [until.to_be_bytes().as_slice(), &secret].concat();
    let proof = sealer.seal(&context(owner), &plain)?;
    // the app shows it; a colon would divide it from the issuer
    let account = email.replace(':', " ");
    let made = Builder::new()
        .with_secret(Secret::from(secret))
        .with_account_name(account)
        .with_issuer(Some(ISSUER))
        .build()
        .map_err(ApiError::internal)?;
    Ok(Setup {
        secret: made.secret().to_base32(),
        uri: made.to_url().map_err(ApiError::internal)?,
        proof: URL_SAFE_NO_PAD.encode(proof),
    })
}

/// Whether a code is one of what was set up: what is none costs no look at a password.
pub fn fits(
    sealer: &Sealer,
    owner: Owner,
    (proof, code): (&str, &str),
    now: DateTime<Utc>,
) -> bool {
    let secret = opened(sealer, owner, proof, now);
    secret.is_some_and(|secret| step_of(&secret, code, now).is_some())
}

/// Switches on what was set up, if the code is one of it. Answers the codes on paper: nobody can read them again.
///
/// # Errors
/// `SecondFactorInvalid`: the code is not of it, it was set up too long ago or for somebody else, or there is one already.
pub async fn switch_on(
    conn: &mut Conn<'_>,
    sealer: &Sealer,
    owner: Owner,
    (proof, code): (&str, &str),
    now: DateTime<Utc>,
) -> Result<Vec<String>, ApiError> {
    let invalid = ErrorCode::SecondFactorInvalid;
    let secret = opened(sealer, owner, proof, now).ok_or(invalid)?;
    let step = step_of(&secret, code, now).ok_or(invalid)?;
    if !second_factors::insert(conn, owner, sealer, (&secret, step), now).await? {
        return Err(invalid.into());
    }
    // a passkey that was begun before would be one whose owner has not shown this
    stored_passkeys::delete_challenges(conn, owner).await?;
    let codes = recovery_codes()?;
    second_factors::replace_recovery_codes(conn, owner, &codes).await?;
    Ok(codes)
}

/// What somebody shows of his second factor. A passkey's answer is looked at before a code.
#[derive(Default)]
pub struct Shown<'a> {
    code: Option<&'a str>,
    /// What a passkey signed, and the challenge that was kept for it.
    passkey: Option<(&'a PasskeyAnswer, Option<Vec<u8>>)>,
}

impl std::fmt::Debug for Shown<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Shown")
    }
}

/// What is shown, before it is looked at: the challenge of a passkey is taken out whatever comes of it.
///
/// # Errors
/// `Database`.
pub async fn shown<'a>(
    app: &App,
    owner: Owner,
    (code, passkey): (Option<&'a str>, Option<&'a PasskeyAnswer>),
    now: DateTime<Utc>,
) -> Result<Shown<'a>, ApiError> {
    let Some(answer) = passkey else {
        return Ok(Shown {
            code,
            passkey: None,
        });
    };
    let kept = app
        .db
        .write(async |conn| {
            stored_passkeys::take_challenge(conn, owner, Purpose::Proving, now).await
        })
        .await?;
    Ok(Shown {
        code,
        passkey: Some((answer, kept)),
    })
}

/// Uses what somebody shows of his second factor: a code of his app, one on paper, or what a passkey signed. Nobody without
/// a second factor is asked for any.
///
/// # Errors
/// `SecondFactorNeeded` without anything; `SecondFactorInvalid` and `PasskeyInvalid` for what is wrong or used; 429 after
/// ten of them.
pub async fn check(
    conn: &mut Conn<'_>,
    app: &App,
    owner: Owner,
    shown: &Shown<'_>,
    now: DateTime<Utc>,
) -> Result<Checked, ApiError> {
    let Some(stored) = second_factors::find(conn, owner, &app.sealer, now).await? else {
        return Ok(Checked::HasNone);
    };
    let code = shown.code.map(str::trim).filter(|code| !code.is_empty());
    if code.is_none() && shown.passkey.is_none() {
        return Err(ErrorCode::SecondFactorNeeded.into());
    }
    if let Some(until) = stored.locked_until {
        let seconds = (until - now).num_seconds();
        return Err(ApiError::too_many_requests(seconds.try_into().unwrap_or(1)));
    }
    if let Some((answer, kept)) = &shown.passkey {
        let kept = kept.as_deref();
        return if signed(conn, app, owner, (answer, kept), now).await? {
            Ok(Checked::Good)
        } else {
            Err(ErrorCode::PasskeyInvalid.into())
        };
    }
    let code = code.unwrap_or_default();
    let secret = stored.secret.as_deref();
    let is_good = match secret.and_then(|secret| step_of(secret, code, now)) {
        Some(step) => second_factors::use_step(conn, owner, step).await?,
        None => second_factors::use_recovery_code(conn, owner, &plain_code(code)).await?,
    };
    if is_good {
        Ok(Checked::Good)
    } else {
        Err(ErrorCode::SecondFactorInvalid.into())
    }
}

/// Whether one of somebody's passkeys signed what was kept; then it is noted.
async fn signed(
    conn: &mut Conn<'_>,
    app: &App,
    owner: Owner,
    (answer, kept): (&PasskeyAnswer, Option<&[u8]>),
    now: DateTime<Utc>,
) -> Result<bool, ApiError> {
    let have = stored_passkeys::list(conn, owner).await?;
    let place = Place::at(&app.config.public_url());
    let passkey = passkeys::named(&have, answer);
    let (Some(place), Some(kept), Some(passkey)) = (place, kept, passkey) else {
        return Ok(false);
    };
    let Some(state) = passkeys::proven(&place, kept, passkey, answer) else {
        return Ok(false);
    };
    second_factors::forgive(conn, owner).await?;
    Ok(stored_passkeys::note_use(conn, owner, (passkey.id, &state), now).await?)
}

/// Asks for the signature of one of somebody's passkeys, and keeps what it is compared with. `None`: he has none, or there
/// are none at this address.
///
/// # Errors
/// `Database`.
pub async fn challenge(
    conn: &mut Conn<'_>,
    app: &App,
    owner: Owner,
    now: DateTime<Utc>,
) -> Result<Option<Value>, ApiError> {
    let have = stored_passkeys::list(conn, owner).await?;
    let place = Place::at(&app.config.public_url());
    let Some(place) = place.filter(|_| !have.is_empty()) else {
        return Ok(None);
    };
    let begun = passkeys::begin_proving(&place, &have)?;
    let kept = (Purpose::Proving, begun.state.as_slice());
    stored_passkeys::keep_challenge(conn, owner, kept, now + CHALLENGE_LIFE).await?;
    Ok(Some(begun.options))
}

/// A secret that nobody had: for a new app, or to stand where there is none.
///
/// # Errors
/// `Internal` when the machine gives no randomness.
pub fn fresh_secret() -> Result<[u8; SECRET_BYTES], ApiError> {
    let mut secret = [0; SECRET_BYTES];
    OsRng
        .try_fill_bytes(&mut secret)
        .map_err(ApiError::internal)?;
    Ok(secret)
}

/// What [`check`] found.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Checked {
    /// The code was right, and is used.
    Good,
    /// There is no second factor.
    HasNone,
}

/// Fresh codes on paper.
///
/// # Errors
/// `Internal` when the machine gives no randomness.
pub fn recovery_codes() -> Result<Vec<String>, ApiError> {
    let code = || {
        let mut bytes = [0; RECOVERY_CHARS];
        OsRng
            .try_fill_bytes(&mut bytes)
            .map_err(ApiError::internal)?;
        let letters = bytes.iter().filter_map(|byte| {
            let letter = RECOVERY_LETTERS.get(usize::from(byte % 32))?;
            Some(char::from(*letter))
        });
        Ok(letters.collect())
    };
    std::iter::repeat_with(code).take(RECOVERY_CODES).collect()
}

/// A code on paper as people read it: in groups of four.
pub fn readable(code: &str) -> String {
    let mut text = String::with_capacity(code.len() + 3);
    for (place, letter) in code.chars().enumerate() {
        if place > 0 && place % 4 == 0 {
            text.push('-');
        }
        text.push(letter);
    }
    text
}

fn plain_code(text: &str) -> String {
    let letters = text.chars().filter(|letter| letter.is_alphanumeric());
    letters.flat_map(char::to_lowercase).collect()
}

/// The step of time that a code is of.
fn step_of(secret: &[u8], code: &str, now: DateTime<Utc>) -> Option<i64> {
    let digits: String = code.chars().filter(|each| !each.is_whitespace()).collect();
    let step = totp(secret)?.check(&digits, now.timestamp().try_into().ok()?)?;
    step.try_into().ok()
}

fn totp(secret: &[u8]) -> Option<Totp> {
    Builder::new()
        .with_secret(Secret::from(secret))
        .build()
        .ok()
}

fn opened(sealer: &Sealer, owner: Owner, proof: &str, now: DateTime<Utc>) -> Option<Vec<u8>> {
    let sealed = URL_SAFE_NO_PAD.decode(proof).ok()?;
    let plain = sealer.open(&context(owner), &sealed).ok()?;
    let (until, secret) = plain.split_first_chunk()?;
    (now.timestamp() <= i64::from_be_bytes(*until)).then(|| secret.to_vec())
}

fn context(owner: Owner) -> Vec<u8> {
    format!(
        "second factor set up for {}/{}",
        owner.company_id, owner.user_id
    )
    .into_bytes()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_are_those_of_the_standard() {
        // RFC 6238, appendix B: the last six of its eight digits
        let secret = b"12345678901234567890";
        for (seconds, code) in [
            (59, "287082"),
            (1_111_111_109, "081804"),
            (1_111_111_111, "050471"),
            (1_234_567_890, "005924"),
            (2_000_000_000, "279037"),
        ] {
            let at = |seconds| DateTime::from_timestamp(seconds, 0).unwrap();
            let step = Some(seconds / 30);
            assert_eq!(step_of(secret, code, at(seconds)), step);
            assert_eq!(step_of(secret, code, at(seconds + 30)), step);
            assert_eq!(step_of(secret, code, at(seconds - 30)), step);
            assert_eq!(step_of(secret, code, at(seconds + 60)), None);
            assert_eq!(step_of(secret, code, at(seconds - 60)), None);
        }
        let now = DateTime::from_timestamp(59, 0).unwrap();
        assert_eq!(step_of(secret, "287 082", now), Some(1));
        for wrong in ["", "28708", "2870820", "abcdef", "٢٨٧٠٨٢"] {
            assert_eq!(step_of(secret, wrong, now), None, "{wrong}");
        }
    }

    #[test]
    fn what_was_set_up_is_good_for_its_user_and_ten_minutes() {
        let owner = |user| Owner {
            company_id: guiche_storage::model::CompanyId(1),
            user_id: guiche_storage::model::UserId(user),
        };
        let (sealer, now) = (
            Sealer::new(&[7; 32]),
            DateTime::from_timestamp(1_800_000_000, 0).unwrap(),
        );
        let made = set_up(&sealer, owner(2), "ana:silva@aurora.example", now).unwrap();
        assert!(made.uri.starts_with("otpauth://totp/"), "{}", made.uri);
        let secret = opened(&sealer, owner(2), &made.proof, now + SETUP_LIFE).unwrap();
        assert_eq!(Secret::from(secret.as_slice()).to_base32(), made.secret);
        let late = now + SETUP_LIFE + TimeDelta::seconds(1);
        assert_eq!(opened(&sealer, owner(2), &made.proof, late), None);
        assert_eq!(opened(&sealer, owner(3), &made.proof, now), None);
        assert_eq!(opened(&sealer, owner(2), "AAAA", now), None);
    }

    #[test]
    fn a_code_on_paper_is_read_however_it_is_typed() {
        let codes = recovery_codes().unwrap();
        assert_eq!(codes.len(), RECOVERY_CODES);
        for code in &codes {
            assert_eq!(code.len(), RECOVERY_CHARS);
            assert_eq!(&plain_code(&readable(code)), code);
            assert_eq!(&plain_code(&readable(code).to_uppercase()), code);
        }
    }
}
