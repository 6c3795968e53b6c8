//! The messages of one ticket as a program reads them (rule B25): without whispers, and without what the provider says of the
//! customer.

use sqlx::QueryBuilder;

use super::{Row, Shown, show};
use crate::{
    Conn, Result,
    connections::notices::NOTICE,
    model::{CompanyId, MessageId, TicketId, message::Message},
    on,
};

/// Which messages.
#[derive(Debug, Clone, Copy)]
pub struct OfTicket {
    /// Of this ticket.
    pub ticket: TicketId,
    /// Behind this one, in the order of reading.
    pub after: Option<MessageId>,
    /// The newest first.
    pub newest_first: bool,
}

/// At most `limit` messages of a ticket.
///
/// # Errors
/// `Database`.
pub async fn list_of_ticket(
    conn: &mut Conn<'_>,
    company: CompanyId,
    filter: OfTicket,
    limit: i64,
    shown: Shown<'_>,
) -> Result<Vec<Message>> {
    let rows: Vec<Row> = on!(conn, |c| {
        let mut query = QueryBuilder::<Driver>::new(select_messages!());
        query.push(" WHERE m.company_id = ").push_bind(company);
        query.push(" AND m.ticket_id = ").push_bind(filter.ticket);
        query.push(" AND m.is_private = FALSE AND (m.media_type IS NULL OR m.media_type <> ");
        query.push_bind(NOTICE).push(")");
        if let Some(after) = filter.after {
            query.push(if filter.newest_first {
                " AND m.id < "
            } else {
                " AND m.id > "
            });
            query.push_bind(after);
        }
        query.push(if filter.newest_first {
            " ORDER BY m.id DESC LIMIT "
        } else {
            " ORDER BY m.id LIMIT "
        });
        query.push_bind(limit);
        query.build_query_as().fetch_all(c).await
    })?;
    Ok(show(company, rows, shown))
}
