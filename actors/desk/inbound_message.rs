//! A message comes in: contact, ticket, message and times in one transaction (rules B3, B4).

use chrono::{DateTime, TimeDelta, Utc};
use guiche_storage::{
    Conn, connections,
    contacts::{self, InboundContact},
    delivery::inbox,
    media,
    messages::{self, write::NewMessage},
    model::{
        ConnectionId, ContactId, ErrorCode, MediaId, MessageId, TicketId,
        contact::Contact,
        event::{ContactEvent, NewEvent, Room, Written},
        inbound::{InboundContent, InboundMessage, Person},
        message::{Author, Location, MediaKind, MessageDetails},
        ticket::{Ticket, TicketStatus},
    },
    tickets::{
        self,
        write::{LastMessage, NewTicket, Unread},
    },
};
use uuid::Uuid;

use super::{
    Changes, DeskContext, campaigns,
    contacts::tell_joined,
    dialogue::{self, Decided},
    inbound::{Arrived, Received},
    moves, pictures,
};
use crate::{
    ActorError,
    rules::{
        leads,
        placement::{Placement, tell_message, tell_moved, tell_ticket},
        reopening,
        texts::shown_in_list,
    },
};

/// Most characters kept of a message; `WhatsApp` itself allows 65,536.
const BODY_CHARS_MAX: usize = 65_536;

/// A message that took longer was held up.
const LATE: TimeDelta = TimeDelta::minutes(1);

/// What a message becomes in the table.
pub(super) struct Stored {
    pub body: String,
    pub media_type: Option<String>,
    pub media: Option<(MediaId, MediaKind)>,
    pub location: Option<Location>,
    /// The rating that it is.
    pub rating: Option<i64>,
}

/// In which conversation a message stands, and who of a group wrote it.
#[derive(Clone, Copy)]
struct Talk {
    ticket: TicketId,
    contact: ContactId,
    author: Option<ContactId>,
}

/// Stores an incoming message.
///
/// # Errors
/// `Storage`.
pub(super) async fn store(
    desk: &DeskContext,
    c: &mut Conn<'_>,
    changes: &mut Changes,
    received: Received<'_>,
    message: &InboundMessage,
) -> Result<Arrived, ActorError> {
    let (company, now, connection) = (desk.company, received.now, received.connection);
    if message.is_group && desk.settings(c, changes).await?.ignores_groups {
        return Ok(Arrived::default());
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
        return Ok(Arrived::default());
    }
    let author = author.map(|author| author.id);
    let wants_picture = note_heard(desk, c, received, (contact.id, message)).await?;
    let (ticket_id, place) = find_or_open(desk, c, changes, received, &contact, message).await?;
    let source = (connection, now);
    let mut stored = content(desk, c, source, &message.content).await?;
    if let Conversation::Rated(decided) = &place {
        stored.rating = decided.rating();
    }
    let is_read = message.from_me || matches!(place, Conversation::Rated(_));
    let talk = Talk {
        ticket: ticket_id,
        contact: contact.id,
        author,
    };
    let id = insert(desk, c, received, (message, is_read), talk, &stored).await?;
    let (counts, at) = ((message, is_read), place.now(now));
    note_last(c, desk, ticket_id, counts, &stored, at).await?;
    let is_new = matches!(place, Conversation::New);
    campaigns::hear(desk, c, changes, (&contact, ticket_id, is_new), message).await?;
    let ticket = tickets::get(c, company, ticket_id).await?;
    let shown_message = messages::get(c, company, id, desk.shown(now)).await?;
    tell_begun(changes, &place, &ticket);
    changes.push(tell_message(&shown_message, &ticket, &contact));
    let freed =
        received.has_parked && inbox::unpark(c, connection, &message.provider_id).await? > 0;
    match place {
        Conversation::Rated(decided) => {
            dialogue::rated(desk, c, changes, &ticket, *decided).await?;
        }
        Conversation::Known | Conversation::New | Conversation::Resumed(_) => {
            let talk = (&ticket, is_new);
            dialogue::answer(desk, c, changes, received, talk, (message, id)).await?;
        }
    }
    Ok(Arrived {
        has_media: stored.media.is_some(),
        freed,
        wants_picture,
    })
}

/// A customer was heard. Answers whether his picture is to be asked for.
async fn note_heard(
    desk: &DeskContext,
    c: &mut Conn<'_>,
    received: Received<'_>,
    (contact, message): (ContactId, &InboundMessage),
) -> Result<bool, ActorError> {
    if message.from_me {
        return Ok(false);
    }
    let (company, connection) = (desk.company, received.connection);
    let at = message.sent_at.min(received.now);
    contacts::touch_window(c, company, contact, connection, at).await?;
    pictures::heard(desk, c, received, (contact, message.is_group)).await
}

/// What the list shows of the ticket from now on; what was typed on the phone answers the customer too.
async fn note_last(
    c: &mut Conn<'_>,
    desk: &DeskContext,
    ticket: TicketId,
    (message, is_read): (&InboundMessage, bool),
    stored: &Stored,
    now: DateTime<Utc>,
) -> Result<(), ActorError> {
    if message.from_me {
        tickets::episodes::answer(c, desk.company, ticket, now).await?;
    }
    let shown = list_text(&message.content, stored);
    let last = LastMessage {
        body: &shown,
        from_me: message.from_me,
        unread: Unread::received(is_read),
    };
    tickets::write::note_message(c, desk.company, ticket, &last, now).await?;
    Ok(())
}

/// Tells of a conversation that begins or goes on.
fn tell_begun(changes: &mut Changes, place: &Conversation, ticket: &Ticket) {
    match place {
        Conversation::New => changes.extend(tell_ticket(None::<Placement>, ticket)),
        Conversation::Resumed(ended) => {
            changes.extend(tell_moved(Some(Placement::from(&**ended)), ticket, None));
        }
        Conversation::Known | Conversation::Rated(_) => {}
    }
}

/// Where a message belongs.
enum Conversation {
    /// In a conversation that is there.
    Known,
    /// In a new one.
    New,
    /// In the one that ended last, as it was, which goes on.
    Resumed(Box<Ticket>),
    /// In an ended one, whose customer it says was asked what he thought of it.
    Rated(Box<Decided>),
}

impl Conversation {
    /// The time of what is written of its ticket: after all that browsers know of it, though the close that they know of may
    /// have been written after the message came in.
    fn now(&self, now: DateTime<Utc>) -> DateTime<Utc> {
        match self {
            Self::Resumed(ended) => now.max(ended.updated_at + TimeDelta::milliseconds(1)),
            Self::Known | Self::New | Self::Rated(_) => now,
        }
    }
}

/// The running ticket of a contact, or a new episode. A message typed on the phone itself opens none that waits: its
/// episode is closed history.
async fn find_or_open(
    desk: &DeskContext,
    c: &mut Conn<'_>,
    changes: &mut Changes,
    received: Received<'_>,
    contact: &Contact,
    message: &InboundMessage,
) -> Result<(TicketId, Conversation), ActorError> {
    let (company, now) = (desk.company, received.now);
    if let Some(ticket) = tickets::write::lock_running(c, company, contact.id).await? {
        return Ok((ticket, Conversation::Known));
    }
    let from_me = message.from_me;
    if !from_me
        && let Some((ticket, decided)) =
            dialogue::hear_rating(desk, c, changes, contact.id, message).await?
    {
        return Ok((ticket, Conversation::Rated(Box::new(decided))));
    }
    let last = tickets::find_last(c, company, contact.id).await?;
    let last = last.map(|ticket| ticket.id);
    let is_new = last.is_none();
    if let Some(last) = last.filter(|_| from_me) {
        return Ok((last, Conversation::Known));
    }
    if let Some(resumed) = resume(desk, c, changes, received, (contact.id, message)).await? {
        return Ok(resumed);
    }
    let offered = dialogue::offered(desk, c, changes, received.connection).await?;
    // a number with one queue puts its tickets there (rule B5)
    let queue_id = match offered.as_slice() {
        [only] => Some(*only),
        _ => None,
    };
    let status = if from_me {
        TicketStatus::Closed
    } else {
        let mode = desk.settings(c, changes).await?.leads;
        leads::begins(mode, !is_new, contact.is_group, offered.len())
    };
    let ticket = NewTicket {
        uuid: Uuid::new_v4(),
        status,
        contact_id: contact.id,
        user_id: None,
        queue_id,
        connection_id: Some(received.connection),
        is_group: contact.is_group,
    };
    let id = tickets::write::insert(c, company, &ticket, now).await?;
    if !from_me {
        let step = tickets::episodes::Step {
            connection_id: ticket.connection_id,
            queue_id: ticket.queue_id,
            user_id: None,
        };
        tickets::episodes::begin(c, company, id, step, now).await?;
    }
    Ok((id, Conversation::New))
}

/// Takes the conversation that ended last up again, where the message comes in time for it. One that nobody attended is
/// none to go on with, and what answers a campaign begins another.
async fn resume(
    desk: &DeskContext,
    c: &mut Conn<'_>,
    changes: &mut Changes,
    received: Received<'_>,
    (contact, message): (ContactId, &InboundMessage),
) -> Result<Option<(TicketId, Conversation)>, ActorError> {
    let (company, now) = (desk.company, received.now);
    let minutes = desk.settings(c, changes).await?.reopen_minutes;
    if minutes <= 0 || message.from_me {
        return Ok(None);
    }
    let sent_at = message.sent_at.min(now);
    let ended = tickets::episodes::last_ended(c, company, contact).await?;
    let Some(ended) = ended.filter(|ended| {
        ended.was_attended
            && ended.last_author != Some(Author::Campaign)
            && reopening::is_in_time(sent_at, ended.ended_at, minutes)
    }) else {
        return Ok(None);
    };
    // somebody may take it up at this moment, on another node
    tickets::write::lock(c, company, ended.ticket_id).await?;
    let old = tickets::get(c, company, ended.ticket_id).await?;
    if old.status != TicketStatus::Closed {
        return Ok(Some((old.id, Conversation::Known)));
    }
    if old.whatsapp_id != Some(received.connection) {
        return Ok(None);
    }
    moves::resume(desk, c, &old, now).await?;
    Ok(Some((old.id, Conversation::Resumed(Box::new(old)))))
}

/// What a message becomes in the table, whose file is still at the provider's.
///
/// # Errors
/// `Storage`.
pub(super) async fn content(
    desk: &DeskContext,
    c: &mut Conn<'_>,
    (connection, now): (ConnectionId, DateTime<Utc>),
    content: &InboundContent,
) -> Result<Stored, ActorError> {
    let plain = |body: &str, media_type: Option<&str>| Stored {
        body: body.chars().take(BODY_CHARS_MAX).collect(),
        media_type: media_type.map(str::to_owned),
        media: None,
        location: None,
        rating: None,
    };
    Ok(match content {
        InboundContent::Text { body } => plain(body, None),
        InboundContent::Media {
            kind,
            caption,
            remote,
        } => {
            let id = media::insert_pending(c, desk.company, connection, now, *kind, remote).await?;
            Stored {
                media: Some((id, *kind)),
                ..plain(caption, Some(kind.as_str()))
            }
        }
        InboundContent::Location(location) => {
            let name = location.name.as_deref().or(location.address.as_deref());
            Stored {
                location: Some(location.clone()),
                ..plain(name.unwrap_or_default(), Some("locationMessage"))
            }
        }
        InboundContent::Contacts { vcard } => plain(vcard, Some("vcard")),
        InboundContent::MissedCall => plain("", Some("call_log")),
        InboundContent::Unsupported { what } => plain(what, Some("unsupported")),
    })
}

/// Whether a customer's message came only after the number had been away: the provider says so, or it was sent well before
/// the number was connected.
async fn is_recovered(
    desk: &DeskContext,
    c: &mut Conn<'_>,
    received: Received<'_>,
    message: &InboundMessage,
) -> Result<bool, ActorError> {
    let is_late = received.now - message.sent_at > LATE;
    if message.from_me || message.details.recovered || !is_late {
        return Ok(message.details.recovered && !message.from_me);
    }
    let since = connections::connected_since(c, desk.company, received.connection).await?;
    Ok(since.is_some_and(|since| since - message.sent_at > LATE))
}

async fn insert(
    desk: &DeskContext,
    c: &mut Conn<'_>,
    received: Received<'_>,
    (message, is_read): (&InboundMessage, bool),
    talk: Talk,
    stored: &Stored,
) -> Result<MessageId, ActorError> {
    let (company, connection) = (desk.company, received.connection);
    let quoted = match &message.quoted_id {
        Some(id) => messages::write::find_by_provider_id(c, company, connection, id).await?,
        None => None,
    };
    let quoted = quoted.filter(|quoted| quoted.contact_id == talk.contact);
    let recovered = is_recovered(desk, c, received, message).await?;
    let new = NewMessage {
        uuid: Uuid::new_v4(),
        ticket_id: talk.ticket,
        contact_id: talk.contact,
        connection_id: Some(connection),
        provider_id: Some(message.provider_id.clone()),
        body: stored.body.clone(),
        from_me: message.from_me,
        read: is_read,
        media_id: stored.media.map(|(id, _)| id),
        media_type: stored.media_type.clone(),
        location: stored.location.clone(),
        ack: if message.from_me { 2 } else { 0 },
        is_private: false,
        quoted_id: quoted.map(|quoted| quoted.id),
        author: if message.from_me {
            Author::Phone
        } else {
            Author::Contact
        },
        user_id: None,
        client_id: None,
        send_state: None,
        author_id: talk.author,
        details: MessageDetails {
            rating: stored.rating,
            recovered,
            ..message.details.clone()
        },
        sent_at: message.sent_at.min(received.now),
    };
    let id = messages::write::insert(c, company, &new, received.now).await?;
    id.ok_or_else(|| ErrorCode::CreatingMessage.into())
}

/// What the list shows of a message, also of one that has no text of its own.
pub(super) fn list_text(content: &InboundContent, stored: &Stored) -> String {
    let text = shown_in_list(&stored.body, stored.media.map(|(_, kind)| kind));
    match content {
        InboundContent::Location(_) => format!(
            "📍 {}",
            if text.is_empty() {
                "Localização"
            } else {
                &text
            }
        ),
        InboundContent::Contacts { .. } => "👤 Contato".to_owned(),
        InboundContent::MissedCall => "📞 Chamada perdida".to_owned(),
        InboundContent::Unsupported { .. } => "Mensagem não suportada".to_owned(),
        InboundContent::Text { .. } | InboundContent::Media { .. } => text,
    }
}

/// The contact of a person, and what became of it is told.
///
/// # Errors
/// `Storage`.
pub(super) async fn known(
    desk: &DeskContext,
    c: &mut Conn<'_>,
    changes: &mut Changes,
    (person, is_group): (&Person, bool),
    now: DateTime<Utc>,
) -> Result<Contact, ActorError> {
    let found = contacts::upsert_person(c, desk.company, person, is_group, now).await?;
    tell_found(desk, c, changes, &found).await?;
    Ok(found.contact)
}

/// Tells what became of a contact.
///
/// # Errors
/// `Storage`.
pub(super) async fn tell_found(
    desk: &DeskContext,
    c: &mut Conn<'_>,
    changes: &mut Changes,
    found: &InboundContact,
) -> Result<(), ActorError> {
    if let Some(joined) = &found.joined {
        return tell_joined(desk, c, changes, &found.contact, joined).await;
    }
    if found.created || found.changed {
        let how = if found.created {
            Written::New
        } else {
            Written::Changed
        };
        changes.push(tell_contact(how, &found.contact));
    }
    Ok(())
}

pub(super) fn tell_contact(how: Written, contact: &Contact) -> NewEvent {
    NewEvent::to([Room::Main], ContactEvent::written(how, contact))
}
