//! Metrics per kind of actor, never per id: how many live, what they handle and how long it takes.

use std::cell::Cell;
use std::time::Duration;

use metrics::{Counter, Gauge, Histogram};
use tokio::time::Instant;

/// An actor to whom nobody has spoken for so long has nothing to do.
pub(super) const IDLE_AFTER: Duration = Duration::from_mins(10);

/// Held by an actor for as long as it lives, also when it ends by a panic.
pub struct Meter {
    live: Gauge,
    messages: Counter,
    handling: Histogram,
    spoken_to: Cell<Instant>,
}

impl Meter {
    /// Counts one more live actor of this kind.
    pub fn new(kind: &'static str) -> Self {
        let meter = Self {
            live: metrics::gauge!("guiche_actor_live", "kind" => kind),
            messages: metrics::counter!("guiche_actor_messages_total", "kind" => kind),
            handling: metrics::histogram!("guiche_actor_handling_seconds", "kind" => kind),
            spoken_to: Cell::new(Instant::now()),
        };
        meter.live.increment(1.0);
        meter
    }

    /// Counts a message; what it gives is dropped when the message is handled.
    pub fn time(&self) -> Timer {
        self.messages.increment(1);
        self.spoken_to.set(Instant::now());
        Timer {
            handling: self.handling.clone(),
            started: Instant::now(),
        }
    }

    /// Whether nobody has spoken to the actor for long.
    pub fn rests(&self) -> bool {
        self.spoken_to.get().elapsed() >= IDLE_AFTER
    }
}

impl Drop for Meter {
    fn drop(&mut self) {
        self.live.decrement(1.0);
    }
}

impl std::fmt::Debug for Meter {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Meter")
    }
}

/// Measures the handling of one message until it is dropped.
pub struct Timer {
    handling: Histogram,
    started: Instant,
}

impl Drop for Timer {
    fn drop(&mut self) {
        self.handling.record(self.started.elapsed().as_secs_f64());
    }
}
