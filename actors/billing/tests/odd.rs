//! What came is not what was asked for, or went back.

use super::*;

impl Owing {
    /// Outcome, more than asked for, given back (in BRL) and whether a person has to look, the earliest payment first.
    async fn payments(&self) -> Vec<(PaymentOutcome, f64, f64, bool)> {
        let mut reader = self.desk.db.read().await.unwrap();
        let found = invoices::get_of_company(&mut reader.conn(), self.company, self.invoice).await;
        let mut payments = found.unwrap().payments;
        payments.reverse();
        payments
            .into_iter()
            .map(|one| (one.outcome, one.excess, one.returned, one.is_odd))
            .collect()
    }

    fn after(&self, time: TimeDelta) -> Billing {
        Billing {
            clock: Arc::new(StoppedClock(self.desk.now() + time)),
            ..self.billing.clone()
        }
    }
}

/// A bank that tells of these payments, whatever is asked.
struct Telling(Mutex<Vec<Received>>);

#[async_trait::async_trait(?Send)]
impl Bank for Telling {
    async fn charge(&self, new: NewCharge<'_>) -> Result<MadeCharge, BankError> {
        Ok(made(new))
    }

    async fn look(&self, _: ChargeName<'_>) -> Result<Standing, BankError> {
        let payments = self.0.lock().unwrap().clone();
        Ok(Standing {
            is_done: !payments.is_empty(),
            is_gone: false,
            payments,
        })
    }
}

fn received(number: &str, value_cents: i64, minute: i64) -> Received {
    let at = DateTime::from_timestamp(1_800_000_000, 0).unwrap();
    Received {
        end_to_end_id: number.to_owned(),
        value_cents,
        returned_cents: 0,
        paid_at: at + TimeDelta::minutes(minute),
    }
}

/// What becomes of payments that the bank tells of at once.
async fn told_at_once(payments: Vec<Received>) -> (Owing, Charge, Arc<Telling>) {
    let mut desk = Owing::new().await;
    let bank = Arc::new(Telling(Mutex::default()));
    desk.billing.banks = Banks::one(Arc::clone(&bank) as Arc<dyn Bank>);
    let charge = desk.charge().await;
    *bank.0.lock().unwrap() = payments;
    desk.billing.confirm(&charge.txid).await.unwrap();
    (desk, charge, bank)
}

#[actix_rt::test]
async fn what_is_too_much_renews_once_and_the_rest_is_for_a_person() {
    let desk = Owing::new().await;
    let charge = desk.charge().await;
    desk.bank.pay(&charge.txid, Some(36_000));
    desk.billing.confirm(&charge.txid).await.unwrap();
    assert_eq!(desk.standing().await, (InvoiceStatus::Paid, 36));
    assert_eq!(
        desk.payments().await,
        [(PaymentOutcome::Paid, 11.0, 0.0, true)]
    );
    desk.bank.refund(&charge.txid, Some(1_100));
    desk.billing.confirm(&charge.txid).await.unwrap();
    assert_eq!(
        desk.payments().await,
        [(PaymentOutcome::Paid, 11.0, 11.0, false)],
        "what was too much went back"
    );
}

#[actix_rt::test]
async fn of_two_payments_that_are_told_at_once_the_first_pays() {
    use PaymentOutcome as O;
    let both = vec![received("E2", 34_900, 2), received("E1", 34_900, 1)];
    let (desk, ..) = told_at_once(both).await;
    assert_eq!(desk.standing().await, (InvoiceStatus::Paid, 36));
    assert_eq!(
        desk.payments().await,
        [(O::Paid, 0.0, 0.0, false), (O::Double, 0.0, 0.0, true)]
    );
}

#[actix_rt::test]
async fn what_comes_in_parts_for_one_charge_is_enough_together() {
    use PaymentOutcome as O;
    let (desk, charge, bank) = told_at_once(vec![received("E1", 30_000, 1)]).await;
    assert_eq!(desk.payments().await, [(O::TooLittle, 0.0, 0.0, true)]);
    assert_eq!(desk.standing().await, (InvoiceStatus::Open, 5));
    bank.0.lock().unwrap().push(received("E2", 5_000, 2));
    desk.billing.confirm(&charge.txid).await.unwrap();
    assert_eq!(desk.standing().await, (InvoiceStatus::Paid, 36));
    assert_eq!(
        desk.payments().await,
        [(O::Paid, 0.0, 0.0, false), (O::Paid, 1.0, 0.0, true)]
    );
}

#[actix_rt::test]
async fn what_went_back_before_it_was_known_pays_nothing() {
    let mut gone = received("E1", 34_900, 1);
    gone.returned_cents = 34_900;
    let (desk, charge, bank) = told_at_once(vec![gone]).await;
    assert_eq!(desk.standing().await, (InvoiceStatus::Open, 5));
    assert_eq!(
        desk.payments().await,
        [(PaymentOutcome::TooLittle, 0.0, 349.0, false)],
        "nothing is left of it"
    );
    // an older word of the bank
    bank.0.lock().unwrap()[0].returned_cents = 0;
    desk.billing.confirm(&charge.txid).await.unwrap();
    assert_eq!(desk.standing().await, (InvoiceStatus::Open, 5));
}

#[actix_rt::test]
async fn a_refund_is_found_within_a_day_and_takes_no_days_away() {
    let desk = Owing::new().await;
    let charge = desk.charge().await;
    desk.bank.pay(&charge.txid, None);
    desk.billing.confirm(&charge.txid).await.unwrap();
    desk.bank.refund(&charge.txid, Some(10_000));
    desk.after(TimeDelta::hours(23))
        .look_for_refunds()
        .await
        .unwrap();
    assert!(!desk.payments().await[0].3, "it is asked about once a day");
    desk.after(TimeDelta::hours(25))
        .look_for_refunds()
        .await
        .unwrap();
    assert_eq!(
        desk.payments().await,
        [(PaymentOutcome::Paid, 0.0, 100.0, true)]
    );
    assert_eq!(
        desk.standing().await,
        (InvoiceStatus::Paid, 36),
        "a person decides"
    );
    desk.bank.refund(&charge.txid, None);
    desk.after(TimeDelta::days(91))
        .look_for_refunds()
        .await
        .unwrap();
    let part = [(PaymentOutcome::Paid, 0.0, 100.0, true)];
    assert_eq!(desk.payments().await, part, "not for ever");
    desk.after(TimeDelta::days(3))
        .look_for_refunds()
        .await
        .unwrap();
    let whole = [(PaymentOutcome::Paid, 0.0, 349.0, true)];
    assert_eq!(desk.payments().await, whole);
}

#[actix_rt::test]
async fn a_bank_that_is_away_is_asked_about_refunds_another_time() {
    let desk = Owing::new().await;
    let charge = desk.charge().await;
    desk.bank.pay(&charge.txid, None);
    desk.billing.confirm(&charge.txid).await.unwrap();
    desk.bank.refund(&charge.txid, None);
    let mut later = desk.after(TimeDelta::days(2));
    later.banks = Banks::one(Arc::new(bacen("http://127.0.0.1:9")));
    let away = later.look_for_refunds().await;
    assert!(matches!(
        away,
        Err(ActorError::Refused(ErrorCode::BankUnreachable))
    ));
    let back = desk.after(TimeDelta::days(2));
    back.look_for_refunds().await.unwrap();
    let whole = [(PaymentOutcome::Paid, 0.0, 349.0, true)];
    assert_eq!(desk.payments().await, whole);
}

#[actix_rt::test]
async fn the_bank_is_asked_about_a_payment_by_its_number() {
    let answer = r#"{"endToEndId":"E12345678202009091221kkkkkkkkkkk","valor":"349.00","horario":"2026-11-25T12:01:00.000Z",
        "devolucoes":[{"id":"1","valor":"100.00","status":"DEVOLVIDO"},{"id":"2","valor":"9.00","status":"NAO_REALIZADO"},
        {"id":"3","valor":"0.50","status":"DEVOLVIDO"},{"id":"4","valor":"7.00","status":"EM_PROCESSAMENTO"}]}"#;
    let (server, url, asked) = served(answer, false);
    let number = "E12345678202009091221kkkkkkkkkkk";
    let back = bacen(&url).returned(named("abc"), number).await;
    assert_eq!(back, Ok(10_050), "what is done, and nothing else");
    let last = asked.lock().unwrap().last().cloned().unwrap();
    assert!(
        last.starts_with(&format!("GET /v2/pix/{number} Bearer t1")),
        "{last}"
    );
    server.stop(false).await;
}

#[actix_rt::test]
async fn what_went_back_before_it_was_known_is_part_of_what_was_too_much() {
    let mut much = received("E1", 38_000, 1);
    much.returned_cents = 1_000;
    let (desk, charge, bank) = told_at_once(vec![much]).await;
    assert_eq!(desk.standing().await, (InvoiceStatus::Paid, 36));
    assert_eq!(
        desk.payments().await,
        [(PaymentOutcome::Paid, 31.0, 10.0, true)],
        "R$ 21 are still here"
    );
    bank.0.lock().unwrap()[0].returned_cents = 3_100;
    desk.billing.confirm(&charge.txid).await.unwrap();
    assert_eq!(
        desk.payments().await,
        [(PaymentOutcome::Paid, 31.0, 31.0, false)]
    );
}
