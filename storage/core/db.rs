//! Two databases, one text: `Db` opens `SQLite` or `PostgreSQL`, `Conn` is what every query takes, and `on!` compiles one
//! query body once for each.

use std::{path::PathBuf, time::Duration};

use chrono::{DateTime, Utc};
use log::LevelFilter;
use sqlx::{
    ConnectOptions as _, Connection as _, Postgres, Sqlite,
    postgres::{PgConnectOptions, PgPoolOptions},
    sqlite::{SqliteConnectOptions, SqliteJournalMode, SqlitePoolOptions, SqliteSynchronous},
};

use crate::core::{
    error::Result,
    pool::{ACQUIRE_TIMEOUT, Bounds, ConnRef, Pool, PooledConn},
    private_file,
    slow_statements::SLOW,
    wal_sync::WalSync,
};

/// Readers of the `SQLite` file beside its one writer.
const SQLITE_READERS: u32 = 4;
/// Connections to `PostgreSQL` that one node opens.
const POSTGRES_CONNECTIONS: u32 = 16;
/// A connection that has been used so shortly ago is there.
const TRUSTED_FOR: Duration = Duration::from_secs(1);
/// How long a statement may take on either database (rule P4, "DB slow").
const STATEMENT_WITHIN: Duration = Duration::from_secs(5);
/// A transaction in which nothing is asked for as long as so many statements may take is given up; nothing waits for anything
/// else in there.
const IDLE_STATEMENTS: u32 = 2;
/// Statements that a connection keeps prepared: more than there are, or the ones in use push each other out.
const STATEMENTS_KEPT: usize = 256;
/// Rows that a `SQLite` worker may have ready before they are taken.
const SQLITE_ROW_BUFFER: usize = 512;

/// The database of this node.
#[derive(Debug, Clone)]
pub enum Db {
    /// An embedded file: one writer, many readers.
    Sqlite {
        /// The only connection that writes.
        write: Pool<Sqlite>,
        /// Connections that cannot write.
        read: Pool<Sqlite>,
        /// Makes commits durable.
        sync: WalSync,
    },
    /// A server that several nodes share.
    Postgres(Pool<Postgres>),
}

/// A borrowed connection, from a pool or inside a transaction.
pub enum Conn<'c> {
    /// To `SQLite`.
    Sqlite(ConnRef<'c, Sqlite>),
    /// To `PostgreSQL`.
    Postgres(ConnRef<'c, Postgres>),
}

/// A connection for reading.
pub enum Reader {
    /// To `SQLite`.
    Sqlite(PooledConn<Sqlite>),
    /// To `PostgreSQL`.
    Postgres(PooledConn<Postgres>),
}

/// Compiles one query body once per database. Inside the body `skip_locked!()`, `for_update!()`, `for_removal!()`,
/// `for_share!()` and `like!()` are the only dialect words, and `Driver` names the database. `for_update!()` keeps other
/// writers of a row away and lets those pass that only point to it; `for_removal!()` keeps those away too. In which order
/// rows are held is said in `writes.rs`. `now!("$1")` and `in_15_s!("$1")` are the time
/// that is given where one process has the database, and the database's own where several nodes compare their times.
/// `seconds!("a", "b")` is how many whole seconds lie between two times. `json_list!()` and `json_row!()` make one value of
/// the rows of a subquery, which spares a statement. What is claimed is
/// found in a `WITH … AS MATERIALIZED`: `PostgreSQL` may look for the rows of an `IN (… LIMIT …)` once more for each row that it changes, and find
/// others each time. `row_id!()` names a row of any table, for as long as nobody changes it. `.persistent(keeps_plan!())` is for what asks a table that is empty now
/// and long in a second: `PostgreSQL` would keep the plan that it made for the empty one.
#[macro_export]
macro_rules! on {
    ($conn:expr, |$c:ident| $body:expr) => {
        match $conn {
            $crate::Conn::Sqlite(lent) => {
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
                macro_rules! for_removal {
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
                macro_rules! now {
                    ($time:literal) => {
                        $time
                    };
                }
                macro_rules! in_15_s {
                    ($time:literal) => {
                        $time
                    };
                }
                macro_rules! seconds {
                    ($from:literal, $to:literal) => {
                        concat!("(unixepoch(", $to, ") - unixepoch(", $from, "))")
                    };
                }
                macro_rules! json_list {
                    () => {
                        "json_group_array"
                    };
                }
                macro_rules! json_row {
                    () => {
                        "json_array"
                    };
                }
                macro_rules! keeps_plan {
                    () => {
                        true
                    };
                }
                macro_rules! row_id {
                    () => {
                        "rowid"
                    };
                }
                type Driver = sqlx::Sqlite;
                let _ = (skip_locked!(), for_update!(), for_removal!(), for_share!());
                let _ = like!();
                let _ = (now!("$1"), in_15_s!("$1"), seconds!("$1", "$2"));
                let _ = (json_list!(), json_row!(), keeps_plan!(), row_id!());
                let _ = std::marker::PhantomData::<Driver>;
                let done = {
                    let $c = &mut **lent;
                    $body
                };
                lent.note(&done);
                done
            }
            $crate::Conn::Postgres(lent) => {
                macro_rules! skip_locked {
                    () => {
                        " FOR UPDATE SKIP LOCKED"
                    };
                }
                macro_rules! for_update {
                    () => {
                        " FOR NO KEY UPDATE"
                    };
                }
                macro_rules! for_removal {
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
                macro_rules! now {
                    ($time:literal) => {
                        concat!("COALESCE(clock_timestamp(), ", $time, ")")
                    };
                }
                macro_rules! in_15_s {
                    ($time:literal) => {
                        concat!(
                            "COALESCE(clock_timestamp() + INTERVAL '15 seconds', ",
                            $time,
                            ")"
                        )
                    };
                }
                macro_rules! seconds {
                    ($from:literal, $to:literal) => {
                        concat!(
                            "CAST(FLOOR(EXTRACT(EPOCH FROM ",
                            $to,
                            ")) - FLOOR(EXTRACT(EPOCH FROM ",
                            $from,
                            ")) AS BIGINT)"
                        )
                    };
                }
                macro_rules! json_list {
                    () => {
                        "json_agg"
                    };
                }
                macro_rules! json_row {
                    () => {
                        "json_build_array"
                    };
                }
                macro_rules! keeps_plan {
                    () => {
                        false
                    };
                }
                macro_rules! row_id {
                    () => {
                        "ctid"
                    };
                }
                type Driver = sqlx::Postgres;
                let _ = (skip_locked!(), for_update!(), for_removal!(), for_share!());
                let _ = like!();
                let _ = (now!("$1"), in_15_s!("$1"), seconds!("$1", "$2"));
                let _ = (json_list!(), json_row!(), keeps_plan!(), row_id!());
                let _ = std::marker::PhantomData::<Driver>;
                let done = {
                    let $c = &mut **lent;
                    $body
                };
                lent.note(&done);
                done
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
        Self::connect_with(url, STATEMENT_WITHIN).await
    }

    /// The same with another bound for statements.
    pub(crate) async fn connect_with(url: &str, statement_within: Duration) -> Result<Self> {
        if url.starts_with("postgres") {
            Self::connect_postgres(url, statement_within).await
        } else {
            Self::connect_sqlite(url, statement_within).await
        }
    }

    async fn connect_postgres(url: &str, statement_within: Duration) -> Result<Self> {
        let milliseconds = statement_within.as_millis().to_string();
        // whoever stands still in the middle of a transaction must not hold up those who take over from him
        let idle = (IDLE_STATEMENTS * statement_within).as_millis().to_string();
        let options = url
            .parse::<PgConnectOptions>()?
            .options([
                ("statement_timeout", milliseconds.as_str()),
                ("idle_in_transaction_session_timeout", idle.as_str()),
                // statements here last milliseconds: compiling one takes longer than running it
                ("jit", "off"),
                // indexes are in memory or on a solid disk
                ("random_page_cost", "1.1"),
            ])
            .statement_cache_capacity(STATEMENTS_KEPT)
            .disable_statement_logging()
            .log_slow_statements(LevelFilter::Debug, SLOW);
        let pool = PgPoolOptions::new()
            .max_connections(POSTGRES_CONNECTIONS)
            .acquire_timeout(ACQUIRE_TIMEOUT)
            // the pool itself asks whenever a connection comes back
            .test_before_acquire(false)
            .before_acquire(|conn, meta| {
                Box::pin(async move {
                    if meta.idle_for > TRUSTED_FOR {
                        conn.ping().await?;
                    }
                    Ok(true)
                })
            })
            .connect_with(options.clone())
            .await?;
        // opened when the first statement is to be cancelled
        let helper = PgPoolOptions::new()
            .max_connections(1)
            .min_connections(0)
            .acquire_timeout(ACQUIRE_TIMEOUT)
            .connect_lazy_with(options);
        let bounds = Bounds {
            trusted_for: TRUSTED_FOR,
            statement_within,
        };
        Ok(Self::Postgres(Pool::new(pool, helper, bounds)))
    }

    async fn connect_sqlite(url: &str, statement_within: Duration) -> Result<Self> {
        let options = url
            .parse::<SqliteConnectOptions>()?
            .create_if_missing(true)
            .journal_mode(SqliteJournalMode::Wal)
            // the log is brought to disk by `WalSync`, once for many commits; checkpoints wait for the disk themselves
            .synchronous(SqliteSynchronous::Normal)
            .foreign_keys(true)
            .busy_timeout(Duration::from_secs(5))
            .row_buffer_size(SQLITE_ROW_BUFFER)
            .statement_cache_capacity(STATEMENTS_KEPT)
            .pragma("mmap_size", "268435456")
            .pragma("cache_size", "-16000")
            .disable_statement_logging()
            .log_slow_statements(LevelFilter::Debug, SLOW);
        private_file::keep_private(options.get_filename())?;
        let sync = WalSync::new(options.get_filename());
        let write = SqlitePoolOptions::new()
            .max_connections(1)
            .acquire_timeout(ACQUIRE_TIMEOUT)
            .test_before_acquire(false)
            .connect_with(options.clone().optimize_on_close(true, None))
            .await?;
        let read = SqlitePoolOptions::new()
            .max_connections(SQLITE_READERS)
            .acquire_timeout(ACQUIRE_TIMEOUT)
            .test_before_acquire(false)
            .connect_with(options.pragma("query_only", "1"))
            .await?;
        let bounds = Bounds {
            // a file does not go away
            trusted_for: Duration::MAX,
            statement_within,
        };
        let [write, read] = [write, read].map(|pool| Pool::new(pool, (), bounds));
        Ok(Self::Sqlite { write, read, sync })
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
            Self::Sqlite { write, sync, .. } => {
                let mut held = write.take().await?;
                held.without_haste();
                sqlx::migrate!("../migrations/sqlite")
                    .run(&mut *held.lend())
                    .await?;
                sync.wait().await?;
            }
            Self::Postgres(pool) => {
                // a step may take as long as it needs; the connection is not used for anything else
                let mut held = pool.take().await?;
                sqlx::query("SET statement_timeout = 0")
                    .execute(&mut *held.lend())
                    .await?;
                sqlx::migrate!("../migrations/postgres")
                    .run(&mut *held.lend())
                    .await?;
                held.close().await?;
            }
        }
        Ok(())
    }

    /// Connections that can read at once.
    pub fn readers(&self) -> u32 {
        match self {
            Self::Sqlite { .. } => SQLITE_READERS,
            Self::Postgres(_) => POSTGRES_CONNECTIONS,
        }
    }

    /// Whether several nodes can share this database.
    pub fn is_shared(&self) -> bool {
        matches!(self, Self::Postgres(_))
    }

    /// The embedded file, if it is one.
    pub fn file(&self) -> Option<PathBuf> {
        match self {
            Self::Sqlite { write, .. } => Some(write.options().get_filename().to_path_buf()),
            Self::Postgres(_) => None,
        }
    }

    /// A connection for reading.
    ///
    /// # Errors
    /// `Unavailable` when no connection is free in time.
    pub async fn read(&self) -> Result<Reader> {
        Ok(match self {
            Self::Sqlite { read, .. } => Reader::Sqlite(read.take().await?),
            Self::Postgres(pool) => Reader::Postgres(pool.take().await?),
        })
    }

    /// What time it is where several nodes compare their times; `None` where this process is alone.
    ///
    /// # Errors
    /// `Unavailable`, `Database`.
    pub async fn time(&self) -> Result<Option<DateTime<Utc>>> {
        if !self.is_shared() {
            return Ok(None);
        }
        let mut reader = self.read().await?;
        Ok(Some(on!(&mut reader.conn(), |c| {
            let time = sqlx::query_scalar("SELECT clock_timestamp()");
            time.fetch_one(c).await
        })?))
    }

    /// Closes all connections; waits for those in use.
    pub async fn close(&self) {
        match self {
            Self::Sqlite { write, read, .. } => {
                read.close().await;
                write.close().await;
            }
            Self::Postgres(pool) => pool.close().await,
        }
    }
}

impl Reader {
    /// The connection inside.
    pub fn conn(&mut self) -> Conn<'_> {
        match self {
            Self::Sqlite(held) => Conn::Sqlite(held.lend()),
            Self::Postgres(held) => Conn::Postgres(held.lend()),
        }
    }
}
