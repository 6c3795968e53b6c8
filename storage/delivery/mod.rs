//! What comes in and goes out, and the events that tell of it.

pub mod events;
pub mod inbox;
pub mod outbox;
pub mod receipts;
pub mod schedules;
