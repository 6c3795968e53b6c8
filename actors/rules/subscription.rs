//! What a company's due date means: until when its people may change anything, and when it is due next (A061, A062, B12).

use chrono::{DateTime, Days, Months, NaiveDate, TimeDelta, Utc};
use guiche_storage::model::company::Recurrence;

use super::calendar::{Zone, start_of};

/// Days after the due date in which everything still works (B12).
pub const GRACE_DAYS: i64 = 3;
/// Days ahead from which a company is shown as about to be due (A061).
const DUE_SOON_DAYS: u64 = 4;

/// Why nobody in a company may change anything.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ReadOnly {
    /// It is switched off.
    Suspended,
    /// It was due on this day, and the days of grace are over.
    Overdue(DateTime<Utc>),
}

/// Whether a company's people may only look, counted in days as the company counts them.
pub fn read_only(
    status: bool,
    due_date: Option<DateTime<Utc>>,
    now: DateTime<Utc>,
    zone: Zone,
) -> Option<ReadOnly> {
    if !status {
        return Some(ReadOnly::Suspended);
    }
    let due = due_date?;
    (days_overdue(due, now, zone) > GRACE_DAYS).then_some(ReadOnly::Overdue(due))
}

/// Days since a due date; negative before it.
fn days_overdue(due: DateTime<Utc>, now: DateTime<Utc>, zone: Zone) -> i64 {
    (day(now, zone) - day(due, zone)).num_days()
}

fn day(time: DateTime<Utc>, zone: Zone) -> NaiveDate {
    time.with_timezone(&zone).date_naive()
}

/// When a company is due next: as many months later as it pays at once, at the end of a shorter month at the latest. One
/// without a due date is counted from now.
pub fn next_due(
    due_date: Option<DateTime<Utc>>,
    recurrence: Recurrence,
    now: DateTime<Utc>,
    zone: Zone,
) -> DateTime<Utc> {
    let from = due_date.unwrap_or(now);
    let months = Months::new(recurrence.months());
    let local = from.with_timezone(&zone).naive_local();
    let Some(local) = local.checked_add_months(months) else {
        return from;
    };
    // the hour that a clock skips there is the next one, so that it stays on its day; of one that comes twice the first counts
    [local, local + TimeDelta::hours(1)]
        .into_iter()
        .find_map(|time| time.and_local_timezone(zone).earliest())
        .map_or(from, |time| time.with_timezone(&Utc))
}

/// Where the colours of due dates begin (A061): due before the first is red, before the second orange, before the third
/// yellow.
pub fn colour_limits(now: DateTime<Utc>, zone: Zone) -> [DateTime<Utc>; 3] {
    let today = day(now, zone);
    let limit = |date: Option<NaiveDate>| date.and_then(|date| start_of(date, zone)).unwrap_or(now);
    [
        limit(today.checked_sub_days(Days::new(GRACE_DAYS.unsigned_abs()))),
        limit(today.checked_add_days(Days::new(DUE_SOON_DAYS + 1))),
        limit(today.checked_add_days(Days::new(DUE_SOON_DAYS + 2))),
    ]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::calendar::zone_or_default;

    fn at(text: &str) -> DateTime<Utc> {
        text.parse().unwrap()
    }

    #[test]
    fn three_days_of_grace_end_with_the_third_day_of_the_company() {
        let zone = zone_or_default(None);
        let due = at("2026-11-21T12:00:00Z");
        let on = |now: &str| read_only(true, Some(due), at(now), zone);
        assert_eq!(on("2026-11-20T12:00:00Z"), None);
        // 23:59 on the 24th in São Paulo
        assert_eq!(on("2026-11-25T02:59:00Z"), None);
        assert_eq!(on("2026-11-25T03:00:00Z"), Some(ReadOnly::Overdue(due)));
        let never = read_only(true, None, at("2040-01-01T00:00:00Z"), zone);
        assert_eq!(never, None);
        let off = read_only(false, None, at("2026-01-01T00:00:00Z"), zone);
        assert_eq!(off, Some(ReadOnly::Suspended));
    }

    #[test]
    fn each_recurrence_has_its_months_and_a_short_month_its_last_day() {
        // spec: A062
        let zone = zone_or_default(None);
        let next = |from: &str, recurrence| {
            next_due(Some(at(from)), recurrence, at("2020-01-01T00:00:00Z"), zone)
        };
        let from = "2027-01-31T12:00:00Z";
        for (recurrence, expected) in [
            (Recurrence::Mensal, "2027-02-28T12:00:00Z"),
            (Recurrence::Bimestral, "2027-03-31T12:00:00Z"),
            (Recurrence::Trimestral, "2027-04-30T12:00:00Z"),
            (Recurrence::Semestral, "2027-07-31T12:00:00Z"),
            (Recurrence::Anual, "2028-01-31T12:00:00Z"),
        ] {
            assert_eq!(next(from, recurrence), at(expected), "{recurrence:?}");
        }
        // the last hours of a day in São Paulo are of the next day elsewhere
        let late = next("2027-01-31T02:00:00Z", Recurrence::Mensal);
        assert_eq!(late, at("2027-03-01T02:00:00Z"), "from the 30th");
        let first = next_due(None, Recurrence::Mensal, at("2026-11-24T15:00:00Z"), zone);
        assert_eq!(first, at("2026-12-24T15:00:00Z"));
    }

    /// Every day of six years, two of them leap years, where clocks change at night, at midnight and not at all.
    #[test]
    fn a_payment_moves_the_day_by_its_months_wherever_clocks_change() {
        let zones = [
            "America/Sao_Paulo",
            "America/New_York",
            "America/Santiago",
            "Europe/Lisbon",
            "Asia/Beirut",
            "Pacific/Auckland",
        ];
        let recurrences = [
            Recurrence::Mensal,
            Recurrence::Bimestral,
            Recurrence::Trimestral,
            Recurrence::Semestral,
            Recurrence::Anual,
        ];
        let first = NaiveDate::from_ymd_opt(2027, 1, 1).unwrap();
        for zone in zones {
            let zone: Zone = zone.parse().unwrap();
            for date in first.iter_days().take(6 * 365 + 2) {
                for (hour, minute) in [(0, 0), (0, 30), (2, 30), (23, 59)] {
                    let local = date.and_hms_opt(hour, minute, 0).unwrap();
                    let Some(from) = local.and_local_timezone(zone).earliest() else {
                        continue; // a time that is not there is nobody's due date
                    };
                    let from = from.with_timezone(&Utc);
                    for recurrence in recurrences {
                        let next = next_due(Some(from), recurrence, from, zone);
                        let expected = date + Months::new(recurrence.months());
                        let told = format!("{zone} {local} {recurrence:?} {next}");
                        assert_eq!(day(next, zone), expected, "{told}");
                        // an hour at most is lost to a clock that skips it
                        let time = next.with_timezone(&zone).time();
                        let moved = (time - local.time()).num_minutes();
                        assert!((-60..=60).contains(&moved), "{told}");
                    }
                }
            }
        }
    }

    #[test]
    fn colours_change_with_the_days() {
        // spec: A061
        let [red, orange, yellow] =
            colour_limits(at("2026-11-23T22:00:00Z"), zone_or_default(None));
        let colour = |due: &str| {
            let due = at(due);
            if due < red {
                "red"
            } else if due < orange {
                "orange"
            } else if due < yellow {
                "yellow"
            } else {
                "none"
            }
        };
        for (due, expected) in [
            ("2026-11-19T12:00:00Z", "red"),
            ("2026-11-20T12:00:00Z", "orange"),
            ("2026-11-23T12:00:00Z", "orange"),
            ("2026-11-27T12:00:00Z", "orange"),
            ("2026-11-28T12:00:00Z", "yellow"),
            ("2026-11-29T12:00:00Z", "none"),
        ] {
            assert_eq!(colour(due), expected, "{due}");
        }
    }
}
