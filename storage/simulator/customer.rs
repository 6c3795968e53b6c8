//! What customers do on their phones: each act is on the phone and in the inbox, or nowhere.

use chrono::{DateTime, Utc};
use uuid::Uuid;

use super::{CustomerContent, CustomerMessage, PhoneFile, find_message, kind_word, phones, tell};
use crate::{
    Conn, Result,
    model::{
        CompanyId, ConnectionId, ErrorCode,
        inbound::{Doer, Inbound, InboundContent, InboundMessage, Person, RemoteMedia},
        message::MessageDetails,
    },
    on,
};

/// Somebody writes: his message is on the phone and in the inbox, or nowhere. Answers its id.
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
    let who = if message.from_me { 'o' } else { 'c' };
    let id = format!("sim.{who}{}", Uuid::new_v4().simple());
    put_on_phone(conn, (company, connection), now, &message, &id).await?;
    let (key, from_me) = (format!("m:{id}"), message.from_me);
    let is_group = message.group.is_some();
    let (chat, name, author) = match message.group {
        Some(group) => {
            let author = Person {
                address: message.from,
                name: Some(message.push_name),
                ..Person::default()
            };
            (group.id, group.name, Some(author).filter(|_| !from_me))
        }
        None => (message.from, message.push_name, None),
    };
    let event = Inbound::Message(Box::new(InboundMessage {
        provider_id: id.clone(),
        chat: chat.clone(),
        push_name: Some(name),
        from_me,
        is_group,
        user_ids: Vec::new(),
        username: None,
        author,
        sent_at: now,
        quoted_id: message.quoted_id,
        content: on_wire(message.content),
        choice: None,
        details: MessageDetails::default(),
    }));
    tell(conn, company, connection, now, (key, chat, &id), &event).await?;
    Ok(id)
}

async fn put_on_phone(
    conn: &mut Conn<'_>,
    (company, connection): (CompanyId, ConnectionId),
    now: DateTime<Utc>,
    message: &CustomerMessage,
    id: &str,
) -> Result<()> {
    let group = message.group.as_ref();
    let number = group.map_or(&message.from, |group| &group.id);
    let name = group.map_or(&message.push_name, |group| &group.name);
    // what is typed on the business's own phone says nothing of the customer's name
    let name = Some(name.as_str()).filter(|_| !message.from_me || group.is_some());
    phones::touch(conn, company, connection, now, number, name).await?;
    if group.is_some() {
        phones::be_group(conn, company, connection, number).await?;
    }
    let (kind, body, file) = on_phone(&message.content)?;
    let author = (message.from.as_str(), message.push_name.as_str());
    let new = phones::NewMessage {
        number,
        provider_id: id,
        incoming: !message.from_me,
        kind,
        body: &body,
        file,
        quoted_id: message.quoted_id.as_deref(),
        author: group.filter(|_| !message.from_me).map(|_| author),
        from_own_phone: message.from_me,
    };
    phones::insert(conn, company, connection, now, new).await?;
    Ok(())
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
        by: Doer::Customer,
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
        "UPDATE simulator_messages SET body = $4, edited = TRUE
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
        by: Doer::Customer,
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
