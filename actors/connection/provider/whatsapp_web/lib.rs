//! A `WhatsApp` number that is paired with a phone like `WhatsApp` Web: the one place that knows the library which speaks
//! its protocol. What it needs (rows for keys, an HTTP client) and what it says (events) are types of its own, so that
//! the rest of the desk is not built again when this changes, and the other way round.

#[cfg(all(feature = "mock-peer", not(debug_assertions)))]
compile_error!("mock-peer takes any server for WhatsApp's: it is for tests, never for a release");

mod backend;
mod calls;
mod content;
mod fence;
mod files;
mod gate;
pub mod heard;
mod inbound;
pub mod keys;
mod link;
mod outbound;
mod past;
mod pictures;
mod profiles;
mod receiver;
mod said;
mod things;
mod uploads;
mod wire;
mod writing;

#[cfg(all(test, feature = "mock-peer"))]
mod peer;
#[cfg(test)]
mod tests;

pub use files::FetchError;
pub use heard::Heard;
pub use inbound::Arrival;
pub use keys::{Change, KeyError, KeyStore, MemoryKeys, Space};
pub use link::{Link, LinkError, Settings, WEB_URL};
pub use outbound::{Preview, SendFailure, Taken, ToSend, Wish, message_id};
pub use pictures::Shown;
pub use profiles::{OpenHow, Opening, Profile};
pub use said::{Ended, Said};
pub use wire::{Exchange, Http};

/// Under which names the library logs. It tells of numbers and names of people, so none of it may get into a log.
pub const LOG_TARGETS: &[&str] = &[
    "AppState",
    "Blocking",
    "Bot",
    "Chatstate",
    "ChatstateHandler",
    "Client",
    "MessageQueue",
    "Mex",
    "PresenceHandler",
    "TcToken",
    "UnifiedSession",
    "blocklist",
    "tokio_websockets",
    "usync",
    "wacore",
    "waproto",
    "whatsapp_rust",
];
