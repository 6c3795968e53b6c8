//! When a scheduled message that repeats is due again. Occurrences are counted from the first one by the clock on the
//! company's wall, so that neither a short month nor a change of the clocks moves those that follow.

use chrono::{DateTime, Days, Months, NaiveDateTime, TimeDelta, Utc};
use guiche_storage::model::schedule::{Repeat, Repeats};

use super::calendar::Zone;

/// The occurrence that follows the one at `after`, or `None` when it was the last one.
pub fn next(repeats: &Repeats, after: DateTime<Utc>, zone: Zone) -> Option<DateTime<Utc>> {
    let first = repeats.from.with_timezone(&zone).naive_local();
    let last = after.with_timezone(&zone).naive_local();
    let days = u64::try_from((last.date() - first.date()).num_days()).unwrap_or(0);
    // one before, for an hour that the clocks skip may have moved an occurrence past midnight
    let mut count = match repeats.every {
        Repeat::Daily => days,
        Repeat::Weekly => days / 7,
        Repeat::Monthly => days / 31,
    }
    .saturating_sub(1);
    loop {
        let wall = occurrence(repeats.every, first, count)?;
        let at = instant(wall, zone)?;
        if at > repeats.until {
            return None;
        }
        if at > after {
            return Some(at);
        }
        count += 1;
    }
}

/// What the clock on the wall shows at an occurrence; a day that a month does not have is its last one.
fn occurrence(every: Repeat, first: NaiveDateTime, count: u64) -> Option<NaiveDateTime> {
    match every {
        Repeat::Daily => first.checked_add_days(Days::new(count)),
        Repeat::Weekly => first.checked_add_days(Days::new(count.checked_mul(7)?)),
        Repeat::Monthly => first.checked_add_months(Months::new(u32::try_from(count).ok()?)),
    }
}

/// The moment of a time on the wall; an hour later where the clocks skip it, the first of two where they repeat it.
fn instant(wall: NaiveDateTime, zone: Zone) -> Option<DateTime<Utc>> {
    let at = |wall: NaiveDateTime| wall.and_local_timezone(zone).earliest();
    let local = at(wall).or_else(|| at(wall + TimeDelta::hours(1)))?;
    Some(local.with_timezone(&Utc))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::calendar::{zone, zone_or_default};

    fn utc(text: &str) -> DateTime<Utc> {
        text.parse().unwrap()
    }

    fn repeats(every: Repeat, from: &str, until: &str) -> Repeats {
        Repeats {
            every,
            from: utc(from),
            until: utc(until),
        }
    }

    /// Everything from the second occurrence on.
    fn all(repeats: &Repeats, name: &str) -> Vec<String> {
        let zone = zone(name).unwrap();
        let mut after = repeats.from;
        let mut found = Vec::new();
        while let Some(at) = next(repeats, after, zone) {
            assert!(at > after);
            after = at;
            let local = at.with_timezone(&zone);
            found.push(local.format("%Y-%m-%d %H:%M").to_string());
        }
        found
    }

    #[test]
    fn every_day_and_every_week_until_the_end_which_still_counts() {
        let daily = repeats(
            Repeat::Daily,
            "2026-02-27T12:00:00Z",
            "2026-03-01T12:00:00Z",
        );
        let days = all(&daily, "America/Sao_Paulo");
        assert_eq!(days, ["2026-02-28 09:00", "2026-03-01 09:00"]);
        let weekly = repeats(
            Repeat::Weekly,
            "2026-12-24T12:00:00Z",
            "2027-01-13T23:00:00Z",
        );
        let weeks = all(&weekly, "America/Sao_Paulo");
        assert_eq!(weeks, ["2026-12-31 09:00", "2027-01-07 09:00"]);
    }

    #[test]
    fn the_31st_is_the_last_day_of_a_shorter_month_and_comes_back() {
        let monthly = repeats(
            Repeat::Monthly,
            "2027-12-31T12:00:00Z",
            "2028-05-31T12:00:00Z",
        );
        let months = all(&monthly, "America/Sao_Paulo");
        assert_eq!(
            months,
            [
                "2028-01-31 09:00",
                "2028-02-29 09:00",
                "2028-03-31 09:00",
                "2028-04-30 09:00",
                "2028-05-31 09:00"
            ]
        );
    }

    #[test]
    fn the_day_is_the_one_on_the_companys_wall() {
        // the 31st in São Paulo is the 1st in Greenwich
        let monthly = repeats(
            Repeat::Monthly,
            "2027-02-01T01:30:00Z",
            "2027-04-10T00:00:00Z",
        );
        let there = all(&monthly, "America/Sao_Paulo");
        assert_eq!(there, ["2027-02-28 22:30", "2027-03-31 22:30"]);
        let here = all(&monthly, "UTC");
        assert_eq!(here, ["2027-03-01 01:30", "2027-04-01 01:30"]);
    }

    #[test]
    fn the_hour_on_the_wall_stays_when_the_clocks_change() {
        let daily = repeats(
            Repeat::Daily,
            "2026-10-24T08:00:00Z",
            "2026-10-26T20:00:00Z",
        );
        let days = all(&daily, "Europe/Lisbon");
        assert_eq!(days, ["2026-10-25 09:00", "2026-10-26 09:00"]);
        // 01:30 does not exist on the 29th of March 2026; the day after it does again
        let daily = repeats(
            Repeat::Daily,
            "2026-03-28T01:30:00Z",
            "2026-03-30T20:00:00Z",
        );
        let days = all(&daily, "Europe/Lisbon");
        assert_eq!(days, ["2026-03-29 02:30", "2026-03-30 01:30"]);
        // an hour that comes twice is one occurrence
        let daily = repeats(
            Repeat::Daily,
            "2026-10-24T00:30:00Z",
            "2026-10-26T20:00:00Z",
        );
        let days = all(&daily, "Europe/Lisbon");
        assert_eq!(days, ["2026-10-25 01:30", "2026-10-26 01:30"]);
    }

    #[test]
    fn a_late_look_takes_up_the_series_where_it_is() {
        let monthly = repeats(
            Repeat::Monthly,
            "2020-01-31T12:00:00Z",
            "2030-01-01T00:00:00Z",
        );
        let zone = zone_or_default(None);
        let after = utc("2026-11-20T12:00:00Z");
        assert_eq!(
            next(&monthly, after, zone),
            Some(utc("2026-11-30T12:00:00Z"))
        );
        let over = utc("2029-12-31T12:00:00Z");
        assert_eq!(next(&monthly, over, zone), None);
    }
}
