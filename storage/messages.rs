//! Reading messages: a conversation joins all episodes of a contact.

use std::collections::HashMap;

use chrono::{DateTime, Utc};
use sqlx::{QueryBuilder, types::Json};
use uuid::Uuid;

use crate::{
    Conn, Result, StorageError,
    model::{
        CompanyId, ContactId, ErrorCode, MediaId, MessageId, QueueId, TicketId, UserId,
        message::{Location, Message, Named, QuotedMessage, Reaction},
        outgoing::SendState,
        page::{Page, Rows},
        ticket::{Episode, TicketQueue, TicketStatus},
    },
    on,
    tickets::ViewerScope,
};

/// Messages a page (S135).
pub const PAGE_SIZE: i64 = 20;
/// Messages of a conversation that are counted beyond the page that is asked for: counting ten thousand takes longer than
/// reading the page.
const COUNTED_BEYOND: i64 = 500;
/// Episodes that one page of messages can touch, with room.
const EPISODES_MAX: i64 = 100;

/// Makes the signed links of media files.
pub trait MediaLinks: Send + Sync {
    /// A link to a stored file that ends to work some hours after `now`.
    fn link(&self, company: CompanyId, file: &LinkedFile<'_>, now: DateTime<Utc>) -> String;
}

/// What a link is about.
#[derive(Debug, Clone, Copy)]
pub struct LinkedFile<'a> {
    /// The file's row.
    pub id: MediaId,
    /// Stored name.
    pub path: &'a str,
    /// The sender's name for it.
    pub name: &'a str,
    /// What it really is.
    pub mime: &'a str,
}

macro_rules! select_messages {
    () => {
        select_messages!("messages")
    };
    ($from:literal) => {
        concat!(
            "SELECT m.id, m.uuid, m.ticket_id, m.contact_id, m.body, m.from_me, m.read, m.media_type, m.ack,
           m.is_deleted, m.is_edited, m.is_private, m.send_state, m.error, m.client_id, m.location,
           m.created_at, m.updated_at, m.user_id, u.name AS user_name, ct.name AS contact_name,
           d.id AS media_id, d.path AS media_path, d.name AS media_name, d.mime AS media_mime,
           d.size AS media_size, d.width AS media_width, d.height AS media_height, d.duration AS media_duration,
           qm.id AS quoted_id, qm.body AS quoted_body, qm.from_me AS quoted_from_me,
           qm.media_type AS quoted_media_type, qm.is_deleted AS quoted_deleted
         FROM ",
            $from,
            " m
         JOIN contacts ct ON ct.company_id = m.company_id AND ct.id = m.contact_id
         LEFT JOIN users u ON u.company_id = m.company_id AND u.id = m.user_id
         LEFT JOIN media d ON d.company_id = m.company_id AND d.id = m.media_id
         LEFT JOIN messages qm ON qm.company_id = m.company_id AND qm.id = m.quoted_id"
        )
    };
}

macro_rules! conversation {
    ($query:ident, $company:ident, $filter:ident) => {
        $query.push_bind($company);
        $query
            .push(" AND m.contact_id = ")
            .push_bind($filter.contact);
        if let Some(scope) = &$filter.scope {
            $query.push(" AND (m.ticket_id = ");
            $query.push_bind($filter.ticket);
            $query.push(
                " OR EXISTS (SELECT 1 FROM tickets t WHERE t.company_id = m.company_id
                   AND t.id = m.ticket_id AND (t.queue_id IS NULL",
            );
            if !scope.queues.is_empty() {
                $query.push(" OR t.queue_id IN (");
                let mut ids = $query.separated(", ");
                for id in &scope.queues {
                    ids.push_bind(*id);
                }
                $query.push(")");
            }
            $query.push(")))");
        }
    };
}

mod search;
mod unknown;

pub use search::{FOUND_A_PAGE, WordFilter, search};
pub use unknown::list_unknown;

#[derive(sqlx::FromRow)]
#[expect(clippy::struct_excessive_bools, reason = "the columns of the table")]
struct Row {
    id: MessageId,
    uuid: Uuid,
    ticket_id: TicketId,
    contact_id: ContactId,
    body: String,
    from_me: bool,
    read: bool,
    media_type: Option<String>,
    ack: i64,
    is_deleted: bool,
    is_edited: bool,
    is_private: bool,
    send_state: Option<SendState>,
    error: Option<String>,
    client_id: Option<String>,
    location: Option<Json<Location>>,
    created_at: DateTime<Utc>,
    updated_at: DateTime<Utc>,
    user_id: Option<UserId>,
    user_name: Option<String>,
    contact_name: String,
    media_id: Option<MediaId>,
    media_path: Option<String>,
    media_name: Option<String>,
    media_mime: Option<String>,
    media_size: Option<i64>,
    media_width: Option<i64>,
    media_height: Option<i64>,
    media_duration: Option<f64>,
    quoted_id: Option<MessageId>,
    quoted_body: Option<String>,
    quoted_from_me: Option<bool>,
    quoted_media_type: Option<String>,
    quoted_deleted: Option<bool>,
}

#[derive(sqlx::FromRow)]
struct ReactionRow {
    message_id: MessageId,
    emoji: String,
    from_me: bool,
}

#[derive(sqlx::FromRow)]
struct EpisodeRow {
    id: TicketId,
    uuid: Uuid,
    status: TicketStatus,
    created_at: DateTime<Utc>,
    closed_at: Option<DateTime<Utc>>,
    queue_id: Option<QueueId>,
    queue_name: Option<String>,
    queue_color: Option<String>,
    user_id: Option<UserId>,
    user_name: Option<String>,
}

/// How messages are shown: by whose links, at what time.
#[derive(Clone, Copy)]
pub struct Shown<'a> {
    /// Makes the media links.
    pub links: &'a dyn MediaLinks,
    /// When.
    pub now: DateTime<Utc>,
}

/// Which messages of a conversation.
#[derive(Debug, Clone)]
pub struct ConversationFilter {
    /// The customer.
    pub contact: ContactId,
    /// The ticket from which he is looked at: always shown.
    pub ticket: TicketId,
    /// Who looks; `None` sees every episode.
    pub scope: Option<ViewerScope>,
    /// Only messages before this one.
    pub before: Option<MessageId>,
}

/// A page of a conversation: the newest first page, ascending inside.
///
/// # Errors
/// `Database`.
pub async fn list(
    conn: &mut Conn<'_>,
    company: CompanyId,
    filter: &ConversationFilter,
    page: Page,
    shown: Shown<'_>,
) -> Result<Rows<Message>> {
    let offset = if filter.before.is_some() {
        0
    } else {
        page.offset()
    };
    let count: i64 = on!(&mut *conn, |c| {
        let mut query = QueryBuilder::<Driver>::new(
            "SELECT COUNT(*) FROM (SELECT 1 FROM messages m WHERE m.company_id = ",
        );
        conversation!(query, company, filter);
        query
            .push(" LIMIT ")
            .push_bind(offset + page.size + COUNTED_BEYOND)
            .push(") AS counted");
        query.build_query_scalar().fetch_one(c).await
    })?;
    let mut rows: Vec<Row> = on!(&mut *conn, |c| {
        let mut query = QueryBuilder::<Driver>::new(
            "WITH page AS MATERIALIZED (SELECT m.* FROM messages m WHERE m.company_id = ",
        );
        conversation!(query, company, filter);
        if let Some(before) = filter.before {
            query.push(" AND m.id < ").push_bind(before);
        }
        query
            .push(" ORDER BY m.id DESC LIMIT ")
            .push_bind(page.size + 1);
        query.push(" OFFSET ").push_bind(offset).push(") ");
        query.push(concat!(select_messages!("page"), " ORDER BY m.id DESC"));
        query.build_query_as().fetch_all(c).await
    })?;
    let size = usize::try_from(page.size).unwrap_or(usize::MAX);
    let has_more = rows.len() > size;
    rows.truncate(size);
    rows.reverse();
    Ok(Rows {
        rows: show(conn, company, rows, shown).await?,
        count,
        has_more,
    })
}

/// How many messages of a conversation lie from `through` on, up to where the filter ends.
///
/// # Errors
/// `Database`.
pub async fn count_through(
    conn: &mut Conn<'_>,
    company: CompanyId,
    filter: &ConversationFilter,
    through: MessageId,
) -> Result<i64> {
    Ok(on!(conn, |c| {
        let mut query =
            QueryBuilder::<Driver>::new("SELECT COUNT(*) FROM messages m WHERE m.company_id = ");
        conversation!(query, company, filter);
        query.push(" AND m.id >= ").push_bind(through);
        if let Some(before) = filter.before {
            query.push(" AND m.id < ").push_bind(before);
        }
        query.build_query_scalar().fetch_one(c).await
    })?)
}

/// The episodes that messages belong to, oldest first.
///
/// # Errors
/// `Database`.
pub async fn episodes(
    conn: &mut Conn<'_>,
    company: CompanyId,
    messages: &[Message],
    current: TicketId,
) -> Result<Vec<Episode>> {
    let mut ids: Vec<TicketId> = messages.iter().map(|message| message.ticket_id).collect();
    ids.push(current);
    ids.sort_unstable();
    ids.dedup();
    let rows: Vec<EpisodeRow> = on!(conn, |c| {
        let mut query = QueryBuilder::<Driver>::new(
            "SELECT t.id, t.uuid, t.status, t.created_at, t.closed_at, t.queue_id, q.name AS queue_name,
               q.color AS queue_color, t.user_id, u.name AS user_name
             FROM tickets t
             LEFT JOIN queues q ON q.company_id = t.company_id AND q.id = t.queue_id
             LEFT JOIN users u ON u.company_id = t.company_id AND u.id = t.user_id
             WHERE t.company_id = ",
        );
        query.push_bind(company).push(" AND t.id IN (");
        let mut list = query.separated(", ");
        for id in &ids {
            list.push_bind(*id);
        }
        query.push(") ORDER BY t.id LIMIT ").push_bind(EPISODES_MAX);
        query.build_query_as().fetch_all(c).await
    })?;
    Ok(rows.into_iter().map(episode).collect())
}

/// A message.
///
/// # Errors
/// `Refused(NoMessageFound)` when the company has no such message.
pub async fn get(
    conn: &mut Conn<'_>,
    company: CompanyId,
    id: MessageId,
    shown: Shown<'_>,
) -> Result<Message> {
    let row = row(conn, company, id).await?;
    let rows = show(conn, company, vec![row], shown).await?;
    rows.into_iter()
        .next()
        .ok_or(StorageError::Refused(ErrorCode::NoMessageFound))
}

/// A message that was stored in this transaction: nobody has reacted to it.
///
/// # Errors
/// `Refused(NoMessageFound)` when the company has no such message.
pub async fn get_new(
    conn: &mut Conn<'_>,
    company: CompanyId,
    id: MessageId,
    shown: Shown<'_>,
) -> Result<Message> {
    let row = row(conn, company, id).await?;
    Ok(message(company, row, Vec::new(), shown))
}

async fn row(conn: &mut Conn<'_>, company: CompanyId, id: MessageId) -> Result<Row> {
    let row: Option<Row> = on!(conn, |c| sqlx::query_as(concat!(
        select_messages!(),
        " WHERE m.company_id = $1 AND m.id = $2"
    ))
    .bind(company)
    .bind(id)
    .fetch_optional(c)
    .await)?;
    row.ok_or(StorageError::Refused(ErrorCode::NoMessageFound))
}

async fn show(
    conn: &mut Conn<'_>,
    company: CompanyId,
    rows: Vec<Row>,
    shown: Shown<'_>,
) -> Result<Vec<Message>> {
    if rows.is_empty() {
        return Ok(Vec::new());
    }
    let found: Vec<ReactionRow> = on!(conn, |c| {
        let mut query = QueryBuilder::<Driver>::new(
            "SELECT message_id, emoji, from_me FROM reactions WHERE company_id = ",
        );
        query.push_bind(company).push(" AND message_id IN (");
        let mut list = query.separated(", ");
        for row in &rows {
            list.push_bind(row.id);
        }
        query.push(") ORDER BY at");
        query.build_query_as().fetch_all(c).await
    })?;
    let mut reactions: HashMap<MessageId, Vec<Reaction>> = HashMap::new();
    for row in found {
        let reaction = Reaction {
            emoji: row.emoji,
            from_me: row.from_me,
        };
        reactions.entry(row.message_id).or_default().push(reaction);
    }
    Ok(rows
        .into_iter()
        .map(|row| {
            let reactions = reactions.remove(&row.id).unwrap_or_default();
            message(company, row, reactions, shown)
        })
        .collect())
}

fn media_url(company: CompanyId, row: &Row, shown: Shown<'_>) -> Option<String> {
    let (id, path) = (row.media_id?, row.media_path.as_deref()?);
    let name = row.media_name.as_deref().unwrap_or_default();
    let mime = row.media_mime.as_deref().unwrap_or_default();
    let file = LinkedFile {
        id,
        path,
        name,
        mime,
    };
    Some(shown.links.link(company, &file, shown.now))
}

fn message(company: CompanyId, row: Row, reactions: Vec<Reaction>, shown: Shown<'_>) -> Message {
    let media_url = media_url(company, &row, shown);
    let customer = || Named {
        id: row.contact_id.0,
        name: row.contact_name.clone(),
    };
    let quoted_msg = row.quoted_id.map(|id| {
        let from_me = row.quoted_from_me.unwrap_or(false);
        let deleted = row.quoted_deleted.unwrap_or(false);
        QuotedMessage {
            id,
            body: if deleted {
                String::new()
            } else {
                row.quoted_body.unwrap_or_default()
            },
            from_me,
            media_type: row.quoted_media_type,
            contact: (!from_me).then(customer),
        }
    });
    Message {
        id: row.id,
        uuid: row.uuid,
        ticket_id: row.ticket_id,
        contact_id: row.contact_id,
        body: row.body,
        from_me: row.from_me,
        read: row.read,
        media_url,
        media_path: row.media_path,
        media_name: row.media_name,
        media_mime: row.media_mime,
        media_size: row.media_size,
        media_width: row.media_width,
        media_height: row.media_height,
        media_duration: row.media_duration,
        media_type: row.media_type,
        ack: row.ack,
        is_deleted: row.is_deleted,
        is_edited: row.is_edited,
        is_private: row.is_private,
        send_state: row.send_state,
        error: row.error,
        quoted_msg,
        reactions,
        contact: (!row.from_me).then(customer),
        user: row
            .user_id
            .zip(row.user_name)
            .map(|(id, name)| Named { id: id.0, name }),
        user_id: row.user_id,
        client_id: row.client_id,
        location: row.location.map(|location| location.0),
        created_at: row.created_at,
        updated_at: row.updated_at,
    }
}

fn episode(row: EpisodeRow) -> Episode {
    let queue = match (row.queue_id, row.queue_name, row.queue_color) {
        (Some(id), Some(name), Some(color)) => Some(TicketQueue { id, name, color }),
        _ => None,
    };
    Episode {
        id: row.id,
        uuid: row.uuid,
        status: row.status,
        created_at: row.created_at,
        closed_at: row.closed_at,
        queue,
        user: row
            .user_id
            .zip(row.user_name)
            .map(|(id, name)| Named { id: id.0, name }),
    }
}
