//! What contacts that are businesses say of themselves: asked for when they are heard, and again after a month.

use chrono::{DateTime, TimeDelta, Utc};

use super::{asked, get};
use crate::{
    Conn, Result,
    model::{
        CompanyId, ConnectionId, ContactId, business_profile::BusinessProfile, contact::Contact,
    },
    on,
};

/// How long an answer is taken for what a business says.
pub const GOOD_FOR: TimeDelta = TimeDelta::days(30);
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

asked_of_contacts!("contact_profiles", GOOD_FOR);

/// Takes whoever has been due on a number for longest; after five tries he is left until he is heard again a month later.
///
/// # Errors
/// `Database`.
pub async fn claim(
    conn: &mut Conn<'_>,
    company: CompanyId,
    connection: ConnectionId,
    now: DateTime<Utc>,
) -> Result<Option<DueProfile>> {
    let due = claim_next(conn, company, connection, now).await?;
    Ok(due.map(|(contact, _)| DueProfile {
        contact: contact.id,
        number: contact.number,
    }))
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
