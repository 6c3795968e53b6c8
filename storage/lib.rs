//! The storage of the desk: the only place with SQL, Redis and file access.

pub mod model;

pub use self::core::writes::Committed;

pub mod audit;
pub mod backup;
pub mod billing;
pub mod bots;
pub mod campaigns;
pub mod chats;
pub mod companies;
pub mod connections;
pub mod contacts;
pub mod dashboard;
pub mod media;
pub mod messages;
pub mod queues;
pub mod tickets;
pub mod webhooks;

pub mod cluster;
pub mod core;
pub mod delivery;
pub mod fixtures;
pub mod identity;
pub mod security;
#[cfg(test)]
mod tests;

pub use self::core::db::{Conn, Db, Reader};
pub use self::core::error::{Result, StorageError};
pub use self::core::transactions::Tx;

/// Rows that are written or read by one statement: few, so that there are few different statements to keep.
const AT_ONCE: usize = 8;

/// What the database's client calls its words about statements in the log.
pub const STATEMENTS_TARGET: &str = "sqlx::query";
