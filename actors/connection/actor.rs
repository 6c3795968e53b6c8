//! The actor of a connection: one session, opened and kept for as long as it is wanted.

use std::{sync::Arc, time::Duration};

use actix::{Actor, ActorFutureExt as _, AsyncContext as _, Context, WrapFuture as _};
use chrono::{DateTime, Utc};
use guiche_storage::{
    connections::StatusChange,
    model::{CompanyId, ConnectionId, connection::ConnectionStatus},
};

use super::{
    ConnectionContext,
    hearing::until_written,
    keeping::{Keeping, LeaseState},
    pumps::Pumps,
    session::{self, Opened, Session, Why},
};
use crate::{
    ActorError,
    registry::{Keyed, Meter},
};

/// How often a connection makes sure that its lease is kept.
const CHECK_EVERY: Duration = Duration::from_secs(1);
/// Wait before another try while another node has the number, unless it is said to be free before.
const ELSEWHERE: Duration = Duration::from_secs(5);
/// How often a stopping connection looks whether its last sends have ended.
pub(super) const STOP_POLL: Duration = Duration::from_millis(10);
/// Wait after storage failed.
pub(super) const AFTER_FAILURE: Duration = Duration::from_secs(1);

/// Which connection.
pub type ConnectionKey = (CompanyId, ConnectionId);

/// How the session is being opened.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Trying {
    No,
    Opening,
    // between two tries; the next one comes by itself
    Waiting,
    // another node has the number; the next try comes by itself or when it is free
    Elsewhere,
}

/// What is wanted of the session.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Wish {
    Off,
    On,
    // the process ends: what is on its way is finished, nothing new begins
    End,
}

/// The session of one number.
pub struct Connection {
    pub(super) context: ConnectionContext,
    pub(super) session: Option<Session>,
    /// The provider has said that messages may go.
    pub(super) is_connected: bool,
    /// The number between two tries: no other node begins meanwhile.
    pub(super) kept: Option<Keeping>,
    pub(super) trying: Trying,
    pub(super) wish: Wish,
    pub(super) attempt: u32,
    /// What came before is applied one by one: it may be what ended the last process.
    pub(super) since: DateTime<Utc>,
    pub(super) pumps: Pumps,
    pub(super) meter: Meter,
    // of the next session: a new name for each, so that its epoch is higher
    pub(super) owner: Arc<str>,
    /// What is being opened is not what is stored any more; it is opened again so.
    outdated: Option<Why>,
    /// The number was said to be free while it was being opened: that another node has it may be old.
    pub(super) may_be_free: bool,
    /// Somebody wants a new code: what is stored of the session is forgotten before the next one, however many tries that takes.
    pub(super) forgets: bool,
}

impl Connection {
    /// A connection that is off.
    pub fn new(context: ConnectionContext) -> Self {
        Self {
            owner: context.new_owner(),
            since: context.now(),
            context,
            session: None,
            is_connected: false,
            kept: None,
            trying: Trying::No,
            wish: Wish::Off,
            attempt: 0,
            pumps: Pumps::default(),
            meter: Meter::new(Self::KIND),
            outdated: None,
            may_be_free: false,
            forgets: false,
        }
    }

    /// Wants something else from now on; a process that ends wants nothing else.
    pub(super) fn want(&mut self, wish: Wish) {
        if self.wish != Wish::End {
            self.wish = wish;
        }
        if wish == Wish::Off {
            // what is switched off is signed out, which forgets the same
            (self.forgets, self.outdated) = (false, None);
        }
    }

    pub(super) fn open(&mut self, why: Why, ctx: &mut Context<Self>) {
        if self.trying != Trying::No || self.session.is_some() || self.wish != Wish::On {
            return;
        }
        self.trying = Trying::Opening;
        self.may_be_free = false;
        let (context, owner) = (self.context.clone(), Arc::clone(&self.owner));
        let (kept, forgets) = (self.kept.take(), std::mem::take(&mut self.forgets));
        let opened = async move { session::open(&context, owner, (why, forgets), kept).await };
        ctx.spawn(opened.into_actor(self).map(move |opened, connection, ctx| {
            connection.trying = Trying::No;
            connection.forgets |= forgets && !matches!(opened, Ok(Opened::Ready(..)));
            connection.opened(opened, why, ctx);
        }));
    }

    fn opened(&mut self, opened: Result<Opened, ActorError>, why: Why, ctx: &mut Context<Self>) {
        if let Some(why) = self.outdated.take() {
            if let Ok(Opened::Ready(session, _)) = opened {
                self.session = Some(session);
            }
            self.reopen(why, ctx);
            return;
        }
        if self.wish == Wish::Off {
            // somebody has switched it off meanwhile, on whichever node it is
            if let Ok(Opened::Ready(session, _)) = opened {
                self.session = Some(session);
            }
            return self.switch_off(ctx);
        }
        match opened {
            Ok(Opened::Ready(session, events)) => {
                self.session = Some(session);
                if self.wish == Wish::On {
                    self.listen(events, ctx);
                }
            }
            Ok(Opened::Refused | Opened::Unwanted) => self.want(Wish::Off),
            Ok(Opened::Elsewhere) if self.may_be_free => self.open(Why::Itself, ctx),
            Ok(Opened::Elsewhere) => {
                self.open_later(Trying::Elsewhere, ELSEWHERE, Why::Itself, ctx);
            }
            Ok(Opened::Later(kept)) => self.wait(Some(kept), ctx),
            Err(error) => {
                tracing::error!(%error, "a connection could not be opened; once more");
                // what a person wants may not be written yet
                self.open_later(Trying::Waiting, AFTER_FAILURE, why, ctx);
            }
        }
    }

    /// The session is over and comes back by itself. The number stays this node's meanwhile.
    pub(super) fn pause(&mut self, ctx: &mut Context<Self>) {
        let Some(session) = self.take_session() else {
            return;
        };
        self.trying = Trying::Opening;
        let (context, next) = (self.context.clone(), Arc::clone(&self.owner));
        let paused = async move { session::pause(&context, &session, &next).await };
        ctx.spawn(paused.into_actor(self).map(|kept, connection, ctx| {
            connection.trying = Trying::No;
            match connection.outdated.take() {
                Some(why) => connection.reopen(why, ctx),
                None => connection.wait(kept, ctx),
            }
        }));
    }

    /// Waits before the next try, longer each time.
    fn wait(&mut self, kept: Option<Keeping>, ctx: &mut Context<Self>) {
        if self.wish == Wish::Off {
            self.switch_off(ctx);
            return;
        }
        self.kept = kept;
        self.attempt = self.attempt.saturating_add(1);
        let wait = session::backoff(self.attempt, (self.context.jitter)());
        self.open_later(Trying::Waiting, wait, Why::Itself, ctx);
    }

    fn open_later(&mut self, trying: Trying, wait: Duration, why: Why, ctx: &mut Context<Self>) {
        self.trying = trying;
        ctx.run_later(wait, move |connection, ctx| {
            if connection.trying == trying {
                connection.trying = Trying::No;
                connection.open(why, ctx);
            }
        });
    }

    /// The session, which the actor forgets; the next one has another name.
    pub(super) fn take_session(&mut self) -> Option<Session> {
        let session = self.session.take()?;
        self.is_connected = false;
        self.owner = self.context.new_owner();
        Some(session)
    }

    /// Opens the session with what is stored now, after the one there is has given its lease back.
    pub(super) fn reopen(&mut self, why: Why, ctx: &mut Context<Self>) {
        if self.trying == Trying::Opening {
            self.outdated = Some(why);
            return;
        }
        self.kept = None;
        let Some(session) = self.take_session() else {
            self.open(why, ctx);
            return;
        };
        self.trying = Trying::Opening;
        let (context, forgets) = (self.context.clone(), self.forgets);
        let ended = async move {
            if forgets {
                // on the line that it has: what comes in meanwhile is not lost with the keys
                session::log_out(&context, &session).await;
            }
            session::end(&context, &session).await;
        };
        ctx.spawn(ended.into_actor(self).map(move |(), connection, ctx| {
            connection.ended(why, ctx);
        }));
    }

    /// A session has ended so that another one begins, unless somebody has switched the number off meanwhile.
    fn ended(&mut self, why: Why, ctx: &mut Context<Self>) {
        self.trying = Trying::No;
        if self.wish == Wish::Off {
            return self.switch_off(ctx);
        }
        let why = self.outdated.take().unwrap_or(why);
        self.open(why, ctx);
    }

    /// The lease is somebody else's, or the connection was switched off elsewhere.
    pub(super) fn lost(&mut self, ctx: &mut Context<Self>) {
        let Some(session) = self.take_session() else {
            return;
        };
        tracing::info!(connection.id = %self.context.connection, "a connection is no longer this node's");
        // who starts it meanwhile waits for the end of this one
        self.trying = Trying::Opening;
        let context = self.context.clone();
        let ended = async move { session::end(&context, &session).await };
        ctx.spawn(ended.into_actor(self).map(|(), connection, ctx| {
            connection.ended(Why::Itself, ctx);
        }));
    }

    /// Ends a session whose lease is no longer sure.
    fn check_lease(&mut self, ctx: &mut Context<Self>) {
        let state = self.session.as_ref().map(|session| session.lease.state());
        match state {
            Some(LeaseState::Lost) => self.lost(ctx),
            // where no other node can take it, an old lease is as good
            Some(LeaseState::Old) if self.context.db.is_shared() => self.lost(ctx),
            Some(LeaseState::Good | LeaseState::Old) | None => {}
        }
        // the next try finds out who has it
        self.kept.take_if(|kept| kept.state() == LeaseState::Lost);
    }

    /// Ends the session and signs it out: nobody wants it on.
    fn switch_off(&mut self, ctx: &mut Context<Self>) {
        let (context, session) = (self.context.clone(), self.take_session());
        let ended = async move {
            if let Err(error) = switch_off(&context, session).await {
                tracing::error!(%error, "a connection could not be signed out");
            }
        };
        ctx.spawn(ended.into_actor(self));
    }

    pub(super) fn disconnect(&mut self, reason: Option<String>, ctx: &mut Context<Self>) {
        self.want(Wish::Off);
        let (context, session) = (self.context.clone(), self.take_session());
        let ended = async move {
            let change = || StatusChange {
                reason: reason.as_deref(),
                ..StatusChange::to(ConnectionStatus::Disconnected)
            };
            until_written(&context, async || context.set_status(change()).await).await;
            if let Some(session) = session {
                session::end(&context, &session).await;
            }
        };
        ctx.spawn(ended.into_actor(self));
    }
}

/// Writes that nobody wants a session on, signs it out and ends it. First the wish, then the lease: whoever takes it next
/// sees that it is not wanted.
pub(super) async fn switch_off(
    context: &ConnectionContext,
    session: Option<Session>,
) -> Result<(), ActorError> {
    let off = || StatusChange::to(ConnectionStatus::Disconnected);
    until_written(context, async || context.set_status(off()).await).await;
    if let Some(session) = session {
        session::log_out(context, &session).await;
        session::end(context, &session).await;
        return Ok(());
    }
    session::log_out_anew(context).await
}

impl Keyed for Connection {
    type Key = ConnectionKey;
    const KIND: &'static str = "connection";
    const MAILBOX: usize = 256;
}

impl Actor for Connection {
    type Context = Context<Self>;

    fn started(&mut self, ctx: &mut Self::Context) {
        ctx.run_interval(CHECK_EVERY, Self::check_lease);
    }
}
