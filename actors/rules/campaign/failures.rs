//! When a campaign stops by itself for what it sends: a number that goes on is closed.

use guiche_storage::{
    campaigns::running::Failures,
    model::campaign::{FailureKind, PausedFailures},
};

/// Sends that fail one after another.
const IN_ROW_MAX: i64 = 5;
/// Failures in a hundred of the last sends.
const PERCENT_MAX: i64 = 3;
/// Fewer sends than these say nothing of a share.
const SENT_MIN: i64 = 20;
/// Nor do fewer failures: one wrong number in a short list is no sign of anything.
const FAILED_MIN: i64 = 3;

/// Codes by which the official API says that it has restricted a number for what it sends.
const RESTRICTIONS: [&str; 4] = ["131048", "131031", "130497", "368"];

/// Whether a send failed because the number is restricted: every further one would make it worse.
pub fn is_restriction(error: &str) -> bool {
    let code = error.split_whitespace().next().unwrap_or_default();
    RESTRICTIONS.contains(&code)
}

/// Whether a campaign whose sends have gone like this stops, and for which of them.
pub fn stops_for(failures: Failures, is_restricted: bool) -> Option<PausedFailures> {
    let Failures {
        in_row,
        failed,
        sent,
    } = failures;
    if is_restricted {
        return Some(PausedFailures {
            kind: FailureKind::Restricted,
            failed,
            sent,
        });
    }
    if in_row >= IN_ROW_MAX {
        return Some(PausedFailures {
            kind: FailureKind::InRow,
            failed: in_row,
            sent: in_row,
        });
    }
    let is_enough = sent >= SENT_MIN && failed >= FAILED_MIN;
    let is_share = is_enough && failed * 100 >= sent * PERCENT_MAX;
    is_share.then_some(PausedFailures {
        kind: FailureKind::Share,
        failed,
        sent,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn kind(in_row: i64, failed: i64, sent: i64, is_restricted: bool) -> Option<FailureKind> {
        let failures = Failures {
            in_row,
            failed,
            sent,
        };
        stops_for(failures, is_restricted).map(|why| why.kind)
    }

    #[test]
    fn failures_in_a_row_are_told_alone_and_a_share_with_all_that_was_sent() {
        let told = |in_row, is_restricted| {
            let failures = Failures {
                in_row,
                failed: 9,
                sent: 30,
            };
            let why = stops_for(failures, is_restricted).unwrap();
            (why.failed, why.sent)
        };
        assert_eq!(told(6, false), (6, 6));
        assert_eq!(told(1, false), (9, 30));
        assert_eq!(told(6, true), (9, 30));
    }

    #[test]
    fn five_in_a_row_or_three_and_three_in_a_hundred_of_at_least_twenty_stop_it() {
        assert_eq!(kind(4, 4, 19, false), None);
        assert_eq!(kind(5, 5, 5, false), Some(FailureKind::InRow));
        assert_eq!(kind(1, 3, 19, false), None, "too few to say");
        assert_eq!(kind(1, 3, 20, false), Some(FailureKind::Share));
        assert_eq!(kind(1, 2, 20, false), None, "one wrong number, or two");
        assert_eq!(kind(0, 3, 100, false), Some(FailureKind::Share));
        assert_eq!(kind(1, 3, 101, false), None);
        assert_eq!(kind(1, 5, 200, false), None);
        assert_eq!(kind(1, 6, 200, false), Some(FailureKind::Share));
        assert_eq!(kind(0, 0, 200, false), None);
        assert_eq!(kind(1, 1, 1, true), Some(FailureKind::Restricted));
    }
}
