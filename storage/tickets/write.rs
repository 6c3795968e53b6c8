//! Changing tickets. Who may change what is decided by the desk; here only what the database has to hold.

use chrono::{DateTime, Utc};
use sqlx::{Database, Encode, QueryBuilder, Type};
use uuid::Uuid;

use crate::{
    Conn, Result, StorageError, media,
    model::{
        CampaignId, CompanyId, ConnectionId, ContactId, ErrorCode, MessageId, PromptId, QueueId,
        QueueIntegrationId, TicketId, UserId,
        ticket::{Snooze, TicketPriority, TicketStatus},
    },
    on,
};

/// Characters of a message that the list shows.
pub const LAST_MESSAGE_CHARS_MAX: usize = 200;

/// A ticket to be.
#[derive(Debug, Clone)]
pub struct NewTicket {
    /// Its name in links.
    pub uuid: Uuid,
    /// Where it starts.
    pub status: TicketStatus,
    /// Customer.
    pub contact_id: ContactId,
    /// Attendant.
    pub user_id: Option<UserId>,
    /// Queue.
    pub queue_id: Option<QueueId>,
    /// Connection.
    pub connection_id: Option<ConnectionId>,
    /// A group's.
    pub is_group: bool,
}

/// Fields to change; `None` keeps, `Some(None)` clears.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct TicketPatch {
    /// Where it stands.
    pub status: Option<TicketStatus>,
    /// Attendant.
    pub user_id: Option<Option<UserId>>,
    /// Queue.
    pub queue_id: Option<Option<QueueId>>,
    /// Connection.
    pub connection_id: Option<ConnectionId>,
    /// Free fields, JSON text.
    pub informations: Option<Option<String>>,
    /// Place on the board.
    pub crm_order: Option<i64>,
    /// The bot talks.
    pub chatbot: Option<bool>,
    /// An integration answers.
    pub use_integration: Option<bool>,
    /// The prompt that answers.
    pub prompt_id: Option<Option<PromptId>>,
    /// The integration that answers.
    pub integration_id: Option<Option<QueueIntegrationId>>,
    /// Unread messages.
    pub unread_messages: Option<i64>,
    /// End of the episode.
    pub closed_at: Option<Option<DateTime<Utc>>>,
    /// Why it was closed.
    pub closing_reason: Option<Option<String>>,
    /// Put off, or not any more.
    pub snooze: Option<Option<Snooze>>,
    /// How much it presses.
    pub priority: Option<TicketPriority>,
}

impl TicketPatch {
    /// Nobody but people answers from now on.
    pub fn end_bots(&mut self) {
        self.chatbot = Some(false);
        self.use_integration = Some(false);
        self.prompt_id = Some(None);
        self.integration_id = Some(None);
    }
}

/// What the last message of a ticket is.
#[derive(Debug, Clone)]
pub struct LastMessage<'a> {
    /// Its start.
    pub body: &'a str,
    /// True if we sent it.
    pub from_me: bool,
    /// What becomes of the count of unread messages.
    pub unread: Unread,
}

/// What a message does to its ticket's count of unread messages.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Unread {
    /// It stays as it is.
    Keep,
    /// Everything is read.
    Clear,
    /// So many more.
    Add(i64),
}

impl Unread {
    /// What a message does that came in: one more, or nothing left where it counts as read (we said it ourselves).
    pub fn received(is_read: bool) -> Self {
        if is_read { Self::Clear } else { Self::Add(1) }
    }
}

/// Stores a ticket.
///
/// # Errors
/// `Taken` when the contact has a running ticket.
pub async fn insert(
    conn: &mut Conn<'_>,
    company: CompanyId,
    ticket: &NewTicket,
    now: DateTime<Utc>,
) -> Result<TicketId> {
    Ok(on!(conn, |c| {
        sqlx::query_scalar(
        "INSERT INTO tickets
           (company_id, uuid, status, contact_id, user_id, queue_id, connection_id, is_group, created_at, updated_at)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $9) RETURNING id"
    )
    .bind(company)
    .bind(ticket.uuid)
    .bind(ticket.status)
    .bind(ticket.contact_id)
    .bind(ticket.user_id)
    .bind(ticket.queue_id)
    .bind(ticket.connection_id)
    .bind(ticket.is_group)
    .bind(now)
    .fetch_one(c)
    .await
    })?)
}

/// Notes that a ticket began with an answer to a campaign.
///
/// # Errors
/// `Database`.
pub async fn note_campaign(
    conn: &mut Conn<'_>,
    company: CompanyId,
    id: TicketId,
    campaign: CampaignId,
) -> Result<()> {
    on!(conn, |c| {
        sqlx::query("UPDATE tickets SET campaign_id = $3 WHERE company_id = $1 AND id = $2")
            .bind(company)
            .bind(id)
            .bind(campaign)
            .execute(c)
            .await
            .map(drop)
    })?;
    Ok(())
}

/// Holds a ticket's row until the transaction ends, so that changes of one ticket follow each other on every node.
///
/// # Errors
/// `Refused(NoTicketFound)` when the company has no such ticket.
pub async fn lock(conn: &mut Conn<'_>, company: CompanyId, id: TicketId) -> Result<()> {
    let found: Option<TicketId> = on!(conn, |c| sqlx::query_scalar(concat!(
        "SELECT id FROM tickets WHERE company_id = $1 AND id = $2",
        for_update!()
    ))
    .bind(company)
    .bind(id)
    .fetch_optional(c)
    .await)?;
    found
        .map(drop)
        .ok_or(StorageError::Refused(ErrorCode::NoTicketFound))
}

/// The running ticket of a contact, held like [`lock`] does. A close that is on its way is waited for, and its ticket is
/// then no running one any more: whoever writes into what this answers writes into a ticket that runs.
///
/// # Errors
/// `Database`.
pub async fn lock_running(
    conn: &mut Conn<'_>,
    company: CompanyId,
    contact: ContactId,
) -> Result<Option<TicketId>> {
    Ok(on!(conn, |c| {
        sqlx::query_scalar(concat!(
            "SELECT id FROM tickets
             WHERE company_id = $1 AND contact_id = $2 AND status IN ('open', 'pending', 'lead')",
            for_update!()
        ))
        .bind(company)
        .bind(contact)
        .fetch_optional(c)
        .await
    })?)
}

/// Writes the given fields.
///
/// # Errors
/// `Taken` when the ticket would be the second running one of its contact; `Refused(NoTicketFound)`.
pub async fn update(
    conn: &mut Conn<'_>,
    company: CompanyId,
    id: TicketId,
    patch: &TicketPatch,
    now: DateTime<Utc>,
) -> Result<()> {
    let changed = on!(conn, |c| {
        let mut query = QueryBuilder::<Driver>::new("UPDATE tickets SET updated_at = ");
        query.push_bind(now);
        if let Some(status) = patch.status {
            query.push(", status = ").push_bind(status);
        }
        if let Some(user) = patch.user_id {
            query.push(", user_id = ").push_bind(user);
        }
        if let Some(queue) = patch.queue_id {
            query.push(", queue_id = ").push_bind(queue);
        }
        if let Some(connection) = patch.connection_id {
            query.push(", connection_id = ").push_bind(connection);
        }
        if let Some(informations) = &patch.informations {
            query
                .push(", informations = ")
                .push_bind(informations.clone());
        }
        if let Some(order) = patch.crm_order {
            query.push(", crm_order = ").push_bind(order);
        }
        if let Some(chatbot) = patch.chatbot {
            query.push(", chatbot = ").push_bind(chatbot);
        }
        if let Some(use_integration) = patch.use_integration {
            query
                .push(", use_integration = ")
                .push_bind(use_integration);
        }
        if let Some(prompt) = patch.prompt_id {
            query.push(", prompt_id = ").push_bind(prompt);
        }
        if let Some(integration) = patch.integration_id {
            query.push(", integration_id = ").push_bind(integration);
        }
        if let Some(count) = patch.unread_messages {
            query.push(", unread_messages = ").push_bind(count);
        }
        if let Some(reason) = &patch.closing_reason {
            query.push(", closing_reason = ").push_bind(reason.clone());
        }
        push_rest(&mut query, patch, now);
        query.push(" WHERE company_id = ").push_bind(company);
        query.push(" AND id = ").push_bind(id);
        query
            .build()
            .execute(c)
            .await
            .map(|done| done.rows_affected())
    })?;
    if changed == 1 {
        Ok(())
    } else {
        Err(StorageError::Refused(ErrorCode::NoTicketFound))
    }
}

/// When the ticket was closed, until when it rests, and its rank.
fn push_rest<DB>(query: &mut QueryBuilder<DB>, patch: &TicketPatch, now: DateTime<Utc>)
where
    DB: Database,
    i64: for<'q> Encode<'q, DB> + Type<DB>,
    Option<DateTime<Utc>>: for<'q> Encode<'q, DB> + Type<DB>,
{
    if let Some(at) = patch.closed_at {
        query.push(", closed_at = ").push_bind(at);
    }
    if let Some(snooze) = patch.snooze {
        query.push(", snoozed_at = ").push_bind(snooze.map(|_| now));
        query
            .push(", snoozed_until = ")
            .push_bind(snooze.and_then(|snooze| snooze.until));
    }
    if let Some(priority) = patch.priority {
        query.push(", priority = ").push_bind(priority.rank());
    }
}

/// Gives closed tickets of a queue to another one, or to none, at most `limit`. Answers how many.
///
/// # Errors
/// `Database`.
pub async fn move_closed(
    conn: &mut Conn<'_>,
    company: CompanyId,
    queue: QueueId,
    to: Option<QueueId>,
    limit: i64,
) -> Result<u64> {
    Ok(on!(conn, |c| {
        sqlx::query(
            "UPDATE tickets SET queue_id = $3 WHERE company_id = $1 AND id IN (
               SELECT id FROM tickets WHERE company_id = $1 AND queue_id = $2 AND status = 'closed'
               ORDER BY id LIMIT $4)",
        )
        .bind(company)
        .bind(queue)
        .bind(to)
        .bind(limit)
        .execute(c)
        .await
        .map(|done| done.rows_affected())
    })?)
}

/// Notes the newest message of a ticket. One of the customer's brings back a ticket that was put off.
///
/// # Errors
/// `Refused(NoTicketFound)`.
pub async fn note_message(
    conn: &mut Conn<'_>,
    company: CompanyId,
    id: TicketId,
    message: &LastMessage<'_>,
    now: DateTime<Utc>,
) -> Result<()> {
    let shown: String = message.body.chars().take(LAST_MESSAGE_CHARS_MAX).collect();
    let (added, kept) = match message.unread {
        Unread::Keep => (0, 1),
        Unread::Clear => (0, 0),
        Unread::Add(count) => (count, 1),
    };
    let changed = on!(conn, |c| {
        sqlx::query(
        "UPDATE tickets SET last_message = $3, from_me = $4, last_message_at = $6, updated_at = $6,
           unread_messages = unread_messages * $7 + $5,
           snoozed_at = CASE WHEN $4 THEN snoozed_at END, snoozed_until = CASE WHEN $4 THEN snoozed_until END
         WHERE company_id = $1 AND id = $2"
    )
    .bind(company)
    .bind(id)
    .bind(shown)
    .bind(message.from_me)
    .bind(added)
    .bind(now)
    .bind(kept)
    .execute(c)
    .await
    .map(|done| done.rows_affected())
    })?;
    if changed == 1 {
        Ok(())
    } else {
        Err(StorageError::Refused(ErrorCode::NoTicketFound))
    }
}

/// Shows another text of a message in the list, if the message is the last of its ticket but for whispers. `false`: it
/// is not.
///
/// # Errors
/// `Database`.
pub async fn reword_last(
    conn: &mut Conn<'_>,
    company: CompanyId,
    (ticket, message): (TicketId, MessageId),
    body: &str,
) -> Result<bool> {
    let shown: String = body.chars().take(LAST_MESSAGE_CHARS_MAX).collect();
    let changed = on!(conn, |c| {
        sqlx::query(
        "UPDATE tickets SET last_message = $4 WHERE company_id = $1 AND id = $2
           AND NOT EXISTS (SELECT 1 FROM messages WHERE company_id = $1 AND ticket_id = $2 AND id > $3
             AND is_private = FALSE)"
    )
    .bind(company)
    .bind(ticket)
    .bind(message)
    .bind(shown)
    .execute(c)
    .await
    .map(|done| done.rows_affected())
    })?;
    Ok(changed == 1)
}

/// Removes a ticket with its messages, and lets go of their files.
///
/// # Errors
/// `Refused(NoTicketFound)`.
pub async fn delete(
    conn: &mut Conn<'_>,
    company: CompanyId,
    id: TicketId,
    now: DateTime<Utc>,
) -> Result<()> {
    // nothing comes in for it any more
    lock(conn, company, id).await?;
    let files = media::of_ticket(conn, company, id).await?;
    let changed = on!(&mut *conn, |c| sqlx::query(
        "DELETE FROM tickets WHERE company_id = $1 AND id = $2"
    )
    .bind(company)
    .bind(id)
    .execute(c)
    .await
    .map(|done| done.rows_affected()))?;
    if changed != 1 {
        return Err(StorageError::Refused(ErrorCode::NoTicketFound));
    }
    media::release(conn, company, &files, now).await?;
    Ok(())
}

/// Sets the count of unread messages. The ticket keeps its place in the list: reading is no change of it.
///
/// # Errors
/// `Refused(NoTicketFound)`.
pub async fn set_unread(
    conn: &mut Conn<'_>,
    company: CompanyId,
    id: TicketId,
    unread: i64,
) -> Result<()> {
    let changed = on!(conn, |c| sqlx::query(
        "UPDATE tickets SET unread_messages = $3 WHERE company_id = $1 AND id = $2"
    )
    .bind(company)
    .bind(id)
    .bind(unread)
    .execute(c)
    .await
    .map(|done| done.rows_affected()))?;
    if changed == 1 {
        Ok(())
    } else {
        Err(StorageError::Refused(ErrorCode::NoTicketFound))
    }
}
