//! Ends statements that take too long, and those for which nobody waits any more. `PostgreSQL` counts the time of a statement
//! itself, and is asked over a connection of its own to cancel one; `SQLite` asks us every few thousand steps.

use std::{
    sync::{
        Arc,
        atomic::{AtomicU64, Ordering},
    },
    time::{Duration, Instant},
};

use futures_util::future::BoxFuture;
use sqlx::{Connection as _, Database, Error, Postgres, Sqlite};

/// Steps of `SQLite`'s machine between two questions: some tens of microseconds.
const STEPS: i32 = 2_000;
/// Stands for a time that never comes.
const NEVER: u64 = u64::MAX;
/// Stands for a time that has passed.
const PASSED: u64 = 0;

/// How the statements of a driver are ended.
pub trait Braked: Database {
    /// What stays beside a connection for that.
    type Brake: Send + Sync + 'static;
    /// Whom it asks.
    type Helper: Clone + Send + Sync + 'static;

    /// Prepares a connection that was opened just now.
    fn fit<'c>(
        conn: &'c mut Self::Connection,
        helper: &Self::Helper,
    ) -> BoxFuture<'c, Result<Self::Brake, Error>>;

    /// A statement begins and may take so long; `None` is without end.
    fn begin(brake: &Self::Brake, most: Option<Duration>);

    /// No statement runs.
    fn release(brake: &Self::Brake);

    /// Ends the statement that runs, and comes back when the connection can be used again.
    fn stop<'c>(conn: &'c mut Self::Connection, brake: &'c Self::Brake) -> BoxFuture<'c, ()>;
}

/// When the statement of a connection has to be over, in microseconds.
pub struct SqliteBrake {
    since: Instant,
    ends: Arc<AtomicU64>,
}

/// Which process of the server has the connection.
pub struct PostgresBrake {
    process: i32,
    helper: sqlx::Pool<Postgres>,
}

impl Braked for Sqlite {
    type Brake = SqliteBrake;
    type Helper = ();

    fn fit<'c>(
        conn: &'c mut Self::Connection,
        (): &Self::Helper,
    ) -> BoxFuture<'c, Result<Self::Brake, Error>> {
        Box::pin(async move {
            let since = Instant::now();
            let ends = Arc::new(AtomicU64::new(NEVER));
            let asked = Arc::clone(&ends);
            let may_go_on = move || match asked.load(Ordering::Relaxed) {
                NEVER => true,
                end => micros(since.elapsed()) < end,
            };
            let mut handle = conn.lock_handle().await?;
            handle.set_progress_handler(STEPS, may_go_on);
            Ok(SqliteBrake { since, ends })
        })
    }

    fn begin(brake: &Self::Brake, most: Option<Duration>) {
        let end = most.map_or(NEVER, |most| micros(brake.since.elapsed() + most));
        brake.ends.store(end, Ordering::Relaxed);
    }

    fn release(brake: &Self::Brake) {
        brake.ends.store(NEVER, Ordering::Relaxed);
    }

    fn stop<'c>(conn: &'c mut Self::Connection, brake: &'c Self::Brake) -> BoxFuture<'c, ()> {
        Box::pin(async move {
            brake.ends.store(PASSED, Ordering::Relaxed);
            // its thread takes the next order when the statement has ended
            let free = conn.lock_handle().await;
            drop(free);
            Self::release(brake);
        })
    }
}

impl Braked for Postgres {
    type Brake = PostgresBrake;
    type Helper = sqlx::Pool<Postgres>;

    fn fit<'c>(
        conn: &'c mut Self::Connection,
        helper: &Self::Helper,
    ) -> BoxFuture<'c, Result<Self::Brake, Error>> {
        let helper = helper.clone();
        Box::pin(async move {
            let process = sqlx::query_scalar("SELECT pg_backend_pid()");
            let process = process.fetch_one(conn).await?;
            Ok(PostgresBrake { process, helper })
        })
    }

    fn begin(_: &Self::Brake, _: Option<Duration>) {}

    fn release(_: &Self::Brake) {}

    fn stop<'c>(conn: &'c mut Self::Connection, brake: &'c Self::Brake) -> BoxFuture<'c, ()> {
        Box::pin(async move {
            let cancel = sqlx::query("SELECT pg_cancel_backend($1)").bind(brake.process);
            if let Err(error) = cancel.execute(&brake.helper).await {
                tracing::debug!(%error, "a statement could not be cancelled and ends by its time");
            }
            // takes the answer that the statement still gives: that it was cancelled, most likely
            conn.ping().await.ok();
        })
    }
}

fn micros(time: Duration) -> u64 {
    u64::try_from(time.as_micros()).unwrap_or(NEVER)
}
