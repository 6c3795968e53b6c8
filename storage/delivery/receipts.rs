//! Receipts: what providers tell of messages that were sent, several at once.

use std::collections::{BTreeMap, HashMap};

use chrono::{DateTime, Utc};
use sqlx::QueryBuilder;

use crate::{
    AT_ONCE, Conn, Result,
    model::{CompanyId, ConnectionId, MessageId},
    on,
};

/// Raises the acks of messages of a connection, by the provider's ids and each id once. Answers whose ack was raised, by
/// the same ids; for the others there is no such message of ours, its ack is not lower, or it counts as failed.
///
/// # Errors
/// `Database`.
pub async fn raise_acks(
    conn: &mut Conn<'_>,
    company: CompanyId,
    connection: ConnectionId,
    acks: &BTreeMap<&str, i64>,
    now: DateTime<Utc>,
) -> Result<HashMap<String, MessageId>> {
    // there are four acks; ids in a list are found by their index, ids in a table of values are not on PostgreSQL
    let mut ids_by_ack: BTreeMap<i64, Vec<&str>> = BTreeMap::new();
    for (id, ack) in acks {
        ids_by_ack.entry(*ack).or_default().push(id);
    }
    let mut raised = HashMap::with_capacity(acks.len());
    for (ack, ids) in ids_by_ack {
        for some in ids.chunks(AT_ONCE) {
            let found: Vec<(String, MessageId)> = on!(conn, |c| {
                let mut query = QueryBuilder::<Driver>::new("UPDATE messages SET ack = ");
                query.push_bind(ack).push(", updated_at = ").push_bind(now);
                query.push(" WHERE company_id = ").push_bind(company);
                query.push(" AND connection_id = ").push_bind(connection);
                query.push(" AND ack < ").push_bind(ack);
                query.push(" AND from_me = TRUE AND COALESCE(send_state, '') <> 'rejected'");
                query.push(" AND provider_id IN (");
                let mut list = query.separated(", ");
                for id in some {
                    list.push_bind((*id).to_owned());
                }
                query.push(") RETURNING provider_id, id");
                query.build_query_as().fetch_all(c).await
            })?;
            raised.extend(found);
        }
    }
    Ok(raised)
}
