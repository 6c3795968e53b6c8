//! By what a message goes: whether a number is on `WhatsApp`, as far as its provider has said, and which connection a message has.

use chrono::{DateTime, Utc};

use crate::{
    Conn, Result,
    model::{
        CompanyId, ConnectionId, ContactId, ErrorCode, MessageId, TicketId, outgoing::SendState,
    },
    on,
};

/// How a provider begins to say that a number cannot receive: Meta's code.
const NOT_ON_WHATSAPP: &str = "131026";

/// Whether the last message by a connection to a contact since then came to nothing because he is not on `WhatsApp`. One
/// that was taken since says that he is.
///
/// # Errors
/// `Database`.
pub async fn is_known_unreachable(
    conn: &mut Conn<'_>,
    company: CompanyId,
    contact: ContactId,
    connection: ConnectionId,
    since: DateTime<Utc>,
) -> Result<bool> {
    let last: Option<(SendState, Option<String>)> = on!(conn, |c| sqlx::query_as(
        "SELECT send_state, error FROM messages
         WHERE company_id = $1 AND contact_id = $2 AND connection_id = $3 AND from_me
           AND send_state IN ('accepted', 'rejected') AND created_at > $4
         ORDER BY id DESC LIMIT 1"
    )
    .bind(company)
    .bind(contact)
    .bind(connection)
    .bind(since)
    .fetch_optional(c)
    .await)?;
    Ok(last.is_some_and(|(state, error)| {
        state == SendState::Rejected
            && error.is_some_and(|error| error.starts_with(NOT_ON_WHATSAPP))
    }))
}

/// The provider's id of the newest message of a ticket that its customer sent by a connection.
///
/// # Errors
/// `Database`.
pub async fn newest_of_customer(
    conn: &mut Conn<'_>,
    company: CompanyId,
    ticket: TicketId,
    connection: ConnectionId,
) -> Result<Option<String>> {
    let newest: Option<Option<String>> = on!(conn, |c| sqlx::query_scalar(
        "SELECT provider_id FROM messages
         WHERE company_id = $1 AND ticket_id = $2 AND from_me = FALSE AND connection_id = $3
           AND provider_id IS NOT NULL
         ORDER BY id DESC LIMIT 1"
    )
    .bind(company)
    .bind(ticket)
    .bind(connection)
    .fetch_optional(c)
    .await)?;
    Ok(newest.flatten())
}

/// By which connection a message came or goes, and the provider's id of it.
///
/// # Errors
/// `Refused(NoMessageFound)`.
pub async fn source(
    conn: &mut Conn<'_>,
    company: CompanyId,
    id: MessageId,
) -> Result<(Option<ConnectionId>, Option<String>)> {
    let found = on!(conn, |c| sqlx::query_as(
        "SELECT connection_id, provider_id FROM messages WHERE company_id = $1 AND id = $2"
    )
    .bind(company)
    .bind(id)
    .fetch_optional(c)
    .await)?;
    found.ok_or_else(|| ErrorCode::NoMessageFound.into())
}
