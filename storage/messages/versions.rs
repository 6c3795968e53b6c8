//! What a message said before its text was changed.

use chrono::{DateTime, Utc};
use serde::Serialize;

use crate::{
    Conn, Result,
    model::{CompanyId, MessageId},
    on,
};

/// Most versions that are shown, the newest.
const LISTED_MAX: i64 = 100;

/// An earlier text of a message.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, sqlx::FromRow, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct MessageVersion {
    /// The text.
    pub body: String,
    /// When another one took its place.
    pub replaced_at: DateTime<Utc>,
}

/// Keeps the text that a message has now, before it is changed.
///
/// # Errors
/// `Database`.
pub(super) async fn keep(
    conn: &mut Conn<'_>,
    company: CompanyId,
    id: MessageId,
    now: DateTime<Utc>,
) -> Result<()> {
    on!(conn, |c| sqlx::query(
        "INSERT INTO message_versions (company_id, message_id, body, replaced_at)
         SELECT company_id, id, body, $3 FROM messages WHERE company_id = $1 AND id = $2"
    )
    .bind(company)
    .bind(id)
    .bind(now)
    .execute(c)
    .await
    .map(drop))?;
    Ok(())
}

/// The earlier texts of a message, newest first, at most 100.
///
/// # Errors
/// `Database`.
pub async fn list(
    conn: &mut Conn<'_>,
    company: CompanyId,
    id: MessageId,
) -> Result<Vec<MessageVersion>> {
    Ok(on!(conn, |c| {
        sqlx::query_as(
            "SELECT body, replaced_at FROM message_versions WHERE company_id = $1 AND message_id = $2
             ORDER BY id DESC LIMIT $3",
        )
        .bind(company)
        .bind(id)
        .bind(LISTED_MAX)
        .fetch_all(c)
        .await
    })?)
}
