//! Reading tickets: one, the running one of a contact, and the filtered list.

use chrono::{DateTime, Utc};
use sqlx::{Database, Encode, QueryBuilder, Type};
use uuid::Uuid;

use crate::{
    Conn, Result, StorageError,
    model::{
        CompanyId, ConnectionId, ContactId, ErrorCode, QueueId, TagId, TicketId, UserId,
        message::Named,
        page::{Page, Rows},
        ticket::{Tag, Ticket, TicketConnection, TicketContact, TicketQueue, TicketStatus},
    },
    on,
};

/// Tickets a page (server-behaviour B0).
pub const PAGE_SIZE: i64 = 40;

macro_rules! select_tickets {
    () => {
        "SELECT t.id, t.uuid, t.company_id, t.status, t.unread_messages, t.last_message, t.from_me, t.is_group,
           t.chatbot, t.queue_id, t.user_id, t.contact_id, t.connection_id, t.informations, t.use_integration,
           t.crm_order, t.created_at, t.updated_at, t.last_message_at, t.closed_at,
           ct.name AS contact_name, ct.number AS contact_number, ct.email AS contact_email,
           ct.profile_pic_url, q.name AS queue_name, q.color AS queue_color, u.name AS user_name,
           w.name AS connection_name, w.status AS connection_status, w.provider AS connection_provider,
           w.number AS connection_number
         FROM tickets t
         JOIN contacts ct ON ct.company_id = t.company_id AND ct.id = t.contact_id
         LEFT JOIN queues q ON q.company_id = t.company_id AND q.id = t.queue_id
         LEFT JOIN users u ON u.company_id = t.company_id AND u.id = t.user_id
         LEFT JOIN connections w ON w.company_id = t.company_id AND w.id = t.connection_id"
    };
}

#[derive(sqlx::FromRow)]
#[expect(clippy::struct_excessive_bools, reason = "the columns of the table")]
struct Row {
    id: TicketId,
    uuid: Uuid,
    company_id: CompanyId,
    status: TicketStatus,
    unread_messages: i64,
    last_message: String,
    from_me: bool,
    is_group: bool,
    chatbot: bool,
    queue_id: Option<QueueId>,
    user_id: Option<UserId>,
    contact_id: ContactId,
    connection_id: Option<ConnectionId>,
    informations: Option<String>,
    use_integration: bool,
    crm_order: Option<i64>,
    created_at: DateTime<Utc>,
    updated_at: DateTime<Utc>,
    last_message_at: Option<DateTime<Utc>>,
    closed_at: Option<DateTime<Utc>>,
    contact_name: String,
    contact_number: String,
    contact_email: String,
    profile_pic_url: String,
    queue_name: Option<String>,
    queue_color: Option<String>,
    user_name: Option<String>,
    connection_name: Option<String>,
    connection_status: Option<String>,
    connection_provider: Option<String>,
    connection_number: Option<String>,
}

#[derive(sqlx::FromRow)]
struct TagRow {
    ticket_id: TicketId,
    id: TagId,
    name: String,
    color: String,
}

/// What a list asks for. Everything given must hold.
#[derive(Debug, Clone, Default)]
pub struct TicketFilter {
    /// Who asks; `None` sees everything of the company.
    pub scope: Option<ViewerScope>,
    /// Only tickets of this user, and those that wait.
    pub mine: Option<UserId>,
    /// Only this status.
    pub status: Option<TicketStatus>,
    /// Folded text in the contact's name or number, or in a message.
    pub search: Option<String>,
    /// Tickets that carry every one of these tags.
    pub tags: Vec<TagId>,
    /// Tickets of any of these attendants.
    pub users: Vec<UserId>,
    /// Tickets of any of these queues (or of none, where the scope allows that).
    pub queues: Option<Vec<QueueId>>,
    /// Made in this span.
    pub created: Option<(DateTime<Utc>, DateTime<Utc>)>,
    /// Last changed in this span.
    pub updated: Option<(DateTime<Utc>, DateTime<Utc>)>,
    /// Only with unread messages.
    pub unread: bool,
    /// Only after this place in the list.
    pub after: Option<Cursor>,
}

/// Which tickets a viewer may see: those of his queues, his own, and those without a queue where he may.
#[derive(Debug, Clone, Default)]
pub struct ViewerScope {
    /// The viewer.
    pub user_id: Option<UserId>,
    /// His queues.
    pub queues: Vec<QueueId>,
    /// Whether he sees tickets without a queue (S041 allTicket).
    pub without_queue: bool,
}

/// A place in the list, which is ordered by last change, newest first.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Cursor {
    /// Last change of the last row seen.
    pub updated_at: DateTime<Utc>,
    /// Its id.
    pub id: TicketId,
}

impl std::fmt::Display for Cursor {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}_{}", self.updated_at.timestamp_micros(), self.id)
    }
}

impl std::str::FromStr for Cursor {
    type Err = ErrorCode;

    fn from_str(text: &str) -> Result<Self, ErrorCode> {
        let (micros, id) = text.split_once('_').ok_or(ErrorCode::Validation)?;
        let micros = micros.parse().map_err(|_| ErrorCode::Validation)?;
        Ok(Self {
            updated_at: DateTime::from_timestamp_micros(micros).ok_or(ErrorCode::Validation)?,
            id: id.parse().map_err(|_| ErrorCode::Validation)?,
        })
    }
}

/// A ticket by its number.
///
/// # Errors
/// `Database`.
pub async fn find(conn: &mut Conn<'_>, company: CompanyId, id: TicketId) -> Result<Option<Ticket>> {
    let row: Option<Row> = on!(conn, |c| sqlx::query_as(concat!(
        select_tickets!(),
        " WHERE t.company_id = $1 AND t.id = $2"
    ))
    .bind(company)
    .bind(id)
    .fetch_optional(c)
    .await)?;
    one(conn, company, row).await
}

/// A ticket by its number.
///
/// # Errors
/// `Refused(NoTicketFound)` when the company has no such ticket.
pub async fn get(conn: &mut Conn<'_>, company: CompanyId, id: TicketId) -> Result<Ticket> {
    find(conn, company, id)
        .await?
        .ok_or(StorageError::Refused(ErrorCode::NoTicketFound))
}

/// A ticket by its name in links.
///
/// # Errors
/// `Database`.
pub async fn find_by_uuid(
    conn: &mut Conn<'_>,
    company: CompanyId,
    uuid: Uuid,
) -> Result<Option<Ticket>> {
    let row: Option<Row> = on!(conn, |c| sqlx::query_as(concat!(
        select_tickets!(),
        " WHERE t.company_id = $1 AND t.uuid = $2"
    ))
    .bind(company)
    .bind(uuid)
    .fetch_optional(c)
    .await)?;
    one(conn, company, row).await
}

/// The running (open, pending or lead) ticket of a contact.
///
/// # Errors
/// `Database`.
pub async fn find_running(
    conn: &mut Conn<'_>,
    company: CompanyId,
    contact: ContactId,
) -> Result<Option<Ticket>> {
    let row: Option<Row> = on!(conn, |c| {
        sqlx::query_as(concat!(
        select_tickets!(),
        " WHERE t.company_id = $1 AND t.contact_id = $2 AND t.status IN ('open', 'pending', 'lead')"
    ))
    .bind(company)
    .bind(contact)
    .fetch_optional(c)
    .await
    })?;
    one(conn, company, row).await
}

/// The newest ticket of a contact.
///
/// # Errors
/// `Database`.
pub async fn find_last(
    conn: &mut Conn<'_>,
    company: CompanyId,
    contact: ContactId,
) -> Result<Option<Ticket>> {
    let row: Option<Row> = on!(conn, |c| sqlx::query_as(concat!(
        select_tickets!(),
        " WHERE t.company_id = $1 AND t.contact_id = $2 ORDER BY t.id DESC LIMIT 1"
    ))
    .bind(company)
    .bind(contact)
    .fetch_optional(c)
    .await)?;
    one(conn, company, row).await
}

/// A page of the list, newest change first.
///
/// # Errors
/// `Database`.
pub async fn list(
    conn: &mut Conn<'_>,
    company: CompanyId,
    filter: &TicketFilter,
    page: Page,
) -> Result<Rows<Ticket>> {
    let count: i64 = on!(&mut *conn, |c| {
        let mut query = QueryBuilder::<Driver>::new("SELECT COUNT(*) FROM tickets t");
        if filter.search.is_some() {
            query
                .push(" JOIN contacts ct ON ct.company_id = t.company_id AND ct.id = t.contact_id");
        }
        push_conditions(&mut query, company, filter);
        query.build_query_scalar().fetch_one(c).await
    })?;
    let offset = if filter.after.is_some() {
        0
    } else {
        page.offset()
    };
    let rows: Vec<Row> = on!(&mut *conn, |c| {
        let mut query = QueryBuilder::<Driver>::new(select_tickets!());
        push_conditions(&mut query, company, filter);
        if let Some(after) = filter.after {
            query
                .push(" AND (t.updated_at, t.id) < (")
                .push_bind(after.updated_at);
            query.push(", ").push_bind(after.id).push(")");
        }
        query
            .push(" ORDER BY t.updated_at DESC, t.id DESC LIMIT ")
            .push_bind(page.size + 1);
        query.push(" OFFSET ").push_bind(offset);
        query.build_query_as().fetch_all(c).await
    })?;
    let has_more = i64::try_from(rows.len()).unwrap_or(i64::MAX) > page.size;
    let size = usize::try_from(page.size).unwrap_or(usize::MAX);
    let rows = with_tags(conn, company, rows.into_iter().take(size).collect()).await?;
    Ok(Rows {
        rows,
        count,
        has_more,
    })
}

fn push_conditions<DB>(query: &mut QueryBuilder<DB>, company: CompanyId, filter: &TicketFilter)
where
    DB: Database,
    i64: for<'q> Encode<'q, DB> + Type<DB>,
    String: for<'q> Encode<'q, DB> + Type<DB>,
    DateTime<Utc>: for<'q> Encode<'q, DB> + Type<DB>,
{
    query.push(" WHERE t.company_id = ").push_bind(company.0);
    if let Some(scope) = &filter.scope {
        query
            .push(" AND ((t.queue_id IS NULL AND t.user_id = ")
            .push_bind(scope.user_id.map_or(0, |user| user.0))
            .push(")");
        if scope.without_queue {
            query.push(" OR t.queue_id IS NULL");
        }
        push_ids(
            query,
            " OR t.queue_id IN (",
            scope.queues.iter().map(|id| id.0),
        );
        query.push(")");
    }
    if let Some(user) = filter.mine {
        query
            .push(" AND (t.status <> 'open' OR t.user_id = ")
            .push_bind(user.0)
            .push(")");
    }
    if let Some(status) = filter.status {
        query
            .push(" AND t.status = ")
            .push_bind(status.as_str().to_owned());
    }
    if let Some(queues) = &filter.queues {
        query.push(" AND (t.queue_id IS NULL");
        push_ids(query, " OR t.queue_id IN (", queues.iter().map(|id| id.0));
        query.push(")");
    }
    push_ids(
        query,
        " AND t.user_id IN (",
        filter.users.iter().map(|id| id.0),
    );
    for tag in &filter.tags {
        query.push(
            " AND EXISTS (SELECT 1 FROM ticket_tags tt WHERE tt.company_id = t.company_id
               AND tt.ticket_id = t.id AND tt.tag_id = ",
        );
        query.push_bind(tag.0).push(")");
    }
    for (column, span) in [
        ("t.created_at", &filter.created),
        ("t.updated_at", &filter.updated),
    ] {
        if let Some((from, until)) = span {
            query
                .push(" AND ")
                .push(column)
                .push(" >= ")
                .push_bind(*from);
            query
                .push(" AND ")
                .push(column)
                .push(" < ")
                .push_bind(*until);
        }
    }
    if filter.unread {
        query.push(" AND t.unread_messages > 0");
    }
    if let Some(search) = &filter.search {
        push_search(query, search);
    }
}

fn push_search<DB>(query: &mut QueryBuilder<DB>, search: &str)
where
    DB: Database,
    String: for<'q> Encode<'q, DB> + Type<DB>,
{
    let pattern = like_pattern(search);
    query
        .push(" AND (ct.search LIKE ")
        .push_bind(pattern.clone())
        .push(" ESCAPE '\\'");
    query.push(
        " OR EXISTS (SELECT 1 FROM messages m WHERE m.company_id = t.company_id
           AND m.ticket_id = t.id AND m.search LIKE ",
    );
    query.push_bind(pattern).push(" ESCAPE '\\'))");
}

fn push_ids<DB>(
    query: &mut QueryBuilder<DB>,
    before: &'static str,
    ids: impl ExactSizeIterator<Item = i64>,
) where
    DB: Database,
    i64: for<'q> Encode<'q, DB> + Type<DB>,
{
    if ids.len() == 0 {
        return;
    }
    query.push(before);
    let mut list = query.separated(", ");
    for id in ids {
        list.push_bind(id);
    }
    query.push(")");
}

/// `%text%`, with the pattern's own characters taken literally.
pub(crate) fn like_pattern(text: &str) -> String {
    let mut pattern = String::with_capacity(text.len() + 2);
    pattern.push('%');
    for character in text.chars() {
        if matches!(character, '%' | '_' | '\\') {
            pattern.push('\\');
        }
        pattern.push(character);
    }
    pattern.push('%');
    pattern
}

async fn one(conn: &mut Conn<'_>, company: CompanyId, row: Option<Row>) -> Result<Option<Ticket>> {
    Ok(with_tags(conn, company, row.into_iter().collect())
        .await?
        .pop())
}

async fn with_tags(conn: &mut Conn<'_>, company: CompanyId, rows: Vec<Row>) -> Result<Vec<Ticket>> {
    if rows.is_empty() {
        return Ok(Vec::new());
    }
    let tags: Vec<TagRow> = on!(conn, |c| {
        let mut query = QueryBuilder::<Driver>::new(
            "SELECT tt.ticket_id, g.id, g.name, g.color FROM ticket_tags tt
             JOIN tags g ON g.company_id = tt.company_id AND g.id = tt.tag_id WHERE tt.company_id = ",
        );
        query.push_bind(company);
        push_ids(
            &mut query,
            " AND tt.ticket_id IN (",
            rows.iter().map(|row| row.id.0),
        );
        query.push(" ORDER BY g.name");
        query.build_query_as().fetch_all(c).await
    })?;
    let mut tickets: Vec<Ticket> = rows.into_iter().map(ticket).collect();
    for tag in tags {
        if let Some(ticket) = tickets.iter_mut().find(|ticket| ticket.id == tag.ticket_id) {
            ticket.tags.push(Tag {
                id: tag.id,
                name: tag.name,
                color: tag.color,
            });
        }
    }
    Ok(tickets)
}

fn ticket(row: Row) -> Ticket {
    let queue = match (row.queue_id, row.queue_name, row.queue_color) {
        (Some(id), Some(name), Some(color)) => Some(TicketQueue { id, name, color }),
        _ => None,
    };
    let user = match (row.user_id, row.user_name) {
        (Some(id), Some(name)) => Some(Named { id: id.0, name }),
        _ => None,
    };
    let whatsapp = match (
        row.connection_id,
        row.connection_name,
        row.connection_status,
        row.connection_provider,
    ) {
        (Some(id), Some(name), Some(status), Some(provider)) => Some(TicketConnection {
            id,
            name,
            status,
            provider,
            number: row.connection_number,
        }),
        _ => None,
    };
    Ticket {
        id: row.id,
        uuid: row.uuid,
        company_id: row.company_id,
        status: row.status,
        unread_messages: row.unread_messages,
        last_message: row.last_message,
        from_me: row.from_me,
        is_group: row.is_group,
        chatbot: row.chatbot,
        queue_id: row.queue_id,
        user_id: row.user_id,
        contact_id: row.contact_id,
        whatsapp_id: row.connection_id,
        informations: row.informations,
        use_integration: row.use_integration,
        prompt_id: None,
        integration_id: None,
        crm_order: row.crm_order,
        created_at: row.created_at,
        updated_at: row.updated_at,
        last_message_at: row.last_message_at,
        closed_at: row.closed_at,
        contact: TicketContact {
            id: row.contact_id,
            name: row.contact_name,
            number: row.contact_number,
            email: row.contact_email,
            profile_pic_url: row.profile_pic_url,
            is_group: row.is_group,
        },
        queue,
        user,
        whatsapp,
        tags: Vec::new(),
    }
}
