//! Redis between nodes: wake-ups and counters. `PostgreSQL` decides, Redis hurries: whatever is lost here is found by
//! looking into the database once a second. Nothing that a customer wrote and nothing about a person passes here.

mod bus;
mod counters;
mod listening;
mod publishing;
mod word;

pub use bus::{Bus, Ear};
pub use word::{Looking, Word};
