//! The last calls by each key of a company's own programs (rule B25): what was asked for and how it ended, never what was said.

use chrono::{DateTime, Utc};

use crate::{
    Conn, Result,
    model::{ApiKeyId, CompanyId, api_key::KeyCall},
    on,
};

/// Calls that are kept of a key.
pub const CALLS_KEPT: i64 = 100;
/// Letters of a path that are kept.
const PATH_MAX: usize = 200;
/// No part of a known path is longer; a secret is.
const PART_MAX: usize = 40;

/// A call that has ended.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NewKeyCall<'a> {
    /// How it asked.
    pub method: &'a str,
    /// For what, without the words behind the `?`.
    pub path: &'a str,
    /// What it was answered with.
    pub status: u16,
    /// The code of a refusal.
    pub code: Option<&'a str>,
    /// How long it took.
    pub millis: i64,
    /// The name of the request.
    pub request_id: &'a str,
}

/// A path as it is kept: a program may have put its key into it.
fn shown(path: &str) -> String {
    let parts = path.split('/').map(|part| {
        let is_odd = part.len() > PART_MAX || part.contains("gch");
        if is_odd { "…" } else { part }
    });
    let joined = parts.collect::<Vec<_>>().join("/");
    joined.chars().take(PATH_MAX).collect()
}

/// Notes a call; of the older ones only the last stay.
///
/// # Errors
/// `Database` when the key is not the company's.
pub async fn note(
    conn: &mut Conn<'_>,
    company: CompanyId,
    key: ApiKeyId,
    call: &NewKeyCall<'_>,
    now: DateTime<Utc>,
) -> Result<()> {
    on!(&mut *conn, |c| {
        sqlx::query(
        "INSERT INTO key_calls (company_id, key_id, at, method, path, status, code, millis, request_id)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)"
    )
    .bind(company)
    .bind(key)
    .bind(now)
    .bind(call.method)
    .bind(shown(call.path))
    .bind(i64::from(call.status))
    .bind(call.code)
    .bind(call.millis)
    .bind(call.request_id)
    .execute(c)
    .await
    .map(drop)
    })?;
    on!(conn, |c| sqlx::query(
        "DELETE FROM key_calls WHERE company_id = $1 AND key_id = $2 AND id <=
           (SELECT id FROM key_calls WHERE company_id = $1 AND key_id = $2
            ORDER BY id DESC LIMIT 1 OFFSET $3)"
    )
    .bind(company)
    .bind(key)
    .bind(CALLS_KEPT)
    .execute(c)
    .await
    .map(drop))?;
    Ok(())
}

/// The last calls by a key, newest first, all or those that were refused or failed; at most 100.
///
/// # Errors
/// `Database`.
pub async fn list(
    conn: &mut Conn<'_>,
    company: CompanyId,
    key: ApiKeyId,
    only_errors: bool,
) -> Result<Vec<KeyCall>> {
    let least = if only_errors { 400 } else { 0 };
    Ok(on!(conn, |c| sqlx::query_as(
        "SELECT id, at, method, path, status, code, millis, request_id FROM key_calls
         WHERE company_id = $1 AND key_id = $2 AND status >= $3 ORDER BY id DESC LIMIT $4"
    )
    .bind(company)
    .bind(key)
    .bind(least)
    .bind(CALLS_KEPT)
    .fetch_all(c)
    .await)?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_path_is_kept_without_what_may_be_a_secret() {
        assert_eq!(shown("/api/v1/contacts/12"), "/api/v1/contacts/12");
        assert_eq!(shown("/api/v1/gchk_Ab1/contacts"), "/api/v1/…/contacts");
        let token = "x".repeat(41);
        assert_eq!(shown(&format!("/api/v1/{token}")), "/api/v1/…");
        assert_eq!(shown(&"/a".repeat(150)).len(), 200);
    }
}
