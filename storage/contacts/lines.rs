//! On which of the company's numbers the last conversation with a contact ran (S044). A page of contacts reads it with them.

use crate::{
    Conn, Result,
    model::{CompanyId, ConnectionId, contact::Contact, message::Named},
    on,
};

#[derive(sqlx::FromRow)]
struct Line {
    id: ConnectionId,
    name: String,
}

/// Fills in the number of a contact.
///
/// # Errors
/// `Database`.
pub async fn fill_line(
    conn: &mut Conn<'_>,
    company: CompanyId,
    contact: &mut Contact,
) -> Result<()> {
    let line: Option<Line> = on!(conn, |c| {
        sqlx::query_as(
        "SELECT w.id, w.name FROM connections w
         WHERE w.company_id = $1 AND w.id = (
           SELECT t.connection_id FROM tickets t WHERE t.company_id = $1 AND t.contact_id = $2 ORDER BY t.id DESC LIMIT 1)"
    )
    .bind(company)
    .bind(contact.id)
    .fetch_optional(c)
    .await
    })?;
    contact.whatsapp = line.map(|line| Named {
        id: line.id.0,
        name: line.name,
    });
    Ok(())
}
