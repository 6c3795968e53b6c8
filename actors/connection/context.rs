//! What the actor of a connection works with.

use std::sync::Arc;

use async_trait::async_trait;
use chrono::{DateTime, TimeDelta, Utc};
use guiche_storage::{
    Conn, Db,
    cluster::{leases::Resource, redis::ClusterBus},
    connections::{self, StatusChange},
    media::MediaStore,
    model::{Clock, CompanyId, ConnectionId, connection::Connection as Session, event::NewEvent},
};
use uuid::Uuid;

use super::{
    keeping::LeaseKeeper,
    provider::{Provider, StartError},
};
use crate::{
    ActorError,
    desk::{Desk, DeskWork, Do},
    publisher::EventPublisher,
    registry::Registry,
    room::Room,
    rules::pairing::tell_session,
};

/// Makes the provider of a connection out of what is stored about it.
#[async_trait]
pub trait ProviderMaker: Send + Sync {
    /// A provider that has not been started.
    ///
    /// # Errors
    /// `Refused` when the stored data do not suffice, `Later` when storage does not answer.
    async fn make(
        &self,
        company: CompanyId,
        connection: ConnectionId,
    ) -> Result<Arc<dyn Provider>, StartError>;
}

/// Where chance comes from.
pub type Jitter = Arc<dyn Fn() -> f64 + Send + Sync>;

/// The tools of a connection's actor. Cheap to clone.
#[derive(Clone)]
pub struct ConnectionContext {
    /// Whose.
    pub company: CompanyId,
    /// Which.
    pub connection: ConnectionId,
    /// Where everything is.
    pub db: Db,
    /// The time.
    pub clock: Arc<dyn Clock>,
    /// Media files.
    pub media: MediaStore,
    /// Largest file taken in, in bytes.
    pub media_bytes_max: u64,
    /// This node's name.
    pub node: Arc<str>,
    /// Messages on their way at once, where a repeated one could have two effects.
    pub sends_at_once: i64,
    /// First rest of a number whose provider fails; zero: it never rests.
    pub first_rest: TimeDelta,
    /// Keeps the leases of this node's sessions.
    pub keeper: Arc<LeaseKeeper>,
    /// The desks, by company.
    pub desks: Registry<Desk>,
    /// Who hears of the status.
    pub tell: EventPublisher,
    /// The rooms of this node.
    pub rooms: Registry<Room>,
    /// The other nodes.
    pub bus: ClusterBus,
    /// Between 0 and 1, another one each time: how much a wait is shorter or longer than usual.
    pub jitter: Jitter,
    /// Makes the provider.
    pub maker: Arc<dyn ProviderMaker>,
}

impl ConnectionContext {
    /// The time now.
    pub fn now(&self) -> DateTime<Utc> {
        self.clock.now()
    }

    /// The lease that says who has this connection.
    pub fn resource(&self) -> Resource {
        Resource::Connection(self.connection)
    }

    /// A fresh name for an owner of the lease: a session that gets it has a higher epoch than any before. It begins with
    /// the node's, so that a node that was killed can end what it held.
    pub fn new_owner(&self) -> Arc<str> {
        format!("{}/{}", self.node, Uuid::now_v7()).into()
    }

    /// Lets the company's desk do a piece of work.
    ///
    /// # Errors
    /// What the work says; `Busy` when the desk cannot take it.
    pub async fn desk<W: DeskWork>(&self, work: W) -> Result<W::Answer, ActorError> {
        self.desks
            .find_or_start(&self.company)?
            .send(Do(work))
            .await?
    }

    /// Writes and tells the status, if it is new.
    ///
    /// # Errors
    /// `Storage`.
    pub async fn set_status(&self, change: StatusChange<'_>) -> Result<(), ActorError> {
        let now = self.now();
        self.tell_change(async |c| {
            let changed = connections::set_status(c, self.company, self.connection, change, now);
            Ok(changed.await?)
        })
        .await
    }

    /// Tells what a change of the session leaves, if it leaves something new.
    ///
    /// # Errors
    /// What the change says.
    pub(super) async fn tell_change(
        &self,
        mut change: impl AsyncFnMut(&mut Conn<'_>) -> Result<Option<Session>, ActorError>,
    ) -> Result<(), ActorError> {
        let told = self
            .db
            .change(
                self.company,
                self.now(),
                async |c, events: &mut Vec<NewEvent>| {
                    events.extend(change(c).await?.map(tell_session).into_iter().flatten());
                    Ok::<_, ActorError>(())
                },
            )
            .await?;
        self.tell.tell(told.events);
        Ok(())
    }
}

impl std::fmt::Debug for ConnectionContext {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("ConnectionContext")
            .field("company", &self.company)
            .field("connection", &self.connection)
            .finish_non_exhaustive()
    }
}
