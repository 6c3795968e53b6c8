//! Transactions that write: on `SQLite` one after the other, on `PostgreSQL` side by side, and again where two of them have
//! waited for each other.

use sqlx::{Postgres, Sqlite};

use crate::core::{
    db::{Conn, Db},
    error::{Result, StorageError, is_collision},
    pool::PooledConn,
    wal_sync::WalSync,
};

/// Tries of a transaction that the database gives up for the sake of others.
const TRIES_MAX: usize = 5;

/// A transaction that may write.
pub enum Tx {
    /// On `SQLite`.
    Sqlite(PooledConn<Sqlite>, WalSync),
    /// On `PostgreSQL`.
    Postgres(PooledConn<Postgres>),
}

impl Db {
    /// A transaction that may write. On `SQLite` it takes the only writer, so that it never meets `SQLITE_BUSY`.
    ///
    /// # Errors
    /// `Unavailable` when no connection is free in time.
    pub async fn begin(&self) -> Result<Tx> {
        Ok(match self {
            Self::Sqlite { write, sync, .. } => {
                Tx::Sqlite(write.take().await?.begin().await?, sync.clone())
            }
            Self::Postgres(pool) => Tx::Postgres(pool.take().await?.begin().await?),
        })
    }

    /// Runs `work` in a transaction: commits on `Ok`, rolls back on `Err` or when dropped. Where `PostgreSQL` gives the
    /// transaction up because it and another one waited for each other, nothing of it is left and it is run again; this is
    /// the only place that does so. `work` therefore keeps nothing of an earlier run.
    ///
    /// # Errors
    /// What `work` says, or a storage error of begin or commit.
    pub async fn write<T, E: From<StorageError>>(
        &self,
        mut work: impl AsyncFnMut(&mut Conn<'_>) -> Result<T, E>,
    ) -> Result<T, E> {
        let mut tries = 0;
        loop {
            tries += 1;
            let is_last = tries == TRIES_MAX;
            let mut tx = self.begin().await?;
            // `work` is called in one place: what it is made of is in the program once for each call of this function
            match work(&mut tx.conn()).await {
                Ok(out) if is_last => {
                    tx.commit().await?;
                    return Ok(out);
                }
                Ok(out) => {
                    if tx.end().await? {
                        return Ok(out);
                    }
                }
                Err(error) if is_last || !tx.has_collided() => return Err(error),
                Err(_) => {}
            }
            metrics::counter!("guiche_storage_repeated_total").increment(1);
        }
    }
}

impl Tx {
    /// The connection inside.
    pub fn conn(&mut self) -> Conn<'_> {
        match self {
            Self::Sqlite(held, _) => Conn::Sqlite(held.lend()),
            Self::Postgres(held) => Conn::Postgres(held.lend()),
        }
    }

    /// Makes it durable.
    ///
    /// # Errors
    /// The database could not; nothing was changed, or (connection lost) nobody knows.
    pub async fn commit(self) -> Result<()> {
        if self.end().await? {
            return Ok(());
        }
        Err(StorageError::Unavailable(
            "given up for another transaction".to_owned(),
        ))
    }

    /// Makes it durable. `false`: it was given up for the sake of another one, and nothing was changed.
    async fn end(self) -> Result<bool> {
        let ended = match self {
            Self::Sqlite(held, sync) => {
                held.commit().await?;
                sync.wait().await?;
                return Ok(true);
            }
            // its end would be taken for a success
            Self::Postgres(held) if held.has_collided() => return Ok(false),
            Self::Postgres(held) => held.commit().await,
        };
        match ended {
            Err(error) if is_collision(&error) => Ok(false),
            ended => Ok(ended.map(|()| true)?),
        }
    }

    /// Whether it was given up.
    fn has_collided(&self) -> bool {
        match self {
            Self::Sqlite(..) => false,
            Self::Postgres(held) => held.has_collided(),
        }
    }
}
