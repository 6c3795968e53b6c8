//! Keys of programs after they were made (rule B25): what they may do is changed under the same secret, and their last calls are
//! there to be looked at.

use chrono::{DateTime, Days, FixedOffset, Months, NaiveDate, Utc};
use guiche_storage::model::{Clock as _, SystemClock};
use serde_json::{Value, json};

use super::{integrators::Firm, new_number, support::on_both};

#[expect(clippy::too_many_lines, reason = "one story, told to its end")]
#[tokio::test]
async fn the_last_calls_by_a_key_say_what_was_asked_for_and_how_it_ended() {
    on_both(async |desk| {
        let firm = Firm::new(desk).await;
        let (program, id) = firm.program(&["tags:read", "contacts:write"]).await;
        let (_, other) = firm.program(&["tags:read"]).await;
        let number = new_number();
        program.get("/v1/tags?search=Segredo").await.ok();
        let refused = program.get("/v1/contacts").await;
        assert_eq!(refused.refusal(), (403, "ERR_API_SCOPE"));
        let wrong = json!({ "name": "Segredo", "number": "12" });
        let wrong = program.post("/v1/contacts", &wrong).await;
        assert_eq!(wrong.refusal(), (400, "ERR_VALIDATION"));
        let wish = json!({ "name": "Segredo", "number": number });
        let made = program.post("/v1/contacts", &wish).await;
        assert_eq!(made.status.as_u16(), 201);
        let key = program.token.as_deref().expect("a key");
        let lost = program.get(&format!("/v1/{key}/tags")).await;
        assert_eq!(lost.refusal().0, 404);

        let path = format!("/api-keys/{id}/calls");
        let answer = firm.admin.get(&path).await;
        for secret in ["Segredo", number.as_str(), key, "gchk_"] {
            assert!(!answer.text.contains(secret), "{}", answer.text);
        }
        let about = answer.ok();
        assert_eq!(about["keptMax"], 100);
        let calls = about["calls"].as_array().expect("a list");
        let short = |call: &Value| {
            let word = |name: &str| call[name].as_str().unwrap_or("-").to_owned();
            let asked = format!("{} {}", word("method"), word("path"));
            (asked, call["status"].as_u64(), word("code"))
        };
        let told: Vec<_> = calls.iter().map(short).collect();
        let call = |asked: &str, status: u64, code: &str| {
            (asked.to_owned(), Some(status), code.to_owned())
        };
        let expected = [
            call("GET /api/v1/…/tags", 404, "ERR_NOT_FOUND"),
            call("POST /api/v1/contacts", 201, "-"),
            call("POST /api/v1/contacts", 400, "ERR_VALIDATION"),
            call("GET /api/v1/contacts", 403, "ERR_API_SCOPE"),
            call("GET /api/v1/tags", 200, "-"),
        ];
        assert_eq!(told, expected, "newest first");
        assert_eq!(
            calls[3]["requestId"].as_str(),
            refused.headers["x-request-id"].to_str().ok()
        );
        let errors = firm
            .admin
            .get(&format!("{path}?onlyErrors=true"))
            .await
            .ok();
        let errors = errors["calls"].as_array().expect("a list");
        let statuses: Vec<_> = errors.iter().map(|call| call["status"].as_u64()).collect();
        assert_eq!(statuses, [Some(404), Some(400), Some(403)]);
        let others = format!("/api-keys/{other}/calls");
        let others = firm.admin.get(&others).await.ok();
        assert_eq!(others["calls"], json!([]), "each key has its own");

        // what the company may not do any more is there as well
        let plain = super::companies::plan(&firm.host, &json!({ "useExternalApi": false })).await;
        let company = format!("/companies/{}", firm.company["id"]);
        let before = firm.company["planId"].clone();
        let plan = json!({ "planId": plain["id"] });
        firm.host.put(&company, &plan).await.ok();
        program.get("/v1/tags").await;
        let refused = firm.admin.get(&path).await;
        assert_eq!(refused.refusal(), (403, "ERR_PLAN_FEATURE"));
        let change = json!({ "name": "ERP", "scopes": ["tags:read"] });
        let key = format!("/api-keys/{id}");
        let refused = firm.admin.put(&key, &change).await;
        assert_eq!(refused.refusal(), (403, "ERR_PLAN_FEATURE"));
        let plan = json!({ "planId": before });
        firm.host.put(&company, &plan).await.ok();
        let about = firm.admin.get(&path).await.ok();
        assert_eq!(about["calls"][0]["code"], "ERR_PLAN_FEATURE");
    })
    .await;
}

#[expect(clippy::too_many_lines, reason = "one story, told to its end")]
#[tokio::test]
async fn a_key_is_changed_under_the_same_secret_and_that_is_on_record() {
    on_both(async |desk| {
        let firm = Firm::new(desk).await;
        let (program, id) = firm.program(&["contacts:read"]).await;
        let path = format!("/api-keys/{id}");
        program.get("/v1/contacts").await.ok();
        let end = "2099-01-01T00:00:00Z";
        let wish =
            json!({ "name": "Loja", "scopes": ["tags:read", "tags:read"], "expiresAt": end });
        let changed = firm.admin.put(&path, &wish).await.ok();
        assert_eq!(
            (&changed["name"], &changed["scopes"]),
            (&json!("Loja"), &json!(["tags:read"]))
        );
        assert!(
            changed["expiresAt"]
                .as_str()
                .is_some_and(|it| it.starts_with("2099-01-01"))
        );
        assert!(changed.get("key").is_none() && changed["usedAt"].is_string());
        // the program's next call is held to it
        program.get("/v1/tags").await.ok();
        let refused = program.get("/v1/contacts").await;
        assert_eq!(refused.refusal(), (403, "ERR_API_SCOPE"));

        let records = async || {
            let told = firm.admin.get("/audit?entity=apiKey").await;
            let key = program.token.as_deref().expect("a key");
            assert!(!told.text.contains(key), "no secret is on record");
            let told = told.ok();
            let all = told["records"].as_array().expect("a list").clone();
            all.into_iter()
                .filter(|it| it["action"] == "update")
                .collect::<Vec<_>>()
        };
        let before = records().await;
        assert_eq!(before.len(), 1);
        let text = before[0].to_string();
        assert!(
            text.contains("Loja") && text.contains("tags:read"),
            "{text}"
        );
        firm.admin.put(&path, &wish).await.ok();
        assert_eq!(records().await.len(), 1, "nothing was changed");

        for (field, bad) in [
            ("name", json!("x")),
            ("scopes", json!([])),
            ("expiresAt", json!("2020-01-01T00:00:00Z")),
        ] {
            let mut bad_wish = wish.clone();
            bad_wish[field] = bad;
            let refused = firm.admin.put(&path, &bad_wish).await;
            assert_eq!(refused.refusal(), (400, "ERR_VALIDATION"), "{field}");
        }

        // one that has ended keeps its end under another name, and is good again with another one while there is room
        desk.execute(&format!(
            "UPDATE api_keys SET expires_at = created_at WHERE id = {id}"
        ));
        let listed = firm.admin.get("/api-keys").await.ok();
        let stored = listed["apiKeys"].as_array().expect("a list");
        let stored = stored.iter().find(|it| it["id"] == id).expect("the key");
        let mut ended = wish.clone();
        ended["name"] = json!("Loja antiga");
        ended["expiresAt"] = stored["expiresAt"].clone();
        firm.admin.put(&path, &ended).await.ok();
        assert_eq!(
            program.get("/v1/tags").await.refusal(),
            (401, "ERR_API_TOKEN")
        );
        let mut last = Value::Null;
        for _ in 0..20 {
            (_, last) = firm.program(&["tags:read"]).await;
        }
        let refused = firm.admin.put(&path, &wish).await;
        assert_eq!(refused.refusal(), (400, "ERR_API_KEY_LIMIT"));
        firm.admin.delete(&format!("/api-keys/{last}")).await.ok();
        let forever = json!({ "name": "Loja", "scopes": ["tags:read"] });
        let changed = firm.admin.put(&path, &forever).await.ok();
        assert_eq!(changed["expiresAt"], Value::Null);
        program.get("/v1/tags").await.ok();

        // one that was taken back stays as it is
        firm.admin.delete(&path).await.ok();
        let refused = firm.admin.put(&path, &wish).await;
        assert_eq!(refused.refusal(), (409, "ERR_API_KEY_REVOKED"));
        assert_eq!(
            program.get("/v1/tags").await.refusal(),
            (401, "ERR_API_TOKEN")
        );
    })
    .await;
}

#[tokio::test]
async fn a_key_ends_with_the_day_that_was_chosen_where_the_company_is() {
    on_both(async |desk| {
        let firm = Firm::new(desk).await;
        let good = json!({ "name": "ERP", "scopes": ["tags:read"] });
        let ending = |day: NaiveDate| {
            let mut wish = good.clone();
            wish["expiresOn"] = json!(day);
            wish
        };
        let end_of = |key: &Value| key["expiresAt"].as_str().map(str::to_owned);
        for (zone, hours) in [("America/Manaus", 4), ("Asia/Tokyo", -9)] {
            let place = json!({ "value": zone });
            firm.admin.put("/settings/timeZone", &place).await.ok();
            let here = FixedOffset::west_opt(hours * 3600).expect("an offset");
            let today = SystemClock.now().with_timezone(&here).date_naive();
            let last = today + Months::new(60);
            for day in [today, today + Days::new(30), last] {
                let made = firm.admin.post("/api-keys", &ending(day)).await.ok();
                let end = end_of(&made).expect("an end");
                let end: DateTime<Utc> = end.parse().expect("a time");
                let wall = end.with_timezone(&here).naive_local();
                assert_eq!(wall.to_string(), format!("{day} 23:59:59"), "{zone}");
                let id = made["id"].as_i64().expect("an id");
                firm.admin.delete(&format!("/api-keys/{id}")).await.ok();
            }
            let (_, id) = firm.program(&["tags:read"]).await;
            let path = format!("/api-keys/{id}");
            for day in [today - Days::new(1), last + Days::new(1)] {
                let made = firm.admin.post("/api-keys", &ending(day)).await;
                assert_eq!(made.refusal(), (400, "ERR_API_KEY_END"), "{day}");
                let changed = firm.admin.put(&path, &ending(day)).await;
                assert_eq!(changed.refusal(), (400, "ERR_API_KEY_END"), "{day}");
            }
            let changed = firm.admin.put(&path, &ending(last)).await.ok();
            assert!(
                end_of(&changed)
                    .is_some_and(|end| end.starts_with(&last.format("%Y-").to_string()))
            );
        }
        let mut both = ending(SystemClock.now().date_naive());
        both["expiresAt"] = json!("2099-01-01T00:00:00Z");
        for wrong in [
            both,
            json!({ "name": "ERP", "scopes": ["tags:read"], "expiresOn": "31/12/2026" }),
        ] {
            let refused = firm.admin.post("/api-keys", &wrong).await;
            assert_eq!(refused.refusal(), (400, "ERR_VALIDATION"));
        }
    })
    .await;
}
