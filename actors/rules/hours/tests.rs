//! Hours by example: each line is a moment of São Paulo and whether it is open.

use guiche_storage::model::{
    HolidayId, QueueId,
    hours::{DayRange, default_week},
};

use super::*;
use crate::rules::calendar::zone_or_default;

/// A moment of São Paulo, three hours behind.
fn at(text: &str) -> DateTime<Utc> {
    format!("{text}:00-03:00").parse().unwrap()
}

fn day(english: &str, start: &str, end: &str) -> DayHours {
    DayHours {
        weekday: english.to_owned(),
        weekday_en: english.to_owned(),
        start_time: start.to_owned(),
        end_time: end.to_owned(),
        ranges: Vec::new(),
    }
}

fn holiday(date: &str, open: Option<(&str, &str)>) -> Holiday {
    Holiday {
        id: HolidayId(1),
        date: date.parse().unwrap(),
        yearly: false,
        name: "Feriado".into(),
        queue_id: None,
        start_time: open.map(|(start, _)| start.to_owned()),
        end_time: open.map(|(_, end)| end.to_owned()),
    }
}

fn hours(week: &[DayHours], holidays: &[Holiday]) -> Hours {
    Hours::new(zone_or_default(None), week, holidays)
}

fn check(hours: &Hours, moments: &[(&str, bool)]) {
    for (moment, open) in moments {
        assert_eq!(hours.is_open(at(moment)), *open, "{moment}");
    }
}

#[test]
fn the_default_week_is_open_on_workdays_and_on_saturday_morning() {
    // spec: A136
    check(
        &hours(&default_week(), &[]),
        &[
            // 2026-11-20 is a Friday
            ("2026-11-20T07:59", false),
            ("2026-11-20T08:00", true),
            ("2026-11-20T18:00", true),
            ("2026-11-20T18:01", false),
            ("2026-11-21T12:00", true),
            ("2026-11-21T12:01", false),
            ("2026-11-22T00:00", false),
            ("2026-11-22T12:00", false),
            ("2026-11-23T08:00", true),
        ],
    );
}

#[test]
fn a_day_that_is_missing_or_empty_or_ends_where_it_begins_is_closed() {
    let week = [
        day("monday", "", ""),
        day("tuesday", "09:00", "09:00"),
        day("wednesday", "9:00", "18:00"),
        day("thursday", "00:00", "23:59"),
    ];
    check(
        &hours(&week, &[]),
        &[
            ("2026-11-16T12:00", false),
            ("2026-11-17T09:00", false),
            ("2026-11-18T12:00", false),
            ("2026-11-19T00:00", true),
            ("2026-11-19T23:59", true),
            ("2026-11-20T12:00", false),
        ],
    );
}

#[test]
fn hours_that_end_before_they_begin_last_until_the_next_day() {
    let week = [day("friday", "18:00", "02:00")];
    check(
        &hours(&week, &[]),
        &[
            ("2026-11-20T17:59", false),
            ("2026-11-20T18:00", true),
            ("2026-11-20T23:59", true),
            ("2026-11-21T00:00", true),
            ("2026-11-21T02:00", true),
            ("2026-11-21T02:01", false),
            ("2026-11-20T01:00", false),
            ("2026-11-21T18:00", false),
        ],
    );
}

#[test]
fn a_holiday_is_closed_or_open_at_its_own_times_only() {
    let holidays = [
        holiday("2026-11-20", None),
        holiday("2026-11-21", Some(("10:00", "11:00"))),
        holiday("2026-11-24", Some(("10:00", "10:00"))),
    ];
    check(
        &hours(&default_week(), &holidays),
        &[
            ("2026-11-19T12:00", true),
            ("2026-11-20T12:00", false),
            ("2026-11-21T09:00", false),
            ("2026-11-21T10:00", true),
            ("2026-11-21T11:00", true),
            ("2026-11-21T11:01", false),
            ("2026-11-24T10:00", false),
            ("2027-11-20T09:00", true),
        ],
    );
}

#[test]
fn a_holiday_takes_the_night_before_and_its_own_evening() {
    let week = [
        day("thursday", "18:00", "02:00"),
        day("friday", "18:00", "02:00"),
    ];
    check(
        &hours(&week, &[holiday("2026-11-20", None)]),
        &[
            ("2026-11-19T23:00", true),
            ("2026-11-20T01:00", false),
            ("2026-11-20T19:00", false),
            ("2026-11-21T01:00", false),
        ],
    );
}

#[test]
fn a_yearly_holiday_comes_every_year_and_a_queue_has_its_own() {
    let mut christmas = holiday("2020-12-25", None);
    christmas.yearly = true;
    check(
        &hours(&default_week(), std::slice::from_ref(&christmas)),
        &[
            ("2026-12-25T12:00", false),
            ("2028-12-25T12:00", false),
            ("2026-12-24T12:00", true),
        ],
    );
    let mut own = holiday("2026-12-25", Some(("09:00", "10:00")));
    own.queue_id = Some(QueueId(1));
    check(
        &hours(&default_week(), &[christmas, own]),
        &[("2026-12-25T09:30", true), ("2026-12-25T12:00", false)],
    );
}

#[test]
fn the_companys_clock_counts() {
    let manaus = Hours::new(Zone::America__Manaus, &default_week(), &[]);
    // an hour later than in São Paulo
    check(
        &manaus,
        &[
            ("2026-11-20T08:59", false),
            ("2026-11-20T09:00", true),
            ("2026-11-20T19:00", true),
        ],
    );
}

#[test]
fn it_opens_again_on_the_next_day_that_has_hours() {
    let hours = hours(&default_week(), &[holiday("2026-11-23", None)]);
    let opens = |now: &str| hours.opens_after(at(now));
    assert_eq!(opens("2026-11-20T07:00"), Some(at("2026-11-20T08:00")));
    assert_eq!(opens("2026-11-20T08:00"), Some(at("2026-11-21T08:00")));
    assert_eq!(opens("2026-11-21T13:00"), Some(at("2026-11-24T08:00")));
    assert_eq!(
        self::hours(&[], &[]).opens_after(at("2026-11-20T07:00")),
        None
    );
}

#[test]
fn it_was_open_between_two_moments_or_not() {
    let hours = hours(&default_week(), &[]);
    let was = |from: &str, to: &str| hours.opened_between(at(from), at(to));
    assert!(!was("2026-11-20T19:00", "2026-11-21T07:59"));
    assert!(was("2026-11-20T19:00", "2026-11-21T08:00"));
    assert!(was("2026-11-20T19:00", "2026-11-22T10:00"));
    assert!(!was("2026-11-21T13:00", "2026-11-23T07:59"));
    assert!(!was("2026-11-20T18:30", "2026-11-20T18:30"));
}

#[test]
fn where_clocks_skip_the_opening_it_opens_an_hour_later() {
    // summer time began at midnight in São Paulo in 2018
    let hours = hours(&[day("sunday", "00:00", "12:00")], &[]);
    let night: DateTime<Utc> = "2018-11-04T01:00:00Z".parse().unwrap();
    let opens = hours.opens_after(night).unwrap();
    assert_eq!(opens.to_rfc3339(), "2018-11-04T03:00:00+00:00");
}

fn split(english: &str, ranges: &[(&str, &str)]) -> DayHours {
    let (first, further) = ranges.split_first().unwrap();
    let further = further.iter().map(|(start, end)| DayRange {
        start_time: (*start).to_owned(),
        end_time: (*end).to_owned(),
    });
    DayHours {
        ranges: further.collect(),
        ..day(english, first.0, first.1)
    }
}

#[test]
fn a_day_with_a_break_is_closed_in_it_and_may_end_in_the_night() {
    // spec: A013 A064
    let week = [
        split(
            "friday",
            &[("08:00", "12:00"), ("13:30", "18:00"), ("20:00", "02:00")],
        ),
        split("saturday", &[("01:30", "03:00")]),
    ];
    let hours = hours(&week, &[]);
    check(
        &hours,
        &[
            ("2026-11-20T07:59", false),
            ("2026-11-20T12:00", true),
            ("2026-11-20T12:01", false),
            ("2026-11-20T13:29", false),
            ("2026-11-20T13:30", true),
            ("2026-11-20T18:30", false),
            ("2026-11-20T23:59", true),
            ("2026-11-21T02:30", true),
            ("2026-11-21T03:01", false),
        ],
    );
    for (from, opens) in [
        ("2026-11-20T07:00", "2026-11-20T08:00"),
        ("2026-11-20T12:10", "2026-11-20T13:30"),
        ("2026-11-20T19:00", "2026-11-20T20:00"),
        ("2026-11-20T20:00", "2026-11-21T01:30"),
    ] {
        assert_eq!(hours.opens_after(at(from)), Some(at(opens)), "{from}");
    }
    assert!(!hours.opened_between(at("2026-11-20T12:05"), at("2026-11-20T13:29")));
    assert!(hours.opened_between(at("2026-11-20T12:05"), at("2026-11-20T19:00")));
}

#[test]
fn a_holiday_takes_the_place_of_all_ranges() {
    let week = [split("friday", &[("08:00", "12:00"), ("13:30", "18:00")])];
    check(
        &hours(&week, &[holiday("2026-11-20", Some(("10:00", "11:00")))]),
        &[
            ("2026-11-20T09:00", false),
            ("2026-11-20T10:30", true),
            ("2026-11-20T14:00", false),
        ],
    );
}

#[test]
fn ranges_follow_the_clock_of_the_zone_when_it_is_changed() {
    // in New York clocks go from 02:00 to 03:00 on 2026-03-08, and from 02:00 back to 01:00 on 2026-11-01
    let week = [split("sunday", &[("00:30", "01:15"), ("02:30", "04:00")])];
    let hours = Hours::new(zone_or_default(Some("America/New_York")), &week, &[]);
    for (moment, open) in [
        ("2026-03-08T05:40:00Z", true),
        ("2026-03-08T06:20:00Z", false),
        ("2026-03-08T07:10:00Z", true),
        ("2026-03-08T08:10:00Z", false),
        ("2026-11-01T05:10:00Z", true),
        ("2026-11-01T05:20:00Z", false),
        ("2026-11-01T06:10:00Z", true),
        ("2026-11-01T07:20:00Z", false),
        ("2026-11-01T07:40:00Z", true),
    ] {
        let moment: DateTime<Utc> = moment.parse().unwrap();
        assert_eq!(hours.is_open(moment), open, "{moment}");
    }
    // 02:30 is skipped: it opens an hour later by the clock
    let opens = hours.opens_after("2026-03-08T06:20:00Z".parse().unwrap());
    assert_eq!(opens, Some("2026-03-08T07:30:00Z".parse().unwrap()));
}

#[test]
fn ranges_that_overlap_or_go_backwards_are_not_sound() {
    for (ranges, sound) in [
        (vec![("22:00", "02:00")], true),
        (vec![("", "")], true),
        (vec![("08:00", "12:00"), ("13:30", "18:00")], true),
        (
            vec![("08:00", "12:00"), ("13:00", "18:00"), ("20:00", "02:00")],
            true,
        ),
        (vec![("08:00", "12:00"), ("12:00", "18:00")], false),
        (vec![("08:00", "12:00"), ("11:00", "18:00")], false),
        (vec![("13:00", "18:00"), ("08:00", "12:00")], false),
        (vec![("22:00", "02:00"), ("08:00", "12:00")], false),
        (vec![("08:00", "12:00"), ("20:00", "09:00")], false),
        (vec![("08:00", "12:00"), ("", "")], false),
        (vec![("", ""), ("08:00", "12:00")], false),
        (
            vec![
                ("01:00", "02:00"),
                ("03:00", "04:00"),
                ("05:00", "06:00"),
                ("07:00", "08:00"),
            ],
            false,
        ),
    ] {
        assert_eq!(split("monday", &ranges).is_sound(), sound, "{ranges:?}");
    }
}
