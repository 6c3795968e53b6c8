//! Whether a runner may go by the machine's clock: as long as the jobs do, and as long as it has not jumped since they said
//! so.

use std::{
    sync::{Mutex, PoisonError},
    time::Duration,
};

use chrono::{DateTime, TimeDelta, Utc};
use tokio::time::Instant;

/// How long the word of the jobs holds; they give it every five seconds.
const HOLDS_FOR: Duration = Duration::from_secs(15);
/// So much faster or slower than time the clock may have gone since.
const DRIFT_MAX: TimeDelta = TimeDelta::seconds(60);

/// When the clock was last found to be right. Nobody trusts it before.
#[derive(Debug, Default)]
pub struct ClockTrust(Mutex<Option<(DateTime<Utc>, Instant)>>);

impl ClockTrust {
    /// Notes that the clock is right and what it says.
    pub fn note(&self, now: DateTime<Utc>) {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = Some((now, Instant::now()));
    }

    /// Whether what is due by a clock that says this may be done.
    pub fn is_good(&self, now: DateTime<Utc>) -> bool {
        let noted = *self.0.lock().unwrap_or_else(PoisonError::into_inner);
        noted.is_some_and(|(then, instant)| {
            let passed = instant.elapsed();
            let drift = TimeDelta::from_std(passed).map(|passed| (now - then) - passed);
            passed < HOLDS_FOR && drift.is_ok_and(|drift| drift.abs() <= DRIFT_MAX)
        })
    }
}

#[cfg(test)]
mod tests {
    use tokio::time::{advance, pause};

    use super::*;

    #[actix::test]
    async fn a_clock_is_trusted_for_a_while_and_unless_it_jumps() {
        pause();
        let (trust, start) = (ClockTrust::default(), DateTime::UNIX_EPOCH);
        let at = |seconds| start + TimeDelta::seconds(seconds);
        assert!(!trust.is_good(start), "nobody has looked at it");
        trust.note(start);
        advance(Duration::from_secs(10)).await;
        assert!(trust.is_good(at(10)) && trust.is_good(at(70)));
        assert!(!trust.is_good(at(71)) && !trust.is_good(at(-51)));
        advance(Duration::from_secs(5)).await;
        assert!(!trust.is_good(at(15)), "nobody has looked at it for long");
        trust.note(at(15));
        assert!(trust.is_good(at(15)));
    }
}
