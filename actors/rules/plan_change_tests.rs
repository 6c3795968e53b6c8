//! What another plan costs: short months, leap years, summer time, and whoever has paid for long.

use chrono::{Days, TimeDelta};
use guiche_storage::model::PlanId;
use proptest::prelude::*;

use super::*;
use crate::rules::calendar::{start_of, zone_or_default};

const RECURRENCES: [Recurrence; 5] = [
    Recurrence::Mensal,
    Recurrence::Bimestral,
    Recurrence::Trimestral,
    Recurrence::Semestral,
    Recurrence::Anual,
];

const PLACES: [&str; 4] = [
    "America/Sao_Paulo",
    "America/Noronha",
    "Europe/Lisbon",
    "Pacific/Auckland",
];

fn at(text: &str) -> DateTime<Utc> {
    text.parse().unwrap()
}

fn day(text: &str) -> NaiveDate {
    text.parse().unwrap()
}

fn monthly(today: &str, due: &str) -> i64 {
    difference(10_000, Recurrence::Mensal, day(today), day(due))
}

fn chooser(due: &str) -> Chooser {
    Chooser {
        due_date: at(due),
        trial_until: None,
        recurrence: Recurrence::Mensal,
        zone: zone_or_default(None),
    }
}

fn plan(users: i64, storage_gb: i64, value: f64) -> Plan {
    Plan {
        id: PlanId(1),
        name: "Pequeno".into(),
        users,
        connections: 1,
        queues: 2,
        storage_gb,
        value,
        use_campaigns: false,
        use_schedules: false,
        use_internal_chat: false,
        use_external_api: false,
        use_kanban: false,
        use_open_ai: false,
        use_integrations: false,
    }
}

#[test]
fn days_cost_their_share_of_their_month() {
    // 30, 31, 28 and 29 days
    assert_eq!(monthly("2026-11-25", "2026-12-25"), 10_000);
    assert_eq!(monthly("2026-12-10", "2026-12-25"), 5_000);
    assert_eq!(monthly("2027-01-10", "2027-01-25"), 15 * 10_000 / 31);
    assert_eq!(monthly("2027-03-11", "2027-03-25"), 5_000);
    assert_eq!(monthly("2028-03-11", "2028-03-25"), 14 * 10_000 / 29);
    assert_eq!(monthly("2026-12-24", "2026-12-25"), 333);
    assert_eq!(monthly("2026-12-25", "2026-12-25"), 0);
    assert_eq!(monthly("2026-12-26", "2026-12-25"), 0);
}

#[test]
fn whoever_has_paid_for_several_months_pays_each_of_them() {
    assert_eq!(monthly("2026-11-25", "2027-01-25"), 20_000);
    assert_eq!(
        monthly("2026-11-10", "2027-01-25"),
        20_000 + 15 * 10_000 / 31
    );
    let year = difference(
        120_000,
        Recurrence::Anual,
        day("2027-07-01"),
        day("2028-01-01"),
    );
    assert_eq!(year, 184 * 120_000 / 365);
    // the end of a month, and of a shorter one
    assert_eq!(monthly("2027-01-31", "2027-03-31"), 20_000);
    assert_eq!(monthly("2027-02-28", "2027-03-31"), 10_000);
}

#[test]
fn when_another_plan_counts() {
    let now = at("2026-11-25T15:00:00Z");
    let (paid, late) = (
        chooser("2026-12-25T12:00:00Z"),
        chooser("2026-11-24T12:00:00Z"),
    );
    let today = chooser("2026-11-25T20:00:00Z");
    let trial = |until: &str| Chooser {
        trial_until: Some(at(until)),
        ..paid
    };
    for (chooser, to, expected) in [
        (paid, 200.0, Effect::Difference(10_000)),
        (paid, 50.0, Effect::From(paid.due_date)),
        (paid, 100.0, Effect::Now),
        (late, 200.0, Effect::NextPayment),
        (late, 50.0, Effect::Now),
        (today, 200.0, Effect::NextPayment),
        (today, 50.0, Effect::From(today.due_date)),
        (trial("2026-12-25T12:00:00Z"), 200.0, Effect::Now),
        (trial("2026-12-25T12:00:00Z"), 50.0, Effect::Now),
        // who has paid during his trial has paid
        (
            trial("2026-11-26T12:00:00Z"),
            200.0,
            Effect::Difference(10_000),
        ),
        // at this very moment
        (chooser("2026-11-25T15:00:00Z"), 50.0, Effect::Now),
        (
            Chooser {
                trial_until: Some(now),
                ..chooser("2026-11-25T15:00:00Z")
            },
            200.0,
            Effect::NextPayment,
        ),
        (
            trial("2026-11-24T12:00:00Z"),
            50.0,
            Effect::From(paid.due_date),
        ),
    ] {
        assert_eq!(
            effect(chooser, 100.0, to, now),
            expected,
            "{chooser:?} {to}"
        );
    }
}

#[test]
fn what_is_too_much_for_a_plan_is_told() {
    let usage = Usage {
        users: 4,
        connections: 1,
        queues: 3,
        storage_bytes: 3_000_000_000,
    };
    let named = |users, storage| -> Vec<_> {
        let all = excess(usage, &plan(users, storage, 1.0)).into_iter();
        all.map(|it| (it.of, it.used, it.most)).collect()
    };
    assert_eq!(
        named(3, 2),
        [
            (Counted::Users, 4, 3),
            (Counted::Queues, 3, 2),
            (Counted::Storage, 3_000_000_000, 2_000_000_000)
        ]
    );
    assert_eq!(named(4, 3), [(Counted::Queues, 3, 2)]);
    assert_eq!(
        named(4, 0),
        [(Counted::Queues, 3, 2)],
        "0 is without a limit"
    );
    assert!(is_offered(&plan(1, 1, 0.01)) && !is_offered(&plan(1, 1, 0.0)));
}

prop_compose! {
    fn any_day()(days in 0_i32..40_000) -> NaiveDate {
        NaiveDate::from_num_days_from_ce_opt(730_000 + days).unwrap()
    }
}

proptest! {
    /// From 1999 to 2109: a month, with all its days, is a whole payment; a day more never costs less, nor more than a day can.
    #[test]
    fn a_payment_is_a_payment_and_a_day_a_part_of_it(
        today in any_day(),
        days in 0_u64..1_200,
        which in 0_usize..5,
        cents in 1_i64..100_000_000,
    ) {
        let recurrence = RECURRENCES[which];
        let due = today.checked_add_days(Days::new(days)).unwrap();
        let cost = difference(cents, recurrence, today, due);
        let yesterday = today.pred_opt().unwrap();
        let more = difference(cents, recurrence, yesterday, due);
        // a day of the shortest payment, a cent of rounding, and the days by which months of the calendar overlap
        let shortest = i64::from(recurrence.months()) * 28;
        prop_assert!(more >= cost);
        prop_assert!(more - cost <= cents * 2 / shortest + 2, "{} after {}", more, cost);
        for payments in 0_u32..4 {
            let months = Months::new(recurrence.months() * payments);
            let begin = due.checked_sub_months(months).unwrap();
            prop_assert_eq!(difference(cents, recurrence, begin, due), cents * i64::from(payments));
        }
    }

    /// Neither the hour of the day nor a clock that is set forward or back changes what is paid.
    #[test]
    fn the_hour_does_not_matter(
        today in any_day(),
        days in 1_u64..400,
        hours in 0_i64..23,
        due_hours in 0_i64..23,
        place in prop::sample::select(PLACES.to_vec()),
    ) {
        let zone = zone_or_default(Some(place));
        let due = today.checked_add_days(Days::new(days)).unwrap();
        let now = start_of(today, zone).unwrap() + TimeDelta::hours(hours);
        let due_date = start_of(due, zone).unwrap() + TimeDelta::hours(due_hours);
        let chooser = Chooser { due_date, trial_until: None, recurrence: Recurrence::Mensal, zone };
        let (today, due) = (now.with_timezone(&zone).date_naive(), due_date.with_timezone(&zone).date_naive());
        let expected = match difference(10_000, Recurrence::Mensal, today, due) {
            0 => Effect::NextPayment,
            cents => Effect::Difference(cents),
        };
        prop_assert_eq!(effect(chooser, 100.0, 200.0, now), expected);
        prop_assert_eq!(effect(chooser, 200.0, 100.0, now), if due_date > now { Effect::From(due_date) } else { Effect::Now });
    }

    /// A dearer plan that is paid for at once never costs more than its whole price for what is left.
    #[test]
    fn the_difference_is_never_more_than_the_whole(days in 1_i64..31, from in 1_i64..100_000, more in 1_i64..100_000) {
        let now = at("2026-11-25T15:00:00Z");
        let paid = Chooser { due_date: now + TimeDelta::days(days), ..chooser("2026-12-25T12:00:00Z") };
        #[expect(clippy::cast_precision_loss, reason = "small numbers")]
        let brl = |cents: i64| cents as f64 / 100.0;
        match effect(paid, brl(from), brl(from + more), now) {
            Effect::Difference(cents) => prop_assert!(cents > 0 && cents <= more * 2),
            Effect::NextPayment => prop_assert!(more * days < 62),
            other => prop_assert!(false, "{:?}", other),
        }
    }
}
