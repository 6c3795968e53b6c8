//! What may be said to a connection, and what it does with each.

use actix::{AsyncContext as _, Context, Handler, Message, ResponseFuture, WrapFuture as _};
use guiche_storage::{model::connection::ConnectionStatus, redis::Word};

use super::{
    actor::{Connection, Trying, Wish},
    pumps::Lane,
    session::{self, Why},
};
use crate::{ActorError, registry::Stop, tell::Look};

/// Command: look for new work. No reply; twice is once.
#[derive(Debug, Clone, Copy, Message)]
#[rtype(result = "()")]
pub struct LookInto {
    /// At what.
    pub look: Look,
    /// Another node says so, and will not be told again.
    pub from_afar: bool,
}

/// Command: open the session if there is none. No reply.
#[derive(Debug, Clone, Copy, Message)]
#[rtype(result = "()")]
pub struct StartSession {
    /// A person says so: also one that was switched off.
    pub is_asked: bool,
}

/// Command: end the session, on whichever node, and leave it ended. Replies when the status is written.
#[derive(Debug, Clone, Copy, Message)]
#[rtype(result = "Result<(), ActorError>")]
pub struct StopSession;

/// Command: end the session, on whichever node, and open it here with what is stored now. No reply.
#[derive(Debug, Clone, Copy, Message)]
#[rtype(result = "()")]
pub struct NewSession;

impl Handler<LookInto> for Connection {
    type Result = ();

    fn handle(&mut self, message: LookInto, ctx: &mut Self::Context) {
        let _time = self.meter.time();
        let inbox = message.look == Look::Inbox;
        if self.session.is_some() {
            let lane = match message.look {
                Look::Inbox => Lane::In,
                Look::Outbox => Lane::Out,
                Look::Files => Lane::Files,
            };
            self.pump(lane, ctx);
        } else if !message.from_afar {
            self.context.bus.say(Word::Work {
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
        if self.trying == Trying::Elsewhere {
            self.trying = Trying::No;
        }
        let why = if message.is_asked {
            Why::Asked
        } else {
            Why::Itself
        };
        self.open(why, ctx);
    }
}

impl Handler<NewSession> for Connection {
    type Result = ();

    fn handle(&mut self, _: NewSession, ctx: &mut Self::Context) {
        let _time = self.meter.time();
        self.want(Wish::On);
        self.attempt = 0;
        if matches!(self.trying, Trying::Waiting | Trying::Elsewhere) {
            self.trying = Trying::No;
        }
        self.reopen(ctx);
    }
}

impl Handler<StopSession> for Connection {
    type Result = ResponseFuture<Result<(), ActorError>>;

    fn handle(&mut self, _: StopSession, _: &mut Self::Context) -> Self::Result {
        let _time = self.meter.time();
        self.want(Wish::Off);
        let (context, session) = (self.context.clone(), self.take_session());
        // what is being opened here ends when it is open
        let is_elsewhere = session.is_none() && self.trying != Trying::Opening;
        Box::pin(async move {
            // first the wish, then the lease: whoever takes it next sees that it is not wanted
            let status = ConnectionStatus::Disconnected;
            let written = context.set_status(status, None, None).await;
            if let Some(session) = session {
                session::end(&context, &session).await;
            } else if is_elsewhere {
                session::take_away(&context).await?;
            }
            written
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

impl Connection {
    fn stop_when_idle(&mut self, ctx: &mut Context<Self>) {
        use actix::{ActorContext as _, ActorFutureExt as _};

        if self.is_busy() || self.trying == Trying::Opening {
            return;
        }
        let Some(session) = self.take_session() else {
            ctx.stop();
            return;
        };
        let context = self.context.clone();
        let ended = async move { session::end(&context, &session).await };
        ctx.wait(ended.into_actor(self).map(|(), _, ctx| ctx.stop()));
    }
}
