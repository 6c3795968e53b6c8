//! How fast a number may send: all together, and to one person. Pure; the time is a parameter.

use std::collections::HashMap;

use chrono::{DateTime, Duration, Utc};

use crate::connection::provider::{Leeway, Pace};

/// Messages per second and number before an upgrade by Meta (error 130429).
const THROUGHPUT_PER_SECOND: i64 = 80;
/// Between two messages to the same person, on average (error 131056).
const PAIR_INTERVAL_SECONDS: i64 = 6;
/// Messages that one person may get in a row; borrowed from the time after them.
const PAIR_BURST: i32 = 45;
/// Longest wait after refusals in a row: 6 s · 2^6.
const STRIKES_MAX: u32 = 6;
/// After this every bucket is full again.
pub const REMEMBERED: Duration = Duration::seconds(PAIR_INTERVAL_SECONDS * PAIR_BURST as i64);
/// People remembered. One is forgotten once its bucket is full again, which takes 270 s at most: at 80 messages a
/// second that is 21,600. When full, only the throughput limit holds for newcomers.
const PEOPLE_MAX: usize = 32_768;

/// The send limits of one number.
#[derive(Debug, Default)]
pub struct SendLimits {
    all: Bucket,
    people: HashMap<String, Person>,
}

#[derive(Debug, Default, Clone, Copy)]
struct Person {
    bucket: Bucket,
    strikes: u32,
}

/// A token bucket as one time: when it would be full again (generic cell rate algorithm).
#[derive(Debug, Default, Clone, Copy)]
struct Bucket {
    full_at: Option<DateTime<Utc>>,
}

impl Bucket {
    /// When the next message may go.
    fn next_at(self, interval: Duration, burst: i32, now: DateTime<Utc>) -> DateTime<Utc> {
        self.full_at
            .map_or(now, |full_at| (full_at - interval * (burst - 1)).max(now))
    }

    /// How many may go now.
    fn places(self, interval: Duration, burst: i32, now: DateTime<Utc>) -> i64 {
        let taken = self.full_at.map_or(0, |full_at| {
            let micros = (full_at - now).num_microseconds().unwrap_or(i64::MAX);
            let each = interval.num_microseconds().unwrap_or(1).max(1);
            // a place that is free in part is taken
            (micros.max(0) + each - 1) / each
        });
        (i64::from(burst) - taken).max(0)
    }

    fn take(&mut self, interval: Duration, now: DateTime<Utc>) {
        self.full_at = Some(self.full_at.map_or(now, |at| at.max(now)) + interval);
    }
}

impl SendLimits {
    /// When the next message to `to` may go; `now` if at once. Changes nothing.
    pub fn next_at(&self, to: &str, now: DateTime<Utc>) -> DateTime<Utc> {
        let all = self.all.next_at(all_interval(), burst_of_all(), now);
        let pair = self.people.get(to).map_or(now, |person| {
            person.bucket.next_at(pair_interval(), PAIR_BURST, now)
        });
        all.max(pair)
    }

    /// What is open to all, and who has to wait. Changes nothing.
    pub fn leeway(&self, now: DateTime<Utc>) -> Leeway {
        let next_at = self.all.next_at(all_interval(), burst_of_all(), now);
        if next_at > now {
            return Leeway::Closed(next_at);
        }
        let resting = self.people.iter().filter_map(|(to, person)| {
            let at = person.bucket.next_at(pair_interval(), PAIR_BURST, now);
            (at > now).then(|| (to.clone(), at))
        });
        Leeway::Open {
            places: self.all.places(all_interval(), burst_of_all(), now),
            resting: resting.collect(),
        }
    }

    /// Takes a place for one message to `to`, or says when to ask again.
    pub fn take(&mut self, to: &str, now: DateTime<Utc>) -> Pace {
        let next_at = self.next_at(to, now);
        if next_at > now {
            return Pace::NotBefore(next_at);
        }
        self.note(to, now);
        Pace::Go
    }

    /// A message was sent to `to` at `now`, here or by a process before this one.
    pub fn note(&mut self, to: &str, now: DateTime<Utc>) {
        self.all.take(all_interval(), now);
        self.make_room(now);
        if self.people.len() < PEOPLE_MAX || self.people.contains_key(to) {
            self.people
                .entry(to.to_owned())
                .or_default()
                .bucket
                .take(pair_interval(), now);
        }
    }

    /// The provider says that `to` got too many: how long to wait, longer each time (6 s · 2^n).
    pub fn strike(&mut self, to: &str) -> std::time::Duration {
        let strikes = if self.people.len() < PEOPLE_MAX || self.people.contains_key(to) {
            let person = self.people.entry(to.to_owned()).or_default();
            person.strikes = (person.strikes + 1).min(STRIKES_MAX);
            person.strikes
        } else {
            1
        };
        std::time::Duration::from_secs(PAIR_INTERVAL_SECONDS.unsigned_abs() << strikes)
    }

    /// A message to `to` went through.
    pub fn forgive(&mut self, to: &str) {
        if let Some(person) = self.people.get_mut(to) {
            person.strikes = 0;
        }
    }

    /// Forgets everybody whose bucket is full, once there are too many.
    fn make_room(&mut self, now: DateTime<Utc>) {
        if self.people.len() >= PEOPLE_MAX {
            self.people
                .retain(|_, person| person.bucket.full_at.is_some_and(|at| at > now));
        }
    }
}

fn all_interval() -> Duration {
    Duration::microseconds(1_000_000 / THROUGHPUT_PER_SECOND)
}

/// A second's worth.
fn burst_of_all() -> i32 {
    i32::try_from(THROUGHPUT_PER_SECOND).unwrap_or(i32::MAX)
}

fn pair_interval() -> Duration {
    Duration::seconds(PAIR_INTERVAL_SECONDS)
}

#[cfg(test)]
mod tests {
    use super::*;

    const START: DateTime<Utc> = DateTime::UNIX_EPOCH;

    #[test]
    fn one_person_gets_45_in_a_row_and_then_one_in_6_seconds() {
        let mut limits = SendLimits::default();
        for _ in 0..45 {
            assert_eq!(limits.take("a", START), Pace::Go);
        }
        let next = START + Duration::seconds(6);
        assert_eq!(limits.take("a", START), Pace::NotBefore(next));
        assert_eq!(limits.next_at("a", START), next);
        assert_eq!(
            limits.take("b", START),
            Pace::Go,
            "another person does not wait"
        );
        assert_eq!(limits.take("a", next), Pace::Go);
        assert_eq!(
            limits.take("a", next),
            Pace::NotBefore(next + Duration::seconds(6))
        );
        let rested = next + Duration::seconds(6 * 45);
        for _ in 0..45 {
            assert_eq!(limits.take("a", rested), Pace::Go, "the burst is back");
        }
    }

    #[test]
    fn what_an_earlier_process_has_sent_counts() {
        let mut limits = SendLimits::default();
        for place in 0..45 {
            limits.note("a", START + Duration::milliseconds(20) * place);
        }
        let now = START + Duration::seconds(1);
        assert_eq!(
            limits.take("a", now),
            Pace::NotBefore(START + Duration::seconds(6))
        );
        assert_eq!(limits.take("b", now), Pace::Go);
    }

    #[test]
    fn the_number_sends_80_a_second() {
        let mut limits = SendLimits::default();
        let sent = |limits: &mut SendLimits, at| {
            (0..200)
                .filter(|to| limits.take(&to.to_string(), at) == Pace::Go)
                .count()
        };
        assert_eq!(sent(&mut limits, START), 80);
        assert_eq!(sent(&mut limits, START + Duration::milliseconds(500)), 40);
        assert_eq!(sent(&mut limits, START + Duration::seconds(10)), 80);
    }

    #[test]
    fn the_leeway_says_what_taking_would_say() {
        let mut limits = SendLimits::default();
        let open = |limits: &SendLimits, at| match limits.leeway(at) {
            Leeway::Open { places, resting } => (places, resting),
            Leeway::Closed(_) => (0, Vec::new()),
        };
        assert_eq!(open(&limits, START), (80, vec![]));
        for _ in 0..45 {
            assert_eq!(limits.take("a", START), Pace::Go);
        }
        let until = START + Duration::seconds(6);
        assert_eq!(limits.take("a", START), Pace::NotBefore(until));
        assert_eq!(open(&limits, START), (35, vec![("a".to_owned(), until)]));
        for to in 0..35 {
            assert_eq!(limits.take(&to.to_string(), START), Pace::Go);
        }
        let soon = START + Duration::microseconds(12_500);
        assert_eq!(limits.leeway(START), Leeway::Closed(soon));
        assert_eq!(limits.take("b", START), Pace::NotBefore(soon));
        assert_eq!(open(&limits, soon).0, 1);
        assert_eq!(open(&limits, until), (80, vec![]));
    }

    #[test]
    fn refusals_in_a_row_wait_longer_until_one_goes_through() {
        let mut limits = SendLimits::default();
        let waits: Vec<u64> = (0..8).map(|_| limits.strike("a").as_secs()).collect();
        assert_eq!(waits, [12, 24, 48, 96, 192, 384, 384, 384]);
        limits.forgive("a");
        assert_eq!(limits.strike("a").as_secs(), 12);
    }

    #[test]
    fn people_are_forgotten_once_their_bucket_is_full() {
        let mut limits = SendLimits::default();
        for person in 0..PEOPLE_MAX {
            let at = START + Duration::milliseconds(13) * i32::try_from(person).unwrap();
            assert_eq!(limits.take(&person.to_string(), at), Pace::Go);
        }
        assert_eq!(limits.people.len(), PEOPLE_MAX);
        let later = START + Duration::days(1);
        assert_eq!(limits.take("new", later), Pace::Go);
        assert_eq!(limits.people.len(), 1);
    }
}
