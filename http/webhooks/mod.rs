//! What other servers tell this one: each call is stored before it is acknowledged.

mod account;
mod directory;
mod intake;
mod past;
mod whatsapp;

#[cfg(test)]
mod account_tests;
#[cfg(test)]
mod tests;

pub use directory::Directory;
pub use intake::Intake;
pub use whatsapp::{Webhooks, configure};
