//! The rows of the simulator's phones.

use chrono::{DateTime, Utc};

use super::PhoneFile;
use crate::{
    Conn, Result,
    model::{CompanyId, ConnectionId},
    on,
};

/// Connections listed at most.
const CONNECTIONS_MAX: i64 = 200;
/// Phones of a connection listed at most, those used last first.
const PHONES_MAX: i64 = 200;
/// Messages of a phone or of the ledger listed at most, the newest.
const MESSAGES_MAX: i64 = 500;

/// A connection that the simulator carries. Listed over all companies: for the operator and the demonstration only.
#[derive(Debug, Clone, sqlx::FromRow)]
pub struct SimulatorConnection {
    /// Its number.
    pub id: ConnectionId,
    /// Whose it is.
    pub company_id: CompanyId,
    /// Its name.
    pub name: String,
    /// The company's name.
    pub company_name: String,
}

/// A customer's phone.
#[derive(Debug, Clone, sqlx::FromRow)]
pub struct Phone {
    /// Digits of its number.
    pub number: String,
    /// The name that the customer gave himself.
    pub push_name: String,
    /// Whether it tells that a message was read.
    pub read_receipts: bool,
    /// A group, and not one customer's.
    pub is_group: bool,
    /// Last message in or out.
    pub last_at: DateTime<Utc>,
}

/// A message as a phone shows it.
#[derive(Debug, Clone, sqlx::FromRow)]
#[expect(
    clippy::struct_excessive_bools,
    reason = "each is a mark that phones show"
)]
pub struct PhoneMessage {
    /// Id, the same at the desk (`provider_id`).
    pub provider_id: String,
    /// The phone.
    pub number: String,
    /// Written by the customer.
    pub incoming: bool,
    /// `text`, `image`, `audio`, `video`, `document`, `location`, `contacts`, `call`, `unsupported`
    pub kind: String,
    /// Text, caption, vCard; JSON of the place for `location`.
    pub body: String,
    /// Stored name of the file.
    pub media_path: Option<String>,
    /// Shown name of the file.
    pub media_name: Option<String>,
    /// What the file is.
    pub media_mime: Option<String>,
    /// Id of the message it answers.
    pub quoted_id: Option<String>,
    /// Digits of its author, in a group.
    pub author_number: Option<String>,
    /// The name of its author, in a group.
    pub author_name: Option<String>,
    /// Typed on the business's own phone.
    pub from_own_phone: bool,
    /// Taken back by its author.
    pub deleted: bool,
    /// Its text was changed by its author.
    pub edited: bool,
    /// 2 sent, 3 delivered, 4 read, 5 played.
    pub ack: i64,
    /// When it was written or arrived.
    pub at: DateTime<Utc>,
}

pub(super) struct NewMessage<'a> {
    pub number: &'a str,
    pub provider_id: &'a str,
    pub incoming: bool,
    pub kind: &'a str,
    pub body: &'a str,
    pub file: Option<&'a PhoneFile>,
    pub quoted_id: Option<&'a str>,
    /// Number and name of who wrote it in a group.
    pub author: Option<(&'a str, &'a str)>,
    pub from_own_phone: bool,
}

macro_rules! select_messages {
    () => {
        "SELECT provider_id, number, incoming, kind, body, media_path, media_name, media_mime, quoted_id,
           author_number, author_name, from_own_phone, deleted, edited, ack, at
         FROM simulator_messages "
    };
}

/// The connections that the simulator carries, of every company.
///
/// # Errors
/// `Database`.
pub async fn list_connections(conn: &mut Conn<'_>) -> Result<Vec<SimulatorConnection>> {
    Ok(on!(conn, |c| {
        sqlx::query_as(
        "SELECT n.id, n.company_id, n.name, o.name AS company_name
         FROM connections n JOIN companies o ON o.id = n.company_id
         WHERE n.provider = 'simulator' AND n.deleted_at IS NULL ORDER BY n.company_id, n.id LIMIT $1"
    )
    .bind(CONNECTIONS_MAX)
    .fetch_all(c)
    .await
    })?)
}

/// A connection, if the simulator carries it.
///
/// # Errors
/// `Database`.
pub async fn find_connection(
    conn: &mut Conn<'_>,
    connection: ConnectionId,
) -> Result<Option<SimulatorConnection>> {
    Ok(on!(conn, |c| sqlx::query_as(
        "SELECT n.id, n.company_id, n.name, o.name AS company_name
         FROM connections n JOIN companies o ON o.id = n.company_id
         WHERE n.id = $1 AND n.provider = 'simulator' AND n.deleted_at IS NULL"
    )
    .bind(connection)
    .fetch_optional(c)
    .await)?)
}

/// The phones of a connection, those used last first, at most 200.
///
/// # Errors
/// `Database`.
pub async fn list_phones(
    conn: &mut Conn<'_>,
    company: CompanyId,
    connection: ConnectionId,
) -> Result<Vec<Phone>> {
    Ok(on!(conn, |c| sqlx::query_as(
        "SELECT number, push_name, read_receipts, is_group, last_at FROM simulator_phones
         WHERE company_id = $1 AND connection_id = $2 ORDER BY last_at DESC, number LIMIT $3"
    )
    .bind(company)
    .bind(connection)
    .bind(PHONES_MAX)
    .fetch_all(c)
    .await)?)
}

/// Makes a phone or changes it; what is `None` stays, or takes its default (receipts on, the number as name).
///
/// # Errors
/// `Database` when the connection is not of the company.
pub async fn put_phone(
    conn: &mut Conn<'_>,
    company: CompanyId,
    connection: ConnectionId,
    now: DateTime<Utc>,
    (number, push_name, read_receipts): (&str, Option<&str>, Option<bool>),
) -> Result<Phone> {
    Ok(on!(conn, |c| {
        sqlx::query_as(
        "INSERT INTO simulator_phones (company_id, connection_id, number, push_name, read_receipts, last_at)
         VALUES ($1, $2, $3, COALESCE($4, $3), COALESCE($5, TRUE), $6)
         ON CONFLICT (company_id, connection_id, number) DO UPDATE SET
           push_name = COALESCE($4, simulator_phones.push_name),
           read_receipts = COALESCE($5, simulator_phones.read_receipts)
         RETURNING number, push_name, read_receipts, is_group, last_at"
    )
    .bind(company)
    .bind(connection)
    .bind(number)
    .bind(push_name)
    .bind(read_receipts)
    .bind(now)
    .fetch_one(c)
    .await
    })?)
}

/// The newest 500 messages of a phone, oldest first.
///
/// # Errors
/// `Database`.
pub async fn list_messages(
    conn: &mut Conn<'_>,
    company: CompanyId,
    connection: ConnectionId,
    number: &str,
) -> Result<Vec<PhoneMessage>> {
    let mut rows: Vec<PhoneMessage> = on!(conn, |c| sqlx::query_as(concat!(
        select_messages!(),
        "WHERE company_id = $1 AND connection_id = $2 AND number = $3 ORDER BY id DESC LIMIT $4"
    ))
    .bind(company)
    .bind(connection)
    .bind(number)
    .bind(MESSAGES_MAX)
    .fetch_all(c)
    .await)?;
    rows.reverse();
    Ok(rows)
}

/// The newest 500 messages of the desk that really reached a phone, oldest first.
///
/// # Errors
/// `Database`.
pub async fn list_received(
    conn: &mut Conn<'_>,
    company: CompanyId,
    connection: ConnectionId,
) -> Result<Vec<PhoneMessage>> {
    let mut rows: Vec<PhoneMessage> = on!(conn, |c| {
        sqlx::query_as(concat!(
            select_messages!(),
            "WHERE company_id = $1 AND connection_id = $2 AND NOT incoming AND NOT from_own_phone
         ORDER BY id DESC LIMIT $3"
        ))
        .bind(company)
        .bind(connection)
        .bind(MESSAGES_MAX)
        .fetch_all(c)
        .await
    })?;
    rows.reverse();
    Ok(rows)
}

/// A message on a phone of the connection.
///
/// # Errors
/// `Database`.
pub async fn find_message(
    conn: &mut Conn<'_>,
    company: CompanyId,
    connection: ConnectionId,
    provider_id: &str,
) -> Result<Option<PhoneMessage>> {
    Ok(on!(conn, |c| sqlx::query_as(concat!(
        select_messages!(),
        "WHERE company_id = $1 AND connection_id = $2 AND provider_id = $3"
    ))
    .bind(company)
    .bind(connection)
    .bind(provider_id)
    .fetch_optional(c)
    .await)?)
}

/// Makes sure that the phone is there and says that it was used. An unnamed new phone is called by its number.
pub(super) async fn touch(
    conn: &mut Conn<'_>,
    company: CompanyId,
    connection: ConnectionId,
    now: DateTime<Utc>,
    number: &str,
    push_name: Option<&str>,
) -> Result<()> {
    on!(conn, |c| sqlx::query(
        "INSERT INTO simulator_phones (company_id, connection_id, number, push_name, last_at)
         VALUES ($1, $2, $3, COALESCE($4, $3), $5)
         ON CONFLICT (company_id, connection_id, number) DO UPDATE SET
           push_name = COALESCE($4, simulator_phones.push_name), last_at = $5"
    )
    .bind(company)
    .bind(connection)
    .bind(number)
    .bind(push_name)
    .bind(now)
    .execute(c)
    .await
    .map(drop))?;
    Ok(())
}

/// Says that a phone is a group.
pub(super) async fn be_group(
    conn: &mut Conn<'_>,
    company: CompanyId,
    connection: ConnectionId,
    number: &str,
) -> Result<()> {
    on!(conn, |c| sqlx::query(
        "UPDATE simulator_phones SET is_group = TRUE
         WHERE company_id = $1 AND connection_id = $2 AND number = $3"
    )
    .bind(company)
    .bind(connection)
    .bind(number)
    .execute(c)
    .await
    .map(drop))?;
    Ok(())
}

/// Answers whether the message is new.
pub(super) async fn insert(
    conn: &mut Conn<'_>,
    company: CompanyId,
    connection: ConnectionId,
    now: DateTime<Utc>,
    message: NewMessage<'_>,
) -> Result<bool> {
    let added = on!(conn, |c| {
        sqlx::query(
        "INSERT INTO simulator_messages (company_id, connection_id, number, provider_id, incoming, kind, body,
           media_path, media_name, media_mime, quoted_id, author_number, author_name, from_own_phone, at)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15)
         ON CONFLICT (connection_id, provider_id) DO NOTHING"
    )
    .bind(company)
    .bind(connection)
    .bind(message.number)
    .bind(message.provider_id)
    .bind(message.incoming)
    .bind(message.kind)
    .bind(message.body)
    .bind(message.file.map(|file| &file.path))
    .bind(message.file.map(|file| &file.name))
    .bind(message.file.map(|file| &file.mime))
    .bind(message.quoted_id)
    .bind(message.author.map(|(number, _)| number))
    .bind(message.author.map(|(_, name)| name))
    .bind(message.from_own_phone)
    .bind(now)
    .execute(c)
    .await
    .map(|done| done.rows_affected())
    })?;
    Ok(added == 1)
}

pub(super) async fn read_receipts(
    conn: &mut Conn<'_>,
    company: CompanyId,
    connection: ConnectionId,
    number: &str,
) -> Result<bool> {
    let on: Option<bool> = on!(conn, |c| {
        sqlx::query_scalar(
        "SELECT read_receipts FROM simulator_phones WHERE company_id = $1 AND connection_id = $2 AND number = $3"
    )
    .bind(company)
    .bind(connection)
    .bind(number)
    .fetch_optional(c)
    .await
    })?;
    Ok(on.unwrap_or(true))
}
