//! What a phone hands over of its past becomes closed history: messages that nobody is told of, that no robot answers and
//! that no figure counts. A piece of it is one small transaction, behind what comes in live.

use std::collections::HashSet;

use chrono::{DateTime, Utc};
use guiche_storage::{
    Conn, StorageError,
    connections::history,
    contacts, media,
    messages::{self, write::NewMessage},
    model::{
        ConnectionId, ContactId, ErrorCode, MediaId, MessageId, TicketId,
        contact::Contact,
        inbound::{Inbound, InboundContent, InboundMessage, Person},
        message::{Author, MessageDetails},
        outgoing::SendState,
    },
    tickets::past::{self, Past},
};
use uuid::Uuid;

use super::{
    Changes, DeskContext, DeskWork, Lane,
    contacts::tell_joined,
    dialogue,
    inbound_message::{Stored, content, list_text},
    past_files,
};
use crate::{ActorError, rules::pairing::tell_session};

/// Why the file of a message of the past is not here: somebody who wants it asks for it.
const NOT_BROUGHT: &str = "of the past: not brought";

/// Stores messages of the past. What is known already, what is nothing for the desk and what cannot be stored is left out.
#[derive(Debug)]
pub struct BringPast {
    /// Of which number.
    pub connection_id: ConnectionId,
    /// What waits, and what the provider understands of it.
    pub events: Vec<(i64, Inbound)>,
}

impl DeskWork for BringPast {
    type Answer = ();

    fn lane(&self) -> Lane {
        Lane::Inbound(self.connection_id)
    }

    async fn run(self, desk: DeskContext) -> Result<(), ActorError> {
        let all: Vec<_> = self.events.iter().collect();
        match bring(&desk, self.connection_id, &all).await {
            Err(error) if is_for_later(&error) => return Err(error),
            Err(error) => tracing::warn!(%error, "a piece of a phone's past is stored one by one"),
            Ok(()) => return Ok(()),
        }
        for one in &all {
            let Err(error) = bring(&desk, self.connection_id, &[one]).await else {
                continue;
            };
            if is_for_later(&error) {
                return Err(error);
            }
            tracing::warn!(past.id = one.0, %error, "a message of the past could not be stored");
            let (company, id) = (desk.company, one.0);
            desk.db
                .write(async |c| history::take(c, company, &[id]).await)
                .await?;
        }
        Ok(())
    }
}

/// Whether a message can be stored later, for it is not its fault that it could not be.
fn is_for_later(error: &ActorError) -> bool {
    matches!(error, ActorError::Storage(StorageError::Unavailable(_)))
}

async fn bring(
    desk: &DeskContext,
    connection: ConnectionId,
    events: &[&(i64, Inbound)],
) -> Result<(), ActorError> {
    // whether a file is of now is known when the messages are stored
    let (files, events): (Vec<&(i64, Inbound)>, Vec<_>) = events
        .iter()
        .partition(|(_, inbound)| matches!(inbound, Inbound::PastFile { .. }));
    let ids: Vec<i64> = events.iter().map(|(id, _)| *id).collect();
    let messages = |taken: &HashSet<i64>| {
        let here = events.iter().filter(|(id, _)| taken.contains(id));
        let mut messages: Vec<_> = here.filter_map(|(_, inbound)| message(inbound)).collect();
        messages.sort_by_key(|message| message.sent_at);
        messages
    };
    desk.change(desk.now(), async |c, changes| {
        let now = desk.now();
        let taken = history::take(c, desk.company, &ids).await?;
        let (mut brought, mut behind) = (0, None);
        for message in messages(&taken.into_iter().collect()) {
            let source = (connection, now);
            if let Some(id) = store(desk, c, changes, source, (message, behind)).await? {
                (brought, behind) = (brought + 1, Some(id));
            }
        }
        for file in &files {
            past_files::fill(desk, c, (connection, now), file).await?;
        }
        if brought > 0 {
            let counted = history::count(c, desk.company, connection, brought, now).await?;
            changes.extend(counted.map(tell_session).into_iter().flatten());
        }
        Ok(())
    })
    .await
}

fn message(inbound: &Inbound) -> Option<&InboundMessage> {
    match inbound {
        Inbound::Message(message) => Some(message),
        _ => None,
    }
}

/// Stores one message. `None`: it is known, or is nothing for the desk.
async fn store(
    desk: &DeskContext,
    c: &mut Conn<'_>,
    changes: &mut Changes,
    (connection, now): (ConnectionId, DateTime<Utc>),
    (message, behind): (&InboundMessage, Option<MessageId>),
) -> Result<Option<MessageId>, ActorError> {
    let company = desk.company;
    if message.is_group && desk.settings(c, changes).await?.ignores_groups {
        return Ok(None);
    }
    let id = message.provider_id.as_str();
    if messages::write::find_by_provider_id(c, company, connection, id)
        .await?
        .is_some()
    {
        return Ok(None);
    }
    let mut customer = message.customer();
    if message.from_me {
        customer.name = None;
    }
    let contact = known(desk, c, changes, (&customer, message.is_group), now).await?;
    let author = match message.author.as_ref().filter(|_| !message.from_me) {
        Some(author) => Some(known(desk, c, changes, (author, false), now).await?),
        None => None,
    };
    let is_blocked = contact.blocked || author.as_ref().is_some_and(|author| author.blocked);
    if is_blocked && !message.from_me {
        return Ok(None);
    }
    let of = (&contact, author.map(|author| author.id));
    let stored = write(desk, c, changes, (connection, now), (message, behind), of).await?;
    Ok(Some(stored))
}

/// Writes a message into the history of its customer.
async fn write(
    desk: &DeskContext,
    c: &mut Conn<'_>,
    changes: &mut Changes,
    (connection, now): (ConnectionId, DateTime<Utc>),
    (message, behind): (&InboundMessage, Option<MessageId>),
    (contact, author_id): (&Contact, Option<ContactId>),
) -> Result<MessageId, ActorError> {
    let company = desk.company;
    // a number with one queue keeps its past there
    let queue_id = match *dialogue::offered(desk, c, changes, connection).await? {
        [only] => Some(only),
        _ => None,
    };
    let of = Past {
        contact_id: contact.id,
        connection_id: connection,
        queue_id,
        is_group: contact.is_group,
    };
    let at = message.sent_at;
    let ticket_id = past::find_or_make(c, company, of, at).await?;
    let stored = content(desk, c, (connection, now), &message.content).await?;
    if let Some((file, _)) = stored.media {
        leave_file(c, desk, file, now).await?;
    }
    let quoted = match &message.quoted_id {
        Some(id) => messages::write::find_by_provider_id(c, company, connection, id).await?,
        None => None,
    };
    let quoted = quoted.filter(|quoted| quoted.contact_id == contact.id);
    let shown = list_text(&message.content, &stored);
    let new = NewMessage {
        connection_id: Some(connection),
        quoted_id: quoted.map(|quoted| quoted.id),
        author_id,
        ..as_written(message, stored, (ticket_id, contact.id))
    };
    let id = messages::write::insert_past(c, company, &new, behind).await?;
    let id = id.ok_or(ErrorCode::CreatingMessage)?;
    past::stretch(c, company, ticket_id, (&shown, message.from_me), at).await?;
    if matches!(message.content, InboundContent::Unsupported { .. }) {
        history::let_follow(c, company, connection, &message.provider_id).await?;
    }
    Ok(id)
}

/// The file of a message of the past stays where it is until somebody asks for it.
///
/// # Errors
/// `Storage`.
pub(super) async fn leave_file(
    c: &mut Conn<'_>,
    desk: &DeskContext,
    file: MediaId,
    now: DateTime<Utc>,
) -> Result<(), ActorError> {
    media::fail(c, desk.company, now, file, (NOT_BROUGHT, true)).await?;
    Ok(())
}

/// What the message itself says.
fn as_written(
    message: &InboundMessage,
    stored: Stored,
    (ticket_id, contact_id): (TicketId, ContactId),
) -> NewMessage {
    let from_me = message.from_me;
    NewMessage {
        uuid: Uuid::new_v4(),
        ticket_id,
        contact_id,
        connection_id: None,
        provider_id: Some(message.provider_id.clone()),
        body: stored.body,
        from_me,
        read: true,
        media_id: stored.media.map(|(id, _)| id),
        media_type: stored.media_type,
        location: stored.location,
        ack: message.ack.unwrap_or(if from_me { 2 } else { 0 }),
        is_private: false,
        quoted_id: None,
        author: if from_me {
            Author::Phone
        } else {
            Author::Contact
        },
        user_id: None,
        client_id: None,
        // one that never arrived is not offered to be sent again
        send_state: (from_me && message.ack == Some(0)).then_some(SendState::Expired),
        author_id: None,
        details: MessageDetails {
            history: true,
            recovered: false,
            ..message.details.clone()
        },
        sent_at: message.sent_at,
    }
}

/// The contact of a person. Nobody is told of one who was only spoken with before; of two that turn out to be one, people
/// may be looking at a ticket.
async fn known(
    desk: &DeskContext,
    c: &mut Conn<'_>,
    changes: &mut Changes,
    (person, is_group): (&Person, bool),
    now: DateTime<Utc>,
) -> Result<Contact, ActorError> {
    let found = contacts::upsert_person(c, desk.company, person, is_group, now).await?;
    if let Some(joined) = &found.joined {
        tell_joined(desk, c, changes, &found.contact, joined).await?;
    }
    Ok(found.contact)
}
