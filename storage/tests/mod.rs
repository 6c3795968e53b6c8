//! Storage tests on both databases.

pub mod support;

mod companies;
mod connections;
mod contacts;
mod fixtures;
mod queues;
mod sign_ins;
mod tags;
mod users;
