//! What `docs/product/promises.md` promises, shown on the real binary: kills, broken providers, full disks, slow databases.
//!
//! The short forms run with every `cargo test`; `make faults` runs the long ones (`GUICHE_FAULTS=long`).
#![cfg(test)]

#[path = "../support/mod.rs"]
mod support;

mod account;
mod answers;
mod backup;
mod browser;
mod clock;
mod crowd;
mod database;
mod disk;
mod kill;
mod menus;
mod past;
mod poison;
mod provider;
mod proxy;
mod stub;
mod traffic;
mod verdict;

use support::{dice, told};

/// Whether the long forms are asked for.
fn is_long() -> bool {
    told("GUICHE_FAULTS").is_some_and(|form| form == "long")
}

/// A number from the environment, for somebody who wants to try another size.
fn size(name: &str, usual: u64) -> u64 {
    told(name).map_or(usual, |text| text.parse().expect("a number"))
}

/// Tells figures to the person who runs this.
#[expect(
    clippy::print_stderr,
    reason = "the figures are what the long form is for"
)]
fn note(text: &str) {
    eprintln!("{text}");
}
