//! What is said in recordings, as a model heard it: kept with the message, once.

use chrono::{DateTime, Utc};
use sqlx::types::Json;

use crate::{
    Conn, Result,
    model::{CompanyId, ErrorCode, MessageId, message::MessageDetails},
    on,
};

/// Keeps what is said in a message. `false`: somebody was first, and that stays.
///
/// # Errors
/// `Refused(NoMessageFound)`.
pub async fn keep(
    conn: &mut Conn<'_>,
    company: CompanyId,
    id: MessageId,
    text: &str,
    now: DateTime<Utc>,
) -> Result<bool> {
    let found: Option<Option<Json<MessageDetails>>> = on!(&mut *conn, |c| {
        sqlx::query_scalar(concat!(
            "SELECT details FROM messages WHERE company_id = $1 AND id = $2",
            for_update!()
        ))
        .bind(company)
        .bind(id)
        .fetch_optional(c)
        .await
    })?;
    let details = found.ok_or(ErrorCode::NoMessageFound)?;
    let details = details.map(|details| details.0).unwrap_or_default();
    if details.transcript.is_some() {
        return Ok(false);
    }
    let details = MessageDetails {
        transcript: Some(text.to_owned()),
        ..details
    };
    on!(conn, |c| {
        sqlx::query(
            "UPDATE messages SET details = $3, updated_at = $4 WHERE company_id = $1 AND id = $2",
        )
        .bind(company)
        .bind(id)
        .bind(Json(&details))
        .bind(now)
        .execute(c)
        .await
        .map(drop)
    })?;
    Ok(true)
}
