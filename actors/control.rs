//! What handlers have the actors do without waiting for a desk: tell what was committed, close sockets, start and stop the
//! sessions of connections. It is one trait, so that somebody else can be asked: a test writes down what was wanted.

use std::{
    fmt::Debug,
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    time::Duration,
};

use actix::Addr;
use futures_util::future::LocalBoxFuture;
use guiche_storage::{
    cluster::redis::{ClusterBus, ClusterMessage},
    identity::sign_ins::Ended,
    model::{CompanyId, ConnectionId, UserId, event::CommittedEvent},
};
use tokio::time::timeout;

use crate::{
    ActorError,
    connection::{
        CheckNumbers, Connection, NewSession, StartSession, StopSession, provider::NumberCheck,
    },
    presence::{self, Presence},
    publisher::{EventPublisher, Wake, WorkKind},
    registry::{Registry, try_tell},
};

/// Longest wait of a person for what is said of a number.
const CHECKED_WITHIN: Duration = Duration::from_secs(5);

/// Tells, closes sockets, starts and stops sessions. No call blocks. A wish is only handed over, and twice is once; what
/// becomes of a session is told by the `whatsappSession` events. Callers have committed what they tell of, and checked that a
/// connection is the company's.
pub trait Control: Send + Sync + Debug {
    /// Tells the rooms, and whoever else listens, what was committed.
    fn tell(&self, events: Vec<CommittedEvent>);

    /// Closes the sockets of sign-ins that ended, on every node.
    fn sign_out(&self, company: CompanyId, user: UserId, which: Ended);

    /// Starts the session of a connection that has none.
    ///
    /// # Errors
    /// `Busy` when the wish cannot be handed over now.
    fn start(&self, company: CompanyId, connection: ConnectionId) -> Result<(), ActorError>;

    /// Ends the session, signs it out where the provider has signing out, and does not start it again.
    ///
    /// # Errors
    /// `Busy` when the wish cannot be handed over now.
    fn stop(&self, company: CompanyId, connection: ConnectionId) -> Result<(), ActorError>;

    /// Ends the session if there is one and starts it with what is stored now.
    ///
    /// # Errors
    /// `Busy` when the wish cannot be handed over now.
    fn restart(&self, company: CompanyId, connection: ConnectionId) -> Result<(), ActorError>;

    /// Forgets the session and starts a new one, with a new code where the provider has codes.
    ///
    /// # Errors
    /// `Busy` when the wish cannot be handed over now.
    fn new_qr(&self, company: CompanyId, connection: ConnectionId) -> Result<(), ActorError>;

    /// Asks a connected session whether a number is on `WhatsApp`. `None`: nobody could say so in time.
    fn check_number(
        &self,
        company: CompanyId,
        connection: ConnectionId,
        number: String,
    ) -> LocalBoxFuture<'static, Option<NumberCheck>>;

    /// Has the session look at something new: what is to be sent, or what is wanted of the session itself.
    fn look(&self, company: CompanyId, connection: ConnectionId, work: WorkKind);
}

/// The actors of this node; what concerns others too is said to the other nodes.
#[derive(Debug)]
pub(crate) struct OfThisNode {
    pub connections: Registry<Connection>,
    pub presences: Registry<Presence>,
    /// Whether this node takes no connections any more.
    pub ending: Arc<AtomicBool>,
    pub tell: EventPublisher,
    pub wake: Wake,
    pub bus: ClusterBus,
}

impl OfThisNode {
    /// The actor of a connection, also one that was not started here before.
    fn connection(
        &self,
        company: CompanyId,
        connection: ConnectionId,
    ) -> Result<Addr<Connection>, ActorError> {
        if self.ending.load(Ordering::Relaxed) {
            return Err(ActorError::Busy);
        }
        self.connections.find_or_start(&(company, connection))
    }
}

impl Control for OfThisNode {
    fn tell(&self, events: Vec<CommittedEvent>) {
        self.tell.tell(events);
    }

    fn sign_out(&self, company: CompanyId, user: UserId, which: Ended) {
        presence::sign_out(&self.presences, company, user, which);
        self.bus.say(ClusterMessage::SignedOut {
            company,
            user,
            which,
        });
    }

    fn start(&self, company: CompanyId, connection: ConnectionId) -> Result<(), ActorError> {
        let actor = self.connection(company, connection)?;
        try_tell(&actor, StartSession { is_asked: true })
    }

    fn stop(&self, company: CompanyId, connection: ConnectionId) -> Result<(), ActorError> {
        let actor = self.connection(company, connection)?;
        try_tell(&actor, StopSession)
    }

    fn restart(&self, company: CompanyId, connection: ConnectionId) -> Result<(), ActorError> {
        let actor = self.connection(company, connection)?;
        try_tell(&actor, NewSession { forgets: false })
    }

    fn new_qr(&self, company: CompanyId, connection: ConnectionId) -> Result<(), ActorError> {
        let actor = self.connection(company, connection)?;
        try_tell(&actor, NewSession { forgets: true })
    }

    fn check_number(
        &self,
        company: CompanyId,
        connection: ConnectionId,
        number: String,
    ) -> LocalBoxFuture<'static, Option<NumberCheck>> {
        let actor = self.connections.find(&(company, connection));
        Box::pin(async move {
            let numbers = vec![number];
            let asked = actor?.send(CheckNumbers { numbers });
            match timeout(CHECKED_WITHIN, asked).await {
                Ok(Ok(Some(Ok(said)))) => said.into_iter().next(),
                _ => None,
            }
        })
    }

    fn look(&self, company: CompanyId, connection: ConnectionId, work: WorkKind) {
        self.wake.wake(company, connection, work);
    }
}
