//! Counts restarts and says when there were too many.

use std::collections::VecDeque;
use std::time::Duration;

use tokio::time::Instant;

/// Restarts allowed within [`WINDOW`] (rule P4: then something is broken, not unlucky).
const RESTARTS_MAX: usize = 5;

/// Time a restart counts.
const WINDOW: Duration = Duration::from_mins(1);

/// Remembers the last restarts of one key.
#[derive(Debug, Default)]
pub(super) struct Breaker {
    restarts: VecDeque<Instant>,
}

impl Breaker {
    /// Whether one more restart is allowed; an allowed one is counted.
    pub(super) fn allows(&mut self, now: Instant) -> bool {
        while self
            .restarts
            .front()
            .is_some_and(|at| now.duration_since(*at) >= WINDOW)
        {
            self.restarts.pop_front();
        }
        if self.restarts.len() >= RESTARTS_MAX {
            return false;
        }
        self.restarts.push_back(now);
        true
    }

    /// Whether nothing is remembered that would count.
    pub(super) fn is_calm(&self, now: Instant) -> bool {
        let last = self.restarts.back();
        last.is_none_or(|at| now.duration_since(*at) >= WINDOW)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn opens_after_five_restarts_and_closes_when_they_are_old() {
        let (mut breaker, start) = (Breaker::default(), Instant::now());
        for second in 0..5 {
            assert!(breaker.allows(start + Duration::from_secs(second)));
        }
        assert!(!breaker.allows(start + Duration::from_secs(59)));
        assert!(
            breaker.allows(start + Duration::from_mins(1)),
            "the first is a minute old"
        );
        assert!(!breaker.allows(start + Duration::from_mins(1)));
    }
}
