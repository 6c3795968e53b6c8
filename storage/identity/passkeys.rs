//! Passkeys: the public halves of what users sign with as a second factor, and the challenges that they are to sign. What is in
//! them is known to who checks signatures alone; here they are bytes.

use chrono::{DateTime, Utc};

use crate::{Conn, Result, identity::sign_ins::Owner, model::PasskeyId, on};

/// Passkeys of a user at most.
pub const PASSKEYS_MAX: usize = 5;

/// A passkey as it is kept. Its debug text shows nothing.
#[derive(Clone, sqlx::FromRow)]
pub struct StoredPasskey {
    /// Number.
    pub id: PasskeyId,
    /// What its owner calls it.
    pub name: String,
    /// Its own name, which it was given by what made it.
    pub credential: Vec<u8>,
    /// The user's name in all his passkeys.
    pub handle: Vec<u8>,
    /// What its signatures are checked with.
    pub public_key: Vec<u8>,
    /// How often it has signed, and how.
    pub state: Vec<u8>,
    /// How a browser may reach it.
    pub transports: i64,
    /// When it was added.
    pub created_at: DateTime<Utc>,
    /// When it signed last.
    pub used_at: Option<DateTime<Utc>>,
}

impl std::fmt::Debug for StoredPasskey {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("StoredPasskey")
    }
}

/// What a challenge is for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Purpose {
    /// A new passkey.
    Adding,
    /// Showing that one has a passkey.
    Proving,
}

impl Purpose {
    fn as_str(self) -> &'static str {
        match self {
            Self::Adding => "adding",
            Self::Proving => "proving",
        }
    }
}

/// The passkeys of a user, oldest first.
///
/// # Errors
/// `Database`.
pub async fn list(conn: &mut Conn<'_>, owner: Owner) -> Result<Vec<StoredPasskey>> {
    Ok(on!(conn, |c| sqlx::query_as(
        "SELECT id, name, credential, handle, public_key, state, transports, created_at, used_at
         FROM passkeys WHERE company_id = $1 AND user_id = $2 ORDER BY id LIMIT 20"
    )
    .bind(owner.company_id)
    .bind(owner.user_id)
    .fetch_all(c)
    .await)?)
}

/// A passkey that was made.
pub struct NewPasskey<'a> {
    /// What its owner calls it.
    pub name: &'a str,
    /// Its own name.
    pub credential: &'a [u8],
    /// The user's name in it.
    pub handle: &'a [u8],
    /// What its signatures are checked with.
    pub public_key: &'a [u8],
    /// How often it has signed, and how.
    pub state: &'a [u8],
    /// How a browser may reach it.
    pub transports: i64,
}

impl std::fmt::Debug for NewPasskey<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("NewPasskey")
    }
}

/// Keeps a passkey of a user who has a second factor.
///
/// # Errors
/// `Taken` when the company has one of this credential; `Database` when the user has no second factor.
pub async fn insert(
    conn: &mut Conn<'_>,
    owner: Owner,
    passkey: &NewPasskey<'_>,
    now: DateTime<Utc>,
) -> Result<()> {
    on!(conn, |c| {
        sqlx::query(
        "INSERT INTO passkeys (company_id, user_id, name, credential, handle, public_key, state, transports, created_at)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)"
    )
    .bind(owner.company_id)
    .bind(owner.user_id)
    .bind(passkey.name)
    .bind(passkey.credential)
    .bind(passkey.handle)
    .bind(passkey.public_key)
    .bind(passkey.state)
    .bind(passkey.transports)
    .bind(now)
    .execute(c)
    .await
    .map(drop)
    })?;
    Ok(())
}

/// Notes that a passkey has signed. `false`: it is gone.
///
/// # Errors
/// `Database`.
pub async fn note_use(
    conn: &mut Conn<'_>,
    owner: Owner,
    (id, state): (PasskeyId, &[u8]),
    now: DateTime<Utc>,
) -> Result<bool> {
    let changed = on!(conn, |c| {
        sqlx::query(
        "UPDATE passkeys SET state = $4, used_at = $5 WHERE company_id = $1 AND user_id = $2 AND id = $3"
    )
    .bind(owner.company_id)
    .bind(owner.user_id)
    .bind(id)
    .bind(state)
    .bind(now)
    .execute(c)
    .await
    .map(|done| done.rows_affected())
    })?;
    Ok(changed == 1)
}

/// Forgets a passkey. `false`: there is none of this number.
///
/// # Errors
/// `Database`.
pub async fn delete(conn: &mut Conn<'_>, owner: Owner, id: PasskeyId) -> Result<bool> {
    let gone = on!(conn, |c| sqlx::query(
        "DELETE FROM passkeys WHERE company_id = $1 AND user_id = $2 AND id = $3"
    )
    .bind(owner.company_id)
    .bind(owner.user_id)
    .bind(id)
    .execute(c)
    .await
    .map(|done| done.rows_affected()))?;
    Ok(gone == 1)
}

/// Keeps a challenge in the place of the one before it.
///
/// # Errors
/// `Database` when the user is not the company's.
pub async fn keep_challenge(
    conn: &mut Conn<'_>,
    owner: Owner,
    (purpose, state): (Purpose, &[u8]),
    expires_at: DateTime<Utc>,
) -> Result<()> {
    on!(conn, |c| {
        sqlx::query(
        "INSERT INTO passkey_challenges (company_id, user_id, purpose, state, expires_at)
         VALUES ($1, $2, $3, $4, $5)
         ON CONFLICT (company_id, user_id, purpose) DO UPDATE SET state = excluded.state, expires_at = excluded.expires_at"
    )
    .bind(owner.company_id)
    .bind(owner.user_id)
    .bind(purpose.as_str())
    .bind(state)
    .bind(expires_at)
    .execute(c)
    .await
    .map(drop)
    })?;
    Ok(())
}

/// Takes the challenge out: it is good once, and not for long.
///
/// # Errors
/// `Database`.
pub async fn take_challenge(
    conn: &mut Conn<'_>,
    owner: Owner,
    purpose: Purpose,
    now: DateTime<Utc>,
) -> Result<Option<Vec<u8>>> {
    let row: Option<(Vec<u8>, DateTime<Utc>)> = on!(conn, |c| sqlx::query_as(
        "DELETE FROM passkey_challenges WHERE company_id = $1 AND user_id = $2 AND purpose = $3
         RETURNING state, expires_at"
    )
    .bind(owner.company_id)
    .bind(owner.user_id)
    .bind(purpose.as_str())
    .fetch_optional(c)
    .await)?;
    Ok(row.and_then(|(state, until)| (until > now).then_some(state)))
}

/// Forgets the challenges of somebody who leaves.
///
/// # Errors
/// `Database`.
pub async fn delete_challenges(conn: &mut Conn<'_>, owner: Owner) -> Result<()> {
    on!(conn, |c| sqlx::query(
        "DELETE FROM passkey_challenges WHERE company_id = $1 AND user_id = $2"
    )
    .bind(owner.company_id)
    .bind(owner.user_id)
    .execute(c)
    .await
    .map(drop))?;
    Ok(())
}
