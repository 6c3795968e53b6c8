//! What can go wrong in storage.

use crate::model::ErrorCode;

/// A storage failure.
#[derive(Debug, thiserror::Error)]
pub enum StorageError {
    /// A rule of the product says no; the code goes to the client.
    #[error("refused: {0}")]
    Refused(ErrorCode),
    /// A unique key is taken; the name of the constraint or its columns.
    #[error("already there: {0}")]
    Taken(String),
    /// The database cannot work now: gone, slow, full. The same call may succeed later.
    #[error("database not available: {0}")]
    Unavailable(String),
    /// The database refused the statement.
    #[error("database: {0}")]
    Database(sqlx::Error),
    /// The migrations could not be applied.
    #[error("migration: {0}")]
    Migration(#[from] sqlx::migrate::MigrateError),
    /// A stored value cannot be read.
    #[error("stored value unreadable: {0}")]
    Unreadable(#[from] serde_json::Error),
    /// A file could not be written or read.
    #[error("file: {0}")]
    File(#[from] std::io::Error),
    /// Redis did not answer as it should.
    #[error("redis: {0}")]
    Redis(String),
}

/// The answer of a storage function.
pub type Result<T, E = StorageError> = std::result::Result<T, E>;

impl From<sqlx::Error> for StorageError {
    fn from(error: sqlx::Error) -> Self {
        match &error {
            sqlx::Error::Database(db) if db.is_unique_violation() => Self::Taken(
                db.constraint()
                    .map_or_else(|| db.message().to_owned(), str::to_owned),
            ),
            sqlx::Error::Database(db) if is_out_of_room(db.as_ref()) => {
                Self::Unavailable(db.message().to_owned())
            }
            // what cannot be text: a NUL character, half of a UTF-16 pair
            sqlx::Error::Database(db)
                if matches!(db.code().as_deref(), Some("22021" | "22P05")) =>
            {
                Self::Refused(ErrorCode::Validation)
            }
            sqlx::Error::PoolTimedOut
            | sqlx::Error::PoolClosed
            | sqlx::Error::WorkerCrashed
            | sqlx::Error::Io(_) => Self::Unavailable(error.to_string()),
            _ => Self::Database(error),
        }
    }
}

/// `SQLITE_BUSY` 5, `SQLITE_FULL` 13, `SQLITE_IOERR` 10; `PostgreSQL` classes 53 (resources), 57P (shutting down), 08.
fn is_out_of_room(error: &dyn sqlx::error::DatabaseError) -> bool {
    error.code().is_some_and(|code| {
        let code = code.as_ref();
        matches!(code, "5" | "10" | "13")
            || code.starts_with("53")
            || code.starts_with("57P")
            || code.starts_with("08")
    })
}

impl From<ErrorCode> for StorageError {
    fn from(code: ErrorCode) -> Self {
        Self::Refused(code)
    }
}
