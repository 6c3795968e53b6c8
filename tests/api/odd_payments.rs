//! What came for an invoice is not what was asked for, or went back: those who run the server see it and say what became of it, its
//! company sees it too, and no word of a bank moves a due date twice.

use futures_util::future::join_all;
use serde_json::{Value, json};

use super::{
    bank::HOOK_SECRET,
    billing::{
        Paid, call, charge, date, invoice, of, on_both, owing, standing, start, status, txid,
    },
    support::{Session, TestSocket, backends, until},
};

/// Calls that arrive together.
const CALLS: usize = 100;

/// The invoices of a company that a super user has to look at.
pub async fn odd(host: &Session, company: &Value) -> Vec<Value> {
    let name = company["name"].as_str().expect("a name");
    let path = format!(
        "/invoices?odd=true&searchParam={}",
        name.replace(' ', "%20")
    );
    let found = host.get(&path).await.ok();
    found["invoices"].as_array().expect("invoices").clone()
}

pub async fn until_odd(host: &Session, company: &Value) -> Value {
    until("the payment is shown", async || {
        odd(host, company).await.len() == 1
    })
    .await;
    odd(host, company).await[0].clone()
}

/// A company's own view of an invoice.
pub async fn own(admin: &Session, id: &Value) -> Value {
    let all = admin.get("/invoices/all").await.ok();
    let all = all["invoices"].as_array().expect("invoices");
    let found = all.iter().find(|one| one["id"] == *id);
    found.expect("it is shown to its company").clone()
}

/// A company whose charge was paid with so much, and which has heard of it.
pub struct Payer {
    pub host: Session,
    pub company: Value,
    pub admin: Session,
    pub id: Value,
    pub charge: Value,
    pub number: String,
}

pub async fn paid_with(paid: &Paid, value: &str) -> Payer {
    let (host, company, admin) = owing(paid, 10).await;
    let id = invoice(&admin).await["id"].clone();
    let charge = charge(&admin).await;
    let number = paid.bank.pay(txid(&charge), value);
    call(paid, of(&charge, &number)).await;
    Payer {
        host,
        company,
        admin,
        id,
        charge,
        number,
    }
}

#[tokio::test]
async fn what_is_too_much_renews_and_a_super_user_says_what_became_of_the_rest() {
    on_both(async |paid| {
        let it = paid_with(paid, "159.90").await;
        let odd_one = until_odd(&it.host, &it.company).await;
        let payment = &odd_one["payments"][0];
        assert_eq!(
            (&odd_one["status"], &odd_one["value"], &odd_one["companyId"]),
            (&json!("paid"), &json!(149.9), &it.company["id"])
        );
        assert_eq!(
            (&payment["outcome"], &payment["value"], &payment["excess"]),
            (&json!("paid"), &json!(159.9), &json!(10.0))
        );
        let shown = own(&it.admin, &it.id).await;
        assert_eq!(shown["payments"][0]["excess"], 10.0);
        assert_eq!(shown["payments"][0]["isOdd"], true);
        let due = standing(&it.admin).await["dueDate"].clone();

        let path = format!("/invoices/{}/settled", it.id);
        let wish = json!({ "endToEndId": it.number, "note": "Devolvidos por Pix" });
        let refused = it.admin.post(&path, &wish).await;
        assert_eq!(refused.refusal(), (403, "ERR_NO_PERMISSION"));
        let empty = json!({ "endToEndId": it.number, "note": " " });
        let refused = it.host.post(&path, &empty).await;
        assert_eq!(refused.refusal(), (400, "ERR_VALIDATION"));
        let other = json!({ "endToEndId": "E1", "note": "x" });
        let refused = it.host.post(&path, &other).await;
        assert_eq!(refused.refusal(), (404, "ERR_NO_PAYMENT_FOUND"));
        let (one, two) = tokio::join!(it.host.post(&path, &wish), it.host.post(&path, &wish));
        let mut both = [one.status.as_u16(), two.status.as_u16()];
        both.sort_unstable();
        assert_eq!(both, [200, 409], "one of two who say it at once");
        let again = it.host.post(&path, &wish).await;
        assert_eq!(again.refusal(), (409, "ERR_PAYMENT_NOT_ODD"));

        assert!(odd(&it.host, &it.company).await.is_empty());
        let shown = own(&it.admin, &it.id).await;
        assert_eq!(shown["payments"][0]["isOdd"], false);
        assert!(!shown.to_string().contains("Devolvidos"), "said to others");
        assert_eq!(standing(&it.admin).await["dueDate"], due);
        for reader in [&it.admin, &it.host] {
            let records = reader.get("/audit?entity=invoice").await.ok();
            let all = records["records"].as_array().expect("records");
            let found = all
                .iter()
                .find(|one| one["entityId"] == json!(it.id.to_string()));
            let found = found.expect("the record").to_string();
            assert!(found.contains("Devolvidos por Pix"), "{found}");
        }
    })
    .await;
}

#[tokio::test]
async fn what_is_too_little_or_comes_for_a_replaced_invoice_is_shown_to_both() {
    on_both(async |paid| {
        let it = paid_with(paid, "100.00").await;
        until_odd(&it.host, &it.company).await;
        let shown = own(&it.admin, &it.id).await;
        assert_eq!(
            (
                &shown["status"],
                &shown["payments"][0]["outcome"],
                &shown["payments"][0]["value"]
            ),
            (&json!("open"), &json!("tooLittle"), &json!(100.0))
        );
        let known = it.admin.get(&format!("/invoices/{}", it.id)).await.ok();
        assert_eq!(known, shown);
        // marked by hand: what was too little is settled with the same words
        let reason = json!({ "reason": "Completou em dinheiro" });
        let path = format!("/invoices/{}/paid", it.id);
        let done = it.host.post(&path, &reason).await.ok();
        assert_eq!(done["payments"][0]["settledNote"], "Completou em dinheiro");
        assert!(odd(&it.host, &it.company).await.is_empty());

        let (host, company, admin) = owing(paid, 10).await;
        let id = invoice(&admin).await["id"].clone();
        let made = charge(&admin).await;
        let path = format!("/companies/{}", company["id"]);
        let wish = json!({ "recurrence": "ANUAL" });
        host.put(&path, &wish).await.ok();
        let due = standing(&admin).await["dueDate"].clone();
        let number = paid.bank.pay(txid(&made), "149.90");
        call(paid, of(&made, &number)).await;
        let late = until_odd(&host, &company).await;
        assert_eq!(late["payments"][0]["outcome"], "late");
        assert_eq!(own(&admin, &id).await["status"], "cancelled");
        assert_eq!(standing(&admin).await["dueDate"], due);
    })
    .await;
}

#[tokio::test]
async fn a_refund_that_a_bank_tells_of_is_asked_about_and_takes_no_days_away() {
    for backend in backends() {
        let paid = start(backend).await;
        paid.bank.hide_refunds();
        let it = paid_with(&paid, "149.90").await;
        until("it is paid", async || {
            status(&it.admin, &it.id).await == "paid"
        })
        .await;
        let due = standing(&it.admin).await["dueDate"].clone();
        let news = |txid: &Value| {
            json!({ "pix": [{
                "endToEndId": it.number, "txid": txid, "valor": "149.90", "horario": "2026-11-25T12:00:00Z",
                "devolucoes": [{ "id": "d1", "valor": "149.90", "status": "DEVOLVIDO" }],
            }] })
        };
        // the secret has leaked: the bank knows of no refund
        let asked = paid.bank.asked(txid(&it.charge));
        call(&paid, news(&it.charge["txid"])).await;
        until("the bank was asked", async || {
            paid.bank.asked(txid(&it.charge)) > asked
        })
        .await;
        assert!(odd(&it.host, &it.company).await.is_empty());

        paid.bank.refund(&it.number, "149.90");
        call(&paid, news(&Value::Null)).await;
        let back = until_odd(&it.host, &it.company).await;
        assert_eq!(
            (&back["status"], &back["payments"][0]["returned"]),
            (&json!("paid"), &json!(149.9))
        );
        assert_eq!(
            own(&it.admin, &it.id).await["payments"][0]["returned"],
            149.9
        );
        assert_eq!(
            standing(&it.admin).await["dueDate"],
            due,
            "a person decides"
        );
    }
}

#[tokio::test]
#[expect(clippy::too_many_lines, reason = "calls of every kind")]
async fn a_hundred_calls_at_once_again_late_and_forged_move_the_due_date_once() {
    on_both(async |paid| {
        let (_, company, admin) = owing(paid, 10).await;
        let before = standing(&admin).await;
        let id = invoice(&admin).await["id"].clone();
        let made = charge(&admin).await;
        let txid = txid(&made);
        let mut socket = TestSocket::open(&paid.desk, &admin).await;
        // the bank tells of the payment and stands at an older time itself
        paid.bank.keep_old(txid, true);
        let number = paid.bank.pay(txid, "149.90");
        let news = of(&made, &number);
        call(paid, news.clone()).await;
        until("the bank was asked", async || paid.bank.asked(txid) >= 1).await;
        assert_eq!(standing(&admin).await["dueDate"], before["dueDate"]);

        paid.bank.keep_old(txid, false);
        let forged = async |secret: &str| {
            let path = format!("/subscription/webhook/pix?secret={secret}");
            let refused = paid.desk.stranger().post(&path, &news).await;
            assert_eq!(refused.refusal(), (401, "ERR_WEBHOOK_SIGNATURE"));
        };
        // under another number and with another amount: what it says is not believed
        let other = of(&made, "E0000000000000000000000000000009");
        let mut dear = news.clone();
        dear["pix"][0]["valor"] = json!("999.00");
        let calls = (0..CALLS).map(async |turn| match turn % 4 {
            0 => call(paid, other.clone()).await,
            1 => call(paid, dear.clone()).await,
            2 => {
                forged(&format!("{HOOK_SECRET}x")).await;
                call(paid, news.clone()).await
            }
            _ => call(paid, news.clone()).await,
        });
        for heard in join_all(calls).await {
            assert_eq!(heard, json!({ "ok": true }));
        }
        let told = socket
            .event(&format!("company-{}-payment", company["id"]))
            .await;
        assert_eq!(told["company"]["dueDate"], before["nextDueDate"]);
        // and the older state once more, after the newer one
        let newest = paid.bank.charge(txid);
        paid.bank
            .set(txid, &json!({ "status": "ATIVA", "pix": [] }));
        call(paid, news.clone()).await;
        until("the bank was asked about each call", async || {
            paid.bank.asked(txid) >= CALLS + 2
        })
        .await;
        paid.bank.set(txid, &newest);
        call(paid, news.clone()).await;
        until("and again", async || paid.bank.asked(txid) >= CALLS + 3).await;

        let after = standing(&admin).await;
        assert_eq!(after["dueDate"], before["nextDueDate"]);
        assert!(date(&after["dueDate"]) > date(&before["dueDate"]));
        let shown = own(&admin, &id).await;
        assert_eq!(shown["status"], "paid");
        let payments = shown["payments"].as_array().expect("payments");
        assert_eq!(payments.len(), 1, "{payments:?}");
        assert_eq!(payments[0]["endToEndId"], json!(number));
        let events = format!(
            "SELECT COUNT(*) FROM events WHERE company_id = {} AND entity = 'payment'",
            company["id"]
        );
        assert_eq!(paid.desk.number(&events), 1);
    })
    .await;
}
