//! What comes in, understood from real messages of the protocol; and the library's stores over our rows.

mod inbound;
mod past;
mod people;
mod stores;
mod watched;
