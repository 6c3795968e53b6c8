//! Time as a parameter: everything that asks for the time holds a `Clock`.

use chrono::{DateTime, Utc};

/// Where the time comes from. Precision is microseconds, the finest that `PostgreSQL` keeps.
pub trait Clock: Send + Sync + std::fmt::Debug {
    /// The time now, in UTC, without a fraction below one microsecond.
    fn now(&self) -> DateTime<Utc>;
}

/// The machine's clock.
#[derive(Debug, Clone, Copy, Default)]
pub struct SystemClock;

impl Clock for SystemClock {
    #[expect(
        clippy::disallowed_methods,
        reason = "the one place that reads the machine's clock"
    )]
    fn now(&self) -> DateTime<Utc> {
        to_micros(Utc::now())
    }
}

/// Cuts a time to whole microseconds.
pub fn to_micros(time: DateTime<Utc>) -> DateTime<Utc> {
    DateTime::from_timestamp_micros(time.timestamp_micros()).unwrap_or(time)
}
