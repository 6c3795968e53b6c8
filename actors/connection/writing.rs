//! Who writes at this moment: the team to a customer, whom the provider shows it, and a customer to the team, whose room is
//! told. Nothing is stored, and what cannot be told now is not told.

use std::time::Duration;

use actix::{AsyncContext as _, Context, Handler, Message, WrapFuture as _};
use guiche_storage::{
    cluster::redis::ClusterMessage,
    contacts, messages,
    model::{TicketId, inbound::Person},
    tickets,
};
use tokio::time::timeout;

use super::{Connection, ConnectionContext, provider::ShownWriting, session::Session};
use crate::{
    ActorError,
    publisher::Writing,
    registry::try_tell,
    room::{CustomerWrites, Room},
};

/// How long a provider may take: what is shown later than this is not true any more.
const SHOWN_WITHIN: Duration = Duration::from_secs(5);

/// Command: show the customer of a ticket that somebody writes to him, or has stopped. No reply, idempotent.
#[derive(Debug, Clone, Copy, Message)]
#[rtype(result = "()")]
pub struct ShowWriting {
    /// What is to be shown.
    pub writing: Writing,
    /// Another node says so, and will not be told again.
    pub is_remote: bool,
}

impl Handler<ShowWriting> for Connection {
    type Result = ();

    fn handle(&mut self, message: ShowWriting, ctx: &mut Context<Self>) {
        let _time = self.meter.time();
        let ShowWriting { writing, is_remote } = message;
        let Some(session) = self.session.clone() else {
            if !is_remote {
                let (company, connection) = (self.context.company, self.context.connection);
                self.context.bus.say(ClusterMessage::Writes {
                    company,
                    ticket: writing.ticket,
                    connection: Some(connection),
                    is_writing: writing.is_writing,
                });
            }
            return;
        };
        if !self.is_connected || !session.provider.capabilities().typing {
            return;
        }
        let context = self.context.clone();
        let shown = async move {
            match timeout(SHOWN_WITHIN, show(&context, &session, writing)).await {
                Ok(Ok(())) => {}
                Ok(Err(error)) => {
                    tracing::debug!(connection.id = %context.connection, %error, "that somebody writes is not shown");
                }
                Err(_) => {
                    tracing::debug!(connection.id = %context.connection, "that somebody writes is shown too late");
                }
            }
        };
        ctx.spawn(shown.into_actor(self));
    }
}

async fn show(
    context: &ConnectionContext,
    session: &Session,
    writing: Writing,
) -> Result<(), ActorError> {
    let (company, id) = (context.company, context.connection);
    let (ticket, answers) = {
        let mut reader = context.db.read().await?;
        let conn = &mut reader.conn();
        let ticket = tickets::find(conn, company, writing.ticket).await?;
        let answers =
            messages::reach::newest_of_customer(conn, company, writing.ticket, id).await?;
        (ticket, answers)
    };
    let Some(ticket) = ticket else { return Ok(()) };
    let shown = ShownWriting {
        to: ticket.contact.number,
        answers,
        is_writing: writing.is_writing,
    };
    session.provider.show_writing(&shown).await;
    Ok(())
}

/// Tells those who look at the running ticket of a customer that he writes, or has stopped.
pub(super) async fn tell(context: &ConnectionContext, customer: &Person, is_writing: bool) {
    let here = context.rooms.find(&context.company);
    if here.is_none() && !context.db.is_shared() {
        return;
    }
    match ticket_of(context, customer).await {
        Ok(Some(ticket)) => tell_rooms(context, here, ticket, is_writing),
        Ok(None) => {}
        Err(error) => {
            tracing::debug!(connection.id = %context.connection, %error, "that a customer writes is not told");
        }
    }
}

fn tell_rooms(
    context: &ConnectionContext,
    here: Option<actix::Addr<Room>>,
    ticket: TicketId,
    is_writing: bool,
) {
    if let Some(room) = here {
        // a room that is too busy for its events has no time for this
        let _ = try_tell(&room, CustomerWrites { ticket, is_writing });
    }
    context.bus.say(ClusterMessage::Writes {
        company: context.company,
        ticket,
        connection: None,
        is_writing,
    });
}

async fn ticket_of(
    context: &ConnectionContext,
    customer: &Person,
) -> Result<Option<TicketId>, ActorError> {
    let mut reader = context.db.read().await?;
    let conn = &mut reader.conn();
    let contact = contacts::find_person(conn, context.company, customer).await?;
    let Some(contact) = contact else {
        return Ok(None);
    };
    Ok(tickets::find_running_id(conn, context.company, contact.id).await?)
}
