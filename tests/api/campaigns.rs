//! Campaigns: one text for everybody of a contact list, once each, as long as nobody stops it.

use chrono::TimeDelta;
use guiche_storage::model::{Clock as _, SystemClock};
use reqwest::multipart::{Form, Part};
use serde_json::{Value, json};

use super::{
    ADMIN, MARINA, VIDA, connection, new_number, open_ticket,
    support::{Session, TestDesk, TestSocket, backends, on_both, until},
};

const PDF: &[u8] = b"%PDF-1.4\n%%EOF\n";

/// A list with these numbers, which were found to be good, behind the desk's back.
fn list_of(desk: &TestDesk, company: i64, numbers: &[String]) -> i64 {
    let name = format!("Clientes {}", new_number());
    let at = SystemClock.now().to_rfc3339();
    desk.execute(&format!(
        "INSERT INTO contact_lists (company_id, name, search, created_at, updated_at)
         VALUES ({company}, '{name}', '{name}', '{at}', '{at}')"
    ));
    let list = desk.number(&format!(
        "SELECT id FROM contact_lists WHERE company_id = {company} AND name = '{name}'"
    ));
    for (place, number) in numbers.iter().enumerate() {
        let key = guiche_storage::contacts::one_form(number);
        desk.execute(&format!(
            "INSERT INTO contact_list_items (company_id, contact_list_id, name, number, number_key, email, search,
               is_whatsapp_valid, checked_at, created_at, updated_at)
             VALUES ({company}, {list}, 'Pessoa {place}', '{number}', '{key}', 'p{place}@exemplo.example', '{number}',
               TRUE, '{at}', '{at}', '{at}')"
        ));
    }
    list
}

fn numbers(count: usize) -> Vec<String> {
    (0..count).map(|_| new_number()).collect()
}

/// Lets the company's campaigns hurry: its numbers are simulated.
async fn hurry(admin: &Session) {
    let wish = json!({ "settings": {
        "messageInterval": 0, "longerIntervalAfter": 0, "greaterInterval": 0,
        "variables": [{ "key": "cupom", "value": "NATAL10" }],
    } });
    admin.post("/campaign-settings", &wish).await.ok();
}

async fn make(admin: &Session, line: i64, list: i64, more: Value) -> Value {
    let mut wish = json!({
        "name": format!("Campanha {}", new_number()), "message1": "Oi {nome}, use {cupom}!",
        "whatsappId": line, "contactListId": list, "dailyCap": 5000,
    });
    for (name, value) in more.as_object().expect("fields") {
        wish[name] = value.clone();
    }
    admin.post("/campaigns", &wish).await.ok()
}

fn path(campaign: &Value, rest: &str) -> String {
    format!("/campaigns/{}{rest}", campaign["id"])
}

async fn go(admin: &Session, campaign: &Value, what: &str) {
    admin.post(&path(campaign, what), &json!({})).await.ok();
}

async fn until_status(admin: &Session, campaign: &Value, status: &str) -> Value {
    until(&format!("the campaign is {status}"), async || {
        admin.get(&path(campaign, "")).await.ok()["status"] == status
    })
    .await;
    admin.get(&path(campaign, "")).await.ok()
}

async fn until_reached(desk: &TestDesk, line: i64, number: &str, texts: &[&str]) {
    until("the texts are on the phone", async || {
        desk.reached(line, number).await.len() >= texts.len()
    })
    .await;
    assert_eq!(desk.reached(line, number).await, texts);
}

async fn state_of(admin: &Session, campaign: &Value, number: &str) -> Value {
    let found = format!("/recipients?searchParam={number}");
    let found = admin.get(&path(campaign, &found)).await.ok();
    found["records"][0].clone()
}

#[tokio::test]
async fn everybody_of_a_list_gets_the_text_once_and_the_campaign_ends() {
    // spec: A065
    on_both(async |desk| {
        let admin = desk.session(ADMIN).await;
        hurry(&admin).await;
        let line = connection(&admin, "Matriz").await;
        let people = numbers(6);
        let list = list_of(desk, admin.company(), &people);
        let more = json!({ "message2": "Olá {nome} ({numero}, {email})" });
        let made = make(&admin, line, list, more).await;
        assert_eq!(made["status"], "INATIVA");
        assert_eq!(
            (&made["counts"]["total"], &made["counts"]["valid"]),
            (&json!(6), &json!(6))
        );
        let mut socket = TestSocket::open(desk, &admin).await;
        go(&admin, &made, "/start").await;
        let ended = until_status(&admin, &made, "FINALIZADA").await;
        assert!(ended["completedAt"].is_string() && ended["startedAt"].is_string());
        socket
            .event_where(&format!("company-{}-campaign", admin.company()), |event| {
                event["record"]["id"] == made["id"] && event["record"]["status"] == "FINALIZADA"
            })
            .await;
        for (place, number) in people.iter().enumerate() {
            let first = format!("Oi Pessoa {place}, use NATAL10!");
            let second = format!("Olá Pessoa {place} ({number}, p{place}@exemplo.example)");
            let text = if place % 2 == 0 { first } else { second };
            until_reached(desk, line, number, &[text.as_str()]).await;
        }
        let counts = &ended["counts"];
        assert_eq!(
            (&counts["pending"], &counts["queued"]),
            (&json!(0), &json!(0))
        );
        assert_eq!(ended["shipping"].as_array().expect("a list").len(), 6);
        assert_eq!(
            ended["contactList"]["contacts"]
                .as_array()
                .expect("a list")
                .len(),
            6
        );
        let one = state_of(&admin, &made, &people[1]).await;
        assert_eq!(one["variant"], 2);
        assert!(one["ticketId"].is_number() && one["sentAt"].is_string());
        let ticket = admin
            .get(&format!("/tickets/{}", one["ticketId"]))
            .await
            .ok();
        assert_eq!(ticket["status"], "closed", "nobody has to work on it");
        let points = admin.get(&path(&made, "/progress")).await.ok();
        let sent = points["points"].as_array().expect("points").iter();
        let sent: i64 = sent
            .map(|point| point["sent"].as_i64().expect("a number"))
            .sum();
        assert_eq!(sent, 6);
        let again = admin.post(&path(&made, "/start"), &json!({})).await;
        assert_eq!(again.refusal(), (400, "ERR_CAMPAIGN_STATE"));
        admin.delete(&path(&made, "")).await.ok();
        let gone = admin.get(&path(&made, "")).await;
        assert_eq!(gone.refusal(), (404, "ERR_NO_CAMPAIGN_FOUND"));
    })
    .await;
}

#[tokio::test]
async fn an_open_ticket_stays_as_it_is_and_the_answer_counts() {
    on_both(async |desk| {
        let (admin, marina) = (desk.session(ADMIN).await, desk.session(MARINA).await);
        hurry(&admin).await;
        let line = connection(&admin, "Matriz").await;
        let (ticket, number) = open_ticket(desk, &marina).await;
        let list = list_of(desk, admin.company(), &[number.clone()]);
        let made = make(&admin, line, list, json!({})).await;
        go(&admin, &made, "/start").await;
        until_status(&admin, &made, "FINALIZADA").await;
        let known = marina.get(&format!("/tickets/{}", ticket["id"])).await.ok();
        assert_eq!(
            (&known["status"], &known["userId"]),
            (&ticket["status"], &ticket["userId"])
        );
        desk.say(line, &number, "Beatriz", "Quero saber mais").await;
        until("the answer is noted", async || {
            state_of(&admin, &made, &number).await["answeredAt"].is_string()
        })
        .await;
        assert_eq!(
            admin.get(&path(&made, "")).await.ok()["counts"]["answered"],
            1
        );
    })
    .await;
}

#[tokio::test]
async fn a_cancelled_campaign_writes_no_more_and_a_restarted_one_goes_on() {
    // spec: A067
    on_both(async |desk| {
        let admin = desk.session(ADMIN).await;
        hurry(&admin).await;
        let line = connection(&admin, "Matriz").await;
        let people = numbers(3);
        let list = list_of(desk, admin.company(), &people);
        let closed = json!({ "weekdays": [0, 1, 2, 3, 4, 5, 6], "start": "00:00", "end": "00:01" });
        let mut closed = closed;
        closed["skipHolidays"] = json!(false);
        let made = make(&admin, line, list, json!({ "window": closed })).await;
        go(&admin, &made, "/start").await;
        until("it waits for its hours", async || {
            admin.get(&path(&made, "")).await.ok()["pausedReason"] == "window"
        })
        .await;
        for (method, body) in [("PUT", json!({ "name": "Outra" }))] {
            let refused = admin.put(&path(&made, ""), &body).await;
            assert_eq!(refused.refusal(), (400, "ERR_CAMPAIGN_STATE"), "{method}");
        }
        let refused = admin.delete(&path(&made, "")).await;
        assert_eq!(refused.refusal(), (400, "ERR_CAMPAIGN_STATE"));
        go(&admin, &made, "/cancel").await;
        let known = admin.get(&path(&made, "")).await.ok();
        assert_eq!(known["status"], "CANCELADA");
        assert_eq!(known["counts"]["pending"], 3);
        let refused = admin.post(&path(&made, "/cancel"), &json!({})).await;
        assert_eq!(refused.refusal(), (400, "ERR_CAMPAIGN_STATE"));
        // a cancelled one may still be written
        let wish = json!({ "window": null, "message1": "Agora sim, {nome}!" });
        let known = admin.put(&path(&made, ""), &wish).await.ok();
        assert_eq!(known["status"], "CANCELADA");
        go(&admin, &made, "/restart").await;
        until_status(&admin, &made, "FINALIZADA").await;
        for (place, number) in people.iter().enumerate() {
            let text = format!("Agora sim, Pessoa {place}!");
            until_reached(desk, line, number, &[text.as_str()]).await;
        }
    })
    .await;
}

#[tokio::test]
async fn a_paused_campaign_waits_for_a_person() {
    on_both(async |desk| {
        let admin = desk.session(ADMIN).await;
        let wish = json!({ "settings": { "messageInterval": 3600, "greaterInterval": 3600 } });
        admin.post("/campaign-settings", &wish).await.ok();
        let line = connection(&admin, "Loja Centro").await;
        let people = numbers(2);
        let list = list_of(desk, admin.company(), &people);
        let made = make(&admin, line, list, json!({})).await;
        go(&admin, &made, "/start").await;
        until_reached(desk, line, &people[0], &["Oi Pessoa 0, use NATAL10!"]).await;
        go(&admin, &made, "/pause").await;
        let known = admin.get(&path(&made, "")).await.ok();
        assert_eq!(
            (&known["status"], &known["pausedReason"]),
            (&json!("EM_ANDAMENTO"), &json!("person"))
        );
        let again = admin.post(&path(&made, "/pause"), &json!({})).await;
        assert_eq!(again.refusal(), (400, "ERR_CAMPAIGN_STATE"));
        go(&admin, &made, "/resume").await;
        let known = admin.get(&path(&made, "")).await.ok();
        assert_eq!(known["pausedReason"], Value::Null);
        let again = admin.post(&path(&made, "/resume"), &json!({})).await;
        assert_eq!(again.refusal(), (400, "ERR_CAMPAIGN_STATE"));
        assert!(
            desk.reached(line, &people[1]).await.is_empty(),
            "the pace of the number outlasts a pause"
        );
        go(&admin, &made, "/cancel").await;
        hurry(&admin).await;
        desk.execute(&format!(
            "DELETE FROM campaign_lanes WHERE connection_id = {line}"
        ));
    })
    .await;
}

#[tokio::test]
async fn who_is_asked_first_gets_the_text_after_his_yes_alone() {
    on_both(async |desk| {
        let admin = desk.session(ADMIN).await;
        hurry(&admin).await;
        let line = connection(&admin, "Matriz").await;
        let people = numbers(3);
        let list = list_of(desk, admin.company(), &people);
        let more = json!({ "confirmation": true, "confirmationMessage1": "Posso enviar?" });
        let made = make(&admin, line, list, more).await;
        go(&admin, &made, "/start").await;
        for number in &people {
            until_reached(desk, line, number, &["Posso enviar?"]).await;
        }
        desk.say(line, &people[0], "Pessoa 0", "Sim, por favor")
            .await;
        desk.say(line, &people[1], "Pessoa 1", "SAIR").await;
        until("the refusal counts", async || {
            state_of(&admin, &made, &people[1]).await["state"] == "optedOut"
        })
        .await;
        let list = format!("/do-not-contact?searchParam={}", people[1]);
        let known = admin.get(&list).await.ok();
        assert_eq!(known["records"][0]["reason"], "optOut");
        until("the text follows", async || {
            let reached = desk.reached(line, &people[0]).await;
            reached
                .iter()
                .any(|text| text == "Oi Pessoa 0, use NATAL10!")
        })
        .await;
        let one = state_of(&admin, &made, &people[0]).await;
        assert!(one["confirmedAt"].is_string() && one["confirmationRequestedAt"].is_string());
        let campaign = admin.get(&path(&made, "")).await.ok();
        assert_eq!(campaign["status"], "EM_ANDAMENTO", "one has not answered");
        assert_eq!(campaign["counts"]["confirmRequested"], 1);
        let other = desk.reached(line, &people[1]).await;
        assert!(!other.iter().any(|text| text.starts_with("Oi Pessoa")));
        go(&admin, &made, "/cancel").await;

        // whoever wants nothing more is left alone by the next one too
        let list = list_of(desk, admin.company(), &people[1..2]);
        let next = make(&admin, line, list, json!({})).await;
        go(&admin, &next, "/start").await;
        let ended = until_status(&admin, &next, "FINALIZADA").await;
        assert_eq!(ended["counts"]["skipped"], 1);
        let one = state_of(&admin, &next, &people[1]).await;
        assert_eq!(one["reason"], "doNotContact");
        let wish = json!({ "number": people[1] });
        let refused = admin.post(&path(&next, "/test"), &wish).await;
        assert_eq!(refused.refusal(), (400, "ERR_DO_NOT_CONTACT"));
        let row = &known["records"][0]["id"];
        admin.delete(&format!("/do-not-contact/{row}")).await.ok();
        admin.post(&path(&next, "/test"), &wish).await.ok();
    })
    .await;
}

#[tokio::test]
async fn a_file_carries_the_text_and_files_of_a_list_go_before() {
    // spec: A112
    on_both(async |desk| {
        let admin = desk.session(ADMIN).await;
        hurry(&admin).await;
        let line = connection(&admin, "Matriz").await;
        let people = numbers(1);
        let list = list_of(desk, admin.company(), &people);
        let wish = json!({
            "name": "Catálogo", "message": "Segue", "options": [{ "name": "Preços" }],
        });
        let files = admin.post("/files", &wish).await.ok();
        let part = || Part::bytes(PDF).file_name("preços.pdf");
        let form = Form::new()
            .text("id", files["options"][0]["id"].to_string())
            .part("files", part());
        let upload = format!("/files/uploadList/{}", files["id"]);
        admin.upload(&upload, form).await.ok();
        let made = make(&admin, line, list, json!({ "fileListId": files["id"] })).await;
        let with_file = admin
            .upload(
                &path(&made, "/media-upload"),
                Form::new().part("file", part()),
            )
            .await
            .ok();
        assert_eq!(with_file["mediaName"], "preços.pdf");
        let link = with_file["mediaUrl"].as_str().expect("a link");
        assert_eq!(admin.file(link).await.status().as_u16(), 200);
        let long = json!({ "message1": "x".repeat(1025) });
        let refused = admin.put(&path(&made, ""), &long).await;
        assert_eq!(refused.refusal(), (400, "ERR_VALIDATION"));
        go(&admin, &made, "/start").await;
        let refused = admin.delete(&format!("/files/{}", files["id"])).await;
        let is_ended = admin.get(&path(&made, "")).await.ok()["status"] == "FINALIZADA";
        assert!(is_ended || refused.refusal() == (400, "ERR_CAMPAIGN_RUNNING"));
        until_status(&admin, &made, "FINALIZADA").await;
        until("both are on the phone", async || {
            desk.reached(line, &people[0]).await.len() >= 2
        })
        .await;
        assert_eq!(
            desk.reached(line, &people[0]).await,
            ["", "Oi Pessoa 0, use NATAL10!"]
        );
        let refused = admin.delete(&path(&made, "/media-upload")).await;
        assert_eq!(refused.refusal(), (400, "ERR_CAMPAIGN_STATE"));
    })
    .await;
}

#[tokio::test]
async fn a_campaign_keeps_its_rules_while_it_is_written() {
    // spec: A066 A083
    on_both(async |desk| {
        let admin = desk.session(ADMIN).await;
        let line = connection(&admin, "Matriz").await;
        let list = list_of(desk, admin.company(), &numbers(1));
        for (field, value) in [
            ("name", json!("x")),
            ("name", json!("x".repeat(51))),
            ("name", Value::Null),
            ("message1", json!("x".repeat(4097))),
            ("scheduledAt", json!("2020-01-01T12:00:00Z")),
            ("dailyCap", json!(0)),
            ("window", json!({ "weekdays": [7], "start": "08:00", "end": "18:00", "skipHolidays": true })),
            ("window", json!({ "weekdays": [], "start": "08:00", "end": "18:00", "skipHolidays": true })),
            ("window", json!({ "weekdays": [1], "start": "18:00", "end": "08:00", "skipHolidays": true })),
        ] {
            let mut body = json!({ "name": "Natal" });
            body[field] = value;
            let refused = admin.post("/campaigns", &body).await;
            assert_eq!(refused.refusal(), (400, "ERR_VALIDATION"), "{body}");
        }
        let vida = desk.session(VIDA).await;
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
        let soon = json!({ "scheduledAt": SystemClock.now() + TimeDelta::minutes(59) });
        admin.put(&path(&bare, ""), &soon).await.ok();
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
        assert_eq!(value(&written, "variables"), r#"[{"key":"loja","value":"Centro"}]"#);
        let marina = desk.session(MARINA).await;
        let refused = marina.get("/campaign-settings").await;
        assert_eq!(refused.refusal(), (403, "ERR_NO_PERMISSION"));
    })
    .await;
}

#[tokio::test]
async fn a_killed_desk_writes_to_everybody_exactly_once() {
    for backend in backends() {
        let desk = TestDesk::start(backend, &[]).await;
        let admin = desk.session(ADMIN).await;
        hurry(&admin).await;
        let line = connection(&admin, "Matriz").await;
        let people = numbers(200);
        let list = list_of(&desk, admin.company(), &people);
        let made = make(&admin, line, list, json!({})).await;
        go(&admin, &made, "/start").await;
        for part in [20, 60, 110, 160] {
            until("some were written to", async || {
                let ledger = desk.ledger(line).await;
                ledger.len() >= part
            })
            .await;
            desk.kill();
            desk.run().await;
        }
        let admin = desk.session(ADMIN).await;
        until_status(&admin, &made, "FINALIZADA").await;
        let mut reached = 0;
        for number in &people {
            let texts = desk.reached(line, number).await;
            assert!(texts.len() <= 1, "{texts:?}");
            reached += texts.len();
        }
        let counts = admin.get(&path(&made, "")).await.ok()["counts"].clone();
        let unknown = counts["unknown"].as_u64().expect("a number");
        let reached = u64::try_from(reached).expect("a number");
        assert!(reached + unknown >= 200 && unknown <= 4, "{counts}");
    }
}
