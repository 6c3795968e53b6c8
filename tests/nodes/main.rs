//! Several nodes on one `PostgreSQL` and one Redis, two and three real processes: what becomes of numbers, sends and
//! browsers when a node is killed, stopped, frozen or restarted under load. The truth is what arrived at the Graph API.
//!
//! The short forms run with every `cargo test`. `GUICHE_FAULTS=long` makes them long: 10 restarts of each of three nodes,
//! 50 freezes, 5 kills. Measured figures are printed (`-- --nocapture`):
//!
//! ```sh
//! GUICHE_FAULTS=long scripts/test-services cargo test --workspace --test nodes -- --nocapture
//! ```
#![cfg(test)]

#[path = "../cloud/graph/mod.rs"]
#[expect(dead_code, reason = "a part of what the tests of the Cloud API need")]
mod graph;
#[path = "../support/mod.rs"]
mod support;
#[path = "../cloud/world.rs"]
#[expect(dead_code, reason = "a part of what the tests of the Cloud API need")]
mod world;

mod campaigns;
mod cluster;
mod front;
mod frozen;
mod killed;
mod load;
mod lookers;
mod nginx;
mod past;
mod restarted;
mod stopped;

use support::told;

/// As many as usual, or as many as the long form asks for.
fn times(usual: usize, long: usize) -> usize {
    if told("GUICHE_FAULTS").is_some_and(|form| form == "long") {
        long
    } else {
        usual
    }
}

/// Tells a figure to the person who runs this.
#[expect(
    clippy::print_stderr,
    reason = "the figures are what the long form is for"
)]
fn note(text: &str) {
    eprintln!("{text}");
}
