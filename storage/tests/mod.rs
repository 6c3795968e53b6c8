//! Storage tests on both databases.

pub mod support;

mod companies;
mod connection_status;
mod connections;
mod contacts;
mod deleted_connections;
mod demo;
mod fixtures;
mod media;
mod outbox;
mod queues;
mod sign_ins;
mod simulator;
mod tags;
mod users;
