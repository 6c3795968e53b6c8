//! Owns: the session of one `WhatsApp` number: its provider, its status, what it sends and what it takes in.
//! Parent: the registry, keyed by company and connection.
//! Never: sends without a stored and marked intent, applies an event before it is stored.

mod actor;
mod bringing;
mod checking;
mod context;
mod fetching;
mod hearing;
mod keeping;
mod messages;
mod outage;
mod picturing;
mod profiling;
pub mod provider;
mod pumps;
mod receiving;
mod sending;
mod session;
mod writing;

pub use actor::{Connection, ConnectionKey};
pub use checking::CheckNumbers;
pub use context::{ConnectionContext, ProviderMaker};
pub use keeping::{LeaseKeeper, RENEW_EVERY};
pub use messages::{NewSession, PollWork, StartSession, StopSession};
pub use writing::ShowWriting;

#[cfg(test)]
mod tests;
