//! Campaigns: one text for everybody of a contact list, once each, as long as nobody stops it.

use guiche_storage::model::{Clock as _, SystemClock};
use reqwest::multipart::{Form, Part};
use serde_json::{Value, json};

use super::{
    ADMIN, MARINA, connection, new_number, open_ticket,
    support::{Session, TestDesk, TestSocket, backends, on_both, until},
};

const PDF: &[u8] = b"%PDF-1.4\n%%EOF\n";

/// A list with these numbers, which were found to be good, behind the desk's back.
pub(super) fn list_of(desk: &TestDesk, company: i64, numbers: &[String]) -> i64 {
    let name = format!("Clientes {}", new_number());
    let at = SystemClock.now().to_rfc3339();
    desk.execute(&format!(
        "INSERT INTO contact_lists (company_id, name, search, created_at, updated_at)
         VALUES ({company}, '{name}', '{name}', '{at}', '{at}')"
    ));
    let list = desk.number(&format!(
        "SELECT id FROM contact_lists WHERE company_id = {company} AND name = '{name}'"
    ));
    let row = |(place, number): (usize, &String)| {
        let key = guiche_storage::contacts::one_form(number);
        format!(
            "({company}, {list}, 'Pessoa {place}', '{number}', '{key}', 'p{place}@exemplo.example', '{number}',
              TRUE, '{at}', '{at}', '{at}')"
        )
    };
    let rows: Vec<String> = numbers.iter().enumerate().map(row).collect();
    desk.execute(&format!(
        "INSERT INTO contact_list_items (company_id, contact_list_id, name, number, number_key, email, search,
           is_whatsapp_valid, checked_at, created_at, updated_at) VALUES {}",
        rows.join(", ")
    ));
    list
}

pub(super) fn numbers(count: usize) -> Vec<String> {
    (0..count).map(|_| new_number()).collect()
}

/// Lets the company's campaigns hurry: its numbers are simulated.
pub(super) async fn hurry(admin: &Session) {
    let wish = json!({ "settings": {
        "messageInterval": 0, "longerIntervalAfter": 0, "greaterInterval": 0,
        "variables": [{ "key": "cupom", "value": "NATAL10" }],
    } });
    admin.post("/campaign-settings", &wish).await.ok();
}

pub(super) async fn make(admin: &Session, line: i64, list: i64, more: Value) -> Value {
    let mut wish = json!({
        "name": format!("Campanha {}", new_number()), "message1": "Oi {nome}, use {cupom}!",
        "whatsappId": line, "contactListId": list, "dailyCap": 5000,
    });
    for (name, value) in more.as_object().expect("fields") {
        wish[name] = value.clone();
    }
    admin.post("/campaigns", &wish).await.ok()
}

pub(super) fn path(campaign: &Value, rest: &str) -> String {
    format!("/campaigns/{}{rest}", campaign["id"])
}

pub(super) async fn go(admin: &Session, campaign: &Value, what: &str) {
    admin.post(&path(campaign, what), &json!({})).await.ok();
}

pub(super) async fn until_status(admin: &Session, campaign: &Value, status: &str) -> Value {
    until(&format!("the campaign is {status}"), async || {
        admin.get(&path(campaign, "")).await.ok()["status"] == status
    })
    .await;
    admin.get(&path(campaign, "")).await.ok()
}

pub(super) async fn until_reached(desk: &TestDesk, line: i64, number: &str, texts: &[&str]) {
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

/// A campaign whose first recipient has the text.
async fn once_delivered(admin: &Session, made: &Value) -> Value {
    until("the text was delivered", async || {
        let known = admin.get(&path(made, "")).await.ok();
        known["shipping"][0]["deliveredAt"].is_string()
    })
    .await;
    admin.get(&path(made, "")).await.ok()
}

/// It does not begin again, and may be deleted.
async fn ended_for_good(admin: &Session, made: &Value) {
    let again = admin.post(&path(made, "/start"), &json!({})).await;
    assert_eq!(again.refusal(), (400, "ERR_CAMPAIGN_STATE"));
    admin.delete(&path(made, "")).await.ok();
    let gone = admin.get(&path(made, "")).await;
    assert_eq!(gone.refusal(), (404, "ERR_NO_CAMPAIGN_FOUND"));
}

#[expect(clippy::too_many_lines, reason = "one story, told to its end")]
#[tokio::test]
async fn everybody_of_a_list_gets_the_text_once_and_the_campaign_ends() {
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
        until("each delivery is told", async || {
            let told = admin.get(&path(&made, "")).await.ok();
            let all = told["shipping"].as_array().expect("a list");
            let is_told = |one: &Value| {
                one["deliveredAt"].is_string() && one.get("confirmationRequestedAt").is_some()
            };
            all.len() == 6 && all.iter().all(is_told)
        })
        .await;
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
        ended_for_good(&admin, &made).await;
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
        let list = list_of(desk, admin.company(), std::slice::from_ref(&number));
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
        let answered = state_of(&admin, &made, &number).await;
        assert_eq!(
            (&answered["ticketId"], &answered["ticketUuid"]),
            (&ticket["id"], &ticket["uuid"]),
            "the report leads to his answer"
        );
        let points = admin.get(&path(&made, "/progress")).await.ok();
        let points = points["points"].as_array().expect("points").iter();
        let answers: i64 = points.filter_map(|point| point["answered"].as_i64()).sum();
        assert_eq!(answers, 1);
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
        let closed = json!({
            "weekdays": [0, 1, 2, 3, 4, 5, 6], "start": "00:00", "end": "00:02", "skipHolidays": false,
        });
        let made = make(&admin, line, list, json!({ "window": closed })).await;
        go(&admin, &made, "/start").await;
        until("it waits for its hours", async || {
            admin.get(&path(&made, "")).await.ok()["pausedReason"] == "window"
        })
        .await;
        let other = json!({ "name": "Outra" });
        let refused = admin.put(&path(&made, ""), &other).await;
        assert_eq!(refused.refusal(), (400, "ERR_CAMPAIGN_STATE"));
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
async fn a_paused_campaign_waits_for_a_person_and_the_pace_outlasts_it() {
    for backend in backends() {
        let desk = TestDesk::start(backend, &[]).await;
        let admin = desk.session(ADMIN).await;
        let wish = json!({ "settings": { "messageInterval": 3600, "greaterInterval": 3600 } });
        admin.post("/campaign-settings", &wish).await.ok();
        let line = connection(&admin, "Matriz").await;
        let people = numbers(2);
        let list = list_of(&desk, admin.company(), &people);
        let more = json!({ "message1": "Oi {nome}!" });
        let made = make(&admin, line, list, more).await;
        go(&admin, &made, "/start").await;
        until_reached(&desk, line, &people[0], &["Oi Pessoa 0!"]).await;
        go(&admin, &made, "/pause").await;
        let known = admin.get(&path(&made, "")).await.ok();
        assert_eq!(
            (&known["status"], &known["pausedReason"]),
            (&json!("EM_ANDAMENTO"), &json!("person"))
        );
        let again = admin.post(&path(&made, "/pause"), &json!({})).await;
        assert_eq!(again.refusal(), (400, "ERR_CAMPAIGN_STATE"));
        go(&admin, &made, "/resume").await;
        until("it waits for the turn of its number", async || {
            let known = admin.get(&path(&made, "")).await.ok();
            let next = known["nextAt"].as_str().expect("a time").parse();
            let next: chrono::DateTime<chrono::Utc> = next.expect("a time");
            known["pausedReason"] == Value::Null
                && next > SystemClock.now() + chrono::TimeDelta::minutes(20)
        })
        .await;
        let again = admin.post(&path(&made, "/resume"), &json!({})).await;
        assert_eq!(again.refusal(), (400, "ERR_CAMPAIGN_STATE"));
        assert!(desk.reached(line, &people[1]).await.is_empty());

        // a company that may send no campaigns waits, and goes on by itself
        hurry(&admin).await;
        desk.execute("UPDATE campaign_lanes SET next_at = '2026-01-01T00:00:00+00:00'");
        desk.execute("UPDATE settings SET value = 'false' WHERE key = 'campaignsEnabled'");
        desk.execute("UPDATE campaigns SET next_at = '2026-01-01T00:00:00+00:00'");
        until("it waits for the plan", async || {
            let why = "SELECT COUNT(*) FROM campaigns WHERE paused_reason = 'plan'";
            desk.number(why) == 1
        })
        .await;
        let refused = admin.get("/campaigns").await;
        assert_eq!(refused.refusal(), (403, "ERR_PLAN_FEATURE"));
        desk.execute("UPDATE settings SET value = 'true' WHERE key = 'campaignsEnabled'");
        desk.execute("UPDATE campaigns SET next_at = '2026-01-01T00:00:00+00:00'");
        until_reached(&desk, line, &people[1], &["Oi Pessoa 1!"]).await;
        until_status(&admin, &made, "FINALIZADA").await;
    }
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
        // spec: A044
        let campaign = once_delivered(&admin, &made).await;
        let shipping = &campaign["shipping"];
        assert!(shipping[0]["confirmationRequestedAt"].is_string());
        assert_eq!(
            shipping[2]["deliveredAt"],
            Value::Null,
            "he has not answered"
        );
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
