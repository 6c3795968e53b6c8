//! Who carries the messages of a connection: one trait, one folder per provider.

pub mod cloud;
mod contract;
mod maker;
pub mod simulator;

pub use contract::{
    Capabilities, DeliveryClass, FetchedMedia, Leeway, MediaError, OpenedFile, Pace, Provider,
    SendError, Sent, StartError, Started, UNREACHABLE, WireSend,
};
pub use maker::Providers;
