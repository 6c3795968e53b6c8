//! What a model reads of a conversation, and the recording that it is to hear.

use sqlx::types::Json;

use crate::{
    Conn, Result,
    model::{CompanyId, MediaId, MessageId, TicketId, message::MessageDetails},
    on,
};

/// A text of a conversation.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Line {
    /// Whether the company said it.
    pub from_me: bool,
    /// What was said.
    pub body: String,
}

#[derive(sqlx::FromRow)]
struct LineRow {
    from_me: bool,
    body: String,
    details: Option<Json<MessageDetails>>,
    media_type: Option<String>,
}

impl LineRow {
    /// A text as it is, a recording as it was heard.
    fn line(self) -> Option<Line> {
        let body = match self.media_type {
            None => self.body,
            Some(_) => self.details?.0.transcript?,
        };
        Some(Line {
            from_me: self.from_me,
            body,
        })
    }
}

/// The last texts of a ticket before a message, oldest first: of files only recordings that were written down, no notes and no
/// whispers, nothing that was taken back.
///
/// # Errors
/// `Database`.
pub async fn of_ticket(
    conn: &mut Conn<'_>,
    company: CompanyId,
    ticket: TicketId,
    before: MessageId,
    limit: i64,
) -> Result<Vec<Line>> {
    let rows: Vec<LineRow> = on!(conn, |c| {
        sqlx::query_as(
            "SELECT from_me, body, details, media_type FROM messages
             WHERE company_id = $1 AND ticket_id = $2 AND id < $3 AND NOT is_private AND NOT is_deleted
               AND (media_type IS NULL AND body <> '' OR media_type = 'audio' AND details IS NOT NULL)
             ORDER BY id DESC LIMIT $4",
        )
        .bind(company)
        .bind(ticket)
        .bind(before)
        .bind(limit)
        .fetch_all(c)
        .await
    })?;
    Ok(rows.into_iter().rev().filter_map(LineRow::line).collect())
}

/// The file of a message, by the number of its row.
///
/// # Errors
/// `Database`.
pub async fn file_of(
    conn: &mut Conn<'_>,
    company: CompanyId,
    message: MessageId,
) -> Result<Option<MediaId>> {
    let found: Option<Option<MediaId>> = on!(conn, |c| sqlx::query_scalar(
        "SELECT media_id FROM messages WHERE company_id = $1 AND id = $2"
    )
    .bind(company)
    .bind(message)
    .fetch_optional(c)
    .await)?;
    Ok(found.flatten())
}
