//! The rules of campaigns, by examples and by many dice.

use chrono::{Datelike as _, NaiveDate, Timelike as _};
use chrono_tz::Tz;
use guiche_storage::model::HolidayId;
use proptest::prelude::*;

use super::*;

const SAO_PAULO: Zone = Tz::America__Sao_Paulo;

fn at(text: &str) -> DateTime<Utc> {
    text.parse().unwrap()
}

fn settings(message: i64, after: i64, greater: i64) -> CampaignSettings {
    CampaignSettings {
        message_interval: message,
        longer_interval_after: after,
        greater_interval: greater,
        variables: Vec::new(),
    }
}

fn office(skip_holidays: bool) -> SendingWindow {
    SendingWindow {
        weekdays: vec![1, 2, 3, 4, 5],
        start: "08:00".into(),
        end: "18:00".into(),
        skip_holidays,
    }
}

fn holiday(date: &str) -> Holiday {
    Holiday {
        id: HolidayId(1),
        date: date.parse().unwrap(),
        name: "Natal".into(),
        start_time: Some("10:00".into()),
        end_time: Some("11:00".into()),
        yearly: true,
        queue_id: None,
    }
}

#[test]
fn the_first_messages_have_one_interval_and_later_ones_another() {
    let usual = CampaignSettings::default();
    let seconds = |sent, dice| wait(&usual, sent, false, dice).num_milliseconds();
    assert_eq!(seconds(1, 0.5), 20_000);
    assert_eq!(seconds(19, 0.5), 20_000, "between the 19th and the 20th");
    assert_eq!(seconds(20, 0.5), 60_000, "behind the 20th");
    assert_eq!((seconds(1, 0.0), seconds(1, 1.0)), (14_000, 26_000));
    let never = settings(20, 0, 60);
    assert_eq!(wait(&never, 1000, false, 0.5), TimeDelta::seconds(20));
    let hasty = settings(0, 0, 0);
    assert_eq!(wait(&hasty, 1, false, 0.0), TimeDelta::seconds(5));
    assert_eq!(wait(&hasty, 1, true, 0.0), TimeDelta::zero());
}

#[test]
fn a_new_number_writes_to_few_people_in_its_first_weeks() {
    let caps: Vec<i64> = [0, 6, 7, 14, 21, 400]
        .map(|days| cap(None, TimeDelta::days(days), false))
        .into();
    assert_eq!(caps, [20, 20, 50, 100, 200, 200]);
    assert_eq!(cap(Some(10), TimeDelta::zero(), false), 10);
    assert_eq!(cap(Some(500), TimeDelta::days(10), false), 50);
    assert_eq!(cap(Some(500), TimeDelta::days(30), false), 500);
    assert_eq!(cap(None, TimeDelta::zero(), true), 200);
}

#[test]
fn how_a_young_number_is_warmed_up_is_said_week_by_week() {
    let created = at("2026-11-02T09:00:00Z");
    let told = |days: i64, no_warm_up: bool| {
        let told = warm_up(created, created + TimeDelta::days(days), no_warm_up);
        told.map(|it| (it.week, it.next_cap, (it.until - created).num_days()))
    };
    assert_eq!(told(-1, false), Some((1, Some(50), 7)), "a clock behind");
    assert_eq!(told(0, false), Some((1, Some(50), 7)));
    assert_eq!(told(7, false), Some((2, Some(100), 14)));
    assert_eq!(told(20, false), Some((3, None, 21)), "the last week");
    assert_eq!(told(21, false), None);
    assert_eq!(told(0, true), None);
}

#[test]
fn a_window_has_days_hours_and_holidays() {
    let window = Window::new(Some(&office(true)), SAO_PAULO, &[holiday("2026-12-25")]);
    for (time, open) in [
        ("2026-11-25T10:59:59Z", false),
        ("2026-11-25T11:00:00Z", true),
        ("2026-11-25T20:59:59Z", true),
        ("2026-11-25T21:00:00Z", false),
        ("2026-11-28T15:00:00Z", false),
        ("2026-12-25T13:30:00Z", false),
    ] {
        assert_eq!(window.is_open(at(time)), open, "{time}");
    }
    // from Thursday night over the holiday and the weekend
    let next = window.opens_after(at("2026-12-25T03:00:00Z"));
    assert_eq!(next, Some(at("2026-12-28T11:00:00Z")));
    let works = Window::new(Some(&office(false)), SAO_PAULO, &[holiday("2026-12-25")]);
    assert!(works.is_open(at("2026-12-25T18:00:00Z")));
    let sunday = SendingWindow {
        weekdays: vec![0],
        ..office(false)
    };
    let sunday = Window::new(Some(&sunday), SAO_PAULO, &[]);
    assert!(sunday.is_open(at("2026-11-29T15:00:00Z")));
    assert!(!sunday.is_open(at("2026-11-30T15:00:00Z")));
    let always = Window::new(None, SAO_PAULO, &[holiday("2026-12-25")]);
    assert!(always.is_open(at("2026-12-25T03:00:00Z")));
}

#[test]
fn texts_that_are_written_take_turns() {
    let texts = [Some("um"), None, Some("três"), None, Some("cinco")];
    let turns: Vec<_> = (0..4).map(|sent| turn_of(&texts, sent).unwrap()).collect();
    assert_eq!(turns, [(1, "um"), (3, "três"), (5, "cinco"), (1, "um")]);
    assert_eq!(turn_of(&[None::<&str>; 5], 3), None);
}

#[test]
fn words_in_braces_are_filled_once() {
    let own = [CampaignVariable {
        key: "cupom".into(),
        value: "NATAL {nome}".into(),
    }];
    let reader = Reader {
        name: "Ana {cupom}",
        email: "ana@exemplo.com",
        number: "5511988887777",
    };
    let filled = |text| fill(text, reader, &own);
    assert_eq!(filled("Oi {nome}!"), "Oi Ana {cupom}!");
    assert_eq!(filled("{email} {numero}"), "ana@exemplo.com 5511988887777");
    assert_eq!(filled("{cupom} {outro} {"), "NATAL {nome} {outro} {");
    assert_eq!(filled("{{nome}"), "{Ana {cupom}");
    assert_eq!(filled(""), "");
}

#[test]
fn words_of_refusal_stand_alone() {
    for text in [
        "SAIR",
        "sair.",
        " Parar! ",
        "PARE",
        "stop",
        "Baja",
        "cancelar",
        "NÃO QUERO RECEBER",
    ] {
        assert!(is_opt_out(text), "{text}");
    }
    for text in [
        "",
        "quero sair de casa",
        "cancelar o pedido 12",
        "sim",
        "não",
    ] {
        assert!(!is_opt_out(text), "{text}");
    }
    assert!(is_refusal("Não") && is_refusal("no") && is_refusal("sair"));
    assert!(!is_refusal("Sim, não vejo a hora"));
}

#[test]
fn a_restriction_is_told_by_its_code() {
    for code in ["131048", "131031", "130497", "368"] {
        assert!(
            is_restriction(&format!("{code} Spam rate limit hit")),
            "{code}"
        );
    }
    assert!(!is_restriction("131026 Message undeliverable 368"));
    assert!(!is_restriction(""));
}

/// A campaign by a clock that steps: when it would write, from a start on, for 30 days.
fn month(
    begin: DateTime<Utc>,
    (window, zone): (&Window, Zone),
    (settings, wanted): (&CampaignSettings, Option<i64>),
    mut dice: impl FnMut() -> f64,
) -> Vec<DateTime<Utc>> {
    let (mut now, mut sent) = (begin, Vec::<DateTime<Utc>>::new());
    let (mut today, mut count) = (None::<NaiveDate>, 0);
    while now < begin + TimeDelta::days(30) {
        if !window.is_open(now) {
            now = window.opens_after(now).unwrap();
            continue;
        }
        let day = now.with_timezone(&zone).date_naive();
        if today != Some(day) {
            (today, count) = (Some(day), 0);
        }
        if count >= cap(wanted, now - begin, false) {
            now = super::super::calendar::start_of(day.succ_opt().unwrap(), zone).unwrap();
            continue;
        }
        sent.push(now);
        count += 1;
        let number = i64::try_from(sent.len()).unwrap();
        now += wait(settings, number, false, dice());
    }
    sent
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    #[test]
    fn thirty_days_keep_window_cap_and_distance(
        message in 0_i64..120, after in 0_i64..60, greater in 0_i64..600,
        wanted in prop::option::of(1_i64..300),
        start in 0_u16..1300, length in 1_u16..139,
        weekdays in prop::collection::btree_set(0_u8..7, 1..7),
        // summer time ends and begins in these months, the one there in the middle of the night, the other one at midnight
        from in prop::sample::select(vec!["2026-10-10T03:00:00Z", "2018-10-20T03:00:00Z", "2026-03-15T12:00:00Z", "2018-02-01T00:00:00Z"]),
        zone in prop::sample::select(vec![SAO_PAULO, Tz::Europe__Lisbon, Tz::America__Santiago]),
        seed in any::<u64>(),
    ) {
        let end = (start + length * 10).min(1439);
        let text = |minute: u16| format!("{:02}:{:02}", minute / 60, minute % 60);
        let window = SendingWindow { weekdays: weekdays.into_iter().collect(), start: text(start), end: text(end), skip_holidays: true };
        prop_assume!(start < end);
        let holidays = [holiday("2026-10-12")];
        let open = Window::new(Some(&window), zone, &holidays);
        let mut state = seed;
        let dice = || {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            f64::from(u32::try_from(state >> 33).unwrap()) / f64::from(1_u32 << 31)
        };
        let begin = at(from);
        let rules = settings(message, after, greater);
        let sent = month(begin, (&open, zone), (&rules, wanted), dice);
        let mut days = std::collections::BTreeMap::new();
        for time in &sent {
            let local = time.with_timezone(&zone);
            let minute = u16::try_from(local.hour() * 60 + local.minute()).unwrap();
            prop_assert!(window.weekdays.contains(&u8::try_from(local.weekday().num_days_from_sunday()).unwrap()));
            prop_assert!((start..end).contains(&minute), "{local}");
            prop_assert!((local.month(), local.day()) != (10, 12));
            *days.entry(local.date_naive()).or_insert(0_i64) += 1;
        }
        for (first, second) in sent.iter().zip(sent.iter().skip(1)) {
            prop_assert!(*second - *first >= TimeDelta::seconds(5));
        }
        for (day, count) in days {
            let last = super::super::calendar::start_of(day.succ_opt().unwrap(), zone).unwrap();
            prop_assert!(count <= cap(wanted, last - begin, false), "{day}: {count}");
        }
    }

    #[test]
    fn an_interval_stays_within_its_jitter(message in 0_i64..600, sent in 1_i64..100, dice in 0.0_f64..=1.0) {
        let waited = wait(&settings(message, 0, 0), sent, false, dice).num_milliseconds();
        prop_assert!(waited >= 5000 && waited >= message * 700 - 1 && waited <= (message * 1300 + 1).max(5000));
        prop_assert!(wait_after_yes(dice) <= TimeDelta::seconds(10));
    }

    #[test]
    fn every_text_comes_equally_often(texts in prop::array::uniform5("[a-z]{0,3}"), rounds in 1_i64..20) {
        let texts = texts.each_ref().map(|it| Some(it.as_str()).filter(|it| !it.is_empty()));
        let written = texts.iter().flatten().count();
        let count = i64::try_from(written).unwrap() * rounds;
        let mut seen = std::collections::BTreeMap::new();
        for sent in 0..count {
            *seen.entry(turn_of(&texts, sent).unwrap().0).or_insert(0) += 1;
        }
        prop_assert!(seen.values().all(|&times| times == rounds) && seen.len() == written);
    }
}
