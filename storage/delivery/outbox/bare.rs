//! Sends that belong to no conversation.

use uuid::Uuid;

use crate::{
    Conn, Result,
    model::{CompanyId, outgoing::SendState},
    on,
};

/// A send that carries no message of a conversation, by its name: how far it is, and what went wrong.
///
/// # Errors
/// `Database`.
pub async fn find_bare(
    conn: &mut Conn<'_>,
    company: CompanyId,
    intent_id: Uuid,
) -> Result<Option<(SendState, Option<String>)>> {
    Ok(on!(conn, |c| sqlx::query_as(
        "SELECT state, last_error FROM outbox
         WHERE company_id = $1 AND intent_id = $2 AND message_id IS NULL"
    )
    .bind(company)
    .bind(intent_id)
    .fetch_optional(c)
    .await)?)
}
