//! When a company or a queue is open (rule B6): a week, days that differ from it, and the company's time zone.

use chrono::{
    DateTime, Datelike as _, Days, NaiveDate, NaiveDateTime, TimeDelta, Timelike as _, Utc,
};
use guiche_storage::model::hours::{DayHours, Holiday, WEEKDAYS, minute};

use super::calendar::Zone;

/// Days that are looked through for the next opening: a year and a leap day.
const DAYS_AHEAD: u64 = 366;
/// Minutes of a day.
const DAY: u16 = 24 * 60;

/// From one minute of a day to another one, both of them open. Up to twice a day long: it may end on the next day.
type Span = (u16, u16);

/// The hours of a company or a queue.
#[derive(Debug, Clone, PartialEq)]
pub struct Hours {
    zone: Zone,
    /// From Monday, each day's in their order; a day without is closed.
    week: [Vec<Span>; 7],
    holidays: Vec<Day>,
}

/// A day that differs from its week.
#[derive(Debug, Clone, PartialEq)]
struct Day {
    date: NaiveDate,
    yearly: bool,
    /// The queue's own goes before the company's.
    is_own: bool,
    open: Option<Span>,
}

impl Hours {
    /// Hours of a week, without the holidays that are other queues' or cannot be read.
    pub fn new<'h>(
        zone: Zone,
        week: &[DayHours],
        holidays: impl IntoIterator<Item = &'h Holiday>,
    ) -> Self {
        let span = |(start, end): (&str, &str)| {
            let (start, end) = (minute(start)?, minute(end)?);
            match start.cmp(&end) {
                std::cmp::Ordering::Less => Some((start, end)),
                std::cmp::Ordering::Equal => None,
                std::cmp::Ordering::Greater => Some((start, end + DAY)),
            }
        };
        let of = |english: &str| {
            let day = week.iter().find(|day| day.weekday_en == english);
            day.into_iter()
                .flat_map(DayHours::all)
                .filter_map(span)
                .collect()
        };
        Self {
            zone,
            week: WEEKDAYS.map(|(english, _)| of(english)),
            holidays: holidays.into_iter().map(Day::from).collect(),
        }
    }

    /// Whether it is open.
    pub fn is_open(&self, now: DateTime<Utc>) -> bool {
        let local = now.with_timezone(&self.zone).naive_local();
        let at = minute_of(local);
        self.has(local.date(), at)
            || yesterday(local.date()).is_some_and(|before| self.reaches(before, local.date(), at))
    }

    /// When it opens next after `now`, within a year.
    pub fn opens_after(&self, now: DateTime<Utc>) -> Option<DateTime<Utc>> {
        let today = now.with_timezone(&self.zone).date_naive();
        (0..=DAYS_AHEAD).find_map(|ahead| {
            let date = today.checked_add_days(Days::new(ahead))?;
            let midnight = date.and_hms_opt(0, 0, 0)?;
            self.spans_of(date).iter().find_map(|(start, _)| {
                let start = self.instant(midnight + TimeDelta::minutes((*start).into()))?;
                (start > now).then_some(start)
            })
        })
    }

    /// Whether it opened after `from`, at which it was closed, up to `to`.
    pub fn opened_between(&self, from: DateTime<Utc>, to: DateTime<Utc>) -> bool {
        self.is_open(to) || self.opens_after(from).is_some_and(|opened| opened <= to)
    }

    /// The hours that begin on a day, in their order.
    fn spans_of(&self, date: NaiveDate) -> &[Span] {
        let on = |own: bool| {
            let days = self.holidays.iter().filter(move |day| day.is_own == own);
            days.filter(|day| day.is_on(date))
                .min_by_key(|day| day.open)
        };
        if let Some(day) = on(true).or_else(|| on(false)) {
            return day.open.as_slice();
        }
        let index = usize::try_from(date.weekday().num_days_from_monday());
        let day = index.ok().and_then(|index| self.week.get(index));
        day.map(Vec::as_slice).unwrap_or_default()
    }

    fn has(&self, date: NaiveDate, at: u16) -> bool {
        let mut spans = self.spans_of(date).iter();
        spans.any(|(start, end)| *start <= at && at <= *end)
    }

    /// Whether the hours of the day before last until this minute of a day. A holiday ends them at midnight.
    fn reaches(&self, before: NaiveDate, date: NaiveDate, at: u16) -> bool {
        !self.holidays.iter().any(|day| day.is_on(date)) && self.has(before, at + DAY)
    }

    fn instant(&self, local: NaiveDateTime) -> Option<DateTime<Utc>> {
        let first = |time: NaiveDateTime| time.and_local_timezone(self.zone).earliest();
        // where clocks skip this minute it opens an hour later
        let instant = first(local).or_else(|| first(local + TimeDelta::hours(1)))?;
        Some(instant.with_timezone(&Utc))
    }
}

impl Day {
    fn is_on(&self, date: NaiveDate) -> bool {
        if self.yearly {
            (self.date.month(), self.date.day()) == (date.month(), date.day())
        } else {
            self.date == date
        }
    }
}

impl From<&Holiday> for Day {
    fn from(holiday: &Holiday) -> Self {
        let times = (holiday.start_time.as_deref(), holiday.end_time.as_deref());
        let open = match times {
            (Some(start), Some(end)) => minute(start).zip(minute(end)),
            _ => None,
        };
        Self {
            date: holiday.date,
            yearly: holiday.yearly,
            is_own: holiday.queue_id.is_some(),
            open: open.filter(|(start, end)| start < end),
        }
    }
}

fn minute_of(local: NaiveDateTime) -> u16 {
    // at most 1439
    u16::try_from(local.hour() * 60 + local.minute()).unwrap_or_default()
}

fn yesterday(date: NaiveDate) -> Option<NaiveDate> {
    date.checked_sub_days(Days::new(1))
}

#[cfg(test)]
mod tests;
