//! The last events of a company, encoded, for browsers that were away for a moment.

use std::collections::VecDeque;

use bytestring::ByteString;
use chrono::{DateTime, TimeDelta, Utc};
use guiche_storage::model::UserId;
use guiche_storage::model::event::{CommittedEvent, Entity, Room, Scope};

use super::actor::Encode;
use super::family::other_names;
use crate::rules::numbers;

/// Events kept.
const EVENTS_MAX: usize = 5_000;

/// Age of the oldest event kept.
const AGE_MAX: TimeDelta = TimeDelta::minutes(10);

/// Events for which there is room even where none happen.
const ROOM_MIN: usize = 32;

/// Encoded bytes kept together.
const BYTES_MAX: usize = 8 * 1024 * 1024;

/// An event as it is told.
#[derive(Debug, Clone)]
pub(super) struct EncodedEvent {
    pub(super) seq: i64,
    pub(super) at: DateTime<Utc>,
    pub(super) entity: Entity,
    pub(super) rooms: Vec<Room>,
    pub(super) scope: Option<Scope>,
    /// Encoded once for all who get it.
    pub(super) frame: ByteString,
    /// The same for those to whom numbers are hidden, where it differs.
    pub(super) hidden: Option<ByteString>,
    /// The same by the names of the family, each for this user or for all who get it.
    pub(super) others: Vec<(Option<UserId>, ByteString)>,
}

impl EncodedEvent {
    /// Encodes an event; its number joins the payload as `seq`.
    pub(super) fn new(event: &CommittedEvent, encode: Encode, hides_numbers: bool) -> Self {
        let name = event.entity.event_name(event.company_id);
        let frame = |payload: &str| encode(&name, &with_seq(payload, event.seq));
        let payload = event.payload.get();
        // what cannot be read is told to nobody from whom something is hidden
        let hide = || numbers::hide_all(payload).unwrap_or_else(|_| Some("{}".to_owned()));
        let hidden = hides_numbers.then(hide).flatten();
        let others = other_names(event, hidden.as_deref().unwrap_or(payload));
        Self {
            seq: event.seq,
            at: event.at,
            entity: event.entity,
            rooms: event.rooms.clone(),
            scope: event.scope,
            frame: frame(payload),
            hidden: hidden.map(|payload| frame(&payload)),
            others: others
                .into_iter()
                .map(|other| (other.user, encode(&other.name, &other.payload)))
                .collect(),
        }
    }

    /// The frames of a user by the names of the family.
    pub(super) fn others_for(&self, user: UserId) -> Vec<ByteString> {
        let others = self.others.iter();
        let his = others.filter(|(only, _)| only.is_none_or(|only| only == user));
        his.map(|(_, frame)| frame.clone()).collect()
    }

    /// The frame for one who may see numbers, or not.
    pub(super) fn frame_for(&self, sees_numbers: bool) -> &ByteString {
        let hidden = self.hidden.as_ref().filter(|_| !sees_numbers);
        hidden.unwrap_or(&self.frame)
    }

    fn bytes(&self) -> usize {
        let hidden = self.hidden.as_ref().map_or(0, |frame| frame.len());
        let others: usize = self.others.iter().map(|(_, frame)| frame.len()).sum();
        self.frame.len() + hidden + others
    }
}

/// The payload is a JSON object; the number goes in as its last field.
fn with_seq(payload: &str, seq: i64) -> String {
    let open = payload
        .trim_end()
        .strip_suffix('}')
        .unwrap_or("{")
        .trim_end();
    let comma = if open == "{" { "" } else { "," };
    format!("{open}{comma}\"seq\":{seq}}}")
}

/// Consecutive events up to the last one told.
#[derive(Debug, Default)]
pub(super) struct Ring {
    events: VecDeque<EncodedEvent>,
    bytes: usize,
    hides_numbers: bool,
}

impl Ring {
    pub(super) fn len(&self) -> usize {
        self.events.len()
    }

    /// Whether the events that are kept are told without numbers to those from whom the company hides them.
    pub(super) fn hides_numbers(&self) -> bool {
        self.hides_numbers
    }

    /// From the next event on. When numbers are hidden, what was told before is forgotten: it holds them.
    pub(super) fn hide_numbers(&mut self, hides: bool) {
        if hides && !self.hides_numbers {
            *self = Self::default();
        }
        self.hides_numbers = hides;
    }

    /// Appends the next event, drops what is too much or too old.
    pub(super) fn push(&mut self, event: EncodedEvent, now: DateTime<Utc>) {
        self.bytes = self.bytes.saturating_add(event.bytes());
        self.events.push_back(event);
        self.forget(now);
    }

    /// Drops what is too old and gives its memory back: where nothing happens any more, nothing stays either.
    pub(super) fn forget_old(&mut self, now: DateTime<Utc>) {
        self.forget(now);
        if self.events.capacity() > ROOM_MIN.max(self.events.len().saturating_mul(4)) {
            self.events.shrink_to(self.events.len().saturating_mul(2));
        }
    }

    fn forget(&mut self, now: DateTime<Utc>) {
        while self.events.front().is_some_and(|oldest| {
            self.events.len() > EVENTS_MAX || self.bytes > BYTES_MAX || now - oldest.at > AGE_MAX
        }) {
            if let Some(oldest) = self.events.pop_front() {
                self.bytes = self.bytes.saturating_sub(oldest.bytes());
            }
        }
    }

    /// The events after `seq`, if all of them up to `last` are still here.
    pub(super) fn since(&self, seq: i64, last: i64) -> Option<impl Iterator<Item = &EncodedEvent>> {
        let reaches = self
            .events
            .front()
            .is_some_and(|oldest| oldest.seq <= seq.saturating_add(1));
        let known = seq == last || (seq < last && reaches);
        known.then(|| self.events.iter().filter(move |event| event.seq > seq))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn told(seq: i64, at: DateTime<Utc>, bytes: usize) -> EncodedEvent {
        EncodedEvent {
            seq,
            at,
            entity: Entity::Tag,
            rooms: vec![Room::Main],
            scope: None,
            frame: "x".repeat(bytes).into(),
            hidden: None,
            others: Vec::new(),
        }
    }

    fn numbers(ring: &Ring, seq: i64, last: i64) -> Option<Vec<i64>> {
        ring.since(seq, last)
            .map(|events| events.map(|event| event.seq).collect())
    }

    #[test]
    fn the_number_becomes_the_last_field() {
        assert_eq!(
            with_seq("{\"action\":\"update\"}", 7),
            "{\"action\":\"update\",\"seq\":7}"
        );
        assert_eq!(with_seq("{\"a\":{}} \n", 7), "{\"a\":{},\"seq\":7}");
        assert_eq!(with_seq("{}", 7), "{\"seq\":7}");
        assert_eq!(with_seq("{ }", 7), "{\"seq\":7}");
    }

    #[test]
    fn gives_a_gap_it_remembers_and_no_other() {
        let (mut ring, now) = (Ring::default(), DateTime::UNIX_EPOCH);
        assert_eq!(numbers(&ring, 4, 4), Some(vec![]));
        assert_eq!(numbers(&ring, 3, 4), None);
        for seq in 5..=8 {
            ring.push(told(seq, now, 1), now);
        }
        assert_eq!(numbers(&ring, 8, 8), Some(vec![]));
        assert_eq!(numbers(&ring, 6, 8), Some(vec![7, 8]));
        assert_eq!(numbers(&ring, 4, 8), Some(vec![5, 6, 7, 8]));
        assert_eq!(numbers(&ring, 3, 8), None, "4 is gone");
        assert_eq!(numbers(&ring, 9, 8), None, "a number that was never given");
        assert_eq!(numbers(&ring, -1, 8), None);
    }

    #[test]
    fn is_bounded_by_count_bytes_and_age() {
        let now = DateTime::UNIX_EPOCH;
        let mut ring = Ring::default();
        for seq in 0..6_000 {
            ring.push(told(seq, now, 1), now);
        }
        assert_eq!(ring.len(), EVENTS_MAX);
        ring.push(told(6_000, now, BYTES_MAX - 10), now);
        assert_eq!((ring.len(), ring.bytes), (11, BYTES_MAX));
        let later = now + AGE_MAX + TimeDelta::seconds(1);
        ring.push(told(6_001, later, 1), later);
        assert_eq!(ring.len(), 1);
    }

    #[test]
    fn shrinks_with_time_where_nothing_more_happens() {
        let now = DateTime::UNIX_EPOCH;
        let mut ring = Ring::default();
        for seq in 0..1_000 {
            ring.push(told(seq, now, 1_000), now);
        }
        ring.forget_old(now + AGE_MAX);
        assert_eq!((ring.len(), ring.bytes), (1_000, 1_000_000));
        ring.forget_old(now + AGE_MAX + TimeDelta::seconds(1));
        assert_eq!((ring.len(), ring.bytes), (0, 0));
        assert!(ring.events.capacity() <= ROOM_MIN);
        assert_eq!(numbers(&ring, 999, 999), Some(vec![]), "nothing is missed");
        assert_eq!(numbers(&ring, 998, 999), None, "storage knows it");
    }
}
