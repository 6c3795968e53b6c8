//! A campaign that runs: one actor for each, on the node that has its lease.
//!
//! *Owns* when the campaign is looked at next, and its lease. Pace, day and cursor are rows, which only its steps move.
//! *Parent*: the registry, keyed by company and campaign; it is started by whoever changes the campaign and by the job that
//! finds what is due and has no owner, and ends when nothing is left to do.
//! *Never* writes by itself: a step is the desk's work, in the campaign's lane, under the epoch of the lease.

mod actor;
mod keeping;
#[cfg(test)]
mod tests;
mod trust;

pub use actor::{CampaignContext, CampaignKey, CampaignRunner, News, PollCampaign, campaign_wake};
pub use keeping::CampaignKeeper;
pub use trust::ClockTrust;
