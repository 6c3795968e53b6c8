//! The process is killed while it confirms a payment: when the bank has called, while the bank is asked, before the commit and right
//! after it. After the next start there is one renewal, and browsers that were away hear of it.

use guiche_storage::{companies, model::CompanyId};
use serde_json::{Value, json};

use super::{
    billing::{Paid, call, charge, invoice, of, owing, standing, start, status, txid},
    support::{Session, backends, until},
};

/// A company whose payment is at the bank, and of which nobody has heard.
struct Owed {
    company: i64,
    admin: Session,
    id: Value,
    charge: Value,
    news: Value,
    /// Until when it has paid before, and will have paid after it.
    due: [Value; 2],
}

async fn owed(paid: &Paid) -> Owed {
    let (_, company, admin) = owing(paid, 10).await;
    let id = invoice(&admin).await["id"].clone();
    let charge = charge(&admin).await;
    let number = paid.bank.pay(txid(&charge), "149.90");
    let told = standing(&admin).await;
    Owed {
        company: company["id"].as_i64().expect("a number"),
        news: of(&charge, &number),
        due: [told["dueDate"].clone(), told["nextDueDate"].clone()],
        admin,
        id,
        charge,
    }
}

impl Owed {
    fn number(&self, paid: &Paid, what: &str) -> i64 {
        let company = self.company;
        paid.desk.number(&format!(
            "SELECT COUNT(*) FROM {what} WHERE company_id = {company}"
        ))
    }

    fn is_paid(&self, paid: &Paid) -> bool {
        let rows = format!("SELECT status FROM invoices WHERE id = {}", self.id);
        paid.desk.rows(&rows)[0][0] == "paid"
    }

    /// The next start finds what nobody tells it of, and the bank calls again.
    async fn renewed_once(&self, paid: &Paid, killed: &str) {
        paid.desk
            .execute("UPDATE pix_charges SET asked_at = '2026-01-01T00:00:00+00:00'");
        paid.desk.run().await;
        until("the desk has asked by itself", async || {
            status(&self.admin, &self.id).await == "paid"
        })
        .await;
        let asked = paid.bank.asked(txid(&self.charge));
        call(paid, self.news.clone()).await;
        until("the bank was asked again", async || {
            paid.bank.asked(txid(&self.charge)) > asked
        })
        .await;
        let told = standing(&self.admin).await;
        assert_eq!(told["dueDate"], self.due[1], "{killed}");
        assert_eq!(self.number(paid, "pix_payments"), 1, "{killed}");
        // what a browser gets that was away
        let events = format!(
            "SELECT COUNT(*) FROM events WHERE company_id = {} AND entity = 'payment'",
            self.company
        );
        let told = paid.desk.number(&events);
        assert_eq!(told, 1, "{killed}");
    }
}

#[tokio::test]
async fn a_kill_anywhere_in_a_confirmation_ends_in_one_renewal() {
    for backend in backends() {
        let paid = start(backend).await;

        // the bank is asked and does not answer
        let it = owed(&paid).await;
        paid.bank.hold(true);
        assert_eq!(call(&paid, it.news.clone()).await, json!({ "ok": true }));
        until("the bank is asked", async || {
            paid.bank.asked(txid(&it.charge)) > 0
        })
        .await;
        paid.desk.kill();
        paid.bank.hold(false);
        assert!(!it.is_paid(&paid));
        it.renewed_once(&paid, "while the bank was asked").await;

        // the bank has answered, and the transaction waits for the company's turn
        let it = owed(&paid).await;
        let db = paid.desk.db().await;
        let mut turn = db.begin().await.expect("a transaction");
        companies::take_turn(&mut turn.conn(), CompanyId(it.company))
            .await
            .expect("the company's turn");
        call(&paid, it.news.clone()).await;
        until("the bank has answered", async || {
            paid.bank.asked(txid(&it.charge)) > 0
        })
        .await;
        paid.desk.kill();
        drop(turn);
        db.close().await;
        assert!(!it.is_paid(&paid), "killed before the commit");
        assert_eq!(it.number(&paid, "pix_payments"), 0, "all of it or nothing");
        it.renewed_once(&paid, "before the commit").await;

        // it is committed, and perhaps nobody was told yet
        let it = owed(&paid).await;
        call(&paid, it.news.clone()).await;
        until("it is committed", async || it.is_paid(&paid)).await;
        paid.desk.kill();
        let due = format!("SELECT due_date FROM companies WHERE id = {}", it.company);
        let before = it.due[0].as_str().expect("a time").split_at(10).0;
        assert!(
            !paid.desk.rows(&due)[0][0].starts_with(before),
            "with its renewal"
        );
        it.renewed_once(&paid, "after the commit").await;
    }
}
