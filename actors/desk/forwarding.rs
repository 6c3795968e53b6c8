//! Messages of one conversation are handed on to another (rule B17): in their order, with the same files, once.

use guiche_storage::{
    Conn, StorageError, contacts,
    messages::{
        ConversationFilter,
        forward::{self, Forwarded},
        write::{find_by_client_id, find_state},
    },
    model::{
        ConnectionId, ContactId, ErrorCode, MessageId, QueueId, TicketId,
        message::Message,
        ticket::{Ticket, TicketStatus},
    },
    tickets,
};

use super::{
    Changes, DeskContext, DeskWork, Lane, OpenTicket, Piece, SendMessages, outgoing::MARK,
    tickets::in_the_way,
};
use crate::{ActorError, rules::Viewer};

/// What is handed on, and by whom.
#[derive(Debug, Clone)]
pub struct Handed {
    /// Out of which conversation, as its reader sees it.
    pub source: ConversationFilter,
    /// What of it, in this order.
    pub message_ids: Vec<MessageId>,
    /// The browser's name for all of it.
    pub name: String,
    /// Who hands it on.
    pub by: Viewer,
}

/// Sends messages of another conversation in a ticket, as they are: nothing in them is filled. Replies them as stored; repeated under the
/// same name it sends nothing and replies the first ones.
#[derive(Debug)]
pub struct ForwardMessages {
    /// Into which ticket.
    pub ticket_id: TicketId,
    /// Whose: the lane.
    pub contact_id: ContactId,
    /// What.
    pub handed: Handed,
}

/// The same to a contact who has no open ticket: one is opened for it, as [`OpenTicket`] does, or nothing is done at all. Replies the
/// ticket that has the messages; repeated under the same name that is the first one. A contact whose open ticket is the sender's own
/// gets them there.
#[derive(Debug)]
pub struct ForwardToContact {
    /// The customer: the lane.
    pub contact_id: ContactId,
    /// The queue of the new ticket.
    pub queue_id: Option<QueueId>,
    /// Its connection; the sender's default one if not given.
    pub connection_id: Option<ConnectionId>,
    /// What.
    pub handed: Handed,
}

impl DeskWork for ForwardMessages {
    type Answer = Vec<Message>;

    fn lane(&self) -> Lane {
        Lane::Contact(self.contact_id)
    }

    async fn run(self, desk: DeskContext) -> Result<Vec<Message>, ActorError> {
        let target = self.ticket_id.to_string();
        desk.change(desk.now(), async |c, changes| {
            let pieces = self.handed.pieces(&desk, c, &target).await?;
            let to = (self.ticket_id, self.contact_id);
            self.handed.send(&desk, c, changes, to, pieces).await
        })
        .await
    }
}

impl DeskWork for ForwardToContact {
    type Answer = Ticket;

    fn lane(&self) -> Lane {
        Lane::Contact(self.contact_id)
    }

    async fn run(self, desk: DeskContext) -> Result<Ticket, ActorError> {
        let target = format!("contact:{}", self.contact_id);
        let work = async |c: &mut Conn<'_>, changes: &mut Changes| {
            // a double click waits here, whichever node it has reached, and then finds what the first one did
            contacts::lock(c, desk.company, self.contact_id).await?;
            let pieces = self.handed.pieces(&desk, c, &target).await?;
            let ticket = match self.ticket_of(&desk, c, &pieces).await? {
                Some((ticket, true)) => return Ok(ticket),
                Some((ticket, false)) => ticket,
                None => self.open(&desk, c, changes).await?,
            };
            let to = (ticket.id, self.contact_id);
            self.handed.send(&desk, c, changes, to, pieces).await?;
            Ok(tickets::get(c, desk.company, ticket.id).await?)
        };
        match desk.change(desk.now(), work).await {
            Err(ActorError::Storage(StorageError::Taken(_))) => {
                let mut reader = desk.db.read().await?;
                in_the_way(&mut reader.conn(), &desk, self.contact_id).await
            }
            answer => answer,
        }
    }
}

impl ForwardToContact {
    /// The ticket that has some of it from before, and whether it has all; else the sender's own that is open.
    async fn ticket_of(
        &self,
        desk: &DeskContext,
        c: &mut Conn<'_>,
        pieces: &[(Piece, Option<MessageId>)],
    ) -> Result<Option<(Ticket, bool)>, ActorError> {
        if let Some(id) = pieces.iter().find_map(|(_, known)| *known) {
            let has_all = pieces.iter().all(|(_, known)| known.is_some());
            if let Some(state) = find_state(c, desk.company, id).await? {
                let ticket = tickets::get(c, desk.company, state.ticket_id).await?;
                return Ok(Some((ticket, has_all)));
            }
        }
        let running = tickets::find_running(c, desk.company, self.contact_id).await?;
        let own = running.filter(|ticket| {
            ticket.status == TicketStatus::Open && ticket.user_id == Some(self.handed.by.user_id)
        });
        Ok(own.map(|ticket| (ticket, false)))
    }

    async fn open(
        &self,
        desk: &DeskContext,
        c: &mut Conn<'_>,
        changes: &mut Changes,
    ) -> Result<Ticket, ActorError> {
        let opening = OpenTicket {
            contact_id: self.contact_id,
            queue_id: self.queue_id,
            connection_id: self.connection_id,
            user_id: None,
            status: TicketStatus::Open,
            by: self.handed.by.clone().into(),
        };
        opening.open(desk, c, changes).await
    }
}

impl Handed {
    /// What is to be sent, and what of it is there from before under the same name.
    async fn pieces(
        &self,
        desk: &DeskContext,
        c: &mut Conn<'_>,
        target: &str,
    ) -> Result<Vec<(Piece, Option<MessageId>)>, ActorError> {
        let found = forward::list(c, desk.company, &self.source, &self.message_ids).await?;
        let mut pieces = Vec::with_capacity(self.message_ids.len());
        for id in &self.message_ids {
            let client_id = format!("forward:{}:{target}:{id}", self.name);
            let user = self.by.user_id;
            let known = find_by_client_id(c, desk.company, user, &client_id).await?;
            let source = found.iter().find(|source| source.id == *id);
            // what was handed on stays so, whatever became of its source
            let (body, media) = match source {
                _ if known.is_some() => (String::new(), None),
                Some(source) if source.is_fit => (words_of(source), source.media),
                Some(_) => return Err(ErrorCode::ForwardUnfit.into()),
                None => return Err(ErrorCode::NoMessageFound.into()),
            };
            let piece = Piece {
                body,
                is_literal: true,
                template: None,
                thing: None,
                media,
                client_id: Some(client_id),
            };
            pieces.push((piece, known));
        }
        Ok(pieces)
    }

    async fn send(
        &self,
        desk: &DeskContext,
        c: &mut Conn<'_>,
        changes: &mut Changes,
        (ticket_id, contact_id): (TicketId, ContactId),
        pieces: Vec<(Piece, Option<MessageId>)>,
    ) -> Result<Vec<Message>, ActorError> {
        let sending = SendMessages {
            ticket_id,
            contact_id,
            pieces: pieces.into_iter().map(|(piece, _)| piece).collect(),
            quoted_id: None,
            is_private: false,
            by: self.by.clone().into(),
        };
        sending.store(desk, c, changes).await
    }
}

/// Without the mark of what the desk says by itself: now a person says it.
fn words_of(source: &Forwarded) -> String {
    source.body.trim_start_matches(MARK).to_owned()
}
