//! What a change sets going after its commit: rooms hear the events, a connection looks into its outbox or inbox.

use std::{
    fmt,
    sync::{Arc, OnceLock},
};

use guiche_storage::model::{CampaignId, CompanyId, ConnectionId, TicketId, event::CommittedEvent};
use tokio::sync::Notify;

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

/// Tells a connection that its inbox holds something new. Called after the commit; must not block.
pub type WakeInbox = Arc<dyn Fn(CompanyId, ConnectionId) + Send + Sync>;

/// Whether somebody writes to the customer of a ticket.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Writing {
    /// Which ticket.
    pub ticket: TicketId,
    /// Or has stopped.
    pub is_writing: bool,
}

/// Has a connection show a customer that somebody writes to him. Never waits; what is lost is not shown.
#[derive(Clone)]
pub struct ShowWriting(Arc<dyn Fn(CompanyId, ConnectionId, Writing) + Send + Sync>);

impl ShowWriting {
    /// Wraps what is to be done.
    pub fn new(show: impl Fn(CompanyId, ConnectionId, Writing) + Send + Sync + 'static) -> Self {
        Self(Arc::new(show))
    }

    /// Shows it to nobody.
    pub fn nobody() -> Self {
        Self::new(|_, _, _| ())
    }

    /// Shows it.
    pub fn show(&self, company: CompanyId, connection: ConnectionId, writing: Writing) {
        (self.0)(company, connection, writing);
    }
}

impl fmt::Debug for ShowWriting {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("ShowWriting")
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
    /// Messages of the past to store.
    Past,
    /// What the provider, or a person, wants of the session itself.
    Session,
}

/// What a campaign is woken for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CampaignWork {
    /// It has something to do, or to leave.
    Poll,
    /// There is something to tell of it.
    News,
}

type WakeCampaign = Box<dyn Fn(CompanyId, CampaignId, CampaignWork) + Send + Sync>;

/// Wakes the actor of a connection or of a campaign. A wake-up that is lost costs one poll interval.
#[derive(Clone)]
pub struct Wake {
    connections: Arc<dyn Fn(CompanyId, ConnectionId, WorkKind) + Send + Sync>,
    campaigns: Arc<OnceLock<WakeCampaign>>,
    bots: Arc<Notify>,
}

impl Wake {
    /// Wraps what is to be done.
    pub fn new(wake: impl Fn(CompanyId, ConnectionId, WorkKind) + Send + Sync + 'static) -> Self {
        Self {
            connections: Arc::new(wake),
            campaigns: Arc::default(),
            bots: Arc::default(),
        }
    }

    /// Says what is to be done for campaigns; once, for all copies. Nobody is woken before.
    pub(crate) fn set_campaigns(
        &self,
        wake: impl Fn(CompanyId, CampaignId, CampaignWork) + Send + Sync + 'static,
    ) {
        let _first = self.campaigns.set(Box::new(wake));
    }

    /// Wakes the campaign's actor.
    pub fn campaign(&self, company: CompanyId, campaign: CampaignId, work: CampaignWork) {
        if let Some(wake) = self.campaigns.get() {
            wake(company, campaign, work);
        }
    }

    /// Wakes nobody.
    pub fn nobody() -> Self {
        Self::new(|_, _, _| ())
    }

    /// Wakes the connection's actor.
    pub fn wake(&self, company: CompanyId, connection: ConnectionId, kind: WorkKind) {
        (self.connections)(company, connection, kind);
    }

    /// Lets this node look at once whom bots are to be asked for.
    pub fn ask_bots(&self) {
        self.bots.notify_one();
    }

    /// Waits until somebody has asked for that.
    pub(crate) async fn bots_asked(&self) {
        self.bots.notified().await;
    }
}

impl fmt::Debug for Wake {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Wake")
    }
}
