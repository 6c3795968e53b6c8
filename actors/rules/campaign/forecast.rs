//! How long a campaign takes: the steps of its runner, counted ahead by the same rules.

use std::collections::BTreeSet;

use chrono::{DateTime, NaiveDate, TimeDelta, Utc};
use guiche_storage::{campaigns::running::Lane, model::campaign::CampaignSettings};

use super::{Window, cap, wait};
use crate::rules::calendar::{Zone, start_of};

/// Nobody counts further ahead.
const AHEAD_MAX: TimeDelta = TimeDelta::days(366);
/// The middle of what an interval varies by.
const MIDDLE: f64 = 0.5;

/// A number by which a campaign writes.
#[derive(Debug, Clone)]
pub struct Number {
    /// Since when the company has it.
    pub created_at: DateTime<Utc>,
    /// Whether nobody closes it for its haste.
    pub may_hurry: bool,
    /// Whether it writes to many people from its first day.
    pub no_warm_up: bool,
    /// Where its lane stands.
    pub lane: Option<Lane>,
}

/// What a campaign has before it.
#[derive(Debug, Clone, Copy)]
pub struct Plan<'p> {
    /// People who wait.
    pub people: i64,
    /// How many were written to.
    pub sent: i64,
    /// When it goes on.
    pub from: DateTime<Utc>,
    /// Its pace.
    pub settings: &'p CampaignSettings,
    /// When it may write.
    pub window: &'p Window,
    /// The clock of its company.
    pub zone: Zone,
    /// People a day, where somebody has said so.
    pub daily_cap: Option<i64>,
    /// Its numbers.
    pub numbers: &'p [Number],
}

/// How long a campaign takes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Forecast {
    /// When the next one is written to.
    pub starts_at: DateTime<Utc>,
    /// When the last one is; none where that is more than a year ahead.
    pub ends_at: Option<DateTime<Utc>>,
    /// Days on which somebody is written to.
    pub days: i64,
    /// How many people its numbers may write to on the first of them.
    pub per_day: i64,
}

/// Where a number stands while the steps are counted.
struct Standing<'n> {
    number: &'n Number,
    free_at: DateTime<Utc>,
    day: Option<NaiveDate>,
    count: i64,
}

impl Standing<'_> {
    /// When it writes next, and on which day; none within a year.
    fn next(&mut self, plan: &Plan<'_>) -> Option<DateTime<Utc>> {
        let limit = plan.from + AHEAD_MAX;
        let mut at = self.free_at.max(plan.from);
        while at <= limit {
            if !plan.window.is_open(at) {
                at = plan.window.opens_after(at)?;
                continue;
            }
            let today = at.with_timezone(&plan.zone).date_naive();
            if self.day != Some(today) {
                (self.day, self.count) = (Some(today), 0);
            }
            let age = at - self.number.created_at;
            if self.count < cap(plan.daily_cap, age, self.number.no_warm_up) {
                self.free_at = at;
                return Some(at);
            }
            at = start_of(today.succ_opt()?, plan.zone)?;
        }
        None
    }
}

/// How long a campaign takes that has this before it; none where nobody waits, or no number writes within a year.
pub fn forecast(plan: &Plan<'_>) -> Option<Forecast> {
    let mut numbers: Vec<Standing<'_>> = plan.numbers.iter().map(standing).collect();
    let mut slots: Vec<Option<DateTime<Utc>>> =
        numbers.iter_mut().map(|one| one.next(plan)).collect();
    let mut days = BTreeSet::new();
    let (mut starts_at, mut ends_at) = (None, None);
    for sent in plan.sent..plan.sent + plan.people {
        let first = slots.iter().enumerate();
        let first = first.filter_map(|(place, slot)| Some(((*slot)?, place)));
        let Some((at, place)) = first.min() else {
            ends_at = None;
            break;
        };
        starts_at = starts_at.or(Some(at));
        ends_at = Some(at);
        days.insert(at.with_timezone(&plan.zone).date_naive());
        if let (Some(one), Some(slot)) = (numbers.get_mut(place), slots.get_mut(place)) {
            let may_hurry = one.number.may_hurry;
            one.count += 1;
            one.free_at = at + wait(plan.settings, sent + 1, may_hurry, MIDDLE);
            *slot = one.next(plan);
        }
    }
    let starts_at = starts_at?;
    Some(Forecast {
        starts_at,
        ends_at,
        days: i64::try_from(days.len()).unwrap_or(i64::MAX),
        per_day: per_day(plan, starts_at),
    })
}

fn standing(number: &Number) -> Standing<'_> {
    let lane = number.lane.as_ref();
    Standing {
        number,
        free_at: lane.map_or(DateTime::UNIX_EPOCH, |lane| lane.next_at),
        day: lane.and_then(|lane| lane.day.parse().ok()),
        count: lane.map_or(0, |lane| lane.day_count),
    }
}

fn per_day(plan: &Plan<'_>, at: DateTime<Utc>) -> i64 {
    let caps = plan
        .numbers
        .iter()
        .map(|number| cap(plan.daily_cap, at - number.created_at, number.no_warm_up));
    caps.sum()
}

#[cfg(test)]
mod tests {
    use guiche_storage::model::campaign::SendingWindow;

    use super::*;
    use crate::rules::calendar::zone_or_default;

    fn at(text: &str) -> DateTime<Utc> {
        format!("{text}:00-03:00").parse().unwrap()
    }

    fn number(age_days: i64, lane: Option<Lane>) -> Number {
        Number {
            created_at: at("2026-11-25T09:00") - TimeDelta::days(age_days),
            may_hurry: false,
            no_warm_up: false,
            lane,
        }
    }

    fn count(people: i64, window: Option<&SendingWindow>, numbers: &[Number]) -> Option<Forecast> {
        let zone = zone_or_default(None);
        let window = Window::new(window, zone, &[]);
        forecast(&Plan {
            people,
            sent: 0,
            from: at("2026-11-25T09:00"),
            settings: &CampaignSettings::default(),
            window: &window,
            zone,
            daily_cap: None,
            numbers,
        })
    }

    #[test]
    fn the_pace_is_that_of_the_runner() {
        let old = [number(100, None)];
        let one = count(1, None, &old).unwrap();
        assert_eq!(one.starts_at, at("2026-11-25T09:00"));
        assert_eq!(
            (one.ends_at, one.days, one.per_day),
            (Some(one.starts_at), 1, 200)
        );
        // 19 intervals of 20 seconds, then one of 60
        let more = count(21, None, &old).unwrap();
        let seconds = more.ends_at.map(|end| (end - more.starts_at).num_seconds());
        assert_eq!(seconds, Some(19 * 20 + 60));
        assert_eq!(count(0, None, &old), None);
        assert_eq!(count(5, None, &[]), None);
    }

    #[test]
    fn two_numbers_take_half_the_time_and_each_has_its_own_day() {
        let two = [number(100, None), number(8, None)];
        let some = count(20, None, &two).unwrap();
        let seconds = some.ends_at.map(|end| (end - some.starts_at).num_seconds());
        assert_eq!(seconds, Some(9 * 20), "ten each");
        assert_eq!(some.per_day, 200 + 50, "the younger one is warmed up");
        let busy = Lane {
            next_at: at("2026-11-25T08:00"),
            day: "2026-11-25".into(),
            day_count: 199,
        };
        let two = [number(100, Some(busy)), number(1, None)];
        let all = count(22, None, &two).unwrap();
        assert_eq!(all.days, 2, "one and twenty today, one more tomorrow");
        let end = all.ends_at.unwrap();
        assert_eq!(end, at("2026-11-26T00:00"));
    }

    #[test]
    fn the_window_and_the_day_stretch_it() {
        let window = SendingWindow {
            weekdays: vec![1, 2, 3, 4, 5],
            start: "09:00".into(),
            end: "18:00".into(),
            skip_holidays: true,
        };
        // 780 people, 200 a day: Wednesday, Thursday, Friday, and the rest on Monday
        let some = count(780, Some(&window), &[number(100, None)]).unwrap();
        assert_eq!(some.days, 4);
        let end = some.ends_at.unwrap().with_timezone(&zone_or_default(None));
        assert_eq!(end.date_naive().to_string(), "2026-11-30");
        let most = count(200_000, Some(&window), &[number(100, None)]).unwrap();
        assert_eq!(most.ends_at, None, "more than a year");
    }
}
