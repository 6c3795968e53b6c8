//! What a company has to its credit meets the invoices that the clock makes.

use guiche_storage::billing::{
    credits::{self, NewCredit},
    payments::{self, Settled},
};

use super::*;

impl Owing {
    /// All that is odd of the invoice's payments becomes credit.
    async fn credit(&self) -> i64 {
        let now = self.desk.now();
        let (company, invoice) = (self.company, self.invoice);
        let given = self.desk.db.write(async |conn| {
            let known = invoices::get_of_company(conn, company, invoice).await?;
            let mut given = 0;
            for one in known.payments.iter().filter(|one| one.is_odd) {
                let number = one.end_to_end_id.as_str();
                let settled = Settled {
                    at: now,
                    by: "Helena",
                    note: "crédito",
                };
                let (_, cents) = payments::settle(conn, company, invoice, number, settled).await?;
                let new = NewCredit {
                    invoice,
                    end_to_end_id: number,
                    cents,
                    by: "Helena",
                };
                credits::give(conn, company, new, now).await?;
                given += cents;
            }
            Ok::<_, StorageError>(given)
        });
        given.await.unwrap()
    }

    /// The invoice of the next payment, made by the clock 17 days later.
    async fn next(mut self) -> Self {
        let later: Arc<dyn Clock> = Arc::new(StoppedClock(self.desk.now() + TimeDelta::days(17)));
        self.billing.clock = later;
        self.told.lock().unwrap().clear();
        self.billing.make_invoices().await.unwrap();
        let mut reader = self.desk.db.read().await.unwrap();
        let page = Page::new(None, invoices::PAGE_SIZE);
        let conn = &mut reader.conn();
        let found = own::list(conn, self.company, "", page).await.unwrap();
        assert_eq!(found.count, 2);
        self.invoice = found.rows[0].invoice.id;
        drop(reader);
        self
    }
}

#[actix_rt::test]
async fn the_invoice_that_the_clock_makes_is_lower_by_the_credit() {
    let desk = Owing::new().await;
    let charge = desk.charge().await;
    desk.bank.pay(&charge.txid, Some(36_000));
    desk.billing.confirm(&charge.txid).await.unwrap();
    assert_eq!(desk.credit().await, 1_100);
    let desk = desk.next().await;
    let charge = desk.charge().await;
    assert_eq!(charge.value_cents, 34_900 - 1_100);
    assert!(desk.told().is_empty(), "nothing is paid yet");
    desk.bank.pay(&charge.txid, None);
    desk.billing.confirm(&charge.txid).await.unwrap();
    assert_eq!(desk.standing().await.0, InvoiceStatus::Paid);
    assert_eq!(desk.outcomes().await, [PaymentOutcome::Paid]);
}

#[actix_rt::test]
async fn an_invoice_of_the_clock_that_credit_covers_is_paid_at_once() {
    let desk = Owing::new().await;
    let charge = desk.charge().await;
    for _ in 0..2 {
        desk.bank.pay(&charge.txid, None);
        desk.billing.confirm(&charge.txid).await.unwrap();
    }
    assert_eq!(desk.credit().await, 34_900);
    let before = desk.standing().await.1;
    let desk = desk.next().await;
    let (status, days) = desk.standing().await;
    assert_eq!(status, InvoiceStatus::Paid);
    assert!((before + 28..=before + 31).contains(&days), "{days}");
    assert_eq!(desk.told(), [Entity::Company, Entity::Payment]);
    assert_eq!(desk.outcomes().await, [], "no payment came for it");
    desk.billing.make_invoices().await.unwrap();
    assert_eq!(desk.standing().await, (InvoiceStatus::Paid, days), "once");
}
