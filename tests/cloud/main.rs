//! The main flow over `WhatsApp`'s official Cloud API, from outside: signed webhooks in, calls to the Graph API out, the
//! real binary between them, both databases.
#![cfg(test)]

#[path = "../support/mod.rs"]
mod support;

mod graph;
mod world;

mod campaigns;
mod changes;
mod connections;
mod doubts;
mod files;
mod inbound;
mod menus;
mod outbound;
mod past;
mod peer;
mod people;
mod statuses;
mod template_files;
mod template_places;
mod templates;
