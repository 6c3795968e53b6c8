//! What of an odd payment counts toward the next invoices: how much is the server's to say, each payment counts once, nothing is used
//! twice, and what goes back afterwards is taken off and shown.

use futures_util::future::join_all;
use serde_json::{Value, json};

use super::{
    billing::{
        Paid, call, charge, checkout, date, days, invoice, of, on_both, standing, start, status,
        txid,
    },
    companies::plan,
    odd_payments::{Payer, odd, own, paid_with, until_odd},
    support::{TestSocket, backends, until},
};

/// What a super user says of a payment; amounts that are sent beside it are not read.
fn as_credit(it: &Payer) -> Value {
    json!({
        "endToEndId": it.number, "note": "Fica para a próxima", "asCredit": true,
        "credit": 999.0, "creditable": 999.0, "value": 999.0, "cents": 99_900,
    })
}

async fn credit(it: &Payer) -> Value {
    let path = format!("/invoices/{}/settled", it.id);
    it.host.post(&path, &as_credit(it)).await.ok()
}

/// A super user moves the due date of a company, so that it has another invoice.
async fn due_in(it: &Payer, count: i64) {
    let path = format!("/companies/{}", it.company["id"]);
    let wish = json!({ "dueDate": days(count) });
    it.host.put(&path, &wish).await.ok();
}

/// A company that has paid R$ 10 too much, which is its credit.
async fn with_ten(paid: &Paid) -> Payer {
    let it = paid_with(paid, "159.90").await;
    until_odd(&it.host, &it.company).await;
    credit(&it).await;
    it
}

/// Rows of the company's ledger that are wrong.
fn wrong(paid: &Paid, company: &Value) -> i64 {
    paid.desk.number(&format!(
        "SELECT COUNT(*) FROM credits k WHERE k.company_id = {} AND (k.used_cents + k.taken_back_cents > k.cents OR k.used_cents <>
             (SELECT COALESCE(SUM(u.cents), 0) FROM credit_uses u WHERE u.company_id = k.company_id AND u.credit_id = k.id))",
        company["id"]
    ))
}

#[tokio::test]
async fn what_was_too_much_lowers_the_next_invoice_and_its_charge() {
    on_both(async |paid| {
        let it = paid_with(paid, "159.90").await;
        let shown = until_odd(&it.host, &it.company).await;
        assert_eq!(shown["payments"][0]["creditable"], 10.0);
        let path = format!("/invoices/{}/settled", it.id);
        let refused = it.admin.post(&path, &as_credit(&it)).await;
        assert_eq!(refused.refusal(), (403, "ERR_NO_PERMISSION"));
        assert_eq!(standing(&it.admin).await["credit"], 0.0);
        let done = credit(&it).await;
        let payment = &done["payments"][0];
        assert_eq!(
            (
                &payment["credited"],
                &payment["creditable"],
                &payment["isOdd"]
            ),
            (&json!(10.0), &json!(0.0), &json!(false))
        );
        assert_eq!(
            own(&it.admin, &it.id).await["payments"][0]["credited"],
            10.0
        );
        assert_eq!(standing(&it.admin).await["credit"], 10.0);

        due_in(&it, 12).await;
        let open = invoice(&it.admin).await;
        assert_eq!(
            (&open["value"], &open["credit"], &open["toPay"]),
            (&json!(149.9), &json!(10.0), &json!(139.9))
        );
        let made = charge(&it.admin).await;
        assert_eq!(made["valor"]["original"], "139.90");
        assert_eq!(paid.bank.charge(txid(&made))["valor"]["original"], "139.90");
        let before = standing(&it.admin).await;
        let number = paid.bank.pay(txid(&made), "139.90");
        call(paid, of(&made, &number)).await;
        until("it is paid", async || {
            status(&it.admin, &open["id"]).await == "paid"
        })
        .await;
        let after = standing(&it.admin).await;
        assert_eq!(after["dueDate"], before["nextDueDate"]);
        assert_eq!(after["credit"], 0.0, "it is spent");
        assert!(odd(&it.host, &it.company).await.is_empty());
        let path = format!("/invoices/{}/receipt?language=en", open["id"]);
        let receipt = it.admin.get(&path).await.text;
        for words in ["(R$ 149,90)", "(Credit used)", "(R$ 10,00)", "(R$ 139,90)"] {
            assert!(receipt.contains(words), "{words}");
        }
        due_in(&it, 14).await;
        assert_eq!(invoice(&it.admin).await["toPay"], 149.9, "once");
    })
    .await;
}

#[tokio::test]
async fn a_credit_is_told_to_the_company_and_stands_in_both_records() {
    on_both(async |paid| {
        let it = paid_with(paid, "159.90").await;
        until_odd(&it.host, &it.company).await;
        let mut socket = TestSocket::open(&paid.desk, &it.admin).await;
        credit(&it).await;
        let name = format!("company-{}-company", it.company["id"]);
        socket.event(&name).await;
        for reader in [&it.admin, &it.host] {
            let records = reader.get("/audit?entity=invoice").await.ok();
            let all = records["records"].as_array().expect("records");
            let said = |one: &&Value| {
                let text = one.to_string();
                one["entityId"] == json!(it.id.to_string()) && text.contains("\"credit\"")
            };
            assert_eq!(all.iter().filter(said).count(), 1);
        }
    })
    .await;
}

#[tokio::test]
async fn an_invoice_that_credit_covers_is_paid_by_it_and_renews_once() {
    on_both(async |paid| {
        let it = paid_with(paid, "149.90").await;
        until("it is paid", async || {
            status(&it.admin, &it.id).await == "paid"
        })
        .await;
        let second = paid.bank.pay(txid(&it.charge), "149.90");
        call(paid, of(&it.charge, &second)).await;
        until_odd(&it.host, &it.company).await;
        let mut socket = TestSocket::open(&paid.desk, &it.admin).await;
        let twice = Payer {
            number: second,
            ..it
        };
        due_in(&twice, 12).await;
        let before = standing(&twice.admin).await;
        let open = invoice(&twice.admin).await;
        credit(&twice).await;
        let name = format!("company-{}-payment", twice.company["id"]);
        let told = socket.event(&name).await;
        assert_eq!(told["company"]["dueDate"], before["nextDueDate"]);
        let after = standing(&twice.admin).await;
        assert_eq!(
            (&after["dueDate"], &after["credit"], &after["openInvoice"]),
            (&before["nextDueDate"], &json!(0.0), &Value::Null)
        );
        let shown = own(&twice.admin, &open["id"]).await;
        assert_eq!(
            (&shown["status"], &shown["credit"], &shown["toPay"]),
            (&json!("paid"), &json!(149.9), &json!(0.0))
        );
        assert_eq!(shown["payments"], json!([]));
        let refused = twice.admin.post("/subscription", &checkout(&open)).await;
        assert_eq!(refused.refusal(), (409, "ERR_INVOICE_NOT_OPEN"));
        let path = format!("/invoices/{}/receipt?language=en", open["id"]);
        let receipt = twice.admin.get(&path).await.text;
        assert!(receipt.contains("(The company's credit)"));
        let records = twice.admin.get("/audit?entity=invoice").await.ok();
        let all = records["records"].as_array().expect("records");
        let by_itself = all
            .iter()
            .find(|one| one["entityId"] == json!(open["id"].to_string()));
        assert_eq!(by_itself.expect("a record")["userName"], "Guichê");
        due_in(&twice, 14).await;
        assert_eq!(invoice(&twice.admin).await["credit"], 0.0, "once");
        assert_eq!(wrong(paid, &twice.company), 0);
    })
    .await;
}

#[tokio::test]
async fn what_goes_back_later_is_taken_off_the_credit_and_shown() {
    on_both(async |paid| {
        let it = with_ten(paid).await;
        due_in(&it, 12).await;
        assert_eq!(invoice(&it.admin).await["toPay"], 139.9);
        paid.bank.refund(&it.number, "10.00");
        call(paid, of(&it.charge, &it.number)).await;
        let back = until_odd(&it.host, &it.company).await;
        let payment = &back["payments"][0];
        assert_eq!(
            (&payment["returned"], &payment["credited"]),
            (&json!(10.0), &json!(0.0))
        );
        assert_eq!(
            (&payment["creditTakenBack"], &payment["creditable"]),
            (&json!(10.0), &json!(0.0))
        );
        assert_eq!(invoice(&it.admin).await["toPay"], 149.9);
        assert_eq!(standing(&it.admin).await["credit"], 0.0);
        let path = format!("/invoices/{}/settled", it.id);
        let again = it.host.post(&path, &as_credit(&it)).await;
        assert_eq!(again.refusal(), (409, "ERR_NOTHING_TO_CREDIT"));
        let words = json!({ "endToEndId": it.number, "note": "Devolvido" });
        it.host.post(&path, &words).await.ok();
        assert!(odd(&it.host, &it.company).await.is_empty());

        // what is spent stays spent, and a person sees it
        let it = with_ten(paid).await;
        due_in(&it, 14).await;
        let open = invoice(&it.admin).await;
        let by_hand = format!("/invoices/{}/paid", open["id"]);
        let reason = json!({ "reason": "Depósito" });
        it.host.post(&by_hand, &reason).await.ok();
        let due = standing(&it.admin).await["dueDate"].clone();
        paid.bank.refund(&it.number, "10.00");
        call(paid, of(&it.charge, &it.number)).await;
        let back = until_odd(&it.host, &it.company).await;
        assert_eq!(
            (
                &back["payments"][0]["credited"],
                &back["payments"][0]["creditTakenBack"]
            ),
            (&json!(10.0), &json!(0.0))
        );
        assert_eq!(standing(&it.admin).await["dueDate"], due);
        assert_eq!(own(&it.admin, &open["id"]).await["credit"], 10.0);
    })
    .await;
}

#[tokio::test]
async fn a_code_from_before_the_credit_pays_all_and_leaves_the_credit_for_later() {
    on_both(async |paid| {
        let it = paid_with(paid, "159.90").await;
        until_odd(&it.host, &it.company).await;
        due_in(&it, 12).await;
        let open = invoice(&it.admin).await;
        let old = charge(&it.admin).await;
        assert_eq!(old["valor"]["original"], "149.90");
        credit(&it).await;
        let new = charge(&it.admin).await;
        assert_eq!(new["valor"]["original"], "139.90");
        let number = paid.bank.pay(txid(&old), "149.90");
        call(paid, of(&old, &number)).await;
        until("it is paid", async || {
            status(&it.admin, &open["id"]).await == "paid"
        })
        .await;
        let shown = own(&it.admin, &open["id"]).await;
        assert_eq!(
            (&shown["credit"], &shown["payments"][0]["excess"]),
            (&json!(0.0), &json!(0.0))
        );
        assert!(odd(&it.host, &it.company).await.is_empty());
        assert_eq!(standing(&it.admin).await["credit"], 10.0);
        assert_eq!(wrong(paid, &it.company), 0);
    })
    .await;
}

#[tokio::test]
async fn what_was_too_little_is_credited_once_and_does_not_count_beside_its_credit() {
    on_both(async |paid| {
        let it = paid_with(paid, "100.00").await;
        until_odd(&it.host, &it.company).await;
        credit(&it).await;
        let open = invoice(&it.admin).await;
        assert_eq!((&open["id"], &open["toPay"]), (&it.id, &json!(49.9)));
        // the same code once more, with less than is missing
        let number = paid.bank.pay(txid(&it.charge), "30.00");
        call(paid, of(&it.charge, &number)).await;
        let odd_one = until_odd(&it.host, &it.company).await;
        assert_eq!(odd_one["status"], "open", "R$ 100 are not counted twice");
        let due = date(&standing(&it.admin).await["dueDate"]);
        let rest = Payer { number, ..it };
        credit(&rest).await;
        assert_eq!(invoice(&rest.admin).await["toPay"], 19.9);
        assert_eq!(date(&standing(&rest.admin).await["dueDate"]), due);
    })
    .await;
}

#[tokio::test]
async fn credit_is_given_and_used_once_however_many_ask_at_the_same_time() {
    on_both(async |paid| {
        let it = paid_with(paid, "159.90").await;
        until_odd(&it.host, &it.company).await;
        due_in(&it, 12).await;
        let path = format!("/invoices/{}/settled", it.id);
        let company = format!("/companies/{}", it.company["id"]);
        let all = (0..30).map(async |turn| match turn % 3 {
            0 => it.host.post(&path, &as_credit(&it)).await.status.as_u16(),
            1 => {
                let wish = json!({ "dueDate": days(1 + turn % 15) });
                it.host.put(&company, &wish).await.status.as_u16()
            }
            _ => {
                let open = standing(&it.admin).await["openInvoice"].clone();
                let wish = checkout(&open);
                it.admin.post("/subscription", &wish).await.status.as_u16()
            }
        });
        let all: Vec<u16> = join_all(all).await;
        let settled: Vec<u16> = all.iter().copied().step_by(3).collect();
        let given = settled.iter().filter(|status| **status == 200).count();
        assert_eq!(given, 1, "{settled:?}");
        assert!(settled.iter().all(|status| [200, 409].contains(status)));
        let rows = |table: &str| {
            paid.desk.number(&format!(
                "SELECT COUNT(*) FROM {table} WHERE company_id = {}",
                it.company["id"]
            ))
        };
        assert_eq!((rows("credits"), rows("credit_uses")), (1, 1));
        assert_eq!(wrong(paid, &it.company), 0);
        let open = invoice(&it.admin).await;
        assert_eq!(
            (&open["credit"], &standing(&it.admin).await["credit"]),
            (&json!(10.0), &json!(10.0))
        );
        assert_eq!(charge(&it.admin).await["valor"]["original"], "139.90");

        // and the bank calls many times at once
        let made = charge(&it.admin).await;
        let number = paid.bank.pay(txid(&made), "139.90");
        let calls = (0..20).map(|_| call(paid, of(&made, &number)));
        join_all(calls).await;
        until("it is paid", async || {
            status(&it.admin, &open["id"]).await == "paid"
        })
        .await;
        assert_eq!(standing(&it.admin).await["credit"], 0.0);
        assert_eq!(wrong(paid, &it.company), 0);
    })
    .await;
}

#[tokio::test]
async fn credit_pays_the_difference_to_a_dearer_plan_and_is_free_again_when_that_is_taken_back() {
    on_both(async |paid| {
        let it = with_ten(paid).await;
        due_in(&it, 12).await;
        assert_eq!(invoice(&it.admin).await["credit"], 10.0);
        // a difference is due first; one of more than the credit is only lower by it
        let dear = plan(&it.host, &json!({ "value": 349.9, "users": 9 })).await;
        let wish = json!({ "planId": dear["id"] });
        let chosen = it.admin.put("/subscription/plan", &wish).await.ok();
        let difference = chosen["chosenPlan"]["invoice"].clone();
        assert_eq!(difference["credit"], 10.0);
        assert_eq!(chosen["openInvoice"]["credit"], 0.0);
        // a payment moves the due date: the difference is reckoned anew, and is lower again
        let renewal = chosen["openInvoice"]["id"].clone();
        let by_hand = format!("/invoices/{renewal}/paid");
        let reason = json!({ "reason": "Depósito" });
        it.host.post(&by_hand, &reason).await.ok();
        let anew = standing(&it.admin).await["chosenPlan"]["invoice"].clone();
        assert_ne!(anew["id"], difference["id"]);
        assert_eq!(anew["credit"], 10.0);
        due_in(&it, 16).await;
        let chosen = it.admin.put("/subscription/plan", &wish).await.ok();
        assert_eq!(chosen["openInvoice"]["credit"], 0.0);
        let back = it.admin.delete("/subscription/plan").await.ok();
        assert_eq!(
            (&back["openInvoice"]["credit"], &back["chosenPlan"]),
            (&json!(10.0), &Value::Null)
        );
        // one that it covers counts at once
        let near = plan(&it.host, &json!({ "value": 151.0, "users": 7 })).await;
        let wish = json!({ "planId": near["id"] });
        let chosen = it.admin.put("/subscription/plan", &wish).await.ok();
        assert_eq!(
            (&chosen["plan"]["id"], &chosen["chosenPlan"]),
            (&near["id"], &Value::Null)
        );
        let spent = 10.0 - chosen["credit"].as_f64().expect("a credit");
        assert!((0.01..=1.1).contains(&spent), "{spent}");
        assert_eq!(wrong(paid, &it.company), 0);
    })
    .await;
}

#[tokio::test]
async fn a_refund_that_is_told_by_its_number_alone_takes_back_the_credit() {
    for backend in backends() {
        let paid = start(backend).await;
        paid.bank.hide_refunds();
        let it = with_ten(&paid).await;
        paid.bank.refund(&it.number, "10.00");
        let mut news = of(&it.charge, &it.number);
        news["pix"][0]["txid"] = Value::Null;
        news["pix"][0]["devolucoes"] = json!([{ "id": "d1" }]);
        call(&paid, news).await;
        let back = until_odd(&it.host, &it.company).await;
        assert_eq!(back["payments"][0]["creditTakenBack"], 10.0);
        assert_eq!(standing(&it.admin).await["credit"], 0.0);
    }
}

#[tokio::test]
async fn a_receipt_names_the_payment_that_paid_and_not_the_one_that_came_twice() {
    on_both(async |paid| {
        let it = paid_with(paid, "149.90").await;
        until("it is paid", async || {
            status(&it.admin, &it.id).await == "paid"
        })
        .await;
        let second = paid.bank.pay(txid(&it.charge), "149.90");
        call(paid, of(&it.charge, &second)).await;
        until_odd(&it.host, &it.company).await;
        let path = format!("/invoices/{}/receipt", it.id);
        let receipt = it.admin.get(&path).await.text;
        assert!(receipt.contains(&it.number) && !receipt.contains(&second));
    })
    .await;
}
