//! Redis between nodes: wake-ups and counters. `PostgreSQL` decides, Redis hurries: whatever is lost here is found by
//! looking into the database once a second. Nothing that a customer wrote passes here, and of people only their numbers.

mod bus;
mod counters;
mod listening;
mod message;
mod publishing;

pub use self::bus::{ClusterBus, Receiver};
pub use self::message::{ClusterMessage, Looking};
