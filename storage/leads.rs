//! Leads: customers who write for the first time and whom nobody has taken up (server-behaviour B4).

use chrono::{DateTime, TimeDelta, Utc};

use crate::{
    Conn, Result,
    model::{CompanyId, ContactId, TicketId},
    on,
};

/// Who becomes a lead.
pub const MODE_SETTING: &str = "leadsMode";
/// Contacts without an earlier ticket, until they have a queue or an attendant.
pub const NEW_CONTACTS: &str = "newContacts";
/// Hours without a message after which a lead is closed; 0 for never.
pub const EXPIRES_SETTING: &str = "leadExpires";
/// Most hours: a month.
pub const EXPIRES_HOURS_MAX: i64 = 720;
/// Companies read at once.
const COMPANIES_MAX: i64 = 10_000;

/// A lead of which nothing was heard for too long.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
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
    let mut expired = Vec::new();
    for (company, hours) in companies {
        let hours = hours.parse().ok().and_then(TimeDelta::try_hours);
        let Some(since) = hours.map(|hours| now - hours) else {
            continue;
        };
        let rows: Vec<(TicketId, ContactId)> = on!(&mut *conn, |c| {
            sqlx::query_as(
            "SELECT id, contact_id FROM tickets
             WHERE company_id = $1 AND status = 'lead' AND COALESCE(last_message_at, created_at) < $2
             ORDER BY id LIMIT $3"
        )
        .bind(company)
        .bind(since)
        .bind(limit)
        .fetch_all(c)
        .await
        })?;
        let found = rows.into_iter().map(|(ticket, contact)| Expired {
            company,
            ticket,
            contact,
            since,
        });
        expired.extend(found);
    }
    Ok(expired)
}
