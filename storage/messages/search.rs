//! Messages by their words, newest first.

use sqlx::{Database, Encode, QueryBuilder, Type};

use super::{Row, Shown, show};
use crate::{
    Conn, Result,
    core::ids::push_ids,
    model::{CompanyId, ContactId, MessageId, message::Message},
    on,
    tickets::{ViewerScope, found, push_scope},
};

/// Messages a page.
pub const FOUND_A_PAGE: i64 = 20;

/// Which messages a search finds. Everything given must hold.
#[derive(Debug, Clone, Default)]
pub struct WordFilter {
    /// Folded text; a message has all its words, the last of which may be unfinished.
    pub text: String,
    /// Of this contact.
    pub contact: Option<ContactId>,
    /// Who looks; `None` sees every ticket.
    pub scope: Option<ViewerScope>,
    /// Only messages before this one.
    pub before: Option<MessageId>,
}

/// One page of what a search finds, and whether more follow. Taken back messages are not found, nor is anything by a
/// text without a letter or digit.
///
/// # Errors
/// `Database`.
pub async fn search(
    conn: &mut Conn<'_>,
    company: CompanyId,
    filter: &WordFilter,
    shown: Shown<'_>,
) -> Result<(Vec<Message>, bool)> {
    let words = found::words(&filter.text);
    if words.is_empty() {
        return Ok((Vec::new(), false));
    }
    let mut ids = ids(conn, company, filter, &words).await?;
    let size = usize::try_from(FOUND_A_PAGE).unwrap_or(usize::MAX);
    let has_more = ids.len() > size;
    ids.truncate(size);
    if ids.is_empty() {
        return Ok((Vec::new(), false));
    }
    let rows: Vec<Row> = on!(&mut *conn, |c| {
        let mut query =
            QueryBuilder::<Driver>::new(concat!(select_messages!(), " WHERE m.company_id = "));
        query.push_bind(company);
        push_ids(&mut query, " AND m.id IN (", ids.iter().map(|id| id.0));
        query.push(" ORDER BY m.id DESC");
        query.build_query_as().fetch_all(c).await
    })?;
    Ok((show(company, rows, shown), has_more))
}

/// Text search is where the two databases have nothing in common.
async fn ids(
    conn: &mut Conn<'_>,
    company: CompanyId,
    filter: &WordFilter,
    words: &[&str],
) -> Result<Vec<MessageId>> {
    Ok(match conn {
        Conn::Sqlite(c) => {
            let mut query = QueryBuilder::<sqlx::Sqlite>::new(
                "SELECT m.id FROM message_words w JOIN messages m ON m.id = w.rowid AND m.company_id = ",
            );
            query.push_bind(company);
            query.push(
                " JOIN tickets t ON t.company_id = m.company_id AND t.id = m.ticket_id
                 WHERE w.message_words MATCH ",
            );
            query.push_bind(found::sqlite_query(company, words));
            if let Some(before) = filter.before {
                query.push(" AND w.rowid < ").push_bind(before.0);
            }
            push_conditions(&mut query, filter);
            query.push(" ORDER BY w.rowid DESC LIMIT ");
            query.push_bind(FOUND_A_PAGE + 1);
            let found = query.build_query_scalar().fetch_all(&mut **c).await;
            c.noted(found)?
        }
        Conn::Postgres(c) => {
            let mut query = QueryBuilder::<sqlx::Postgres>::new(
                "WITH m AS MATERIALIZED (SELECT id, company_id, ticket_id, contact_id, is_deleted FROM messages
                   WHERE company_id = ",
            );
            query.push_bind(company);
            query.push(" AND words @@ CAST(");
            query
                .push_bind(found::postgres_query(words))
                .push(" AS tsquery)");
            if let Some(before) = filter.before {
                query.push(" AND id < ").push_bind(before.0);
            }
            query.push(" LIMIT ").push_bind(found::MATCHES_MAX);
            query.push(
                ") SELECT m.id FROM m
                 JOIN tickets t ON t.company_id = m.company_id AND t.id = m.ticket_id WHERE TRUE",
            );
            push_conditions(&mut query, filter);
            query.push(" ORDER BY m.id DESC LIMIT ");
            query.push_bind(FOUND_A_PAGE + 1);
            let found = query.build_query_scalar().fetch_all(&mut **c).await;
            c.noted(found)?
        }
    })
}

fn push_conditions<DB>(query: &mut QueryBuilder<DB>, filter: &WordFilter)
where
    DB: Database,
    i64: for<'q> Encode<'q, DB> + Type<DB>,
{
    query.push(" AND NOT m.is_deleted");
    if let Some(contact) = filter.contact {
        query.push(" AND m.contact_id = ").push_bind(contact.0);
    }
    if let Some(scope) = &filter.scope {
        push_scope(query, scope);
    }
}
