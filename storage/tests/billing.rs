//! Invoices, charges and payments: each once, each of one company.

use chrono::{DateTime, TimeDelta, Utc};

use super::{
    fixtures::{refusal, two_companies},
    support::{both, now},
};
use crate::{
    Conn,
    billing::{
        charges::{self, Charge},
        invoices::{self, Filter, NewInvoice, Paid},
        own,
        payments::{self, NewPayment, Settled},
    },
    companies,
    model::{
        CompanyId, InvoiceId,
        invoice::{BankName, CompanyInvoice, InvoiceKind, InvoiceStatus, PaymentOutcome},
        page::Page,
    },
};

fn new(days: i64) -> NewInvoice {
    let due_date = now() + TimeDelta::days(days);
    NewInvoice {
        detail: "Profissional".into(),
        value_cents: 34_900,
        due_date,
        due_day: due_date.date_naive(),
    }
}

fn paid(by: Option<&str>) -> Paid<'_> {
    Paid {
        at: now(),
        by,
        reason: by.map(|_| "depósito"),
    }
}

async fn invoice(conn: &mut Conn<'_>, company: CompanyId, days: i64) -> InvoiceId {
    let made = invoices::insert_if_new(conn, company, &new(days), now()).await;
    made.unwrap().unwrap()
}

fn charge(company: CompanyId, invoice: InvoiceId, txid: &str) -> Charge {
    Charge {
        txid: txid.into(),
        company_id: company,
        invoice_id: invoice,
        bank: BankName::Pix,
        bank_ref: None,
        value_cents: 34_900,
        qrcode: "000201".into(),
        created_at: now(),
        expires_at: now() + TimeDelta::hours(1),
    }
}

fn payment(id: &str, outcome: PaymentOutcome) -> NewPayment<'_> {
    NewPayment {
        end_to_end_id: id,
        value_cents: 34_900,
        excess_cents: 0,
        returned_cents: 0,
        paid_at: now(),
        outcome,
    }
}

async fn numbers(conn: &mut Conn<'_>, company: CompanyId, search: &str) -> Vec<InvoiceId> {
    let page = Page::new(None, invoices::PAGE_SIZE);
    let found = own::list(conn, company, search, page).await.unwrap();
    found.rows.into_iter().map(|it| it.invoice.id).collect()
}

#[tokio::test]
async fn a_company_has_one_invoice_a_day_unless_that_was_cancelled() {
    // spec: A039
    both(async |db| {
        let (ours, theirs) = two_companies(&db).await;
        let mut tx = db.begin().await.unwrap();
        let conn = &mut tx.conn();
        let first = invoice(conn, ours, 5).await;
        let mut later = new(5);
        later.due_date += TimeDelta::hours(1);
        let again = invoices::insert_if_new(conn, ours, &later, now()).await;
        assert_eq!(again.unwrap(), None);
        invoice(conn, theirs, 5).await;
        let known = invoices::get(conn, ours, first).await.unwrap();
        assert_eq!(
            (known.value_cents, known.status, known.detail.as_str()),
            (34_900, InvoiceStatus::Open, "Profissional")
        );
        assert!((known.value - 349.0).abs() < f64::EPSILON);
        assert_eq!(
            invoices::cancel_open(conn, ours, InvoiceKind::Renewal, now())
                .await
                .unwrap(),
            1,
            "of this company only"
        );
        let second = invoice(conn, ours, 5).await;
        assert_eq!(
            numbers(conn, ours, "").await,
            [second],
            "what was cancelled is not shown"
        );
        let is_paid = invoices::mark_paid(conn, ours, first, paid(None)).await;
        assert!(!is_paid.unwrap(), "and cannot be paid");
    })
    .await;
}

#[tokio::test]
async fn invoices_come_by_due_date_and_are_found_by_words_and_number() {
    both(async |db| {
        let (ours, theirs) = two_companies(&db).await;
        let mut tx = db.begin().await.unwrap();
        let conn = &mut tx.conn();
        let old = invoice(conn, ours, -30).await;
        let soon = invoice(conn, ours, 5).await;
        let next = invoice(conn, ours, 1).await;
        let text = old.to_string();
        for (search, expected) in [
            ("", vec![soon, next, old]),
            ("PROFI", vec![soon, next, old]),
            (text.as_str(), vec![old]),
            ("pro%nal", vec![]),
        ] {
            assert_eq!(numbers(conn, ours, search).await, expected, "{search}");
            assert_eq!(numbers(conn, theirs, search).await, []);
        }
        let first = async |conn: &mut Conn<'_>| {
            let found = invoices::list_open_renewals(conn, ours).await.unwrap();
            found.first().map(|it| it.id)
        };
        assert_eq!(first(conn).await, Some(old));
        let once = invoices::mark_paid(conn, ours, old, paid(None)).await;
        let twice = invoices::mark_paid(conn, ours, old, paid(None)).await;
        assert_eq!((once.unwrap(), twice.unwrap()), (true, false));
        assert_eq!(first(conn).await, Some(next));
    })
    .await;
}

#[tokio::test]
async fn only_companies_that_are_due_and_have_no_invoice_are_to_be_billed() {
    both(async |db| {
        let (ours, theirs) = two_companies(&db).await;
        let mut tx = db.begin().await.unwrap();
        let conn = &mut tx.conn();
        let due = |days| Some(now() + TimeDelta::days(days));
        let set = async |conn: &mut Conn<'_>, company, status, date: Option<DateTime<Utc>>| {
            companies::update_standing(conn, company, now(), status, date)
                .await
                .unwrap();
        };
        let unbilled = async |conn: &mut Conn<'_>, after: i64| {
            let before = now() + TimeDelta::days(20);
            let found = invoices::list_unbilled(conn, before, CompanyId(after), 10).await;
            let found = found.unwrap().into_iter();
            found.map(|it| it.company_id).collect::<Vec<_>>()
        };
        assert_eq!(unbilled(conn, 0).await, [], "without a due date");
        set(conn, ours, true, due(5)).await;
        set(conn, theirs, true, due(25)).await;
        assert_eq!(unbilled(conn, 0).await, [ours]);
        assert_eq!(unbilled(conn, ours.0).await, []);
        set(conn, theirs, false, due(5)).await;
        assert_eq!(unbilled(conn, 0).await, [ours], "not while switched off");
        invoice(conn, ours, 5).await;
        assert_eq!(unbilled(conn, 0).await, []);
        let billed = invoices::get_billed(conn, ours).await.unwrap();
        assert_eq!(billed.plan_name, "Plano de Lojas Aurora");
    })
    .await;
}

#[tokio::test]
async fn a_charge_is_asked_about_until_it_is_over_and_a_payment_is_noted_once() {
    both(async |db| {
        let (ours, theirs) = two_companies(&db).await;
        let mut tx = db.begin().await.unwrap();
        let conn = &mut tx.conn();
        let id = invoice(conn, ours, 5).await;
        let one = charge(ours, id, "a1");
        charges::insert(conn, ours, &one).await.unwrap();
        let known = charges::find_by_txid(conn, "a1").await.unwrap();
        assert_eq!(known.as_ref(), Some(&one));
        assert_eq!(charges::find_by_txid(conn, "b").await.unwrap(), None);
        let live = async |conn: &mut Conn<'_>, company, minutes| {
            let until = now() + TimeDelta::minutes(minutes);
            let found = charges::find_live(conn, company, id, until).await.unwrap();
            found.is_some()
        };
        assert!(live(conn, ours, 59).await);
        assert!(!live(conn, ours, 60).await && !live(conn, theirs, 0).await);
        let to_ask = async |conn: &mut Conn<'_>, seconds| {
            let before = now() + TimeDelta::seconds(seconds);
            let found = charges::list_to_ask(conn, before, 10).await.unwrap();
            found.len()
        };
        assert_eq!((to_ask(conn, 0).await, to_ask(conn, 1).await), (0, 1));
        let later = now() + TimeDelta::seconds(10);
        charges::set_asked(conn, theirs, "a1", true, later)
            .await
            .unwrap();
        charges::set_asked(conn, ours, "a1", false, later)
            .await
            .unwrap();
        assert_eq!((to_ask(conn, 10).await, to_ask(conn, 11).await), (0, 1));
        charges::set_asked(conn, ours, "a1", true, later)
            .await
            .unwrap();
        assert_eq!(to_ask(conn, 1000).await, 0);
        let note = payment("E1", PaymentOutcome::Paid);
        let first = payments::insert(conn, ours, &one, note, now()).await;
        let again = payments::insert(conn, ours, &one, note, now()).await;
        assert_eq!((first.unwrap(), again.unwrap()), (true, false));
    })
    .await;
}

async fn listed(conn: &mut Conn<'_>, filter: Filter<'_>) -> Vec<CompanyInvoice> {
    let page = Page::new(None, invoices::PAGE_SIZE);
    let found = invoices::list_all(conn, filter, page).await.unwrap();
    let count = usize::try_from(found.count).unwrap();
    assert_eq!(count, found.rows.len());
    found.rows
}

#[tokio::test]
async fn those_who_run_the_server_see_all_and_what_was_paid() {
    both(async |db| {
        let (ours, theirs) = two_companies(&db).await;
        let mut tx = db.begin().await.unwrap();
        let conn = &mut tx.conn();
        let id = invoice(conn, ours, 5).await;
        let other = invoice(conn, theirs, 6).await;
        let one = charge(ours, id, "a1");
        charges::insert(conn, ours, &one).await.unwrap();
        let note = payment("E1", PaymentOutcome::TooLittle);
        payments::insert(conn, ours, &one, note, now())
            .await
            .unwrap();
        invoices::mark_paid(conn, theirs, other, paid(Some("Ana")))
            .await
            .unwrap();
        let all = listed(conn, Filter::default()).await;
        let shown: Vec<_> = all
            .iter()
            .map(|it| {
                (
                    it.invoice.id,
                    it.company_name.as_str(),
                    it.paid_by.as_deref(),
                    it.payments.len(),
                )
            })
            .collect();
        assert_eq!(
            shown,
            [
                (other, "Clínica Vida", Some("Ana"), 0),
                (id, "Lojas Aurora", None, 1)
            ]
        );
        let odd = Filter {
            is_odd: true,
            ..Filter::default()
        };
        let open = Filter {
            status: Some(InvoiceStatus::Open),
            ..Filter::default()
        };
        let named = Filter {
            search: "aurora",
            ..Filter::default()
        };
        for filter in [odd, open, named] {
            let found = listed(conn, filter).await;
            assert_eq!(found.len(), 1);
            assert_eq!(found[0].invoice.id, id);
        }
        let one = invoices::get_of_company(conn, ours, id).await.unwrap();
        assert_eq!(one.payments[0].outcome, PaymentOutcome::TooLittle);
        assert_eq!(invoices::find_company(conn, id).await.unwrap(), ours);
    })
    .await;
}

#[tokio::test]
async fn a_foreign_company_finds_no_invoice() {
    both(async |db| {
        let (ours, theirs) = two_companies(&db).await;
        let mut tx = db.begin().await.unwrap();
        let conn = &mut tx.conn();
        let id = invoice(conn, ours, 5).await;
        for refused in [
            refusal(invoices::get(conn, theirs, id).await),
            refusal(invoices::get_of_company(conn, theirs, id).await),
            refusal(invoices::find_company(conn, InvoiceId(id.0 + 1000)).await),
        ] {
            assert_eq!(refused, "ERR_NO_INVOICE_FOUND");
        }
        let changed = invoices::mark_paid(conn, theirs, id, paid(None)).await;
        assert!(!changed.unwrap());
        let cancelled = invoices::cancel_open(conn, theirs, InvoiceKind::Renewal, now()).await;
        assert_eq!(cancelled.unwrap(), 0);
        let known = invoices::get(conn, ours, id).await.unwrap();
        assert_eq!(known.status, InvoiceStatus::Open, "nothing is changed");
    })
    .await;
}

fn settled(note: &str) -> Settled<'_> {
    Settled {
        at: now(),
        by: "Ana",
        note,
    }
}

#[tokio::test]
#[expect(
    clippy::too_many_lines,
    reason = "three payments and what becomes of them"
)]
async fn a_payment_is_odd_until_what_is_due_back_went_back_or_somebody_settles_it() {
    both(async |db| {
        let (ours, theirs) = two_companies(&db).await;
        let mut tx = db.begin().await.unwrap();
        let conn = &mut tx.conn();
        let id = invoice(conn, ours, 5).await;
        let one = charge(ours, id, "a1");
        charges::insert(conn, ours, &one).await.unwrap();
        let note = async |conn: &mut Conn<'_>, name, outcome, excess_cents| {
            let new = NewPayment {
                excess_cents,
                ..payment(name, outcome)
            };
            payments::insert(conn, ours, &one, new, now())
                .await
                .unwrap();
        };
        note(conn, "E1", PaymentOutcome::Paid, 0).await;
        note(conn, "E2", PaymentOutcome::Paid, 1_000).await;
        note(conn, "E3", PaymentOutcome::Double, 0).await;
        let odd = async |conn: &mut Conn<'_>| {
            let found = invoices::get_of_company(conn, ours, id).await.unwrap();
            let odd = found.payments.into_iter().filter(|it| it.is_odd);
            let mut odd: Vec<_> = odd.map(|it| it.end_to_end_id).collect();
            odd.sort();
            odd
        };
        let back = async |conn: &mut Conn<'_>, company, name, cents| {
            payments::set_returned(conn, company, name, cents, now())
                .await
                .unwrap()
        };
        assert_eq!(odd(conn).await, ["E2", "E3"]);
        assert!(!back(conn, theirs, "E2", 1_000).await, "not theirs");
        assert!(back(conn, ours, "E2", 1_000).await);
        assert!(
            !back(conn, ours, "E2", 500).await,
            "an older word is no news"
        );
        assert!(!back(conn, ours, "E2", 34_901).await, "not more than came");
        assert_eq!(odd(conn).await, ["E3"], "what was too much went back");
        assert!(back(conn, ours, "E3", 900).await);
        assert_eq!(odd(conn).await, ["E3"], "part of it is not enough");

        let settle = async |conn: &mut Conn<'_>, company, name| {
            payments::settle(conn, company, id, name, settled("devolvido")).await
        };
        assert_eq!(
            refusal(settle(conn, theirs, "E3").await),
            "ERR_NO_PAYMENT_FOUND"
        );
        assert_eq!(
            refusal(settle(conn, ours, "E1").await),
            "ERR_PAYMENT_NOT_ODD"
        );
        assert_eq!(settle(conn, ours, "E3").await.unwrap(), (34_900, 34_000));
        assert_eq!(
            refusal(settle(conn, ours, "E3").await),
            "ERR_PAYMENT_NOT_ODD"
        );
        assert!(odd(conn).await.is_empty());
        let filter = Filter {
            is_odd: true,
            ..Filter::default()
        };
        assert!(listed(conn, filter).await.is_empty());

        assert!(back(conn, ours, "E1", 34_900).await);
        assert!(back(conn, ours, "E3", 1_000).await);
        assert_eq!(
            odd(conn).await,
            ["E1", "E3"],
            "a refund asks for another look"
        );
        assert_eq!(listed(conn, filter).await.len(), 1);
    })
    .await;
}

#[tokio::test]
async fn payments_are_watched_for_some_time_and_not_once_all_went_back() {
    both(async |db| {
        let (ours, theirs) = two_companies(&db).await;
        let mut tx = db.begin().await.unwrap();
        let conn = &mut tx.conn();
        let id = invoice(conn, ours, 5).await;
        let one = charge(ours, id, "a1");
        charges::insert(conn, ours, &one).await.unwrap();
        for name in ["E1", "E2"] {
            let new = payment(name, PaymentOutcome::Paid);
            payments::insert(conn, ours, &one, new, now())
                .await
                .unwrap();
        }
        let watched = async |conn: &mut Conn<'_>, since: i64, before: i64| {
            let at = |days| now() + TimeDelta::days(days);
            let found = payments::list_to_look(conn, at(since), at(before), 10).await;
            let found = found.unwrap().into_iter();
            found.map(|it| it.end_to_end_id).collect::<Vec<_>>()
        };
        assert!(watched(conn, -90, 0).await.is_empty(), "noted a moment ago");
        assert!(watched(conn, 1, 2).await.is_empty(), "paid too long ago");
        assert_eq!(watched(conn, -90, 1).await, ["E1", "E2"]);
        let later = now() + TimeDelta::days(1);
        payments::set_looked(conn, theirs, "E1", later)
            .await
            .unwrap();
        payments::set_looked(conn, ours, "E1", later).await.unwrap();
        assert_eq!(watched(conn, -90, 1).await, ["E2"]);
        assert_eq!(watched(conn, -90, 2).await, ["E2", "E1"]);
        payments::set_returned(conn, ours, "E2", 34_900, now())
            .await
            .unwrap();
        assert_eq!(watched(conn, -90, 2).await, ["E1"]);
        let found = payments::find(conn, "E1").await.unwrap().unwrap();
        assert_eq!(found.charge, one);
        assert_eq!(payments::find(conn, "E9").await.unwrap(), None);
    })
    .await;
}

#[tokio::test]
async fn a_company_sees_what_came_for_its_invoices_and_what_came_too_late() {
    both(async |db| {
        let (ours, theirs) = two_companies(&db).await;
        let mut tx = db.begin().await.unwrap();
        let conn = &mut tx.conn();
        let id = invoice(conn, ours, 5).await;
        let one = charge(ours, id, "a1");
        charges::insert(conn, ours, &one).await.unwrap();
        let short = payment("E1", PaymentOutcome::TooLittle);
        payments::insert(conn, ours, &one, short, now())
            .await
            .unwrap();
        invoices::cancel_open(conn, ours, InvoiceKind::Renewal, now())
            .await
            .unwrap();
        assert_eq!(
            numbers(conn, ours, "").await,
            [id],
            "something was paid for it"
        );
        let shown = own::get(conn, ours, id).await.unwrap();
        let [came] = &shown.payments[..] else {
            panic!("{shown:?}")
        };
        assert_eq!(
            (came.outcome, came.is_odd),
            (PaymentOutcome::TooLittle, true)
        );
        assert_eq!(
            refusal(own::get(conn, theirs, id).await),
            "ERR_NO_INVOICE_FOUND"
        );
        payments::settle_too_little(conn, theirs, id, settled("x"))
            .await
            .unwrap();
        assert!(
            own::get(conn, ours, id).await.unwrap().payments[0].is_odd,
            "not theirs"
        );
        payments::settle_too_little(conn, ours, id, settled("x"))
            .await
            .unwrap();
        assert!(!own::get(conn, ours, id).await.unwrap().payments[0].is_odd);
    })
    .await;
}
