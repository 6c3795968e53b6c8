//! What the room does with each message.

use std::time::Duration;

use actix::fut::{self, ActorFutureExt as _};
use actix::prelude::*;
use guiche_storage::model::event::Scope;
use guiche_storage::model::{CompanyId, ErrorCode, TicketId};
use guiche_storage::{Db, tickets};
use tokio::time::Instant;

use super::actor::{Room, read_since};
use super::browser::CloseReason;
use super::listeners::Listener;
use super::messages::{
    Drain, Join, Joined, Leave, Observe, Observed, Publish, Reauthorise, Resume, Resumed,
    SessionId, Subscribe, Unsubscribe, Woken, Write,
};
use crate::ActorError;
use crate::registry::{MayEnd, Stop};
use crate::rules::Viewer;
use crate::rules::audience::Wish;

/// Browsers of one company on one node.
const SESSIONS_MAX: usize = 10_000;

/// Between two parts of the browsers that are sent away.
const DRAIN_STEP: Duration = Duration::from_millis(100);

/// A room without browsers ends after this: its ring is as old then, and told from storage.
const EMPTY_FOR: Duration = Duration::from_mins(10);

/// Bytes of a gap that are sent again; reading everything anew is cheaper beyond.
const GAP_BYTES_MAX: usize = 512 * 1024;

impl Handler<Join> for Room {
    type Result = Result<Joined, ActorError>;

    fn handle(&mut self, message: Join, _: &mut Self::Context) -> Self::Result {
        let _timer = self.meter.time();
        let session = message.browser.id();
        self.left_at = Instant::now();
        if self.listeners.len() >= SESSIONS_MAX && self.listeners.get(session).is_none() {
            return Err(ActorError::Busy);
        }
        let listener = Listener::new(message.browser, message.viewer, message.verified_at);
        self.listeners.insert(session, listener);
        Ok(Joined {
            last_seq: self.last_seq,
        })
    }
}

impl Handler<Leave> for Room {
    type Result = ();

    fn handle(&mut self, message: Leave, ctx: &mut Self::Context) {
        let _timer = self.meter.time();
        self.forget(message.session);
        self.left_at = Instant::now();
        self.tell_crowds_soon(ctx);
    }
}

impl Handler<Subscribe> for Room {
    type Result = ResponseActFuture<Self, Result<(), ActorError>>;

    fn handle(&mut self, message: Subscribe, _: &mut Self::Context) -> Self::Result {
        let _timer = self.meter.time();
        let Subscribe { session, wish } = message;
        let Some(listener) = self.listeners.get(session) else {
            return Box::pin(fut::err(ActorError::Busy));
        };
        let Wish::Ticket(ticket) = wish else {
            return Box::pin(fut::ready(self.listen(session, wish)));
        };
        let (db, viewer) = (self.settings.db.clone(), listener.viewer.clone());
        let check = check_ticket(db, self.company, viewer, ticket);
        Box::pin(check.into_actor(self).map(move |checked, room, ctx| {
            let scope = checked?;
            room.listen(session, wish)?;
            room.comes_to(ticket, scope, ctx);
            Ok(())
        }))
    }
}

impl Handler<Unsubscribe> for Room {
    type Result = ();

    fn handle(&mut self, message: Unsubscribe, ctx: &mut Self::Context) {
        let _timer = self.meter.time();
        self.listeners.unwish(message.session, message.wish);
        self.goes_from(message.session, message.wish, ctx);
    }
}

impl Handler<Write> for Room {
    type Result = ();

    fn handle(&mut self, message: Write, ctx: &mut Self::Context) {
        let _timer = self.meter.time();
        self.writes(message, ctx);
    }
}

impl Handler<Publish> for Room {
    type Result = ();

    fn handle(&mut self, message: Publish, ctx: &mut Self::Context) {
        let _timer = self.meter.time();
        let company = self.company;
        for event in message.0.iter().filter(|event| event.company_id == company) {
            self.take(event, ctx);
        }
        self.send_soon(ctx);
        self.tell_crowds_soon(ctx);
    }
}

impl Handler<Woken> for Room {
    type Result = ();

    fn handle(&mut self, message: Woken, ctx: &mut Self::Context) {
        let _timer = self.meter.time();
        if message.seq > self.last_seq {
            self.catch_up(ctx);
        }
    }
}

impl Handler<Resume> for Room {
    type Result = ResponseActFuture<Self, Result<Resumed, ActorError>>;

    fn handle(&mut self, message: Resume, _: &mut Self::Context) -> Self::Result {
        let _timer = self.meter.time();
        let Resume { session, last_seq } = message;
        if last_seq <= self.last_seq {
            return Box::pin(fut::ready(self.resume(session, last_seq)));
        }
        // another node told this browser more than this one has heard of
        let read = read_since(self.settings.db.clone(), self.company, self.last_seq);
        Box::pin(read.into_actor(self).map(move |found, room, ctx| {
            room.took_from_storage(found, ctx);
            room.resume(session, last_seq)
        }))
    }
}

impl Handler<Reauthorise> for Room {
    type Result = ();

    fn handle(&mut self, message: Reauthorise, _: &mut Self::Context) {
        let _timer = self.meter.time();
        match message.viewer {
            Some(viewer) if viewer.user_id == message.user => self.listeners.change_viewer(&viewer),
            _ => {
                for session in self.listeners.of_user(message.user) {
                    self.send_away(session, CloseReason::SignedOut);
                }
            }
        }
    }
}

impl Handler<Observe> for Room {
    type Result = MessageResult<Observe>;

    fn handle(&mut self, _: Observe, _: &mut Self::Context) -> Self::Result {
        MessageResult(Observed {
            sessions: self.listeners.len(),
            last_seq: self.last_seq,
            remembered: self.ring.len(),
            ..self.counters
        })
    }
}

impl Handler<Drain> for Room {
    type Result = ();

    fn handle(&mut self, message: Drain, ctx: &mut Self::Context) {
        let _timer = self.meter.time();
        let steps = (message.over.as_millis() / DRAIN_STEP.as_millis()).max(1);
        let steps = usize::try_from(steps).unwrap_or(usize::MAX);
        let at_once = self.listeners.len().div_ceil(steps);
        ctx.run_interval(DRAIN_STEP, move |room, _| {
            for session in room.listeners.some(at_once) {
                room.send_away(session, CloseReason::Shutdown);
            }
        });
    }
}

impl Handler<MayEnd> for Room {
    type Result = bool;

    /// All that it tells was committed before, and a browser that comes back is told it from storage.
    fn handle(&mut self, _: MayEnd, _: &mut Self::Context) -> bool {
        self.listeners.len() == 0 && self.left_at.elapsed() >= EMPTY_FOR && self.is_settled()
    }
}

impl Handler<Stop> for Room {
    type Result = ();

    fn handle(&mut self, _: Stop, ctx: &mut Self::Context) {
        self.send_all_away(CloseReason::Shutdown);
        ctx.stop();
    }
}

impl Room {
    fn listen(&mut self, session: SessionId, wish: Wish) -> Result<(), ActorError> {
        if self.listeners.wish(session, wish) {
            Ok(())
        } else {
            Err(ActorError::Busy)
        }
    }

    fn resume(&mut self, session: SessionId, last_seq: i64) -> Result<Resumed, ActorError> {
        if self.listeners.get(session).is_none() {
            return Err(ActorError::Busy);
        }
        let Some(gap) = self.ring.since(last_seq, self.last_seq) else {
            return Ok(Resumed::Resync);
        };
        let mine = gap.filter(|event| self.listeners.was_for(session, event));
        let (mut missed, mut frames) = (0, Vec::new());
        for event in mine {
            missed += 1;
            frames.push(self.frame_for(session, event));
            frames.extend(self.others_for(session, event));
        }
        let bytes = frames.iter().map(|frame| frame.len()).sum::<usize>();
        if bytes > GAP_BYTES_MAX {
            return Ok(Resumed::Resync);
        }
        if missed > 0 && !self.deliver(session, frames) {
            return Err(ActorError::Busy);
        }
        Ok(Resumed::Gap {
            last_seq: self.last_seq,
            missed,
        })
    }
}

/// Only a ticket of the company that the viewer may see is listened to. Answers where it stands.
async fn check_ticket(
    db: Db,
    company: CompanyId,
    viewer: Viewer,
    ticket: TicketId,
) -> Result<Scope, ActorError> {
    let mut reader = db.read().await?;
    let ticket = tickets::get(&mut reader.conn(), company, ticket).await?;
    if viewer.sees_ticket(&ticket) {
        Ok(Scope {
            queue_id: ticket.queue_id,
            user_id: ticket.user_id,
        })
    } else {
        Err(ErrorCode::NoPermission.into())
    }
}
