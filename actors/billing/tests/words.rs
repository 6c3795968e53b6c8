//! Only `CONCLUIDA` says that a charge was paid, whatever else a bank tells of it.

use super::*;

const TXID: &str = "0123456789abcdef0123456789abcdef";

/// A bank whose charges were met by this payment, and stand as the test says.
struct Odd {
    is_done: Mutex<bool>,
}

#[async_trait::async_trait(?Send)]
impl Bank for Odd {
    async fn charge(&self, new: NewCharge<'_>) -> Result<MadeCharge, BankError> {
        Ok(made(new))
    }

    async fn look(&self, _: ChargeName<'_>) -> Result<Standing, BankError> {
        Ok(Standing {
            is_done: *self.is_done.lock().unwrap(),
            is_gone: false,
            payments: vec![Received {
                end_to_end_id: "E12345678202009091221kkkkkkkkkkk".to_owned(),
                value_cents: 34_900,
                returned_cents: 0,
                paid_at: DateTime::from_timestamp(1_800_000_060, 0).unwrap(),
            }],
        })
    }
}

#[actix_rt::test]
async fn what_the_bank_does_not_call_paid_renews_nothing_though_it_tells_of_money() {
    // spec: A004 A063
    let mut desk = Owing::new().await;
    let bank = Arc::new(Odd {
        is_done: Mutex::new(false),
    });
    desk.billing.banks = Banks::one(Arc::clone(&bank) as Arc<dyn Bank>);
    let charge = desk.charge().await;
    desk.billing.confirm(&charge.txid).await.unwrap();
    assert_eq!(desk.standing().await, (InvoiceStatus::Open, 5));
    assert_eq!(desk.outcomes().await, []);
    assert_eq!(desk.told(), [], "nobody is told of a payment");
    *bank.is_done.lock().unwrap() = true;
    desk.billing.confirm(&charge.txid).await.unwrap();
    assert_eq!(desk.standing().await, (InvoiceStatus::Paid, 36));
}

#[actix_rt::test]
async fn the_words_of_the_central_bank_are_read_as_they_are_meant() {
    // spec: A004 A063
    for (answer, is_done, is_gone) in [
        (
            r#"{"status":"ATIVA","pix":[{"endToEndId":"E12345678202009091221kkkkkkkkkkk","valor":"349.00","horario":"2026-11-25T12:01:00.000Z"}]}"#,
            false,
            false,
        ),
        (r#"{"pix":[]}"#, false, false),
        (r#"{"status":"concluida","pix":[]}"#, false, false),
        (r#"{"status":"CONCLUIDA","pix":[]}"#, true, false),
        (
            r#"{"status":"REMOVIDA_PELO_USUARIO_RECEBEDOR","pix":[]}"#,
            false,
            true,
        ),
        (r#"{"status":"REMOVIDA_PELO_PSP","pix":[]}"#, false, true),
    ] {
        let (server, url, _) = served(answer, false);
        let standing = bacen(&url).look(named(TXID)).await.unwrap();
        assert_eq!(
            (standing.is_done, standing.is_gone),
            (is_done, is_gone),
            "{answer}"
        );
        server.stop(false).await;
    }
}
