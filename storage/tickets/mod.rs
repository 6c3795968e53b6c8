//! Reading tickets: one, the running one of a contact, and the filtered list.

pub mod assignments;
pub mod closing_reasons;
pub mod episodes;
mod filter;
pub(crate) mod found;
pub mod idle;
pub mod leads;
pub mod notes;
pub mod past;
pub mod ratings;
mod running;
pub mod saved_filters;
pub mod snooze;
pub mod steps;
pub mod tags;
pub mod write;

use std::collections::{BTreeSet, HashMap};

use chrono::{DateTime, Utc};
use sqlx::{QueryBuilder, types::Json};
use uuid::Uuid;

use crate::{
    AT_ONCE, Conn, Result, StorageError,
    contacts::fold,
    core::ids::push_ids,
    model::{
        CompanyId, ConnectionId, ContactId, ErrorCode, PromptId, QueueId, QueueIntegrationId,
        TagId, TicketId, UserId,
        connection::{ConnectionStatus, ProviderKind},
        contact::ExtraInfo,
        message::Named,
        page::{Page, Rows},
        ticket::{
            SendWindow, Snooze, Tag, Ticket, TicketConnection, TicketContact, TicketPriority,
            TicketQueue, TicketStatus,
        },
    },
    on,
};

pub use running::{list_held, list_in_queue};

pub(crate) use filter::push_scope;
pub use filter::{Cursor, TicketFilter, ViewerScope};
use filter::{order, push_after, push_conditions, push_count};

/// Tickets a page (rule B0).
pub const PAGE_SIZE: i64 = 40;

macro_rules! select_tickets {
    () => {
        select_tickets!("tickets")
    };
    ($from:literal) => {
        select_tickets!($from, "")
    };
    ($from:literal, $before:literal) => {
        concat!(
            "SELECT ",
            $before,
            "t.id, t.uuid, t.company_id, t.status, t.unread_messages, t.last_message, t.from_me, t.is_group,
           t.chatbot, t.queue_id, t.user_id, t.contact_id, t.connection_id, t.informations, t.use_integration,
           t.prompt_id, t.integration_id,
           t.crm_order, t.snoozed_at, t.snoozed_until, t.priority, t.created_at, t.updated_at, t.last_message_at,
           t.closed_at, t.closing_reason,
           ct.name AS contact_name, ct.number AS contact_number, ct.email AS contact_email,
           ct.profile_pic_url, ct.extra_info, q.name AS queue_name, q.color AS queue_color, u.name AS user_name,
           w.name AS connection_name, w.status AS connection_status, w.provider AS connection_provider,
           w.number AS connection_number, cw.last_customer_message_at,
           (SELECT ",
            json_list!(),
            "(",
            json_row!(),
            "(g.id, g.name, g.color, g.priority, g.category))
            FROM ticket_tags tt JOIN tags g ON g.company_id = tt.company_id AND g.id = tt.tag_id
            WHERE tt.company_id = t.company_id AND tt.ticket_id = t.id) AS tags,
           CASE WHEN t.from_me THEN (SELECT ",
            json_row!(),
            "(a.id, a.name) FROM users a WHERE a.company_id = t.company_id AND a.id =
              (SELECT m.user_id FROM messages m WHERE m.company_id = t.company_id AND m.ticket_id = t.id
                 AND m.is_private = FALSE ORDER BY m.id DESC LIMIT 1)) END AS author,
           CASE WHEN t.campaign_id IS NOT NULL THEN (SELECT ",
            json_row!(),
            "(p.id, p.name) FROM campaigns p
              WHERE p.company_id = t.company_id AND p.id = t.campaign_id) END AS campaign
         FROM ",
            $from,
            " t
         JOIN contacts ct ON ct.company_id = t.company_id AND ct.id = t.contact_id
         LEFT JOIN queues q ON q.company_id = t.company_id AND q.id = t.queue_id
         LEFT JOIN users u ON u.company_id = t.company_id AND u.id = t.user_id
         LEFT JOIN connections w ON w.company_id = t.company_id AND w.id = t.connection_id
         LEFT JOIN contact_windows cw ON cw.company_id = t.company_id AND cw.contact_id = t.contact_id
           AND cw.connection_id = t.connection_id"
        )
    };
}

pub mod board;
mod changed;
pub use changed::{ChangedTickets, list_changed};

/// Number, name, colour, priority.
type TagRow = (TagId, String, String, i64, String);

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
    prompt_id: Option<PromptId>,
    integration_id: Option<QueueIntegrationId>,
    crm_order: Option<i64>,
    snoozed_at: Option<DateTime<Utc>>,
    snoozed_until: Option<DateTime<Utc>>,
    priority: i64,
    created_at: DateTime<Utc>,
    updated_at: DateTime<Utc>,
    last_message_at: Option<DateTime<Utc>>,
    closed_at: Option<DateTime<Utc>>,
    closing_reason: Option<String>,
    contact_name: String,
    contact_number: String,
    contact_email: String,
    profile_pic_url: String,
    extra_info: Json<Vec<ExtraInfo>>,
    queue_name: Option<String>,
    queue_color: Option<String>,
    user_name: Option<String>,
    connection_name: Option<String>,
    connection_status: Option<ConnectionStatus>,
    connection_provider: Option<ProviderKind>,
    connection_number: Option<String>,
    last_customer_message_at: Option<DateTime<Utc>>,
    tags: Option<Json<Vec<TagRow>>>,
    // of the last message
    author: Option<Json<(i64, String)>>,
    campaign: Option<Json<(i64, String)>>,
}

/// A row of a page.
#[derive(sqlx::FromRow)]
struct Listed {
    // of the whole list
    total: i64,
    #[sqlx(flatten)]
    row: Row,
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
    Ok(row.map(ticket))
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
    Ok(row.map(ticket))
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
    Ok(row.map(ticket))
}

/// The number of the running ticket of a contact.
///
/// # Errors
/// `Database`.
pub async fn find_running_id(
    conn: &mut Conn<'_>,
    company: CompanyId,
    contact: ContactId,
) -> Result<Option<TicketId>> {
    Ok(on!(conn, |c| {
        sqlx::query_scalar(
            "SELECT id FROM tickets
             WHERE company_id = $1 AND contact_id = $2 AND status IN ('open', 'pending', 'lead')",
        )
        .bind(company)
        .bind(contact)
        .fetch_optional(c)
        .await
    })?)
}

/// Where a ticket stands, and which of its contact's tickets runs.
#[derive(Debug, Clone, Copy, PartialEq, Eq, sqlx::FromRow)]
pub struct Standing {
    /// Its number.
    pub id: TicketId,
    /// Its status.
    pub status: TicketStatus,
    /// Its queue.
    pub queue_id: Option<QueueId>,
    /// Its attendant.
    pub user_id: Option<UserId>,
    /// Its own number if it runs, for the contact has no other one then.
    pub running: Option<TicketId>,
}

/// Where tickets stand: what is asked with every tick, without all that a list shows of them. Those that the company does
/// not have are missing.
///
/// # Errors
/// `Database`.
pub async fn standings(
    conn: &mut Conn<'_>,
    company: CompanyId,
    ids: &BTreeSet<TicketId>,
) -> Result<HashMap<TicketId, Standing>> {
    let ids: Vec<_> = ids.iter().copied().collect();
    let mut standings = HashMap::with_capacity(ids.len());
    for some in ids.chunks(AT_ONCE) {
        let found: Vec<Standing> = on!(conn, |c| {
            let mut query = QueryBuilder::<Driver>::new(
                "SELECT t.id, t.status, t.queue_id, t.user_id, CASE WHEN t.status <> 'closed' THEN t.id ELSE
                   (SELECT r.id FROM tickets r WHERE r.company_id = t.company_id AND r.contact_id = t.contact_id
                    AND r.status IN ('open', 'pending', 'lead')) END AS running
                 FROM tickets t WHERE t.company_id = ",
            );
            query.push_bind(company);
            push_ids(&mut query, " AND t.id IN (", some.iter().map(|id| id.0));
            query.build_query_as().fetch_all(c).await
        })?;
        standings.extend(found.into_iter().map(|standing| (standing.id, standing)));
    }
    Ok(standings)
}

/// Where a ticket stands.
///
/// # Errors
/// `Refused(NoTicketFound)` when the company has no such ticket.
pub async fn standing(conn: &mut Conn<'_>, company: CompanyId, id: TicketId) -> Result<Standing> {
    let found = standings(conn, company, &BTreeSet::from([id])).await?;
    let found = found.into_values().next();
    found.ok_or(StorageError::Refused(ErrorCode::NoTicketFound))
}

/// The newest ticket of a contact; what was brought from the time before the desk is none.
///
/// # Errors
/// `Database`.
pub async fn find_last(
    conn: &mut Conn<'_>,
    company: CompanyId,
    contact: ContactId,
) -> Result<Option<Ticket>> {
    let row: Option<Row> = on!(conn, |c| {
        sqlx::query_as(concat!(
        select_tickets!(),
        " WHERE t.company_id = $1 AND t.contact_id = $2 AND t.is_history = FALSE ORDER BY t.id DESC LIMIT 1"
    ))
    .bind(company)
    .bind(contact)
    .fetch_optional(c)
    .await
    })?;
    Ok(row.map(ticket))
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
    let found = match &filter.search {
        Some(text) => Some(found::find(conn, company, text, filter.numbers).await?),
        None => None,
    };
    let found = found.as_deref();
    let offset = if filter.after.is_some() {
        0
    } else {
        page.offset()
    };
    let mut rows: Vec<Listed> = on!(&mut *conn, |c| {
        // the page first: joined before it is cut, a plan for any company reads all its contacts
        let mut query = QueryBuilder::<Driver>::new("WITH page AS MATERIALIZED (SELECT t.*, (");
        push_count(&mut query, company, filter, found);
        query.push(") AS total FROM tickets t");
        push_conditions(&mut query, company, filter, found);
        if let Some(after) = filter.after {
            push_after(&mut query, after, filter.by_priority);
        }
        query.push(order(filter.by_priority)).push(" LIMIT ");
        query.push_bind(page.size + 1);
        query.push(" OFFSET ").push_bind(offset).push(") ");
        query.push(select_tickets!("page", "t.total, "));
        query.push(order(filter.by_priority));
        query.build_query_as().fetch_all(c).await
    })?;
    let is_first = offset == 0 && filter.after.is_none();
    let count = match rows.first() {
        Some(first) => first.total,
        None if is_first => 0,
        None => on!(conn, |c| {
            let mut query = QueryBuilder::<Driver>::new("");
            push_count(&mut query, company, filter, found);
            query.build_query_scalar().fetch_one(c).await
        })?,
    };
    let size = usize::try_from(page.size).unwrap_or(usize::MAX);
    let has_more = rows.len() > size;
    rows.truncate(size);
    Ok(Rows {
        rows: rows.into_iter().map(|listed| ticket(listed.row)).collect(),
        count,
        has_more,
    })
}

/// By name.
fn tags(found: Option<Vec<TagRow>>) -> Vec<Tag> {
    let mut tags: Vec<Tag> = found
        .unwrap_or_default()
        .into_iter()
        .map(|(id, name, color, priority, category)| Tag {
            id,
            name,
            color,
            priority,
            category,
        })
        .collect();
    tags.sort_by_cached_key(|tag| fold(&tag.name));
    tags
}

fn window(provider: Option<ProviderKind>, wrote_at: Option<DateTime<Utc>>) -> Option<SendWindow> {
    let free_text_for = provider.and_then(ProviderKind::free_text_for)?;
    Some(SendWindow {
        ends_at: wrote_at.map(|at| at + free_text_for),
    })
}

fn snooze(at: Option<DateTime<Utc>>, until: Option<DateTime<Utc>>) -> Option<Snooze> {
    at.map(|_| Snooze { until })
}

fn ticket(row: Row) -> Ticket {
    let queue = (row.queue_id.zip(row.queue_name).zip(row.queue_color))
        .map(|((id, name), color)| TicketQueue { id, name, color });
    let user = (row.user_id.zip(row.user_name)).map(|(id, name)| Named { id: id.0, name });
    let (id, name) = (row.connection_id, row.connection_name);
    let whatsapp = match (id, name, row.connection_status, row.connection_provider) {
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
        last_message_user: row.author.map(|Json((id, name))| Named { id, name }),
        is_group: row.is_group,
        chatbot: row.chatbot,
        queue_id: row.queue_id,
        user_id: row.user_id,
        contact_id: row.contact_id,
        whatsapp_id: row.connection_id,
        informations: row.informations,
        use_integration: row.use_integration,
        prompt_id: row.prompt_id,
        integration_id: row.integration_id,
        crm_order: row.crm_order,
        snooze: snooze(row.snoozed_at, row.snoozed_until),
        priority: TicketPriority::of_rank(row.priority),
        created_at: row.created_at,
        updated_at: row.updated_at,
        last_message_at: row.last_message_at,
        closed_at: row.closed_at,
        closing_reason: row.closing_reason,
        campaign: row.campaign.map(|Json((id, name))| Named { id, name }),
        contact: TicketContact {
            id: row.contact_id,
            name: row.contact_name,
            number: row.contact_number,
            email: row.contact_email,
            profile_pic_url: row.profile_pic_url,
            is_group: row.is_group,
            extra_info: row.extra_info.0,
            whatsapp: whatsapp.as_ref().map(TicketConnection::named),
        },
        queue,
        user,
        whatsapp,
        tags: tags(row.tags.map(|found| found.0)),
        window: window(row.connection_provider, row.last_customer_message_at),
    }
}
