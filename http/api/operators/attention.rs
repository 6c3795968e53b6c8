//! What those who run the server should look at: by the rules by which companies are told (a number that is down, rule B16), and
//! by what the metrics say of this node.

use std::collections::BTreeMap;

use chrono::{DateTime, TimeDelta, Utc};
use guiche_storage::{
    cluster::operators::Line,
    model::{CompanyId, connection::ConnectionStatus},
};
use serde::Serialize;

use super::JobState;
use crate::samples::{KindPoint, Point};

/// Listed at once.
const LISTED_MAX: usize = 50;
/// A message that could have been sent for so long is stuck: pauses between messages are far shorter.
const STUCK_AFTER: TimeDelta = TimeDelta::minutes(5);
/// A thread that comes round later, in seconds, keeps everybody waiting.
const LATE: f64 = 0.01;
/// So many points of five seconds one after the other are no accident: a minute.
pub(super) const SUSTAINED: usize = 12;

/// What is the matter.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) enum AttentionCode {
    /// A number is down, and its company was told.
    ConnectionDown,
    /// Messages of a number that is connected do not leave.
    OutboxStuck,
    /// A job failed at its last time.
    JobFailed,
    /// A thread has come round late for a minute.
    ThreadDelay,
    /// Mailboxes of a kind of actor were full in the last 24 hours.
    MailboxFull,
    /// Actors of a kind died in the last 24 hours and were started again.
    ActorRestarts,
}

/// Something that somebody should look at.
#[derive(Debug, Clone, PartialEq, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct Attention {
    /// What is the matter.
    code: AttentionCode,
    /// With which connection, job, thread or kind of actor.
    name: String,
    /// Whose connection it is.
    company_id: Option<CompanyId>,
    /// Since when, where that is known.
    since: Option<DateTime<Utc>>,
    /// How many: messages that wait, failures, restarts.
    count: Option<f64>,
    /// Milliseconds of delay.
    delay_ms: Option<f64>,
}

impl Attention {
    fn new(code: AttentionCode, name: &str) -> Self {
        Self {
            code,
            name: name.to_owned(),
            company_id: None,
            since: None,
            count: None,
            delay_ms: None,
        }
    }

    fn counted(code: AttentionCode, name: &str, count: f64) -> Self {
        Self {
            count: Some(count),
            ..Self::new(code, name)
        }
    }
}

/// What is looked at.
pub(super) struct Seen<'a> {
    /// When.
    pub(super) now: DateTime<Utc>,
    /// Every connection.
    pub(super) connections: &'a [Line],
    /// What is done again and again on this node.
    pub(super) jobs: &'a [JobState],
    /// What each kind of actor of this node did in the last day.
    pub(super) day: &'a BTreeMap<String, KindPoint>,
    /// The newest points of this node.
    pub(super) newest: &'a [Point],
}

/// What somebody should look at, the gravest first.
pub(super) fn look(seen: &Seen<'_>) -> Vec<Attention> {
    let down = seen.connections.iter().filter_map(is_down);
    let stuck = seen
        .connections
        .iter()
        .filter_map(|line| is_stuck(line, seen.now));
    let failed = seen.jobs.iter().filter(|job| job.failed);
    let failed =
        failed.map(|job| Attention::counted(AttentionCode::JobFailed, &job.name, job.failures));
    let day = || seen.day.iter();
    let full = day().filter(|(_, day)| day.full > 0.0);
    let full =
        full.map(|(kind, day)| Attention::counted(AttentionCode::MailboxFull, kind, day.full));
    let died = day().filter(|(_, day)| day.restarts > 0.0);
    let died = died
        .map(|(kind, day)| Attention::counted(AttentionCode::ActorRestarts, kind, day.restarts));
    down.chain(stuck)
        .chain(failed)
        .chain(late(seen.newest))
        .chain(full)
        .chain(died)
        .take(LISTED_MAX)
        .collect()
}

/// By the rule by which the company was told.
fn is_down(line: &Line) -> Option<Attention> {
    line.down_told_at?;
    Some(Attention {
        company_id: Some(line.company_id),
        since: line.down_since,
        ..Attention::new(AttentionCode::ConnectionDown, &line.name)
    })
}

/// Of a number that is down it is no news that nothing leaves.
fn is_stuck(line: &Line, now: DateTime<Utc>) -> Option<Attention> {
    let since = line.queued_since?;
    let is_stuck = line.status == ConnectionStatus::Connected && now - since > STUCK_AFTER;
    // messages are no more than a double counts exactly
    let queued = f64::from(u32::try_from(line.queued).unwrap_or(u32::MAX));
    is_stuck.then(|| Attention {
        company_id: Some(line.company_id),
        since: Some(since),
        ..Attention::counted(AttentionCode::OutboxStuck, &line.name, queued)
    })
}

/// The thread that is late now, if one or the other was at every point.
fn late(newest: &[Point]) -> Option<Attention> {
    let delays = newest.iter().map(|point| point.delay.as_ref());
    let late = delays.filter(|delay| delay.is_some_and(|delay| delay.seconds > LATE));
    if newest.len() < SUSTAINED || late.count() < newest.len() {
        return None;
    }
    let delay = newest.last()?.delay.as_ref()?;
    Some(Attention {
        delay_ms: Some(delay.seconds * 1_000.0),
        ..Attention::new(AttentionCode::ThreadDelay, &delay.thread)
    })
}

#[cfg(test)]
mod tests {
    use guiche_storage::model::ConnectionId;

    use super::*;
    use crate::samples::Delay;

    fn now() -> DateTime<Utc> {
        DateTime::UNIX_EPOCH + TimeDelta::hours(1)
    }

    fn ago(minutes: i64) -> DateTime<Utc> {
        now() - TimeDelta::minutes(minutes)
    }

    fn line(name: &str) -> Line {
        Line {
            id: ConnectionId(1),
            name: name.to_owned(),
            company_id: CompanyId(7),
            company_name: "Lojas Aurora".to_owned(),
            status: ConnectionStatus::Connected,
            status_reason: None,
            last_event_at: None,
            node: None,
            queued: 0,
            queued_since: None,
            down_since: None,
            down_told_at: None,
        }
    }

    fn points(count: usize, seconds: f64) -> Vec<Point> {
        let point = Point {
            at: now(),
            cpu: None,
            memory: None,
            delay: Some(Delay {
                thread: "actors-2".to_owned(),
                seconds,
            }),
            kinds: BTreeMap::new(),
        };
        vec![point; count]
    }

    /// What is said of these connections, and of nothing else.
    fn of(connections: &[Line], newest: &[Point]) -> Vec<(AttentionCode, String)> {
        let seen = Seen {
            now: now(),
            connections,
            jobs: &[],
            day: &BTreeMap::new(),
            newest,
        };
        let all = look(&seen).into_iter();
        all.map(|one| (one.code, one.name)).collect()
    }

    #[test]
    fn a_number_is_named_when_its_company_was_told_and_messages_when_they_are_stuck() {
        let down = |name, told| Line {
            status: ConnectionStatus::Disconnected,
            down_since: Some(ago(14)),
            down_told_at: told,
            queued: 23,
            queued_since: Some(ago(13)),
            ..line(name)
        };
        let waits = |name, minutes| Line {
            queued: 3,
            queued_since: Some(ago(minutes)),
            ..line(name)
        };
        let lines = [
            down("planned", None),
            waits("Matriz", 6),
            waits("busy", 4),
            waits("later", -60),
            down("Loja Centro", Some(ago(12))),
        ];
        let expected = [
            (AttentionCode::ConnectionDown, "Loja Centro".to_owned()),
            (AttentionCode::OutboxStuck, "Matriz".to_owned()),
        ];
        assert_eq!(of(&lines, &[]), expected);
    }

    #[test]
    fn a_thread_is_named_when_it_was_late_for_a_minute() {
        assert!(of(&[], &points(SUSTAINED, 0.01)).is_empty());
        assert!(of(&[], &points(SUSTAINED - 1, 0.025)).is_empty());
        let mut once_in_time = points(SUSTAINED, 0.025);
        once_in_time[3].delay = None;
        assert!(of(&[], &once_in_time).is_empty());
        let late = (AttentionCode::ThreadDelay, "actors-2".to_owned());
        assert_eq!(of(&[], &points(SUSTAINED, 0.025)), [late]);
    }

    #[test]
    fn jobs_that_failed_and_actors_that_died_are_counted() {
        let job = |name: &str, failed| JobState {
            name: name.to_owned(),
            every: 5.0,
            last_run_at: None,
            took_ms: 1.0,
            failed,
            runs: 9.0,
            failures: 2.0,
        };
        let desks = KindPoint {
            restarts: 4.0,
            ..KindPoint::default()
        };
        let rooms = KindPoint {
            full: 1.0,
            ..KindPoint::default()
        };
        let seen = Seen {
            now: now(),
            connections: &[],
            jobs: &[job("schedules", false), job("charges", true)],
            day: &BTreeMap::from([("desk".to_owned(), desks), ("room".to_owned(), rooms)]),
            newest: &[],
        };
        let expected = [
            Attention::counted(AttentionCode::JobFailed, "charges", 2.0),
            Attention::counted(AttentionCode::MailboxFull, "room", 1.0),
            Attention::counted(AttentionCode::ActorRestarts, "desk", 4.0),
        ];
        assert_eq!(look(&seen), expected);
    }
}
