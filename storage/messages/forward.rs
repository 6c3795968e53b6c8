//! What of a conversation is handed on to others (rule B17): words and files, never what is the team's own or was taken back.

use sqlx::QueryBuilder;

use super::ConversationFilter;
use crate::{
    Conn, Result,
    core::ids::push_ids,
    media::MediaState,
    model::{CompanyId, MediaId, MessageId, message::MediaKind},
    on,
};

/// Letters of a text, and of a file's caption, that are sent.
const TEXT_MAX: usize = 4096;
const CAPTION_MAX: usize = 1024;

/// A message of a conversation, as it may be handed on.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Forwarded {
    /// Its number.
    pub id: MessageId,
    /// Text or caption.
    pub body: String,
    /// Its file and what that is.
    pub media: Option<(MediaId, MediaKind)>,
    /// Whether it may be: a whisper, what was taken back, a call, a place, what is too long and a file that is not
    /// here may not.
    pub is_fit: bool,
}

#[derive(sqlx::FromRow)]
struct Row {
    id: MessageId,
    body: String,
    media_type: Option<String>,
    is_deleted: bool,
    is_private: bool,
    media_id: Option<MediaId>,
    media_state: Option<MediaState>,
}

impl From<Row> for Forwarded {
    fn from(row: Row) -> Self {
        let kind = row.media_type.as_deref().and_then(MediaKind::parse);
        let is_here = row.media_state == Some(MediaState::Ready);
        let media = row.media_id.filter(|_| is_here).zip(kind);
        let letters = row.body.chars().count();
        let has_words =
            row.media_type.is_none() && !row.body.trim().is_empty() && letters <= TEXT_MAX;
        let has_file = media.is_some() && letters <= CAPTION_MAX;
        Self {
            id: row.id,
            body: row.body,
            media,
            is_fit: !row.is_deleted && !row.is_private && (has_words || has_file),
        }
    }
}

/// Those of these messages that are in a conversation, in no order.
///
/// # Errors
/// `Database`.
pub async fn list(
    conn: &mut Conn<'_>,
    company: CompanyId,
    filter: &ConversationFilter,
    ids: &[MessageId],
) -> Result<Vec<Forwarded>> {
    let rows: Vec<Row> = on!(conn, |c| {
        let mut query = QueryBuilder::<Driver>::new(
            "SELECT m.id, m.body, m.media_type, m.is_deleted, m.is_private, m.media_id, d.state AS media_state
             FROM messages m LEFT JOIN media d ON d.company_id = m.company_id AND d.id = m.media_id
             WHERE m.company_id = ",
        );
        conversation!(query, company, filter);
        push_ids(&mut query, " AND m.id IN (", ids.iter().map(|id| id.0));
        query.build_query_as().fetch_all(c).await
    })?;
    Ok(rows.into_iter().map(Forwarded::from).collect())
}
