//! Who carries the messages of a connection: one trait, one folder per provider.

pub mod beta;
pub mod cloud;
mod contract;
mod maker;
pub mod simulator;

pub use contract::{
    CheckError, DeliveryClass, EVENTS_WAITING_MAX, FetchedMedia, Leeway, MediaError, NumberCheck,
    OpenedFile, Pace, Picture, Provider, ProviderEvent, ProviderEvents, SendError, Sent,
    ShownWriting, StartError, UNREACHABLE, WireSend,
};
pub use guiche_whatsapp_web::LOG_TARGETS;
pub use maker::Providers;
