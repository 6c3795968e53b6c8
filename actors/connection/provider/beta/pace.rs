//! How fast a paired number writes: like a person, slower while it is new here (rule B16). The dialog of a number states these
//! times.

use std::collections::HashMap;

use chrono::{DateTime, TimeDelta, Utc};

use crate::connection::provider::{Leeway, Pace};

/// How long a number is new.
const YOUNG_FOR: TimeDelta = TimeDelta::days(7);
/// Shortest time between two messages of a number; chance makes it up to twice as long.
const BETWEEN: TimeDelta = TimeDelta::seconds(1);
/// The same of a number that is new.
const BETWEEN_YOUNG: TimeDelta = TimeDelta::seconds(4);
/// Shortest time between two messages to one person, likewise.
const TO_ONE: TimeDelta = TimeDelta::seconds(2);
/// The same of a number that is new.
const TO_ONE_YOUNG: TimeDelta = TimeDelta::seconds(8);

/// The pace of one number.
#[derive(Debug)]
pub struct HumanPace {
    since: Option<DateTime<Utc>>,
    haste: u32,
    next_at: Option<DateTime<Utc>>,
    people: HashMap<String, DateTime<Utc>>,
}

impl HumanPace {
    /// Of a number that has been here since a time (`None`: it is only being paired), some times faster than a person.
    pub fn new(since: Option<DateTime<Utc>>, haste: u32) -> Self {
        Self {
            since,
            haste: haste.max(1),
            next_at: None,
            people: HashMap::new(),
        }
    }

    /// It is paired now: one that was not here before is new from now on.
    pub fn begin(&mut self, now: DateTime<Utc>) {
        self.since.get_or_insert(now);
    }

    /// What is open at `now`: one message, to everybody who was not just written to. Changes nothing.
    pub fn leeway(&self, now: DateTime<Utc>) -> Leeway {
        if let Some(at) = self.next_at.filter(|at| *at > now) {
            return Leeway::Closed(at);
        }
        let resting = self.people.iter().filter(|(_, at)| **at > now);
        Leeway::Open {
            places: 1,
            resting: resting.map(|(to, at)| (to.clone(), *at)).collect(),
        }
    }

    /// Takes the place for one message to `to`, or says when to ask again. Chance is between 0 and 1.
    pub fn take(&mut self, to: &str, now: DateTime<Utc>, chance: f64) -> Pace {
        let rests = self.people.get(to).copied();
        let at = self.next_at.into_iter().chain(rests).max();
        if let Some(at) = at.filter(|at| *at > now) {
            return Pace::NotBefore(at);
        }
        let is_young = self.since.is_none_or(|since| now < since + YOUNG_FOR);
        let (between, to_one) = if is_young {
            (BETWEEN_YOUNG, TO_ONE_YOUNG)
        } else {
            (BETWEEN, TO_ONE)
        };
        self.people.retain(|_, at| *at > now);
        self.next_at = Some(now + self.rest(between, chance));
        let rests_until = now + self.rest(to_one, chance);
        self.people.insert(to.to_owned(), rests_until);
        Pace::Go
    }

    /// Up to twice as long, at this number's haste.
    fn rest(&self, time: TimeDelta, chance: f64) -> TimeDelta {
        let time = time.to_std().unwrap_or_default();
        let time = time.mul_f64(1.0 + chance.clamp(0.0, 1.0)) / self.haste;
        TimeDelta::from_std(time).unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    const BIA: &str = "5511988887777";
    const CAIO: &str = "5511977776666";

    fn after(seconds: f64) -> DateTime<Utc> {
        let after = std::time::Duration::from_secs_f64(seconds);
        DateTime::UNIX_EPOCH + TimeDelta::from_std(after).unwrap()
    }

    fn known() -> HumanPace {
        HumanPace::new(Some(after(0.0) - YOUNG_FOR), 1)
    }

    #[test]
    fn a_number_writes_one_message_a_second_or_two() {
        let mut pace = known();
        assert_eq!(pace.take(BIA, after(0.0), 0.0), Pace::Go);
        assert_eq!(pace.leeway(after(0.5)), Leeway::Closed(after(1.0)));
        assert_eq!(
            pace.take(CAIO, after(0.5), 0.0),
            Pace::NotBefore(after(1.0))
        );
        assert_eq!(pace.take(CAIO, after(1.0), 1.0), Pace::Go);
        assert_eq!(pace.leeway(after(2.9)), Leeway::Closed(after(3.0)));
    }

    #[test]
    fn on_a_network_of_ones_own_it_may_be_hasty() {
        let mut pace = HumanPace::new(None, 100);
        assert_eq!(pace.take(BIA, after(0.0), 1.0), Pace::Go);
        assert_eq!(pace.leeway(after(0.0)), Leeway::Closed(after(0.08)));
        assert_eq!(
            pace.take(BIA, after(0.08), 0.0),
            Pace::NotBefore(after(0.16))
        );
    }

    #[test]
    fn one_person_waits_longer_than_the_next() {
        let mut pace = known();
        assert_eq!(pace.take(BIA, after(0.0), 0.0), Pace::Go);
        let open = |resting| Leeway::Open { places: 1, resting };
        let rests = vec![(BIA.to_owned(), after(2.0))];
        assert_eq!(pace.leeway(after(1.0)), open(rests));
        assert_eq!(pace.take(BIA, after(1.0), 0.0), Pace::NotBefore(after(2.0)));
        assert_eq!(pace.leeway(after(2.0)), open(Vec::new()));
        assert_eq!(pace.take(BIA, after(2.0), 0.0), Pace::Go);
    }

    #[test]
    fn a_new_number_is_four_times_slower_for_a_week() {
        let mut pace = HumanPace::new(None, 1);
        assert_eq!(pace.take(BIA, after(0.0), 0.0), Pace::Go);
        assert_eq!(pace.leeway(after(0.0)), Leeway::Closed(after(4.0)));
        pace.begin(after(0.0));
        assert_eq!(pace.take(BIA, after(4.0), 0.0), Pace::NotBefore(after(8.0)));
        let week = 7.0 * 24.0 * 3600.0;
        assert_eq!(pace.take(BIA, after(week), 0.0), Pace::Go);
        assert_eq!(pace.leeway(after(week)), Leeway::Closed(after(week + 1.0)));
        // one that comes back is not new again
        pace.begin(after(week));
        assert_eq!(pace.take(CAIO, after(week + 1.0), 0.0), Pace::Go);
        assert_eq!(
            pace.leeway(after(week + 1.0)),
            Leeway::Closed(after(week + 2.0))
        );
    }

    /// A minute of a clock that steps whenever there is nothing to send, as the lane of a number asks.
    #[test]
    fn in_a_minute_everybody_has_his_turn_and_nobody_is_flooded() {
        let (mut pace, mut now) = (known(), after(0.0));
        let mut waiting = vec![BIA.to_owned(); 20];
        waiting.extend((0..20).map(|n| format!("55119{n:08}")));
        let mut sent: Vec<(String, DateTime<Utc>)> = Vec::new();
        while now < after(60.0) && !waiting.is_empty() {
            let resting: BTreeSet<String> = match pace.leeway(now) {
                Leeway::Closed(at) => {
                    assert!(at > now);
                    now = at;
                    continue;
                }
                Leeway::Open { resting, .. } => resting.into_iter().map(|(to, _)| to).collect(),
            };
            match waiting.iter().position(|to| !resting.contains(to)) {
                Some(next) => {
                    let to = waiting.remove(next);
                    assert_eq!(pace.take(&to, now, 0.5), Pace::Go);
                    sent.push((to, now));
                }
                None => now += TimeDelta::milliseconds(100),
            }
        }
        assert_eq!(sent.len(), 40, "one each one and a half seconds");
        let to_bia: Vec<_> = sent.iter().filter(|(to, _)| to == BIA).collect();
        assert!(to_bia.windows(2).all(|two| two[1].1 - two[0].1 >= TO_ONE));
    }
}
