//! `WhatsApp`'s official Cloud API (Graph API of Meta).

mod client;
mod details;
mod download;
pub mod errors;
mod graph;
mod interpret;
mod limits;
mod media;
mod notices;
mod payload;
mod people;
mod signature;
mod vcard;
mod webhook;

#[cfg(test)]
mod tests;

pub use client::{CloudProvider, CloudSettings};
pub use interpret::interpret;
pub use limits::{REMEMBERED, SendLimits};
pub use signature::is_signed;
pub use webhook::{Split, split};
