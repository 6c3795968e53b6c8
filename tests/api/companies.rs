//! Companies as those who run the server make, change, renew and delete them, and what their people notice.

use chrono::{DateTime, Days, FixedOffset, TimeDelta, Utc};
use guiche_storage::model::{Clock as _, SystemClock};
use serde_json::{Value, json};

use super::{
    ADMIN, new_number,
    support::{SUPER, Session, TestDesk, TestSocket, on_both},
};

/// The password of every first admin here.
pub const PASSWORD: &str = "Padaria123";

/// A new company with all its fields, and its first admin.
pub async fn company(host: &Session, more: &Value) -> (Value, Session) {
    let mut wish = json!({
        "name": format!("Padaria {}", new_number()),
        "email": format!("{}@padaria.example", new_number()),
        "planId": plan(host, &json!({})).await["id"],
        "password": PASSWORD,
    });
    let fields = more.as_object().expect("fields").clone();
    wish.as_object_mut().expect("fields").extend(fields);
    let made = host.post("/companies", &wish).await.ok();
    let email = wish["adminEmail"].as_str().or(wish["email"].as_str());
    let admin = Session::sign_in(&host.base, email.expect("an e-mail"), PASSWORD).await;
    (made, admin)
}

/// A new plan with every feature, unless `more` says otherwise.
pub async fn plan(host: &Session, more: &Value) -> Value {
    let mut wish = json!({
        "name": format!("Plano {}", new_number()), "users": 5, "connections": 2, "queues": 3, "value": 149.9,
        "useCampaigns": true, "useSchedules": true, "useInternalChat": true, "useExternalApi": true,
        "useKanban": true, "useOpenAi": true, "useIntegrations": true,
    });
    let fields = more.as_object().expect("fields").clone();
    wish.as_object_mut().expect("fields").extend(fields);
    host.post("/plans", &wish).await.ok()
}

fn path(company: &Value) -> String {
    format!("/companies/{}", company["id"])
}

fn days_from_now(days: i64) -> DateTime<Utc> {
    SystemClock.now() + TimeDelta::days(days)
}

async fn standing(desk: &TestDesk, more: Value) -> (Session, Value, Session) {
    let host = desk.session(SUPER).await.on_this_runtime();
    let (company, admin) = company(&host, &more).await;
    (host, company, admin)
}

#[tokio::test]
async fn a_company_keeps_every_field_and_begins_with_its_admin_and_settings() {
    // spec: A003 A035 A036 A102 S093
    on_both(async |desk| {
        let host = desk.session(SUPER).await;
        let fields = json!({
            "phone": "(11) 98000-0417", "document": "12.345.678/0001-90", "billingName": "Padaria Estrela Ltda.",
            "address": "Rua das Flores, 10", "address2": "Sala 2", "city": "São Paulo", "state": "SP",
            "zipcode": "01000-000", "country": "BR", "recurrence": "TRIMESTRAL", "campaignsEnabled": false,
            "dueDate": "2031-01-31T12:00:00Z", "trialExpiration": "2031-01-03T12:00:00Z",
            "adminName": "Paula Reis", "adminEmail": format!("{}@paula.example", new_number()),
        });
        let (made, admin) = company(&host, &fields).await;
        let shown = host.get(&path(&made)).await.ok();
        for (name, value) in fields.as_object().unwrap() {
            if !name.starts_with("admin") {
                assert_eq!(shown[name], *value, "{name}");
            }
        }
        for name in ["id", "name", "email"] {
            assert_eq!(shown[name], made[name], "{name}");
            assert!(!shown[name].is_null(), "{name}");
        }
        let days = shown["schedules"].as_array().expect("a week");
        let first = json!({ "weekday": "Segunda-feira", "weekdayEn": "monday", "startTime": "08:00", "endTime": "18:00", "ranges": [] });
        assert_eq!((days.len(), &days[0]), (7, &first));
        let settings = shown["settings"].to_string();
        assert!(settings.contains("userRating"), "{settings}");
        for (value, is_on) in [("enabled", true), ("false", false), ("true", true), ("disabled", false)] {
            desk.execute(&format!(
                "UPDATE settings SET value = '{value}' WHERE key = 'campaignsEnabled' AND company_id = {}",
                made["id"]
            ));
            assert_eq!(host.get(&path(&made)).await.ok()["campaignsEnabled"], is_on, "{value}");
        }
        assert_eq!(shown["status"], true);
        assert_eq!(shown["planId"], shown["plan"]["id"]);
        assert_eq!(shown["usage"], json!({ "users": 1, "connections": 0, "queues": 0, "storageBytes": 0 }));
        assert!(shown["createdAt"].is_string());
        assert_eq!(made["invitationSent"], json!(null), "he has a password");

        assert_eq!(admin.user["name"], "Paula Reis");
        assert_eq!((&admin.user["profile"], &admin.user["super"]), (&json!("admin"), &json!(false)));
        assert_eq!(admin.user["company"]["campaignsEnabled"], false);
        let settings = admin.get("/settings").await.ok();
        let has = |key: &str| settings.as_array().unwrap().iter().any(|one| one["key"] == key);
        assert!(has("userRating") && has("campaignsEnabled"));
        for setting in settings.as_array().unwrap() {
            let fields: Vec<_> = setting.as_object().unwrap().iter().collect();
            let [(key, _), (value, text)] = fields[..] else {
                panic!("{setting}");
            };
            assert_eq!((key.as_str(), value.as_str(), text.is_string()), ("key", "value", true));
        }
    })
    .await;
}

#[tokio::test]
async fn each_field_of_a_company_is_changed_alone_and_the_others_stay() {
    // spec: A036 A102
    on_both(async |desk| {
        let (host, made, _) = standing(desk, json!({})).await;
        let fields = json!({
            "name": format!("Padaria {}", new_number()), "email": "contas@padaria.example", "phone": "(11) 98000-0417",
            "planId": plan(&host, &json!({})).await["id"], "status": false, "campaignsEnabled": false,
            "dueDate": "2031-01-31T12:00:00Z", "trialExpiration": "2031-01-03T12:00:00Z", "recurrence": "BIMESTRAL",
            "document": "12.345.678/0001-90", "billingName": "Padaria Estrela Ltda.", "address": "Rua das Flores, 10",
            "address2": "Sala 2", "city": "São Paulo", "state": "SP", "zipcode": "01000-000", "country": "BR",
        });
        for (field, value) in fields.as_object().unwrap() {
            host.put(&path(&made), &json!({ field: value })).await.ok();
        }
        let shown = host.get(&path(&made)).await.ok();
        for (field, value) in fields.as_object().unwrap() {
            assert_ne!(made[field], *value, "{field} is another one now");
            assert_eq!(shown[field], *value, "{field}");
        }
    })
    .await;
}

#[tokio::test]
async fn a_company_needs_a_name_of_its_own_a_plan_and_a_new_e_mail() {
    // spec: A080 A124
    on_both(async |desk| {
        let host = desk.session(SUPER).await;
        let (made, _) = company(&host, &json!({})).await;
        let wish = |field: &str, value: Value| {
            let mut wish = json!({
                "name": format!("Padaria {}", new_number()), "email": format!("{}@padaria.example", new_number()),
                "planId": made["planId"], "password": PASSWORD,
            });
            wish[field] = value;
            wish
        };
        for (body, expected) in [
            (wish("name", made["name"].clone()), (400, "ERR_COMPANY_NAME_ALREADY_EXISTS")),
            (wish("name", json!("P")), (400, "ERR_VALIDATION")),
            (wish("name", json!(null)), (400, "ERR_VALIDATION")),
            (wish("email", made["email"].clone()), (400, "ERR_EMAIL_ALREADY_EXISTS")),
            (wish("email", json!("")), (400, "ERR_VALIDATION")),
            (wish("planId", json!(null)), (400, "ERR_VALIDATION")),
            (wish("planId", json!(999_999_999)), (404, "ERR_NO_PLAN_FOUND")),
            // a server without mail cannot invite
            (wish("password", json!(null)), (400, "ERR_VALIDATION")),
        ] {
            let answer = host.post("/companies", &body).await;
            assert_eq!(answer.refusal(), expected, "{body}");
        }
        // an e-mail of its first admin is none of the company's
        for field in ["email", "planId"] {
            let mut bare = wish("adminEmail", json!(format!("{}@paula.example", new_number())));
            bare.as_object_mut().expect("fields").remove(field);
            assert_eq!(host.post("/companies", &bare).await.refusal(), (400, "ERR_VALIDATION"), "{bare}");
        }
        for (field, value) in [("email", json!("")), ("email", json!(" ")), ("planId", json!(null))] {
            let emptied = host.put(&path(&made), &json!({ field: value })).await;
            assert_eq!(emptied.refusal(), (400, "ERR_VALIDATION"), "{field} {value}");
        }
        let renamed = host.put("/companies/999999999", &json!({ "name": "Outra" })).await;
        assert_eq!(renamed.refusal(), (404, "ERR_NO_COMPANY_FOUND"));
        let other = company(&host, &json!({})).await.0;
        let taken = host.put(&path(&other), &json!({ "name": made["name"] })).await;
        assert_eq!(taken.refusal(), (400, "ERR_COMPANY_NAME_ALREADY_EXISTS"));
    })
    .await;
}

/// Noon of São Paulo, so many days from now.
fn noon(days: i64) -> String {
    let there = SystemClock.now() - TimeDelta::hours(3) + TimeDelta::days(days);
    format!("{}T15:00:00Z", there.date_naive())
}

/// The first word of each company's name.
fn first_names(found: &Value) -> Vec<String> {
    let rows = found["companies"].as_array().unwrap().iter();
    let names = rows.map(|one| one["name"].as_str().unwrap());
    names
        .map(|name| name.split(' ').next().unwrap().to_owned())
        .collect()
}

#[tokio::test]
async fn companies_are_found_by_name_e_mail_phone_plan_and_standing() {
    // spec: A061 A102
    on_both(async |desk| {
        let host = desk.session(SUPER).await;
        let plan = plan(&host, &json!({})).await;
        let mark = new_number();
        for (name, due) in [
            ("verde", noon(6)),
            ("amarela", noon(5)),
            ("laranja", noon(4)),
            ("atrasada", noon(-3)),
            ("vermelha", noon(-4)),
        ] {
            let more =
                json!({ "name": format!("{name} {mark}"), "planId": plan["id"], "dueDate": due });
            company(&host, &more).await;
        }
        let names = async |query: &str| {
            let path = format!("/companies?searchParam={mark}{query}");
            let found = host.get(&path).await.ok();
            (first_names(&found), found)
        };
        let (all, found) = names("").await;
        assert_eq!(
            all,
            ["vermelha", "atrasada", "laranja", "amarela", "verde"],
            "the nearest first"
        );
        let standings =
            json!({ "all": 5, "overdue": 1, "due": 2, "soon": 1, "trial": 0, "inactive": 0 });
        assert_eq!(found["standings"], standings);
        assert_eq!(
            (&found["count"], &found["hasMore"]),
            (&json!(5), &json!(false))
        );
        assert_eq!(names("&standing=overdue").await.0, ["vermelha"]);
        assert_eq!(names("&standing=due").await.0, ["atrasada", "laranja"]);
        assert_eq!(names("&standing=soon").await.0, ["amarela"]);
        let other = company(&host, &json!({ "name": format!("outra {mark}") }))
            .await
            .0;
        host.put(
            &path(&other),
            &json!({ "status": false, "phone": "11 4002-8922" }),
        )
        .await
        .ok();
        assert_eq!(names("&standing=inactive").await.0, ["outra"]);
        assert_eq!(names(&format!("&planId={}", plan["id"])).await.0.len(), 5);
        for search in [other["email"].as_str().unwrap(), "11%204002-8922"] {
            let found = host
                .get(&format!("/companies?searchParam={search}"))
                .await
                .ok();
            let mut rows = found["companies"].as_array().unwrap().iter();
            assert!(rows.any(|one| one["id"] == other["id"]), "{search}");
        }
        let listed = host.get("/companies/list").await.ok();
        let known = json!({ "id": other["id"], "name": other["name"] });
        assert!(listed.as_array().unwrap().contains(&known));
    })
    .await;
}

#[tokio::test]
async fn one_more_payment_moves_the_due_date_by_the_recurrence_to_the_end_of_a_short_month() {
    // spec: A062 A080 A138
    on_both(async |desk| {
        let host = desk.session(SUPER).await;
        let (made, _) = company(&host, &json!({})).await;
        for (recurrence, expected) in [
            ("MENSAL", "2031-02-28T15:00:00Z"),
            ("BIMESTRAL", "2031-03-31T15:00:00Z"),
            ("TRIMESTRAL", "2031-04-30T15:00:00Z"),
            ("SEMESTRAL", "2031-07-31T15:00:00Z"),
            ("ANUAL", "2032-01-31T15:00:00Z"),
        ] {
            let wish = json!({ "dueDate": "2031-01-31T15:00:00Z", "recurrence": recurrence });
            host.put(&path(&made), &wish).await.ok();
            let renewed = host
                .post(&format!("{}/renew", path(&made)), &json!({}))
                .await
                .ok();
            assert_eq!(renewed["dueDate"], expected, "{recurrence}");
            assert_eq!(renewed["recurrence"], recurrence);
        }
        let odd = host
            .put(&path(&made), &json!({ "recurrence": "SEMANAL" }))
            .await;
        assert_eq!(odd.refusal(), (400, "ERR_VALIDATION"));
        let never = json!({ "dueDate": null, "recurrence": "MENSAL" });
        assert_eq!(
            host.put(&path(&made), &never).await.ok()["dueDate"],
            json!(null)
        );
        assert_eq!(host.get(&path(&made)).await.ok()["dueDate"], json!(null));
        let first = host
            .post(&format!("{}/renew", path(&made)), &json!({}))
            .await
            .ok();
        let due: DateTime<Utc> = first["dueDate"].as_str().unwrap().parse().unwrap();
        let month = SystemClock.now().checked_add_days(Days::new(27)).unwrap();
        assert!(due > month, "one without a due date is counted from now");
    })
    .await;
}

#[tokio::test]
async fn a_company_that_is_switched_off_may_look_and_change_nothing() {
    // spec: A036
    on_both(async |desk| {
        let (_, off, _) = standing(desk, json!({ "status": false })).await;
        assert_eq!(off["status"], false, "from the beginning");
        let (host, made, admin) = standing(desk, json!({})).await;
        host.put(&path(&made), &json!({ "status": false }))
            .await
            .ok();
        let admin_again =
            Session::sign_in(&desk.base, admin.user["email"].as_str().unwrap(), PASSWORD).await;
        assert_eq!(admin_again.user["company"]["status"], false);
        admin_again.get("/tags/list").await.ok();
        let tag = json!({ "name": "Urgente" });
        let refused = admin_again.post("/tags", &tag).await;
        assert_eq!(refused.refusal(), (403, "ERR_COMPANY_INACTIVE"));
        assert_eq!(
            admin_again.get("/tags").await.ok()["count"],
            0,
            "nothing was made"
        );
        TestSocket::open(desk, &admin_again).await;
        host.put(&path(&made), &json!({ "status": true }))
            .await
            .ok();
        admin_again.post("/tags", &tag).await.ok();
        host.put(&path(&made), &json!({ "status": false }))
            .await
            .ok();
        admin_again.delete("/auth/logout").await.ok();
        let gone = admin_again.get("/tags").await;
        assert_eq!(
            gone.refusal(),
            (401, "ERR_SESSION_EXPIRED"),
            "signing out works"
        );
        let own = host
            .put(
                &format!("/companies/{}", host.company()),
                &json!({ "status": false }),
            )
            .await;
        assert_eq!(own.refusal(), (409, "ERR_OWN_COMPANY"));
    })
    .await;
}

#[tokio::test]
async fn three_days_after_the_due_date_everything_works_and_then_one_may_only_look() {
    on_both(async |desk| {
        let (host, made, admin) = standing(desk, json!({})).await;
        let owe = async |days: i64| {
            let due = days_from_now(-days);
            host.put(&path(&made), &json!({ "dueDate": due }))
                .await
                .ok();
            due
        };
        owe(3).await;
        admin.post("/tags", &json!({ "name": "Em dia" })).await.ok();
        let due = owe(4).await;
        let refused = admin.post("/tags", &json!({ "name": "Atrasada" })).await;
        assert_eq!(refused.refusal(), (403, "ERR_COMPANY_EXPIRED"));
        let told: DateTime<Utc> = refused.body["dueDate"].as_str().unwrap().parse().unwrap();
        assert!((told - due).num_seconds().abs() < 1);
        let text = refused.body["message"].as_str().unwrap();
        let there = FixedOffset::west_opt(3 * 3600).expect("the company's zone");
        let day = due.with_timezone(&there).format("%d/%m/%Y").to_string();
        assert!(text.contains(&day) && text.contains("suporte"), "{text}");
        assert_eq!(admin.get("/tags").await.ok()["count"], 1);
        let again =
            Session::sign_in(&desk.base, admin.user["email"].as_str().unwrap(), PASSWORD).await;
        assert!(again.user["company"]["dueDate"].is_string());
        host.post(&format!("{}/renew", path(&made)), &json!({}))
            .await
            .ok();
        again.post("/tags", &json!({ "name": "Paga" })).await.ok();
    })
    .await;
}

#[tokio::test]
async fn a_changed_company_is_told_to_its_people_at_once() {
    // spec: A005 A008
    on_both(async |desk| {
        let (host, made, admin) = standing(desk, json!({})).await;
        let mut page = TestSocket::open(desk, &admin).await;
        let smaller = plan(&host, &json!({ "useSchedules": false })).await;
        let wish = json!({ "planId": smaller["id"], "campaignsEnabled": false });
        host.put(&path(&made), &wish).await.ok();
        let event = page.event(&format!("company-{}-company", made["id"])).await;
        assert_eq!(event["action"], "update");
        assert_eq!(event["company"]["plan"]["useSchedules"], false);
        assert_eq!(event["company"]["campaignsEnabled"], false);
        assert!(
            event["company"].get("document").is_none(),
            "attendants see no bill"
        );
        let refused = admin.get("/schedules").await;
        assert_eq!(refused.refusal(), (403, "ERR_PLAN_FEATURE"));
        let again =
            Session::sign_in(&desk.base, admin.user["email"].as_str().unwrap(), PASSWORD).await;
        assert_eq!(again.user["company"]["campaignsEnabled"], false);
    })
    .await;
}

#[tokio::test]
async fn a_deleted_company_is_gone_for_everybody_and_its_names_are_free() {
    on_both(async |desk| {
        let (host, made, admin) = standing(desk, json!({})).await;
        let own = host.delete(&format!("/companies/{}", host.company())).await;
        assert_eq!(own.refusal(), (409, "ERR_OWN_COMPANY"));
        let mut page = TestSocket::open(desk, &admin).await;
        host.delete(&path(&made)).await.ok();
        assert!(page.is_closed().await);
        assert_eq!(
            admin.get("/tags").await.refusal(),
            (401, "ERR_SESSION_EXPIRED")
        );
        let email = admin.user["email"].as_str().unwrap();
        assert!(
            Session::try_sign_in(&desk.base, email, PASSWORD)
                .await
                .is_none()
        );
        for answer in [
            host.get(&path(&made)).await,
            host.delete(&path(&made)).await,
        ] {
            assert_eq!(answer.refusal(), (404, "ERR_NO_COMPANY_FOUND"));
        }
        let found = host
            .get(&format!("/companies?searchParam={email}"))
            .await
            .ok();
        assert_eq!(found["count"], 0);
        let again = json!({ "name": made["name"], "email": email });
        company(&host, &again).await;
    })
    .await;
}

#[tokio::test]
async fn nobody_but_those_who_run_the_server_sees_other_companies_or_makes_plans() {
    // spec: S003 A092
    on_both(async |desk| {
        let admin = desk.session(ADMIN).await;
        for path in [
            "/companies",
            "/companies/list",
            "/companies/1",
            "/plans/all",
            "/plans/1",
        ] {
            let answer = admin.get(path).await;
            assert_eq!(answer.refusal(), (403, "ERR_NO_PERMISSION"), "{path}");
        }
        let name = format!("Padaria {}", new_number());
        let email = format!("{}@padaria.example", new_number());
        let company = json!({ "name": name, "email": email, "planId": 1, "password": PASSWORD });
        let plan = json!({ "name": name, "users": 1, "connections": 1, "queues": 1 });
        for (path, wish) in [("/companies", company), ("/plans", plan)] {
            let answer = admin.post(path, &wish).await;
            assert_eq!(answer.refusal(), (403, "ERR_NO_PERMISSION"), "{path}");
        }
        let own = format!("/companies/{}/renew", admin.company());
        let renewed = admin.post(&own, &json!({})).await;
        assert_eq!(
            renewed.refusal(),
            (403, "ERR_NO_PERMISSION"),
            "not even one's own"
        );
    })
    .await;
}
