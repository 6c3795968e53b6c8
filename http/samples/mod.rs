//! How this node was over the last day: looked at every five seconds, kept in memory, and never more than 180 points of each
//! of three ranges. A restart forgets it, and of other nodes the operators' page shows what the database knows.

pub(crate) mod process;

use std::{
    collections::{BTreeMap, VecDeque},
    sync::{Mutex, PoisonError},
    time::{Duration, Instant},
};

use chrono::{DateTime, Utc};
use serde::Deserialize;

use self::process::Process;
use crate::measured::{Buckets, Measured};

/// Points of a range.
const POINTS_MAX: usize = 180;
/// A reading may come a little before its time.
const SLACK: Duration = Duration::from_millis(500);

/// The process's one memory of itself.
static SAMPLES: Mutex<Samples> = Mutex::new(Samples::new());

/// How far back points reach.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Deserialize, utoipa::ToSchema)]
pub(crate) enum Range {
    /// 15 minutes, a point every 5 s.
    #[default]
    #[serde(rename = "15m")]
    Quarter,
    /// An hour, a point every 20 s.
    #[serde(rename = "1h")]
    Hour,
    /// A day, a point every 8 minutes.
    #[serde(rename = "24h")]
    Day,
}

impl Range {
    /// The time between two points.
    pub(crate) const fn every(self) -> Duration {
        Duration::from_secs(match self {
            Self::Quarter => 5,
            Self::Hour => 20,
            Self::Day => 480,
        })
    }
}

/// What was so between a point and the one before.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Point {
    /// The end of that time.
    pub(crate) at: DateTime<Utc>,
    /// Processors that were busy, on average.
    pub(crate) cpu: Option<f64>,
    /// Resident bytes at the end.
    pub(crate) memory: Option<u64>,
    /// How late the slowest thread came round.
    pub(crate) delay: Option<Delay>,
    /// Every kind of actor.
    pub(crate) kinds: BTreeMap<String, KindPoint>,
}

/// How late a thread came round.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Delay {
    /// Its name.
    pub(crate) thread: String,
    /// 99 of 100 times it was so late at most.
    pub(crate) seconds: f64,
}

/// What a kind of actor did meanwhile.
#[derive(Debug, Clone, Default, PartialEq)]
pub(crate) struct KindPoint {
    /// How many lived at the end.
    pub(crate) live: f64,
    /// Messages a second.
    pub(crate) handled: f64,
    /// Seconds within which 99 of 100 messages were handled.
    pub(crate) p99: Option<f64>,
    /// Messages that found a mailbox full.
    pub(crate) full: f64,
    /// Actors that died and were started again.
    pub(crate) restarts: f64,
}

/// What was counted until one moment.
#[derive(Debug, Clone)]
struct Reading {
    moment: Instant,
    process: Process,
    kinds: BTreeMap<String, Counted>,
    threads: BTreeMap<String, Buckets>,
}

#[derive(Debug, Clone, Default)]
struct Counted {
    live: f64,
    messages: f64,
    full: f64,
    restarts: f64,
    handling: Buckets,
}

impl Reading {
    fn read(text: &str, process: Process, moment: Instant) -> Self {
        let measured = Measured::read(text);
        let of = |name: &str| measured.by(name, "kind");
        let (messages, full, restarts) = (
            of("guiche_actor_messages_total"),
            of("guiche_actor_mailbox_full_total"),
            of("guiche_actor_restarts_total"),
        );
        let mut handling = measured.buckets("guiche_actor_handling_seconds", "kind");
        let mut counted = |kind: &str, live| Counted {
            live,
            messages: messages.get(kind).copied().unwrap_or_default(),
            full: full.get(kind).copied().unwrap_or_default(),
            restarts: restarts.get(kind).copied().unwrap_or_default(),
            handling: handling.remove(kind).unwrap_or_default(),
        };
        let kinds = of("guiche_actor_live").into_iter();
        let kinds = kinds.map(|(kind, live)| (kind.to_owned(), counted(kind, live)));
        let kinds = kinds.collect();
        let threads = measured.buckets("guiche_thread_delay_seconds", "thread");
        let threads = threads.into_iter();
        Self {
            moment,
            process,
            kinds,
            threads: threads
                .map(|(name, late)| (name.to_owned(), late))
                .collect(),
        }
    }

    /// What happened since an earlier reading.
    fn since(&self, earlier: &Self, at: DateTime<Utc>) -> Point {
        let seconds = self.passed_since(earlier).as_secs_f64();
        let used = |reading: &Self| reading.process.cpu_seconds;
        let cpu = used(self).zip(used(earlier));
        let nothing = Counted::default();
        let kinds = self.kinds.iter().map(|(kind, now)| {
            let before = earlier.kinds.get(kind).unwrap_or(&nothing);
            (kind.clone(), now.since(before, seconds))
        });
        Point {
            at,
            cpu: cpu.map(|(now, before)| (now - before).max(0.0) / seconds),
            memory: self.process.memory,
            delay: self.slowest_since(earlier),
            kinds: kinds.collect(),
        }
    }

    fn slowest_since(&self, earlier: &Self) -> Option<Delay> {
        let late = self.threads.iter().filter_map(|(thread, now)| {
            let new = earlier.threads.get(thread).map(|before| now.since(before));
            let seconds = new.unwrap_or_else(|| now.clone()).p99()?;
            Some((thread, seconds))
        });
        let slowest = late.max_by(|one, other| one.1.total_cmp(&other.1));
        slowest.map(|(thread, seconds)| Delay {
            thread: thread.clone(),
            seconds,
        })
    }

    fn passed_since(&self, earlier: &Self) -> Duration {
        self.moment.saturating_duration_since(earlier.moment)
    }
}

impl Counted {
    fn since(&self, before: &Self, seconds: f64) -> KindPoint {
        KindPoint {
            live: self.live,
            handled: (self.messages - before.messages).max(0.0) / seconds,
            p99: self.handling.since(&before.handling).p99(),
            full: (self.full - before.full).max(0.0),
            restarts: (self.restarts - before.restarts).max(0.0),
        }
    }
}

/// The points of one range, and the reading at which the next one begins.
#[derive(Debug)]
struct Ring {
    every: Duration,
    last: Option<Reading>,
    points: VecDeque<Point>,
}

impl Ring {
    const fn new(range: Range) -> Self {
        Self {
            every: range.every(),
            last: None,
            points: VecDeque::new(),
        }
    }

    fn take(&mut self, reading: &Reading, at: DateTime<Utc>) {
        if let Some(last) = &self.last {
            // several servers of one process look at the same: the first one counts
            if reading.passed_since(last) + SLACK < self.every {
                return;
            }
            if self.points.len() >= POINTS_MAX {
                self.points.pop_front();
            }
            self.points.push_back(reading.since(last, at));
        }
        self.last = Some(reading.clone());
    }
}

#[derive(Debug)]
struct Samples {
    quarter: Ring,
    hour: Ring,
    day: Ring,
}

impl Samples {
    const fn new() -> Self {
        Self {
            quarter: Ring::new(Range::Quarter),
            hour: Ring::new(Range::Hour),
            day: Ring::new(Range::Day),
        }
    }

    fn take(&mut self, reading: &Reading, at: DateTime<Utc>) {
        self.quarter.take(reading, at);
        self.hour.take(reading, at);
        self.day.take(reading, at);
    }

    const fn ring(&self, range: Range) -> &Ring {
        match range {
            Range::Quarter => &self.quarter,
            Range::Hour => &self.hour,
            Range::Day => &self.day,
        }
    }

    /// What each kind did in the last day, up to the last reading: in whole points, and since the last one.
    fn day(&self) -> BTreeMap<String, KindPoint> {
        let latest = self.quarter.last.as_ref().zip(self.day.last.as_ref());
        let rest = latest.and_then(|(now, before)| {
            let passed = now.passed_since(before);
            (!passed.is_zero()).then(|| now.since(before, DateTime::UNIX_EPOCH).kinds)
        });
        let whole = self.day.points.iter().map(|point| &point.kinds);
        let mut sums: BTreeMap<String, KindPoint> = BTreeMap::new();
        for (kind, point) in whole.chain(rest.as_ref()).flatten() {
            let sum = sums.entry(kind.clone()).or_default();
            sum.full += point.full;
            sum.restarts += point.restarts;
        }
        sums
    }
}

/// Takes what `/metrics` says now into every range whose next point is due.
pub(crate) fn take(text: &str, process: Process, moment: Instant, at: DateTime<Utc>) {
    let reading = Reading::read(text, process, moment);
    let mut samples = SAMPLES.lock().unwrap_or_else(PoisonError::into_inner);
    samples.take(&reading, at);
}

/// The points of a range, the oldest first; none before the node was looked at twice.
pub(crate) fn points(range: Range) -> Vec<Point> {
    let samples = SAMPLES.lock().unwrap_or_else(PoisonError::into_inner);
    samples.ring(range).points.iter().cloned().collect()
}

/// The newest points of the last 15 minutes, the oldest first.
pub(crate) fn newest(count: usize) -> Vec<Point> {
    let samples = SAMPLES.lock().unwrap_or_else(PoisonError::into_inner);
    let points = &samples.quarter.points;
    let older = points.len().saturating_sub(count);
    points.iter().skip(older).cloned().collect()
}

/// What each kind of actor did in the last day: restarts, and messages that found a mailbox full.
pub(crate) fn last_day() -> BTreeMap<String, KindPoint> {
    let samples = SAMPLES.lock().unwrap_or_else(PoisonError::into_inner);
    samples.day()
}

#[cfg(test)]
mod tests;
