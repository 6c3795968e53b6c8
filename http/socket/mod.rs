//! The Socket.IO gate. In reading order: the two codecs, the rhythm, the bounds and the rules of a
//! connection (all pure), what an application answers, the session, the wire and the writer that move bytes, and the desk behind it.

pub mod engine_io;
pub mod socket_io;

mod announced;
mod budget;
mod connection;
mod fragments;
mod heartbeat;

mod gate;
mod handover;
mod session;
mod wire;

mod desk_gate;
mod door;

pub use budget::Budget;
pub use connection::{Ending, Event, Layer, Settings};
pub use desk_gate::{Desk, Doorkeeper, Visitor};
pub use door::{AppDoor, RULES, configure};
pub use gate::{Admission, Gate, Reply, Verdict};
pub use session::open;
pub use socket_io::encode_event;

pub(crate) use handover::Handover;

#[cfg(test)]
mod tests;
pub(crate) mod writer;
