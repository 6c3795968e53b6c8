//! Messages of the past of which only was said that they are files, until the files are told.

use chrono::{DateTime, Utc};

use crate::{
    Conn, Result,
    contacts::fold,
    model::{CompanyId, ConnectionId, MediaId, MessageId, TicketId},
    on,
};

/// A message that a file may belong to.
#[derive(Debug, Clone, sqlx::FromRow)]
pub struct Awaiting {
    /// Its number.
    pub id: MessageId,
    /// Where it stands.
    pub ticket_id: TicketId,
    /// Written by the business.
    pub from_me: bool,
    /// When.
    pub sent_at: DateTime<Utc>,
    /// It is of the past, and nothing can be shown of it yet.
    pub awaits_file: bool,
}

/// What a file makes of its message.
#[derive(Debug, Clone, Copy)]
pub struct Filling<'a> {
    /// The file.
    pub media_id: MediaId,
    /// What kind of file.
    pub media_type: Option<&'a str>,
    /// The text below it.
    pub body: &'a str,
}

/// The message of a provider's id.
///
/// # Errors
/// `Database`.
pub async fn find(
    conn: &mut Conn<'_>,
    company: CompanyId,
    connection: ConnectionId,
    provider_id: &str,
) -> Result<Option<Awaiting>> {
    Ok(on!(conn, |c| {
        sqlx::query_as(
            "SELECT id, ticket_id, from_me, sent_at,
               id < 0 AND COALESCE(media_type = 'unsupported', FALSE) AS awaits_file
             FROM messages WHERE company_id = $1 AND connection_id = $2 AND provider_id = $3",
        )
        .bind(company)
        .bind(connection)
        .bind(provider_id)
        .fetch_optional(c)
        .await
    })?)
}

/// Gives a message its file. `false`: it has one.
///
/// # Errors
/// `Database`.
pub async fn fill(
    conn: &mut Conn<'_>,
    company: CompanyId,
    id: MessageId,
    filling: Filling<'_>,
    now: DateTime<Utc>,
) -> Result<bool> {
    Ok(on!(conn, |c| {
        sqlx::query(
            "UPDATE messages SET media_id = $3, media_type = $4, body = $5, search = $6, updated_at = $7
             WHERE company_id = $1 AND id = $2 AND media_type = 'unsupported'",
        )
        .bind(company)
        .bind(id)
        .bind(filling.media_id)
        .bind(filling.media_type)
        .bind(filling.body)
        .bind(fold(filling.body))
        .bind(now)
        .execute(c)
        .await
        .map(|done| done.rows_affected() == 1)
    })?)
}
