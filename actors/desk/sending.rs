//! An attendant answers: message row with ack 0, outbox row, events, in one transaction (rule B17).

use guiche_storage::{
    Conn, connections,
    delivery::outbox,
    messages,
    model::{
        ConnectionId, ContactId, ErrorCode, MediaId, MessageId, TicketId,
        message::{Location, MediaKind, Message},
        message_template::TemplateChoice,
        ticket::{Ticket, TicketStatus},
    },
    tickets,
};

use super::{
    Changes, DeskContext, DeskWork, Lane,
    outgoing::{self, Author, Draft, Key, TemplateSend, Thing},
    programs::key_of_program,
    templates,
};
use crate::{ActorError, rules::Principal};

/// One message to send: text, or a stored file with its caption.
#[derive(Debug, Clone)]
pub struct Piece {
    /// Text or caption; variables are filled.
    pub body: String,
    /// It goes as it is: what looks like a variable is none.
    pub is_literal: bool,
    /// An approved text instead of `body`.
    pub template: Option<TemplateChoice>,
    /// A place or a person instead of `body`.
    pub thing: Option<Thing>,
    /// The stored file and its kind.
    pub media: Option<(MediaId, MediaKind)>,
    /// The browser's id; the same one is stored once.
    pub client_id: Option<String>,
}

impl Piece {
    /// What is kept as the message's text, before variables are filled.
    pub fn kept(&self) -> String {
        match &self.thing {
            Some(thing) => thing.body(),
            None => self.body.clone(),
        }
    }
}

/// Sends one or more messages in a ticket. Replies them as stored; a repeated client id replies the first one again.
#[derive(Debug)]
pub struct SendMessages {
    /// Which ticket.
    pub ticket_id: TicketId,
    /// Whose: the lane.
    pub contact_id: ContactId,
    /// At least one.
    pub pieces: Vec<Piece>,
    /// The message that the first piece answers.
    pub quoted_id: Option<MessageId>,
    /// A whisper: stored and shown, never sent.
    pub is_private: bool,
    /// Who writes.
    pub by: Principal,
}

impl DeskWork for SendMessages {
    type Answer = Vec<Message>;

    fn lane(&self) -> Lane {
        Lane::Contact(self.contact_id)
    }

    async fn run(self, desk: DeskContext) -> Result<Vec<Message>, ActorError> {
        let now = desk.now();
        desk.change(now, async |c, changes| self.store(&desk, c, changes).await)
            .await
    }
}

impl SendMessages {
    /// The work, within a transaction of the caller's.
    pub(super) async fn store(
        &self,
        desk: &DeskContext,
        c: &mut Conn<'_>,
        changes: &mut Changes,
    ) -> Result<Vec<Message>, ActorError> {
        // nobody closes it between the look and the message
        tickets::write::lock(c, desk.company, self.ticket_id).await?;
        let ticket = tickets::get(c, desk.company, self.ticket_id).await?;
        self.check(desk, c, &ticket).await?;
        let quoted = match self.quoted_id {
            Some(id) => Some(
                messages::write::find_state(c, desk.company, id)
                    .await?
                    .filter(|quoted| quoted.contact_id == ticket.contact_id)
                    .ok_or(ErrorCode::NoMessageFound)?,
            ),
            None => None,
        };
        let mut stored = Vec::with_capacity(self.pieces.len());
        let mut approved = Vec::with_capacity(self.pieces.len());
        for (place, piece) in self.pieces.iter().enumerate() {
            let template = self.prepared(desk, c, changes, &ticket, piece).await?;
            let (body, template) = match &template {
                Some((text, send)) => (text.as_str(), Some(send)),
                None => (piece.body.as_str(), None),
            };
            let draft = Draft {
                is_literal: piece.is_literal,
                template,
                thing: piece.thing.as_ref(),
                media: piece.media,
                quoted: quoted.as_ref().filter(|_| place == 0),
                key: self.key(piece),
                connection: self.way_out(&ticket),
                is_private: self.is_private,
                ..Draft::new(&ticket, self.author(), body)
            };
            let id = self.store_piece(desk, c, changes, draft).await?;
            approved.push(template.map(|it| (body.to_owned(), it.place.clone())));
            stored.push(id);
        }
        if !self.is_private && self.by.user_id().is_some() {
            tickets::episodes::answer(c, desk.company, self.ticket_id, desk.now()).await?;
        }
        let told = outgoing::tell(desk, c, changes, self.ticket_id, &stored).await?;
        let pieces = self.pieces.iter().zip(&approved);
        if told.iter().zip(pieces).any(is_other) {
            return Err(ErrorCode::IdempotencyKey.into());
        }
        Ok(told)
    }

    /// The approved text that a piece is, filled.
    async fn prepared(
        &self,
        desk: &DeskContext,
        c: &mut Conn<'_>,
        changes: &mut Changes,
        ticket: &Ticket,
        piece: &Piece,
    ) -> Result<Option<(String, TemplateSend)>, ActorError> {
        let Some(choice) = &piece.template else {
            return Ok(None);
        };
        let connection = self.way_out(ticket).ok_or(ErrorCode::NoWappFound)?;
        let prepared = templates::prepare(
            desk,
            c,
            changes,
            (ticket, connection),
            (choice, piece.media.map(|(id, _)| id)),
        );
        Ok(Some(prepared.await?))
    }

    async fn check(
        &self,
        desk: &DeskContext,
        c: &mut Conn<'_>,
        ticket: &Ticket,
    ) -> Result<(), ActorError> {
        if !self.by.sees_ticket(ticket) {
            return Err(ErrorCode::NoPermission.into());
        }
        if self.is_private {
            return Ok(());
        }
        match ticket.status {
            TicketStatus::Closed if matches!(self.by, Principal::ApiKey(_)) => {
                return Err(ErrorCode::TicketClosed.into());
            }
            _ if !self.by.answers_open_tickets_only() => {}
            TicketStatus::Pending | TicketStatus::Lead => {
                return Err(ErrorCode::TicketPending.into());
            }
            TicketStatus::Closed => return Err(ErrorCode::TicketClosed.into()),
            TicketStatus::Open => {}
        }
        if !self.by.handles_ticket(ticket) {
            return Err(ErrorCode::NoPermission.into());
        }
        let Some(id) = self.way_out(ticket) else {
            return Err(ErrorCode::NoWappFound.into());
        };
        let connection = connections::find(c, desk.company, id)
            .await?
            .ok_or(ErrorCode::NoWappFound)?;
        if self.pieces.iter().all(|piece| piece.template.is_some()) {
            return Ok(());
        }
        if outgoing::takes_free_text(desk, c, &connection, ticket.contact_id).await? {
            Ok(())
        } else {
            Err(ErrorCode::WindowClosed.into())
        }
    }

    async fn store_piece(
        &self,
        desk: &DeskContext,
        c: &mut Conn<'_>,
        changes: &mut Changes,
        draft: Draft<'_>,
    ) -> Result<MessageId, ActorError> {
        let key = draft.key.clone();
        if let Some(id) = outgoing::store(desk, c, changes, draft).await? {
            return Ok(id);
        }
        let known = match (key, self.by.user_id()) {
            (Key::Client(id), Some(user)) => {
                messages::write::find_by_client_id(c, desk.company, user, &id).await?
            }
            (Key::Once(key), _) => outbox::message_of(c, desk.company, &key).await?,
            (Key::None | Key::Client(_), _) => None,
        };
        known.ok_or_else(|| ErrorCode::CreatingMessage.into())
    }

    /// A program sends by the connection whose token it has, everybody else by the ticket's.
    fn way_out(&self, ticket: &Ticket) -> Option<ConnectionId> {
        match self.by {
            Principal::ApiToken { connection } => Some(connection),
            Principal::User(_) | Principal::ApiKey(_) | Principal::System => ticket.whatsapp_id,
        }
    }

    fn author(&self) -> Author {
        match &self.by {
            Principal::User(viewer) => Author::User(viewer.user_id),
            Principal::ApiToken { .. } | Principal::ApiKey(_) => Author::ApiToken,
            Principal::System => Author::Bot,
        }
    }

    /// A browser's id is known among its user's messages, one that a program gives among those of its connection.
    fn key(&self, piece: &Piece) -> Key {
        match (&piece.client_id, &self.by) {
            (None, _) => Key::None,
            (Some(id), Principal::User(_)) => Key::Client(id.clone()),
            (Some(id), Principal::ApiToken { connection }) => {
                Key::Once(key_of_program(*connection, id))
            }
            (Some(id), Principal::ApiKey(key)) => Key::Once(format!("key:{key}:{id}")),
            (Some(id), Principal::System) => Key::Once(format!("system:{id}")),
        }
    }
}

/// What the customer reads of an approved text, and the place above it.
type Approved = Option<(String, Option<Location>)>;

/// Whether a client id was given to another approved text before. One with variables of the desk reads another way each time.
fn is_other((message, (piece, approved)): (&Message, (&Piece, &Approved))) -> bool {
    let varies = piece.template.as_ref().is_some_and(|it| it.values.vary());
    approved.as_ref().is_some_and(|(text, place)| {
        !is_same_place(place.as_ref(), message.location.as_ref())
            || (!varies && *text != message.body)
    })
}

/// Whether two places are one, but for the last digits that a number loses on its way.
fn is_same_place(one: Option<&Location>, other: Option<&Location>) -> bool {
    match (one, other) {
        (None, None) => true,
        (Some(one), Some(other)) => {
            (one.latitude - other.latitude).abs() < 1e-9
                && (one.longitude - other.longitude).abs() < 1e-9
                && (&one.name, &one.address) == (&other.name, &other.address)
        }
        _ => false,
    }
}
