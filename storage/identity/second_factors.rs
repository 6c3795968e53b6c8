//! Second factors: the secret that an app on somebody's phone makes codes of, sealed, and the codes on paper that stand in
//! for it, as hashes. A code is good once; after ten that were wrong in a row none is looked at for a while. Who has passkeys
//! alone has a row without an app: his are the codes on paper and the count.

use chrono::{DateTime, TimeDelta, Utc};
use sha2::{Digest as _, Sha256};

use crate::{Conn, Result, identity::sign_ins::Owner, on, security::seal::Sealer};

/// Wrong codes in a row after which none is looked at.
pub const FAILURES_MAX: i64 = 10;
/// For how long then.
pub const LOCKED_FOR: TimeDelta = TimeDelta::minutes(15);

/// A second factor. Its debug text shows nothing.
#[derive(Clone)]
pub struct SecondFactor {
    /// What codes are made of; `None`: there is no app.
    pub secret: Option<Vec<u8>>,
    /// Until when no code is looked at.
    pub locked_until: Option<DateTime<Utc>>,
    /// Since when it, or its app, is on.
    pub created_at: DateTime<Utc>,
    /// Codes on paper that are left.
    pub recovery_codes: i64,
}

impl std::fmt::Debug for SecondFactor {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("SecondFactor")
    }
}

/// The second factor of a user, if he has one.
///
/// # Errors
/// `Unreadable` when the key of secrets is another one.
pub async fn find(
    conn: &mut Conn<'_>,
    owner: Owner,
    sealer: &Sealer,
    now: DateTime<Utc>,
) -> Result<Option<SecondFactor>> {
    #[derive(sqlx::FromRow)]
    struct Row {
        sealed_secret: Vec<u8>,
        has_app: bool,
        failures: i64,
        failed_at: Option<DateTime<Utc>>,
        created_at: DateTime<Utc>,
        recovery_codes: i64,
    }
    let row: Option<Row> = on!(conn, |c| {
        sqlx::query_as(
        "SELECT f.sealed_secret, f.has_app, f.failures, f.failed_at, f.created_at,
                (SELECT COUNT(*) FROM recovery_codes r WHERE r.company_id = f.company_id AND r.user_id = f.user_id)
                AS recovery_codes
         FROM second_factors f WHERE f.company_id = $1 AND f.user_id = $2"
    )
    .bind(owner.company_id)
    .bind(owner.user_id)
    .fetch_optional(c)
    .await
    })?;
    let Some(row) = row else { return Ok(None) };
    let locked_until = row
        .failed_at
        .filter(|_| row.failures >= FAILURES_MAX)
        .map(|at| at + LOCKED_FOR)
        .filter(|until| *until > now);
    let secret = if row.has_app {
        Some(sealer.open(&context(owner), &row.sealed_secret)?)
    } else {
        None
    };
    Ok(Some(SecondFactor {
        secret,
        locked_until,
        created_at: row.created_at,
        recovery_codes: row.recovery_codes,
    }))
}

/// Switches an app on. `step` is that of the code which showed that the app has the secret. `false`: there is one.
///
/// # Errors
/// `Database` when the user is not the company's.
pub async fn insert(
    conn: &mut Conn<'_>,
    owner: Owner,
    sealer: &Sealer,
    (secret, step): (&[u8], i64),
    now: DateTime<Utc>,
) -> Result<bool> {
    let sealed = sealer.seal(&context(owner), secret)?;
    let changed = on!(conn, |c| sqlx::query(
        "INSERT INTO second_factors (company_id, user_id, sealed_secret, last_step, created_at)
         VALUES ($1, $2, $3, $4, $5)
         ON CONFLICT (company_id, user_id) DO UPDATE SET sealed_secret = excluded.sealed_secret,
           last_step = excluded.last_step, created_at = excluded.created_at, has_app = TRUE
         WHERE NOT second_factors.has_app"
    )
    .bind(owner.company_id)
    .bind(owner.user_id)
    .bind(&sealed)
    .bind(step)
    .bind(now)
    .execute(c)
    .await
    .map(|done| done.rows_affected()))?;
    Ok(changed == 1)
}

/// Switches a second factor on that has no app, if there is none. `filler` is random and nobody's: a server that does not
/// know of passkeys takes it for the app's secret. `false`: there is a second factor.
///
/// # Errors
/// `Database` when the user is not the company's.
pub async fn insert_without_app(
    conn: &mut Conn<'_>,
    owner: Owner,
    sealer: &Sealer,
    filler: &[u8],
    now: DateTime<Utc>,
) -> Result<bool> {
    let sealed = sealer.seal(&context(owner), filler)?;
    let changed = on!(conn, |c| {
        sqlx::query(
        "INSERT INTO second_factors (company_id, user_id, sealed_secret, last_step, has_app, created_at)
         VALUES ($1, $2, $3, 0, FALSE, $4) ON CONFLICT (company_id, user_id) DO NOTHING"
    )
    .bind(owner.company_id)
    .bind(owner.user_id)
    .bind(&sealed)
    .bind(now)
    .execute(c)
    .await
    .map(|done| done.rows_affected())
    })?;
    Ok(changed == 1)
}

/// Takes the app out of a second factor that passkeys keep on.
///
/// # Errors
/// `Database`.
pub async fn remove_app(
    conn: &mut Conn<'_>,
    owner: Owner,
    sealer: &Sealer,
    filler: &[u8],
) -> Result<()> {
    let sealed = sealer.seal(&context(owner), filler)?;
    on!(conn, |c| sqlx::query(
        "UPDATE second_factors SET sealed_secret = $3, last_step = 0, has_app = FALSE
         WHERE company_id = $1 AND user_id = $2"
    )
    .bind(owner.company_id)
    .bind(owner.user_id)
    .bind(&sealed)
    .execute(c)
    .await
    .map(drop))?;
    Ok(())
}

/// Begins to count anew: something right was shown.
///
/// # Errors
/// `Database`.
pub async fn forgive(conn: &mut Conn<'_>, owner: Owner) -> Result<()> {
    on!(conn, |c| {
        sqlx::query(
        "UPDATE second_factors SET failures = 0, failed_at = NULL WHERE company_id = $1 AND user_id = $2"
    )
    .bind(owner.company_id)
    .bind(owner.user_id)
    .execute(c)
    .await
    .map(drop)
    })?;
    Ok(())
}

/// Puts codes on paper in the place of those that were there.
///
/// # Errors
/// `Database` when the user has no second factor.
pub async fn replace_recovery_codes(
    conn: &mut Conn<'_>,
    owner: Owner,
    codes: &[String],
) -> Result<()> {
    on!(&mut *conn, |c| sqlx::query(
        "DELETE FROM recovery_codes WHERE company_id = $1 AND user_id = $2"
    )
    .bind(owner.company_id)
    .bind(owner.user_id)
    .execute(c)
    .await
    .map(drop))?;
    for code in codes {
        on!(&mut *conn, |c| sqlx::query(
            "INSERT INTO recovery_codes (company_id, user_id, hash) VALUES ($1, $2, $3)"
        )
        .bind(owner.company_id)
        .bind(owner.user_id)
        .bind(hash(code))
        .execute(c)
        .await
        .map(drop))?;
    }
    Ok(())
}

/// Uses the code of a step of time. `false`: one of this step or a later one was used.
///
/// # Errors
/// `Database`.
pub async fn use_step(conn: &mut Conn<'_>, owner: Owner, step: i64) -> Result<bool> {
    let changed = on!(conn, |c| sqlx::query(
        "UPDATE second_factors SET last_step = $3, failures = 0, failed_at = NULL
         WHERE company_id = $1 AND user_id = $2 AND last_step < $3"
    )
    .bind(owner.company_id)
    .bind(owner.user_id)
    .bind(step)
    .execute(c)
    .await
    .map(|done| done.rows_affected()))?;
    Ok(changed == 1)
}

/// Uses a code on paper. `false`: it is none, or was used.
///
/// # Errors
/// `Database`.
pub async fn use_recovery_code(conn: &mut Conn<'_>, owner: Owner, code: &str) -> Result<bool> {
    let gone = on!(&mut *conn, |c| sqlx::query(
        "DELETE FROM recovery_codes WHERE company_id = $1 AND user_id = $2 AND hash = $3"
    )
    .bind(owner.company_id)
    .bind(owner.user_id)
    .bind(hash(code))
    .execute(c)
    .await
    .map(|done| done.rows_affected()))?;
    if gone == 0 {
        return Ok(false);
    }
    forgive(conn, owner).await?;
    Ok(true)
}

/// Counts a code that was wrong. A count that has had its rest begins anew.
///
/// # Errors
/// `Database`.
pub async fn note_failure(conn: &mut Conn<'_>, owner: Owner, now: DateTime<Utc>) -> Result<()> {
    on!(conn, |c| {
        sqlx::query(
        "UPDATE second_factors SET failures = CASE WHEN failures >= $3 THEN 1 ELSE failures + 1 END, failed_at = $4
         WHERE company_id = $1 AND user_id = $2"
    )
    .bind(owner.company_id)
    .bind(owner.user_id)
    .bind(FAILURES_MAX)
    .bind(now)
    .execute(c)
    .await
    .map(drop)
    })?;
    Ok(())
}

/// Switches a second factor off, with its passkeys. `false`: there is none.
///
/// # Errors
/// `Database`.
pub async fn delete(conn: &mut Conn<'_>, owner: Owner) -> Result<bool> {
    let gone = on!(conn, |c| sqlx::query(
        "DELETE FROM second_factors WHERE company_id = $1 AND user_id = $2"
    )
    .bind(owner.company_id)
    .bind(owner.user_id)
    .execute(c)
    .await
    .map(|done| done.rows_affected()))?;
    Ok(gone == 1)
}

fn context(owner: Owner) -> Vec<u8> {
    format!("second factor of {}/{}", owner.company_id, owner.user_id).into_bytes()
}

/// Codes on paper have 80 random bits: their hash alone leads nowhere.
fn hash(code: &str) -> Vec<u8> {
    Sha256::digest(code.as_bytes()).to_vec()
}
