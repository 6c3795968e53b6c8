//! A company chooses another plan by itself: what it pays for that, when it counts, and that nothing is made twice.

use chrono::{DateTime, Days, Months, NaiveDate, TimeDelta, Utc};
use guiche_storage::model::{Clock as _, SystemClock};
use serde_json::{Value, json};

use super::{
    billing::{Paid, call, checkout, date, days, of, on_both, standing, start, txid},
    companies::{company, plan},
    new_number,
    support::{SUPER, Session, TestSocket, backends, until},
};

/// A company that is due in so many days, its admin, and its host.
async fn due_in(paid: &Paid, days_left: i64, more: Value) -> (Session, Value, Session) {
    let host = paid.desk.session(SUPER).await.on_this_runtime();
    let mut wish = json!({ "dueDate": days(days_left) });
    let fields = more.as_object().expect("fields").clone();
    wish.as_object_mut().expect("fields").extend(fields);
    let (company, admin) = company(&host, &wish).await;
    (host, company, admin)
}

async fn choose(admin: &Session, plan: &Value) -> Value {
    admin
        .put("/subscription/plan", &json!({ "planId": plan["id"] }))
        .await
        .ok()
}

/// What one's company would have of a plan.
async fn offer(admin: &Session, plan: &Value) -> Option<Value> {
    let all = admin.get("/subscription/plans").await.ok();
    let all = all["plans"].as_array().expect("plans").clone();
    all.into_iter().find(|one| one["plan"]["id"] == plan["id"])
}

fn day(time: DateTime<Utc>) -> NaiveDate {
    // where the companies of the tests are
    (time - TimeDelta::hours(3)).date_naive()
}

/// The share that the days until a due date have of a month's price, in BRL; counted day by day.
fn share(cents: i64, due: &Value) -> f64 {
    let due: DateTime<Utc> = due.as_str().expect("a time").parse().expect("a time");
    let (today, due) = (day(SystemClock.now()), day(due));
    let begin = due.checked_sub_months(Months::new(1)).expect("a day");
    let count = |from: NaiveDate| {
        let days = (0..400).map(|n| from.checked_add_days(Days::new(n)).expect("a day"));
        i64::try_from(days.take_while(|day| *day < due).count()).expect("few")
    };
    let cents = cents * count(today) / count(begin);
    format!("{}.{:02}", cents / 100, cents % 100)
        .parse()
        .expect("a number")
}

/// Pays an invoice through the bank.
async fn pay(paid: &Paid, admin: &Session, invoice: &Value) {
    let made = admin.post("/subscription", &checkout(invoice)).await.ok();
    let value = made["valor"]["original"].as_str().expect("an amount");
    let number = paid.bank.pay(txid(&made), value);
    call(paid, of(&made, &number)).await;
    let path = format!("/invoices/{}", invoice["id"]);
    until("the invoice is paid", async || {
        admin.get(&path).await.ok()["status"] == "paid"
    })
    .await;
}

async fn open_invoices(admin: &Session) -> Vec<(String, Value)> {
    let all = admin.get("/invoices/all").await.ok();
    let open = all["invoices"].as_array().expect("invoices").iter();
    let open = open.filter(|one| one["status"] == "open");
    open.map(|one| {
        (
            one["kind"].as_str().expect("a kind").to_owned(),
            one["value"].clone(),
        )
    })
    .collect()
}

#[tokio::test]
async fn a_dearer_plan_counts_once_its_difference_is_paid() {
    on_both(async |paid| {
        let (host, company, admin) = due_in(paid, 15, json!({})).await;
        let big = plan(&host, &json!({ "value": 349.9, "users": 9 })).await;
        let due = standing(&admin).await["dueDate"].clone();
        let expected = json!(share(20_000, &due));
        let offered = offer(&admin, &big).await.expect("the plan");
        assert_eq!(offered["effect"], "difference");
        assert_eq!(
            (&offered["difference"], &offered["value"]),
            (&expected, &json!(349.9))
        );
        assert_eq!(offered["excess"], json!([]));
        let own = json!({ "id": company["planId"] });
        assert_eq!(
            offer(&admin, &own).await.expect("its own")["effect"],
            Value::Null
        );

        let chosen = choose(&admin, &big).await;
        let invoice = chosen["chosenPlan"]["invoice"].clone();
        assert_eq!(
            (&invoice["value"], &invoice["kind"]),
            (&expected, &json!("difference"))
        );
        let until = day(date(&invoice["dueDate"]));
        assert_eq!(until, day(days(3)), "it is good for three days");
        assert_eq!(
            chosen["plan"]["id"], company["planId"],
            "not before it is paid"
        );
        assert_eq!(
            (&chosen["value"], &chosen["openInvoice"]["value"]),
            (&json!(149.9), &json!(149.9))
        );
        let mut socket = TestSocket::open(&paid.desk, &admin).await;
        pay(paid, &admin, &invoice).await;
        let told = socket
            .event(&format!("company-{}-company", company["id"]))
            .await;
        assert_eq!(told["company"]["plan"]["users"], 9);
        let after = standing(&admin).await;
        assert_eq!(
            (&after["plan"]["id"], &after["chosenPlan"]),
            (&big["id"], &Value::Null)
        );
        assert_eq!(after["dueDate"], due, "a difference moves no date");
        assert_eq!(
            open_invoices(&admin).await,
            [("renewal".into(), json!(349.9))]
        );
        let records = admin.get("/audit?entity=company").await.ok().to_string();
        assert!(records.contains(big["name"].as_str().expect("a name")));
    })
    .await;
}

#[tokio::test]
async fn a_cheaper_plan_is_planned_for_the_due_date_and_can_be_taken_back() {
    on_both(async |paid| {
        let (host, company, admin) = due_in(paid, 10, json!({})).await;
        let small = plan(&host, &json!({ "value": 49.9, "users": 1, "queues": 1 })).await;
        let offered = offer(&admin, &small).await.expect("the plan");
        let due = standing(&admin).await["dueDate"].clone();
        assert_eq!((&offered["effect"], &offered["at"]), (&json!("dueDate"), &due));
        let chosen = choose(&admin, &small).await;
        assert_eq!(chosen["plan"]["id"], company["planId"]);
        let planned = &chosen["chosenPlan"];
        assert_eq!((&planned["plan"]["id"], &planned["at"]), (&small["id"], &due));
        assert_eq!((&planned["effect"], &planned["canTakeBack"]), (&json!("dueDate"), &json!(true)));
        assert_eq!((&chosen["value"], &chosen["openInvoice"]["value"]), (&json!(49.9), &json!(49.9)));
        assert_eq!(open_invoices(&admin).await, [("renewal".into(), json!(49.9))]);

        // what would not fit then is not made now
        let more = json!({
            "name": "Mais Um", "email": format!("{}@padaria.example", new_number()), "password": "Padaria123",
        });
        let refused = admin.post("/users", &more).await;
        assert_eq!(refused.refusal(), (400, "ERR_PLAN_LIMIT_USERS"));
        let queue = |name: &str| json!({ "name": name, "color": format!("#{}", new_number().split_at(5).1.split_at(6).0) });
        admin.post("/queue", &queue("Uma")).await.ok();
        let refused = admin.post("/queue", &queue("Duas")).await;
        assert_eq!(refused.refusal(), (400, "ERR_PLAN_LIMIT_QUEUES"));
        assert_eq!(refused.body["message"], "O limite de filas do plano foi atingido: 1.");
        assert_eq!(refused.body["limit"], 1);
        let gone = host.delete(&format!("/plans/{}", small["id"])).await;
        assert_eq!(gone.refusal(), (409, "ERR_PLAN_IN_USE"));

        let kept = admin.delete("/subscription/plan").await.ok();
        assert_eq!((&kept["chosenPlan"], &kept["value"]), (&Value::Null, &json!(149.9)));
        assert_eq!(open_invoices(&admin).await, [("renewal".into(), json!(149.9))]);
        admin.post("/users", &more).await.ok();
    })
    .await;
}

#[tokio::test]
async fn a_plan_that_is_too_small_says_what_has_to_go() {
    on_both(async |paid| {
        let (host, company, admin) = due_in(paid, 10, json!({})).await;
        for name in ["Vendas", "Suporte"] {
            let queue = json!({ "name": name, "color": if name == "Vendas" { "#123456" } else { "#654321" } });
            admin.post("/queue", &queue).await.ok();
        }
        let tiny = plan(&host, &json!({ "value": 9.9, "users": 1, "queues": 1 })).await;
        let expected = json!([{ "of": "queues", "used": 2, "most": 1 }]);
        assert_eq!(
            offer(&admin, &tiny).await.expect("the plan")["excess"],
            expected
        );
        let refused = admin
            .put("/subscription/plan", &json!({ "planId": tiny["id"] }))
            .await;
        assert_eq!(refused.refusal(), (409, "ERR_PLAN_TOO_SMALL"));
        assert_eq!(refused.body["excess"], expected);
        let after = standing(&admin).await;
        assert_eq!(
            (&after["plan"]["id"], &after["chosenPlan"]),
            (&company["planId"], &Value::Null)
        );
    })
    .await;
}

#[tokio::test]
async fn what_was_chosen_last_counts_however_many_choose_at_once() {
    on_both(async |paid| {
        let (host, _, admin) = due_in(paid, 10, json!({})).await;
        let dearer = plan(&host, &json!({ "value": 349.9 })).await;
        let dearest = plan(&host, &json!({ "value": 549.9 })).await;
        let cheaper = plan(&host, &json!({ "value": 49.9 })).await;
        let wishes = [&dearer, &dearest, &cheaper].into_iter().cycle().take(18);
        futures_util::future::join_all(wishes.map(|wish| choose(&admin, wish))).await;
        let chosen = standing(&admin).await["chosenPlan"].clone();
        let open = open_invoices(&admin).await;
        let renewals = open.iter().filter(|(kind, _)| kind == "renewal").count();
        assert_eq!(renewals, 1, "{open:?}");
        let differences = open.len() - renewals;
        assert_eq!(
            differences,
            usize::from(chosen["effect"] == "difference"),
            "{open:?}"
        );
        let last = choose(&admin, &dearest).await;
        assert_eq!(open_invoices(&admin).await.len(), 2);
        assert_eq!(last["chosenPlan"]["plan"]["id"], dearest["id"]);
    })
    .await;
}

#[tokio::test]
async fn a_company_that_may_only_look_chooses_and_has_its_plan_with_the_payment() {
    on_both(async |paid| {
        let (host, company, admin) = due_in(paid, -10, json!({})).await;
        let big = plan(&host, &json!({ "value": 349.9 })).await;
        assert_eq!(
            offer(&admin, &big).await.expect("the plan")["effect"],
            "nextPayment"
        );
        let chosen = choose(&admin, &big).await;
        assert_eq!(chosen["plan"]["id"], company["planId"]);
        assert_eq!(chosen["openInvoice"]["value"], 349.9);
        pay(paid, &admin, &chosen["openInvoice"]).await;
        let after = standing(&admin).await;
        assert_eq!(
            (&after["plan"]["id"], &after["chosenPlan"]),
            (&big["id"], &Value::Null)
        );
        admin.post("/tags", &json!({ "name": "VIP" })).await.ok();

        // and a cheaper one at once, while nothing is paid
        let (_, _, late) = due_in(paid, -1, json!({ "planId": big["id"] })).await;
        let small = plan(&host, &json!({ "value": 49.9 })).await;
        let taken = choose(&late, &small).await;
        assert_eq!(
            (&taken["plan"]["id"], &taken["chosenPlan"]),
            (&small["id"], &Value::Null)
        );
        assert_eq!(
            open_invoices(&late).await,
            [("renewal".into(), json!(49.9))]
        );
    })
    .await;
}

#[tokio::test]
async fn whoever_tries_the_product_out_changes_at_once() {
    on_both(async |paid| {
        let soon = SystemClock.now() + TimeDelta::days(3);
        let wish = json!({ "dueDate": soon, "trialExpiration": soon });
        let (host, _, admin) = due_in(paid, 3, wish).await;
        for value in [349.9, 49.9] {
            let other = plan(&host, &json!({ "value": value })).await;
            assert_eq!(
                offer(&admin, &other).await.expect("the plan")["effect"],
                "now"
            );
            let taken = choose(&admin, &other).await;
            assert_eq!(
                (&taken["plan"]["id"], &taken["openInvoice"]["value"]),
                (&other["id"], &json!(value))
            );
            assert_eq!(open_invoices(&admin).await.len(), 1);
        }
    })
    .await;
}

#[tokio::test]
async fn a_payment_reckons_the_difference_anew_and_a_paid_smaller_plan_stays_chosen() {
    on_both(async |paid| {
        let (host, _, admin) = due_in(paid, 10, json!({})).await;
        let big = plan(&host, &json!({ "value": 349.9 })).await;
        let first = choose(&admin, &big).await["chosenPlan"]["invoice"].clone();
        let renewal = standing(&admin).await["openInvoice"].clone();
        pay(paid, &admin, &renewal).await;
        let second = standing(&admin).await["chosenPlan"]["invoice"].clone();
        assert_ne!(first["id"], second["id"]);
        let value = second["value"].as_f64().expect("an amount");
        assert!(
            value > 200.0 && value < 400.0,
            "a month and ten days: {value}"
        );
        pay(paid, &admin, &second).await;
        assert_eq!(standing(&admin).await["plan"]["id"], big["id"]);

        let (_, _, admin) = due_in(paid, 10, json!({})).await;
        let small = plan(&host, &json!({ "value": 49.9 })).await;
        let renewal = choose(&admin, &small).await["openInvoice"].clone();
        pay(paid, &admin, &renewal).await;
        let chosen = standing(&admin).await["chosenPlan"].clone();
        assert_eq!(
            (&chosen["plan"]["id"], &chosen["canTakeBack"]),
            (&small["id"], &json!(false))
        );
        let closed = admin.get("/subscription/plans").await.ok()["closed"].clone();
        assert_eq!(closed, "ERR_PLAN_CHANGE_PAID");
        let refused = admin.delete("/subscription/plan").await;
        assert_eq!(refused.refusal(), (409, "ERR_PLAN_CHANGE_PAID"));
    })
    .await;
}

#[tokio::test]
async fn some_choices_are_refused_and_a_host_who_decides_ends_them() {
    on_both(async |paid| {
        let (host, company, admin) = due_in(paid, 10, json!({})).await;
        let path = format!("/companies/{}", company["id"]);
        let free = plan(&host, &json!({ "value": 0 })).await;
        let big = plan(&host, &json!({ "value": 349.9 })).await;
        assert_eq!(
            offer(&admin, &free).await,
            None,
            "what costs nothing is not offered"
        );
        for id in [free["id"].clone(), json!(999_999_999)] {
            let refused = admin
                .put("/subscription/plan", &json!({ "planId": id }))
                .await;
            assert_eq!(refused.refusal(), (404, "ERR_NO_PLAN_FOUND"));
        }
        choose(&admin, &big).await;
        host.put(&path, &json!({ "recurrence": "ANUAL" }))
            .await
            .ok();
        assert_eq!(standing(&admin).await["chosenPlan"], Value::Null);
        assert_eq!(open_invoices(&admin).await.len(), 1);
        host.put(&path, &json!({ "status": false })).await.ok();
        let refused = admin
            .put("/subscription/plan", &json!({ "planId": big["id"] }))
            .await;
        assert_eq!(refused.refusal(), (403, "ERR_COMPANY_INACTIVE"));
        let (_, _, endless) = due_in(paid, 10, json!({ "dueDate": null })).await;
        let refused = endless
            .put("/subscription/plan", &json!({ "planId": big["id"] }))
            .await;
        assert_eq!(refused.refusal(), (409, "ERR_PLAN_NOT_OWN"));
    })
    .await;
}

#[tokio::test]
async fn the_clock_brings_a_planned_plan_and_ends_what_was_not_paid() {
    for backend in backends() {
        let paid = start(backend).await;
        let (host, _, admin) = due_in(&paid, 10, json!({})).await;
        let small = plan(&host, &json!({ "value": 49.9 })).await;
        let big = plan(&host, &json!({ "value": 349.9 })).await;
        choose(&admin, &small).await;
        let (_, _, other) = due_in(&paid, 10, json!({})).await;
        choose(&other, &big).await;
        paid.desk.kill();
        paid.desk.execute("UPDATE companies SET next_plan_at = '2026-01-01T00:00:00+00:00' WHERE next_plan_at IS NOT NULL");
        paid.desk.execute(
            "UPDATE invoices SET due_date = '2026-01-01T00:00:00+00:00' WHERE kind = 'difference'",
        );
        paid.desk.run().await;
        until("the plan is there", async || {
            standing(&admin).await["plan"]["id"] == small["id"]
        })
        .await;
        assert_eq!(standing(&admin).await["chosenPlan"], Value::Null);
        assert_eq!(
            open_invoices(&admin).await,
            [("renewal".into(), json!(49.9))]
        );
        until("the difference is not asked for any more", async || {
            standing(&other).await["chosenPlan"] == Value::Null
        })
        .await;
    }
}
