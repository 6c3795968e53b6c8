//! Sign-ins: one browser that somebody signed in with, and the refresh token that changes at every use.
//!
//! The token after a token is computed from it with a key of the server. So a browser whose two tabs refresh at once, or
//! whose answer was lost on the way, gets the same next token again within ten seconds; any later use of an old token
//! means that it was copied, and ends the sign-in for both holders.

use base64::{Engine as _, engine::general_purpose::URL_SAFE_NO_PAD};
use chrono::{DateTime, TimeDelta, Utc};
use hmac::{Hmac, Mac as _};
use rand::{TryRngCore as _, rngs::OsRng};
use serde::{Deserialize, Serialize};
use sha2::{Digest as _, Sha256};
use subtle::ConstantTimeEq as _;
use uuid::Uuid;

use crate::{
    Conn, Result,
    identity::impersonations::NewImpersonation,
    model::{CompanyId, UserId},
    on,
    security::secrets::Key,
};

/// How long a sign-in lives without use (rule B1).
pub const SIGN_IN_LIFE: TimeDelta = TimeDelta::days(7);
/// How long the token before the present one is still answered: two tabs, or a lost answer.
pub const GRACE: TimeDelta = TimeDelta::seconds(10);

/// A refresh token as the browser holds it: `{sign-in}.{secret}`.
#[derive(Clone, PartialEq, Eq)]
pub struct RefreshToken {
    sign_in: Uuid,
    secret: [u8; 32],
}

/// Whose sign-in a token belongs to.
#[derive(Debug, Clone, Copy, PartialEq, Eq, sqlx::FromRow)]
pub struct Owner {
    /// Company.
    pub company_id: CompanyId,
    /// User.
    pub user_id: UserId,
}

/// Which sign-ins of a user have ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum Ended {
    /// This one: signed out, or its refresh token was copied.
    One(Uuid),
    /// All but this new one: he signed in elsewhere, and the old browsers are told by the `auth` event.
    AllBut(Uuid),
    /// All there are now: password changed or user switched off.
    All,
}

/// A sign-in that was ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq, sqlx::FromRow)]
pub struct Revoked {
    /// Whose.
    #[sqlx(flatten)]
    pub owner: Owner,
    /// Which.
    pub id: Uuid,
}

/// The outcome of showing a refresh token.
#[derive(Debug)]
pub enum Rotation {
    /// Good. The browser holds `next` from now on.
    Renewed {
        /// Whose sign-in.
        owner: Owner,
        /// The token to hold; the same one when asked again within [`GRACE`].
        next: RefreshToken,
    },
    /// The token was used before: the sign-in is ended now.
    Reused(Owner),
    /// No such sign-in, or it is over.
    Gone,
}

impl RefreshToken {
    /// The first token of a sign-in.
    ///
    /// # Errors
    /// `File` when the machine gives no randomness.
    pub fn random(sign_in: Uuid) -> Result<Self> {
        let mut secret = [0; 32];
        OsRng
            .try_fill_bytes(&mut secret)
            .map_err(std::io::Error::other)?;
        Ok(Self { sign_in, secret })
    }

    /// Reads the text of a cookie.
    pub fn parse(text: &str) -> Option<Self> {
        let (sign_in, secret) = text.split_once('.')?;
        let secret = URL_SAFE_NO_PAD.decode(secret).ok()?.try_into().ok()?;
        Some(Self {
            sign_in: Uuid::try_parse(sign_in).ok()?,
            secret,
        })
    }

    /// The text for a cookie.
    pub fn to_text(&self) -> String {
        format!(
            "{}.{}",
            self.sign_in.simple(),
            URL_SAFE_NO_PAD.encode(self.secret)
        )
    }

    /// Which sign-in it names.
    pub fn sign_in(&self) -> Uuid {
        self.sign_in
    }

    /// The token that follows it.
    fn next(&self, key: &Key) -> Result<Self> {
        let mut mac = Hmac::<Sha256>::new_from_slice(key.bytes()).map_err(std::io::Error::other)?;
        mac.update(self.sign_in.as_bytes());
        mac.update(&self.secret);
        Ok(Self {
            sign_in: self.sign_in,
            secret: mac.finalize().into_bytes().into(),
        })
    }

    /// What is stored of it.
    fn hash(&self) -> Vec<u8> {
        Sha256::digest(self.secret).to_vec()
    }
}

impl std::fmt::Debug for RefreshToken {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "RefreshToken({})", self.sign_in)
    }
}

/// Starts a sign-in. Call [`revoke_all`] and `users::raise_token_version` before it for a single sign-in.
///
/// # Errors
/// `Database` when the user is not the company's.
pub async fn insert(
    conn: &mut Conn<'_>,
    owner: Owner,
    now: DateTime<Utc>,
    token: &RefreshToken,
    token_version: i64,
) -> Result<()> {
    on!(conn, |c| {
        sqlx::query(
        "INSERT INTO sign_ins (id, company_id, user_id, token_version, refresh_hash, created_at, last_used_at, expires_at)
         VALUES ($1, $2, $3, $4, $5, $6, $6, $7)"
    )
    .bind(token.sign_in)
    .bind(owner.company_id)
    .bind(owner.user_id)
    .bind(token_version)
    .bind(token.hash())
    .bind(now)
    .bind(now + SIGN_IN_LIFE)
    .execute(c)
    .await
    .map(drop)
    })?;
    Ok(())
}

/// Starts a sign-in of a super user in the place of somebody else. Its token is known to nobody.
///
/// # Errors
/// `Database` when the user is not the company's.
pub(crate) async fn insert_of_actor(
    conn: &mut Conn<'_>,
    owner: Owner,
    now: DateTime<Utc>,
    token: &RefreshToken,
    new: &NewImpersonation<'_>,
) -> Result<()> {
    on!(conn, |c| {
        sqlx::query(
        "INSERT INTO sign_ins (id, company_id, user_id, token_version, refresh_hash, created_at, last_used_at, expires_at,
                               actor_company_id, actor_id)
         VALUES ($1, $2, $3, $4, $5, $6, $6, $7, $8, $9)"
    )
    .bind(token.sign_in)
    .bind(owner.company_id)
    .bind(owner.user_id)
    .bind(new.actor_version)
    .bind(token.hash())
    .bind(now)
    .bind(new.expires_at)
    .bind(new.actor.company_id)
    .bind(new.actor.user_id)
    .execute(c)
    .await
    .map(drop)
    })?;
    Ok(())
}

/// Exchanges a refresh token for the next one. Commit also after `Reused`: the end of the sign-in is in it.
///
/// # Errors
/// `Database`.
pub async fn rotate(
    conn: &mut Conn<'_>,
    key: &Key,
    now: DateTime<Utc>,
    shown: &RefreshToken,
) -> Result<Rotation> {
    let next = shown.next(key)?;
    let owner: Option<Owner> = on!(conn, |c| {
        sqlx::query_as(
        "UPDATE sign_ins SET refresh_hash = $3, previous_hash = $2, rotated_at = $4, last_used_at = $4, expires_at = $5
         WHERE id = $1 AND refresh_hash = $2 AND revoked_at IS NULL AND expires_at > $4
           AND token_version = (SELECT token_version FROM users u
                                WHERE u.company_id = sign_ins.company_id AND u.id = sign_ins.user_id)
         RETURNING company_id, user_id"
    )
    .bind(shown.sign_in)
    .bind(shown.hash())
    .bind(next.hash())
    .bind(now)
    .bind(now + SIGN_IN_LIFE)
    .fetch_optional(c)
    .await
    })?;
    match owner {
        Some(owner) => Ok(Rotation::Renewed { owner, next }),
        None => judge_old(conn, now, shown, next).await,
    }
}

/// Decides on a token that is not the present one.
async fn judge_old(
    conn: &mut Conn<'_>,
    now: DateTime<Utc>,
    shown: &RefreshToken,
    next: RefreshToken,
) -> Result<Rotation> {
    #[derive(sqlx::FromRow)]
    struct Row {
        #[sqlx(flatten)]
        owner: Owner,
        token_version: i64,
        present_version: i64,
        refresh_hash: Vec<u8>,
        previous_hash: Option<Vec<u8>>,
        rotated_at: Option<DateTime<Utc>>,
    }
    let row: Option<Row> = on!(conn, |c| {
        sqlx::query_as(
        "SELECT s.company_id, s.user_id, s.token_version, u.token_version AS present_version, s.refresh_hash,
                s.previous_hash, s.rotated_at
         FROM sign_ins s JOIN users u ON u.company_id = s.company_id AND u.id = s.user_id
         WHERE s.id = $1 AND s.revoked_at IS NULL AND s.expires_at > $2"
    )
    .bind(shown.sign_in)
    .bind(now)
    .fetch_optional(c)
    .await
    })?;
    let Some(row) = row else {
        return Ok(Rotation::Gone);
    };
    if row.token_version != row.present_version {
        return Ok(Rotation::Gone);
    }
    let is_previous = row
        .previous_hash
        .is_some_and(|hash| hash.ct_eq(&shown.hash()).into())
        && bool::from(row.refresh_hash.ct_eq(&next.hash()));
    if is_previous && row.rotated_at.is_some_and(|at| now - at <= GRACE) {
        return Ok(Rotation::Renewed {
            owner: row.owner,
            next,
        });
    }
    revoke(conn, row.owner, shown.sign_in, now).await?;
    Ok(Rotation::Reused(row.owner))
}

/// Whose sign-in a token belongs to, if it is the present or the previous token of a live one. Changes nothing.
///
/// # Errors
/// `Database`.
pub async fn find_owner(
    conn: &mut Conn<'_>,
    now: DateTime<Utc>,
    shown: &RefreshToken,
) -> Result<Option<Owner>> {
    Ok(on!(conn, |c| {
        sqlx::query_as(
        "SELECT s.company_id, s.user_id FROM sign_ins s
         JOIN users u ON u.company_id = s.company_id AND u.id = s.user_id AND u.token_version = s.token_version
         WHERE s.id = $1 AND (s.refresh_hash = $2 OR s.previous_hash = $2) AND s.revoked_at IS NULL
           AND s.expires_at > $3"
    )
    .bind(shown.sign_in)
    .bind(shown.hash())
    .bind(now)
    .fetch_optional(c)
    .await
    })?)
}

/// Ends one sign-in; one that is over already stays so.
///
/// # Errors
/// `Database`.
pub async fn revoke(
    conn: &mut Conn<'_>,
    owner: Owner,
    sign_in: Uuid,
    now: DateTime<Utc>,
) -> Result<()> {
    on!(conn, |c| sqlx::query(
        "UPDATE sign_ins SET revoked_at = $4
         WHERE company_id = $1 AND user_id = $2 AND id = $3 AND revoked_at IS NULL"
    )
    .bind(owner.company_id)
    .bind(owner.user_id)
    .bind(sign_in)
    .bind(now)
    .execute(c)
    .await
    .map(drop))?;
    Ok(())
}

/// Ends every sign-in of a user; a super user in his place stays. Answers how many were live.
///
/// # Errors
/// `Database`.
pub async fn revoke_all(conn: &mut Conn<'_>, owner: Owner, now: DateTime<Utc>) -> Result<u64> {
    Ok(on!(conn, |c| {
        sqlx::query(
            "UPDATE sign_ins SET revoked_at = $3
         WHERE company_id = $1 AND user_id = $2 AND revoked_at IS NULL AND actor_id IS NULL",
        )
        .bind(owner.company_id)
        .bind(owner.user_id)
        .bind(now)
        .execute(c)
        .await
        .map(|done| done.rows_affected())
    })?)
}

/// Sign-ins ended since `since`, of any company, newest first, at most `limit`; without those that made room for a new
/// one, whose browsers are told by an event.
///
/// # Errors
/// `Database`.
pub async fn list_revoked(
    conn: &mut Conn<'_>,
    since: DateTime<Utc>,
    limit: i64,
) -> Result<Vec<Revoked>> {
    Ok(on!(conn, |c| {
        sqlx::query_as(
            "SELECT company_id, user_id, id FROM sign_ins s WHERE revoked_at >= $1 AND NOT EXISTS (
           SELECT 1 FROM sign_ins n WHERE n.company_id = s.company_id AND n.user_id = s.user_id
             AND n.created_at = s.revoked_at)
         ORDER BY revoked_at DESC LIMIT $2",
        )
        .bind(since)
        .bind(limit)
        .fetch_all(c)
        .await
    })?)
}

/// Forgets sign-ins that are over, at most `limit`. Answers how many.
///
/// # Errors
/// `Database`.
pub async fn delete_expired(conn: &mut Conn<'_>, now: DateTime<Utc>, limit: i64) -> Result<u64> {
    Ok(on!(conn, |c| sqlx::query(
        "DELETE FROM sign_ins WHERE id IN
           (SELECT id FROM sign_ins WHERE expires_at <= $1 ORDER BY expires_at LIMIT $2)"
    )
    .bind(now)
    .bind(limit)
    .execute(c)
    .await
    .map(|done| done.rows_affected()))?)
}
