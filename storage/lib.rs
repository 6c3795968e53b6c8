//! The storage of the desk: the only place with SQL, Redis and file access.

pub mod model;

pub mod db;
pub mod error;
mod transactions;
mod wal_sync;
mod writes;
pub use writes::Told;

pub mod announcements;
pub mod assignments;
pub mod audit;
pub mod backup;
mod brake;
pub mod callers;
pub mod chats;
pub mod closing_reasons;
pub mod companies;
pub mod connections;
pub mod contacts;
pub mod dashboard;
pub mod demo;
pub mod dialogues;
pub mod events;
pub mod file_lists;
pub mod first_hour;
pub mod helps;
pub mod holidays;
pub mod hours;
pub mod idle;
pub mod impersonations;
pub mod inbox;
pub mod invitations;
pub mod large;
pub mod leads;
pub mod leases;
pub mod lock;
pub mod media;
pub mod message_changes;
pub mod message_locks;
pub mod message_templates;
pub mod messages;
pub mod notices;
pub mod operators;
pub mod outbox;
pub mod password_resets;
pub mod passwords;
pub mod plans;
mod pool;
pub mod presences;
mod private_file;
pub mod push_subscriptions;
pub mod queue_options;
pub mod queues;
pub mod quick_messages;
pub mod ratings;
pub mod receipts;
pub mod redis;
pub mod saved_filters;
pub mod schedules;
pub mod seal;
pub mod secrets;
pub mod settings;
pub mod sign_ins;
pub mod sign_ups;
pub mod simulator;
pub mod slow_statements;
pub mod tags;
pub mod ticket_changes;
pub mod ticket_notes;
pub mod ticket_steps;
pub mod tickets;
pub mod tracking;
pub mod users;

#[cfg(test)]
mod tests;

pub use db::{Conn, Db, Reader};
pub use error::{Result, StorageError};
pub use transactions::Tx;

/// Rows that are written or read by one statement: few, so that there are few different statements to keep.
const AT_ONCE: usize = 8;

/// What the database's client calls its words about statements in the log.
pub const STATEMENTS_TARGET: &str = "sqlx::query";
