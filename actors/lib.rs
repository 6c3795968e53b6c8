//! The actors of the desk: each owns its state and its mailbox.

pub mod clock;
pub mod connection;
pub mod desk;
pub mod egress;
pub mod error;
mod house;
mod nodes;
pub mod presence;
pub mod pulse;
pub mod push;
pub mod registry;
pub mod room;
pub mod rules;
pub mod tell;

pub use error::ActorError;
pub use house::{Actors, Materials};

#[cfg(test)]
mod test_company;
