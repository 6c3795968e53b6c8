//! Read and unread: the customer's messages, the count of a ticket, the read mark on the phone.

use guiche_storage::{
    Conn,
    delivery::outbox::{NewIntent, PRIORITY_READ_MARK},
    messages,
    model::{
        ContactId, ErrorCode, MessageId, TicketId,
        outgoing::Outgoing,
        ticket::{Ticket, TicketStatus},
    },
    tickets,
};
use uuid::Uuid;

use super::{Changes, DeskContext, DeskWork, Lane, outgoing};
use crate::{
    ActorError,
    rules::{
        Viewer,
        placement::{Placement, tell_ticket, tell_unread},
    },
};

/// An attendant looks at his ticket: everything in it is read.
#[derive(Debug)]
pub struct ReadTicket {
    /// Which.
    pub ticket_id: TicketId,
    /// Whose: the lane.
    pub contact_id: ContactId,
}

/// Marks an open ticket as unread (rule B4).
#[derive(Debug)]
pub struct MarkTicketUnread {
    /// Which.
    pub ticket_id: TicketId,
    /// Whose: the lane.
    pub contact_id: ContactId,
    /// Who asks.
    pub viewer: Viewer,
}

/// Marks a customer's message and all after it as unread.
#[derive(Debug)]
pub struct MarkMessageUnread {
    /// Which.
    pub message_id: MessageId,
    /// Whose conversation: the lane.
    pub contact_id: ContactId,
    /// Who asks.
    pub viewer: Viewer,
}

impl DeskWork for ReadTicket {
    type Answer = ();

    fn lane(&self) -> Lane {
        Lane::Contact(self.contact_id)
    }

    async fn run(self, desk: DeskContext) -> Result<(), ActorError> {
        desk.change(desk.now(), async |c, changes| {
            let now = desk.now();
            let ticket = tickets::get(c, desk.company, self.ticket_id).await?;
            let newest = messages::write::mark_read(c, desk.company, ticket.id).await?;
            if ticket.unread_messages == 0 && newest.is_none() {
                return Ok(());
            }
            set_unread(&desk, c, ticket.id, 0).await?;
            if let (Some(provider_id), Some(connection_id)) = (newest, ticket.whatsapp_id) {
                let intent = NewIntent {
                    intent_id: Uuid::now_v7(),
                    connection_id,
                    message_id: None,
                    dedupe_key: format!("read:{connection_id}:{provider_id}"),
                    recipient: ticket.contact.number.clone(),
                    priority: PRIORITY_READ_MARK,
                    payload: Outgoing::MarkRead { provider_id },
                    expires_at: Some(now + chrono::Duration::hours(1)),
                };
                outgoing::send(&desk, c, changes, &intent).await?;
            }
            push_unread(&desk, c, changes, ticket.id).await?;
            Ok(())
        })
        .await
    }
}

impl DeskWork for MarkTicketUnread {
    type Answer = Ticket;

    fn lane(&self) -> Lane {
        Lane::Contact(self.contact_id)
    }

    async fn run(self, desk: DeskContext) -> Result<Ticket, ActorError> {
        desk.change(desk.now(), async |c, changes| {
            let ticket = visible(&desk, c, self.ticket_id, &self.viewer).await?;
            if ticket.status != TicketStatus::Open {
                return Err(ErrorCode::TicketState.into());
            }
            let since_own = messages::write::count_since_own(c, desk.company, ticket.id).await?;
            messages::write::mark_unread(c, desk.company, ticket.id, None).await?;
            set_unread(&desk, c, ticket.id, since_own.max(1)).await?;
            push_unread(&desk, c, changes, ticket.id).await
        })
        .await
    }
}

impl DeskWork for MarkMessageUnread {
    type Answer = Ticket;

    fn lane(&self) -> Lane {
        Lane::Contact(self.contact_id)
    }

    async fn run(self, desk: DeskContext) -> Result<Ticket, ActorError> {
        desk.change(desk.now(), async |c, changes| {
            let state = messages::write::find_state(c, desk.company, self.message_id)
                .await?
                .filter(|message| !message.from_me)
                .ok_or(ErrorCode::NoMessageFound)?;
            let ticket = visible(&desk, c, state.ticket_id, &self.viewer).await?;
            let first = Some(state.id);
            let unread = messages::write::mark_unread(c, desk.company, ticket.id, first).await?;
            set_unread(
                &desk,
                c,
                ticket.id,
                i64::try_from(unread).unwrap_or(i64::MAX),
            )
            .await?;
            push_unread(&desk, c, changes, ticket.id).await
        })
        .await
    }
}

async fn visible(
    desk: &DeskContext,
    c: &mut Conn<'_>,
    id: TicketId,
    viewer: &Viewer,
) -> Result<Ticket, ActorError> {
    let ticket = tickets::get(c, desk.company, id).await?;
    if viewer.sees_ticket(&ticket) {
        Ok(ticket)
    } else {
        Err(ErrorCode::NoPermission.into())
    }
}

async fn set_unread(
    desk: &DeskContext,
    c: &mut Conn<'_>,
    id: TicketId,
    unread: i64,
) -> Result<(), ActorError> {
    tickets::write::set_unread(c, desk.company, id, unread).await?;
    Ok(())
}

/// Lists and bells hear of the new count.
async fn push_unread(
    desk: &DeskContext,
    c: &mut Conn<'_>,
    changes: &mut Changes,
    id: TicketId,
) -> Result<Ticket, ActorError> {
    let ticket = tickets::get(c, desk.company, id).await?;
    if ticket.unread_messages == 0 {
        changes.push(tell_unread(&ticket));
    }
    changes.extend(tell_ticket(Some(Placement::from(&ticket)), &ticket));
    Ok(ticket)
}
