//! Two databases, one text: `Db` opens `SQLite` or `PostgreSQL`, `Conn` is what every query takes, and `on!` compiles one
//! query body once for each.

use std::{path::PathBuf, time::Duration};

use sqlx::{
    ConnectOptions as _, Postgres, Sqlite, SqliteConnection, Transaction,
    pool::PoolConnection,
    postgres::{PgConnectOptions, PgConnection, PgPool, PgPoolOptions},
    sqlite::{
        SqliteConnectOptions, SqliteJournalMode, SqlitePool, SqlitePoolOptions, SqliteSynchronous,
    },
};

use crate::error::{Result, StorageError};

/// Readers of the `SQLite` file beside its one writer.
const SQLITE_READERS: u32 = 4;
/// Connections to `PostgreSQL` that one node opens.
const POSTGRES_CONNECTIONS: u32 = 16;
/// How long a call waits for a free connection before it is refused (reliability 3.4, "DB slow").
const ACQUIRE_TIMEOUT: Duration = Duration::from_secs(2);
/// Rows that a `SQLite` worker may have ready before they are taken.
const SQLITE_ROW_BUFFER: usize = 512;

/// The database of this node.
#[derive(Debug, Clone)]
pub enum Db {
    /// An embedded file: one writer, many readers.
    Sqlite {
        /// The only connection that writes.
        write: SqlitePool,
        /// Connections that cannot write.
        read: SqlitePool,
    },
    /// A server that several nodes share.
    Postgres(PgPool),
}

/// A borrowed connection, from a pool or inside a transaction.
pub enum Conn<'c> {
    /// To `SQLite`.
    Sqlite(&'c mut SqliteConnection),
    /// To `PostgreSQL`.
    Postgres(&'c mut PgConnection),
}

/// A transaction that may write.
pub enum Tx {
    /// On `SQLite`.
    Sqlite(Transaction<'static, Sqlite>),
    /// On `PostgreSQL`.
    Postgres(Transaction<'static, Postgres>),
}

/// A connection for reading.
pub enum Reader {
    /// To `SQLite`.
    Sqlite(PoolConnection<Sqlite>),
    /// To `PostgreSQL`.
    Postgres(PoolConnection<Postgres>),
}

/// Compiles one query body once per database. Inside the body `skip_locked!()`, `for_update!()` and `like!()` are the
/// only dialect words, and `Driver` names the database.
#[macro_export]
macro_rules! on {
    ($conn:expr, |$c:ident| $body:expr) => {
        match $conn {
            $crate::Conn::Sqlite($c) => {
                macro_rules! skip_locked {
                    () => {
                        ""
                    };
                }
                macro_rules! for_update {
                    () => {
                        ""
                    };
                }
                macro_rules! for_share {
                    () => {
                        ""
                    };
                }
                macro_rules! like {
                    () => {
                        " LIKE "
                    };
                }
                type Driver = sqlx::Sqlite;
                let _ = (skip_locked!(), for_update!(), for_share!(), like!());
                let _ = std::marker::PhantomData::<Driver>;
                let $c = &mut **$c;
                $body
            }
            $crate::Conn::Postgres($c) => {
                macro_rules! skip_locked {
                    () => {
                        " FOR UPDATE SKIP LOCKED"
                    };
                }
                macro_rules! for_update {
                    () => {
                        " FOR UPDATE"
                    };
                }
                macro_rules! for_share {
                    () => {
                        " FOR SHARE"
                    };
                }
                macro_rules! like {
                    () => {
                        " ILIKE "
                    };
                }
                type Driver = sqlx::Postgres;
                let _ = (skip_locked!(), for_update!(), for_share!(), like!());
                let _ = std::marker::PhantomData::<Driver>;
                let $c = &mut **$c;
                $body
            }
        }
    };
}

impl Db {
    /// Opens `sqlite://path` or `postgres://…` without touching its tables.
    ///
    /// # Errors
    /// `Unavailable` or `Database` when it cannot be opened.
    pub async fn connect(url: &str) -> Result<Self> {
        if url.starts_with("postgres") {
            let options = url.parse::<PgConnectOptions>()?.disable_statement_logging();
            let pool = PgPoolOptions::new()
                .max_connections(POSTGRES_CONNECTIONS)
                .acquire_timeout(ACQUIRE_TIMEOUT)
                .connect_with(options)
                .await?;
            return Ok(Self::Postgres(pool));
        }
        let options = url
            .parse::<SqliteConnectOptions>()?
            .create_if_missing(true)
            .journal_mode(SqliteJournalMode::Wal)
            .synchronous(SqliteSynchronous::Full)
            .foreign_keys(true)
            .busy_timeout(Duration::from_secs(5))
            .row_buffer_size(SQLITE_ROW_BUFFER)
            .statement_cache_capacity(256)
            .pragma("mmap_size", "268435456")
            .pragma("cache_size", "-16000")
            .disable_statement_logging();
        let write = SqlitePoolOptions::new()
            .max_connections(1)
            .acquire_timeout(ACQUIRE_TIMEOUT)
            .connect_with(options.clone().optimize_on_close(true, None))
            .await?;
        let read = SqlitePoolOptions::new()
            .max_connections(SQLITE_READERS)
            .acquire_timeout(ACQUIRE_TIMEOUT)
            .connect_with(options.pragma("query_only", "1"))
            .await?;
        Ok(Self::Sqlite { write, read })
    }

    /// The URL of an embedded file.
    pub fn sqlite_url(path: &std::path::Path) -> String {
        format!("sqlite://{}", path.display())
    }

    /// Brings the tables to this version.
    ///
    /// # Errors
    /// `Migration` when a step fails; finished steps stay.
    pub async fn migrate(&self) -> Result<()> {
        match self {
            Self::Sqlite { write, .. } => sqlx::migrate!("../migrations/sqlite").run(write).await?,
            Self::Postgres(pool) => sqlx::migrate!("../migrations/postgres").run(pool).await?,
        }
        Ok(())
    }

    /// Whether several nodes can share this database.
    pub fn is_shared(&self) -> bool {
        matches!(self, Self::Postgres(_))
    }

    /// The embedded file, if it is one.
    pub fn file(&self) -> Option<PathBuf> {
        match self {
            Self::Sqlite { write, .. } => {
                Some(write.connect_options().get_filename().to_path_buf())
            }
            Self::Postgres(_) => None,
        }
    }

    /// A transaction that may write. On `SQLite` it takes the only writer, so that it never meets `SQLITE_BUSY`.
    ///
    /// # Errors
    /// `Unavailable` when no connection is free in time.
    pub async fn begin(&self) -> Result<Tx> {
        Ok(match self {
            Self::Sqlite { write, .. } => Tx::Sqlite(write.begin_with("BEGIN IMMEDIATE").await?),
            Self::Postgres(pool) => Tx::Postgres(pool.begin().await?),
        })
    }

    /// A connection for reading.
    ///
    /// # Errors
    /// `Unavailable` when no connection is free in time.
    pub async fn read(&self) -> Result<Reader> {
        Ok(match self {
            Self::Sqlite { read, .. } => Reader::Sqlite(read.acquire().await?),
            Self::Postgres(pool) => Reader::Postgres(pool.acquire().await?),
        })
    }

    /// Runs `work` in a transaction: commits on `Ok`, rolls back on `Err` or when dropped.
    ///
    /// # Errors
    /// What `work` says, or a storage error of begin or commit.
    pub async fn write<T, E: From<StorageError>>(
        &self,
        work: impl AsyncFnOnce(&mut Conn<'_>) -> Result<T, E>,
    ) -> Result<T, E> {
        let mut tx = self.begin().await?;
        let out = work(&mut tx.conn()).await?;
        tx.commit().await?;
        Ok(out)
    }

    /// Closes all connections; waits for those in use.
    pub async fn close(&self) {
        match self {
            Self::Sqlite { write, read } => {
                read.close().await;
                write.close().await;
            }
            Self::Postgres(pool) => pool.close().await,
        }
    }
}

impl Tx {
    /// The connection inside.
    pub fn conn(&mut self) -> Conn<'_> {
        match self {
            Self::Sqlite(tx) => Conn::Sqlite(tx),
            Self::Postgres(tx) => Conn::Postgres(tx),
        }
    }

    /// Makes it durable.
    ///
    /// # Errors
    /// The database could not; nothing was changed, or (connection lost) nobody knows.
    pub async fn commit(self) -> Result<()> {
        let _: () = match self {
            Self::Sqlite(tx) => tx.commit().await?,
            Self::Postgres(tx) => tx.commit().await?,
        };
        Ok(())
    }
}

impl Reader {
    /// The connection inside.
    pub fn conn(&mut self) -> Conn<'_> {
        match self {
            Self::Sqlite(conn) => Conn::Sqlite(conn),
            Self::Postgres(conn) => Conn::Postgres(conn),
        }
    }
}
