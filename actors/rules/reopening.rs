//! When a customer's message takes an ended conversation up again instead of beginning another (rule B4).

use chrono::{DateTime, TimeDelta, Utc};

/// Whether a message of this time belongs to a conversation that ended at that one: at most so many minutes before.
pub fn is_in_time(sent_at: DateTime<Utc>, ended_at: DateTime<Utc>, minutes: i64) -> bool {
    let window = TimeDelta::try_minutes(minutes).filter(|window| *window > TimeDelta::zero());
    window.is_some_and(|window| sent_at - ended_at <= window)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_conversation_goes_on_within_its_window_and_never_without_one() {
        let ended_at: DateTime<Utc> = "2026-11-20T12:00:00Z".parse().unwrap();
        for (after, minutes, is_so) in [
            (0, 120, true),
            (120, 120, true),
            (121, 120, false),
            // it was on its way when the conversation ended
            (-3, 120, true),
            (0, 0, false),
            (-3, 0, false),
            (-3, -1, false),
        ] {
            let sent_at = ended_at + TimeDelta::minutes(after);
            let goes_on = is_in_time(sent_at, ended_at, minutes);
            assert_eq!(goes_on, is_so, "{after} of {minutes}");
        }
    }
}
