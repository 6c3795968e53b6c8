//! The room's state, its start, and how an event gets from here to the browsers.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Duration;

use actix::prelude::*;
use bytestring::ByteString;
use guiche_storage::model::event::{CommittedEvent, Entity, Room as Audience};
use guiche_storage::model::{Clock, CompanyId};
use guiche_storage::{Db, Result, events};

use super::browser::{Browser, Deliver, Farewell};
use super::crowd::Crowds;
use super::listeners::Listeners;
use super::messages::{Observed, SessionId};
use super::ring::{Ring, Told};
use crate::registry::{Keyed, Meter};

/// Messages that wait; a `Publish` over it is read from storage later.
const MAILBOX: usize = 1024;

/// Events read when the room starts, for browsers that come back.
const PRELOAD: i64 = 1_000;

/// Events read at once when some are missing.
const PAGE: i64 = 500;

/// Time an event waits for those before it, which are committed and on their way.
const PATIENCE: Duration = Duration::from_millis(25);

/// Events that may wait so; over it storage is read at once.
const EARLY_MAX: usize = 256;

/// How often a room with browsers looks for events nobody told it of, where this process is alone. A failed look is tried
/// again after [`RETRY`].
const LOOK_EVERY_ALONE: Duration = Duration::from_secs(10);
const RETRY: Duration = Duration::from_secs(1);

/// Writes an event: name and JSON payload to one frame.
pub type Encode = fn(&str, &str) -> ByteString;

/// What every room needs. Cheap to clone.
#[derive(Debug, Clone)]
pub struct RoomSettings {
    /// Where the events are.
    pub db: Db,
    /// The time.
    pub clock: Arc<dyn Clock>,
    /// The wire's words for an event.
    pub encode: Encode,
    /// How often to look for what other nodes wrote.
    pub look_every: Duration,
}

/// The room of one company.
#[derive(Debug)]
pub struct Room {
    pub(super) company: CompanyId,
    pub(super) settings: RoomSettings,
    pub(super) listeners: Listeners,
    pub(super) crowds: Crowds,
    pub(super) ring: Ring,
    pub(super) last_seq: i64,
    pub(super) counters: Observed,
    pub(super) meter: Meter,
    // events whose predecessors are missing
    early: BTreeMap<i64, CommittedEvent>,
    waiting: bool,
    reading: bool,
    again: bool,
}

impl Room {
    /// Empty; it reads the last events when it starts.
    pub fn new(company: CompanyId, settings: RoomSettings) -> Self {
        Self {
            company,
            settings,
            listeners: Listeners::default(),
            crowds: Crowds::default(),
            ring: Ring::default(),
            last_seq: 0,
            counters: Observed::default(),
            meter: Meter::new(Self::KIND),
            early: BTreeMap::new(),
            waiting: false,
            reading: false,
            again: false,
        }
    }

    /// Tells an event if it is the next; keeps it if others come first.
    pub(super) fn take(&mut self, event: &CommittedEvent, ctx: &mut Context<Self>) {
        if event.seq > self.last_seq.saturating_add(1) {
            self.early.insert(event.seq, event.clone());
            if self.early.len() > EARLY_MAX {
                self.early.clear();
                self.catch_up(ctx);
            } else {
                self.wait_for_missing(PATIENCE, ctx);
            }
        } else if event.seq > self.last_seq {
            self.tell(event);
            self.tell_early();
        }
    }

    /// Tells what storage has beyond the last event told.
    pub(super) fn catch_up(&mut self, ctx: &mut Context<Self>) {
        if self.reading {
            // what is asked for now may be newer than what is being read
            self.again = true;
            return;
        }
        self.reading = true;
        let read = read_since(self.settings.db.clone(), self.company, self.last_seq);
        ctx.spawn(read.into_actor(self).map(|found, room, ctx| {
            room.reading = false;
            let again = std::mem::take(&mut room.again);
            room.took_from_storage(found, ctx);
            if again {
                room.catch_up(ctx);
            }
        }));
    }

    /// Takes what a look into storage found; looks again when there may be more.
    pub(super) fn took_from_storage(
        &mut self,
        found: Result<Vec<CommittedEvent>>,
        ctx: &mut Context<Self>,
    ) {
        let events = match found {
            Ok(events) => events,
            Err(error) => {
                tracing::warn!(company.id = %self.company, %error, "events could not be read");
                return self.wait_for_missing(RETRY, ctx);
            }
        };
        let page = i64::try_from(events.len()).unwrap_or(i64::MAX);
        if events.last().is_some_and(|event| event.seq > self.last_seq) {
            self.counters.caught_up += 1;
        }
        for event in &events {
            // storage has no gaps but what it has forgotten
            if event.seq > self.last_seq {
                self.tell(event);
            }
        }
        self.tell_early();
        if page >= PAGE {
            self.catch_up(ctx);
        } else if !self.early.is_empty() {
            self.wait_for_missing(RETRY, ctx);
        }
    }

    fn wait_for_missing(&mut self, time: Duration, ctx: &mut Context<Self>) {
        if self.waiting {
            return;
        }
        self.waiting = true;
        ctx.run_later(time, move |room, ctx| {
            room.waiting = false;
            if !room.early.is_empty() || time == RETRY {
                room.catch_up(ctx);
            }
        });
    }

    fn tell_early(&mut self) {
        self.early = self.early.split_off(&self.last_seq.saturating_add(1));
        while let Some(event) = self.early.remove(&self.last_seq.saturating_add(1)) {
            self.tell(&event);
        }
    }

    /// The next event: encoded once, given to all it is for.
    fn tell(&mut self, event: &CommittedEvent) {
        let told = Told::new(event, self.settings.encode);
        self.last_seq = told.seq;
        self.counters.told += 1;
        if told.entity == Entity::Ticket {
            for room in &told.rooms {
                if let Audience::Ticket(ticket) = room {
                    self.note_scope(*ticket, told.scope);
                }
            }
        }
        for session in self.listeners.audience(&told) {
            let taken = self.deliver(session, Deliver::Frame(told.frame.clone()));
            if taken && told.entity == Entity::Auth {
                // whoever hears that his user signed in elsewhere has no sign-in any more
                self.send_away(session, Farewell::SignedOut);
            }
        }
        self.renew_rights(&told);
        self.ring.push(told, self.settings.clock.now());
    }

    /// A change of rights is also told to the user himself. His browsers come back with what they may now.
    fn renew_rights(&mut self, told: &Told) {
        if told.entity != Entity::User {
            return;
        }
        for room in &told.rooms {
            let Audience::User(user) = room else { continue };
            for session in self.listeners.of_user(*user) {
                self.send_away(session, Farewell::TokenExpired);
            }
        }
    }

    /// Gives something to a browser; one that cannot take it is let go. True if it was taken.
    pub(super) fn deliver(&mut self, session: SessionId, message: Deliver) -> bool {
        let Some(listener) = self.listeners.get(session) else {
            return false;
        };
        match listener.browser.try_send(message) {
            Ok(()) => {
                self.counters.delivered += 1;
                true
            }
            Err(SendError::Full(_)) => {
                self.counters.evicted += 1;
                metrics::counter!("guiche_actor_mailbox_full_total", "kind" => "browser_session")
                    .increment(1);
                self.send_away(session, Farewell::TooSlow);
                false
            }
            Err(SendError::Closed(_)) => {
                self.forget(session);
                false
            }
        }
    }

    pub(super) fn send_away(&mut self, session: SessionId, farewell: Farewell) {
        if let Some(listener) = self.forget(session) {
            close(&listener.browser, farewell);
        }
    }

    pub(super) fn send_all_away(&mut self, farewell: Farewell) {
        for listener in self.listeners.drain() {
            close(&listener.browser, farewell);
        }
    }

    fn look(&mut self, ctx: &mut Context<Self>) {
        if self.listeners.len() > 0 {
            self.catch_up(ctx);
        }
    }

    /// Reads where the company stands; nothing else is handled before.
    fn begin(&mut self, ctx: &mut Context<Self>) {
        let read = read_last(self.settings.db.clone(), self.company);
        ctx.wait(read.into_actor(self).map(|found, room, ctx| match found {
            Ok((last_seq, events)) => room.remember(last_seq, &events),
            Err(error) => {
                tracing::warn!(company.id = %room.company, %error, "a room waits for storage");
                let pause = tokio::time::sleep(RETRY);
                ctx.wait(pause.into_actor(room).map(|(), room, ctx| room.begin(ctx)));
            }
        }));
    }

    fn remember(&mut self, last_seq: i64, events: &[CommittedEvent]) {
        let now = self.settings.clock.now();
        for event in events {
            self.ring.push(Told::new(event, self.settings.encode), now);
        }
        self.last_seq = events
            .last()
            .map_or(last_seq, |event| event.seq.max(last_seq));
    }
}

/// A full mailbox must not keep the one message out that empties it.
#[expect(
    clippy::disallowed_methods,
    reason = "one per browser, sent once, then it is forgotten"
)]
fn close(browser: &Browser, farewell: Farewell) {
    browser.do_send(Deliver::Close(farewell));
}

/// Events after `seq`, at most a page.
pub(super) async fn read_since(
    db: Db,
    company: CompanyId,
    seq: i64,
) -> Result<Vec<CommittedEvent>> {
    let mut reader = db.read().await?;
    events::list_since(&mut reader.conn(), company, seq, PAGE).await
}

async fn read_last(db: Db, company: CompanyId) -> Result<(i64, Vec<CommittedEvent>)> {
    let mut reader = db.read().await?;
    let last_seq = events::last_seq(&mut reader.conn(), company).await?;
    let from = last_seq.saturating_sub(PRELOAD).max(0);
    let events = events::list_since(&mut reader.conn(), company, from, PRELOAD).await?;
    Ok((last_seq, events))
}

impl Actor for Room {
    type Context = Context<Self>;

    fn started(&mut self, ctx: &mut Self::Context) {
        self.begin(ctx);
        let every = if self.settings.db.is_shared() {
            self.settings.look_every
        } else {
            LOOK_EVERY_ALONE
        };
        ctx.run_interval(every, Self::look);
    }
}

impl Keyed for Room {
    type Key = CompanyId;
    const KIND: &'static str = "room";
    const MAILBOX: usize = MAILBOX;
}

impl Drop for Room {
    /// However the room ends, its browsers come back and find another.
    fn drop(&mut self) {
        self.send_all_away(Farewell::Overloaded);
    }
}
