//! Variables in texts: whatever the text and the name are, it is filled, and a text without variables stays as it is.
#![no_main]

use guiche_actors::rules::{
    calendar,
    texts::{Variables, fill},
};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|input: (&str, &str)| {
    let (text, name) = input;
    let now = chrono::DateTime::UNIX_EPOCH.with_timezone(&calendar::zone_or_default(None));
    let filled = fill(
        text,
        Variables {
            name,
            ticket: 7,
            now,
        },
    );
    if !text.contains("{{") {
        assert_eq!(filled, text);
    }
});
