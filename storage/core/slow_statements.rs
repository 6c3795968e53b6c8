//! Which statements have been slow on this node lately: their texts with `$1` in the place of values, how often and how long.
//! Nothing else is kept, and it is forgotten with the process.

use std::{
    collections::HashMap,
    sync::{LazyLock, Mutex, PoisonError},
    time::Duration,
};

/// From here on a statement counts as slow.
pub const SLOW: Duration = Duration::from_millis(100);
/// Different statements that are remembered; the one that was least slow makes room.
const KEPT: usize = 100;
/// Characters of a statement that are shown.
const TEXT_CHARS_MAX: usize = 300;

/// A statement that was slow.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SlowStatement {
    /// Its text, without values.
    pub text: String,
    /// How often it was slow.
    pub times: u64,
    /// How long it took on average, when it was slow.
    pub mean: Duration,
    /// The longest.
    pub longest: Duration,
}

#[derive(Debug, Clone, Copy, Default)]
struct Seen {
    times: u64,
    sum: Duration,
    longest: Duration,
}

static SEEN: LazyLock<Mutex<HashMap<String, Seen>>> = LazyLock::new(Mutex::default);

/// Remembers a statement that took so long.
pub fn note(text: &str, took: Duration) {
    let words: Vec<&str> = text.split_whitespace().collect();
    let text: String = words.join(" ").chars().take(TEXT_CHARS_MAX).collect();
    let mut seen = SEEN.lock().unwrap_or_else(PoisonError::into_inner);
    let of = seen.entry(text).or_default();
    of.times += 1;
    of.sum += took;
    of.longest = of.longest.max(took);
    if seen.len() > KEPT {
        let least = seen.iter().min_by_key(|(_, seen)| seen.longest);
        if let Some(text) = least.map(|(text, _)| text.clone()) {
            seen.remove(&text);
        }
    }
}

/// What was slow, the slowest first; at most 100.
pub fn list() -> Vec<SlowStatement> {
    let seen = SEEN.lock().unwrap_or_else(PoisonError::into_inner);
    let mut all: Vec<SlowStatement> = seen
        .iter()
        .map(|(text, seen)| SlowStatement {
            text: text.clone(),
            times: seen.times,
            mean: seen.sum / u32::try_from(seen.times).unwrap_or(u32::MAX).max(1),
            longest: seen.longest,
        })
        .collect();
    all.sort_by_key(|one| std::cmp::Reverse(one.longest));
    all
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_slow_statement_is_counted_by_its_text_and_there_is_a_bound() {
        let ms = Duration::from_millis;
        note("SELECT 1\n  FROM slow", ms(200));
        note("SELECT 1 FROM slow", ms(400));
        let found = list()
            .into_iter()
            .find(|one| one.text == "SELECT 1 FROM slow");
        let found = found.expect("remembered");
        assert_eq!(
            (found.times, found.mean, found.longest),
            (2, ms(300), ms(400))
        );
        for number in 0..200_u32 {
            note(&format!("SELECT {number}"), ms(101));
        }
        let all = list();
        assert_eq!(all.len(), KEPT);
        assert_eq!(all.first().map(|one| one.longest), Some(ms(400)));
    }
}
