//! Receipts: what providers tell of messages that were sent, several at once.

use std::collections::HashMap;

use chrono::{DateTime, Utc};
use sqlx::QueryBuilder;

use crate::{
    AT_ONCE, Conn, Result,
    model::{CompanyId, ConnectionId, MessageId},
    on,
};

/// Raises the acks of messages of a connection, by the provider's ids and each id once. Answers whose ack was raised, by
/// the same ids; there is no such message for the others, or its ack is not lower.
///
/// # Errors
/// `Database`.
pub async fn raise_acks(
    conn: &mut Conn<'_>,
    company: CompanyId,
    connection: ConnectionId,
    acks: &HashMap<&str, i64>,
    now: DateTime<Utc>,
) -> Result<HashMap<String, MessageId>> {
    let acks: Vec<_> = acks.iter().collect();
    let mut raised = HashMap::with_capacity(acks.len());
    for some in acks.chunks(AT_ONCE) {
        let found: Vec<(String, MessageId)> = on!(conn, |c| {
            let mut query = QueryBuilder::<Driver>::new("UPDATE messages SET updated_at = ");
            query.push_bind(now);
            query.push(", ack = told.column2 FROM (");
            query.push_values(some, |mut row, (provider_id, ack)| {
                row.push_bind((**provider_id).to_owned()).push_bind(**ack);
            });
            query.push(") AS told WHERE messages.company_id = ");
            query.push_bind(company);
            query.push(" AND messages.connection_id = ");
            query.push_bind(connection);
            query.push(
                " AND messages.provider_id = told.column1 AND messages.ack < told.column2
                 RETURNING messages.provider_id, messages.id",
            );
            query.build_query_as().fetch_all(c).await
        })?;
        raised.extend(found);
    }
    Ok(raised)
}
