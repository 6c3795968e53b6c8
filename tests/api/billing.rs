//! A company pays for its desk: invoices, the checkout, and what a bank tells, with a bank of the tests.

use chrono::{DateTime, TimeDelta, Utc};
use guiche_storage::model::{Clock as _, SystemClock};
use serde_json::{Value, json};
use tokio::sync::OnceCell;

use super::{
    bank::{Bank, HOOK_SECRET},
    companies::company,
    support::{Backend, SUPER, Session, TestDesk, TestSocket, backends, until},
};

/// A desk with its bank.
pub struct Paid {
    pub desk: TestDesk,
    pub bank: Bank,
}

pub async fn start(backend: Backend) -> Paid {
    let bank = Bank::start();
    let settings = bank.settings();
    let settings: Vec<(&str, &str)> = settings.iter().map(|(k, v)| (*k, v.as_str())).collect();
    let desk = TestDesk::start(backend, &settings).await;
    Paid { desk, bank }
}

/// Runs a body on a desk of each database that is paid at the tests' own bank.
pub async fn on_both(body: impl AsyncFn(&Paid)) {
    static SQLITE: OnceCell<Paid> = OnceCell::const_new();
    static POSTGRES: OnceCell<Paid> = OnceCell::const_new();
    for backend in backends() {
        let cell = match backend {
            Backend::Sqlite => &SQLITE,
            Backend::Postgres => &POSTGRES,
        };
        body(cell.get_or_init(async || start(backend).await).await).await;
    }
}

pub fn days(days: i64) -> DateTime<Utc> {
    SystemClock.now() + TimeDelta::days(days)
}

/// A company that is due in so many days, and its admin; its invoice is open.
pub async fn owing(paid: &Paid, due_in: i64) -> (Session, Value, Session) {
    owing_at(&paid.desk, due_in).await
}

/// The same, at any desk.
pub async fn owing_at(desk: &TestDesk, due_in: i64) -> (Session, Value, Session) {
    let host = desk.session(SUPER).await.on_this_runtime();
    let (company, admin) = company(&host, &json!({ "dueDate": days(due_in) })).await;
    (host, company, admin)
}

pub async fn standing(admin: &Session) -> Value {
    admin.get("/subscription").await.ok()
}

pub async fn invoice(admin: &Session) -> Value {
    let invoice = standing(admin).await["openInvoice"].clone();
    assert!(invoice["id"].is_i64(), "an open invoice");
    invoice
}

pub fn checkout(invoice: &Value) -> Value {
    json!({
        "invoiceId": invoice["id"], "firstName": "Helena", "lastName": "Castro", "address2": "Rua das Acácias, 120",
        "city": "São Paulo", "state": "SP", "zipcode": "01310-100", "country": "BR",
    })
}

pub async fn charge(admin: &Session) -> Value {
    let invoice = invoice(admin).await;
    admin.post("/subscription", &checkout(&invoice)).await.ok()
}

pub fn txid(charge: &Value) -> &str {
    charge["txid"].as_str().expect("a txid")
}

pub fn date(value: &Value) -> DateTime<Utc> {
    value.as_str().expect("a time").parse().expect("a time")
}

/// The bank calls.
pub async fn call(paid: &Paid, pix: Value) -> Value {
    call_at(paid, "/pix", pix).await
}

/// The bank calls an address that ends so.
pub async fn call_at(paid: &Paid, end: &str, pix: Value) -> Value {
    let path = format!("/subscription/webhook{end}?secret={HOOK_SECRET}");
    paid.desk.stranger().post(&path, &pix).await.ok()
}

pub fn of(charge: &Value, end_to_end_id: &str) -> Value {
    json!({ "pix": [{
        "endToEndId": end_to_end_id, "txid": charge["txid"], "valor": charge["valor"]["original"],
        "horario": "2026-11-25T12:00:00Z",
    }] })
}

pub async fn status(admin: &Session, id: &Value) -> Value {
    let path = format!("/invoices/{id}");
    admin.get(&path).await.ok()["status"].clone()
}

#[tokio::test]
async fn a_company_that_is_due_soon_has_an_invoice_with_the_price_of_its_plan() {
    // spec: A014 A039 A106
    on_both(async |paid| {
        let (_, _, admin) = owing(paid, 10).await;
        let all = admin.get("/invoices/all").await.ok();
        assert_eq!((&all["count"], &all["hasMore"]), (&json!(1), &json!(false)));
        let one = &all["invoices"][0];
        assert_eq!(
            (&one["value"], &one["status"]),
            (&json!(149.9), &json!("open"))
        );
        let told = standing(&admin).await;
        let plan = told["plan"]["name"].clone();
        assert_eq!((&one["detail"], &one["dueDate"]), (&plan, &told["dueDate"]));
        assert!(one["id"].is_i64());
        let known = admin.get(&format!("/invoices/{}", one["id"])).await.ok();
        assert_eq!(known, *one);
        let word = plan.as_str().expect("a name").replace(' ', "%20");
        for (search, count) in [(word, 1), (one["id"].to_string(), 1), ("xyz".into(), 0)] {
            let path = format!("/invoices/all?searchParam={search}&pageNumber=1");
            assert_eq!(admin.get(&path).await.ok()["count"], count, "{search}");
        }
        let (_, _, later) = owing(paid, 30).await;
        let none = later.get("/invoices/all").await.ok();
        assert_eq!(none["count"], 0, "not 20 days ahead");
        assert_eq!(standing(&later).await["openInvoice"], Value::Null);
    })
    .await;
}

#[tokio::test]
async fn another_plan_or_date_asks_for_another_invoice() {
    on_both(async |paid| {
        let (host, company, admin) = owing(paid, 10).await;
        let first = invoice(&admin).await;
        let path = format!("/companies/{}", company["id"]);
        host.put(&path, &json!({ "recurrence": "ANUAL" }))
            .await
            .ok();
        let year = invoice(&admin).await;
        assert_ne!(year["id"], first["id"]);
        assert_eq!(year["value"], json!(1798.8));
        assert_eq!(status(&admin, &first["id"]).await, "cancelled");
        let all = admin.get("/invoices/all").await.ok();
        assert_eq!(all["count"], 1, "what was cancelled is not shown");
        host.put(&path, &json!({ "city": "São Paulo" })).await.ok();
        assert_eq!(invoice(&admin).await["id"], year["id"]);
        host.post(&format!("{path}/renew"), &json!({})).await.ok();
        assert_eq!(standing(&admin).await["openInvoice"], Value::Null);
    })
    .await;
}

#[tokio::test]
async fn the_amount_is_the_invoices_and_cards_are_nowhere() {
    // spec: A040 A106
    on_both(async |paid| {
        let (_, _, admin) = owing(paid, 10).await;
        let mut wish = checkout(&invoice(&admin).await);
        for (name, value) in [
            ("price", json!("0.01")),
            ("users", json!("1")),
            ("connections", json!("1")),
            ("plan", json!("{}")),
            ("useAddressForPaymentDetails", json!(true)),
            ("nameOnCard", json!("HELENA C CARTAO")),
            ("cardNumber", json!("4111111111111111")),
            ("cvv", json!("987")),
        ] {
            wish[name] = value;
        }
        let made = admin.post("/subscription", &wish).await.ok();
        assert_eq!(made["valor"]["original"], "149.90");
        assert_eq!(
            (&made["status"], &made["calendario"]["expiracao"]),
            (&json!("ATIVA"), &json!(3600))
        );
        let code = made["qrcode"]["qrcode"].as_str().expect("a code");
        assert!(code.starts_with("000201") && code.contains("5406149.90"));
        let asked = paid.bank.charge(txid(&made));
        assert_eq!(asked["valor"]["original"], "149.90");
        assert_eq!(asked["chave"], "pix@guiche.example");
        let again = admin.post("/subscription", &wish).await.ok();
        assert_eq!(again, made, "one code until it ends");
        let billing = standing(&admin).await["billing"].clone();
        let records = admin.get("/audit?entity=company").await.ok();
        let records = records["records"].to_string();
        assert!(records.contains("Helena Castro"), "{records}");
        for (field, value) in [
            ("billingName", "Helena Castro"),
            ("address", "Rua das Acácias, 120"),
            ("city", "São Paulo"),
            ("state", "SP"),
            ("zipcode", "01310-100"),
            ("country", "BR"),
        ] {
            assert_eq!(billing[field], value, "{field}");
        }
        let kept = format!(
            "{:?}{}",
            paid.desk.rows_of(admin.company()),
            paid.desk.log()
        );
        for word in ["4111111111111111", "HELENA C CARTAO", "cardNumber"] {
            assert!(!kept.contains(word), "{word}");
        }
    })
    .await;
}

#[tokio::test]
async fn a_code_that_has_ended_is_not_shown_again() {
    on_both(async |paid| {
        let (_, _, admin) = owing(paid, 10).await;
        let first = charge(&admin).await;
        paid.desk.execute(&format!(
            "UPDATE pix_charges SET expires_at = '2026-01-01T00:00:00+00:00' WHERE txid = '{}'",
            txid(&first)
        ));
        let second = charge(&admin).await;
        assert_ne!(second["txid"], first["txid"]);
        assert!(date(&second["expiresAt"]) > days(0));
        assert_eq!(charge(&admin).await, second, "one code until it ends");
    })
    .await;
}

#[tokio::test]
async fn a_checkout_without_its_fields_is_refused() {
    // spec: A015 A079
    on_both(async |paid| {
        let (_, _, admin) = owing(paid, 10).await;
        let whole = checkout(&invoice(&admin).await);
        for field in ["firstName", "address2", "city", "zipcode", "country"] {
            for value in [json!(""), json!(" "), Value::Null] {
                let mut wish = whole.clone();
                wish[field] = value;
                let refused = admin.post("/subscription", &wish).await;
                assert_eq!(refused.refusal(), (400, "ERR_VALIDATION"), "{field}");
            }
        }
        for (country, expected) in [("BR", 200), ("usa", 200), ("FR", 400)] {
            let mut wish = whole.clone();
            wish["country"] = json!(country);
            let answer = admin.post("/subscription", &wish).await;
            assert_eq!(answer.status.as_u16(), expected, "{country}");
        }
        let billing = standing(&admin).await["billing"].clone();
        assert_eq!(billing["country"], "usa", "the last that was taken");
    })
    .await;
}

#[tokio::test]
async fn a_payment_that_the_bank_confirms_renews_once_and_tells_every_browser() {
    // spec: A004 A063
    on_both(async |paid| {
        let (_, company, admin) = owing(paid, 10).await;
        let before = date(&standing(&admin).await["dueDate"]);
        let expected = standing(&admin).await["nextDueDate"].clone();
        let id = invoice(&admin).await["id"].clone();
        let made = charge(&admin).await;
        let mut socket = TestSocket::open(&paid.desk, &admin).await;
        let number = paid.bank.pay(txid(&made), "149.90");
        let news = of(&made, &number);
        let calls = (0..20).map(|n| call_at(paid, ["/pix", ""][n % 2], news.clone()));
        for answer in futures_util::future::join_all(calls).await {
            assert_eq!(answer, json!({ "ok": true }));
        }
        let told = socket
            .event(&format!("company-{}-payment", company["id"]))
            .await;
        assert_eq!(told["action"], "CONCLUIDA");
        assert_eq!(told["company"]["dueDate"], expected);
        assert_eq!(status(&admin, &id).await, "paid");
        call(paid, news).await;
        until("the bank was asked about each call", async || {
            paid.bank.asked(txid(&made)) >= 21
        })
        .await;
        let after = standing(&admin).await;
        assert_eq!(after["dueDate"], expected);
        let moved = (date(&after["dueDate"]) - before).num_days();
        assert!((28..=31).contains(&moved), "{moved}");
        let refused = admin
            .post("/subscription", &checkout(&json!({ "id": id })))
            .await;
        assert_eq!(refused.refusal(), (409, "ERR_INVOICE_NOT_OPEN"));
    })
    .await;
}

#[tokio::test]
async fn a_forged_call_renews_nothing() {
    on_both(async |paid| {
        let (_, _, admin) = owing(paid, 10).await;
        let before = standing(&admin).await["dueDate"].clone();
        let id = invoice(&admin).await["id"].clone();
        let made = charge(&admin).await;
        let forged = of(&made, "E0000000000000000000000000000001");
        let stranger = paid.desk.stranger();
        for end in [
            "",
            "/pix",
            "?secret=",
            "/pix?secret=x",
            "/pix?secret=9c1f0d7be64a4c58a1d2",
        ] {
            let path = format!("/subscription/webhook{end}");
            let refused = stranger.post(&path, &forged).await;
            assert_eq!(refused.refusal(), (401, "ERR_WEBHOOK_SIGNATURE"));
        }
        // the look of each minute may have come by
        assert!(paid.bank.asked(txid(&made)) <= 1, "nobody was asked");
        // the secret has leaked: the bank knows of no payment
        call(paid, forged).await;
        for test in [
            json!({}),
            json!({ "pix": [] }),
            json!({ "pix": [{ "valor": "1.00" }] }),
        ] {
            call(paid, test).await;
        }
        call(paid, json!({ "pix": [{ "txid": "unknown" }] })).await;
        until("the bank was asked", async || {
            paid.bank.asked(txid(&made)) >= 1
        })
        .await;
        assert_eq!(status(&admin, &id).await, "open");
        assert_eq!(standing(&admin).await["dueDate"], before);
        let path = format!("/subscription/webhook/pix?secret={HOOK_SECRET}&ignorar=/pix");
        stranger.post(&path, &json!({})).await.ok();
        let path = format!("/subscription/webhook/pix?secret={HOOK_SECRET}");
        let broken = stranger
            .raw(reqwest::Method::POST, &path, "application/json", "{")
            .await;
        assert_eq!(broken.refusal(), (400, "ERR_VALIDATION"));
    })
    .await;
}

#[tokio::test]
async fn what_is_too_little_is_kept_for_a_person_who_marks_the_invoice() {
    on_both(async |paid| {
        let (host, company, admin) = owing(paid, 10).await;
        let due = standing(&admin).await["dueDate"].clone();
        let id = invoice(&admin).await["id"].clone();
        let made = charge(&admin).await;
        let number = paid.bank.pay(txid(&made), "149.89");
        call(paid, of(&made, &number)).await;
        let name = company["name"]
            .as_str()
            .expect("a name")
            .replace(' ', "%20");
        let path = format!("/invoices?odd=true&searchParam={name}");
        until("the payment is shown", async || {
            host.get(&path).await.ok()["count"] == 1
        })
        .await;
        let odd = host.get(&path).await.ok()["invoices"][0].clone();
        assert_eq!((&odd["id"], &odd["companyId"]), (&id, &company["id"]));
        let payment = &odd["payments"][0];
        assert_eq!(
            (&payment["outcome"], &payment["value"]),
            (&json!("tooLittle"), &json!(149.89))
        );
        assert_eq!(status(&admin, &id).await, "open");
        assert_eq!(standing(&admin).await["dueDate"], due);

        let mark = format!("/invoices/{id}/paid");
        let reason = json!({ "reason": "Faltou um centavo" });
        assert_eq!(
            admin.post(&mark, &reason).await.refusal(),
            (403, "ERR_NO_PERMISSION")
        );
        let empty = host.post(&mark, &json!({ "reason": " " })).await;
        assert_eq!(empty.refusal(), (400, "ERR_VALIDATION"));
        let done = host.post(&mark, &reason).await.ok();
        assert_eq!(
            (&done["status"], &done["paidReason"]),
            (&json!("paid"), &json!("Faltou um centavo"))
        );
        for (standing, count) in [("paid", 1), ("open", 0), ("cancelled", 0)] {
            let path = format!("/invoices?status={standing}&searchParam={name}");
            let found = host.get(&path).await.ok()["invoices"].clone();
            let all = found.as_array().expect("invoices").iter();
            let of_this = all.filter(|one| one["id"] == id).count();
            assert_eq!(of_this, count, "{standing}");
        }
        let again = host.post(&mark, &reason).await;
        assert_eq!(again.refusal(), (409, "ERR_INVOICE_NOT_OPEN"));
        let moved = date(&standing(&admin).await["dueDate"]) - date(&due);
        assert!((28..=31).contains(&moved.num_days()));
        for reader in [&admin, &host] {
            let records = reader.get("/audit?entity=invoice").await.ok();
            let all = records["records"].as_array().expect("records");
            let wanted = json!(id.to_string());
            let found = all.iter().find(|it| it["entityId"] == wanted);
            let found = found.expect("the record").to_string();
            assert!(found.contains("Faltou um centavo"), "{found}");
        }
    })
    .await;
}

#[tokio::test]
async fn a_company_that_may_only_look_pays_and_works_at_once() {
    on_both(async |paid| {
        let (_, _, admin) = owing(paid, -10).await;
        let tag = json!({ "name": "VIP" });
        let refused = admin.post("/tags", &tag).await;
        assert_eq!(refused.refusal(), (403, "ERR_COMPANY_EXPIRED"));
        let made = charge(&admin).await;
        let number = paid.bank.pay(txid(&made), "149.90");
        call(paid, of(&made, &number)).await;
        until("the same sign-in may write", async || {
            admin.post("/tags", &tag).await.status.is_success()
        })
        .await;
        let left = date(&standing(&admin).await["dueDate"]) - SystemClock.now();
        assert!((27..=31).contains(&left.num_days()), "from today: {left}");
    })
    .await;
}

#[tokio::test]
async fn a_payment_is_found_though_nobody_told_of_it() {
    for backend in backends() {
        let paid = start(backend).await;
        let (_, _, admin) = owing(&paid, 10).await;
        let id = invoice(&admin).await["id"].clone();
        let made = charge(&admin).await;
        paid.desk.kill();
        paid.bank.pay(txid(&made), "149.90");
        paid.desk
            .execute("UPDATE pix_charges SET asked_at = '2026-01-01T00:00:00+00:00'");
        paid.desk.run().await;
        until("the desk has asked by itself", async || {
            status(&admin, &id).await == "paid"
        })
        .await;
    }
}

#[tokio::test]
async fn a_bank_that_is_away_is_said_so() {
    for backend in backends() {
        let paid = start(backend).await;
        let (_, _, admin) = owing(&paid, 10).await;
        let wish = checkout(&invoice(&admin).await);
        paid.bank.set_away(true);
        let refused = admin.post("/subscription", &wish).await;
        assert_eq!(refused.refusal(), (503, "ERR_BANK_UNREACHABLE"));
        paid.bank.set_away(false);
        admin.post("/subscription", &wish).await.ok();
    }
}

#[tokio::test]
async fn days_of_the_trial_and_what_the_plan_allows_are_told() {
    // spec: A016 A146
    on_both(async |paid| {
        let (host, company, admin) = owing(paid, 3).await;
        let path = format!("/companies/{}", company["id"]);
        assert_eq!(standing(&admin).await["trialDaysLeft"], Value::Null);
        let soon = SystemClock.now() + TimeDelta::hours(49);
        let wish = json!({ "trialExpiration": soon });
        host.put(&path, &wish).await.ok();
        let told = standing(&admin).await;
        assert_eq!(told["trialDaysLeft"], 3);
        assert_eq!(told["email"], company["email"]);
        assert_eq!(
            (&told["plan"]["users"], &told["usage"]["users"]),
            (&json!(5), &json!(1))
        );
        assert_eq!(
            (&told["value"], &told["canPay"]),
            (&json!(149.9), &json!(true))
        );
        let wish = json!({ "trialExpiration": SystemClock.now() - TimeDelta::hours(1) });
        host.put(&path, &wish).await.ok();
        assert_eq!(standing(&admin).await["trialDaysLeft"], Value::Null);
    })
    .await;
}
