//! Holding messages before the sends that carry them, and a message's ticket before the message: `writes.rs` says in which
//! order rows are held. What is gone is not held; all last until the transaction ends.

use uuid::Uuid;

use crate::{
    Conn, Result,
    model::{CompanyId, ConnectionId, MessageId},
    on,
};

macro_rules! hold {
    ($conn:ident, $sql:literal, $($value:expr),+) => {
        on!(&mut *$conn, |c| sqlx::query(concat!($sql, for_update!()))
            $(.bind($value))+
            .execute(c)
            .await
            .map(drop))?
    };
}

/// Holds a message.
///
/// # Errors
/// `Database`.
pub async fn lock(conn: &mut Conn<'_>, company: CompanyId, id: MessageId) -> Result<()> {
    hold!(
        conn,
        "SELECT id FROM messages WHERE company_id = $1 AND id = $2",
        company,
        id
    );
    Ok(())
}

/// Holds a message's ticket, then the message: for a change that the list of tickets shows too.
///
/// # Errors
/// `Database`.
pub async fn lock_with_ticket(
    conn: &mut Conn<'_>,
    company: CompanyId,
    id: MessageId,
) -> Result<()> {
    hold!(
        conn,
        "SELECT id FROM tickets WHERE company_id = $1
           AND id = (SELECT ticket_id FROM messages WHERE company_id = $1 AND id = $2)",
        company,
        id
    );
    lock(conn, company, id).await
}

/// Holds the ticket of a message that came by a connection under a provider's id.
///
/// # Errors
/// `Database`.
pub async fn lock_ticket_of(
    conn: &mut Conn<'_>,
    company: CompanyId,
    (connection, provider_id): (ConnectionId, &str),
) -> Result<()> {
    hold!(
        conn,
        "SELECT id FROM tickets WHERE company_id = $1 AND id = (
           SELECT ticket_id FROM messages WHERE company_id = $1 AND connection_id = $2 AND provider_id = $3)",
        company,
        connection,
        provider_id
    );
    Ok(())
}

/// Holds the message that an intent carries.
///
/// # Errors
/// `Database`.
pub async fn lock_of_intent(conn: &mut Conn<'_>, company: CompanyId, intent: Uuid) -> Result<()> {
    hold!(
        conn,
        "SELECT id FROM messages WHERE company_id = $1
           AND id = (SELECT message_id FROM outbox WHERE company_id = $1 AND intent_id = $2)",
        company,
        intent
    );
    Ok(())
}

/// Holds the messages that wait to be sent by a connection.
///
/// # Errors
/// `Database`.
pub async fn lock_waiting(
    conn: &mut Conn<'_>,
    company: CompanyId,
    connection: ConnectionId,
) -> Result<()> {
    hold!(
        conn,
        "SELECT id FROM messages WHERE company_id = $1 AND id IN (
           SELECT message_id FROM outbox WHERE company_id = $1 AND connection_id = $2 AND state = 'queued')
         ORDER BY id",
        company,
        connection
    );
    Ok(())
}

/// Holds the messages whose sends by a connection an earlier epoch than this one left marked.
///
/// # Errors
/// `Database`.
pub async fn lock_marked(
    conn: &mut Conn<'_>,
    company: CompanyId,
    connection: ConnectionId,
    epoch: i64,
) -> Result<()> {
    hold!(
        conn,
        "SELECT id FROM messages WHERE company_id = $1 AND id IN (
           SELECT message_id FROM outbox WHERE company_id = $1 AND connection_id = $2
             AND state = 'attempting' AND epoch < $3)
         ORDER BY id",
        company,
        connection,
        epoch
    );
    Ok(())
}
