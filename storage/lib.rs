//! The storage of the desk: the only place with SQL, Redis and file access.

pub mod model;

pub mod db;
pub mod error;
mod writes;
pub use writes::Told;

pub mod companies;
pub mod connections;
pub mod contacts;
pub mod events;
pub mod inbox;
pub mod leases;
pub mod messages;
pub mod outbox;
pub mod queues;
pub mod settings;
pub mod tags;
pub mod tickets;
pub mod tracking;
pub mod users;

#[cfg(test)]
mod tests;

pub use db::{Conn, Db, Reader, Tx};
pub use error::{Result, StorageError};
