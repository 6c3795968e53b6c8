//! Storing messages: each behind all that were stored before it, or among those of the past by its own time.

use chrono::{DateTime, Utc};
use sqlx::types::Json;
use uuid::Uuid;

use super::write::NewMessage;
use crate::{
    Conn, Result,
    contacts::fold,
    model::{CompanyId, MessageId, message::MessageDetails},
    on,
};

/// A conversation is read by the numbers of its messages. What was said before the desk had the phone has numbers below
/// zero, made of the time: before everything that the desk has heard, and in order however it comes.
const SECONDS: i64 = 1 << 32;
/// Messages of one second that can be told apart; a browser knows numbers down to -2^53.
const OF_A_SECOND: i64 = 1 << 20;
/// Numbers that are tried for a message.
const TRIES: i64 = 16;

macro_rules! insert {
    ($id:literal, $value:literal) => {
        concat!(
            "INSERT INTO messages (",
            $id,
            "company_id, uuid, ticket_id, contact_id, connection_id, provider_id, body, from_me,
           read, media_id, media_type, location, ack, is_private, quoted_id, user_id, client_id, send_state,
           sent_at, created_at, updated_at, search, author_id, details, author)
         VALUES (",
            $value,
            "$1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20, $20, $21,
           $22, $23, $24)
         ON CONFLICT DO NOTHING RETURNING id"
        )
    };
}

/// Stores a message. `None`: its provider id or client id is known, nothing was stored.
///
/// # Errors
/// `Database`.
pub async fn insert(
    conn: &mut Conn<'_>,
    company: CompanyId,
    message: &NewMessage,
    now: DateTime<Utc>,
) -> Result<Option<MessageId>> {
    insert_as(conn, company, message, now, None).await
}

/// Stores a message of the past, which is no later than what the desk itself has heard of its customer, behind one of the
/// same second whose number is told. Its provider id is not known yet. `None`: too many are of its second.
///
/// # Errors
/// `Database`.
pub async fn insert_past(
    conn: &mut Conn<'_>,
    company: CompanyId,
    message: &NewMessage,
    behind: Option<MessageId>,
) -> Result<Option<MessageId>> {
    let at = message.sent_at;
    let first = first_number(at, behind, Uuid::new_v4().as_u128());
    for number in first..first + TRIES {
        let stored = insert_as(conn, company, message, at, Some(MessageId(number))).await?;
        if stored.is_some() {
            return Ok(stored);
        }
    }
    Ok(None)
}

/// The first number that is tried for a message of this time.
fn first_number(at: DateTime<Utc>, behind: Option<MessageId>, chance: u128) -> i64 {
    let second = (at.timestamp().clamp(0, SECONDS - 1) - SECONDS) * OF_A_SECOND;
    let of_it = second..second + OF_A_SECOND;
    match behind {
        Some(MessageId(number)) if of_it.contains(&number) => number + 1,
        // in the lower half: there is room for those behind it
        _ => second + i64::try_from(chance % 0x8_0000).unwrap_or_default(),
    }
}

async fn insert_as(
    conn: &mut Conn<'_>,
    company: CompanyId,
    message: &NewMessage,
    now: DateTime<Utc>,
    id: Option<MessageId>,
) -> Result<Option<MessageId>> {
    let details = &message.details;
    let details = (*details != MessageDetails::default()).then_some(Json(details));
    let statement = match id {
        None => insert!("", ""),
        Some(_) => insert!("id, ", "$25, "),
    };
    Ok(on!(conn, |c| {
        let query = sqlx::query_scalar(statement)
            .bind(company)
            .bind(message.uuid)
            .bind(message.ticket_id)
            .bind(message.contact_id)
            .bind(message.connection_id)
            .bind(&message.provider_id)
            .bind(&message.body)
            .bind(message.from_me)
            .bind(message.read)
            .bind(message.media_id)
            .bind(&message.media_type)
            .bind(message.location.as_ref().map(Json))
            .bind(message.ack)
            .bind(message.is_private)
            .bind(message.quoted_id)
            .bind(message.user_id)
            .bind(&message.client_id)
            .bind(message.send_state)
            .bind(message.sent_at)
            .bind(now)
            .bind(fold(&message.body))
            .bind(message.author_id)
            .bind(details)
            .bind(message.author);
        match id {
            None => query.fetch_optional(c).await,
            Some(id) => query.bind(id).fetch_optional(c).await,
        }
    })?)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(second: i64) -> DateTime<Utc> {
        DateTime::from_timestamp(second, 0).unwrap()
    }

    #[test]
    fn the_past_is_before_everything_and_in_order() {
        let now = 1_796_000_000;
        let latest = first_number(at(now), None, u128::MAX);
        assert!(latest < 0);
        assert!(first_number(at(now), None, 0) > first_number(at(now - 1), None, u128::MAX));
        // JavaScript knows it
        assert!(first_number(at(0), None, 0) >= -(1 << 53));
        let first = MessageId(latest);
        assert_eq!(first_number(at(now), Some(first), 7), latest + 1);
        assert!(first_number(at(now + 1), Some(first), 0) > latest + 1);
    }
}
