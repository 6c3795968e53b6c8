//! The server's ping and the client's answer, as a pure clock face: times are measured from the
//! opening of the connection, so a test turns the hands itself.

use std::time::Duration;

/// What the clock asks for now.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Beat {
    /// Nothing is due before [`Heartbeat::due`].
    Quiet,
    /// A ping is to be sent; the answer is awaited from now on.
    Ping,
    /// The answer did not come in time.
    Lost,
}

/// Rhythm of one connection.
#[derive(Debug)]
pub struct Heartbeat {
    interval: Duration,
    timeout: Duration,
    pinged_at: Duration,
    awaiting: bool,
}

impl Heartbeat {
    /// Starts at zero; the first ping is due after one interval.
    pub fn new(interval: Duration, timeout: Duration) -> Self {
        Self {
            interval,
            timeout,
            pinged_at: Duration::ZERO,
            awaiting: false,
        }
    }

    /// When [`Heartbeat::poll`] has something to say at the latest.
    pub fn due(&self) -> Duration {
        self.pinged_at
            + if self.awaiting {
                self.timeout
            } else {
                self.interval
            }
    }

    /// Looks at the clock; [`Beat::Ping`] is said once per interval.
    pub fn poll(&mut self, now: Duration) -> Beat {
        if now < self.due() {
            return Beat::Quiet;
        }
        if self.awaiting {
            return Beat::Lost;
        }
        self.awaiting = true;
        self.pinged_at = now;
        Beat::Ping
    }

    /// The client answered; an answer nobody asked for changes nothing.
    pub fn pong(&mut self) {
        self.awaiting = false;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const fn ms(value: u64) -> Duration {
        Duration::from_millis(value)
    }

    #[test]
    fn pings_once_per_interval_while_answered() {
        let mut heart = Heartbeat::new(ms(300), ms(200));
        assert_eq!(heart.poll(ms(299)), Beat::Quiet);
        assert_eq!(heart.poll(ms(300)), Beat::Ping);
        assert_eq!(heart.poll(ms(301)), Beat::Quiet);
        heart.pong();
        assert_eq!(heart.due(), ms(600));
        assert_eq!(heart.poll(ms(600)), Beat::Ping);
    }

    #[test]
    fn is_lost_when_the_answer_is_late() {
        let mut heart = Heartbeat::new(ms(300), ms(200));
        heart.poll(ms(300));
        assert_eq!(heart.due(), ms(500));
        assert_eq!(heart.poll(ms(499)), Beat::Quiet);
        assert_eq!(heart.poll(ms(500)), Beat::Lost);
    }

    #[test]
    fn an_unasked_answer_moves_nothing() {
        let mut heart = Heartbeat::new(ms(300), ms(200));
        heart.pong();
        heart.pong();
        assert_eq!(heart.due(), ms(300));
    }

    #[test]
    fn a_clock_that_jumps_pings_before_it_gives_up() {
        let mut heart = Heartbeat::new(ms(300), ms(200));
        assert_eq!(heart.poll(ms(90_000)), Beat::Ping);
        assert_eq!(heart.poll(ms(90_200)), Beat::Lost);
    }
}
