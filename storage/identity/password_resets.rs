//! Codes for those who forgot their password: good for a while, once, and for a few tries.

use chrono::{DateTime, TimeDelta, Utc};
use hmac::{Hmac, Mac as _};
use rand::{TryRngCore as _, rngs::OsRng};
use sha2::Sha256;
use subtle::ConstantTimeEq as _;

use crate::{
    Conn, Result,
    identity::sign_ins::Owner,
    model::{CompanyId, UserId},
    on,
    security::secrets::Key,
};

/// How long a code is good (rule P7).
pub const CODE_LIFE: TimeDelta = TimeDelta::minutes(15);
/// Wrong codes after which none is right any more.
const TRIES_MAX: i64 = 5;
/// Characters of a code: 40 bits, of which a guesser gets five tries.
const CODE_CHARS: usize = 8;
/// 32 letters and digits that nobody mistakes for each other.
const ALPHABET: &[u8; 32] = b"23456789ABCDEFGHJKLMNPQRSTUVWXYZ";
/// Makes the key of the hashes from another key of the server.
const HASH_KEY: &str = "guiche password resets";

/// A new code, as it is mailed.
///
/// # Errors
/// `File` when the machine gives no randomness.
pub fn random_code() -> Result<String> {
    let mut bytes = [0; CODE_CHARS];
    OsRng
        .try_fill_bytes(&mut bytes)
        .map_err(std::io::Error::other)?;
    // 256 is a multiple of 32: every letter is as likely as the others
    let letters = bytes.iter().filter_map(|byte| {
        let place = usize::from(*byte) % ALPHABET.len();
        ALPHABET.get(place).map(|letter| char::from(*letter))
    });
    Ok(letters.collect())
}

/// What is stored of a code: without the key nobody can try all codes on it. Case and spaces do not count.
fn hash(key: &Key, owner: Owner, code: &str) -> Result<Vec<u8>> {
    let key = key.derive(HASH_KEY);
    let mut mac = Hmac::<Sha256>::new_from_slice(key.bytes()).map_err(std::io::Error::other)?;
    mac.update(&owner.company_id.0.to_be_bytes());
    mac.update(&owner.user_id.0.to_be_bytes());
    mac.update(code.trim().to_uppercase().as_bytes());
    Ok(mac.finalize().into_bytes().to_vec())
}

/// Stores a code of a user; an earlier one is good no more.
///
/// # Errors
/// `Database` when the user is not the company's.
pub async fn insert(
    conn: &mut Conn<'_>,
    owner: Owner,
    key: &Key,
    code: &str,
    now: DateTime<Utc>,
) -> Result<()> {
    let hash = hash(key, owner, code)?;
    on!(conn, |c| {
        sqlx::query(
        "INSERT INTO password_resets (company_id, user_id, code_hash, tries, expires_at) VALUES ($1, $2, $3, 0, $4)
         ON CONFLICT (company_id, user_id)
         DO UPDATE SET code_hash = excluded.code_hash, tries = 0, expires_at = excluded.expires_at"
    )
    .bind(owner.company_id)
    .bind(owner.user_id)
    .bind(hash)
    .bind(now + CODE_LIFE)
    .execute(c)
    .await
    .map(drop)
    })?;
    Ok(())
}

/// Whether a code is the user's. Each question is a try that counts: commit it, whatever the answer. A right code is used
/// up by [`use_up`], once what it is for is ready.
///
/// # Errors
/// `Database`.
pub async fn is_right(
    conn: &mut Conn<'_>,
    owner: Owner,
    key: &Key,
    code: &str,
    now: DateTime<Utc>,
) -> Result<bool> {
    let Owner {
        company_id,
        user_id,
    } = owner;
    // counted first: two that try at once are two tries
    let stored: Option<Vec<u8>> = on!(&mut *conn, |c| {
        sqlx::query_scalar(
        "UPDATE password_resets SET tries = tries + 1
         WHERE company_id = $1 AND user_id = $2 AND tries < $3 AND expires_at > $4 RETURNING code_hash"
    )
    .bind(company_id)
    .bind(user_id)
    .bind(TRIES_MAX)
    .bind(now)
    .fetch_optional(c)
    .await
    })?;
    let shown = hash(key, owner, code)?;
    Ok(stored.is_some_and(|stored| stored.ct_eq(&shown).into()))
}

/// Forgets the code of a user. `false`: there is none, since somebody was quicker.
///
/// # Errors
/// `Database`.
pub async fn use_up(conn: &mut Conn<'_>, company: CompanyId, user: UserId) -> Result<bool> {
    let removed = on!(conn, |c| sqlx::query(
        "DELETE FROM password_resets WHERE company_id = $1 AND user_id = $2"
    )
    .bind(company)
    .bind(user)
    .execute(c)
    .await
    .map(|done| done.rows_affected()))?;
    Ok(removed > 0)
}
