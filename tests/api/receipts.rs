//! The receipt of a paid invoice, and the mails that come before an invoice is due.

use chrono::{TimeDelta, Timelike as _};
use guiche_storage::model::{Clock as _, SystemClock};
use serde_json::{Value, json};

use super::{
    companies::company,
    support::{MailServer, SUPER, TestDesk, backends, on_both, until},
};

#[tokio::test]
async fn a_paid_invoice_has_a_receipt_for_its_company_and_its_host() {
    on_both(async |desk| {
        let host = desk.session(SUPER).await;
        let due = SystemClock.now() + TimeDelta::days(5);
        let wish = json!({ "dueDate": due, "document": "12.345.678/0001-90" });
        let (_, admin) = company(&host, &wish).await;
        let open = admin.get("/subscription").await.ok()["openInvoice"].clone();
        let path = format!("/invoices/{}/receipt", open["id"]);
        assert_eq!(
            admin.get(&path).await.refusal(),
            (409, "ERR_INVOICE_NOT_PAID")
        );
        let paid = format!("/invoices/{}/paid", open["id"]);
        host.post(&paid, &json!({ "reason": "Um segredo" }))
            .await
            .ok();
        for (reader, query, words) in [
            (&admin, "", "(Recibo de pagamento da fatura"),
            (&admin, "?language=en", "(Receipt of the payment of invoice"),
            (&host, "?language=es", "(Recibo de pago de la factura"),
        ] {
            let answer = reader.get(&format!("{path}{query}")).await;
            assert_eq!(answer.status, 200);
            assert_eq!(answer.headers["content-type"], "application/pdf");
            let name = answer.headers["content-disposition"]
                .to_str()
                .expect("a name");
            assert!(name.contains(&format!("-{}.pdf", open["id"])), "{name}");
            let whole = &answer.text;
            assert!(whole.starts_with("%PDF-") && whole.is_ascii());
            for part in [words, "(R$ 149,90)", "(12.345.678/0001-90)"] {
                assert!(whole.contains(part), "{part}");
            }
            assert!(
                !whole.contains("Um segredo"),
                "why is for those who run the server"
            );
        }
        admin
            .put("/settings/language", &json!({ "value": "en" }))
            .await
            .ok();
        let own = admin.get(&path).await.text;
        assert!(own.contains("(Receipt of"), "in the company's language");
        let word = admin
            .put("/settings/language", &json!({ "value": "fr" }))
            .await;
        assert_eq!(word.refusal(), (400, "ERR_VALIDATION"));
        let (_, other) = company(&host, &json!({})).await;
        assert_eq!(
            other.get(&path).await.refusal(),
            (404, "ERR_NO_INVOICE_FOUND")
        );
    })
    .await;
}

/// Where it is noon now.
fn noon() -> String {
    let hour = i64::from(SystemClock.now().hour());
    // the names of these zones count the other way
    format!("Etc/GMT{:+}", hour - 12)
}

#[tokio::test]
async fn admins_have_a_mail_five_days_two_days_and_none_before_each_once() {
    let Some(mail) = MailServer::given() else {
        return;
    };
    for backend in backends() {
        let desk = TestDesk::start(backend, &mail.settings()).await;
        let host = desk.session(SUPER).await;
        let far = SystemClock.now() + TimeDelta::days(60);
        let (made, admin) = company(&host, &json!({ "dueDate": far })).await;
        admin
            .put("/settings/timeZone", &json!({ "value": noon() }))
            .await
            .ok();
        admin
            .put("/settings/language", &json!({ "value": "en" }))
            .await
            .ok();
        let to = made["email"].as_str().expect("an address");
        for (days, words) in [
            (5, "is due in 5 days"),
            (2, "is due in 2 days"),
            (0, "is due today"),
        ] {
            let due = SystemClock.now() + TimeDelta::days(days) + TimeDelta::hours(1);
            let path = format!("/companies/{}", made["id"]);
            desk.session(SUPER)
                .await
                .put(&path, &json!({ "dueDate": due }))
                .await
                .ok();
            for _ in 0..2 {
                // each run looks once at its beginning
                desk.kill();
                desk.run().await;
                until("the admin has a letter", async || mail.count(to, words) > 0).await;
            }
            assert_eq!(mail.count(to, words), 1, "{words}");
        }
        assert_eq!(mail.count(to, "R$ 149,90"), 3);
    }
}

/// A payment that came twice for a paid invoice of a company, as a bank's word leaves it.
fn paid_twice(desk: &TestDesk, company: &Value, invoice: &Value, cents: i64) -> String {
    let number = format!("E{}", uuid::Uuid::new_v4().simple());
    let at = "2026-11-20T12:00:00+00:00";
    desk.execute(&format!(
        "INSERT INTO pix_charges (txid, company_id, invoice_id, value_cents, qrcode, state, created_at, expires_at, asked_at)
         VALUES ('{number}', {company}, {invoice}, {cents}, 'x', 'over', '{at}', '{at}', '{at}');
         INSERT INTO pix_payments (end_to_end_id, company_id, invoice_id, txid, value_cents, outcome, paid_at, created_at)
         VALUES ('{number}', {company}, {invoice}, '{number}', {cents}, 'double', '{at}', '{at}');"
    ));
    number
}

#[tokio::test]
async fn a_mail_asks_for_what_is_left_after_the_credit() {
    let Some(mail) = MailServer::given() else {
        return;
    };
    for backend in backends() {
        let desk = TestDesk::start(backend, &mail.settings()).await;
        let host = desk.session(SUPER).await;
        let soon = SystemClock.now() + TimeDelta::days(10);
        let (made, admin) = company(&host, &json!({ "dueDate": soon })).await;
        let zone = json!({ "value": noon() });
        admin.put("/settings/timeZone", &zone).await.ok();
        let open = admin.get("/subscription").await.ok()["openInvoice"].clone();
        let path = format!("/invoices/{}", open["id"]);
        let reason = json!({ "reason": "Depósito" });
        host.post(&format!("{path}/paid"), &reason).await.ok();
        let number = paid_twice(&desk, &made["id"], &open["id"], 1_045);
        let wish = json!({ "endToEndId": number, "note": "x", "asCredit": true });
        host.post(&format!("{path}/settled"), &wish).await.ok();
        let due = SystemClock.now() + TimeDelta::days(5) + TimeDelta::hours(1);
        let path = format!("/companies/{}", made["id"]);
        host.put(&path, &json!({ "dueDate": due })).await.ok();
        let left = admin.get("/subscription").await.ok()["openInvoice"]["toPay"].clone();
        assert_eq!(left, 139.45);
        // a run looks once at its beginning
        desk.kill();
        desk.run().await;
        let to = made["email"].as_str().expect("an address");
        until("the admin has a letter", async || {
            mail.count(to, "R$ 139,45") > 0
        })
        .await;
        assert_eq!(mail.count(to, "R$ 149,90"), 0);
    }
}
