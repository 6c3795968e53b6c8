//! Leads: customers who write for the first time and whom nobody has taken up (rule B4).

use chrono::{DateTime, TimeDelta, Utc};
use sqlx::QueryBuilder;

use crate::{
    Conn, Result,
    model::{CompanyId, ContactId, TicketId},
    on,
};

/// Who becomes a lead.
pub const MODE_SETTING: &str = "leadsMode";
/// Contacts without an earlier ticket, until they have a queue or an attendant.
pub const NEW_CONTACTS: &str = "newContacts";
/// All who are still with the bot.
pub const WITH_BOT: &str = "bot";
/// Hours without a message after which a lead is closed; 0 for never.
pub const EXPIRES_SETTING: &str = "leadExpires";
/// Most hours: a month.
pub const EXPIRES_HOURS_MAX: i64 = 720;
/// Companies whose leads are looked for by one statement.
const COMPANIES_AT_ONCE: usize = 1_000;
/// Companies read at once.
const COMPANIES_MAX: i64 = 10_000;

/// A lead of which nothing was heard for too long.
#[derive(Debug, Clone, Copy, PartialEq, Eq, sqlx::FromRow)]
pub struct Expired {
    /// Whose.
    pub company: CompanyId,
    /// Which.
    pub ticket: TicketId,
    /// The customer.
    pub contact: ContactId,
    /// Nothing since this time makes it one.
    pub since: DateTime<Utc>,
}

/// The leads of all companies that are over, at most `limit` of a company, the oldest first.
///
/// # Errors
/// `Database`.
pub async fn list_expired(
    conn: &mut Conn<'_>,
    now: DateTime<Utc>,
    limit: i64,
) -> Result<Vec<Expired>> {
    let companies: Vec<(CompanyId, String)> = on!(&mut *conn, |c| {
        sqlx::query_as(
        "SELECT company_id, value FROM settings WHERE key = $1 AND value <> '0' ORDER BY company_id LIMIT $2"
    )
    .bind(EXPIRES_SETTING)
    .bind(COMPANIES_MAX)
    .fetch_all(c)
    .await
    })?;
    let over: Vec<(CompanyId, DateTime<Utc>)> = companies
        .into_iter()
        .filter_map(|(company, hours)| {
            let hours = hours.parse().ok().and_then(TimeDelta::try_hours)?;
            Some((company, now - hours))
        })
        .collect();
    let mut expired = Vec::new();
    for some in over.chunks(COMPANIES_AT_ONCE) {
        let found: Vec<Expired> = on!(&mut *conn, |c| {
            let mut query = QueryBuilder::<Driver>::new("WITH due (company_id, since) AS (");
            query.push_values(some, |mut row, (company, since)| {
                row.push_bind(*company).push_bind(*since);
            });
            query.push(
                ") SELECT company, ticket, contact, since FROM (
                  SELECT t.company_id AS company, t.id AS ticket, t.contact_id AS contact, due.since,
                    ROW_NUMBER() OVER (PARTITION BY t.company_id ORDER BY t.id) AS place
                  FROM due JOIN tickets t ON t.company_id = due.company_id AND t.status = 'lead'
                    AND COALESCE(t.last_message_at, t.created_at) < due.since) AS found
                WHERE place <= ",
            );
            query.push_bind(limit).push(" ORDER BY company, ticket");
            // another text for every number of companies: not worth keeping
            query.build_query_as().persistent(false).fetch_all(c).await
        })?;
        expired.extend(found);
    }
    Ok(expired)
}
