//! Moving the cards of the board (A072).

use guiche_storage::{
    Conn,
    model::{
        ContactId, ErrorCode, QueueId, TagId, TicketId, UserId,
        ticket::{Ticket, TicketStatus},
    },
    tickets::{
        self,
        board::{self, BoardLane},
        tags,
        write::TicketPatch,
    },
};

use super::{Closing, DeskContext, DeskWork, Lane, UpdateTicket, tickets::require_sight};
use crate::{
    ActorError,
    rules::{
        Viewer,
        placement::{Placement, tell_ticket},
    },
};

/// Puts a card into a lane below another card, or above all. Replies the ticket as it then stands. Doing it twice is doing
/// it once.
#[derive(Debug)]
pub struct MoveCard {
    /// Which.
    pub ticket_id: TicketId,
    /// Whose: the lane of the desk.
    pub contact_id: ContactId,
    /// Where to.
    pub lane: BoardLane,
    /// The tag whose lane it leaves.
    pub from: Option<TagId>,
    /// The card above; none puts it on top.
    pub below: Option<TicketId>,
    /// Who asks.
    pub viewer: Viewer,
}

/// Takes a card out of every lane of tags. Replies the ticket as it then stands. Doing it twice is doing it once.
#[derive(Debug)]
pub struct LeaveLanes {
    /// Which.
    pub ticket_id: TicketId,
    /// Whose: the lane of the desk.
    pub contact_id: ContactId,
    /// Who asks.
    pub viewer: Viewer,
}

impl DeskWork for MoveCard {
    type Answer = Ticket;

    fn lane(&self) -> Lane {
        Lane::Contact(self.contact_id)
    }

    async fn run(self, desk: DeskContext) -> Result<Ticket, ActorError> {
        desk.change(desk.now(), async |c, changes| {
            tickets::write::lock(c, desk.company, self.ticket_id).await?;
            let old = tickets::get(c, desk.company, self.ticket_id).await?;
            if !self.viewer.sees_ticket(&old) {
                return Err(ErrorCode::NoPermission.into());
            }
            if old.status == TicketStatus::Closed {
                return Err(ErrorCode::TicketState.into());
            }
            if let Some(left) = self.from {
                tags::get(c, desk.company, left).await?;
            }
            let place = board::place(c, desk.company, self.lane, old.id, self.below).await?;
            match self.lane {
                BoardLane::Tag(tag) => {
                    board::enter(c, desk.company, old.id, tag).await?;
                    if let Some(left) = self.from.filter(|left| *left != tag) {
                        board::leave(c, desk.company, old.id, Some(left)).await?;
                    }
                }
                BoardLane::Queue(queue) if queue != old.queue_id => {
                    let holder = match old.user_id {
                        // it waits where its attendant does not serve
                        Some(user) if !sees(c, &desk, user, queue).await? => Some(None),
                        _ => None,
                    };
                    let work = UpdateTicket {
                        ticket_id: old.id,
                        contact_id: old.contact_id,
                        wish: TicketPatch {
                            queue_id: Some(queue),
                            user_id: holder,
                            crm_order: Some(place),
                            ..TicketPatch::default()
                        },
                        closing: Closing::default(),
                        note: None,
                        by: self.viewer.clone().into(),
                    };
                    return work.apply(&desk, c, changes).await;
                }
                BoardLane::Queue(_) => {}
            }
            board::set_place(c, desk.company, old.id, place).await?;
            let ticket = tickets::get(c, desk.company, old.id).await?;
            changes.extend(tell_ticket(Some(Placement::from(&old)), &ticket));
            Ok(ticket)
        })
        .await
    }
}

async fn sees(
    c: &mut Conn<'_>,
    desk: &DeskContext,
    user: UserId,
    queue: Option<QueueId>,
) -> Result<bool, ActorError> {
    match require_sight(c, desk, user, queue).await {
        Ok(()) => Ok(true),
        Err(ActorError::Refused(ErrorCode::NoPermission)) => Ok(false),
        Err(error) => Err(error),
    }
}

impl DeskWork for LeaveLanes {
    type Answer = Ticket;

    fn lane(&self) -> Lane {
        Lane::Contact(self.contact_id)
    }

    async fn run(self, desk: DeskContext) -> Result<Ticket, ActorError> {
        desk.change(desk.now(), async |c, changes| {
            tickets::write::lock(c, desk.company, self.ticket_id).await?;
            let old = tickets::get(c, desk.company, self.ticket_id).await?;
            if !self.viewer.sees_ticket(&old) {
                return Err(ErrorCode::NoPermission.into());
            }
            board::leave(c, desk.company, old.id, None).await?;
            let ticket = tickets::get(c, desk.company, old.id).await?;
            changes.extend(tell_ticket(Some(Placement::from(&old)), &ticket));
            Ok(ticket)
        })
        .await
    }
}
