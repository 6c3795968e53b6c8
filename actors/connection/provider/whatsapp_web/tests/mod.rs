//! What comes in, understood from real messages of the protocol; and the library's stores over our rows.

mod inbound;
mod over;
mod past;
mod people;
mod stores;
pub(crate) mod watched;
