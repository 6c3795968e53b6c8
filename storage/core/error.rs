//! What can go wrong in storage.

use std::io::ErrorKind;

use crate::model::ErrorCode;

/// What `PostgreSQL` says to one of those who wait for each other in a circle, and to one of those who saw different states.
const COLLISIONS: [&str; 2] = ["40P01", "40001"];

/// A storage failure.
#[derive(Debug, thiserror::Error)]
pub enum StorageError {
    /// A rule of the product says no; the code goes to the client.
    #[error("refused: {0}")]
    Refused(ErrorCode),
    /// The plan allows no more than this number of them.
    #[error("refused: {0}, {1}")]
    PlanFull(ErrorCode, i64),
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
    File(std::io::Error),
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
            // between the look at what it points to and the writing that was deleted
            sqlx::Error::Database(db) if db.is_foreign_key_violation() => {
                tracing::warn!(%error, "a row points to what is gone, or is pointed to");
                Self::Refused(ErrorCode::NotFound)
            }
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
            // something else than the database answers, or half of it
            | sqlx::Error::Protocol(_)
            | sqlx::Error::Tls(_)
            | sqlx::Error::Io(_) => Self::Unavailable(error.to_string()),
            _ => Self::Database(error),
        }
    }
}

/// Whether the database gave a transaction up because it and another one waited for each other, or saw different states:
/// nothing of it is left, and the same again may succeed.
pub(crate) fn is_collision(error: &sqlx::Error) -> bool {
    let code = error
        .as_database_error()
        .and_then(sqlx::error::DatabaseError::code);
    code.is_some_and(|code| COLLISIONS.contains(&code.as_ref()))
}

fn is_out_of_room(error: &dyn sqlx::error::DatabaseError) -> bool {
    error.code().is_some_and(|code| passes(&code))
}

/// Whether a failure of this code may be gone the next time. `SQLite`, with the primary code in the last byte: busy 5,
/// locked 6, interrupted (took too long) 9, input or output 10, full 13, cannot open 14. `PostgreSQL`, five characters: the
/// classes 53 (resources), 57P (shutting down), 08 (connection), 57014, 55P03, 25P03 (took too long), and what [`is_collision`].
fn passes(code: &str) -> bool {
    if code.len() == 5 {
        return ["53", "57P", "08", "57014", "55P03", "25P03"]
            .iter()
            .chain(&COLLISIONS)
            .any(|class| code.starts_with(class));
    }
    let primary = code.parse().map(|code: u32| code & 0xff);
    matches!(primary, Ok(5 | 6 | 9 | 10 | 13 | 14))
}

/// A full disk is as full for files as it is for tables.
impl From<std::io::Error> for StorageError {
    fn from(error: std::io::Error) -> Self {
        match error.kind() {
            ErrorKind::StorageFull | ErrorKind::QuotaExceeded => {
                Self::Unavailable(error.to_string())
            }
            _ => Self::File(error),
        }
    }
}

impl From<ErrorCode> for StorageError {
    fn from(code: ErrorCode) -> Self {
        Self::Refused(code)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_may_pass_is_told_from_what_stays_wrong() {
        // SQLITE_BUSY_SNAPSHOT, SQLITE_INTERRUPT, SQLITE_IOERR_WRITE, SQLITE_IOERR_FSYNC, SQLITE_FULL
        for code in [
            "5", "9", "517", "778", "1034", "13", "53100", "53300", "57P01", "08006", "57014",
            "25P03", "40P01", "40001",
        ] {
            assert!(passes(code), "{code}");
        }
        // SQLITE_CORRUPT, SQLITE_CONSTRAINT_UNIQUE, not null, syntax
        for code in ["11", "2067", "23502", "42601", ""] {
            assert!(!passes(code), "{code}");
        }
        let full = StorageError::from(std::io::Error::from(ErrorKind::StorageFull));
        assert!(matches!(full, StorageError::Unavailable(_)));
    }
}
