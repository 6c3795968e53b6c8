//! What a program with a key of the company's does once under a name (rule B25): its answer is kept in the transaction of what
//! it did, so that neither is there without the other.

use std::fmt;

use guiche_storage::{
    Conn, StorageError, contacts,
    identity::api_requests::{self, NamedRequest, RequestAnswer},
    messages::reach,
    model::{ErrorCode, message::Message, ticket::Ticket},
    tickets,
};

use super::{DeskContext, DeskWork, Lane, OpenTicket, SendMessages, tickets::in_the_way};
use crate::{ActorError, desk::programs::BELIEVED_FOR};

/// How an answer is written.
type Write<T> = Box<dyn Fn(&T) -> serde_json::Result<RequestAnswer> + Send + Sync>;

/// A request that is done once under its name.
pub struct Once<T> {
    /// Its name, and who is at it.
    pub named: NamedRequest,
    /// How it is answered.
    pub write: Write<T>,
}

/// Opens a ticket. Replies it, or the one that is in the way.
#[derive(Debug)]
pub struct OpenByKey {
    /// The ticket.
    pub open: OpenTicket,
    /// The name of the request, if it has one.
    pub once: Option<Once<Ticket>>,
}

/// Sends one message in a running ticket. Replies it as stored.
#[derive(Debug)]
pub struct SendByKey {
    /// The message.
    pub send: SendMessages,
    /// The name of the request, if it has one.
    pub once: Option<Once<Message>>,
}

impl<T> fmt::Debug for Once<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Once").finish_non_exhaustive()
    }
}

impl<T> Once<T> {
    async fn keep(once: Option<&Self>, c: &mut Conn<'_>, done: &T) -> Result<(), ActorError> {
        let Some(once) = once else { return Ok(()) };
        let answer = (once.write)(done).map_err(|_| ErrorCode::Internal)?;
        Ok(api_requests::finish(c, &once.named, &answer).await?)
    }
}

impl DeskWork for OpenByKey {
    type Answer = Ticket;

    fn lane(&self) -> Lane {
        Lane::Contact(self.open.contact_id)
    }

    async fn run(self, desk: DeskContext) -> Result<Ticket, ActorError> {
        let work = desk.change(desk.now(), async |c, changes| {
            let ticket = self.open.open(&desk, c, changes).await?;
            Once::keep(self.once.as_ref(), c, &ticket).await?;
            Ok(ticket)
        });
        match work.await {
            Err(ActorError::Storage(StorageError::Taken(_))) => {
                let mut reader = desk.db.read().await?;
                in_the_way(&mut reader.conn(), &desk, self.open.contact_id).await
            }
            answer => answer,
        }
    }
}

impl DeskWork for SendByKey {
    type Answer = Message;

    fn lane(&self) -> Lane {
        Lane::Contact(self.send.contact_id)
    }

    async fn run(self, desk: DeskContext) -> Result<Message, ActorError> {
        let now = desk.now();
        desk.change(now, async |c, changes| {
            let (company, contact) = (desk.company, self.send.contact_id);
            contacts::lock(c, company, contact).await?;
            if contacts::get(c, company, contact).await?.blocked {
                return Err(ErrorCode::ContactBlocked.into());
            }
            let ticket = tickets::get(c, company, self.send.ticket_id).await?;
            if let Some(line) = ticket.whatsapp_id
                && reach::is_known_unreachable(c, company, contact, line, now - BELIEVED_FOR)
                    .await?
            {
                return Err(ErrorCode::WappInvalidContact.into());
            }
            let mut said = self.send.store(&desk, c, changes).await?;
            let message = said.pop().ok_or(ErrorCode::CreatingMessage)?;
            Once::keep(self.once.as_ref(), c, &message).await?;
            Ok(message)
        })
        .await
    }
}
