//! A queue goes: its tickets go to another one, or wait without (rule B21).

use std::sync::Arc;

use guiche_storage::{
    Conn,
    audit::{self, Entry, Origin},
    companies,
    identity::users,
    media,
    model::{
        QueueId, TicketId, UserId,
        audit::Subject,
        event::{NewEvent, QueueEvent, Room},
        ticket::{Ticket, TicketStatus},
    },
    queues,
    tickets::{self, idle, write::TicketPatch},
};

use super::{
    Changes, DeskContext, DeskWork, Lane,
    moves::{self, Moved},
};
use crate::{
    ActorError,
    rules::{Viewer, ticket_moves::Move},
};

/// Running tickets moved in one transaction.
const AT_ONCE: i64 = 100;
/// Closed tickets moved in one transaction.
const CLOSED_AT_ONCE: i64 = 1_000;

/// Deletes a queue. Done twice, the second time finds nothing.
#[derive(Debug)]
pub struct DeleteQueue {
    /// Which.
    pub queue_id: QueueId,
    /// Where its tickets go.
    pub move_to: Option<QueueId>,
    /// Who says so: the lane.
    pub by: UserId,
    /// From where, for what is noted of it.
    pub origin: Arc<Origin>,
}

impl DeskWork for DeleteQueue {
    type Answer = ();

    fn lane(&self) -> Lane {
        Lane::User(self.by)
    }

    async fn run(self, desk: DeskContext) -> Result<(), ActorError> {
        while !self.empty_some(&desk).await? {}
        Ok(())
    }
}

impl DeleteQueue {
    /// Moves some of its tickets; with the last of them the queue goes. True when it is gone. In pieces, since nobody else
    /// of any company writes meanwhile where there is one writer; a server that ends in between leaves a queue with
    /// fewer tickets.
    async fn empty_some(&self, desk: &DeskContext) -> Result<bool, ActorError> {
        let (company, queue, now) = (desk.company, self.queue_id, desk.now());
        desk.change(now, async |c, changes| {
            companies::take_turn(c, company).await?;
            let gone = queues::get(c, company, queue).await?;
            if let Some(other) = self.move_to {
                queues::get(c, company, other).await?;
            }
            let running = tickets::list_in_queue(c, company, queue, AT_ONCE).await?;
            for id in &running {
                self.empty_one(desk, c, changes, *id).await?;
            }
            let closed =
                tickets::write::move_closed(c, company, queue, self.move_to, CLOSED_AT_ONCE)
                    .await?;
            if !running.is_empty() || closed > 0 {
                return Ok(false);
            }
            queues::lock_for_removal(c, company, queue).await?;
            let newer = tickets::list_in_queue(c, company, queue, 1).await?;
            let newly_closed =
                tickets::write::move_closed(c, company, queue, self.move_to, 1).await?;
            if !newer.is_empty() || newly_closed > 0 {
                return Ok(false);
            }
            idle::forget_queue(c, company, queue, self.move_to, now).await?;
            let entry = Entry::deleted(Subject::Queue, queue, &gone);
            audit::record(c, company, &self.origin, &entry, now).await?;
            let files = queues::delete(c, company, queue, self.move_to).await?;
            media::release(c, company, &files, now).await?;
            let gone = QueueEvent::Delete { queue_id: queue };
            changes.push(NewEvent::to([Room::Main], gone));
            Ok(true)
        })
        .await
    }

    /// Moves a ticket. Whoever has it keeps it, if he sees it there.
    async fn empty_one(
        &self,
        desk: &DeskContext,
        c: &mut Conn<'_>,
        changes: &mut Changes,
        id: TicketId,
    ) -> Result<(), ActorError> {
        let (company, now) = (desk.company, desk.now());
        tickets::write::lock(c, company, id).await?;
        let old = tickets::get(c, company, id).await?;
        if old.queue_id != Some(self.queue_id) || old.status == TicketStatus::Closed {
            return Ok(());
        }
        let keeps = self.keeps(desk, c, &old).await?;
        let mut patch = TicketPatch {
            queue_id: Some(self.move_to),
            status: (!keeps).then_some(TicketStatus::Pending),
            user_id: (!keeps).then_some(None),
            ..TicketPatch::default()
        };
        patch.end_bots();
        tickets::write::update(c, company, id, &patch, now).await?;
        let moved = Moved {
            kind: Move::Transfer,
            old: &old,
            by: Some(self.by),
            silently: false,
            note: None,
        };
        moves::follow(desk, c, changes, moved).await?;
        Ok(())
    }

    /// Whether who has a ticket sees it in the other queue.
    async fn keeps(
        &self,
        desk: &DeskContext,
        c: &mut Conn<'_>,
        ticket: &Ticket,
    ) -> Result<bool, ActorError> {
        let Some(user_id) = ticket.user_id else {
            return Ok(false);
        };
        let reach = users::get_reach(c, desk.company, user_id).await?;
        let holder = Viewer {
            user_id,
            name: reach.name,
            profile: reach.profile,
            queue_ids: reach.queue_ids,
            all_ticket: reach.all_ticket,
        };
        Ok(holder.sees(self.move_to, Some(user_id)))
    }
}
