//! Owns: the order of work in one company; every change of a ticket goes through here.
//! Parent: the registry, keyed by company.
//! Never: keeps a ticket in memory as truth, waits for a slow outside call inside a lane.

mod actor;
mod automatic;
mod context;
mod inbound;
mod inbound_message;
mod messages;
mod moves;
mod outcome;
mod reading;
mod sending;
mod tickets;

pub use actor::{Desk, DeskWork, Do, Lane};
pub use context::DeskContext;
pub use inbound::{Applied, ApplyInbox, MediaArrived};
pub use messages::{DeleteMessage, Resolution, ResolveUnknown, RetryMessage};
pub use outcome::{Outcome, RecordOutcome, SweepOutbox};
pub use reading::{MarkMessageUnread, MarkTicketUnread, ReadTicket};
pub use sending::{Piece, SendMessages, WINDOW_HOURS};
pub use tickets::{DeleteTicket, OpenTicket, UpdateTicket};
