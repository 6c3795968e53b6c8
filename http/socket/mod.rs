//! The Socket.IO gate. In reading order: the two codecs, the rhythm and the rules of a connection
//! (all pure), what the application answers, and the session that moves bytes.

pub mod engine_io;
pub mod socket_io;

mod connection;
mod fragments;
mod heartbeat;

mod gate;
mod session;
mod stalled;

pub use connection::{Ending, Event, Layer, Settings};
pub use gate::{Admission, Gate, Reply, Verdict};
pub use session::open;
pub use stalled::drop_stalled_peers;

#[cfg(test)]
mod tests;
