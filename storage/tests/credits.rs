//! Credit toward invoices to come: once of a payment, spent once, taken back as far as it is not spent.

use chrono::{DateTime, TimeDelta, Utc};
use futures_util::future::join_all;

use super::{
    fixtures::{refusal, two_companies},
    support::{both, now},
};
use crate::{
    Conn, StorageError,
    billing::{
        charges::{self, Charge},
        credits::{self, NewCredit},
        invoices::{self, NewInvoice, Paid},
        payments::{self, NewPayment},
    },
    companies,
    model::{
        CompanyId, InvoiceId,
        invoice::{BankName, InvoiceKind, PaymentOutcome},
    },
    on,
};

const VALUE: i64 = 34_900;

async fn invoice(conn: &mut Conn<'_>, company: CompanyId, days: i64) -> InvoiceId {
    let due_date = now() + TimeDelta::days(days);
    let new = NewInvoice {
        detail: "Profissional".into(),
        value_cents: VALUE,
        due_date,
        due_day: due_date.date_naive(),
    };
    let made = invoices::insert_if_new(conn, company, &new, now()).await;
    made.unwrap().unwrap()
}

/// A payment that came twice for a paid invoice, which counts toward the next ones.
async fn credited(conn: &mut Conn<'_>, company: CompanyId, name: &str, cents: i64) -> InvoiceId {
    let paid = invoice(conn, company, -(cents % 1_000)).await;
    pay(conn, company, paid).await;
    let charge = Charge {
        txid: format!("charge of {name}"),
        company_id: company,
        invoice_id: paid,
        bank: BankName::Pix,
        bank_ref: None,
        value_cents: VALUE,
        qrcode: "000201".into(),
        created_at: now(),
        expires_at: now(),
    };
    charges::insert(conn, company, &charge).await.unwrap();
    let double = NewPayment {
        end_to_end_id: name,
        value_cents: cents,
        excess_cents: 0,
        returned_cents: 0,
        paid_at: now(),
        outcome: PaymentOutcome::Double,
    };
    payments::insert(conn, company, &charge, double, now())
        .await
        .unwrap();
    give(conn, company, (paid, name), cents).await.unwrap();
    paid
}

async fn give(
    conn: &mut Conn<'_>,
    company: CompanyId,
    (invoice, name): (InvoiceId, &str),
    cents: i64,
) -> crate::Result<()> {
    let new = NewCredit {
        invoice,
        end_to_end_id: name,
        cents,
        by: "Helena",
    };
    credits::give(conn, company, new, now()).await
}

async fn pay(conn: &mut Conn<'_>, company: CompanyId, invoice: InvoiceId) {
    let paid = Paid {
        at: now(),
        by: None,
        reason: None,
    };
    let is_paid = invoices::mark_paid(conn, company, invoice, paid).await;
    assert!(is_paid.unwrap());
}

async fn to_pay(conn: &mut Conn<'_>, company: CompanyId, invoice: InvoiceId) -> i64 {
    let known = invoices::get(conn, company, invoice).await.unwrap();
    known.to_pay_cents()
}

async fn spread(conn: &mut Conn<'_>, company: CompanyId) {
    let at: DateTime<Utc> = now();
    credits::spread(conn, company, at).await.unwrap();
}

async fn left(conn: &mut Conn<'_>, company: CompanyId) -> i64 {
    credits::left(conn, company).await.unwrap()
}

#[tokio::test]
async fn credit_goes_to_what_is_due_first_and_is_spent_once_that_is_paid() {
    both(async |db| {
        let (ours, theirs) = two_companies(&db).await;
        let mut tx = db.begin().await.unwrap();
        let conn = &mut tx.conn();
        credited(conn, ours, "E1", 30_000).await;
        credited(conn, ours, "E2", 10_001).await;
        let (later, first) = (invoice(conn, ours, 40).await, invoice(conn, ours, 9).await);
        let other = invoice(conn, theirs, 9).await;
        spread(conn, ours).await;
        spread(conn, theirs).await;
        spread(conn, ours).await;
        assert_eq!(to_pay(conn, ours, first).await, 0);
        assert_eq!(to_pay(conn, ours, later).await, VALUE - 5_101);
        assert_eq!(to_pay(conn, theirs, other).await, VALUE, "of one company");
        assert_eq!(
            (left(conn, ours).await, left(conn, theirs).await),
            (40_001, 0)
        );
        let covered = credits::find_covered(conn, ours).await.unwrap();
        assert_eq!(covered.map(|it| it.id), Some(first));
        assert_eq!(credits::find_covered(conn, theirs).await.unwrap(), None);
        pay(conn, ours, first).await;
        spread(conn, ours).await;
        assert_eq!(left(conn, ours).await, 5_101);
        assert_eq!(to_pay(conn, ours, later).await, VALUE - 5_101);
        assert_eq!(credits::find_covered(conn, ours).await.unwrap(), None);
    })
    .await;
}

#[tokio::test]
async fn a_payment_is_credited_once_and_a_credit_never_gives_more_than_it_is() {
    both(async |db| {
        let (ours, theirs) = two_companies(&db).await;
        let mut tx = db.begin().await.unwrap();
        let paid = credited(&mut tx.conn(), ours, "E1", 1_000).await;
        for (company, name, cents) in [(ours, "E1", 1_000), (theirs, "E1", 1_000), (ours, "E2", 0)]
        {
            let again = give(&mut tx.conn(), company, (paid, name), cents).await;
            assert_eq!(refusal(again), "ERR_NOTHING_TO_CREDIT", "{name}");
        }
        tx.commit().await.unwrap();
        // whatever is written wrongly, the row refuses it
        let mut tx = db.begin().await.unwrap();
        let beyond = on!(&mut tx.conn(), |c| sqlx::query(
            "UPDATE credits SET used_cents = 600, taken_back_cents = 401 WHERE company_id = $1"
        )
        .bind(ours)
        .execute(c)
        .await
        .map(drop));
        assert!(beyond.is_err(), "more than it is");
    })
    .await;
}

#[tokio::test]
async fn what_was_set_aside_for_a_cancelled_invoice_is_free_again() {
    both(async |db| {
        let (ours, _) = two_companies(&db).await;
        let mut tx = db.begin().await.unwrap();
        let conn = &mut tx.conn();
        credited(conn, ours, "E1", 1_000).await;
        let old = invoice(conn, ours, 5).await;
        spread(conn, ours).await;
        // as a release before does it, which knows of no credit
        invoices::cancel_open(conn, ours, InvoiceKind::Renewal, now())
            .await
            .unwrap();
        assert_eq!(to_pay(conn, ours, old).await, VALUE);
        assert_eq!(left(conn, ours).await, 1_000);
        let new = invoice(conn, ours, 5).await;
        spread(conn, ours).await;
        assert_eq!(to_pay(conn, ours, new).await, VALUE - 1_000);
        assert_eq!(left(conn, ours).await, 1_000);
    })
    .await;
}

#[tokio::test]
async fn an_invoice_keeps_only_what_it_needs_of_the_latest_credits_first() {
    both(async |db| {
        let (ours, theirs) = two_companies(&db).await;
        let mut tx = db.begin().await.unwrap();
        let conn = &mut tx.conn();
        credited(conn, ours, "E1", 1_000).await;
        credited(conn, ours, "E2", 501).await;
        let id = invoice(conn, ours, 5).await;
        spread(conn, ours).await;
        for (most, kept) in [
            (1_501, 1_501),
            (1_200, 1_200),
            (1_000, 1_000),
            (1, 1),
            (0, 0),
        ] {
            credits::keep(conn, theirs, id, 0).await.unwrap();
            credits::keep(conn, ours, id, most).await.unwrap();
            assert_eq!(to_pay(conn, ours, id).await, VALUE - kept);
        }
        pay(conn, ours, id).await;
        assert_eq!(left(conn, ours).await, 1_501);
    })
    .await;
}

#[tokio::test]
async fn a_refund_takes_back_what_is_not_spent() {
    both(async |db| {
        let (ours, theirs) = two_companies(&db).await;
        let mut tx = db.begin().await.unwrap();
        let conn = &mut tx.conn();
        credited(conn, ours, "E1", 40_000).await;
        let first = invoice(conn, ours, 5).await;
        spread(conn, ours).await;
        pay(conn, ours, first).await;
        let second = invoice(conn, ours, 36).await;
        spread(conn, ours).await;
        assert_eq!(to_pay(conn, ours, second).await, VALUE - 5_100);
        let mut back = async |cents: i64| {
            payments::set_returned(conn, ours, "E1", cents, now())
                .await
                .unwrap();
            let none = credits::take_back(conn, theirs, "E1", now()).await;
            assert_eq!(none.unwrap(), 0, "not theirs");
            let taken = credits::take_back(conn, ours, "E1", now()).await.unwrap();
            let again = credits::take_back(conn, ours, "E1", now()).await;
            assert_eq!(again.unwrap(), 0, "once");
            (taken, VALUE - to_pay(conn, ours, second).await)
        };
        assert_eq!(back(1_100).await, (1_100, 4_000));
        assert_eq!(back(40_000).await, (4_000, 0), "the rest is spent");
        assert_eq!(to_pay(conn, ours, first).await, 0, "what was paid stays");
        assert_eq!(left(conn, ours).await, 0);
    })
    .await;
}

#[tokio::test]
async fn of_many_who_credit_and_spend_at_once_one_gives_and_nothing_is_spent_twice() {
    both(async |db| {
        let (ours, _) = two_companies(&db).await;
        let mut tx = db.begin().await.unwrap();
        let conn = &mut tx.conn();
        let known = credited(conn, ours, "E1", 40_000).await;
        for days in [5, 36, 67] {
            invoice(conn, ours, days).await;
        }
        tx.commit().await.unwrap();
        // each as a node of its own does it: give, set aside, pay what is covered
        let all = (0..12).map(async |_| {
            db.write(async |conn| {
                companies::take_turn(conn, ours).await?;
                credits::spread(conn, ours, now()).await?;
                if let Some(covered) = credits::find_covered(conn, ours).await? {
                    pay(conn, ours, covered.id).await;
                    credits::spread(conn, ours, now()).await?;
                    return Ok(covered.to_pay_cents());
                }
                give(conn, ours, (known, "E1"), 40_000).await?;
                Ok::<_, StorageError>(-1)
            })
            .await
        });
        let all = join_all(all).await;
        let paid = all.iter().filter(|one| matches!(one, Ok(0))).count();
        let given = all.iter().filter(|one| matches!(one, Ok(-1))).count();
        assert_eq!((paid, given), (1, 0), "R$ 400 cover one of R$ 349");
        let mut reader = db.read().await.unwrap();
        assert_eq!(left(&mut reader.conn(), ours).await, 40_000 - VALUE);
    })
    .await;
}
