//! `WhatsApp`'s official Cloud API (Graph API of Meta).

mod account;
mod client;
mod details;
mod download;
pub mod errors;
mod graph;
mod history;
mod interpret;
mod limits;
mod media;
mod menu;
mod notices;
mod payload;
mod people;
mod setup;
mod signature;
mod templates;
mod vcard;
mod webhook;

#[cfg(test)]
mod tests;

pub use account::{AccountEvent, AccountSays, Ending};
pub use client::{CloudProvider, CloudSettings};
pub use history::{HISTORY_DECLINED, Past};
pub use interpret::interpret;
pub use limits::{REMEMBERED, SendLimits};
pub use setup::{SetUp, SetUpReport, Step, set_up};
pub use signature::is_signed;
pub use templates::{Account, TemplateDraft, component};
pub use webhook::{Split, split};
