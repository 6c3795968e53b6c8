//! Who carries the messages of a connection: one trait, one folder per provider.

pub mod cloud;
mod contract;
mod maker;
pub mod simulator;

pub use contract::{
    CheckError, DeliveryClass, EVENTS_WAITING_MAX, FetchedMedia, Leeway, MediaError, NumberCheck,
    OpenedFile, Pace, Provider, ProviderEvent, ProviderEvents, SendError, Sent, StartError,
    UNREACHABLE, WireSend,
};
pub use maker::Providers;
