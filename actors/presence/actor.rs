//! The sockets of one user and what follows from them.

use std::collections::HashMap;
use std::time::Duration;

use actix::prelude::*;
use guiche_storage::identity::sign_ins::Ended;
use guiche_storage::model::{CompanyId, UserId};
use uuid::Uuid;

use super::online::{PresenceSettings, note};
use crate::registry::{Keyed, MayEnd, Meter, Stop};
use crate::room::SessionId;
use crate::room::browser::{Browser, CloseReason};

/// Messages that wait; a lost `Depart` is made good by the sweep, a lost `Here` by the next.
const MAILBOX: usize = 64;

/// Sockets of one user; the oldest is sent away for one more.
const SOCKETS_MAX: usize = 50;

/// Time after the last disconnect: a page that is loaded again is not gone (rule B1).
const AWAY_AFTER: Duration = Duration::from_secs(15);

/// Time in which the room tells a browser that its user signed in elsewhere, and sends it away; the presence does it
/// to those that the notice did not reach.
const NOTICE_WITHIN: Duration = Duration::from_secs(2);

/// How often sockets are looked for that ended without a word.
const SWEEP_EVERY: Duration = Duration::from_mins(1);

/// Fact: a socket of the user is there. No reply, idempotent; said at connect and by `userStatus`.
#[derive(Debug, Clone, Message)]
#[rtype(result = "()")]
pub struct Here {
    /// How to reach it, and its name.
    pub browser: Browser,
    /// The sign-in it came with.
    pub sign_in: Uuid,
    /// Whether it is that of a super user in the user's place: nobody is online by it, and it stays when he signs in.
    pub is_actor: bool,
}

/// Fact: a socket of the user is gone. No reply, idempotent.
#[derive(Debug, Clone, Copy, Message)]
#[rtype(result = "()")]
pub struct Depart {
    /// Its name.
    pub session: SessionId,
}

/// Command: close the sockets of sign-ins that ended. No reply, idempotent.
#[derive(Debug, Clone, Copy, Message)]
#[rtype(result = "()")]
pub struct SignedOut(pub Ended);

fn concerns(ended: Ended, socket: &Socket) -> bool {
    match ended {
        Ended::One(gone) => socket.sign_in == gone,
        Ended::AllBut(kept) => !socket.is_actor && socket.sign_in != kept,
        Ended::All => true,
    }
}

/// Question: what is known of the user.
#[derive(Debug, Clone, Copy, Message)]
#[rtype(result = "Observed")]
pub struct Observe;

/// Answer to [`Observe`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Observed {
    /// Sockets on this node.
    pub sockets: usize,
    /// What storage was told last; `None` before that.
    pub online: Option<bool>,
    /// Changes that were news to the company.
    pub changes: u64,
}

#[derive(Debug)]
struct Socket {
    browser: Browser,
    sign_in: Uuid,
    is_actor: bool,
}

/// One user.
#[derive(Debug)]
pub struct Presence {
    company: CompanyId,
    user: UserId,
    settings: PresenceSettings,
    sockets: HashMap<SessionId, Socket>,
    online: Option<bool>,
    changes: u64,
    away_timer: Option<SpawnHandle>,
    // when those of older sign-ins are sent away
    elsewhere_timer: Option<SpawnHandle>,
    meter: Meter,
}

impl Presence {
    /// Without sockets.
    pub fn new(key: (CompanyId, UserId), settings: PresenceSettings) -> Self {
        Self {
            company: key.0,
            user: key.1,
            settings,
            sockets: HashMap::new(),
            online: None,
            changes: 0,
            away_timer: None,
            elsewhere_timer: None,
            meter: Meter::new(Self::KIND),
        }
    }

    /// Tells storage; what comes meanwhile waits, so that the last word is the true one.
    fn note(&self, online: bool, ctx: &mut Context<Self>) {
        let noted = note(self.settings.clone(), self.company, self.user, online);
        ctx.wait(noted.into_actor(self).map(move |noted, presence, _| match noted {
            Ok(news) => {
                presence.online = Some(online);
                presence.changes += u64::from(news);
            }
            Err(error) => {
                presence.online = None;
                tracing::warn!(company.id = %presence.company, %error, "presence was not noted");
            }
        }));
    }

    fn forget(&mut self, session: SessionId, ctx: &mut Context<Self>) {
        if self.sockets.remove(&session).is_some() {
            self.leave_soon(ctx);
        }
    }

    fn send_away(&mut self, ended: Ended, ctx: &mut Context<Self>) {
        let before = self.sockets.len();
        let gone = self.sockets.extract_if(|_, socket| concerns(ended, socket));
        for (_, socket) in gone {
            socket.browser.dismiss(CloseReason::SignedOut);
        }
        if self.sockets.len() < before {
            self.leave_soon(ctx);
        }
    }

    fn leave_soon(&mut self, ctx: &mut Context<Self>) {
        if self.is_there() || self.away_timer.is_some() {
            return;
        }
        self.away_timer = Some(ctx.run_later(AWAY_AFTER, |presence, ctx| {
            presence.away_timer = None;
            if !presence.is_there() {
                presence.note(false, ctx);
            }
        }));
    }

    /// Whether the user himself has a socket.
    fn is_there(&self) -> bool {
        self.sockets.values().any(|socket| !socket.is_actor)
    }

    /// Also tries again what storage did not take.
    fn sweep(&mut self, ctx: &mut Context<Self>) {
        self.sockets.retain(|_, socket| socket.browser.connected());
        if self.is_there() {
            if self.online.is_none() {
                self.note(true, ctx);
            }
        } else if self.online != Some(false) {
            self.leave_soon(ctx);
        }
    }
}

impl Actor for Presence {
    type Context = Context<Self>;

    fn started(&mut self, ctx: &mut Self::Context) {
        ctx.run_interval(SWEEP_EVERY, Self::sweep);
    }
}

impl Keyed for Presence {
    type Key = (CompanyId, UserId);
    const KIND: &'static str = "presence";
    const MAILBOX: usize = MAILBOX;
}

impl Handler<Here> for Presence {
    type Result = ();

    fn handle(&mut self, message: Here, ctx: &mut Self::Context) {
        let _timer = self.meter.time();
        if !message.is_actor
            && let Some(timer) = self.away_timer.take()
        {
            ctx.cancel_future(timer);
        }
        let socket = Socket {
            browser: message.browser,
            sign_in: message.sign_in,
            is_actor: message.is_actor,
        };
        self.sockets.insert(socket.browser.id(), socket);
        if self.sockets.len() > SOCKETS_MAX
            && let Some(oldest) = self.sockets.keys().min().copied()
            && let Some(socket) = self.sockets.remove(&oldest)
        {
            socket.browser.dismiss(CloseReason::Overloaded);
        }
        if !message.is_actor {
            self.note(true, ctx);
        }
    }
}

impl Handler<Depart> for Presence {
    type Result = ();

    fn handle(&mut self, message: Depart, ctx: &mut Self::Context) {
        let _timer = self.meter.time();
        self.forget(message.session, ctx);
    }
}

impl Handler<SignedOut> for Presence {
    type Result = ();

    fn handle(&mut self, message: SignedOut, ctx: &mut Self::Context) {
        let _timer = self.meter.time();
        let SignedOut(ended) = message;
        if matches!(ended, Ended::AllBut(_)) {
            let timer = ctx.run_later(NOTICE_WITHIN, move |presence, ctx| {
                presence.elsewhere_timer = None;
                presence.send_away(ended, ctx);
            });
            // the sign-in that an earlier one would keep has ended by now, and the one that is kept was not there then
            if let Some(earlier) = self.elsewhere_timer.replace(timer) {
                ctx.cancel_future(earlier);
            }
        } else {
            self.send_away(ended, ctx);
        }
    }
}

impl Handler<Observe> for Presence {
    type Result = MessageResult<Observe>;

    fn handle(&mut self, _: Observe, _: &mut Self::Context) -> Self::Result {
        MessageResult(Observed {
            sockets: self.sockets.len(),
            online: self.online,
            changes: self.changes,
        })
    }
}

impl Handler<MayEnd> for Presence {
    type Result = bool;

    /// Once storage knows that the user is gone.
    fn handle(&mut self, _: MayEnd, _: &mut Self::Context) -> bool {
        let is_gone = self.sockets.is_empty() && self.online == Some(false);
        is_gone && self.away_timer.is_none() && self.meter.rests()
    }
}

impl Handler<Stop> for Presence {
    type Result = ();

    /// A socket that has come to an actor which was about to end comes back and finds another.
    fn handle(&mut self, _: Stop, ctx: &mut Self::Context) {
        for (_, socket) in self.sockets.drain() {
            socket.browser.dismiss(CloseReason::Shutdown);
        }
        ctx.stop();
    }
}
