//! Owns: the order of work in one company; every change of a ticket goes through here.
//! Parent: the registry, keyed by company.
//! Never: keeps a ticket in memory as truth, waits for a slow outside call inside a lane.

mod actor;
mod assigning;
mod board;
mod bots;
mod campaigns;
mod changes;
mod contacts;
mod context;
mod dialogue;
mod editing;
mod files;
mod forwarding;
mod goodbye;
mod inbound;
mod inbound_message;
mod keys;
mod leads;
mod messages;
mod moves;
mod notices;
mod outcome;
mod outgoing;
mod past;
mod past_files;
mod pictures;
mod programs;
mod queues;
mod reading;
mod scheduled;
mod sending;
mod snoozed;
mod statuses;
mod tagging;
mod templates;
#[cfg(test)]
mod tests;
mod tickets;
mod transcripts;
mod users;

pub use actor::{Desk, DeskWork, Do, Lane};
pub use assigning::AssignTicket;
pub use board::{LeaveLanes, MoveCard};
pub use bots::{ApplyBotAnswer, CLAIMS_MAX, FailBotTurn, Said, leads};
pub use campaigns::{
    StepCampaign, Stepped, TakeBackCampaign, TestCampaign, check_files, check_templates,
    tell_campaign, tell_campaign_gone,
};
pub use changes::Changes;
pub use contacts::{EraseContact, MergeContacts};
pub use context::DeskContext;
pub use dialogue::{EndIdle, feature_of, running_bot};
pub use editing::EditMessage;
pub use files::{FetchFileAgain, MediaArrived};
pub use forwarding::{ForwardMessages, ForwardToContact, Handed};
pub use goodbye::EndAsking;
pub use inbound::{Applied, ApplyInbox};
pub use keys::{Once, OpenByKey, SendByKey};
pub use leads::ExpireLead;
pub use messages::{DeleteMessage, Resolution, ResolveUnknown, RetryMessage};
pub use outcome::{Outcome, ParkSend, RecordOutcome, SweepOutbox};
pub use outgoing::{Author, Draft, Key, Thing, enqueue};
pub use past::BringPast;
pub use pictures::PictureArrived;
pub use programs::{SendByProgram, key_of_program};
pub use queues::DeleteQueue;
pub use reading::{MarkMessageUnread, MarkTicketUnread, ReadTicket};
pub use scheduled::{SendScheduled, tell_schedule, tell_schedule_gone};
pub use sending::{Piece, SendMessages};
pub use snoozed::WakeTicket;
pub use tagging::{SetTags, TagTicket};
pub use tickets::{Closing, DeleteTicket, OpenTicket, UpdateTicket};
pub use transcripts::KeepTranscript;
pub use users::DeleteUser;
