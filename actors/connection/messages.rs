//! What may be said to a connection, and what it does with each.

use std::sync::Arc;

use actix::{
    ActorFutureExt as _, AsyncContext as _, Context, Handler, Message, ResponseFuture,
    WrapFuture as _,
};
use guiche_storage::{
    cluster::redis::ClusterMessage, connections::StatusChange, model::connection::ConnectionStatus,
};

use super::{
    actor::{Connection, Trying, Wish, switch_off},
    pumps::Lane,
    session::{self, Why},
};
use crate::{
    ActorError,
    publisher::WorkKind,
    registry::{MayEnd, Stop},
};

/// Command: look for new work. No reply; twice is once.
#[derive(Debug, Clone, Copy, Message)]
#[rtype(result = "()")]
pub struct PollWork {
    /// At what.
    pub kind: WorkKind,
    /// Another node says so, and will not be told again.
    pub is_remote: bool,
}

/// Command: open the session if there is none. No reply.
#[derive(Debug, Clone, Copy, Message)]
#[rtype(result = "()")]
pub struct StartSession {
    /// A person says so: also one that was switched off.
    pub is_asked: bool,
}

/// Command: end the session, on whichever node, sign it out and leave it ended. Replies when the status is written.
#[derive(Debug, Clone, Copy, Message)]
#[rtype(result = "Result<(), ActorError>")]
pub struct StopSession;

/// Command: end the session, on whichever node, and open it here with what is stored now. No reply.
#[derive(Debug, Clone, Copy, Message)]
#[rtype(result = "()")]
pub struct NewSession {
    /// What is stored of the session itself is forgotten first: it begins with a new code.
    pub forgets: bool,
}

impl Handler<PollWork> for Connection {
    type Result = ();

    fn handle(&mut self, message: PollWork, ctx: &mut Self::Context) {
        let _time = self.meter.time();
        let inbox = message.kind == WorkKind::Inbox;
        if let Some(session) = &self.session {
            // other nodes do not say whether it is the session itself
            if message.kind == WorkKind::Session || message.is_remote {
                session.provider.look();
                self.look_for_wishes(ctx);
            }
            match message.kind {
                WorkKind::Inbox => self.pump(Lane::In, ctx),
                WorkKind::Outbox => self.pump(Lane::Out, ctx),
                WorkKind::Files => {
                    self.pump(Lane::Files, ctx);
                    self.pump(Lane::Pictures, ctx);
                }
                WorkKind::Past => self.pump(Lane::Past, ctx),
                WorkKind::Session => {}
            }
        } else if !message.is_remote {
            self.context.bus.say(ClusterMessage::Work {
                company: self.context.company,
                connection: self.context.connection,
                inbox,
            });
        }
    }
}

impl Handler<StartSession> for Connection {
    type Result = ();

    fn handle(&mut self, message: StartSession, ctx: &mut Self::Context) {
        let _time = self.meter.time();
        self.want(Wish::On);
        let waits = self.trying == Trying::Waiting && message.is_asked;
        if waits || self.trying == Trying::Elsewhere {
            self.trying = Trying::No;
        }
        self.may_be_free = self.trying == Trying::Opening;
        let why = if message.is_asked {
            self.attempt = 0;
            Why::Asked
        } else {
            Why::Itself
        };
        if self.session.is_some() && message.is_asked {
            return self.open_if_over(ctx);
        }
        self.open(why, ctx);
    }
}

impl Connection {
    /// A person who sees that a session is over may be faster than the actor, which still ends it.
    fn open_if_over(&self, ctx: &mut Context<Self>) {
        let context = self.context.clone();
        let looked = async move { session::follows(&context).await };
        ctx.spawn(looked.into_actor(self).map(|follows, connection, ctx| {
            if let Ok(Some(forgets)) = follows {
                connection.want(Wish::On);
                connection.forgets |= forgets;
                connection.reopen(Why::Anew, ctx);
            }
        }));
    }
}

impl Handler<NewSession> for Connection {
    type Result = ();

    fn handle(&mut self, message: NewSession, ctx: &mut Self::Context) {
        let _time = self.meter.time();
        self.want(Wish::On);
        self.attempt = 0;
        if matches!(self.trying, Trying::Waiting | Trying::Elsewhere) {
            self.trying = Trying::No;
        }
        self.forgets |= message.forgets;
        self.reopen(Why::Anew, ctx);
    }
}

impl Handler<StopSession> for Connection {
    type Result = ResponseFuture<Result<(), ActorError>>;

    fn handle(&mut self, _: StopSession, _: &mut Self::Context) -> Self::Result {
        let _time = self.meter.time();
        self.want(Wish::Off);
        self.kept = None;
        let (context, session) = (self.context.clone(), self.take_session());
        // what is being opened here ends when it is open
        let is_opening = session.is_none() && self.trying == Trying::Opening;
        Box::pin(async move {
            if is_opening {
                let off = StatusChange::to(ConnectionStatus::Disconnected);
                return context.set_status(off).await;
            }
            switch_off(&context, session).await
        })
    }
}

impl Handler<Stop> for Connection {
    type Result = ();

    /// What is on the way records its end; then the lease is given back.
    fn handle(&mut self, _: Stop, ctx: &mut Self::Context) {
        self.wish = Wish::End;
        ctx.run_interval(super::actor::STOP_POLL, Self::stop_when_idle);
    }
}

impl Handler<MayEnd> for Connection {
    type Result = bool;

    fn handle(&mut self, _: MayEnd, _: &mut Self::Context) -> bool {
        let is_off = self.wish == Wish::Off && self.trying == Trying::No && self.session.is_none();
        is_off && !self.is_busy() && self.meter.rests()
    }
}

impl Connection {
    fn stop_when_idle(&mut self, ctx: &mut Context<Self>) {
        use actix::ActorContext as _;

        if self.is_busy() || self.trying == Trying::Opening {
            return;
        }
        let (session, kept) = (self.take_session(), self.kept.take());
        let (context, owner) = (self.context.clone(), Arc::clone(&self.owner));
        let ended = async move {
            match session {
                Some(session) => session::end(&context, &session).await,
                None if kept.is_some() => session::give_back(&context, &owner).await,
                None => {}
            }
        };
        ctx.wait(ended.into_actor(self).map(|(), _, ctx| ctx.stop()));
    }
}
