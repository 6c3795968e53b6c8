//! An attendant answers: message row with ack 0, outbox row, events, in one transaction (rule B17).

use chrono::Duration;
use guiche_storage::{
    Conn, connections, contacts,
    message_changes::{self, NewMessage},
    messages,
    model::{
        ContactId, ErrorCode, MediaId, MessageId, TicketId,
        connection::ProviderKind,
        event::NewEvent,
        message::{MediaKind, Message, MessageDetails},
        outgoing::{Outgoing, SendState},
        ticket::{Ticket, TicketStatus},
    },
    outbox::{self, NewIntent, PRIORITY_ATTENDANT},
    ticket_changes::{self, LastMessage},
    tickets,
};
use uuid::Uuid;

use super::{DeskContext, DeskWork, Lane, inbound_message::contact_of};
use crate::{
    ActorError,
    rules::{Viewer, placement::tell_message},
    tell::Look,
};

/// Hours after the customer's last message in which the official API takes free text (external 2.5).
pub const WINDOW_HOURS: i64 = 24;

/// One message to send: text, or a stored file with its caption.
#[derive(Debug, Clone)]
pub struct Piece {
    /// Text or caption; variables are filled.
    pub body: String,
    /// The stored file and its kind.
    pub media: Option<(MediaId, MediaKind)>,
    /// The browser's id; the same one is stored once.
    pub client_id: Option<String>,
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
    pub viewer: Viewer,
}

impl DeskWork for SendMessages {
    type Answer = Vec<Message>;

    fn lane(&self) -> Lane {
        Lane::Contact(self.contact_id)
    }

    async fn run(self, desk: DeskContext) -> Result<Vec<Message>, ActorError> {
        let now = desk.now();
        let (sent, connection) = desk
            .change(now, async |c, events| self.store(&desk, c, events).await)
            .await?;
        if let Some(connection) = connection.filter(|_| !self.is_private) {
            desk.wake.wake(desk.company, connection, Look::Outbox);
        }
        Ok(sent)
    }
}

type Stored = (Vec<Message>, Option<guiche_storage::model::ConnectionId>);

impl SendMessages {
    async fn store(
        &self,
        desk: &DeskContext,
        c: &mut Conn<'_>,
        events: &mut Vec<NewEvent>,
    ) -> Result<Stored, ActorError> {
        // nobody closes it between the look and the message
        ticket_changes::lock(c, desk.company, self.ticket_id).await?;
        let ticket = tickets::get(c, desk.company, self.ticket_id).await?;
        self.check(desk, c, &ticket).await?;
        let quoted = match self.quoted_id {
            Some(id) => Some(
                message_changes::find_state(c, desk.company, id)
                    .await?
                    .filter(|quoted| quoted.contact_id == ticket.contact_id)
                    .ok_or(ErrorCode::NoMessageFound)?,
            ),
            None => None,
        };
        let mut stored = Vec::with_capacity(self.pieces.len());
        for (place, piece) in self.pieces.iter().enumerate() {
            let quoted = quoted.as_ref().filter(|_| place == 0);
            let id = self.store_piece(desk, c, &ticket, piece, quoted).await?;
            let message = messages::get(c, desk.company, id, desk.shown(desk.now())).await?;
            stored.push(message);
        }
        let ticket = tickets::get(c, desk.company, self.ticket_id).await?;
        let contact = contact_of(c, desk, ticket.contact_id).await?;
        events.extend(
            stored
                .iter()
                .map(|message| tell_message(message, &ticket, &contact)),
        );
        Ok((stored, ticket.whatsapp_id))
    }

    async fn check(
        &self,
        desk: &DeskContext,
        c: &mut Conn<'_>,
        ticket: &Ticket,
    ) -> Result<(), ActorError> {
        if !self.viewer.sees_ticket(ticket) {
            return Err(ErrorCode::NoPermission.into());
        }
        if self.is_private {
            return Ok(());
        }
        match ticket.status {
            TicketStatus::Pending | TicketStatus::Lead => {
                return Err(ErrorCode::TicketPending.into());
            }
            TicketStatus::Closed => return Err(ErrorCode::TicketClosed.into()),
            TicketStatus::Open => {}
        }
        if !self.viewer.handles_ticket(ticket) {
            return Err(ErrorCode::NoPermission.into());
        }
        let Some(id) = ticket.whatsapp_id else {
            return Err(ErrorCode::NoWappFound.into());
        };
        let connection = connections::find(c, desk.company, id)
            .await?
            .ok_or(ErrorCode::NoWappFound)?;
        if connection.provider == ProviderKind::Cloud {
            let opened = contacts::window(c, desk.company, ticket.contact_id, id).await?;
            let open_until = opened.map(|at| at + Duration::hours(WINDOW_HOURS));
            if open_until.is_none_or(|until| until <= desk.now()) {
                return Err(ErrorCode::WindowClosed.into());
            }
        }
        Ok(())
    }

    async fn store_piece(
        &self,
        desk: &DeskContext,
        c: &mut Conn<'_>,
        ticket: &Ticket,
        piece: &Piece,
        quoted: Option<&message_changes::MessageState>,
    ) -> Result<MessageId, ActorError> {
        let now = desk.now();
        let user = self.viewer.user_id;
        if let Some(client_id) = &piece.client_id
            && let Some(known) =
                message_changes::find_by_client_id(c, desk.company, user, client_id).await?
        {
            return Ok(known);
        }
        let body = desk.fill(c, &piece.body, ticket).await?;
        let message = NewMessage {
            uuid: Uuid::new_v4(),
            ticket_id: ticket.id,
            contact_id: ticket.contact_id,
            connection_id: ticket.whatsapp_id,
            provider_id: None,
            body: body.clone(),
            from_me: true,
            read: true,
            media_id: piece.media.map(|(id, _)| id),
            media_type: piece.media.map(|(_, kind)| kind.as_str().to_owned()),
            location: None,
            ack: if self.is_private { 2 } else { 0 },
            is_private: self.is_private,
            quoted_id: quoted.map(|quoted| quoted.id),
            user_id: Some(user),
            client_id: piece.client_id.clone(),
            send_state: (!self.is_private).then_some(SendState::Queued),
            author_id: None,
            details: MessageDetails::default(),
            sent_at: now,
        };
        let id = message_changes::insert(c, desk.company, &message, now)
            .await?
            .ok_or(ErrorCode::CreatingMessage)?;
        if self.is_private {
            // the list goes on showing what was said between customer and house, and what of it nobody has read
            return Ok(id);
        }
        let shown = shown_in_list(&body, piece.media.map(|(_, kind)| kind));
        let last = LastMessage {
            body: &shown,
            from_me: true,
            unread: None,
        };
        ticket_changes::note_message(c, desk.company, ticket.id, &last, now).await?;
        if let Some(connection_id) = ticket.whatsapp_id {
            let intent = NewIntent {
                intent_id: Uuid::now_v7(),
                connection_id,
                message_id: Some(id),
                dedupe_key: format!("message:{id}"),
                recipient: ticket.contact.number.clone(),
                priority: PRIORITY_ATTENDANT,
                payload: payload(&body, piece, quoted.and_then(|q| q.provider_id.clone())),
                expires_at: None,
            };
            outbox::insert(c, desk.company, &intent, now).await?;
        }
        Ok(id)
    }
}

fn payload(body: &str, piece: &Piece, quoted_id: Option<String>) -> Outgoing {
    match piece.media {
        Some((media_id, kind)) => Outgoing::Media {
            media_id,
            kind,
            caption: body.to_owned(),
            quoted_id,
        },
        None => Outgoing::Text {
            body: body.to_owned(),
            quoted_id,
        },
    }
}

/// What the list shows of a message: its text, or a word for its file.
pub(super) fn shown_in_list(body: &str, media: Option<MediaKind>) -> String {
    if !body.trim().is_empty() {
        return body.to_owned();
    }
    match media {
        Some(MediaKind::Image) => "📷 Imagem".to_owned(),
        Some(MediaKind::Audio) => "🎤 Áudio".to_owned(),
        Some(MediaKind::Video) => "🎬 Vídeo".to_owned(),
        Some(MediaKind::Document) => "📄 Documento".to_owned(),
        None => body.to_owned(),
    }
}
