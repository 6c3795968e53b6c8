//! Messages whose sending nobody can know ("A conferir").

use sqlx::{Database, Encode, QueryBuilder, Type};

use super::{Row, Shown, show};
use crate::{
    Conn, Result,
    model::{
        CompanyId,
        message::Message,
        page::{Page, Rows},
    },
    on,
    tickets::{ViewerScope, push_scope},
};

/// Messages whose sending nobody can know, oldest first; of tickets that the viewer may see (`None`: all).
///
/// # Errors
/// `Database`.
pub async fn list_unknown(
    conn: &mut Conn<'_>,
    company: CompanyId,
    scope: Option<&ViewerScope>,
    page: Page,
    shown: Shown<'_>,
) -> Result<Rows<Message>> {
    let count: i64 = on!(&mut *conn, |c| {
        let mut query = QueryBuilder::<Driver>::new("SELECT COUNT(*) FROM messages m");
        push_unknown(&mut query, company, scope);
        query.build_query_scalar().fetch_one(c).await
    })?;
    let rows: Vec<Row> = on!(&mut *conn, |c| {
        let mut query =
            QueryBuilder::<Driver>::new("WITH page AS MATERIALIZED (SELECT m.* FROM messages m");
        push_unknown(&mut query, company, scope);
        query.push(" ORDER BY m.id LIMIT ").push_bind(page.size);
        query.push(" OFFSET ").push_bind(page.offset());
        query.push(concat!(") ", select_messages!("page"), " ORDER BY m.id"));
        query.build_query_as().fetch_all(c).await
    })?;
    Ok(Rows::new(show(company, rows, shown), count, page))
}

fn push_unknown<DB: Database>(
    query: &mut QueryBuilder<DB>,
    company: CompanyId,
    scope: Option<&ViewerScope>,
) where
    i64: for<'q> Encode<'q, DB> + Type<DB>,
{
    if scope.is_some() {
        query.push(" JOIN tickets t ON t.company_id = m.company_id AND t.id = m.ticket_id");
    }
    query.push(" WHERE m.send_state = 'unknown' AND m.company_id = ");
    query.push_bind(company.0);
    if let Some(scope) = scope {
        push_scope(query, scope);
    }
}
