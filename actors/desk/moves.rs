//! What follows when a ticket moves: its times, its notices, its events.

use chrono::{DateTime, Utc};
use guiche_storage::{
    Conn,
    identity::users,
    model::{
        UserId,
        message::Named,
        step::StepAction,
        ticket::{Ticket, TicketStatus},
    },
    tickets::{
        self,
        episodes::{self, Finished},
        steps::NewStep,
        write::TicketPatch,
    },
};

use super::{Changes, DeskContext, dialogue};
use crate::{
    ActorError,
    rules::{
        dialogue::Input,
        placement::{Placement, tell_moved},
        ticket_moves::Move,
    },
};

/// A move that was written.
#[derive(Debug, Clone, Copy)]
pub struct Moved<'a> {
    /// What kind.
    pub kind: Move,
    /// The ticket before.
    pub old: &'a Ticket,
    /// Who made it; nobody where the desk did.
    pub by: Option<UserId>,
    /// A close that says nothing to the customer.
    pub silently: bool,
    /// What its giver wants its receiver to know.
    pub note: Option<&'a str>,
}

/// Fills in the fields that a move sets by the clock.
pub fn complete(kind: Move, patch: &mut TicketPatch, now: DateTime<Utc>) {
    if kind == Move::Close {
        patch.closed_at = Some(Some(now));
    }
    // whoever takes it, gets it or ends it has it before him
    if kind != Move::Stay && patch.snooze.is_none() {
        patch.snooze = Some(None);
    }
}

/// Writes the times of the episode, queues notices, pushes the events. Answers the ticket as it stands.
///
/// # Errors
/// `Storage`.
pub async fn follow(
    desk: &DeskContext,
    c: &mut Conn<'_>,
    changes: &mut Changes,
    moved: Moved<'_>,
) -> Result<Ticket, ActorError> {
    let now = desk.now();
    let ticket = tickets::get(c, desk.company, moved.old.id).await?;
    if let Some(action) = step_of(moved.kind, moved.by) {
        let step = NewStep {
            action,
            by: moved.by,
            user: ticket.user_id,
            queue: ticket.queue_id,
            reason: ticket
                .closing_reason
                .clone()
                .filter(|_| moved.kind == Move::Close),
        };
        tickets::steps::insert(c, desk.company, ticket.id, step, now).await?;
    }
    let step = episodes::Step {
        connection_id: ticket.whatsapp_id,
        queue_id: ticket.queue_id,
        user_id: ticket
            .user_id
            .filter(|_| ticket.status == TicketStatus::Open),
    };
    match moved.kind {
        Move::Stay => {}
        Move::Close => {
            let ended = episodes::finish(c, desk.company, ticket.id, now).await?;
            match ended.filter(|_| !moved.silently && ticket.whatsapp_id.is_some()) {
                Some(Finished { id, was_attended }) => {
                    let input = Input::Closed { was_attended };
                    dialogue::accompany(desk, c, changes, (&ticket, id), input).await?;
                }
                None => dialogue::forget(desk, c, &ticket).await?,
            }
        }
        Move::Accept | Move::Return | Move::Transfer | Move::Reopen => {
            let episode = episodes::enter(c, desk.company, ticket.id, step, now).await?;
            if moved.kind == Move::Accept {
                greet(desk, c, changes, &ticket, episode).await?;
            }
            if moved.kind == Move::Transfer {
                notice(desk, c, changes, (&ticket, episode), moved.old).await?;
            }
        }
    }
    let ticket = tickets::get(c, desk.company, ticket.id).await?;
    let giver = giver(desk, c, &moved, &ticket).await?;
    let old = Placement::from(moved.old);
    let given = giver.as_ref().map(|by| (by, moved.note));
    changes.extend(tell_moved(Some(old), &ticket, given));
    Ok(ticket)
}

/// Who gave the ticket to somebody else or into another queue; nobody where it was taken, or moved by the desk.
async fn giver(
    desk: &DeskContext,
    c: &mut Conn<'_>,
    moved: &Moved<'_>,
    ticket: &Ticket,
) -> Result<Option<Named>, ActorError> {
    let is_given = match ticket.user_id {
        Some(taker) => moved.old.user_id != Some(taker) && moved.by != Some(taker),
        None => moved.kind == Move::Transfer && moved.old.queue_id != ticket.queue_id,
    };
    let Some(by) = moved
        .by
        .filter(|_| is_given && ticket.status != TicketStatus::Closed)
    else {
        return Ok(None);
    };
    let user = users::find_user(c, desk.company, by).await?;
    Ok(user.map(|user| Named {
        id: by.0,
        name: user.name,
    }))
}

/// An ended conversation goes on, since its customer wrote again in time. It waits in the queue that it had, for anybody
/// there: who closed it may be gone, and a queue that is known needs no menu. The episode begins when the message came (`now`);
/// the event is the caller's, who has yet to store the message.
///
/// # Errors
/// `Storage`.
pub async fn resume(
    desk: &DeskContext,
    c: &mut Conn<'_>,
    old: &Ticket,
    now: DateTime<Utc>,
) -> Result<(), ActorError> {
    let company = desk.company;
    let mut patch = TicketPatch {
        status: Some(TicketStatus::Pending),
        user_id: Some(None),
        closed_at: Some(None),
        closing_reason: Some(None),
        ..TicketPatch::default()
    };
    patch.end_bots();
    complete(Move::Reopen, &mut patch, now);
    tickets::write::update(c, company, old.id, &patch, now).await?;
    let step = NewStep {
        action: StepAction::Resumed,
        by: None,
        user: None,
        queue: old.queue_id,
        reason: None,
    };
    tickets::steps::insert(c, company, old.id, step, now).await?;
    let entered = episodes::Step {
        connection_id: old.whatsapp_id,
        queue_id: old.queue_id,
        user_id: None,
    };
    episodes::enter(c, company, old.id, entered, now).await?;
    Ok(())
}

/// What is written down about a move.
fn step_of(kind: Move, by: Option<UserId>) -> Option<StepAction> {
    match kind {
        Move::Stay => None,
        Move::Accept if by.is_none() => Some(StepAction::Assigned),
        Move::Accept => Some(StepAction::Accepted),
        Move::Return => Some(StepAction::Returned),
        Move::Transfer => Some(StepAction::Transferred),
        Move::Close if by.is_none() => Some(StepAction::Expired),
        Move::Close => Some(StepAction::Closed),
        Move::Reopen => Some(StepAction::Reopened),
    }
}

/// The introduction of who accepts (S093), once an episode.
async fn greet(
    desk: &DeskContext,
    c: &mut Conn<'_>,
    changes: &mut Changes,
    ticket: &Ticket,
    episode: i64,
) -> Result<(), ActorError> {
    let attendant = ticket.user.as_ref().map_or("", |user| user.name.as_str());
    let input = Input::Accepted { attendant };
    dialogue::accompany(desk, c, changes, (ticket, episode), input).await
}

/// Tells the customer where he was moved.
async fn notice(
    desk: &DeskContext,
    c: &mut Conn<'_>,
    changes: &mut Changes,
    (ticket, episode): (&Ticket, i64),
    old: &Ticket,
) -> Result<(), ActorError> {
    let queue = ticket
        .queue
        .as_ref()
        .filter(|_| ticket.queue_id != old.queue_id);
    let user = ticket
        .user
        .as_ref()
        .filter(|_| ticket.user_id != old.user_id);
    let key = format!("{}:{}", ticket.id, ticket.updated_at.timestamp_micros());
    let input = Input::Transferred {
        queue: queue.map(|queue| queue.name.as_str()),
        attendant: user.map(|user| user.name.as_str()),
        key: &key,
    };
    dialogue::accompany(desk, c, changes, (ticket, episode), input).await
}
