//! What a number says of its own business: asked for once it is connected, and again after a month.

use chrono::{DateTime, TimeDelta, Utc};

use super::get;
use crate::{
    Conn, Result,
    contacts::profiles::{GOOD_FOR, Known},
    model::{CompanyId, ConnectionId, business_profile::BusinessProfile},
    on,
};

/// Wait after a question that had no answer.
const AGAIN_AFTER: TimeDelta = TimeDelta::hours(1);

/// The number whose profile is to be asked for now. The question counts before it is asked; without an answer it is asked again
/// an hour later.
///
/// # Errors
/// `Database`.
pub async fn claim(
    conn: &mut Conn<'_>,
    company: CompanyId,
    id: ConnectionId,
    now: DateTime<Utc>,
) -> Result<Option<String>> {
    Ok(on!(conn, |c| {
        sqlx::query_scalar(
            "UPDATE connections SET profile_asked_at = $3
             WHERE company_id = $1 AND id = $2 AND deleted_at IS NULL AND number IS NOT NULL
               AND (profile_asked_at IS NULL OR profile_asked_at <= $4)
             RETURNING number",
        )
        .bind(company)
        .bind(id)
        .bind(now - GOOD_FOR + AGAIN_AFTER)
        .bind(now - GOOD_FOR)
        .fetch_optional(c)
        .await
    })?)
}

/// Keeps an answer; `None`: it is no business's number.
///
/// # Errors
/// `Database`.
pub async fn keep(
    conn: &mut Conn<'_>,
    company: CompanyId,
    id: ConnectionId,
    profile: Option<&BusinessProfile>,
    now: DateTime<Utc>,
) -> Result<()> {
    let profile = profile.map(serde_json::to_string).transpose()?;
    on!(conn, |c| {
        sqlx::query(
            "UPDATE connections SET profile = $3, profile_asked_at = $4 WHERE company_id = $1 AND id = $2",
        )
        .bind(company)
        .bind(id)
        .bind(profile)
        .bind(now)
        .execute(c)
        .await
        .map(drop)
    })?;
    Ok(())
}

/// What is known of a number.
///
/// # Errors
/// `Refused(NoWappFound)`; `Unreadable` when what is stored is no profile.
pub async fn find(conn: &mut Conn<'_>, company: CompanyId, id: ConnectionId) -> Result<Known> {
    get(conn, company, id).await?;
    let (profile, asked_at): (Option<String>, Option<DateTime<Utc>>) =
        on!(conn, |c| sqlx::query_as(
            "SELECT profile, profile_asked_at FROM connections WHERE company_id = $1 AND id = $2"
        )
        .bind(company)
        .bind(id)
        .fetch_one(c)
        .await)?;
    let profile = profile.as_deref().map(serde_json::from_str).transpose()?;
    Ok(Known { profile, asked_at })
}
