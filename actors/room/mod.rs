//! The room of a company on this node: who listens, what each may see, fan-out, resume by number.
//!
//! *Owns* the browsers of one company, what each listens to and writes in, and the company's last event number.
//! *Parent*: the registry starts it with the first browser; after a panic its browsers are sent
//! away and come back to a fresh one.
//! *Never* waits for a slow browser, and never reads storage in a handler that fans out.

pub mod browser;

mod actor;
mod customers;
mod family;
mod handlers;
mod listeners;
mod messages;
mod outgoing;
mod ring;
mod telling;

pub use actor::{Encode, Room, RoomSettings};
pub use messages::{
    CustomerWrites, Drain, Join, Joined, Leave, Observe, Observed, Publish, Reauthorise, Resume,
    Resumed, SessionId, Subscribe, TicketViewed, Unsubscribe, Woken, Write,
};
pub use telling::tell_rooms;

pub(crate) mod remote_viewers;
#[cfg(test)]
mod test_browser;
#[cfg(test)]
mod tests;
pub(crate) mod viewers;
