//! What other servers tell this one: each call is stored before it is acknowledged.

mod whatsapp;

#[cfg(test)]
mod tests;

pub use whatsapp::{WakeInbox, Webhooks, configure};
