//! Who changed what: every administration route leaves one record, without secrets, found and exported by admins.

use serde_json::{Value, json};

use super::{
    ADMIN, MARINA, VIDA, new_number, queues,
    support::{SUPER, Session, on_both, unique},
};

/// The newest record that a search finds.
async fn newest(admin: &Session, query: &str) -> Value {
    let found = admin.get(&format!("/audit?{query}")).await.ok();
    assert!(found["count"].as_i64().unwrap() > 0, "{query}: nothing");
    found["records"][0].clone()
}

/// What a record says of a field: before and after.
fn change(record: &Value, field: &str) -> (Value, Value) {
    let mut changes = record["changes"].as_array().unwrap().iter();
    let found = changes.find(|one| one["field"] == field);
    let found = found.unwrap_or_else(|| panic!("no {field} in {record}"));
    (found["before"].clone(), found["after"].clone())
}

#[tokio::test]
async fn a_change_is_noted_with_who_what_when_and_from_where() {
    on_both(async |desk| {
        let admin = desk.session(ADMIN).await;
        let name = format!("Tag {}", new_number());
        let tag = admin
            .post("/tags", &json!({ "name": name, "color": "#112233" }))
            .await
            .ok();
        let path = format!("/tags/{}", tag["id"]);
        admin.put(&path, &json!({ "color": "#445566" })).await.ok();
        admin.put(&path, &json!({ "color": "#445566" })).await.ok();
        admin.delete(&path).await.ok();
        let query = format!("searchParam={}&entity=tag", name.replace(' ', "%20"));
        let found = admin.get(&format!("/audit?{query}")).await.ok();
        let records = found["records"].as_array().unwrap();
        let actions: Vec<_> = records
            .iter()
            .map(|one| one["action"].as_str().unwrap())
            .collect();
        assert_eq!(
            actions,
            ["delete", "update", "create"],
            "what changed nothing is not noted"
        );
        let update = &records[1];
        assert_eq!(
            change(update, "color"),
            (json!("#112233"), json!("#445566"))
        );
        assert_eq!(update["changes"].as_array().unwrap().len(), 1);
        assert_eq!(update["userId"], admin.id());
        assert_eq!(update["userName"], admin.user["name"]);
        assert_eq!(update["actorName"], json!(null));
        assert_eq!(update["entityId"], tag["id"].to_string());
        assert_eq!(update["label"], name.as_str());
        assert_eq!(update["route"], "PUT /api/tags/{id}");
        assert_eq!(update["ip"], "127.0.0.1");
        assert!(update["at"].is_string() && update["requestId"].is_string());
    })
    .await;
}

#[tokio::test]
async fn a_change_that_is_refused_leaves_no_record() {
    on_both(async |desk| {
        let admin = desk.session(ADMIN).await;
        let name = unique();
        admin
            .post("/closing-reasons", &json!({ "name": name }))
            .await
            .ok();
        let taken = admin
            .post("/closing-reasons", &json!({ "name": name }))
            .await;
        assert_eq!(taken.refusal(), (409, "ERR_CLOSING_REASON_TAKEN"));
        let found = admin.get(&format!("/audit?searchParam={name}")).await.ok();
        assert_eq!(found["count"], 1);
        let all = admin.get("/closing-reasons").await.ok();
        let made = all
            .as_array()
            .unwrap()
            .iter()
            .find(|one| one["name"] == name.as_str())
            .unwrap();
        admin
            .delete(&format!("/closing-reasons/{}", made["id"]))
            .await
            .ok();
    })
    .await;
}

#[tokio::test]
async fn every_kind_of_administration_is_noted() {
    on_both(async |desk| {
        let (admin, host) = (desk.session(ADMIN).await, desk.session(SUPER).await);
        let name = unique();
        let queue = json!({ "name": name, "color": queues::color() });
        let queue = admin.post("/queue", &queue).await.ok();
        admin
            .put(
                &format!("/queue/{}", queue["id"]),
                &json!({ "greetingMessage": "Olá!" }),
            )
            .await
            .ok();
        let record = newest(&admin, &format!("entity=queue&searchParam={name}")).await;
        assert_eq!(
            change(&record, "greetingMessage"),
            (json!(null), json!("Olá!"))
        );

        let quick = json!({ "shortcode": name, "message": "Bom dia", "geral": true });
        admin.post("/quick-messages", &quick).await.ok();
        let record = newest(&admin, &format!("entity=quickMessage&searchParam={name}")).await;
        assert_eq!(change(&record, "message"), (json!(null), json!("Bom dia")));

        let line = json!({ "name": name, "provider": "simulator" });
        let line = admin.post("/whatsapp", &line).await.ok();
        admin
            .delete(&format!("/whatsappsession/{}", line["id"]))
            .await
            .ok();
        let record = newest(&admin, &format!("entity=connection&searchParam={name}")).await;
        assert_eq!(
            (&record["action"], &record["label"]),
            (&json!("call"), &json!(name))
        );
        assert_eq!(record["route"], "DELETE /api/whatsappsession/{id}");
        admin
            .delete(&format!("/whatsapp/{}", line["id"]))
            .await
            .ok();
        let record = newest(&admin, &format!("entity=connection&searchParam={name}")).await;
        assert_eq!(record["action"], "delete");

        let rating = |value: &str| json!({ "value": value });
        admin.put("/settings/call", &rating("enabled")).await.ok();
        admin.put("/settings/call", &rating("disabled")).await.ok();
        let record = newest(&admin, "entity=setting&searchParam=call").await;
        assert_eq!(
            change(&record, "call"),
            (json!("enabled"), json!("disabled"))
        );

        let notice = json!({ "title": name, "text": "Manutenção às 22h." });
        let notice = host.post("/announcements", &notice).await.ok();
        host.put(
            &format!("/announcements/{}", notice["id"]),
            &json!({ "status": false }),
        )
        .await
        .ok();
        let record = newest(&host, &format!("entity=announcement&searchParam={name}")).await;
        assert_eq!(change(&record, "status"), (json!(true), json!(false)));
    })
    .await;
}

#[tokio::test]
async fn no_password_is_in_a_record_of_a_user() {
    on_both(async |desk| {
        let admin = desk.session(ADMIN).await;
        let email = format!("{}@aurora.example", new_number());
        let wish = json!({ "name": "Nova Colega", "email": email, "password": "Segredo123" });
        let made = admin.post("/users", &wish).await.ok();
        let path = format!("/users/{}", made["id"]);
        let change_of = json!({ "password": "Segredo456", "profile": "supervisor" });
        admin.put(&path, &change_of).await.ok();
        let record = newest(&admin, &format!("entity=user&searchParam={email}")).await;
        assert_eq!(record["action"], "create");
        let found = admin
            .get(&format!("/audit?entity=user&searchParam={}", made["id"]))
            .await
            .ok();
        let records = found["records"].as_array().unwrap();
        let id = made["id"].to_string();
        let update = records
            .iter()
            .find(|one| one["action"] == "update" && one["entityId"] == id);
        let update = update.expect("the change");
        assert_eq!(change(update, "password"), (json!(null), json!("********")));
        assert_eq!(
            change(update, "profile"),
            (json!("user"), json!("supervisor"))
        );
        admin.delete(&path).await.ok();
        let record = newest(&admin, &format!("entity=user&searchParam={email}")).await;
        assert_eq!(record["action"], "delete");
        let everything = admin.get("/audit/export").await.text;
        assert!(everything.contains(&email) && !everything.contains("Segredo"));
    })
    .await;
}

#[tokio::test]
async fn records_are_found_by_user_and_day_and_exported_as_a_table() {
    on_both(async |desk| {
        let (admin, marina) = (desk.session(ADMIN).await, desk.session(MARINA).await);
        let name = unique();
        marina
            .post("/tags", &json!({ "name": format!("={name}") }))
            .await
            .ok();
        let count = async |query: String| admin.get(&query).await.ok()["count"].clone();
        let base = format!("/audit?searchParam={name}");
        assert_eq!(count(format!("{base}&userId={}", marina.id())).await, 1);
        assert_eq!(count(format!("{base}&userId={}", admin.id())).await, 0);
        assert_eq!(count(format!("{base}&from=2026-01-01")).await, 1);
        assert_eq!(count(format!("{base}&from=2090-01-01")).await, 0);
        assert_eq!(count(format!("{base}&to=2020-01-01")).await, 0);
        let odd = admin.get("/audit?from=ontem").await;
        assert_eq!(odd.refusal(), (400, "ERR_VALIDATION"));

        let export = admin
            .get(&format!("/audit/export?searchParam={name}"))
            .await;
        let kind = export.headers["content-type"].to_str().unwrap();
        assert!(kind.starts_with("text/csv"), "{kind}");
        let lines: Vec<&str> = export.text.lines().collect();
        assert_eq!(lines.len(), 2, "{}", export.text);
        assert!(lines[0].contains("quando,usuario,suporte,acao"));
        assert!(
            lines[1].contains(&format!("'={name}")),
            "no formula: {}",
            lines[1]
        );
    })
    .await;
}

#[tokio::test]
async fn a_company_sees_its_own_records_and_attendants_none() {
    on_both(async |desk| {
        let (admin, vida) = (desk.session(ADMIN).await, desk.session(VIDA).await);
        let name = unique();
        admin.post("/tags", &json!({ "name": name })).await.ok();
        let path = format!("/audit?searchParam={name}");
        assert_eq!(admin.get(&path).await.ok()["count"], 1);
        assert_eq!(vida.get(&path).await.ok()["count"], 0);
        for path in [path, "/audit/export".to_owned()] {
            let denied = desk.session(MARINA).await.get(&path).await;
            assert_eq!(denied.refusal(), (403, "ERR_NO_PERMISSION"), "{path}");
        }
        for (days, expected) in [("29", 400), ("3651", 400), ("x", 400), ("90", 200)] {
            let answer = admin
                .put("/settings/auditDays", &json!({ "value": days }))
                .await;
            assert_eq!(answer.status.as_u16(), expected, "{days}");
        }
    })
    .await;
}
