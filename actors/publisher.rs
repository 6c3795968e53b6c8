//! What a change sets going after its commit: rooms hear the events, a connection looks into its outbox or inbox.

use std::{fmt, sync::Arc};

use guiche_storage::model::{CompanyId, ConnectionId, event::CommittedEvent};

/// Gives committed events to the company's room on this node and to the other nodes.
#[derive(Clone)]
pub struct EventPublisher(Arc<dyn Fn(Vec<CommittedEvent>) + Send + Sync>);

impl EventPublisher {
    /// Wraps what is to be done with events.
    pub fn new(tell: impl Fn(Vec<CommittedEvent>) + Send + Sync + 'static) -> Self {
        Self(Arc::new(tell))
    }

    /// Tells nobody.
    pub fn nobody() -> Self {
        Self::new(drop)
    }

    /// Tells the events, if any. Never waits, never fails: a room that misses them reads them from storage.
    pub fn tell(&self, events: Vec<CommittedEvent>) {
        if !events.is_empty() {
            (self.0)(events);
        }
    }
}

impl fmt::Debug for EventPublisher {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("EventPublisher")
    }
}

/// What a connection shall look at.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum WorkKind {
    /// New rows to send.
    Outbox,
    /// New rows to apply.
    Inbox,
    /// Files to fetch.
    Files,
    /// What the provider, or a person, wants of the session itself.
    Session,
}

/// Wakes the actor of a connection. A wake-up that is lost costs one poll interval.
#[derive(Clone)]
pub struct Wake(Arc<dyn Fn(CompanyId, ConnectionId, WorkKind) + Send + Sync>);

impl Wake {
    /// Wraps what is to be done.
    pub fn new(wake: impl Fn(CompanyId, ConnectionId, WorkKind) + Send + Sync + 'static) -> Self {
        Self(Arc::new(wake))
    }

    /// Wakes nobody.
    pub fn nobody() -> Self {
        Self::new(|_, _, _| ())
    }

    /// Wakes the connection's actor.
    pub fn wake(&self, company: CompanyId, connection: ConnectionId, kind: WorkKind) {
        (self.0)(company, connection, kind);
    }
}

impl fmt::Debug for Wake {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Wake")
    }
}
