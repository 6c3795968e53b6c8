//! Owns: the session of one `WhatsApp` number: its provider, its status, what it sends and what it takes in.
//! Parent: the registry, keyed by company and connection.
//! Never: sends without a stored and marked intent, applies an event before it is stored.

mod actor;
mod context;
pub mod control;
mod fetching;
pub mod provider;
mod receiving;
mod sending;
mod session;

pub use actor::{Connection, ConnectionKey, LookInto, NewSession, StartSession, StopSession};
pub use context::{ConnectionContext, ProviderMaker};
