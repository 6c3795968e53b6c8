//! The storage of the desk: the only place with SQL, Redis and file access.

pub mod model;

pub mod db;
pub mod error;
mod writes;
pub use writes::Told;

pub mod callers;
pub mod companies;
pub mod connections;
pub mod contacts;
pub mod demo;
pub mod events;
pub mod inbox;
pub mod leases;
pub mod lock;
pub mod media;
pub mod message_changes;
pub mod messages;
pub mod outbox;
pub mod passwords;
pub mod queues;
pub mod redis;
pub mod seal;
pub mod secrets;
pub mod settings;
pub mod sign_ins;
pub mod simulator;
pub mod tags;
pub mod ticket_changes;
pub mod tickets;
pub mod tracking;
pub mod users;

#[cfg(test)]
mod tests;

pub use db::{Conn, Db, Reader, Tx};
pub use error::{Result, StorageError};
