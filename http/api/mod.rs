//! The REST resources, one file or folder each.

pub mod auth;
pub mod companies;
pub mod contacts;
pub mod demo;
pub mod media;
pub mod messages;
pub mod queues;
pub mod settings;
pub mod tags;
pub mod tickets;
pub mod users;
pub mod version;
pub mod whatsapp;
pub mod whatsapp_session;
