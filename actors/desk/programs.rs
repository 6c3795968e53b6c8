//! A program of the company's writes to a customer by a number's token (rule B13).

use chrono::TimeDelta;
use guiche_storage::{
    Conn, contacts,
    delivery::outbox,
    messages::{self, reach},
    model::{
        ConnectionId, ContactId, ErrorCode, MessageId,
        message::Message,
        ticket::{Ticket, TicketStatus},
    },
    tickets::{self, write::TicketPatch},
};

use super::{
    Changes, Closing, DeskContext, DeskWork, Lane, Piece, SendMessages, UpdateTicket,
    scheduled::closed_ticket,
};
use crate::{ActorError, rules::Principal};

/// How long it is believed that a number is not on `WhatsApp`.
pub(super) const BELIEVED_FOR: TimeDelta = TimeDelta::days(30);

/// Sends what a program says. Replies the messages as stored; a repeated key replies the first ones again. The customer's
/// running ticket takes them, else his last one, which stays closed, else a new closed one.
#[derive(Debug)]
pub struct SendByProgram {
    /// By which number: whose token it is.
    pub connection_id: ConnectionId,
    /// To whom: the lane.
    pub contact_id: ContactId,
    /// At least one.
    pub pieces: Vec<Piece>,
    /// Whether a running ticket is closed afterwards, silently.
    pub closes: bool,
}

/// Under which key of the outbox a program's message is known.
pub fn key_of_program(connection: ConnectionId, id: &str) -> String {
    format!("api:{connection}:{id}")
}

impl DeskWork for SendByProgram {
    type Answer = Vec<Message>;

    fn lane(&self) -> Lane {
        Lane::Contact(self.contact_id)
    }

    async fn run(self, desk: DeskContext) -> Result<Vec<Message>, ActorError> {
        let now = desk.now();
        desk.change(now, async |c, changes| {
            contacts::lock(c, desk.company, self.contact_id).await?;
            if let Some(said) = self.said_before(&desk, c).await? {
                return Ok(said);
            }
            let (company, contact) = (desk.company, self.contact_id);
            if contacts::get(c, company, contact).await?.blocked {
                return Err(ErrorCode::ContactBlocked.into());
            }
            let since = now - BELIEVED_FOR;
            let line = self.connection_id;
            if reach::is_known_unreachable(c, company, contact, line, since).await? {
                return Err(ErrorCode::WappInvalidContact.into());
            }
            let ticket = self.ticket(&desk, c).await?;
            let said = self.say(&ticket).store(&desk, c, changes).await?;
            if self.closes && ticket.status != TicketStatus::Closed {
                self.close(&desk, c, changes, &ticket).await?;
            }
            Ok(said)
        })
        .await
    }
}

impl SendByProgram {
    fn by(&self) -> Principal {
        Principal::ApiToken {
            connection: self.connection_id,
        }
    }

    fn say(&self, ticket: &Ticket) -> SendMessages {
        SendMessages {
            ticket_id: ticket.id,
            contact_id: self.contact_id,
            pieces: self.pieces.clone(),
            quoted_id: None,
            is_private: false,
            by: self.by(),
        }
    }

    async fn ticket(&self, desk: &DeskContext, c: &mut Conn<'_>) -> Result<Ticket, ActorError> {
        let (company, contact) = (desk.company, self.contact_id);
        if let Some(running) = tickets::find_running(c, company, contact).await? {
            return Ok(running);
        }
        match tickets::find_last(c, company, contact).await? {
            Some(last) => Ok(last),
            None => closed_ticket(desk, c, contact, self.connection_id).await,
        }
    }

    async fn close(
        &self,
        desk: &DeskContext,
        c: &mut Conn<'_>,
        changes: &mut Changes,
        ticket: &Ticket,
    ) -> Result<(), ActorError> {
        let closing = UpdateTicket {
            ticket_id: ticket.id,
            contact_id: self.contact_id,
            wish: TicketPatch {
                status: Some(TicketStatus::Closed),
                ..TicketPatch::default()
            },
            closing: Closing {
                reason: None,
                silently: true,
            },
            note: None,
            by: self.by(),
        };
        closing.apply(desk, c, changes).await.map(drop)
    }

    /// The messages of the first time, if the key was used before.
    async fn said_before(
        &self,
        desk: &DeskContext,
        c: &mut Conn<'_>,
    ) -> Result<Option<Vec<Message>>, ActorError> {
        let mut ids: Vec<MessageId> = Vec::with_capacity(self.pieces.len());
        for piece in &self.pieces {
            let Some(id) = &piece.client_id else {
                return Ok(None);
            };
            let key = key_of_program(self.connection_id, id);
            match outbox::message_of(c, desk.company, &key).await? {
                Some(message) => ids.push(message),
                // the first time was about less
                None if !ids.is_empty() => return Err(ErrorCode::IdempotencyKey.into()),
                None => return Ok(None),
            }
        }
        let shown = desk.shown(desk.now());
        let found = messages::get_all(c, desk.company, &ids, shown).await?;
        let mut said = Vec::with_capacity(ids.len());
        for id in ids {
            let message = found.iter().find(|message| message.id == id);
            said.push(message.ok_or(ErrorCode::IdempotencyKey)?.clone());
        }
        let is_same = said.iter().all(|it| it.contact_id == self.contact_id);
        if is_same {
            Ok(Some(said))
        } else {
            Err(ErrorCode::IdempotencyKey.into())
        }
    }
}
