//! What may be said to a room.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use actix::prelude::*;
use chrono::{DateTime, Utc};
use guiche_storage::cluster::redis::Looking;
use guiche_storage::model::event::CommittedEvent;
use guiche_storage::model::{TicketId, UserId};

use super::browser::Browser;
use crate::ActorError;
use crate::rules::Viewer;
use crate::rules::audience::Wish;

/// Names one browser's connection on this node; never used twice, also not by a restarted room.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct SessionId(u64);

impl SessionId {
    /// A fresh one.
    #[expect(clippy::new_without_default, reason = "every call gives another")]
    pub fn new() -> Self {
        static NEXT: AtomicU64 = AtomicU64::new(1);
        Self(NEXT.fetch_add(1, Ordering::Relaxed))
    }
}

/// Command: a browser comes in and hears the rooms of everybody. Idempotent.
///
/// Answers `Busy` when the room holds as many browsers as it may.
#[derive(Debug, Message)]
#[rtype(result = "Result<Joined, ActorError>")]
pub struct Join {
    /// How to reach it, and its name.
    pub browser: Browser,
    /// Whose it is and what he may see.
    pub viewer: Viewer,
    /// When its token was found good: the notice of an earlier sign-in is not for it.
    pub verified_at: DateTime<Utc>,
}

/// Answer to [`Join`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Joined {
    /// Number of the company's last event; what follows reaches the browser.
    pub last_seq: i64,
}

/// Command: a browser is gone. No reply, idempotent.
#[derive(Debug, Clone, Copy, Message)]
#[rtype(result = "()")]
pub struct Leave {
    /// Its name.
    pub session: SessionId,
}

/// Command: hear more. Counted: one [`Unsubscribe`] takes back one.
///
/// Answers `Refused(NoTicketFound)` for a ticket the company has not, `Refused(NoPermission)` for
/// one the viewer may not see, `Busy` for a browser that is not in, or wishes too much.
#[derive(Debug, Clone, Copy, Message)]
#[rtype(result = "Result<(), ActorError>")]
pub struct Subscribe {
    /// Its name.
    pub session: SessionId,
    /// What it wants to hear.
    pub wish: Wish,
}

/// Command: takes back one [`Subscribe`]. No reply; harmless without one.
#[derive(Debug, Clone, Copy, Message)]
#[rtype(result = "()")]
pub struct Unsubscribe {
    /// Its name.
    pub session: SessionId,
    /// What it no longer wants to hear.
    pub wish: Wish,
}

/// Command: somebody writes in a ticket, or has stopped. No reply, idempotent; nothing for a browser that does not listen
/// to the ticket. It ends by itself after some seconds.
#[derive(Debug, Clone, Copy, Message)]
#[rtype(result = "()")]
pub struct Write {
    /// Its name.
    pub session: SessionId,
    /// Where.
    pub ticket: TicketId,
    /// Or has stopped.
    pub is_writing: bool,
    /// It is the customer who will read it, and not the team.
    pub is_for_customer: bool,
}

/// Fact: the customer of a ticket writes, or has stopped. Idempotent; nothing where nobody looks at the ticket. It ends by
/// itself after some seconds.
#[derive(Debug, Clone, Copy, Message)]
#[rtype(result = "()")]
pub struct CustomerWrites {
    /// Where.
    pub ticket: TicketId,
    /// Or has stopped.
    pub is_writing: bool,
}

/// Fact: these events were committed. Idempotent, order and gaps do not matter.
#[derive(Debug, Clone, Message)]
#[rtype(result = "()")]
pub struct Publish(pub Arc<[CommittedEvent]>);

/// Fact: somebody looks at a conversation on another node, or has left it. Idempotent; forgotten when it is not repeated.
#[derive(Debug, Clone, Copy, Message)]
#[rtype(result = "()")]
pub struct TicketViewed {
    /// At which.
    pub ticket: TicketId,
    /// Who.
    pub user: UserId,
    /// What he does.
    pub how: Looking,
}

/// Fact: another node committed up to this number. Idempotent.
#[derive(Debug, Clone, Copy, Message)]
#[rtype(result = "()")]
pub struct Woken {
    /// Number of the company's last event, as far as that node knows.
    pub seq: i64,
}

/// Command: send what the browser missed. The gap is delivered before the answer.
#[derive(Debug, Clone, Copy, Message)]
#[rtype(result = "Result<Resumed, ActorError>")]
pub struct Resume {
    /// Its name.
    pub session: SessionId,
    /// Number of the last event it knows.
    pub last_seq: i64,
}

/// Answer to [`Resume`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Resumed {
    /// The gap was delivered.
    Gap {
        /// Number of the company's last event.
        last_seq: i64,
        /// Events of the gap that are for this browser.
        missed: usize,
    },
    /// The gap is too old or too large: the browser reads everything anew.
    Resync,
}

/// Fact: what a user may see has changed; `None` may see nothing any more. Idempotent.
#[derive(Debug, Clone, Message)]
#[rtype(result = "()")]
pub struct Reauthorise {
    /// Whose browsers are concerned.
    pub user: UserId,
    /// His rights now; without them his browsers are signed out.
    pub viewer: Option<Viewer>,
}

/// Command: send all browsers away, spread over this time; they come back elsewhere. No reply.
#[derive(Debug, Clone, Copy, Message)]
#[rtype(result = "()")]
pub struct Drain {
    /// How long it may take.
    pub over: Duration,
}

/// Question: the counters of this room.
#[derive(Debug, Clone, Copy, Message)]
#[rtype(result = "Observed")]
pub struct Observe;

/// Answer to [`Observe`].
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Observed {
    /// Browsers in the room.
    pub sessions: usize,
    /// Number of the last event told.
    pub last_seq: i64,
    /// Events that can be told again.
    pub remembered: usize,
    /// Events told since the room began.
    pub told: u64,
    /// Frames given to browsers since the room began.
    pub delivered: u64,
    /// Browsers sent away because they did not read.
    pub evicted: u64,
    /// Times the room read missing events from storage.
    pub caught_up: u64,
}
