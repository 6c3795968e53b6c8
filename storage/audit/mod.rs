//! Who changed what in administration, when and from where. The row stands in the transaction of the change, so that
//! there is no change without it and none of a change that was given up.

mod entry;
mod list;
mod masks;

use chrono::{DateTime, TimeDelta, Utc};
use sqlx::QueryBuilder;

use crate::{
    Conn, Result,
    contacts::fold,
    model::{CompanyId, UserId},
    on,
};

pub use entry::Entry;
pub use list::{Cursor, Filter, RECORDS_A_PAGE, list, list_before};
pub use masks::{MASK, is_secret};

/// The setting that says for how many days a company keeps its records.
pub const DAYS_SETTING: &str = "auditDays";
/// Days that it may say.
pub const DAYS: std::ops::RangeInclusive<i64> = 30..=3650;
/// Days of a company that has not said any.
const DAYS_DEFAULT: i64 = 365;
/// Characters of what a record can be found by.
const SEARCH_CHARS_MAX: usize = 2_000;
/// Characters of the name that a browser gives itself.
const AGENT_CHARS_MAX: usize = 300;
/// Companies whose records are looked at by one statement.
const COMPANIES_AT_ONCE: usize = 1_000;
/// The server itself, which is no user.
const SERVER: UserId = UserId(0);
/// What it is called.
const SERVER_NAME: &str = "Guichê";
/// Companies read at once.
const COMPANIES_MAX: i64 = 100_000;

/// A super user who works in the place of somebody else.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Actor {
    /// His own company.
    pub company: CompanyId,
    /// He.
    pub user: UserId,
    /// His name.
    pub name: String,
}

/// Who acts, and from where.
#[derive(Debug, Clone)]
pub struct Origin {
    /// The company of the user.
    pub company: CompanyId,
    /// The user.
    pub user: UserId,
    /// His name.
    pub user_name: String,
    /// Who really acts in his place.
    pub actor: Option<Actor>,
    /// Method and template of the route.
    pub route: String,
    /// The address that the call came from.
    pub ip: Option<String>,
    /// The program that called.
    pub user_agent: Option<String>,
    /// The request, as the server's log names it.
    pub request_id: Option<String>,
}

impl Origin {
    /// The server acts by itself, for a company.
    pub fn server(company: CompanyId) -> Self {
        Self {
            company,
            user: SERVER,
            user_name: SERVER_NAME.to_owned(),
            actor: None,
            route: String::new(),
            ip: None,
            user_agent: None,
            request_id: None,
        }
    }
}

/// Notes a change of `company`. One that changed nothing is not noted. Whoever is of another company is named as the
/// super user that he is.
///
/// # Errors
/// `Database`.
pub async fn record(
    conn: &mut Conn<'_>,
    company: CompanyId,
    origin: &Origin,
    entry: &Entry,
    now: DateTime<Utc>,
) -> Result<()> {
    if entry.says_nothing() {
        return Ok(());
    }
    let is_own = origin.company == company;
    let from_outside = (!is_own).then_some(origin.user_name.as_str());
    let actor = origin.actor.as_ref().map(|actor| actor.name.as_str());
    let actor = actor.or(from_outside);
    let changes = serde_json::to_string(&entry.changes)?;
    let words = [
        origin.user_name.as_str(),
        actor.unwrap_or_default(),
        &entry.label,
        &entry.id,
        &origin.route,
        &changes,
    ];
    let search: String = fold(&words.join(" "))
        .chars()
        .take(SEARCH_CHARS_MAX)
        .collect();
    let agent: Option<String> = origin
        .user_agent
        .as_ref()
        .map(|agent| agent.chars().take(AGENT_CHARS_MAX).collect());
    on!(conn, |c| {
        sqlx::query(
            "INSERT INTO audit_log (company_id, at, user_id, user_name, actor_name, action, entity, entity_id, label,
                                    route, changes, ip, user_agent, request_id, search)
             VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15)",
        )
        .bind(company)
        .bind(now)
        .bind((is_own && origin.user != SERVER).then_some(origin.user))
        .bind(&origin.user_name)
        .bind(actor)
        .bind(entry.action.as_str())
        .bind(entry.subject.as_str())
        .bind(&entry.id)
        .bind(&entry.label)
        .bind(&origin.route)
        .bind(changes)
        .bind(&origin.ip)
        .bind(agent)
        .bind(&origin.request_id)
        .bind(search)
        .execute(c)
        .await
        .map(drop)
    })?;
    Ok(())
}

/// Forgets records that are older than their company keeps them, at most `limit` at once. Answers how many.
///
/// # Errors
/// `Database`.
pub async fn delete_expired(conn: &mut Conn<'_>, now: DateTime<Utc>, limit: i64) -> Result<u64> {
    let kept: Vec<(CompanyId, Option<String>)> = on!(&mut *conn, |c| {
        sqlx::query_as(
        "SELECT c.id, s.value FROM companies c LEFT JOIN settings s ON s.company_id = c.id AND s.key = $1
         ORDER BY c.id LIMIT $2"
    )
    .bind(DAYS_SETTING)
    .bind(COMPANIES_MAX)
    .fetch_all(c)
    .await
    })?;
    let before: Vec<(CompanyId, DateTime<Utc>)> = kept
        .into_iter()
        .map(|(company, days)| {
            let days = days.and_then(|days| days.parse().ok());
            let days = days
                .filter(|days| DAYS.contains(days))
                .unwrap_or(DAYS_DEFAULT);
            (company, now - TimeDelta::days(days))
        })
        .collect();
    let mut gone = 0;
    for some in before.chunks(COMPANIES_AT_ONCE) {
        gone += on!(&mut *conn, |c| {
            let mut query = QueryBuilder::<Driver>::new(
                "DELETE FROM audit_log WHERE id IN (WITH kept (company_id, since) AS (",
            );
            query.push_values(some, |mut row, (company, since)| {
                row.push_bind(*company).push_bind(*since);
            });
            query.push(
                ") SELECT a.id FROM kept JOIN audit_log a ON a.company_id = kept.company_id AND a.at < kept.since LIMIT ",
            );
            query.push_bind(limit).push(")");
            // another text for every number of companies: not worth keeping
            let query = query.build().persistent(false);
            query.execute(c).await.map(|done| done.rows_affected())
        })?;
    }
    Ok(gone)
}
