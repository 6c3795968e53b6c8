//! Storing and changing messages.

use chrono::{DateTime, Utc};
use uuid::Uuid;

use crate::{
    Conn, Result,
    contacts::fold,
    model::{
        CompanyId, ConnectionId, ContactId, MediaId, MessageId, TicketId, UserId,
        message::{Author, Location, MessageDetails},
        outgoing::SendState,
    },
    on,
};

pub use super::insert::{insert, insert_past};

/// A message to be.
#[derive(Debug, Clone)]
pub struct NewMessage {
    /// Unguessable name.
    pub uuid: Uuid,
    /// Its episode.
    pub ticket_id: TicketId,
    /// Its customer.
    pub contact_id: ContactId,
    /// The connection it came by or goes by.
    pub connection_id: Option<ConnectionId>,
    /// The provider's id, if known.
    pub provider_id: Option<String>,
    /// Text, caption or vCard.
    pub body: String,
    /// True if we sent it.
    pub from_me: bool,
    /// Read by us.
    pub read: bool,
    /// Its file.
    pub media_id: Option<MediaId>,
    /// S046 `mediaType`.
    pub media_type: Option<String>,
    /// For places.
    pub location: Option<Location>,
    /// Ack, 0 to 5.
    pub ack: i64,
    /// A whisper.
    pub is_private: bool,
    /// The message it answers.
    pub quoted_id: Option<MessageId>,
    /// Who speaks.
    pub author: Author,
    /// Whose message it is: the attendant's who wrote or scheduled it.
    pub user_id: Option<UserId>,
    /// The browser's id for it.
    pub client_id: Option<String>,
    /// How its sending stands.
    pub send_state: Option<SendState>,
    /// Who wrote it in a group.
    pub author_id: Option<ContactId>,
    /// What came with it.
    pub details: MessageDetails,
    /// When it was sent, as its sender says.
    pub sent_at: DateTime<Utc>,
}

/// What is needed to change a message: whose, where, how it stands.
#[derive(Debug, Clone, sqlx::FromRow)]
pub struct MessageState {
    /// Its number.
    pub id: MessageId,
    /// Its episode.
    pub ticket_id: TicketId,
    /// Its customer.
    pub contact_id: ContactId,
    /// Its connection.
    pub connection_id: Option<ConnectionId>,
    /// The provider's id.
    pub provider_id: Option<String>,
    /// Who wrote it in a group.
    pub author_id: Option<ContactId>,
    /// True if we sent it.
    pub from_me: bool,
    /// A whisper.
    pub is_private: bool,
    /// Taken back.
    pub is_deleted: bool,
    /// Who wrote it here.
    pub user_id: Option<UserId>,
    /// How its sending stands.
    pub send_state: Option<SendState>,
    /// 2 accepted by the server, 3 delivered, 4 read, 5 played.
    pub ack: i64,
    /// When it was stored.
    pub created_at: DateTime<Utc>,
}

macro_rules! select_state {
    () => {
        "SELECT id, ticket_id, contact_id, connection_id, provider_id, author_id, from_me, is_private, is_deleted,
           user_id, send_state, ack, created_at FROM messages "
    };
}

/// A message by its number.
///
/// # Errors
/// `Database`.
pub async fn find_state(
    conn: &mut Conn<'_>,
    company: CompanyId,
    id: MessageId,
) -> Result<Option<MessageState>> {
    Ok(on!(conn, |c| sqlx::query_as(concat!(
        select_state!(),
        "WHERE company_id = $1 AND id = $2",
        for_update!()
    ))
    .bind(company)
    .bind(id)
    .fetch_optional(c)
    .await)?)
}

/// A message by its provider's id.
///
/// # Errors
/// `Database`.
pub async fn find_by_provider_id(
    conn: &mut Conn<'_>,
    company: CompanyId,
    connection: ConnectionId,
    provider_id: &str,
) -> Result<Option<MessageState>> {
    Ok(on!(conn, |c| sqlx::query_as(concat!(
        select_state!(),
        "WHERE company_id = $1 AND connection_id = $2 AND provider_id = $3",
        for_update!()
    ))
    .bind(company)
    .bind(connection)
    .bind(provider_id)
    .fetch_optional(c)
    .await)?)
}

/// A message by the id that its author's browser gave it.
///
/// # Errors
/// `Database`.
pub async fn find_by_client_id(
    conn: &mut Conn<'_>,
    company: CompanyId,
    user: UserId,
    client_id: &str,
) -> Result<Option<MessageId>> {
    Ok(on!(conn, |c| sqlx::query_scalar(
        "SELECT id FROM messages WHERE company_id = $1 AND user_id = $2 AND client_id = $3"
    )
    .bind(company)
    .bind(user)
    .bind(client_id)
    .fetch_optional(c)
    .await)?)
}

/// Raises the ack; one that is lower or equal changes nothing. `false`: nothing changed.
///
/// # Errors
/// `Database`.
pub async fn raise_ack(
    conn: &mut Conn<'_>,
    company: CompanyId,
    id: MessageId,
    ack: i64,
    now: DateTime<Utc>,
) -> Result<bool> {
    let done = on!(conn, |c| {
        sqlx::query(
        "UPDATE messages SET ack = $3, updated_at = $4 WHERE company_id = $1 AND id = $2 AND ack < $3"
    )
    .bind(company)
    .bind(id)
    .bind(ack)
    .bind(now)
    .execute(c)
    .await
    .map(|done| done.rows_affected())
    })?;
    Ok(done == 1)
}

/// How a message's sending stands now. A provider id that is given is kept; an error of `None` clears the old one.
///
/// # Errors
/// `Database`.
pub async fn set_send_state(
    conn: &mut Conn<'_>,
    company: CompanyId,
    id: MessageId,
    state: SendState,
    (provider_id, error): (Option<&str>, Option<&str>),
    now: DateTime<Utc>,
) -> Result<()> {
    on!(conn, |c| {
        sqlx::query(
        "UPDATE messages SET send_state = $3, provider_id = COALESCE($4, provider_id), error = $5, updated_at = $6
         WHERE company_id = $1 AND id = $2"
    )
    .bind(company)
    .bind(id)
    .bind(state)
    .bind(provider_id)
    .bind(error)
    .bind(now)
    .execute(c)
    .await
    .map(drop)
    })?;
    Ok(())
}

/// Marks a message as taken back. `false`: it was already.
///
/// # Errors
/// `Database`.
pub async fn set_deleted(
    conn: &mut Conn<'_>,
    company: CompanyId,
    id: MessageId,
    now: DateTime<Utc>,
) -> Result<bool> {
    let done = on!(conn, |c| sqlx::query(
        "UPDATE messages SET is_deleted = TRUE, updated_at = $3
         WHERE company_id = $1 AND id = $2 AND is_deleted = FALSE"
    )
    .bind(company)
    .bind(id)
    .bind(now)
    .execute(c)
    .await
    .map(|done| done.rows_affected()))?;
    Ok(done == 1)
}

/// Gives a message another text and keeps the one it had; what went wrong with an earlier change is forgotten.
///
/// # Errors
/// `Database`.
pub async fn set_body(
    conn: &mut Conn<'_>,
    company: CompanyId,
    id: MessageId,
    body: &str,
    now: DateTime<Utc>,
) -> Result<()> {
    super::versions::keep(conn, company, id, now).await?;
    on!(conn, |c| {
        sqlx::query(
        "UPDATE messages SET body = $3, is_edited = TRUE, error = NULL, updated_at = $4, search = $5
         WHERE company_id = $1 AND id = $2"
    )
    .bind(company)
    .bind(id)
    .bind(body)
    .bind(now)
        .bind(fold(body))
    .execute(c)
    .await
    .map(drop)
    })?;
    Ok(())
}

/// Says what went wrong with a message that was sent; how its sending stands is not changed.
///
/// # Errors
/// `Database`.
pub async fn set_error(
    conn: &mut Conn<'_>,
    company: CompanyId,
    id: MessageId,
    error: &str,
    now: DateTime<Utc>,
) -> Result<()> {
    on!(conn, |c| sqlx::query(
        "UPDATE messages SET error = $3, updated_at = $4 WHERE company_id = $1 AND id = $2"
    )
    .bind(company)
    .bind(id)
    .bind(error)
    .bind(now)
    .execute(c)
    .await
    .map(drop))?;
    Ok(())
}

/// Sets or (empty emoji) takes back the reaction of one side.
///
/// # Errors
/// `Database`.
pub async fn set_reaction(
    conn: &mut Conn<'_>,
    company: CompanyId,
    id: MessageId,
    (from_me, emoji): (bool, &str),
    now: DateTime<Utc>,
) -> Result<()> {
    if emoji.is_empty() {
        on!(conn, |c| sqlx::query(
            "DELETE FROM reactions WHERE company_id = $1 AND message_id = $2 AND from_me = $3"
        )
        .bind(company)
        .bind(id)
        .bind(from_me)
        .execute(c)
        .await
        .map(drop))?;
        return Ok(());
    }
    on!(conn, |c| {
        sqlx::query(
        "INSERT INTO reactions (company_id, message_id, from_me, emoji, at) VALUES ($1, $2, $3, $4, $5)
         ON CONFLICT (company_id, message_id, from_me) DO UPDATE SET emoji = excluded.emoji, at = excluded.at"
    )
    .bind(company)
    .bind(id)
    .bind(from_me)
    .bind(emoji)
    .bind(now)
    .execute(c)
    .await
    .map(drop)
    })?;
    Ok(())
}

/// Marks the customer's messages of a ticket as read. Answers the provider id of the newest of them, if any was unread.
///
/// # Errors
/// `Database`.
pub async fn mark_read(
    conn: &mut Conn<'_>,
    company: CompanyId,
    ticket: TicketId,
) -> Result<Option<String>> {
    let newest: Option<Option<String>> = on!(&mut *conn, |c| {
        sqlx::query_scalar(
        "SELECT provider_id FROM messages WHERE company_id = $1 AND ticket_id = $2 AND from_me = FALSE
           AND read = FALSE ORDER BY id DESC LIMIT 1"
    )
    .bind(company)
    .bind(ticket)
    .fetch_optional(c)
    .await
    })?;
    let Some(newest) = newest else {
        return Ok(None);
    };
    on!(conn, |c| sqlx::query(
        "UPDATE messages SET read = TRUE
         WHERE company_id = $1 AND ticket_id = $2 AND from_me = FALSE AND read = FALSE"
    )
    .bind(company)
    .bind(ticket)
    .execute(c)
    .await
    .map(drop))?;
    Ok(newest)
}

/// Marks the customer's messages of a ticket from `first` on (or his newest one) as unread. Answers how many.
///
/// # Errors
/// `Database`.
pub async fn mark_unread(
    conn: &mut Conn<'_>,
    company: CompanyId,
    ticket: TicketId,
    first: Option<MessageId>,
) -> Result<u64> {
    Ok(on!(conn, |c| {
        sqlx::query(
        "UPDATE messages SET read = FALSE
         WHERE company_id = $1 AND ticket_id = $2 AND from_me = FALSE AND id >= COALESCE($3,
           (SELECT MAX(id) FROM messages WHERE company_id = $1 AND ticket_id = $2 AND from_me = FALSE))"
    )
    .bind(company)
    .bind(ticket)
    .bind(first)
    .execute(c)
    .await
    .map(|done| done.rows_affected())
    })?)
}

/// How many messages the customer wrote since our last one.
///
/// # Errors
/// `Database`.
pub async fn count_since_own(
    conn: &mut Conn<'_>,
    company: CompanyId,
    ticket: TicketId,
) -> Result<i64> {
    Ok(on!(conn, |c| {
        sqlx::query_scalar(
        "SELECT COUNT(*) FROM messages WHERE company_id = $1 AND ticket_id = $2 AND from_me = FALSE
           AND id > COALESCE((SELECT MAX(id) FROM messages
             WHERE company_id = $1 AND ticket_id = $2 AND from_me = TRUE AND is_private = FALSE), 0)"
    )
    .bind(company)
    .bind(ticket)
    .fetch_one(c)
    .await
    })?)
}

/// The message that carries a file.
///
/// # Errors
/// `Database`.
pub async fn find_by_media(
    conn: &mut Conn<'_>,
    company: CompanyId,
    media: MediaId,
) -> Result<Option<MessageId>> {
    Ok(on!(conn, |c| sqlx::query_scalar(
        "SELECT id FROM messages WHERE company_id = $1 AND media_id = $2 LIMIT 1"
    )
    .bind(company)
    .bind(media)
    .fetch_optional(c)
    .await)?)
}
