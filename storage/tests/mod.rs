//! Storage tests on both databases.

pub mod support;

mod brakes;
mod bursts;
mod closing_reasons;
mod companies;
mod connection_status;
mod connections;
mod contact_joins;
mod contact_names;
mod contacts;
mod conversations;
mod dashboard;
mod deleted_connections;
mod demo;
mod events;
mod fixtures;
mod handing_on;
mod leases;
mod media;
mod media_owners;
mod outbox;
mod password_resets;
mod presences;
mod push_subscriptions;
mod queues;
mod quick_messages;
mod redis;
mod saved_filters;
mod schedules;
mod side_by_side;
mod sign_ins;
mod simulator;
mod tags;
mod ticket_lists;
mod ticket_notes;
mod users;
