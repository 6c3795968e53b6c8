//! Reading messages: a conversation joins all episodes of a contact.

use chrono::{DateTime, Utc};
use sqlx::{QueryBuilder, types::Json};
use uuid::Uuid;

use crate::{
    AT_ONCE, Conn, Result, StorageError,
    core::ids::push_ids,
    media::MediaState,
    model::{
        CompanyId, ContactId, ErrorCode, MediaId, MessageId, QueueId, TicketId, UserId,
        message::{Author, Location, Message, MessageDetails, Named, Reaction},
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

#[macro_use]
mod quoted;

macro_rules! select_messages {
    () => {
        select_messages!("messages")
    };
    ($from:literal) => {
        select_messages!($from, "")
    };
    ($from:literal, $before:literal) => {
        concat!(
            "SELECT ",
            $before,
            "m.id, m.uuid, m.ticket_id, m.contact_id, m.body, m.from_me, m.read, m.media_type, m.ack,
           m.is_deleted, m.is_edited, m.is_private, m.send_state, m.error, m.client_id, m.location,
           m.created_at, m.sent_at, m.updated_at, m.user_id, u.name AS user_name, ct.name AS contact_name,
           m.details, m.author, au.id AS author_id, au.name AS author_name,
           d.id AS media_id, d.state AS media_state, d.path AS media_path, d.name AS media_name, d.mime AS media_mime,
           d.size AS media_size, d.width AS media_width, d.height AS media_height, d.duration AS media_duration,
           ",
            select_quoted!(),
            " AS quoted, (SELECT ",
            json_list!(),
            "(",
            json_row!(),
            "(r.at, r.emoji, CASE WHEN r.from_me THEN 1 ELSE 0 END))
            FROM reactions r WHERE r.company_id = m.company_id AND r.message_id = m.id) AS reactions
         FROM ",
            $from,
            " m
         JOIN contacts ct ON ct.company_id = m.company_id AND ct.id = m.contact_id
         LEFT JOIN users u ON u.company_id = m.company_id AND u.id = m.user_id
         LEFT JOIN media d ON d.company_id = m.company_id AND d.id = m.media_id
         LEFT JOIN contacts au ON au.company_id = m.company_id AND au.id = m.author_id"
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

macro_rules! count {
    ($query:ident, $company:ident, $filter:ident, $most:ident) => {
        $query.push("SELECT COUNT(*) FROM (SELECT 1 FROM messages m WHERE m.company_id = ");
        conversation!($query, $company, $filter);
        $query.push(" LIMIT ").push_bind($most).push(") AS counted");
    };
}

mod derived;
pub mod forward;
mod insert;
pub mod locks;
mod of_ticket;
pub mod past_files;
pub mod quick_messages;
pub mod reach;
mod search;
pub mod transcripts;
mod unknown;
pub mod versions;
pub mod write;

pub use of_ticket::{OfTicket, list_of_ticket};
pub use search::{FOUND_A_PAGE, WordFilter, search};
pub use unknown::list_unknown;

use quoted::Quoted;

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
    sent_at: DateTime<Utc>,
    updated_at: DateTime<Utc>,
    user_id: Option<UserId>,
    user_name: Option<String>,
    author: Option<Author>,
    contact_name: String,
    details: Option<Json<MessageDetails>>,
    author_id: Option<ContactId>,
    author_name: Option<String>,
    media_id: Option<MediaId>,
    media_state: Option<MediaState>,
    media_path: Option<String>,
    media_name: Option<String>,
    media_mime: Option<String>,
    media_size: Option<i64>,
    media_width: Option<i64>,
    media_height: Option<i64>,
    media_duration: Option<f64>,
    quoted: Option<Json<Quoted>>,
    // when, the emoji, and 1 for ours
    reactions: Option<Json<Vec<(String, String, i64)>>>,
}

/// A row of a page.
#[derive(sqlx::FromRow)]
struct Listed {
    // of the conversation
    total: i64,
    #[sqlx(flatten)]
    row: Row,
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
    let counted = offset + page.size + COUNTED_BEYOND;
    let mut rows: Vec<Listed> = on!(&mut *conn, |c| {
        let mut query = QueryBuilder::<Driver>::new("WITH page AS MATERIALIZED (SELECT m.*, (");
        count!(query, company, filter, counted);
        query.push(") AS total FROM messages m WHERE m.company_id = ");
        conversation!(query, company, filter);
        if let Some(before) = filter.before {
            query.push(" AND m.id < ").push_bind(before);
        }
        query
            .push(" ORDER BY m.id DESC LIMIT ")
            .push_bind(page.size + 1);
        query.push(" OFFSET ").push_bind(offset).push(") ");
        query.push(concat!(
            select_messages!("page", "m.total, "),
            " ORDER BY m.id DESC"
        ));
        query.build_query_as().fetch_all(c).await
    })?;
    let count = match rows.first() {
        Some(first) => first.total,
        None => on!(conn, |c| {
            let mut query = QueryBuilder::<Driver>::new("");
            count!(query, company, filter, counted);
            query.build_query_scalar().fetch_one(c).await
        })?,
    };
    let size = usize::try_from(page.size).unwrap_or(usize::MAX);
    let has_more = rows.len() > size;
    rows.truncate(size);
    rows.reverse();
    Ok(Rows {
        rows: show(company, rows.into_iter().map(|listed| listed.row), shown),
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
    let mut found = get_all(conn, company, &[id], shown).await?;
    found
        .pop()
        .ok_or(StorageError::Refused(ErrorCode::NoMessageFound))
}

/// Messages, in no order; those that the company does not have are missing.
///
/// # Errors
/// `Database`.
pub async fn get_all(
    conn: &mut Conn<'_>,
    company: CompanyId,
    ids: &[MessageId],
    shown: Shown<'_>,
) -> Result<Vec<Message>> {
    let mut found = Vec::with_capacity(ids.len());
    for some in ids.chunks(AT_ONCE) {
        let rows: Vec<Row> = on!(conn, |c| {
            let mut query = QueryBuilder::<Driver>::new(select_messages!());
            query.push(" WHERE m.company_id = ").push_bind(company);
            push_ids(&mut query, " AND m.id IN (", some.iter().map(|id| id.0));
            query.build_query_as().fetch_all(c).await
        })?;
        found.extend(show(company, rows, shown));
    }
    Ok(found)
}

fn show(company: CompanyId, rows: impl IntoIterator<Item = Row>, shown: Shown<'_>) -> Vec<Message> {
    rows.into_iter()
        .map(|row| message(company, row, shown))
        .collect()
}

/// The first one first.
fn reactions(found: Option<Vec<(String, String, i64)>>) -> Vec<Reaction> {
    let mut found = found.unwrap_or_default();
    found.sort_unstable();
    found
        .into_iter()
        .map(|(_, emoji, ours)| Reaction {
            emoji,
            from_me: ours == 1,
        })
        .collect()
}

fn message(company: CompanyId, row: Row, shown: Shown<'_>) -> Message {
    let media_url = derived::media_url(company, &row, shown);
    let author = derived::author(&row);
    // in a group one of its members
    let customer = |author: Option<(ContactId, String)>| {
        let (id, name) = author.unwrap_or_else(|| (row.contact_id, row.contact_name.clone()));
        Named { id: id.0, name }
    };
    let (created_at, received_at) = derived::times(row.sent_at, row.created_at);
    let quoted_msg = row
        .quoted
        .map(|quoted| quoted.0.shown(company, shown, customer));
    Message {
        id: row.id,
        uuid: row.uuid,
        ticket_id: row.ticket_id,
        contact_id: row.contact_id,
        body: row.body,
        from_me: row.from_me,
        author,
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
        error: row.error.or_else(|| derived::media_error(row.media_state)),
        quoted_msg,
        reactions: reactions(row.reactions.map(|found| found.0)),
        // a notice names whom it is about
        contact: (!row.from_me || row.author_id.is_some())
            .then(|| customer(row.author_id.zip(row.author_name))),
        user: named(row.user_id, row.user_name),
        user_id: row.user_id.filter(|_| author == Author::User),
        client_id: row.client_id,
        location: row.location.map(|location| location.0),
        details: row.details.map(|details| details.0),
        created_at,
        received_at,
        updated_at: row.updated_at,
    }
}

fn named(id: Option<UserId>, name: Option<String>) -> Option<Named> {
    id.zip(name).map(|(id, name)| Named { id: id.0, name })
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
        user: named(row.user_id, row.user_name),
    }
}
