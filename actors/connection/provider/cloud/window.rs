//! The 24-hour window: free text may be sent only for a day after the customer's last message (Meta, error 131047).

use chrono::{DateTime, Duration, Utc};

/// Hours that a customer's message keeps the window open.
pub const WINDOW_HOURS: i64 = 24;

/// When the window closes that `last_customer_message_at` has opened.
pub fn closes_at(last_customer_message_at: DateTime<Utc>) -> DateTime<Utc> {
    last_customer_message_at + Duration::hours(WINDOW_HOURS)
}

/// Whether free text may be sent at `now`. A customer who never wrote has no window.
pub fn is_open(last_customer_message_at: Option<DateTime<Utc>>, now: DateTime<Utc>) -> bool {
    last_customer_message_at.is_some_and(|at| now < closes_at(at))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_window_is_open_for_a_day_to_the_second() {
        let wrote = DateTime::UNIX_EPOCH;
        assert!(!is_open(None, wrote));
        assert!(is_open(Some(wrote), wrote));
        assert!(is_open(
            Some(wrote),
            wrote + Duration::seconds(24 * 3600 - 1)
        ));
        assert!(!is_open(Some(wrote), wrote + Duration::seconds(24 * 3600)));
    }
}
