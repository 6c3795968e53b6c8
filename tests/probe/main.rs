//! Attacks on a running desk, made from the description of its API. `cargo test` runs the short form; `make probe` sets
//! `GUICHE_PROBE=full` for all of it. Figures are printed as `probe: …`.
#![cfg(test)]

#[path = "../support/mod.rs"]
mod support;

mod canary;
mod grammars;
mod pairs;
mod races;
mod tenants;
mod tokens;
mod uploads;
mod urls;

/// Whether everything is tried, or a part that `cargo test` has time for.
fn is_full() -> bool {
    support::told("GUICHE_PROBE").is_some_and(|form| form == "full")
}

/// Says a figure where `make probe` finds it.
#[expect(clippy::print_stdout, reason = "the figures are what the run is for")]
fn figure(text: &str) {
    println!("probe: {text}");
}
