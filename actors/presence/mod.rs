//! Whether a user is there: one actor per user on this node.
//!
//! *Owns* the sockets of a user and his online flag.
//! *Parent*: the registry starts it with the user's first socket; a restarted one learns of the
//! sockets again when they say `userStatus`.
//! *Never* knows anything of a user but his number, his sockets, and since when he is there.

mod actor;
mod online;
mod signing_out;

pub use actor::{Depart, Here, Observe, Observed, Presence, SignedOut};
pub use guiche_storage::identity::sign_ins::Ended;
pub use online::{PresenceSettings, sweep_gone};
pub use signing_out::sign_out;

#[cfg(test)]
mod tests;
