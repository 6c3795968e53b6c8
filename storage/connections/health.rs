//! What Meta says of a number: kept with its connection.

use chrono::{DateTime, Utc};

use crate::{
    Conn, Result,
    model::{CompanyId, ConnectionId, cloud_health::CloudHealth, connection::ProviderKind},
    on,
};

/// Numbers of one account of Meta's that are told of at once; Meta gives an account 20.
const NUMBERS_MAX: i64 = 100;

/// The connections of a company whose numbers belong to an account of Meta's, with their phone numbers where known.
///
/// # Errors
/// `Database`.
pub async fn of_account(
    conn: &mut Conn<'_>,
    company: CompanyId,
    waba_id: &str,
) -> Result<Vec<(ConnectionId, Option<String>)>> {
    Ok(on!(conn, |c| {
        sqlx::query_as(
        "SELECT id, number FROM connections
         WHERE company_id = $1 AND waba_id = $2 AND provider = $3 AND deleted_at IS NULL ORDER BY id LIMIT $4"
    )
    .bind(company)
    .bind(waba_id)
    .bind(ProviderKind::Cloud.as_str())
    .bind(NUMBERS_MAX)
    .fetch_all(c)
    .await
    })?)
}

/// Changes what is kept of a number. `false`: it says nothing new, or the connection is gone.
///
/// # Errors
/// `Database`; `Unreadable` when what is stored is no health.
pub async fn change_health(
    conn: &mut Conn<'_>,
    company: CompanyId,
    id: ConnectionId,
    now: DateTime<Utc>,
    change: impl FnOnce(&mut CloudHealth),
) -> Result<bool> {
    let stored: Option<Option<String>> = on!(&mut *conn, |c| {
        sqlx::query_scalar(concat!(
        "SELECT cloud_health FROM connections WHERE company_id = $1 AND id = $2 AND deleted_at IS NULL",
        for_update!()
    ))
    .bind(company)
    .bind(id)
    .fetch_optional(c)
    .await
    })?;
    let Some(stored) = stored else {
        return Ok(false);
    };
    let before: CloudHealth = match stored {
        Some(text) => serde_json::from_str(&text)?,
        None => CloudHealth::default(),
    };
    let mut after = before.clone();
    change(&mut after);
    if after == before {
        return Ok(false);
    }
    let text = serde_json::to_string(&after)?;
    on!(conn, |c| {
        sqlx::query(
        "UPDATE connections SET cloud_health = $3, updated_at = $4 WHERE company_id = $1 AND id = $2"
    )
    .bind(company)
    .bind(id)
    .bind(&text)
    .bind(now)
    .execute(c)
    .await
    .map(drop)
    })?;
    Ok(true)
}
