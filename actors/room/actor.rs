//! The room's state, its start, and how an event gets from here to the browsers.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Duration;

use actix::prelude::*;
use bytestring::ByteString;
use guiche_storage::cluster::redis::ClusterBus;
use guiche_storage::model::company::Setting;
use guiche_storage::model::event::{CommittedEvent, Entity, Room as Audience};
use guiche_storage::model::{Clock, CompanyId};
use guiche_storage::{Db, Result, companies::settings, delivery::events};
use tokio::time::Instant;

use super::browser::CloseReason;
use super::customers::Customers;
use super::listeners::Listeners;
use super::messages::{Observed, SessionId};
use super::outgoing::Outgoing;
use super::remote_viewers::RemoteViewers;
use super::ring::{EncodedEvent, Ring};
use super::viewers::Viewers;
use crate::publisher::ShowWriting;
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
    pub reconcile_every: Duration,
    /// The other nodes.
    pub bus: ClusterBus,
    /// The way to a customer who is written to.
    pub show_writing: ShowWriting,
}

/// The room of one company.
#[derive(Debug)]
pub struct Room {
    pub(super) company: CompanyId,
    pub(super) settings: RoomSettings,
    pub(super) listeners: Listeners,
    pub(super) viewers: Viewers,
    pub(super) remote_viewers: RemoteViewers,
    pub(super) customers: Customers,
    pub(super) ring: Ring,
    pub(super) last_seq: i64,
    pub(super) counters: Observed,
    pub(super) meter: Meter,
    pub(super) outgoing: Outgoing,
    /// When the last browser came or went.
    pub(super) left_at: Instant,
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
            viewers: Viewers::default(),
            remote_viewers: RemoteViewers::default(),
            customers: Customers::default(),
            ring: Ring::default(),
            last_seq: 0,
            counters: Observed::default(),
            meter: Meter::new(Self::KIND),
            outgoing: Outgoing::default(),
            left_at: Instant::now(),
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
        self.send_soon(ctx);
        self.tell_crowds_soon(ctx);
        if page >= PAGE {
            self.catch_up(ctx);
        } else if !self.early.is_empty() {
            self.wait_for_missing(RETRY, ctx);
        }
    }

    /// Whether nothing is on its way from storage or to the browsers.
    pub(super) fn is_settled(&self) -> bool {
        self.early.is_empty() && !self.reading && self.outgoing.is_empty()
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
        let told = self.told(event);
        self.last_seq = told.seq;
        self.counters.told += 1;
        self.hear_customer(event);
        if told.entity == Entity::Ticket {
            for room in &told.rooms {
                if let Audience::Ticket(ticket) = room {
                    self.note_scope(*ticket, told.scope);
                }
            }
        }
        let audience = self.listeners.audience(&told);
        let frames: Vec<_> = audience
            .iter()
            .map(|session| (*session, self.frame_for(*session, &told)))
            .collect();
        self.outgoing.add(frames.into_iter());
        if self.outgoing.is_full() {
            self.send_now();
        }
        if !told.others.is_empty() {
            for session in &audience {
                let others = self.others_for(*session, &told);
                self.deliver(*session, others);
            }
        }
        if told.entity == Entity::Auth {
            for session in audience {
                // whoever hears that his user signed in elsewhere has no sign-in any more
                self.send_away(session, CloseReason::SignedOut);
            }
        }
        self.renew_rights(&told);
        self.ring.push(told, self.settings.clock.now());
    }

    /// An event as it is told, the one that hides numbers already without them.
    fn told(&mut self, event: &CommittedEvent) -> EncodedEvent {
        if let Some(hides) = hides_numbers(event) {
            self.ring.hide_numbers(hides);
        }
        EncodedEvent::new(event, self.settings.encode, self.ring.hides_numbers())
    }

    /// What a browser is told of an event: those who do not lead see no numbers while the company hides them.
    pub(super) fn frame_for(&self, session: SessionId, told: &EncodedEvent) -> ByteString {
        let listener = self.listeners.get(session);
        let leads = listener.is_some_and(|listener| listener.viewer.is_supervisor());
        told.frame_for(leads || !self.ring.hides_numbers()).clone()
    }

    /// The same by the names of the family.
    pub(super) fn others_for(&self, session: SessionId, told: &EncodedEvent) -> Vec<ByteString> {
        let listener = self.listeners.get(session);
        listener.map_or_else(Vec::new, |listener| {
            told.others_for(listener.viewer.user_id)
        })
    }

    /// A change of rights is also told to the user himself. His browsers come back with what they may now.
    fn renew_rights(&mut self, told: &EncodedEvent) {
        if told.entity != Entity::User {
            return;
        }
        for room in &told.rooms {
            let Audience::User(user) = room else { continue };
            for session in self.listeners.of_user(*user) {
                self.send_away(session, CloseReason::TokenExpired);
            }
        }
    }

    /// Gives frames to a browser, after what it was told before. True if they were taken.
    pub(super) fn deliver(&mut self, session: SessionId, frames: Vec<ByteString>) -> bool {
        self.send_now();
        self.give(&[session], frames)
    }

    /// Gives frames to browsers that share a writer. True if they were taken; a writer with too much to do, or that has
    /// ended, lets its browsers go: they come back and resume by number.
    pub(super) fn give(&mut self, sessions: &[SessionId], frames: Vec<ByteString>) -> bool {
        let mut known = sessions
            .iter()
            .filter_map(|session| self.listeners.get(*session));
        let Some(listener) = known.next() else {
            return false;
        };
        let count = u64::try_from(sessions.len()).unwrap_or(u64::MAX);
        let reason = match listener.browser.give_all(sessions.to_vec(), frames) {
            Ok(()) => {
                self.counters.delivered += count;
                return true;
            }
            Err(SendError::Full(_)) => {
                self.counters.evicted += count;
                metrics::counter!("guiche_actor_mailbox_full_total", "kind" => "writer")
                    .increment(1);
                CloseReason::TooSlow
            }
            Err(SendError::Closed(_)) => CloseReason::Overloaded,
        };
        for session in sessions {
            self.send_away(*session, reason);
        }
        false
    }

    pub(super) fn send_away(&mut self, session: SessionId, reason: CloseReason) {
        self.send_now();
        if let Some(listener) = self.forget(session) {
            self.left_at = Instant::now();
            listener.browser.dismiss(reason);
        }
    }

    pub(super) fn send_all_away(&mut self, reason: CloseReason) {
        self.send_now();
        for listener in self.listeners.drain() {
            listener.browser.dismiss(reason);
        }
    }

    fn reconcile(&mut self, ctx: &mut Context<Self>) {
        self.ring.forget_old(self.settings.clock.now());
        if self.listeners.len() > 0 {
            self.catch_up(ctx);
        }
    }

    /// Reads where the company stands; nothing else is handled before.
    fn begin(&mut self, ctx: &mut Context<Self>) {
        let read = read_last(self.settings.db.clone(), self.company);
        ctx.wait(read.into_actor(self).map(|found, room, ctx| match found {
            Ok(begun) => room.remember(&begun),
            Err(error) => {
                tracing::warn!(company.id = %room.company, %error, "a room waits for storage");
                let pause = tokio::time::sleep(RETRY);
                ctx.wait(pause.into_actor(room).map(|(), room, ctx| room.begin(ctx)));
            }
        }));
    }

    fn remember(&mut self, begun: &Begun) {
        let now = self.settings.clock.now();
        self.ring.hide_numbers(begun.hides_numbers);
        for event in &begun.events {
            let told = self.told(event);
            self.ring.push(told, now);
        }
        let last = begun.events.last();
        self.last_seq = last.map_or(begun.last_seq, |event| event.seq.max(begun.last_seq));
    }
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

/// Where a company stands when its room begins.
struct Begun {
    hides_numbers: bool,
    last_seq: i64,
    events: Vec<CommittedEvent>,
}

/// The setting comes first: a change of it that is made meanwhile is among the events.
async fn read_last(db: Db, company: CompanyId) -> Result<Begun> {
    let mut reader = db.read().await?;
    let conn = &mut reader.conn();
    let hides_numbers = settings::is_enabled(conn, company, settings::HIDE_NUMBERS).await?;
    let last_seq = events::last_seq(conn, company).await?;
    let from = last_seq.saturating_sub(PRELOAD).max(0);
    let events = events::list_since(conn, company, from, PRELOAD).await?;
    Ok(Begun {
        hides_numbers,
        last_seq,
        events,
    })
}

/// Whether an event begins or ends that numbers are hidden.
fn hides_numbers(event: &CommittedEvent) -> Option<bool> {
    #[derive(serde::Deserialize)]
    struct Changed {
        setting: Setting,
    }
    if event.entity != Entity::Settings {
        return None;
    }
    let Changed { setting } = serde_json::from_str(event.payload.get()).ok()?;
    (setting.key == settings::HIDE_NUMBERS).then(|| setting.value == "enabled")
}

impl Actor for Room {
    type Context = Context<Self>;

    fn started(&mut self, ctx: &mut Self::Context) {
        self.begin(ctx);
        let every = if self.settings.db.is_shared() {
            self.settings.reconcile_every
        } else {
            LOOK_EVERY_ALONE
        };
        ctx.run_interval(every, Self::reconcile);
        if self.settings.db.is_shared() {
            Self::repeat_lookers(ctx);
        }
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
        self.send_all_away(CloseReason::Overloaded);
    }
}
