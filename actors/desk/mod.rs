//! Owns: the order of work in one company; every change of a ticket goes through here.
//! Parent: the registry, keyed by company.
//! Never: keeps a ticket in memory as truth, waits for a slow outside call inside a lane.

mod actor;
mod assigning;
mod board;
mod campaigns;
mod changes;
mod contacts;
mod context;
mod dialogue;
mod editing;
mod goodbye;
mod inbound;
mod inbound_message;
mod leads;
mod messages;
mod moves;
mod notices;
mod outcome;
mod outgoing;
mod programs;
mod queues;
mod reading;
mod scheduled;
mod sending;
mod statuses;
mod tagging;
mod templates;
#[cfg(test)]
mod tests;
mod tickets;
mod users;

pub use actor::{Desk, DeskWork, Do, Lane};
pub use assigning::AssignTicket;
pub use board::{LeaveLanes, MoveCard};
pub use campaigns::{
    StepCampaign, TakeBackCampaign, TestCampaign, tell_campaign, tell_campaign_gone,
};
pub use changes::Changes;
pub use contacts::{EraseContact, MergeContacts};
pub use context::DeskContext;
pub use dialogue::EndIdle;
pub use editing::EditMessage;
pub use goodbye::EndAsking;
pub use inbound::{Applied, ApplyInbox, MediaArrived};
pub use leads::ExpireLead;
pub use messages::{DeleteMessage, Resolution, ResolveUnknown, RetryMessage};
pub use outcome::{Outcome, ParkSend, RecordOutcome, SweepOutbox};
pub use outgoing::{Author, Draft, Key, enqueue};
pub use programs::{SendByProgram, key_of_program};
pub use queues::DeleteQueue;
pub use reading::{MarkMessageUnread, MarkTicketUnread, ReadTicket};
pub use scheduled::{SendScheduled, tell_schedule, tell_schedule_gone};
pub use sending::{Piece, SendMessages};
pub use tagging::SetTags;
pub use tickets::{Closing, DeleteTicket, OpenTicket, UpdateTicket};
pub use users::DeleteUser;
