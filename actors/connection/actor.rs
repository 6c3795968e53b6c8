//! The actor of a connection: one session, three pumps (out, in, files), each running at most once.

use std::{sync::Arc, time::Duration};

use actix::{
    Actor, ActorContext as _, ActorFutureExt as _, AsyncContext as _, Context, Handler, Message,
    ResponseFuture, WrapFuture as _,
};
use chrono::{DateTime, Utc};
use guiche_storage::model::{CompanyId, ConnectionId, connection::ConnectionStatus};
use uuid::Uuid;

use super::{
    ConnectionContext, fetching, receiving, sending,
    sending::Round,
    session::{self, Opened, Session},
};
use crate::{
    ActorError,
    registry::{Keyed, Meter, Stop},
    tell::Look,
};

/// How often a connection looks without being woken, where other nodes write to the same database.
const POLL_SHARED: Duration = Duration::from_secs(1);
/// The same where this process is alone: only for work that waits for a time.
const POLL_ALONE: Duration = Duration::from_secs(10);
/// Wait before another try while another node has the number.
const ELSEWHERE: Duration = Duration::from_secs(5);
/// How often a stopping connection looks whether its last sends have ended.
const STOP_POLL: Duration = Duration::from_millis(10);
/// Wait after storage failed.
const AFTER_FAILURE: Duration = Duration::from_secs(1);

/// Which connection.
pub type ConnectionKey = (CompanyId, ConnectionId);

/// Command: look for new work. No reply; twice is once.
#[derive(Debug, Clone, Copy, Message)]
#[rtype(result = "()")]
pub struct LookInto(pub Look);

/// Command: open the session if there is none. No reply.
#[derive(Debug, Clone, Copy, Message)]
#[rtype(result = "()")]
pub struct StartSession;

/// Command: end the session and leave it ended. Replies when the status is written.
#[derive(Debug, Clone, Copy, Message)]
#[rtype(result = "Result<(), ActorError>")]
pub struct StopSession;

/// Command: end the session and open it anew with what is stored now. No reply.
#[derive(Debug, Clone, Copy, Message)]
#[rtype(result = "()")]
pub struct NewSession;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Pump {
    Idle,
    Running { again: bool },
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Trying {
    No,
    Opening,
    // between two tries; the next one comes by itself
    Waiting,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Lane {
    Out,
    In,
    Files,
}

/// The session of one number.
pub struct Connection {
    context: ConnectionContext,
    owner: Arc<str>,
    session: Option<Session>,
    trying: Trying,
    /// What is being opened is not what is stored any more.
    outdated: bool,
    wanted: bool,
    attempt: u32,
    careful: bool,
    out: Pump,
    inn: Pump,
    files: Pump,
    meter: Meter,
}

impl Connection {
    /// A connection that is off.
    pub fn new(context: ConnectionContext) -> Self {
        Self {
            context,
            owner: Uuid::now_v7().to_string().into(),
            session: None,
            trying: Trying::No,
            outdated: false,
            wanted: false,
            attempt: 0,
            careful: true,
            out: Pump::Idle,
            inn: Pump::Idle,
            files: Pump::Idle,
            meter: Meter::new(Self::KIND),
        }
    }

    fn open(&mut self, ctx: &mut Context<Self>) {
        if self.trying != Trying::No || self.session.is_some() || !self.wanted {
            return;
        }
        self.trying = Trying::Opening;
        let (context, owner) = (self.context.clone(), Arc::clone(&self.owner));
        let opened = async move { session::open(&context, owner).await };
        ctx.spawn(opened.into_actor(self).map(|opened, connection, ctx| {
            connection.trying = Trying::No;
            connection.opened(opened, ctx);
        }));
    }

    fn opened(&mut self, opened: Result<Opened, ActorError>, ctx: &mut Context<Self>) {
        if std::mem::take(&mut self.outdated) {
            if let Ok(Opened::Ready(session)) = opened {
                self.session = Some(session);
            }
            self.reopen(ctx);
            return;
        }
        let wait = match opened {
            Ok(Opened::Ready(session)) if self.wanted => {
                self.attempt = 0;
                self.session = Some(session);
                for lane in [Lane::In, Lane::Out, Lane::Files] {
                    self.pump(lane, ctx);
                }
                return;
            }
            Ok(Opened::Ready(session)) => {
                self.session = Some(session);
                self.disconnect(None, ctx);
                return;
            }
            Ok(Opened::Refused) => {
                self.wanted = false;
                return;
            }
            Ok(Opened::Elsewhere) => ELSEWHERE,
            Ok(Opened::Later) => {
                self.attempt += 1;
                session::backoff(self.attempt)
            }
            Err(error) => {
                tracing::error!(%error, "a connection could not be opened; once more");
                AFTER_FAILURE
            }
        };
        self.trying = Trying::Waiting;
        ctx.run_later(wait, |connection, ctx| {
            if connection.trying == Trying::Waiting {
                connection.trying = Trying::No;
                connection.open(ctx);
            }
        });
    }

    /// Ends the session here; what is on the way still records its end.
    fn close(&mut self, ctx: &mut Context<Self>) {
        if let Some(session) = self.session.take() {
            let context = self.context.clone();
            ctx.spawn(async move { session::end(&context, &session).await }.into_actor(self));
            // a new name, so that the next session has a higher epoch
            self.owner = Uuid::now_v7().to_string().into();
        }
    }

    /// Opens the session with what is stored now, after the one there is has given its lease back.
    fn reopen(&mut self, ctx: &mut Context<Self>) {
        if self.trying == Trying::Opening {
            self.outdated = true;
            return;
        }
        let Some(session) = self.session.take() else {
            self.open(ctx);
            return;
        };
        self.owner = Uuid::now_v7().to_string().into();
        self.trying = Trying::Opening;
        let context = self.context.clone();
        let ended = async move { session::end(&context, &session).await };
        ctx.spawn(ended.into_actor(self).map(|(), connection, ctx| {
            (connection.trying, connection.outdated) = (Trying::No, false);
            connection.open(ctx);
        }));
    }

    fn renew(&mut self, ctx: &mut Context<Self>) {
        let Some(session) = self.session.clone() else {
            return;
        };
        let context = self.context.clone();
        let renewed = async move { session::take_lease(&context, &session.owner).await };
        ctx.spawn(renewed.into_actor(self).map(|renewed, connection, ctx| {
            let Some(session) = &connection.session else {
                return;
            };
            match renewed {
                Ok(Some(epoch)) if epoch == session.epoch => {}
                Ok(_) => {
                    tracing::warn!("another node has taken a connection over");
                    connection.session = None;
                    connection.owner = Uuid::now_v7().to_string().into();
                    connection.open(ctx);
                }
                Err(error) => tracing::warn!(%error, "a lease could not be renewed"),
            }
        }));
    }

    fn lane(&mut self, lane: Lane) -> &mut Pump {
        match lane {
            Lane::Out => &mut self.out,
            Lane::In => &mut self.inn,
            Lane::Files => &mut self.files,
        }
    }

    fn pump(&mut self, lane: Lane, ctx: &mut Context<Self>) {
        let Some(session) = self.session.clone() else {
            return;
        };
        if *self.lane(lane) != Pump::Idle {
            *self.lane(lane) = Pump::Running { again: true };
            return;
        }
        *self.lane(lane) = Pump::Running { again: false };
        let (context, careful) = (self.context.clone(), self.careful);
        let owner = Arc::clone(&session.owner);
        let round = async move {
            match lane {
                Lane::Out => sending::send_round(&context, &session).await.map(Turn::Out),
                Lane::In => receiving::receive_round(&context, &session, careful)
                    .await
                    .map(Turn::In),
                Lane::Files => fetching::fetch_round(&context, &session)
                    .await
                    .map(Turn::Files),
            }
        };
        ctx.spawn(
            round
                .into_actor(self)
                .map(move |turn, connection, ctx| connection.turned(lane, &owner, turn, ctx)),
        );
    }

    fn turned(
        &mut self,
        lane: Lane,
        owner: &Arc<str>,
        turn: Result<Turn, ActorError>,
        ctx: &mut Context<Self>,
    ) {
        let again = *self.lane(lane) == Pump::Running { again: true };
        *self.lane(lane) = Pump::Idle;
        let is_of_now =
            |session: &Option<Session>| session.as_ref().is_some_and(|it| it.owner == *owner);
        match turn {
            // the end of an earlier session says nothing about this one
            Ok(Turn::Out(Round::Lost | Round::Disconnected(_))) if !is_of_now(&self.session) => {
                self.pump(lane, ctx);
            }
            Ok(Turn::Out(Round::More) | Turn::Files(true)) => self.pump(lane, ctx),
            Ok(Turn::In(received)) => {
                if received.has_media {
                    self.pump(Lane::Files, ctx);
                }
                if received.more || again {
                    self.pump(lane, ctx);
                } else {
                    self.careful = false;
                    self.pump_at(lane, received.until, ctx);
                }
            }
            Ok(Turn::Out(Round::Until(next))) if !again => self.pump_at(lane, next, ctx),
            Ok(Turn::Out(Round::Lost)) => {
                self.session = None;
                self.owner = Uuid::now_v7().to_string().into();
                self.open(ctx);
            }
            Ok(Turn::Out(Round::Disconnected(reason))) => self.disconnect(Some(reason), ctx),
            Ok(Turn::Out(_) | Turn::Files(_)) if again => self.pump(lane, ctx),
            Ok(Turn::Out(_) | Turn::Files(_)) => {}
            Err(error) => {
                tracing::error!(%error, "a connection could not work; once more");
                ctx.run_later(AFTER_FAILURE, move |connection, ctx| {
                    connection.pump(lane, ctx);
                });
            }
        }
    }

    fn pump_at(&self, lane: Lane, at: Option<DateTime<Utc>>, ctx: &mut Context<Self>) {
        let Some(at) = at else { return };
        let wait = (at - self.context.now()).to_std().unwrap_or_default();
        if wait < POLL_ALONE {
            let wait = wait.max(Duration::from_millis(1));
            ctx.run_later(wait, move |connection, ctx| connection.pump(lane, ctx));
        }
    }

    fn disconnect(&mut self, reason: Option<String>, ctx: &mut Context<Self>) {
        self.wanted = false;
        self.close(ctx);
        let context = self.context.clone();
        let written = async move {
            let status = ConnectionStatus::Disconnected;
            if let Err(error) = context.set_status(status, reason.as_deref(), None).await {
                tracing::error!(%error, "a connection's status could not be written");
            }
        };
        ctx.spawn(written.into_actor(self));
    }
}

enum Turn {
    Out(Round),
    In(receiving::Received),
    Files(bool),
}

impl Keyed for Connection {
    type Key = ConnectionKey;
    const KIND: &'static str = "connection";
    const MAILBOX: usize = 256;
}

impl Actor for Connection {
    type Context = Context<Self>;

    fn started(&mut self, ctx: &mut Self::Context) {
        let poll = if self.context.db.is_shared() {
            POLL_SHARED
        } else {
            POLL_ALONE
        };
        ctx.run_interval(poll, |connection, ctx| {
            for lane in [Lane::In, Lane::Out, Lane::Files] {
                connection.pump(lane, ctx);
            }
        });
        ctx.run_interval(session::RENEW_EVERY, |connection, ctx| {
            connection.renew(ctx);
        });
    }
}

impl Handler<LookInto> for Connection {
    type Result = ();

    fn handle(&mut self, LookInto(look): LookInto, ctx: &mut Self::Context) {
        let _time = self.meter.time();
        self.pump(
            if look == Look::Outbox {
                Lane::Out
            } else {
                Lane::In
            },
            ctx,
        );
    }
}

impl Handler<StartSession> for Connection {
    type Result = ();

    fn handle(&mut self, _: StartSession, ctx: &mut Self::Context) {
        let _time = self.meter.time();
        self.wanted = true;
        self.open(ctx);
    }
}

impl Handler<NewSession> for Connection {
    type Result = ();

    fn handle(&mut self, _: NewSession, ctx: &mut Self::Context) {
        let _time = self.meter.time();
        self.wanted = true;
        self.attempt = 0;
        if self.trying == Trying::Waiting {
            self.trying = Trying::No;
        }
        self.reopen(ctx);
    }
}

impl Handler<StopSession> for Connection {
    type Result = ResponseFuture<Result<(), ActorError>>;

    fn handle(&mut self, _: StopSession, ctx: &mut Self::Context) -> Self::Result {
        let _time = self.meter.time();
        self.wanted = false;
        self.close(ctx);
        let context = self.context.clone();
        Box::pin(async move {
            context
                .set_status(ConnectionStatus::Disconnected, None, None)
                .await
        })
    }
}

impl Handler<Stop> for Connection {
    type Result = ();

    fn handle(&mut self, _: Stop, ctx: &mut Self::Context) {
        self.wanted = false;
        self.close(ctx);
        ctx.run_interval(STOP_POLL, |connection, ctx| {
            let busy = [connection.out, connection.inn]
                .iter()
                .any(|pump| *pump != Pump::Idle);
            if !busy && connection.trying != Trying::Opening {
                ctx.stop();
            }
        });
    }
}
