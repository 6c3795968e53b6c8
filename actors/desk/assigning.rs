//! A ticket that waits in a queue that shares its tickets out goes to the one whose turn it is.

use guiche_storage::{
    model::{ContactId, TicketId, ticket::TicketStatus},
    tickets::{self, assignments, write::TicketPatch},
};

use super::{
    DeskContext, DeskWork, Lane,
    moves::{self, Moved},
};
use crate::{ActorError, rules::ticket_moves::Move};

/// Gives a waiting ticket to the one whose turn it is. Done twice, the second time finds that it waits no more.
#[derive(Debug)]
pub struct AssignTicket {
    /// Which.
    pub ticket_id: TicketId,
    /// Whose: the lane.
    pub contact_id: ContactId,
}

impl DeskWork for AssignTicket {
    type Answer = ();

    fn lane(&self) -> Lane {
        Lane::Contact(self.contact_id)
    }

    async fn run(self, desk: DeskContext) -> Result<(), ActorError> {
        let (company, now) = (desk.company, desk.now());
        desk.change(now, async |c, changes| {
            tickets::write::lock(c, company, self.ticket_id).await?;
            let old = tickets::get(c, company, self.ticket_id).await?;
            let waits = old.status == TicketStatus::Pending && old.user_id.is_none();
            let Some(queue) = old.queue_id.filter(|_| waits) else {
                return Ok(());
            };
            let Some(user) = assignments::take_turn(c, company, queue, now).await? else {
                return Ok(());
            };
            let mut patch = TicketPatch {
                status: Some(TicketStatus::Open),
                user_id: Some(Some(user)),
                ..TicketPatch::default()
            };
            patch.end_bots();
            tickets::write::update(c, company, old.id, &patch, now).await?;
            let moved = Moved {
                kind: Move::Accept,
                old: &old,
                by: None,
                silently: false,
                note: None,
            };
            moves::follow(&desk, c, changes, moved).await?;
            Ok(())
        })
        .await
    }
}
