//! Pure decisions: who may see and do what, how a ticket moves, what a template says. No async, no IO.

pub mod audience;
pub mod billing;
pub mod bots;
pub mod calendar;
pub mod campaign;
pub mod capabilities;
pub mod dialogue;
pub mod document;
pub mod due_notice;
pub mod health;
pub mod holidays;
pub mod hours;
pub mod leads;
pub mod lists;
pub mod mentions;
pub mod numbers;
pub mod pairing;
pub mod placement;
pub mod plan_change;
pub mod principal;
pub mod recurrence;
pub mod reopening;
#[cfg(test)]
mod samples;
pub mod subscription;
pub mod templates;
pub mod texts;
pub mod ticket_moves;
pub mod viewer;

pub use principal::Principal;
pub use viewer::Viewer;
