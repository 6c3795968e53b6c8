//! Owns: the way of a customer's message to browsers whose user has no page open (web push: RFC 8030, 8291, 8292).
//! *Never*: makes a change wait, tries twice, or lets a push service read anything. A notice that is lost is no message
//! lost: the message is in its ticket, and the bell counts it.

mod door;
mod notice;
mod sending;
mod vapid;

pub use door::{Push, PushSettings};
pub use sending::PushWork;

/// Why nothing can be pushed.
#[derive(Debug, thiserror::Error)]
pub enum PushError {
    /// The server's own key.
    #[error("the key for push services cannot be used: {0}")]
    Key(String),
    /// The settings.
    #[error("push.own_service is no address")]
    OwnService,
    /// The keys that a browser gave.
    #[error("the browser's keys cannot be used")]
    BrowserKeys,
    /// The way out.
    #[error(transparent)]
    Egress(#[from] crate::egress::EgressError),
}
