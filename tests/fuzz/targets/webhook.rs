//! Calls of a provider: a body is refused or split into events, each of which is understood or shown as unknown.
#![no_main]

use chrono::DateTime;
use guiche_actors::connection::provider::cloud::{interpret, split};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|body: &[u8]| {
    let Ok(split) = split(body, DateTime::UNIX_EPOCH) else {
        return;
    };
    for event in split.numbers.iter().flat_map(|(_, events)| events) {
        assert!(event.key.chars().count() <= 600, "{}", event.key);
        interpret(&event.raw);
    }
});
