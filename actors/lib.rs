//! The actors of the desk: each owns its state and its mailbox.

pub mod billing;
pub mod campaign;
pub mod clock;
pub mod connection;
pub mod control;
pub mod desk;
pub mod egress;
pub mod error;
pub mod integration;
pub mod mail;
pub mod presence;
pub mod push;
pub mod registry;
pub mod room;
pub mod rules;
pub mod webhooks;

pub use self::system::{ActorDeps, Actors};
pub use error::ActorError;

pub(crate) mod cluster;
pub mod publisher;
pub(crate) mod system;
#[cfg(test)]
mod test_company;
pub mod thread_watchdog;
