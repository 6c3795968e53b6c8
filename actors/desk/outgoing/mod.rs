//! The one way out: whoever speaks to a customer, his message row, its send, the event, the text in the list and the
//! wake-up of the connection are made here.

use guiche_storage::{
    Conn, contacts,
    delivery::outbox::{self, NewIntent, PRIORITY_ATTENDANT, PRIORITY_DESK},
    messages::{
        self,
        write::{MessageState, NewMessage},
    },
    model::{
        ConnectionId, ContactId, ErrorCode, MediaId, MessageId, TicketId, UserId,
        connection::Connection,
        message::{self, Location, MediaKind, Message, MessageDetails},
        outgoing::{ContactCard, MenuItem, Outgoing, SendState, TemplateFile, TemplatePart},
        ticket::Ticket,
    },
    tickets::{
        self,
        write::{LastMessage, Unread},
    },
};
use uuid::Uuid;

use super::{Changes, DeskContext};
use crate::{
    ActorError,
    publisher::WorkKind,
    rules::{
        capabilities::Capabilities,
        dialogue::{Item, Menu},
        placement::tell_message,
        texts::shown_in_list,
    },
};

/// Begins a text that the desk says by itself, so that an echo of it is recognised.
pub(super) const MARK: char = '\u{200e}';

/// Who speaks to the customer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Author {
    /// An attendant.
    User(UserId),
    /// The desk itself: greetings, menus, notices, questions.
    Bot,
    /// A message whose time has come, and who scheduled it.
    Schedule(UserId),
    /// A campaign.
    Campaign,
    /// A program of the company's, by the external API.
    ApiToken,
    /// An integration.
    Integration,
}

impl Author {
    /// Whose message it is, for those who may change their own.
    fn user(self) -> Option<UserId> {
        match self {
            Self::User(user) | Self::Schedule(user) => Some(user),
            Self::Bot | Self::Campaign | Self::ApiToken | Self::Integration => None,
        }
    }

    /// The word for him that pages show.
    fn word(self) -> message::Author {
        match self {
            Self::User(_) => message::Author::User,
            Self::Bot => message::Author::Bot,
            Self::Schedule(_) => message::Author::Schedule,
            Self::Campaign => message::Author::Campaign,
            Self::ApiToken => message::Author::Api,
            Self::Integration => message::Author::Integration,
        }
    }
}

/// What lets a message be stored once, however often it is asked for.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub enum Key {
    /// Nothing: each time is another message.
    #[default]
    None,
    /// The id that its author's browser gave it. Knows only messages of the same user.
    Client(String),
    /// What is said once in the company under this name.
    Once(String),
}

/// A template as the provider is told of it.
#[derive(Debug, Clone, PartialEq)]
pub struct TemplateSend {
    /// Its name.
    pub name: String,
    /// Its language.
    pub language: String,
    /// What stands for its variables.
    pub parts: Vec<TemplatePart>,
    /// The file above its text, and as what it is shown there.
    pub file: Option<(MediaId, MediaKind)>,
    /// The place above its text.
    pub place: Option<Location>,
}

/// What is sent that is neither text nor file.
#[derive(Debug, Clone, PartialEq)]
pub enum Thing {
    /// A place on the map.
    Place(Location),
    /// Somebody's name and number.
    Person(ContactCard),
}

impl Thing {
    /// What is kept as the message's text, as of one that came in.
    pub(super) fn body(&self) -> String {
        match self {
            Self::Place(place) => place
                .name
                .clone()
                .or_else(|| place.address.clone())
                .unwrap_or_default(),
            Self::Person(person) => person.vcard(),
        }
    }

    fn media_type(&self) -> &'static str {
        match self {
            Self::Place(_) => "locationMessage",
            Self::Person(_) => "vcard",
        }
    }

    fn location(&self) -> Option<Location> {
        match self {
            Self::Place(place) => Some(place.clone()),
            Self::Person(_) => None,
        }
    }

    /// What the list shows.
    fn in_list(&self) -> String {
        match self {
            Self::Place(_) => match self.body() {
                name if name.is_empty() => "📍 Localização".to_owned(),
                name => format!("📍 {name}"),
            },
            Self::Person(person) => format!("👤 {}", person.name),
        }
    }
}

/// A message to a customer. Begin with [`Draft::new`].
#[derive(Debug, Clone)]
pub struct Draft<'a> {
    /// In which ticket. The caller's transaction holds its row.
    pub ticket: &'a Ticket,
    /// By which connection; a message without one is stored only if it is private.
    pub connection: Option<ConnectionId>,
    /// Who speaks.
    pub author: Author,
    /// Text or caption; variables are filled.
    pub body: &'a str,
    /// Nothing in it is filled.
    pub is_literal: bool,
    /// The choices in the text, for a number that shows them.
    pub menu: Option<&'a Menu>,
    /// The approved text that it is; `body` is what the customer reads of it.
    pub template: Option<&'a TemplateSend>,
    /// The place or person that it is; `body` is then of no meaning.
    pub thing: Option<&'a Thing>,
    /// A stored file and its kind.
    pub media: Option<(MediaId, MediaKind)>,
    /// The message it answers.
    pub quoted: Option<&'a MessageState>,
    /// What makes it one message.
    pub key: Key,
    /// Smaller goes first.
    pub priority: i64,
    /// What becomes of the ticket's unread messages.
    pub unread: Unread,
    /// A whisper: stored and shown, never sent.
    pub is_private: bool,
    /// Titles of the company's articles behind it.
    pub sources: &'a [String],
}

impl<'a> Draft<'a> {
    /// A text by the ticket's connection. What attendants say goes first, and whoever answers has read; what is said by
    /// itself waits behind that, and does not hide that nobody has read.
    pub fn new(ticket: &'a Ticket, author: Author, body: &'a str) -> Self {
        let (priority, unread) = match author {
            Author::User(_) => (PRIORITY_ATTENDANT, Unread::Clear),
            _ => (PRIORITY_DESK, Unread::Keep),
        };
        Self {
            ticket,
            connection: ticket.whatsapp_id,
            author,
            body,
            is_literal: false,
            menu: None,
            template: None,
            thing: None,
            media: None,
            quoted: None,
            key: Key::None,
            priority,
            unread,
            is_private: false,
            sources: &[],
        }
    }

    /// What the desk says by itself, once under `key`.
    pub fn automatic(ticket: &'a Ticket, body: &'a str, key: String) -> Self {
        Self {
            key: Key::Once(key),
            ..Self::new(ticket, Author::Bot, body)
        }
    }
}

/// Stores and queues a message and tells of it. `None`: its key is known, or it has no way out; nothing was stored.
///
/// # Errors
/// `Storage`.
pub async fn enqueue(
    desk: &DeskContext,
    c: &mut Conn<'_>,
    changes: &mut Changes,
    draft: Draft<'_>,
) -> Result<Option<MessageId>, ActorError> {
    let ticket = draft.ticket.id;
    let id = store(desk, c, changes, draft).await?;
    if let Some(id) = id {
        tell(desk, c, changes, ticket, &[id]).await?;
    }
    Ok(id)
}

/// The first half of [`enqueue`], for who stores several before they are told together by [`tell`].
///
/// # Errors
/// `Storage`.
pub(super) async fn store(
    desk: &DeskContext,
    c: &mut Conn<'_>,
    changes: &mut Changes,
    draft: Draft<'_>,
) -> Result<Option<MessageId>, ActorError> {
    let now = desk.now();
    if draft.connection.is_none() && !draft.is_private {
        return Ok(None);
    }
    if let Key::Once(key) = &draft.key
        && outbox::is_known(c, desk.company, key).await?
    {
        return Ok(None);
    }
    let mut body = match (draft.thing, draft.template) {
        (Some(thing), _) => thing.body(),
        // its values were filled before they went into it
        (None, Some(_)) => draft.body.to_owned(),
        (None, None) if draft.is_literal => draft.body.to_owned(),
        (None, None) => desk.fill(c, changes, draft.body, draft.ticket).await?,
    };
    if draft.author == Author::Bot && !body.is_empty() {
        body.insert(0, MARK);
    }
    // of a template only its own file goes, whatever else was at hand
    let draft = Draft {
        media: draft.template.map_or(draft.media, |it| it.file),
        ..draft
    };
    let message = new_message(desk, &draft, &body);
    let Some(id) = messages::write::insert(c, desk.company, &message, now).await? else {
        return Ok(None);
    };
    let Some(connection) = draft.connection.filter(|_| !draft.is_private) else {
        // the list goes on showing what was said between customer and company, and what of it nobody has read
        return Ok(Some(id));
    };
    let shown = match draft.thing {
        Some(thing) => thing.in_list(),
        None => shown_in_list(&body, draft.media.map(|(_, kind)| kind)),
    };
    let last = LastMessage {
        body: &shown,
        from_me: true,
        unread: draft.unread,
    };
    tickets::write::note_message(c, desk.company, draft.ticket.id, &last, now).await?;
    let intent = NewIntent {
        intent_id: Uuid::now_v7(),
        connection_id: connection,
        message_id: Some(id),
        recipient: draft.ticket.contact.number.clone(),
        priority: draft.priority,
        payload: payload(desk, c, changes, &draft, body).await?,
        dedupe_key: match draft.key {
            Key::Once(key) => key,
            Key::None | Key::Client(_) => format!("message:{id}"),
        },
        expires_at: None,
    };
    if !send(desk, c, changes, &intent).await? {
        // somebody else's transaction has said it since the look; a message without a send would wait for ever
        return Err(ErrorCode::CreatingMessage.into());
    }
    Ok(Some(id))
}

/// Tells of messages that were stored in a ticket, with the ticket as it stands after them. Answers them in this order.
///
/// # Errors
/// `Refused(NoMessageFound)`.
pub(super) async fn tell(
    desk: &DeskContext,
    c: &mut Conn<'_>,
    changes: &mut Changes,
    ticket: TicketId,
    ids: &[MessageId],
) -> Result<Vec<Message>, ActorError> {
    let found = messages::get_all(c, desk.company, ids, desk.shown(desk.now())).await?;
    let ticket = tickets::get(c, desk.company, ticket).await?;
    let contact = contacts::get(c, desk.company, ticket.contact_id).await?;
    let mut told = Vec::with_capacity(ids.len());
    for id in ids {
        let message = found.iter().find(|message| message.id == *id);
        let message = message.ok_or(ErrorCode::NoMessageFound)?;
        changes.push(tell_message(message, &ticket, &contact));
        told.push(message.clone());
    }
    Ok(told)
}

/// Queues a send and wakes its connection. `false`: its key is known, nothing was stored. What carries no message (a read
/// mark, a change of a text) comes here directly.
///
/// # Errors
/// `Storage`.
pub(super) async fn send(
    desk: &DeskContext,
    c: &mut Conn<'_>,
    changes: &mut Changes,
    intent: &NewIntent,
) -> Result<bool, ActorError> {
    let is_new = outbox::insert(c, desk.company, intent, desk.now()).await?;
    if is_new {
        changes.wake(intent.connection_id, WorkKind::Outbox);
    }
    Ok(is_new)
}

/// Whether a connection takes free text to a contact now.
///
/// # Errors
/// `Storage`.
pub(super) async fn takes_free_text(
    desk: &DeskContext,
    c: &mut Conn<'_>,
    connection: &Connection,
    contact: ContactId,
) -> Result<bool, ActorError> {
    let can = Capabilities::of(connection.provider);
    if can.window.is_none() {
        return Ok(true);
    }
    let wrote_at = contacts::window(c, desk.company, contact, connection.id).await?;
    Ok(can.takes_free_text(wrote_at, desk.now()))
}

fn new_message(desk: &DeskContext, draft: &Draft<'_>, body: &str) -> NewMessage {
    NewMessage {
        uuid: Uuid::new_v4(),
        ticket_id: draft.ticket.id,
        contact_id: draft.ticket.contact_id,
        connection_id: draft.connection,
        provider_id: None,
        body: body.to_owned(),
        from_me: true,
        read: true,
        media_id: draft.media.map(|(id, _)| id),
        media_type: match draft.thing {
            Some(thing) => Some(thing.media_type().to_owned()),
            None => draft.media.map(|(_, kind)| kind.as_str().to_owned()),
        },
        location: match draft.template {
            Some(template) => template.place.clone(),
            None => draft.thing.and_then(Thing::location),
        },
        ack: if draft.is_private { 2 } else { 0 },
        is_private: draft.is_private,
        quoted_id: draft.quoted.map(|quoted| quoted.id),
        author: draft.author.word(),
        user_id: draft.author.user(),
        client_id: match &draft.key {
            Key::Client(id) => Some(id.clone()),
            Key::None | Key::Once(_) => None,
        },
        send_state: (!draft.is_private).then_some(SendState::Queued),
        author_id: None,
        details: MessageDetails {
            sources: draft.sources.to_vec(),
            ..MessageDetails::default()
        },
        sent_at: desk.now(),
    }
}

async fn payload(
    desk: &DeskContext,
    c: &mut Conn<'_>,
    changes: &mut Changes,
    draft: &Draft<'_>,
    body: String,
) -> Result<Outgoing, ActorError> {
    let quoted_id = draft.quoted.and_then(|quoted| quoted.provider_id.clone());
    match draft.thing.cloned() {
        Some(Thing::Place(place)) => return Ok(Outgoing::Place { place, quoted_id }),
        Some(Thing::Person(person)) => return Ok(Outgoing::Person { person, quoted_id }),
        None => {}
    }
    if let Some(template) = draft.template {
        let file = |(media_id, kind)| TemplateFile { media_id, kind };
        return Ok(Outgoing::Template {
            name: template.name.clone(),
            language: template.language.clone(),
            body,
            parts: template.parts.clone(),
            file: template.file.map(file),
            place: template.place.clone(),
        });
    }
    if let Some((media_id, kind)) = draft.media {
        return Ok(Outgoing::Media {
            media_id,
            kind,
            caption: body,
            quoted_id,
        });
    }
    let Some(menu) = draft.menu else {
        return Ok(Outgoing::Text { body, quoted_id });
    };
    let head = desk.fill(c, changes, &menu.head, draft.ticket).await?;
    let item = |item: &Item| MenuItem {
        id: item.id.clone(),
        title: item.title.clone(),
    };
    Ok(Outgoing::Menu {
        body,
        head: format!("{MARK}{head}"),
        items: menu.items.iter().map(item).collect(),
        ways: menu.ways.iter().map(item).collect(),
    })
}

#[cfg(test)]
mod tests;
