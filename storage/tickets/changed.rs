//! A company's tickets in the order of their last change: how a program reads those that are new to it (rule B25).

use chrono::{DateTime, Utc};
use sqlx::QueryBuilder;

use super::{Row, ticket};
use crate::{
    Conn, Result,
    core::ids::push_ids,
    model::{
        CompanyId, ContactId, QueueId, TicketId,
        ticket::{Ticket, TicketStatus},
    },
    on,
};

/// Which tickets. Everything given must hold.
#[derive(Debug, Clone, Default)]
pub struct ChangedTickets {
    /// Where they stand.
    pub status: Option<TicketStatus>,
    /// Of this customer.
    pub contact: Option<ContactId>,
    /// In this queue.
    pub queue: Option<QueueId>,
    /// Changed from here on.
    pub since: Option<DateTime<Utc>>,
    /// Behind this one.
    pub after: Option<(DateTime<Utc>, TicketId)>,
}

/// At most `limit` tickets, those first whose last change is the oldest. Each status is looked at by itself: there the index
/// has the order.
///
/// # Errors
/// `Database`.
pub async fn list_changed(
    conn: &mut Conn<'_>,
    company: CompanyId,
    filter: &ChangedTickets,
    limit: i64,
) -> Result<Vec<Ticket>> {
    let every = [
        TicketStatus::Open,
        TicketStatus::Pending,
        TicketStatus::Lead,
        TicketStatus::Closed,
    ];
    let wished = filter.status.map_or(every.to_vec(), |one| vec![one]);
    let ids: Vec<(TicketId,)> = on!(&mut *conn, |c| {
        let mut query = QueryBuilder::<Driver>::new("SELECT id FROM (");
        for (place, status) in wished.iter().enumerate() {
            if place > 0 {
                query.push(" UNION ALL ");
            }
            query.push("SELECT * FROM (SELECT id, updated_at FROM tickets WHERE company_id = ");
            query.push_bind(company).push(" AND status = ");
            query.push_bind(*status);
            if let Some(contact) = filter.contact {
                query.push(" AND contact_id = ").push_bind(contact);
            }
            if let Some(queue) = filter.queue {
                query.push(" AND queue_id = ").push_bind(queue);
            }
            if let Some(since) = filter.since {
                query.push(" AND updated_at >= ").push_bind(since);
            }
            if let Some((at, id)) = filter.after {
                query.push(" AND (updated_at, id) > (").push_bind(at);
                query.push(", ").push_bind(id).push(")");
            }
            query.push(" ORDER BY updated_at, id LIMIT ");
            query.push_bind(limit).push(") AS one");
        }
        query.push(") AS found ORDER BY updated_at, id LIMIT ");
        query.push_bind(limit);
        query.build_query_as().fetch_all(c).await
    })?;
    if ids.is_empty() {
        return Ok(Vec::new());
    }
    let rows: Vec<Row> = on!(conn, |c| {
        let mut query = QueryBuilder::<Driver>::new(select_tickets!());
        query.push(" WHERE t.company_id = ").push_bind(company);
        push_ids(&mut query, " AND t.id IN (", ids.iter().map(|(id,)| id.0));
        query.push(" ORDER BY t.updated_at, t.id LIMIT ");
        query.push_bind(limit);
        query.build_query_as().fetch_all(c).await
    })?;
    Ok(rows.into_iter().map(ticket).collect())
}
