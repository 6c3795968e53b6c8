//! The REST API from outside: the real binary, both databases, a simulated phone as the truth.
#![cfg(test)]

#[path = "../support/mod.rs"]
mod support;

mod announcements;
mod assigning;
mod audit;
mod bad_input;
mod board;
mod bulk;
mod campaigns;
mod chatbot;
mod closing_reasons;
mod companies;
mod connections;
mod contact_lists;
mod contacts;
mod conversations;
mod edits;
mod episodes;
mod file_lists;
mod files;
mod filters;
mod first_hour;
mod gates;
mod giving;
mod helps;
mod hidden;
mod impersonations;
mod interleaved;
mod invitations;
mod leads;
mod list_text;
mod malformed;
mod matrix;
mod moves;
mod notes;
mod operators;
mod paths;
mod personal_data;
mod plans;
mod push;
mod push_service;
mod queues;
mod quick_messages;
mod ratings;
mod restarts;
mod saved_filters;
mod schedules;
mod search;
mod shares;
mod sign_up;
mod steps;
mod tags;
mod tenants;
mod tickets;
mod users;

use support::{
    ADMIN, MARINA, RAFAEL, VIDA, connection, messages, new_number, open_ticket, ticket_of,
};
