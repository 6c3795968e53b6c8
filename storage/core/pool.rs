//! Connections that are handed on. The driver's pool asks the database whenever a connection comes back to it, which costs
//! as much as a small statement. Here a connection whose last statement succeeded goes to whoever wants one next; any other
//! one goes back to the driver's pool, which looks after it.

use std::{
    collections::VecDeque,
    ops::{Deref, DerefMut},
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    time::Duration,
};

use futures_util::future::BoxFuture;
use sqlx::{Connection as _, Error, Postgres, Sqlite, pool::PoolConnection};
use tokio::{
    runtime,
    sync::{OwnedSemaphorePermit, Semaphore},
    time::{Instant, timeout},
};

use crate::core::{brake::Braked, error::is_collision};

/// How long a call waits for a free connection before it is refused (rule P4, "DB slow").
pub(crate) const ACQUIRE_TIMEOUT: Duration = Duration::from_secs(2);
/// A connection that rests for longer goes back to the driver's pool, which closes those that nobody needs.
const IDLE_FOR: Duration = Duration::from_mins(10);
/// One that was handed on for so long goes back there too.
const LIVES_FOR: Duration = Duration::from_mins(30);

/// What the two drivers do alike.
pub trait Driver: Braked {
    /// Begins a transaction that may write.
    const BEGIN: &'static str;

    /// Runs a statement without parameters.
    fn run<'c>(
        conn: &'c mut Self::Connection,
        statement: &'static str,
    ) -> BoxFuture<'c, Result<(), Error>>;
}

macro_rules! driver {
    ($driver:ty, $begin:literal) => {
        impl Driver for $driver {
            const BEGIN: &'static str = $begin;

            fn run<'c>(
                conn: &'c mut Self::Connection,
                statement: &'static str,
            ) -> BoxFuture<'c, Result<(), Error>> {
                Box::pin(async move { sqlx::query(statement).execute(conn).await.map(drop) })
            }
        }
    };
}

// the only writer is taken at once: nobody meets `SQLITE_BUSY` in the middle
driver!(Sqlite, "BEGIN IMMEDIATE");
driver!(Postgres, "BEGIN");

/// Some connections to one database. Cheap to clone.
pub struct Pool<DB: Driver>(Arc<Shared<DB>>);

struct Shared<DB: Driver> {
    below: sqlx::Pool<DB>,
    helper: DB::Helper,
    permits: Arc<Semaphore>,
    // the one that was used last is at the end
    idle: Mutex<VecDeque<Idle<DB>>>,
    bounds: Bounds,
}

/// How long things last.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Bounds {
    /// How long a connection that rests is believed to be there.
    pub trusted_for: Duration,
    /// How long a statement may take.
    pub statement_within: Duration,
}

struct Idle<DB: Driver> {
    connection: Connection<DB>,
    since: Instant,
}

/// A connection with what ends its statements.
struct Connection<DB: Driver> {
    conn: PoolConnection<DB>,
    brake: DB::Brake,
    born: Instant,
}

/// How the last statement of a connection has ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Last {
    /// It succeeded, and nothing waits to be read.
    Done,
    /// It failed.
    Failed,
    /// Nobody has said yet that it has.
    Running,
}

/// A connection in somebody's hands.
pub struct PooledConn<DB: Driver> {
    // away only while it is dropped
    connection: Option<Connection<DB>>,
    last: Last,
    // `None` is without end
    statement_within: Option<Duration>,
    in_transaction: bool,
    // the database gave its transaction up for another one's sake
    has_collided: bool,
    pool: Pool<DB>,
    permit: Option<OwnedSemaphorePermit>,
}

/// A connection as a statement gets it.
pub struct ConnRef<'c, DB: Driver> {
    conn: &'c mut DB::Connection,
    brake: &'c DB::Brake,
    last: &'c mut Last,
    has_collided: &'c mut bool,
    statement_within: Option<Duration>,
}

impl<DB: Driver> Pool<DB> {
    /// Over the driver's pool, all of whose connections it takes.
    pub(crate) fn new(below: sqlx::Pool<DB>, helper: DB::Helper, bounds: Bounds) -> Self {
        let most = below.options().get_max_connections();
        Self(Arc::new(Shared {
            permits: Arc::new(Semaphore::new(usize::try_from(most).unwrap_or(1))),
            idle: Mutex::default(),
            below,
            helper,
            bounds,
        }))
    }

    /// How its connections are opened.
    pub(crate) fn options(&self) -> Arc<<DB::Connection as sqlx::Connection>::Options> {
        self.0.below.connect_options()
    }

    /// A connection.
    ///
    /// # Errors
    /// `PoolTimedOut` when none is free in time, `PoolClosed`, or why none can be opened.
    pub(crate) async fn take(&self) -> Result<PooledConn<DB>, Error> {
        let permit = Arc::clone(&self.0.permits).try_acquire_owned().ok();
        let idle = permit.as_ref().and_then(|_| self.newest());
        match (permit, idle) {
            (Some(permit), Some(idle)) if self.is_trusted(&idle) => {
                Ok(self.held(idle.connection, permit))
            }
            (permit, idle) => timeout(ACQUIRE_TIMEOUT, self.wait(permit, idle))
                .await
                .unwrap_or(Err(Error::PoolTimedOut)),
        }
    }

    /// Closes all connections; waits for those in use.
    pub(crate) async fn close(&self) {
        self.0.permits.close();
        let idle = std::mem::take(&mut *self.idle());
        drop(idle);
        self.0.below.close().await;
    }

    async fn wait(
        &self,
        permit: Option<OwnedSemaphorePermit>,
        idle: Option<Idle<DB>>,
    ) -> Result<PooledConn<DB>, Error> {
        let permit = match permit {
            Some(permit) => permit,
            None => Arc::clone(&self.0.permits)
                .acquire_owned()
                .await
                .map_err(|_| Error::PoolClosed)?,
        };
        if let Some(mut idle) = idle.or_else(|| self.newest())
            && (self.is_trusted(&idle) || idle.connection.conn.ping().await.is_ok())
        {
            return Ok(self.held(idle.connection, permit));
        }
        let mut conn = self.0.below.acquire().await?;
        let brake = DB::fit(&mut conn, &self.0.helper).await?;
        let born = Instant::now();
        Ok(self.held(Connection { conn, brake, born }, permit))
    }

    /// How many wait to be handed on.
    #[cfg(test)]
    pub(crate) fn count_resting(&self) -> usize {
        self.idle().len()
    }

    fn is_trusted(&self, idle: &Idle<DB>) -> bool {
        idle.since.elapsed() <= self.0.bounds.trusted_for
    }

    fn held(&self, connection: Connection<DB>, permit: OwnedSemaphorePermit) -> PooledConn<DB> {
        PooledConn {
            connection: Some(connection),
            last: Last::Done,
            statement_within: Some(self.0.bounds.statement_within),
            in_transaction: false,
            has_collided: false,
            pool: self.clone(),
            permit: Some(permit),
        }
    }

    /// The connection that was used last; lets the one go that was not needed for long.
    fn newest(&self) -> Option<Idle<DB>> {
        let mut idle = self.idle();
        let newest = idle.pop_back();
        let oldest = idle.pop_front_if(|oldest| oldest.since.elapsed() > IDLE_FOR);
        drop(idle);
        drop(oldest);
        newest
    }

    fn idle(&self) -> MutexGuard<'_, VecDeque<Idle<DB>>> {
        self.0.idle.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl<DB: Driver> PooledConn<DB> {
    /// For a statement.
    pub(crate) fn lend(&mut self) -> ConnRef<'_, DB> {
        let connection = self.connection.as_mut();
        let connection =
            connection.unwrap_or_else(|| unreachable!("it is away only while it is dropped"));
        ConnRef {
            conn: &mut connection.conn,
            brake: &connection.brake,
            last: &mut self.last,
            has_collided: &mut self.has_collided,
            statement_within: self.statement_within,
        }
    }

    /// Its statements take as long as they need. `PostgreSQL` counts by itself and has to be told by a statement.
    pub(crate) fn without_haste(&mut self) {
        self.statement_within = None;
    }

    /// Begins a transaction, which ends with [`PooledConn::commit`] or is rolled back.
    pub(crate) async fn begin(mut self) -> Result<Self, Error> {
        // before it is tried: nobody knows how far one came that is given up
        self.in_transaction = true;
        DB::run(&mut self.lend(), DB::BEGIN).await?;
        Ok(self)
    }

    /// Ends its transaction and hands it on.
    pub(crate) async fn commit(mut self) -> Result<(), Error> {
        DB::run(&mut self.lend(), "COMMIT").await?;
        self.in_transaction = false;
        self.last = Last::Done;
        Ok(())
    }

    /// Whether its transaction was given up because another one held what it wanted, and the other way round.
    pub(crate) fn has_collided(&self) -> bool {
        self.has_collided
    }

    /// Closes it, for one that was made unlike the others.
    pub(crate) async fn close(mut self) -> Result<(), Error> {
        match self.connection.take() {
            Some(connection) => connection.conn.close().await,
            None => Ok(()),
        }
    }
}

impl<DB: Driver> Drop for PooledConn<DB> {
    // there are hundreds of places where one is dropped
    #[inline(never)]
    fn drop(&mut self) {
        let Some(connection) = self.connection.take() else {
            return;
        };
        let is_running = self.last == Last::Running;
        if is_running || self.in_transaction {
            if let Ok(runtime) = runtime::Handle::try_current() {
                runtime.spawn(end(
                    connection,
                    is_running,
                    self.in_transaction,
                    self.permit.take(),
                ));
            } else {
                drop(connection.conn.detach());
            }
            return;
        }
        DB::release(&connection.brake);
        let now = Instant::now();
        let is_young = now.duration_since(connection.born) <= LIVES_FOR;
        if self.last == Last::Done && is_young {
            let mut idle = self.pool.idle();
            // looked at while nobody can empty the place
            if !self.pool.0.permits.is_closed() {
                idle.push_back(Idle {
                    connection,
                    since: now,
                });
            }
        }
    }
}

/// Ends what is left on a connection that was given up, and gives it back to the driver's pool. Its permit ends with it: the next
/// one would only wait for it there.
async fn end<DB: Driver>(
    mut connection: Connection<DB>,
    is_running: bool,
    in_transaction: bool,
    permit: Option<OwnedSemaphorePermit>,
) {
    if is_running {
        DB::stop(&mut connection.conn, &connection.brake).await;
    }
    if in_transaction {
        // an error says that it has ended by itself or with its connection, which the driver's pool finds out
        DB::run(&mut connection.conn, "ROLLBACK").await.ok();
    }
    drop(connection);
    drop(permit);
}

impl<DB: Driver> Drop for Shared<DB> {
    fn drop(&mut self) {
        // given back they would need a runtime, which may have ended
        let idle = self.idle.get_mut();
        for idle in idle.unwrap_or_else(PoisonError::into_inner).drain(..) {
            drop(idle.connection.conn.detach());
        }
    }
}

impl<DB: Driver> ConnRef<'_, DB> {
    /// How the statement ended that had the connection.
    pub fn note<T>(&mut self, ended: &Result<T, Error>) {
        *self.last = if ended.is_ok() {
            Last::Done
        } else {
            Last::Failed
        };
        *self.has_collided |= ended.as_ref().err().is_some_and(is_collision);
    }

    /// The same, for a statement that is not written with `on!`.
    pub(crate) fn noted<T>(&mut self, ended: Result<T, Error>) -> Result<T, Error> {
        self.note(&ended);
        ended
    }
}

impl<DB: Driver> Deref for ConnRef<'_, DB> {
    type Target = DB::Connection;

    fn deref(&self) -> &DB::Connection {
        self.conn
    }
}

impl<DB: Driver> DerefMut for ConnRef<'_, DB> {
    /// What begins may never end: until [`ConnRef::note`] says that it has, the connection is not handed on.
    fn deref_mut(&mut self) -> &mut DB::Connection {
        *self.last = Last::Running;
        DB::begin(self.brake, self.statement_within);
        self.conn
    }
}

impl<DB: Driver> Clone for Pool<DB> {
    fn clone(&self) -> Self {
        Self(Arc::clone(&self.0))
    }
}

impl<DB: Driver> std::fmt::Debug for Pool<DB> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Pool").finish_non_exhaustive()
    }
}
