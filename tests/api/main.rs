//! The REST API from outside: the real binary, both databases, a simulated phone as the truth.
#![cfg(test)]

#[path = "../support/mod.rs"]
mod support;

mod bad_input;
mod conversations;
mod episodes;
mod files;
mod moves;
mod paths;
mod restarts;
mod tenants;
mod tickets;

use support::{
    ADMIN, MARINA, RAFAEL, VIDA, connection, messages, new_number, open_ticket, ticket_of,
};
