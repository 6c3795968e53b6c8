//! A number that is paired with a phone, against a network of phones that shares no code with what the server speaks with: the
//! npm packages `@openclaw/crabline`, `baileys` and `libsignal`, in `tests/paired/peer` (DECISIONS 130).
#![cfg(test)]

#[path = "../support/mod.rs"]
mod support;

mod changes;
mod ends;
mod files;
mod kills;
mod nodes;
mod pairing;
mod peer;
mod talk;
mod world;

use support::told;

/// Whether the long forms are asked for.
fn is_long() -> bool {
    told("GUICHE_FAULTS").is_some_and(|form| form == "long")
}

/// Tells figures to the person who runs this.
#[expect(
    clippy::print_stderr,
    reason = "somebody should know the figures, and whether less was tested"
)]
fn note(text: &str) {
    eprintln!("{text}");
}
