//! Invoices, amounts and QR codes.

use chrono::{Datelike as _, NaiveDate};
use guiche_storage::model::CompanyId;
use proptest::prelude::*;

use super::*;
use crate::rules::calendar::start_of;

const RECURRENCES: [Recurrence; 5] = [
    Recurrence::Mensal,
    Recurrence::Bimestral,
    Recurrence::Trimestral,
    Recurrence::Semestral,
    Recurrence::Anual,
];

fn at(text: &str) -> DateTime<Utc> {
    text.parse().unwrap()
}

fn billed(due: &str) -> Billed {
    Billed {
        company_id: CompanyId(1),
        status: true,
        due_date: Some(at(due)),
        recurrence: Recurrence::Mensal,
        plan_name: "Profissional".into(),
        plan_value: 349.0,
        time_zone: None,
    }
}

#[test]
fn an_invoice_is_made_less_than_twenty_days_before_it_is_due() {
    let now = at("2026-11-01T12:00:00Z");
    assert_eq!(invoice_of(&billed("2026-11-21T12:00:00Z"), now), None);
    let made = invoice_of(&billed("2026-11-21T11:59:59Z"), now).unwrap();
    assert_eq!(
        (made.detail.as_str(), made.value_cents),
        ("Profissional", 34_900)
    );
    assert_eq!(made.due_day.to_string(), "2026-11-21");
    let late = invoice_of(&billed("2026-10-21T12:00:00Z"), now);
    assert!(late.is_some(), "also when it is overdue");
    let at_night = invoice_of(&billed("2026-11-11T02:00:00Z"), now).unwrap();
    assert_eq!(
        at_night.due_day.to_string(),
        "2026-11-10",
        "as the company counts days"
    );
}

#[test]
fn nobody_is_asked_for_nothing_or_while_switched_off() {
    let now = at("2026-11-01T12:00:00Z");
    let soon = || billed("2026-11-05T12:00:00Z");
    let off = Billed {
        status: false,
        ..soon()
    };
    let free = Billed {
        plan_value: 0.0,
        ..soon()
    };
    let endless = Billed {
        due_date: None,
        ..soon()
    };
    for one in [off, free, endless] {
        assert_eq!(invoice_of(&one, now), None);
    }
}

#[test]
fn who_pays_a_year_at_once_is_asked_for_a_year() {
    assert_eq!(price(349.9, Recurrence::Anual), 419_880);
    assert_eq!(price(0.1 + 0.2, Recurrence::Mensal), 30);
    assert_eq!(price(f64::NAN, Recurrence::Mensal), 0);
    assert_eq!(price(-1.0, Recurrence::Mensal), 0);
}

#[test]
fn invoices_are_made_from_three_in_the_morning_at_home() {
    assert!(!is_billing_time(at("2026-11-21T05:59:59Z")));
    assert!(is_billing_time(at("2026-11-21T06:00:00Z")));
    assert!(is_billing_time(at("2026-11-22T02:59:59Z")));
}

#[test]
fn a_payment_is_good_from_what_is_paid_or_from_today() {
    let (zone, now) = (zone_or_default(None), at("2026-11-23T15:00:00Z"));
    let until = |due: Option<&str>| renewed(due.map(at), Recurrence::Mensal, now, zone);
    assert_eq!(
        until(Some("2026-11-30T12:00:00Z")),
        at("2026-12-30T12:00:00Z")
    );
    assert_eq!(
        until(Some("2026-11-21T12:00:00Z")),
        at("2026-12-23T15:00:00Z")
    );
    assert_eq!(until(None), at("2026-12-23T15:00:00Z"));
}

#[test]
fn days_of_a_trial_are_counted_to_its_end() {
    // spec: A146
    let now = at("2026-11-23T15:00:00Z");
    let left = |until: &str| trial_days_left(Some(at(until)), now);
    assert_eq!(left("2026-11-26T15:00:00Z"), Some(3));
    assert_eq!(left("2026-11-25T15:00:01Z"), Some(3));
    assert_eq!(left("2026-11-23T15:00:01Z"), Some(1));
    assert_eq!(left("2026-11-23T15:00:00Z"), None);
    assert_eq!(trial_days_left(None, now), None);
}

#[test]
fn a_payment_counts_by_what_it_meets() {
    use InvoiceStatus as S;
    use PaymentOutcome as O;
    for (status, before, paid, expected) in [
        (S::Open, 0, 100, (O::Paid, 0)),
        (S::Open, 0, 101, (O::Paid, 1)),
        (S::Open, 0, 99, (O::TooLittle, 0)),
        (S::Open, 60, 40, (O::Paid, 0)),
        (S::Open, 60, 50, (O::Paid, 10)),
        (S::Open, 60, 39, (O::TooLittle, 0)),
        (S::Paid, 0, 100, (O::Double, 0)),
        (S::Paid, 0, 150, (O::Double, 0)),
        (S::Cancelled, 0, 100, (O::Late, 0)),
    ] {
        assert_eq!(outcome(status, before, paid, 100), expected);
    }
}

#[test]
fn amounts_are_read_as_the_central_bank_writes_them() {
    for (text, cents) in [
        ("37.00", 3_700),
        ("0.01", 1),
        ("1234.56", 123_456),
        ("9999999999.99", 999_999_999_999),
    ] {
        assert_eq!(parse_amount(text), Some(cents));
        assert_eq!(amount(cents), text);
    }
    for text in [
        "", "37", "37.0", "37.000", "37,00", "-1.00", "+1.00", ".50", "1.-1", "1e3.00",
    ] {
        assert_eq!(parse_amount(text), None, "{text}");
    }
}

/// The codes that others have published: the central bank's description of its API, and a bank's.
const PUBLISHED: [&str; 2] = [
    "00020126180014br.gov.bcb.pix5204000053039865802BR5913Fulano de Tal6008BRASILIA62070503***80800014br.gov.bcb.pix2558pix.example.com/qr/v2/rec/2353c790eefb11eaadc10242ac120002630462C9",
    "00020101021226910014br.gov.bcb.pix2569localhost:5001/api/testaccount/qr/v1/5b2970f464a740378aa472c6dad0bf8352040000530398654071234.565802BR5905Woovi6009SAO_PAULO610804556300622905255b2970f464a740378aa472c6d63046BA9",
];

#[test]
fn published_codes_have_the_checksum_that_is_reckoned_here() {
    for code in PUBLISHED {
        assert!(is_br_code(code), "{code}");
        let spoilt = code.replacen("BR59", "BR58", 1);
        assert!(!is_br_code(&spoilt), "{spoilt}");
    }
    for text in ["", "6304", "é", "0002016304é", "hello"] {
        assert!(!is_br_code(text), "{text}");
    }
    // what is signed and begins, or ends, as no code does
    for begin in ["000201abc6305", "000301abc6304"] {
        let text = format!("{begin}{:04X}", checksum(begin.as_bytes()));
        assert!(!is_br_code(&text), "{text}");
    }
}

#[test]
fn a_code_names_place_amount_and_receiver() {
    let receiver = Receiver {
        name: "Guichê Tecnologia e Atendimento Ltda.",
        city: "São José dos Campos",
    };
    let code = br_code("pix.example.com/qr/v2/1f", receiver, 34_900);
    assert!(is_br_code(&code));
    let begin = "00020101021226460014br.gov.bcb.pix2524pix.example.com/qr/v2/1f52040000530398654\
                 06349.005802BR5925Guiche Tecnologia e Atend6015Sao Jose dos Ca62070503***6304";
    assert_eq!(code.get(..code.len() - 4), Some(begin));
}

prop_compose! {
    fn any_day()(days in 0_i32..40_000) -> NaiveDate {
        NaiveDate::from_num_days_from_ce_opt(730_000 + days).unwrap()
    }
}

proptest! {
    /// From 1999 to 2109, in every zone that counts: short months, leap years, summer time.
    #[test]
    fn a_renewal_ends_on_the_same_day_of_a_later_month_or_on_its_last(
        day in any_day(),
        which in 0_usize..5,
        hour in 0_i64..23,
        place in prop::sample::select(vec!["America/Sao_Paulo", "America/Noronha", "Europe/Lisbon", "UTC"]),
    ) {
        let zone = zone_or_default(Some(place));
        let recurrence = RECURRENCES[which];
        let due = start_of(day, zone).unwrap() + TimeDelta::hours(hour);
        let day = due.with_timezone(&zone).date_naive();
        let next = renewed(Some(due), recurrence, due - TimeDelta::days(3), zone);
        let later = next.with_timezone(&zone).date_naive();
        let months = |day: NaiveDate| i64::from(day.year()) * 12 + i64::from(day.month0());
        prop_assert_eq!(months(later) - months(day), i64::from(recurrence.months()));
        let is_last = later.succ_opt().unwrap().day() == 1;
        prop_assert!(later.day() == day.day() || (is_last && later.day() < day.day()));
        prop_assert!(next > due);
    }

    #[test]
    fn a_renewal_is_never_in_the_past(days in -4_000_i64..4_000, which in 0_usize..5) {
        let now = at("2026-11-23T15:00:00Z");
        let next = renewed(Some(now + TimeDelta::days(days)), RECURRENCES[which], now, zone_or_default(None));
        prop_assert!(next >= now + TimeDelta::days(28));
    }

    #[test]
    fn an_amount_reads_back(cents in 0_i64..1_000_000_000_000) {
        prop_assert_eq!(parse_amount(&amount(cents)), Some(cents));
    }

    #[test]
    fn a_code_is_whole_whatever_the_receiver_is_called(name in ".{0,60}", city in ".{0,40}", cents in 1_i64..10_000_000) {
        let code = br_code("pix.example.com/1", Receiver { name: &name, city: &city }, cents);
        prop_assert!(is_br_code(&code) && code.is_ascii());
    }
}
