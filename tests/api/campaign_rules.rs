//! What people may write of campaigns, when a planned one begins, and how they all go.

use chrono::{Datelike as _, TimeDelta};
use guiche_storage::model::{Clock as _, SystemClock};
use reqwest::multipart::{Form, Part};
use serde_json::{Value, json};

use super::{
    ADMIN, MARINA, VIDA,
    campaigns::{hurry, list_of, make, numbers, path, until_reached, until_status},
    connection, open_ticket,
    support::on_both,
};

#[tokio::test]
async fn what_a_campaign_says_is_checked() {
    // spec: A083
    on_both(async |desk| {
        let admin = desk.session(ADMIN).await;
        for (field, value) in [
            ("name", json!("x")),
            ("name", json!("x".repeat(51))),
            ("name", Value::Null),
            ("message1", json!("x".repeat(4097))),
            ("scheduledAt", json!("2020-01-01T12:00:00Z")),
            ("dailyCap", json!(0)),
            (
                "window",
                json!({ "weekdays": [7], "start": "08:00", "end": "18:00", "skipHolidays": true }),
            ),
            (
                "window",
                json!({ "weekdays": [], "start": "08:00", "end": "18:00", "skipHolidays": true }),
            ),
            (
                "window",
                json!({ "weekdays": [1], "start": "18:00", "end": "08:00", "skipHolidays": true }),
            ),
        ] {
            let mut body = json!({ "name": "Natal" });
            body[field] = value;
            let refused = admin.post("/campaigns", &body).await;
            assert_eq!(refused.refusal(), (400, "ERR_VALIDATION"), "{body}");
        }
        for name in ["Zé", &"é".repeat(50)] {
            let wish = json!({ "name": name });
            let made = admin.post("/campaigns", &wish).await.ok();
            assert_eq!(made["name"], name);
            for wrong in ["x", " x ", &"x".repeat(51)] {
                let wish = json!({ "name": wrong });
                let refused = admin.put(&path(&made, ""), &wish).await;
                assert_eq!(refused.refusal(), (400, "ERR_VALIDATION"), "{wish}");
            }
            admin.delete(&path(&made, "")).await.ok();
        }
        for (field, code) in [
            ("whatsappId", "ERR_NO_WAPP_FOUND"),
            ("contactListId", "ERR_NO_CONTACT_LIST_FOUND"),
            ("tagListId", "ERR_NO_TAG_FOUND"),
            ("fileListId", "ERR_NO_FILE_LIST_FOUND"),
        ] {
            let body = json!({ "name": "Natal", field: 999_999_999 });
            let refused = admin.post("/campaigns", &body).await;
            assert_eq!(refused.refusal(), (404, code));
        }
    })
    .await;
}

#[tokio::test]
async fn a_campaign_is_written_while_it_waits() {
    // spec: A066
    on_both(async |desk| {
        let (admin, vida) = (desk.session(ADMIN).await, desk.session(VIDA).await);
        let line = connection(&admin, "Matriz").await;
        let list = list_of(desk, admin.company(), &numbers(1));
        let bare = admin.post("/campaigns", &json!({ "name": "Natal" })).await.ok();
        let refused = admin.post(&path(&bare, "/start"), &json!({})).await;
        assert_eq!(refused.refusal(), (400, "ERR_CAMPAIGN_INCOMPLETE"));
        let foreign = vida.put(&path(&bare, ""), &json!({ "name": "Deles" })).await;
        assert_eq!(foreign.refusal(), (404, "ERR_NO_CAMPAIGN_FOUND"));

        let hours = |count| SystemClock.now() + TimeDelta::hours(count);
        let wish = json!({ "scheduledAt": hours(2), "whatsappId": line, "contactListId": list, "message1": "Oi" });
        let planned = admin.put(&path(&bare, ""), &wish).await.ok();
        assert_eq!(planned["status"], "PROGRAMADA");
        let known = admin.put(&path(&bare, ""), &json!({ "message1": "Olá" })).await.ok();
        assert_eq!((&known["status"], &known["message1"]), (&json!("PROGRAMADA"), &json!("Olá")));
        let idle = admin.put(&path(&bare, ""), &json!({ "scheduledAt": null })).await.ok();
        assert_eq!(idle["status"], "INATIVA");
        let ahead = |count| json!({ "scheduledAt": SystemClock.now() + TimeDelta::minutes(count) });
        admin.put(&path(&bare, ""), &ahead(62)).await.ok();
        admin.put(&path(&bare, ""), &json!({ "message1": "Oi!" })).await.ok();
        admin.put(&path(&bare, ""), &ahead(59)).await.ok();
        let refused = admin.put(&path(&bare, ""), &json!({ "message1": "Oi" })).await;
        assert_eq!(refused.refusal(), (400, "ERR_CAMPAIGN_STATE"), "it begins within the hour");
        for (status, is_editable) in [
            ("INATIVA", true),
            ("CANCELADA", true),
            ("FINALIZADA", false),
        ] {
            desk.execute(&format!("UPDATE campaigns SET status = '{status}' WHERE id = {}", bare["id"]));
            let answer = admin.put(&path(&bare, ""), &json!({ "message1": "Oi" })).await;
            if is_editable {
                answer.ok();
            } else {
                assert_eq!(answer.refusal(), (400, "ERR_CAMPAIGN_STATE"), "{status}");
            }
        }
    })
    .await;
}

#[tokio::test]
async fn a_planned_campaign_begins_when_its_time_has_come_unless_that_was_long_ago() {
    on_both(async |desk| {
        let admin = desk.session(ADMIN).await;
        hurry(&admin).await;
        let line = connection(&admin, "Matriz").await;
        let people = numbers(2);
        let list = list_of(desk, admin.company(), &people[..1]);
        let soon = SystemClock.now() + TimeDelta::milliseconds(1500);
        let made = make(&admin, line, list, json!({ "scheduledAt": soon })).await;
        assert_eq!(made["status"], "PROGRAMADA");
        until_status(&admin, &made, "FINALIZADA").await;
        until_reached(desk, line, &people[0], &["Oi Pessoa 0, use NATAL10!"]).await;

        let list = list_of(desk, admin.company(), &people[1..]);
        let late = make(
            &admin,
            line,
            list,
            json!({ "scheduledAt": SystemClock.now() + TimeDelta::hours(9) }),
        )
        .await;
        let ago = (SystemClock.now() - TimeDelta::hours(25)).to_rfc3339();
        desk.execute(&format!(
            "UPDATE campaigns SET scheduled_at = '{ago}' WHERE id = {}",
            late["id"]
        ));
        // another one that begins shows that the clock has looked
        let list = list_of(desk, admin.company(), &numbers(1));
        let soon = SystemClock.now() + TimeDelta::milliseconds(1500);
        let other = make(&admin, line, list, json!({ "scheduledAt": soon })).await;
        until_status(&admin, &other, "FINALIZADA").await;
        assert_eq!(
            admin.get(&path(&late, "")).await.ok()["status"],
            "PROGRAMADA"
        );
        let again = json!({ "scheduledAt": SystemClock.now() + TimeDelta::hours(9), "message1": "Ainda vale" });
        let written = admin.put(&path(&late, ""), &again).await.ok();
        assert_eq!(
            (&written["status"], &written["message1"]),
            (&json!("PROGRAMADA"), &json!("Ainda vale"))
        );
        admin.delete(&path(&late, "")).await.ok();
    })
    .await;
}

#[tokio::test]
async fn settings_are_json_texts_by_key() {
    // spec: A045
    on_both(async |desk| {
        let vida = desk.session(VIDA).await;
        let value = |rows: &Value, key: &str| {
            let mut rows = rows.as_array().expect("rows").iter();
            rows.find(|row| row["key"] == key).expect("the key")["value"].clone()
        };
        let usual = vida.get("/campaign-settings").await.ok();
        for (key, text) in [
            ("messageInterval", "20"),
            ("longerIntervalAfter", "20"),
            ("greaterInterval", "60"),
            ("variables", "[]"),
        ] {
            assert_eq!(value(&usual, key), text);
        }
        let twice = json!([{ "key": "a", "value": "1" }, { "key": "a", "value": "2" }]);
        for bad in [
            json!({ "messageInterval": -1 }),
            json!({ "variables": twice }),
            json!({ "variables": [{ "key": "a b", "value": "1" }] }),
        ] {
            let refused = vida.post("/campaign-settings", &json!({ "settings": bad })).await;
            assert_eq!(refused.refusal(), (400, "ERR_VALIDATION"));
        }
        let wish = json!({ "settings": { "messageInterval": 5, "variables": [{ "key": "loja", "value": "Centro" }] } });
        let written = vida.post("/campaign-settings", &wish).await.ok();
        assert_eq!(vida.get("/campaign-settings").await.ok(), written);
        assert_eq!(value(&written, "messageInterval"), "5");
        assert_eq!(value(&written, "greaterInterval"), "60", "what is absent stays");
        let words = r#"[{"key":"loja","value":"Centro"}]"#;
        assert_eq!(value(&written, "variables"), words);
        let slower = json!({ "settings": { "messageInterval": 10 } });
        let written = vida.post("/campaign-settings", &slower).await.ok();
        assert_eq!((value(&written, "messageInterval"), value(&written, "variables")), (json!("10"), json!(words)));
        for (key, seconds) in [("longerIntervalAfter", 30), ("greaterInterval", 120)] {
            let wish = json!({ "settings": { key: seconds } });
            let written = vida.post("/campaign-settings", &wish).await.ok();
            assert_eq!(value(&written, key), seconds.to_string());
            assert_eq!(vida.get("/campaign-settings").await.ok(), written);
        }
        let marina = desk.session(MARINA).await;
        let refused = marina.get("/campaign-settings").await;
        assert_eq!(refused.refusal(), (403, "ERR_NO_PERMISSION"));
    })
    .await;
}

#[tokio::test]
async fn a_campaign_has_every_field_of_its_form_and_of_its_report() {
    // spec: A044
    on_both(async |desk| {
        let admin = desk.session(ADMIN).await;
        let line = connection(&admin, "Matriz").await;
        let list = list_of(desk, admin.company(), &numbers(2));
        let files = admin.post("/files", &json!({ "name": format!("Arquivos {list}"), "message": "Segue." })).await.ok();
        let mut wish = json!({
            "name": "Natal", "confirmation": true, "scheduledAt": SystemClock.now() + TimeDelta::days(2),
            "whatsappId": line, "contactListId": list, "fileListId": files["id"],
        });
        for number in 1..=5 {
            wish[format!("message{number}")] = json!(format!("Oi {number}"));
            wish[format!("confirmationMessage{number}")] = json!(format!("Posso {number}?"));
        }
        let made = admin.post("/campaigns", &wish).await.ok();
        let read = admin.get(&path(&made, "")).await.ok();
        for (field, value) in wish.as_object().expect("fields") {
            if field != "scheduledAt" {
                assert_eq!(&read[field], value, "{field}");
            }
        }
        assert!(read["scheduledAt"].is_string());
        assert_eq!((&read["status"], &read["completedAt"]), (&json!("PROGRAMADA"), &Value::Null));
        assert_eq!(read["companyId"], admin.company());
        assert_eq!((&read["mediaPath"], &read["mediaName"]), (&Value::Null, &Value::Null));
        assert_eq!(read["whatsapp"]["name"], "Matriz");
        assert!(read["contactList"]["name"].is_string());
        assert_eq!(read["contactList"]["contacts"].as_array().map(Vec::len), Some(2));
        assert_eq!(read["shipping"], json!([]), "nobody was written to");
        // a tag takes the place of a list: one is made of those who have it
        let tag = format!("Tag {list}");
        let tag = json!({ "name": tag, "color": "#1f9d74" });
        let tag = admin.post("/tags", &tag).await.ok()["id"].clone();
        let by_tag = json!({ "name": "Natal", "tagListId": tag });
        let by_tag = admin.post("/campaigns", &by_tag).await.ok();
        assert_eq!(by_tag["tagListId"], tag);
        assert!(by_tag["contactListId"].is_i64());
        admin.delete(&path(&by_tag, "")).await.ok();
        admin.delete(&path(&made, "")).await.ok();
    })
    .await;
}

#[tokio::test]
async fn each_tag_that_a_campaign_is_given_makes_it_a_list_of_those_who_have_it() {
    // spec: A043 A044
    on_both(async |desk| {
        let admin = desk.session(ADMIN).await;
        let made = admin
            .post("/campaigns", &json!({ "name": "Natal" }))
            .await
            .ok();
        let mut lists = vec![Value::Null];
        for _ in 0..2 {
            let (ticket, number) = open_ticket(desk, &admin).await;
            let tag = json!({ "name": format!("Tag {number}") });
            let tag = admin.post("/tags", &tag).await.ok()["id"].clone();
            let tags = json!({ "ticketId": ticket["id"], "tags": [tag] });
            admin.post("/tags/sync", &tags).await.ok();
            let wish = json!({ "tagListId": tag });
            let known = admin.put(&path(&made, ""), &wish).await.ok();
            assert_eq!(known["tagListId"], tag);
            let list = known["contactListId"].clone();
            assert!(!lists.contains(&list), "{list} of {lists:?}");
            let people = format!("/contact-list-items?contactListId={list}");
            let people = admin.get(&people).await.ok();
            let one = &people["contacts"][0];
            assert_eq!(
                (&people["count"], &one["number"], &one["isWhatsappValid"]),
                (&json!(1), &json!(number), &json!(true))
            );
            lists.push(list);
        }
        admin.delete(&path(&made, "")).await.ok();
    })
    .await;
}

#[tokio::test]
async fn each_field_of_a_campaign_is_changed_alone() {
    // spec: A044 A066
    on_both(async |desk| {
        let admin = desk.session(ADMIN).await;
        let line = connection(&admin, "Matriz").await;
        let list = list_of(desk, admin.company(), &numbers(1));
        let files = async |name: &str| {
            let wish = json!({ "name": format!("{name} {list}"), "message": "Segue." });
            admin.post("/files", &wish).await.ok()["id"].clone()
        };
        let (first, second) = (files("Preços").await, files("Fotos").await);
        let more = json!({ "confirmation": true, "fileListId": first });
        let made = make(&admin, line, list, more).await;
        let mut changes = vec![
            ("confirmation".to_owned(), json!(false)),
            ("fileListId".to_owned(), second),
            ("fileListId".to_owned(), Value::Null),
        ];
        for number in 1..=5 {
            let (text, question) = (format!("Olá {number}"), format!("Pode ser {number}?"));
            changes.push((format!("message{number}"), json!(text)));
            changes.push((format!("confirmationMessage{number}"), json!(question)));
        }
        let mut expected = admin.get(&path(&made, "")).await.ok();
        for (field, value) in &changes {
            let change = json!({ field: value });
            admin.put(&path(&made, ""), &change).await.ok();
            let read = admin.get(&path(&made, "")).await.ok();
            expected[field] = value.clone();
            expected["updatedAt"] = read["updatedAt"].clone();
            assert_eq!(read, expected, "{change}");
        }
        let other = list_of(desk, admin.company(), &numbers(2));
        let wish = json!({ "contactListId": other });
        admin.put(&path(&made, ""), &wish).await.ok();
        let read = admin.get(&path(&made, "")).await.ok();
        assert_eq!(read["contactListId"], other);
        let shown = &read["contactList"];
        assert_eq!(
            (&shown["id"], &shown["contactsCount"]),
            (&json!(other), &json!(2))
        );
        admin.delete(&path(&made, "")).await.ok();
    })
    .await;
}

#[expect(clippy::too_many_lines, reason = "one story, told to its end")]
#[tokio::test]
async fn campaigns_are_listed_written_stopped_and_deleted_by_their_routes() {
    // spec: A112
    on_both(async |desk| {
        let admin = desk.session(ADMIN).await;
        let line = connection(&admin, "Matriz").await;
        let list = list_of(desk, admin.company(), &numbers(1));
        // it writes on no day near this one
        let weekday = SystemClock.now().weekday().num_days_from_monday();
        let window = json!({ "weekdays": [(weekday + 3) % 7], "start": "08:00", "end": "18:00", "skipHolidays": true });
        let planned = json!({ "scheduledAt": SystemClock.now() + TimeDelta::days(2), "window": window });
        let made = make(&admin, line, list, planned).await;
        let name = made["name"].as_str().expect("a name");
        let search = format!("/campaigns/?searchParam={}", name.replace(' ', "%20"));
        let page = admin.get(&search).await.ok();
        assert_eq!(
            (&page["records"][0]["id"], &page["hasMore"]),
            (&made["id"], &json!(false))
        );
        assert_eq!(page["records"].as_array().map(Vec::len), Some(1));
        let changed = admin
            .put(&path(&made, ""), &json!({ "name": "Natal" }))
            .await
            .ok();
        assert_eq!(
            (&changed["name"], &changed["message1"]),
            (&json!("Natal"), &made["message1"])
        );

        let file = Part::bytes(b"%PDF-1.4".as_slice()).file_name("preços.pdf");
        let upload = path(&made, "/media-upload");
        admin
            .upload(&upload, Form::new().part("file", file))
            .await
            .ok();
        let with = admin.get(&path(&made, "")).await.ok();
        assert_eq!(with["mediaName"], "preços.pdf");
        assert!(with["mediaPath"].is_string());
        admin.delete(&upload).await.ok();
        let without = admin.get(&path(&made, "")).await.ok();
        assert_eq!(
            (&without["mediaPath"], &without["mediaName"]),
            (&Value::Null, &Value::Null)
        );

        admin.post(&path(&made, "/start"), &json!({})).await.ok();
        let cancelled = admin.post(&path(&made, "/cancel"), &json!({})).await;
        assert_eq!((cancelled.status.as_u16(), cancelled.text.as_str()), (204, ""));
        assert_eq!(
            admin.get(&path(&made, "")).await.ok()["status"],
            "CANCELADA"
        );
        let restarted = admin.post(&path(&made, "/restart"), &json!({})).await;
        assert_eq!((restarted.status.as_u16(), restarted.text.as_str()), (204, ""));
        let again = admin.get(&path(&made, "")).await.ok();
        assert_eq!(again["status"], "EM_ANDAMENTO");
        admin.post(&path(&made, "/cancel"), &json!({})).await.ok();
        admin.delete(&path(&made, "")).await.ok();
        assert_eq!(
            admin.get(&path(&made, "")).await.refusal(),
            (404, "ERR_NO_CAMPAIGN_FOUND")
        );
        let files = admin
            .get(&format!("/files/?companyId={}", admin.company()))
            .await
            .ok();
        assert!(files["files"].is_array());
    })
    .await;
}
