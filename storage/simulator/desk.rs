//! What the desk does to phones, and what they say about it.

use chrono::{DateTime, Utc};

use super::{DeskMessage, find_message, phones, provider_id, tell};
use crate::{
    Conn, Result,
    model::{
        CompanyId, ConnectionId, ErrorCode,
        inbound::{Inbound, InboundStatus},
    },
    on,
};

/// Delivered to the phone (rule B3).
const ACK_DELIVERED: i64 = 3;
/// Read on the phone.
const ACK_READ: i64 = 4;

/// A message of the desk reaches a phone, which says so. Answers `false` when it was there already; then nothing
/// happens.
///
/// # Errors
/// `Database` when the connection is not of the company.
pub async fn deliver(
    conn: &mut Conn<'_>,
    company: CompanyId,
    connection: ConnectionId,
    now: DateTime<Utc>,
    message: &DeskMessage,
) -> Result<bool> {
    let id = provider_id(message.intent_id);
    phones::touch(conn, company, connection, now, &message.to, None).await?;
    let new = phones::insert(
        conn,
        company,
        connection,
        now,
        phones::NewMessage {
            number: &message.to,
            provider_id: &id,
            incoming: false,
            kind: message.kind,
            body: &message.body,
            file: message.file.as_ref(),
            quoted_id: message.quoted_id.as_deref(),
            author: None,
            from_own_phone: false,
        },
    )
    .await?;
    if new {
        acknowledge(conn, company, connection, now, (&id, ACK_DELIVERED)).await?;
    }
    Ok(new)
}

/// A phone says how far a message of the desk has come: 3 delivered, 4 read, 5 played. It never falls; a phone with its
/// read receipts off says no more than delivered. Answers where the message stands now.
///
/// # Errors
/// `Refused(NoMessageFound)` when no such message of the desk is on a phone.
pub async fn acknowledge(
    conn: &mut Conn<'_>,
    company: CompanyId,
    connection: ConnectionId,
    now: DateTime<Utc>,
    (id, ack): (&str, i64),
) -> Result<i64> {
    let message = find_message(conn, company, connection, id)
        .await?
        .filter(|message| !message.incoming)
        .ok_or(ErrorCode::NoMessageFound)?;
    let silent = !phones::read_receipts(conn, company, connection, &message.number).await?;
    let ack = if silent { ack.min(ACK_DELIVERED) } else { ack };
    if ack <= message.ack {
        return Ok(message.ack);
    }
    on!(conn, |c| sqlx::query(
        "UPDATE simulator_messages SET ack = $4
         WHERE company_id = $1 AND connection_id = $2 AND provider_id = $3 AND ack < $4"
    )
    .bind(company)
    .bind(connection)
    .bind(id)
    .bind(ack)
    .execute(c)
    .await
    .map(drop))?;
    let event = Inbound::Status(InboundStatus {
        provider_id: id.to_owned(),
        ack: Some(ack),
        failure: None,
        intent_id: id
            .strip_prefix("sim.")
            .and_then(|intent| intent.parse().ok()),
        at: now,
    });
    tell(
        conn,
        company,
        connection,
        now,
        (format!("s:{id}:{ack}"), message.number, id),
        &event,
    )
    .await?;
    Ok(ack)
}

/// The desk takes a message of its own back from a phone. Answers whether it was there.
///
/// # Errors
/// `Database`.
pub async fn take_back(
    conn: &mut Conn<'_>,
    company: CompanyId,
    connection: ConnectionId,
    id: &str,
) -> Result<bool> {
    let changed = on!(conn, |c| sqlx::query(
        "UPDATE simulator_messages SET deleted = TRUE
         WHERE company_id = $1 AND connection_id = $2 AND provider_id = $3 AND NOT incoming"
    )
    .bind(company)
    .bind(connection)
    .bind(id)
    .execute(c)
    .await
    .map(|done| done.rows_affected()))?;
    Ok(changed == 1)
}

/// The desk changes the text of a message of its own on a phone. Answers whether it is there, sent after the given time
/// and not taken back.
///
/// # Errors
/// `Database`.
pub async fn change_text(
    conn: &mut Conn<'_>,
    company: CompanyId,
    connection: ConnectionId,
    (id, body, sent_after): (&str, &str, DateTime<Utc>),
) -> Result<bool> {
    let changed = on!(conn, |c| {
        sqlx::query(
        "UPDATE simulator_messages SET body = $4, edited = TRUE
         WHERE company_id = $1 AND connection_id = $2 AND provider_id = $3 AND NOT incoming AND NOT deleted
           AND at > $5"
    )
    .bind(company)
    .bind(connection)
    .bind(id)
    .bind(body)
    .bind(sent_after)
    .execute(c)
    .await
    .map(|done| done.rows_affected())
    })?;
    Ok(changed == 1)
}

/// The desk has read a chat up to a message: the customer's ticks turn blue.
///
/// # Errors
/// `Database`.
pub async fn mark_read(
    conn: &mut Conn<'_>,
    company: CompanyId,
    connection: ConnectionId,
    id: &str,
) -> Result<()> {
    on!(conn, |c| sqlx::query(
        "UPDATE simulator_messages SET ack = $4
         WHERE company_id = $1 AND connection_id = $2 AND incoming AND ack < $4
           AND number = (SELECT number FROM simulator_messages
                         WHERE company_id = $1 AND connection_id = $2 AND provider_id = $3)
           AND id <= (SELECT id FROM simulator_messages
                      WHERE company_id = $1 AND connection_id = $2 AND provider_id = $3)"
    )
    .bind(company)
    .bind(connection)
    .bind(id)
    .bind(ACK_READ)
    .execute(c)
    .await
    .map(drop))?;
    Ok(())
}
