//! Whether the machine's clock can be trusted. One that jumps an hour ahead must not send what is due in an hour, nor
//! forget what is kept for an hour (rule P4, "clock jump").

use std::{sync::Arc, time::Duration};

use chrono::{DateTime, TimeDelta, Utc};
use guiche_storage::model::Clock;
use tokio::time::Instant;

/// Between two readings the clock may go so much faster or slower than time does; and so much may it differ from that of
/// the database which several nodes share.
const DRIFT_MAX: TimeDelta = TimeDelta::seconds(60);
/// A clock that has jumped is trusted again when it has gone well for so long.
const TRUSTED_AFTER: Duration = Duration::from_mins(1);

/// Compares the clock with the time that passes.
pub(super) struct ClockGuard {
    clock: Arc<dyn Clock>,
    last: (DateTime<Utc>, Instant),
    wrong_at: Option<Instant>,
}

impl ClockGuard {
    /// Trusts the clock as it is now.
    pub(super) fn new(clock: Arc<dyn Clock>) -> Self {
        Self {
            last: (clock.now(), Instant::now()),
            clock,
            wrong_at: None,
        }
    }

    /// Reads the clock, and says whether what is due by it may be done. `shared` is the time of the database, where there
    /// are several clocks.
    pub(super) fn is_trusted(&mut self, shared: Option<DateTime<Utc>>) -> bool {
        let (now, instant) = (self.clock.now(), Instant::now());
        let (last, last_instant) = std::mem::replace(&mut self.last, (now, instant));
        let passed = TimeDelta::from_std(instant - last_instant).unwrap_or(TimeDelta::MAX);
        let jump = (now - last) - passed;
        let apart = shared.map_or(TimeDelta::zero(), |shared| now - shared);
        if jump.abs() > DRIFT_MAX || apart.abs() > DRIFT_MAX {
            // several jobs ask: each jump is told of, and once that the clock is another than the database's
            if jump.abs() > DRIFT_MAX || self.wrong_at.is_none() {
                tracing::error!(
                    jumped_seconds = jump.num_seconds(),
                    ahead_of_database_seconds = apart.num_seconds(),
                    "the clock of this machine is wrong; what is due waits"
                );
            }
            self.wrong_at = Some(instant);
        }
        if self
            .wrong_at
            .is_some_and(|at| at.elapsed() >= TRUSTED_AFTER)
        {
            tracing::warn!("the clock of this machine has gone well for a minute");
            self.wrong_at = None;
        }
        self.wrong_at.is_none()
    }
}

#[cfg(test)]
mod tests {
    use guiche_storage::model::SystemClock;
    use tokio::time::advance;

    use super::*;

    /// Goes as time does, with what was added.
    #[derive(Debug)]
    struct Wall {
        began: (DateTime<Utc>, Instant),
        added: std::sync::Mutex<TimeDelta>,
    }

    impl Wall {
        fn new() -> Arc<Self> {
            Arc::new(Self {
                began: (SystemClock.now(), Instant::now()),
                added: std::sync::Mutex::default(),
            })
        }

        fn jump(&self, by: TimeDelta) {
            *self.added.lock().unwrap() += by;
        }
    }

    impl Clock for Wall {
        fn now(&self) -> DateTime<Utc> {
            let passed = TimeDelta::from_std(self.began.1.elapsed()).unwrap();
            self.began.0 + passed + *self.added.lock().unwrap()
        }
    }

    #[tokio::test(start_paused = true)]
    async fn a_clock_that_goes_as_time_does_is_trusted() {
        let wall = Wall::new();
        let mut guard = ClockGuard::new(wall.clone());
        for seconds in [5, 5, 3_600, 5] {
            advance(Duration::from_secs(seconds)).await;
            wall.jump(TimeDelta::seconds(20));
            assert!(guard.is_trusted(Some(wall.now())));
        }
    }

    #[tokio::test(start_paused = true)]
    async fn a_clock_that_jumped_is_trusted_when_it_has_gone_well_for_a_minute() {
        for hours in [1, -1] {
            let wall = Wall::new();
            let mut guard = ClockGuard::new(wall.clone());
            wall.jump(TimeDelta::hours(hours));
            assert!(!guard.is_trusted(None));
            advance(Duration::from_secs(55)).await;
            assert!(!guard.is_trusted(None));
            // it jumps back: the minute begins anew
            wall.jump(TimeDelta::hours(-hours));
            assert!(!guard.is_trusted(None));
            advance(Duration::from_secs(55)).await;
            assert!(!guard.is_trusted(None));
            advance(Duration::from_secs(5)).await;
            assert!(guard.is_trusted(None));
        }
    }

    #[tokio::test(start_paused = true)]
    async fn a_clock_that_is_not_the_databases_is_not_trusted_however_well_it_goes() {
        let wall = Wall::new();
        let mut guard = ClockGuard::new(wall.clone());
        let hour = TimeDelta::hours(1);
        for _ in 0..30 {
            advance(Duration::from_secs(5)).await;
            assert!(!guard.is_trusted(Some(wall.now() - hour)));
        }
        for _ in 0..12 {
            assert!(!guard.is_trusted(Some(wall.now())));
            advance(Duration::from_secs(5)).await;
        }
        assert!(guard.is_trusted(Some(wall.now())));
    }
}
