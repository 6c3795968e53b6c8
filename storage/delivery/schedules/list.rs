//! One page of a company's schedules.

use chrono::{DateTime, Utc};
use sqlx::{Encode, QueryBuilder, Type};

use super::{Row, select_schedules};
use crate::{
    Conn, Result,
    contacts::{self, Numbers, Parts, containing},
    model::{
        CompanyId, ContactId,
        page::{Page, Rows},
        schedule::Schedule,
    },
    on,
};

/// Which schedules a list shows. Everything given must hold.
#[derive(Debug, Clone, Copy, Default)]
pub struct ScheduleFilter<'f> {
    /// Part of the contact's name or number, or of the text as it is written.
    pub search: &'f str,
    /// Whether a part of a number is enough.
    pub numbers: Numbers,
    /// Only for this contact.
    pub contact: Option<ContactId>,
    /// To be sent from here on.
    pub from: Option<DateTime<Utc>>,
    /// To be sent before.
    pub until: Option<DateTime<Utc>>,
}

/// One page of a company's schedules in the order of their time.
///
/// # Errors
/// `Database`.
pub async fn list(
    conn: &mut Conn<'_>,
    company: CompanyId,
    filter: &ScheduleFilter<'_>,
    page: Page,
) -> Result<Rows<Schedule>> {
    let count: i64 = on!(&mut *conn, |c| {
        let mut query = QueryBuilder::<Driver>::new(
            "SELECT COUNT(*) FROM schedules s
             JOIN contacts c ON c.company_id = s.company_id AND c.id = s.contact_id",
        );
        push_conditions(&mut query, company, filter);
        query.build_query_scalar().fetch_one(c).await
    })?;
    let rows: Vec<Row> = on!(conn, |c| {
        let mut query = QueryBuilder::<Driver>::new(select_schedules!());
        push_conditions(&mut query, company, filter);
        query
            .push(" ORDER BY s.send_at, s.id LIMIT ")
            .push_bind(page.size);
        query.push(" OFFSET ").push_bind(page.offset());
        query.build_query_as().fetch_all(c).await
    })?;
    let rows = rows.into_iter().map(Schedule::from).collect();
    Ok(Rows::new(rows, count, page))
}

fn push_conditions<DB>(
    query: &mut QueryBuilder<DB>,
    company: CompanyId,
    filter: &ScheduleFilter<'_>,
) where
    DB: Parts,
    i64: for<'q> Encode<'q, DB> + Type<DB>,
    String: for<'q> Encode<'q, DB> + Type<DB>,
    DateTime<Utc>: for<'q> Encode<'q, DB> + Type<DB>,
{
    query.push(" WHERE s.company_id = ").push_bind(company.0);
    let search = filter.search.trim();
    if !search.is_empty() {
        query.push(" AND (s.body LIKE ");
        query.push_bind(containing(search)).push(r" ESCAPE '\'");
        let texts = contacts::looks(search);
        if !texts.is_empty() {
            query.push(" OR s.contact_id IN (");
            contacts::push_ids_of(query, company, &texts, filter.numbers);
            query.push(")");
        }
        query.push(")");
    }
    if let Some(contact) = filter.contact {
        query.push(" AND s.contact_id = ").push_bind(contact.0);
    }
    if let Some(from) = filter.from {
        query.push(" AND s.send_at >= ").push_bind(from);
    }
    if let Some(until) = filter.until {
        query.push(" AND s.send_at < ").push_bind(until);
    }
}
