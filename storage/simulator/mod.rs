//! The simulator's phones: what customers wrote on them and what reached them. The rows of direction "out" are the truth
//! about what was sent, however often a send was repeated.

use chrono::{DateTime, Utc};
use uuid::Uuid;

use crate::{
    Conn, Result, inbox,
    model::{
        CompanyId, ConnectionId, ErrorCode,
        inbound::{Inbound, InboundContent, InboundMessage, InboundStatus, RawEvent, RemoteMedia},
        message::{Location, MediaKind},
    },
    on,
};

mod phones;

pub use phones::{
    Phone, PhoneMessage, SimulatorConnection, find_connection, find_message, list_connections,
    list_messages, list_phones, list_received, put_phone,
};

/// Delivered to the phone (server-behaviour B3).
const ACK_DELIVERED: i64 = 3;
/// Read on the phone.
const ACK_READ: i64 = 4;

/// What a customer sends from his phone.
#[derive(Debug, Clone)]
pub struct CustomerMessage {
    /// Digits of his number.
    pub from: String,
    /// The name that he gave himself.
    pub push_name: String,
    /// Id of the message he answers.
    pub quoted_id: Option<String>,
    /// What it holds.
    pub content: CustomerContent,
}

/// What a customer's message holds.
#[derive(Debug, Clone)]
pub enum CustomerContent {
    /// Text.
    Text(String),
    /// A file that lies in the media store of the company.
    Media {
        /// How it is shown.
        kind: MediaKind,
        /// Text below it; empty if none.
        caption: String,
        /// The file.
        file: PhoneFile,
        /// A voice note.
        voice: bool,
    },
    /// A place.
    Location(Location),
    /// vCard 3.0, several one after another.
    Contacts(String),
    /// A call that nobody took.
    MissedCall,
    /// A kind that the desk cannot show.
    Unsupported(String),
}

/// A file on a phone.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PhoneFile {
    /// Stored name in the media store of the company.
    pub path: String,
    /// Shown name.
    pub name: String,
    /// What it is.
    pub mime: String,
}

/// A message of the desk on its way to a phone.
#[derive(Debug, Clone)]
pub struct DeskMessage {
    /// The intent; the message's id on the phone is made of it, so that a repeat is no second message.
    pub intent_id: Uuid,
    /// Digits of the customer's number.
    pub to: String,
    /// `text`, `image`, `audio`, `video`, `document`
    pub kind: &'static str,
    /// Text or caption.
    pub body: String,
    /// The file, if it is one.
    pub file: Option<PhoneFile>,
    /// Id of the message it answers.
    pub quoted_id: Option<String>,
}

/// The id that a phone gives a message of the desk.
pub fn provider_id(intent_id: Uuid) -> String {
    format!("sim.{}", intent_id.simple())
}

/// The simulator's word for a kind of file.
pub fn kind_word(kind: MediaKind) -> &'static str {
    match kind {
        MediaKind::Image => "image",
        MediaKind::Audio => "audio",
        MediaKind::Video => "video",
        MediaKind::Document => "document",
    }
}

/// A message that is on a phone already, as the demonstration tells it.
#[derive(Debug, Clone)]
pub(crate) struct PhoneRecord {
    pub number: String,
    pub push_name: String,
    pub provider_id: String,
    pub incoming: bool,
    pub kind: &'static str,
    pub body: String,
    pub file: Option<PhoneFile>,
    pub quoted_id: Option<String>,
    pub deleted: bool,
    pub ack: i64,
}

/// Writes history: nobody is told.
pub(crate) async fn record(
    conn: &mut Conn<'_>,
    company: CompanyId,
    connection: ConnectionId,
    at: DateTime<Utc>,
    record: &PhoneRecord,
) -> Result<()> {
    let name = Some(record.push_name.as_str());
    phones::touch(conn, company, connection, at, &record.number, name).await?;
    let message = phones::NewMessage {
        number: &record.number,
        provider_id: &record.provider_id,
        incoming: record.incoming,
        kind: record.kind,
        body: &record.body,
        file: record.file.as_ref(),
        quoted_id: record.quoted_id.as_deref(),
    };
    phones::insert(conn, company, connection, at, message).await?;
    on!(conn, |c| sqlx::query(
        "UPDATE simulator_messages SET deleted = $4, ack = $5
         WHERE company_id = $1 AND connection_id = $2 AND provider_id = $3"
    )
    .bind(company)
    .bind(connection)
    .bind(&record.provider_id)
    .bind(record.deleted)
    .bind(record.ack)
    .execute(c)
    .await
    .map(drop))?;
    Ok(())
}

/// A contact card as vCard 3.0 (RFC 2426) with the number's `WhatsApp` id, as phones send it.
pub fn vcard(name: &str, digits: &str) -> String {
    let name: String = name
        .chars()
        .filter(|c| !c.is_control())
        .flat_map(|c| {
            matches!(c, '\\' | ';' | ',')
                .then_some('\\')
                .into_iter()
                .chain([c])
        })
        .collect();
    format!(
        "BEGIN:VCARD\nVERSION:3.0\nN:;{name};;;\nFN:{name}\nTEL;type=CELL;waid={digits}:+{digits}\nEND:VCARD\n"
    )
}

/// A customer writes: his message is on his phone and in the inbox, or nowhere. Answers its id.
///
/// # Errors
/// `Database` when the connection is not of the company.
pub async fn write_message(
    conn: &mut Conn<'_>,
    company: CompanyId,
    connection: ConnectionId,
    now: DateTime<Utc>,
    message: CustomerMessage,
) -> Result<String> {
    let id = format!("sim.c{}", Uuid::new_v4().simple());
    phones::touch(
        conn,
        company,
        connection,
        now,
        &message.from,
        Some(&message.push_name),
    )
    .await?;
    let (kind, body, file) = on_phone(&message.content)?;
    phones::insert(
        conn,
        company,
        connection,
        now,
        phones::NewMessage {
            number: &message.from,
            provider_id: &id,
            incoming: true,
            kind,
            body: &body,
            file,
            quoted_id: message.quoted_id.as_deref(),
        },
    )
    .await?;
    let chat = message.from.clone();
    let event = Inbound::Message(InboundMessage {
        provider_id: id.clone(),
        chat: chat.clone(),
        push_name: Some(message.push_name),
        from_me: false,
        is_group: false,
        sent_at: now,
        quoted_id: message.quoted_id,
        content: on_wire(message.content),
    });
    tell(
        conn,
        company,
        connection,
        now,
        (format!("m:{id}"), chat, &id),
        &event,
    )
    .await?;
    Ok(id)
}

/// A customer takes back a message of his.
///
/// # Errors
/// `Refused(NoMessageFound)` when he wrote no such message.
pub async fn revoke_message(
    conn: &mut Conn<'_>,
    company: CompanyId,
    connection: ConnectionId,
    now: DateTime<Utc>,
    id: &str,
) -> Result<()> {
    let number: Option<String> = on!(conn, |c| {
        sqlx::query_scalar(
        "UPDATE simulator_messages SET deleted = TRUE
         WHERE company_id = $1 AND connection_id = $2 AND provider_id = $3 AND incoming RETURNING number"
    )
    .bind(company)
    .bind(connection)
    .bind(id)
    .fetch_optional(c)
    .await
    })?;
    let chat = number.ok_or(ErrorCode::NoMessageFound)?;
    let event = Inbound::Revoke {
        target_id: id.to_owned(),
    };
    tell(
        conn,
        company,
        connection,
        now,
        (format!("d:{id}"), chat, id),
        &event,
    )
    .await
}

/// A customer changes the text of a message of his.
///
/// # Errors
/// `Refused(NoMessageFound)` when he wrote no such message.
pub async fn edit_message(
    conn: &mut Conn<'_>,
    company: CompanyId,
    connection: ConnectionId,
    now: DateTime<Utc>,
    (id, body): (&str, &str),
) -> Result<()> {
    let number: Option<String> = on!(conn, |c| {
        sqlx::query_scalar(
        "UPDATE simulator_messages SET body = $4
         WHERE company_id = $1 AND connection_id = $2 AND provider_id = $3 AND incoming AND NOT deleted
         RETURNING number"
    )
    .bind(company)
    .bind(connection)
    .bind(id)
    .bind(body)
    .fetch_optional(c)
    .await
    })?;
    let chat = number.ok_or(ErrorCode::NoMessageFound)?;
    let event = Inbound::Edit {
        target_id: id.to_owned(),
        body: body.to_owned(),
    };
    let key = format!("e:{id}:{}", Uuid::new_v4().simple());
    tell(conn, company, connection, now, (key, chat, id), &event).await
}

/// A customer reacts to a message of his chat; an empty emoji takes the reaction back.
///
/// # Errors
/// `Refused(NoMessageFound)` when there is no such message in his chat.
pub async fn react(
    conn: &mut Conn<'_>,
    company: CompanyId,
    connection: ConnectionId,
    now: DateTime<Utc>,
    (from, target_id, emoji): (&str, &str, &str),
) -> Result<()> {
    let target = find_message(conn, company, connection, target_id).await?;
    target
        .filter(|target| target.number == from)
        .ok_or(ErrorCode::NoMessageFound)?;
    let event = Inbound::Reaction {
        target_id: target_id.to_owned(),
        emoji: emoji.to_owned(),
        from_me: false,
    };
    let key = format!("r:{target_id}:{}", Uuid::new_v4().simple());
    tell(
        conn,
        company,
        connection,
        now,
        (key, from.to_owned(), target_id),
        &event,
    )
    .await
}

/// A message of the desk reaches a phone, which says so. Answers `false` when it was there already; then nothing
/// happens.
///
/// # Errors
/// `Database` when the connection is not of the company.
pub async fn deliver(
    conn: &mut Conn<'_>,
    company: CompanyId,
    connection: ConnectionId,
    now: DateTime<Utc>,
    message: &DeskMessage,
) -> Result<bool> {
    let id = provider_id(message.intent_id);
    phones::touch(conn, company, connection, now, &message.to, None).await?;
    let new = phones::insert(
        conn,
        company,
        connection,
        now,
        phones::NewMessage {
            number: &message.to,
            provider_id: &id,
            incoming: false,
            kind: message.kind,
            body: &message.body,
            file: message.file.as_ref(),
            quoted_id: message.quoted_id.as_deref(),
        },
    )
    .await?;
    if new {
        acknowledge(conn, company, connection, now, (&id, ACK_DELIVERED)).await?;
    }
    Ok(new)
}

/// A phone says how far a message of the desk has come: 3 delivered, 4 read, 5 played. It never falls; a phone with its
/// read receipts off says no more than delivered. Answers where the message stands now.
///
/// # Errors
/// `Refused(NoMessageFound)` when no such message of the desk is on a phone.
pub async fn acknowledge(
    conn: &mut Conn<'_>,
    company: CompanyId,
    connection: ConnectionId,
    now: DateTime<Utc>,
    (id, ack): (&str, i64),
) -> Result<i64> {
    let message = find_message(conn, company, connection, id)
        .await?
        .filter(|message| !message.incoming)
        .ok_or(ErrorCode::NoMessageFound)?;
    let silent = !phones::read_receipts(conn, company, connection, &message.number).await?;
    let ack = if silent { ack.min(ACK_DELIVERED) } else { ack };
    if ack <= message.ack {
        return Ok(message.ack);
    }
    on!(conn, |c| sqlx::query(
        "UPDATE simulator_messages SET ack = $4
         WHERE company_id = $1 AND connection_id = $2 AND provider_id = $3 AND ack < $4"
    )
    .bind(company)
    .bind(connection)
    .bind(id)
    .bind(ack)
    .execute(c)
    .await
    .map(drop))?;
    let event = Inbound::Status(InboundStatus {
        provider_id: id.to_owned(),
        ack: Some(ack),
        failure: None,
        intent_id: id
            .strip_prefix("sim.")
            .and_then(|intent| intent.parse().ok()),
        at: now,
    });
    tell(
        conn,
        company,
        connection,
        now,
        (format!("s:{id}:{ack}"), message.number, id),
        &event,
    )
    .await?;
    Ok(ack)
}

/// The desk takes a message of its own back from a phone. Answers whether it was there.
///
/// # Errors
/// `Database`.
pub async fn take_back(
    conn: &mut Conn<'_>,
    company: CompanyId,
    connection: ConnectionId,
    id: &str,
) -> Result<bool> {
    let changed = on!(conn, |c| sqlx::query(
        "UPDATE simulator_messages SET deleted = TRUE
         WHERE company_id = $1 AND connection_id = $2 AND provider_id = $3 AND NOT incoming"
    )
    .bind(company)
    .bind(connection)
    .bind(id)
    .execute(c)
    .await
    .map(|done| done.rows_affected()))?;
    Ok(changed == 1)
}

/// The desk has read a chat up to a message: the customer's ticks turn blue.
///
/// # Errors
/// `Database`.
pub async fn mark_read(
    conn: &mut Conn<'_>,
    company: CompanyId,
    connection: ConnectionId,
    id: &str,
) -> Result<()> {
    on!(conn, |c| sqlx::query(
        "UPDATE simulator_messages SET ack = $4
         WHERE company_id = $1 AND connection_id = $2 AND incoming AND ack < $4
           AND number = (SELECT number FROM simulator_messages
                         WHERE company_id = $1 AND connection_id = $2 AND provider_id = $3)
           AND id <= (SELECT id FROM simulator_messages
                      WHERE company_id = $1 AND connection_id = $2 AND provider_id = $3)"
    )
    .bind(company)
    .bind(connection)
    .bind(id)
    .bind(ACK_READ)
    .execute(c)
    .await
    .map(drop))?;
    Ok(())
}

async fn tell(
    conn: &mut Conn<'_>,
    company: CompanyId,
    connection: ConnectionId,
    now: DateTime<Utc>,
    (key, chat, subject): (String, String, &str),
    event: &Inbound,
) -> Result<()> {
    let raw = RawEvent {
        key,
        chat,
        subject: Some(subject.to_owned()),
        raw: serde_json::to_value(event)?,
    };
    inbox::insert_all(conn, company, connection, now, &[raw]).await?;
    Ok(())
}

fn on_phone(content: &CustomerContent) -> Result<(&'static str, String, Option<&PhoneFile>)> {
    Ok(match content {
        CustomerContent::Text(body) => ("text", body.clone(), None),
        CustomerContent::Media {
            kind,
            caption,
            file,
            ..
        } => (kind_word(*kind), caption.clone(), Some(file)),
        CustomerContent::Location(place) => ("location", serde_json::to_string(place)?, None),
        CustomerContent::Contacts(vcard) => ("contacts", vcard.clone(), None),
        CustomerContent::MissedCall => ("call", String::new(), None),
        CustomerContent::Unsupported(what) => ("unsupported", what.clone(), None),
    })
}

fn on_wire(content: CustomerContent) -> InboundContent {
    match content {
        CustomerContent::Text(body) => InboundContent::Text { body },
        CustomerContent::Media {
            kind,
            caption,
            file,
            voice,
        } => InboundContent::Media {
            kind,
            caption,
            remote: RemoteMedia {
                id: file.path,
                mime: Some(file.mime),
                file_name: Some(file.name),
                sha256: None,
                voice,
            },
        },
        CustomerContent::Location(place) => InboundContent::Location(place),
        CustomerContent::Contacts(vcard) => InboundContent::Contacts { vcard },
        CustomerContent::MissedCall => InboundContent::MissedCall,
        CustomerContent::Unsupported(what) => InboundContent::Unsupported { what },
    }
}
