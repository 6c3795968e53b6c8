//! On which of the company's numbers the last conversation with a contact ran (S044).

use std::collections::HashMap;

use sqlx::QueryBuilder;

use crate::{
    Conn, Result,
    core::ids::push_ids,
    model::{CompanyId, ConnectionId, ContactId, contact::Contact, message::Named},
    on,
};

#[derive(sqlx::FromRow)]
struct Row {
    contact_id: ContactId,
    id: ConnectionId,
    name: String,
}

/// Fills in the number of each contact of a page.
///
/// # Errors
/// `Database`.
pub async fn fill_lines(
    conn: &mut Conn<'_>,
    company: CompanyId,
    contacts: &mut [Contact],
) -> Result<()> {
    if contacts.is_empty() {
        return Ok(());
    }
    let rows: Vec<Row> = on!(conn, |c| {
        let mut query = QueryBuilder::<Driver>::new(
            "SELECT t.contact_id, w.id, w.name FROM tickets t
             JOIN connections w ON w.company_id = t.company_id AND w.id = t.connection_id
             WHERE t.company_id = ",
        );
        query.push_bind(company);
        query.push(" AND t.id IN (SELECT MAX(id) FROM tickets WHERE company_id = ");
        query.push_bind(company);
        push_ids(
            &mut query,
            " AND contact_id IN (",
            contacts.iter().map(|contact| contact.id.0),
        );
        query.push(" GROUP BY contact_id)");
        query.build_query_as().fetch_all(c).await
    })?;
    let mut lines: HashMap<ContactId, Named> = rows
        .into_iter()
        .map(|row| {
            let line = Named {
                id: row.id.0,
                name: row.name,
            };
            (row.contact_id, line)
        })
        .collect();
    for contact in contacts {
        contact.whatsapp = lines.remove(&contact.id);
    }
    Ok(())
}
