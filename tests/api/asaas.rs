//! A company pays at Asaas: the installation's key, the customer, the charge, and what is told and asked about it.

use base64::{Engine as _, engine::general_purpose::STANDARD};
use qrcode::{EcLevel, QrCode, render::svg::Color};
use reqwest::Method;
use serde_json::{Value, json};
use tokio::sync::OnceCell;

use super::{
    asaas_stub::{Asaas, KEY},
    bank::{Bank, HOOK_SECRET},
    billing::{checkout, owing_at, standing, txid},
    support::{Backend, SUPER, Session, TestDesk, backends, until},
};

/// A desk, Asaas, and a bank that speaks the central bank's API.
struct Paid {
    desk: TestDesk,
    asaas: Asaas,
    bank: Option<Bank>,
}

async fn start(backend: Backend, bank: Option<Bank>) -> Paid {
    let asaas = Asaas::start();
    let mut settings = vec![
        ("GUICHE__BILLING__ASAAS_URL", asaas.url.clone()),
        ("GUICHE__BILLING__WEBHOOK_SECRET", HOOK_SECRET.to_owned()),
    ];
    if bank.is_none() {
        settings.push(("GUICHE__BILLING__PROVIDER", "asaas".to_owned()));
    }
    settings.extend(bank.iter().flat_map(Bank::settings));
    let settings: Vec<(&str, &str)> = settings.iter().map(|(k, v)| (*k, v.as_str())).collect();
    let desk = TestDesk::start(backend, &settings).await;
    Paid { desk, asaas, bank }
}

/// Runs a body on a desk of each database whose only bank is Asaas.
async fn on_both(body: impl AsyncFn(&Paid)) {
    static SQLITE: OnceCell<Paid> = OnceCell::const_new();
    static POSTGRES: OnceCell<Paid> = OnceCell::const_new();
    for backend in backends() {
        let cell = match backend {
            Backend::Sqlite => &SQLITE,
            Backend::Postgres => &POSTGRES,
        };
        let started = cell.get_or_init(async || {
            let started = start(backend, None).await;
            set_key(&started.desk, KEY).await;
            started
        });
        body(started.await).await;
    }
}

async fn set_key(desk: &TestDesk, key: &str) -> Value {
    let host = desk.session(SUPER).await.on_this_runtime();
    let body = json!({ "key": "asaas", "value": key });
    host.put("/settings/asaas", &body).await.ok()
}

/// What a super user sees of the key.
async fn shown_key(host: &Session) -> Value {
    let all = host.get("/settings").await.ok();
    let all = all.as_array().expect("settings");
    let mut found = all.iter().filter(|one| one["key"] == "asaas");
    let value = found.next().expect("the key")["value"].clone();
    assert!(found.next().is_none());
    value
}

fn with_document(invoice: &Value, document: &str) -> Value {
    let mut wish = checkout(invoice);
    wish["document"] = json!(document);
    wish
}

/// A charge for the open invoice of a company.
async fn charge(admin: &Session) -> Value {
    let invoice = standing(admin).await["openInvoice"].clone();
    let wish = with_document(&invoice, "11.222.333/0001-81");
    admin.post("/subscription", &wish).await.ok()
}

fn id(payment: &Value) -> &str {
    payment["id"].as_str().expect("a name")
}

/// Asaas calls.
async fn call(desk: &TestDesk, event: &str, payment: &Value) -> Value {
    let news = json!({
        "id": format!("evt_{}&368604920", uuid::Uuid::new_v4().simple()), "event": event,
        "dateCreated": "2026-11-25 12:00:00", "payment": payment,
    });
    told(desk, Some(HOOK_SECRET), &news).await
}

async fn told(desk: &TestDesk, token: Option<&str>, news: &Value) -> Value {
    let url = format!("{}/api/subscription/webhook/asaas", desk.base);
    let mut request = reqwest::Client::new().request(Method::POST, url).json(news);
    if let Some(token) = token {
        request = request.header("asaas-access-token", token);
    }
    let answer = request.send().await.expect("an answer");
    // anything else than 200 stops its queue
    assert!([200, 401].contains(&answer.status().as_u16()));
    answer.json().await.expect("JSON")
}

#[tokio::test]
async fn only_a_super_user_sets_the_key_and_nobody_reads_it() {
    // spec: A139
    for backend in backends() {
        let Paid { desk, .. } = start(backend, None).await;
        let (host, _, admin) = owing_at(&desk, 10).await;
        assert_eq!(shown_key(&host).await, "");
        assert_eq!(standing(&admin).await["canPay"], false);
        let body = json!({ "value": KEY });
        let refused = admin.put("/settings/asaas", &body).await;
        assert_eq!(refused.refusal(), (404, "ERR_NO_SETTING_FOUND"));
        for wrong in ["enabled", "with a blank between its parts"] {
            let refused = host
                .put("/settings/asaas", &json!({ "value": wrong }))
                .await;
            assert_eq!(refused.refusal(), (400, "ERR_VALIDATION"), "{wrong}");
        }
        let shown = json!({ "key": "asaas", "value": "********" });
        assert_eq!(set_key(&desk, KEY).await, shown);
        assert_eq!(shown_key(&host).await, "********");
        let told = standing(&admin).await;
        assert_eq!(
            (&told["canPay"], &told["needsDocument"]),
            (&json!(true), &json!(true))
        );
        let own = admin.get("/settings").await.ok();
        assert!(!own.to_string().contains("asaas"), "no company's setting");
        let records = host.get("/audit?entity=setting").await.ok();
        let all = records["records"].as_array().expect("records");
        let found = all.iter().find(|one| one["entityId"] == "asaas");
        assert!(found.is_some(), "{records}");
        let kept = format!("{records}{}", desk.log());
        assert!(!kept.contains("$aact_"));
        let stored = desk.rows("SELECT bank, length(sealed_key) FROM bank_keys");
        let length: usize = stored[0][1].parse().expect("a length");
        assert!(length > KEY.len(), "sealed: {stored:?}");
        assert_eq!(set_key(&desk, "").await["value"], "");
        assert_eq!(standing(&admin).await["canPay"], false);
    }
}

#[tokio::test]
async fn a_charge_is_a_payment_of_a_customer_that_is_made_once() {
    // spec: A040
    on_both(async |it| {
        let (_, company, admin) = owing_at(&it.desk, 10).await;
        let invoice = standing(&admin).await["openInvoice"].clone();
        let refused = admin.post("/subscription", &checkout(&invoice)).await;
        assert_eq!(refused.refusal(), (409, "ERR_BILLING_DOCUMENT"));
        let wrong = with_document(&invoice, "11.222.333/0001-82");
        let refused = admin.post("/subscription", &wrong).await;
        assert_eq!(refused.refusal(), (400, "ERR_VALIDATION"));
        let made = charge(&admin).await;
        assert_eq!(made["valor"]["original"], "149.90");
        let code = made["qrcode"]["qrcode"].as_str().expect("a code");
        assert!(code.contains("asaas.com/pixqrcode"), "{code}");
        let picture = made["qrcode"]["imagemQrcode"].as_str().expect("a picture");
        let svg = picture
            .strip_prefix("data:image/svg+xml;base64,")
            .expect("an SVG");
        let drawn = QrCode::with_error_correction_level(code, EcLevel::M).expect("a QR code");
        let drawn = drawn.render::<Color<'_>>().build();
        assert_eq!(STANDARD.decode(svg).expect("base64"), drawn.as_bytes());
        let payment = it.asaas.payment_of(txid(&made));
        assert_eq!(
            (&payment["billingType"], &payment["value"]),
            (&json!("PIX"), &json!(149.9))
        );
        // the document is kept with the company
        let again = admin.post("/subscription", &checkout(&invoice)).await.ok();
        assert_eq!(again, made, "one code until it ends");
        let number = company["id"].as_i64().expect("a number");
        let [customer] = &it.asaas.customers_of(number)[..] else {
            panic!("one customer")
        };
        assert_eq!(
            (&customer["cpfCnpj"], &customer["name"]),
            (&json!("11222333000181"), &json!("Helena Castro"))
        );
        assert_eq!(payment["customer"], customer["id"]);
    })
    .await;
}

#[tokio::test]
async fn a_payment_that_asaas_confirms_renews_once() {
    // spec: A004
    on_both(async |it| {
        let (_, _, admin) = owing_at(&it.desk, 10).await;
        let expected = standing(&admin).await["nextDueDate"].clone();
        let before = standing(&admin).await["dueDate"].clone();
        let made = charge(&admin).await;
        let payment = it.asaas.payment_of(txid(&made));
        // forged: without its token, and with it before anybody has paid
        for token in [None, Some(""), Some("9c1f0d7be64a4c58a1d2")] {
            let news = json!({ "event": "PAYMENT_RECEIVED", "payment": payment });
            let refused = told(&it.desk, token, &news).await;
            assert_eq!(refused["error"], "ERR_WEBHOOK_SIGNATURE");
        }
        let mut forged = payment.clone();
        forged["status"] = json!("RECEIVED");
        call(&it.desk, "PAYMENT_RECEIVED", &forged).await;
        for test in [
            json!({}),
            json!({ "event": "PAYMENT_CREATED" }),
            json!({ "payment": { "id": 7 } }),
        ] {
            let heard = told(&it.desk, Some(HOOK_SECRET), &test).await;
            assert_eq!(heard, json!({ "ok": true }));
        }
        // the look of each minute asks too
        until("it was asked", async || it.asaas.asked(id(&payment)) >= 1).await;
        assert_eq!(standing(&admin).await["dueDate"], before);
        it.asaas.pay(id(&payment));
        let calls = (0..20).map(|_| call(&it.desk, "PAYMENT_RECEIVED", &payment));
        for heard in futures_util::future::join_all(calls).await {
            assert_eq!(heard, json!({ "ok": true }));
        }
        call(&it.desk, "PAYMENT_CONFIRMED", &payment).await;
        until("it was asked about each call", async || {
            it.asaas.asked(id(&payment)) >= 22
        })
        .await;
        until("the invoice is paid", async || {
            standing(&admin).await["dueDate"] == expected
        })
        .await;
        let all = admin.get("/invoices/all").await.ok();
        let paid = all["invoices"].as_array().expect("invoices");
        let paid = paid.iter().filter(|one| one["status"] == "paid").count();
        assert_eq!(paid, 1);
    })
    .await;
}

#[tokio::test]
async fn what_asaas_gives_back_is_shown_and_takes_no_days_away() {
    on_both(async |it| {
        let (host, company, admin) = owing_at(&it.desk, 10).await;
        let expected = standing(&admin).await["nextDueDate"].clone();
        let payment = it.asaas.payment_of(txid(&charge(&admin).await));
        it.asaas.pay(id(&payment));
        call(&it.desk, "PAYMENT_RECEIVED", &payment).await;
        until("it is paid", async || {
            standing(&admin).await["dueDate"] == expected
        })
        .await;
        let name = company["name"].as_str().expect("a name");
        let path = format!(
            "/invoices?odd=true&searchParam={}",
            name.replace(' ', "%20")
        );
        let part =
            json!([{ "status": "DONE", "value": 50.0 }, { "status": "CANCELLED", "value": 9.0 }]);
        for (event, status, refunds, returned) in [
            (
                "PAYMENT_PARTIALLY_REFUNDED",
                "PARTIALLY_REFUNDED",
                part,
                50.0,
            ),
            ("PAYMENT_REFUNDED", "REFUNDED", Value::Null, 149.9),
        ] {
            let now = json!({ "status": status, "refunds": refunds });
            it.asaas.set(id(&payment), &now);
            call(&it.desk, event, &payment).await;
            until("the refund is shown", async || {
                let odd = host.get(&path).await.ok();
                odd["invoices"][0]["payments"][0]["returned"] == returned
            })
            .await;
        }
        assert_eq!(standing(&admin).await["dueDate"], expected);
    })
    .await;
}

#[tokio::test]
async fn a_customer_that_is_unknown_there_is_made_anew() {
    for backend in backends() {
        // one of its own: everybody's codes end, and everybody is forgotten
        let it = start(backend, None).await;
        set_key(&it.desk, KEY).await;
        let (_, company, admin) = owing_at(&it.desk, 10).await;
        charge(&admin).await;
        it.desk
            .execute("UPDATE pix_charges SET expires_at = '2026-01-01T00:00:00+00:00'");
        it.asaas.forget_customers();
        charge(&admin).await;
        let number = company["id"].as_i64().expect("a number");
        assert_eq!(it.asaas.customers_of(number).len(), 1);
    }
}

#[tokio::test]
async fn what_ends_unpaid_is_taken_back_and_what_no_webhook_told_is_found() {
    for backend in backends() {
        let it = start(backend, None).await;
        set_key(&it.desk, KEY).await;
        let (_, _, late) = owing_at(&it.desk, 10).await;
        let unpaid = it.asaas.payment_of(txid(&charge(&late).await));
        it.desk.execute(
            "UPDATE pix_charges SET expires_at = '2026-01-01T00:00:00+00:00', asked_at = '2026-01-01T00:00:00+00:00'",
        );
        let (_, _, admin) = owing_at(&it.desk, 10).await;
        let expected = standing(&admin).await["nextDueDate"].clone();
        let paid = it.asaas.payment_of(txid(&charge(&admin).await));
        it.asaas.pay(id(&paid));
        it.desk.execute(
            "UPDATE pix_charges SET asked_at = '2026-01-01T00:00:00+00:00' WHERE state = 'open'",
        );
        until("the look finds the payment", async || {
            standing(&admin).await["dueDate"] == expected
        })
        .await;
        until("the other is taken back", async || {
            let txid = unpaid["externalReference"].as_str().expect("a txid");
            it.asaas.payment_of(txid)["deleted"] == true
        })
        .await;
    }
}

#[tokio::test]
async fn what_was_asked_for_at_a_bank_is_paid_there_whichever_is_next() {
    for backend in backends() {
        let it = start(backend, Some(Bank::start())).await;
        let bank = it.bank.as_ref().expect("a bank");
        set_key(&it.desk, KEY).await;
        let (_, _, admin) = owing_at(&it.desk, 10).await;
        assert_eq!(standing(&admin).await["needsDocument"], false);
        let made = charge(&admin).await;
        assert_eq!(
            bank.charge(txid(&made))["status"],
            "ATIVA",
            "the bank comes first"
        );
        // a charge of Asaas from before its settings were changed
        let (_, _, other) = owing_at(&it.desk, 10).await;
        let expected = standing(&other).await["nextDueDate"].clone();
        let theirs = charge(&other).await;
        it.desk.execute(&format!(
            "UPDATE pix_charges SET bank = 'asaas', bank_ref = 'pay_000000000001' WHERE txid = '{}'",
            txid(&theirs)
        ));
        let asked = bank.asked(txid(&theirs));
        it.asaas.insert_paid("pay_000000000001", 149.9);
        call(
            &it.desk,
            "PAYMENT_RECEIVED",
            &json!({ "id": "pay_000000000001" }),
        )
        .await;
        until("it is paid", async || {
            standing(&other).await["dueDate"] == expected
        })
        .await;
        assert_eq!(bank.asked(txid(&theirs)), asked);
    }
}

/// A desk with an Asaas of its own, which does what those of others do not, an admin who owes, and his checkout.
async fn owing_alone(backend: Backend) -> (Paid, Session, Value) {
    let it = start(backend, None).await;
    set_key(&it.desk, KEY).await;
    let (_, _, admin) = owing_at(&it.desk, 10).await;
    let invoice = standing(&admin).await["openInvoice"].clone();
    let wish = with_document(&invoice, "249.715.637-92");
    (it, admin, wish)
}

#[tokio::test]
async fn an_asaas_that_is_away_is_told_of_and_nothing_is_lost() {
    for backend in backends() {
        let (it, admin, wish) = owing_alone(backend).await;
        it.asaas.set_away(true);
        let refused = admin.post("/subscription", &wish).await;
        it.asaas.set_away(false);
        assert_eq!(refused.refusal(), (503, "ERR_BANK_UNREACHABLE"));
        admin.post("/subscription", &wish).await.ok();
    }
}

/// Asaas says so of a payment, and calls; answers when the desk has noted it.
async fn says(it: &Paid, payment: &Value, status: &str) {
    let txid = payment["externalReference"].as_str().expect("a txid");
    it.asaas.set(id(payment), &json!({ "status": status }));
    let asked = format!("SELECT asked_at FROM pix_charges WHERE txid = '{txid}'");
    it.desk.execute(&format!(
        "UPDATE pix_charges SET state = 'open', asked_at = '2026-01-01T00:00:00+00:00' WHERE txid = '{txid}'"
    ));
    let before = it.desk.rows(&asked);
    call(&it.desk, "PAYMENT_UPDATED", payment).await;
    until("it was asked and noted", async || {
        it.desk.rows(&asked) != before
    })
    .await;
}

#[tokio::test]
async fn money_that_came_by_whatever_means_renews_and_no_other_word_does() {
    // spec: A004 A063
    on_both(async |it| {
        for came in [
            "RECEIVED",
            "CONFIRMED",
            "RECEIVED_IN_CASH",
            "DUNNING_RECEIVED",
        ] {
            let (_, _, admin) = owing_at(&it.desk, 10).await;
            let (now, then) = {
                let standing = standing(&admin).await;
                (standing["dueDate"].clone(), standing["nextDueDate"].clone())
            };
            let payment = it.asaas.payment_of(txid(&charge(&admin).await));
            for not_yet in [
                "PENDING",
                "AWAITING_RISK_ANALYSIS",
                "OVERDUE",
                "DUNNING_REQUESTED",
                "CONCLUIDA",
            ] {
                says(it, &payment, not_yet).await;
                assert_eq!(standing(&admin).await["dueDate"], now, "{not_yet}");
            }
            says(it, &payment, came).await;
            until(came, async || standing(&admin).await["dueDate"] == then).await;
        }
    })
    .await;
}

#[tokio::test]
async fn a_payment_whose_code_nobody_was_shown_is_taken_back() {
    // spec: A004 A106
    for backend in backends() {
        let (it, admin, wish) = owing_alone(backend).await;
        it.asaas.hide_codes(true);
        let refused = admin.post("/subscription", &wish).await;
        assert_eq!(refused.refusal(), (503, "ERR_BANK_UNREACHABLE"));
        assert_eq!(it.asaas.payments(), (1, 1), "made, and taken back");
        it.asaas.hide_codes(false);
        admin.post("/subscription", &wish).await.ok();
        assert_eq!(it.asaas.payments(), (2, 1));
    }
}

#[tokio::test]
async fn the_document_of_the_company_is_taken_where_the_checkout_has_none() {
    // spec: A040 A079
    on_both(async |it| {
        let (host, company, admin) = owing_at(&it.desk, 10).await;
        let invoice = standing(&admin).await["openInvoice"].clone();
        for none in ["", " "] {
            let refused = admin
                .post("/subscription", &with_document(&invoice, none))
                .await;
            assert_eq!(refused.refusal(), (409, "ERR_BILLING_DOCUMENT"));
        }
        let number = company["id"].as_i64().expect("a number");
        assert!(it.asaas.customers_of(number).is_empty(), "nobody is told");
        let path = format!("/companies/{number}");
        let wish = json!({ "document": "249.715.637-92" });
        host.put(&path, &wish).await.ok();
        admin.post("/subscription", &checkout(&invoice)).await.ok();
        let told = it.asaas.customers_of(number);
        assert_eq!(told[0]["cpfCnpj"], "24971563792");
    })
    .await;
}
