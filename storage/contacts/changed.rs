//! A company's contacts in the order of their last change: how a program reads those that are new to it (rule B25).

use chrono::{DateTime, Utc};
use sqlx::QueryBuilder;

use super::{
    Row,
    list::{looks, push_ids_of},
    search::Numbers,
};
use crate::{
    Conn, Result,
    model::{CompanyId, ContactId, contact::Contact},
    on,
};

/// Which contacts. Everything given must hold.
#[derive(Debug, Clone, Copy)]
pub struct ChangedContacts<'f> {
    /// Part of name, number or e-mail, as in the list of the pages.
    pub search: &'f str,
    /// Changed from here on.
    pub since: Option<DateTime<Utc>>,
    /// Behind this one.
    pub after: Option<(DateTime<Utc>, ContactId)>,
}

/// At most `limit` contacts, those first whose last change is the oldest.
///
/// # Errors
/// `Database`.
pub async fn list_changed(
    conn: &mut Conn<'_>,
    company: CompanyId,
    filter: ChangedContacts<'_>,
    limit: i64,
) -> Result<Vec<Contact>> {
    let texts = looks(filter.search);
    let rows: Vec<Row> = on!(conn, |c| {
        let mut query = QueryBuilder::<Driver>::new(concat!(
            "SELECT ",
            columns!(),
            " FROM contacts WHERE company_id = "
        ));
        query.push_bind(company.0);
        if !texts.is_empty() {
            query.push(" AND id IN (");
            push_ids_of(&mut query, company, &texts, Numbers::Parts);
            query.push(")");
        }
        if let Some(since) = filter.since {
            query.push(" AND updated_at >= ").push_bind(since);
        }
        if let Some((at, id)) = filter.after {
            query.push(" AND (updated_at, id) > (").push_bind(at);
            query.push(", ").push_bind(id).push(")");
        }
        query
            .push(" ORDER BY updated_at, id LIMIT ")
            .push_bind(limit);
        query.build_query_as().fetch_all(c).await
    })?;
    Ok(rows.into_iter().map(Contact::from).collect())
}
