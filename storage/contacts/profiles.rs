//! What contacts that are businesses say of themselves: asked for when they are heard, and again after a month.

use chrono::{DateTime, TimeDelta, Utc};

use super::get;
use crate::{
    Conn, Result,
    model::{CompanyId, ConnectionId, ContactId, business_profile::BusinessProfile},
    on,
};

/// How long an answer is taken for what a business says.
pub const GOOD_FOR: TimeDelta = TimeDelta::days(30);
/// How long a question waits for a number that does not ask it, before another number may.
const OVERDUE: TimeDelta = TimeDelta::days(1);
/// Tries before it is left at that.
const ATTEMPTS_MAX: i64 = 5;
/// Wait after a first try that failed; doubles with each.
const BACKOFF_MINUTES: i64 = 1;

/// Somebody who is to be asked for now.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DueProfile {
    /// Who.
    pub contact: ContactId,
    /// Where he is written to.
    pub number: String,
}

/// What is known of a contact.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Known {
    /// What he says of himself, if he is a business.
    pub profile: Option<BusinessProfile>,
    /// When he was asked for last.
    pub asked_at: Option<DateTime<Utc>>,
}

/// A customer is heard on a number: what he says of himself is due if it was not asked for lately. Answers whether it is due
/// now.
///
/// # Errors
/// `Database` when contact or connection are not the company's.
pub async fn want(
    conn: &mut Conn<'_>,
    company: CompanyId,
    (contact, connection): (ContactId, ConnectionId),
    now: DateTime<Utc>,
) -> Result<bool> {
    let due = on!(conn, |c| {
        sqlx::query(
            "INSERT INTO contact_profiles (company_id, contact_id, connection_id, next_at) VALUES ($1, $2, $3, $4)
             ON CONFLICT (company_id, contact_id) DO UPDATE SET
               connection_id = excluded.connection_id, next_at = excluded.next_at, attempts = 0
             WHERE (contact_profiles.next_at IS NULL AND contact_profiles.asked_at <= $5)
               OR (contact_profiles.next_at <= $6 AND contact_profiles.connection_id <> excluded.connection_id)",
        )
        .bind(company)
        .bind(contact)
        .bind(connection)
        .bind(now)
        .bind(now - GOOD_FOR)
        .bind(now - OVERDUE)
        .execute(c)
        .await
        .map(|done| done.rows_affected())
    })?;
    Ok(due > 0)
}

/// Takes whoever has been due on a number for longest. The try counts before it is made, and the next one waits twice as
/// long; after five it is left until he is heard again a month later.
///
/// # Errors
/// `Database`.
pub async fn claim(
    conn: &mut Conn<'_>,
    company: CompanyId,
    connection: ConnectionId,
    now: DateTime<Utc>,
) -> Result<Option<DueProfile>> {
    let due: Option<(ContactId, i64)> = on!(&mut *conn, |c| sqlx::query_as(concat!(
        "SELECT contact_id, attempts FROM contact_profiles
         WHERE company_id = $1 AND connection_id = $2 AND next_at <= $3
         ORDER BY next_at, contact_id LIMIT 1",
        skip_locked!()
    ))
    .bind(company)
    .bind(connection)
    .bind(now)
    .fetch_optional(c)
    .await)?;
    let Some((contact, attempts)) = due else {
        return Ok(None);
    };
    let attempts = attempts + 1;
    let wait = TimeDelta::minutes(BACKOFF_MINUTES << attempts.clamp(1, ATTEMPTS_MAX));
    let next_at = (attempts < ATTEMPTS_MAX).then_some(now + wait);
    on!(&mut *conn, |c| {
        sqlx::query(
            "UPDATE contact_profiles SET attempts = $3, next_at = $4, asked_at = $5
             WHERE company_id = $1 AND contact_id = $2",
        )
        .bind(company)
        .bind(contact)
        .bind(attempts)
        .bind(next_at)
        .bind(now)
        .execute(c)
        .await
        .map(drop)
    })?;
    // a row goes with its contact
    let contact = get(conn, company, contact).await?;
    Ok(Some(DueProfile {
        contact: contact.id,
        number: contact.number,
    }))
}

/// When the next question of a number is due.
///
/// # Errors
/// `Database`.
pub async fn next_due(
    conn: &mut Conn<'_>,
    company: CompanyId,
    connection: ConnectionId,
) -> Result<Option<DateTime<Utc>>> {
    Ok(on!(conn, |c| {
        sqlx::query_scalar(
            "SELECT MIN(next_at) FROM contact_profiles
             WHERE company_id = $1 AND connection_id = $2 AND next_at IS NOT NULL",
        )
        .bind(company)
        .bind(connection)
        .fetch_one(c)
        .await
    })?)
}

/// Keeps an answer; `None`: he is no business.
///
/// # Errors
/// `Database`.
pub async fn keep(
    conn: &mut Conn<'_>,
    company: CompanyId,
    contact: ContactId,
    profile: Option<&BusinessProfile>,
    now: DateTime<Utc>,
) -> Result<()> {
    let profile = profile.map(serde_json::to_string).transpose()?;
    on!(conn, |c| {
        sqlx::query(
            "UPDATE contact_profiles SET profile = $3, next_at = NULL, asked_at = $4, attempts = 0
             WHERE company_id = $1 AND contact_id = $2",
        )
        .bind(company)
        .bind(contact)
        .bind(profile)
        .bind(now)
        .execute(c)
        .await
        .map(drop)
    })?;
    Ok(())
}

/// There will be no answer: what is known stays.
///
/// # Errors
/// `Database`.
pub async fn settle(
    conn: &mut Conn<'_>,
    company: CompanyId,
    contact: ContactId,
    now: DateTime<Utc>,
) -> Result<()> {
    on!(conn, |c| {
        sqlx::query(
            "UPDATE contact_profiles SET next_at = NULL, asked_at = $3, attempts = 0
             WHERE company_id = $1 AND contact_id = $2",
        )
        .bind(company)
        .bind(contact)
        .bind(now)
        .execute(c)
        .await
        .map(drop)
    })?;
    Ok(())
}

/// What is known of a contact.
///
/// # Errors
/// `Refused(NoContactFound)`; `Unreadable` when what is stored is no profile.
pub async fn find(conn: &mut Conn<'_>, company: CompanyId, contact: ContactId) -> Result<Known> {
    get(conn, company, contact).await?;
    let found: Option<(Option<String>, Option<DateTime<Utc>>)> = on!(conn, |c| {
        sqlx::query_as(
        "SELECT profile, asked_at FROM contact_profiles WHERE company_id = $1 AND contact_id = $2"
    )
    .bind(company)
    .bind(contact)
    .fetch_optional(c)
    .await
    })?;
    let (profile, asked_at) = found.unwrap_or_default();
    let profile = profile.as_deref().map(serde_json::from_str).transpose()?;
    Ok(Known { profile, asked_at })
}
