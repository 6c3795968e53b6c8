//! Reading the records of a company.

use chrono::{DateTime, Utc};

use crate::{
    Conn, Result,
    contacts::{containing, fold},
    model::{
        CompanyId, UserId,
        audit::{AuditRecord, Subject},
        page::{Page, Rows},
    },
    on,
};

/// Records of one page.
pub const RECORDS_A_PAGE: i64 = 20;

/// Which records.
#[derive(Debug, Clone, Default)]
pub struct Filter {
    /// Part of a name, a value, a route.
    pub search: String,
    /// Of this user only.
    pub user: Option<UserId>,
    /// Of this kind of thing only.
    pub subject: Option<Subject>,
    /// Not before.
    pub from: Option<DateTime<Utc>>,
    /// Before.
    pub until: Option<DateTime<Utc>>,
}

/// Where the last record stood that was read.
#[derive(Debug, Clone, Copy)]
pub struct Cursor {
    at: DateTime<Utc>,
    id: i64,
}

#[derive(sqlx::FromRow)]
struct Row {
    id: i64,
    at: DateTime<Utc>,
    user_id: Option<UserId>,
    user_name: String,
    actor_name: Option<String>,
    action: String,
    entity: String,
    entity_id: String,
    label: String,
    route: String,
    changes: String,
    ip: Option<String>,
    user_agent: Option<String>,
    request_id: Option<String>,
}

/// What [`Row`] reads.
macro_rules! columns {
    () => {
        "SELECT id, at, user_id, user_name, actor_name, action, entity, entity_id, label, route, changes, ip,
                user_agent, request_id"
    };
}

/// The records that a filter, bound as `$1` to `$6`, lets through.
macro_rules! matching {
    () => {
        r" FROM audit_log WHERE company_id = $1 AND search LIKE $2 ESCAPE '\' AND ($3 IS NULL OR user_id = $3)
             AND ($4 IS NULL OR entity = $4) AND at >= $5 AND at < $6"
    };
}

/// A page of records, the newest first.
///
/// # Errors
/// `Database`, `Unreadable`.
pub async fn list(
    conn: &mut Conn<'_>,
    company: CompanyId,
    filter: &Filter,
    page: Page,
) -> Result<Rows<AuditRecord>> {
    let bound = Bound::of(filter);
    let count: i64 = on!(&mut *conn, |c| sqlx::query_scalar(concat!(
        "SELECT COUNT(*)",
        matching!()
    ))
    .bind(company)
    .bind(&bound.part)
    .bind(bound.user)
    .bind(bound.subject)
    .bind(bound.from)
    .bind(bound.until)
    .fetch_one(c)
    .await)?;
    let rows: Vec<Row> = on!(conn, |c| sqlx::query_as(concat!(
        columns!(),
        matching!(),
        " ORDER BY at DESC, id DESC LIMIT $7 OFFSET $8"
    ))
    .bind(company)
    .bind(&bound.part)
    .bind(bound.user)
    .bind(bound.subject)
    .bind(bound.from)
    .bind(bound.until)
    .bind(page.size)
    .bind(page.offset())
    .fetch_all(c)
    .await)?;
    let rows: Result<Vec<AuditRecord>> = rows.into_iter().map(record).collect();
    Ok(Rows::new(rows?, count, page))
}

/// Records after a cursor in the same order, at most `limit`, each with its own cursor.
///
/// # Errors
/// `Database`, `Unreadable`.
pub async fn list_before(
    conn: &mut Conn<'_>,
    company: CompanyId,
    filter: &Filter,
    cursor: Option<Cursor>,
    limit: i64,
) -> Result<Vec<(AuditRecord, Cursor)>> {
    let bound = Bound::of(filter);
    let last = cursor.unwrap_or(Cursor {
        at: DateTime::<Utc>::MAX_UTC,
        id: i64::MAX,
    });
    let last_at = last.at.min(bound.until);
    let rows: Vec<Row> = on!(conn, |c| sqlx::query_as(concat!(
        columns!(),
        matching!(),
        " AND (at < $7 OR (at = $7 AND id < $8)) ORDER BY at DESC, id DESC LIMIT $9"
    ))
    .bind(company)
    .bind(&bound.part)
    .bind(bound.user)
    .bind(bound.subject)
    .bind(bound.from)
    .bind(bound.until)
    .bind(last_at)
    .bind(last.id)
    .bind(limit)
    .fetch_all(c)
    .await)?;
    let with_cursor = |row: Row| {
        let cursor = Cursor {
            at: row.at,
            id: row.id,
        };
        Ok((record(row)?, cursor))
    };
    rows.into_iter().map(with_cursor).collect()
}

/// A filter as it is bound; times that it leaves open are far away.
struct Bound {
    part: String,
    user: Option<UserId>,
    subject: Option<&'static str>,
    from: DateTime<Utc>,
    until: DateTime<Utc>,
}

impl Bound {
    fn of(filter: &Filter) -> Self {
        let far = |seconds| DateTime::from_timestamp(seconds, 0).unwrap_or_default();
        Self {
            part: containing(&fold(&filter.search)),
            user: filter.user,
            subject: filter.subject.map(Subject::as_str),
            from: filter.from.unwrap_or_else(|| far(0)),
            // the year 9999 ends: what both databases and texts of a fixed length can say
            until: filter.until.unwrap_or_else(|| far(253_402_300_799)),
        }
    }
}

fn record(row: Row) -> Result<AuditRecord> {
    Ok(AuditRecord {
        id: row.id,
        at: row.at,
        user_id: row.user_id,
        user_name: row.user_name,
        actor_name: row.actor_name,
        action: row.action,
        entity: row.entity,
        entity_id: row.entity_id,
        label: row.label,
        route: row.route,
        changes: serde_json::from_str(&row.changes)?,
        ip: row.ip,
        user_agent: row.user_agent,
        request_id: row.request_id,
    })
}
