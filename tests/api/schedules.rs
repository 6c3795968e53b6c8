//! Scheduled messages: sent once when their time has come, also when the server was down then.

use chrono::{DateTime, TimeDelta, Utc};
use guiche_storage::model::{Clock as _, SystemClock};
use reqwest::multipart::{Form, Part};
use serde_json::{Value, json};

use super::{
    ADMIN, MARINA, RAFAEL, connection, messages, new_number, open_ticket,
    support::{Session, TestDesk, backends, on_both, until},
};

/// A time so many milliseconds from now.
fn soon(milliseconds: i64) -> DateTime<Utc> {
    SystemClock.now() + TimeDelta::milliseconds(milliseconds)
}

async fn schedule(session: &Session, contact: &Value, body: &str, at: DateTime<Utc>) -> Value {
    let wish = json!({ "contactId": contact, "body": body, "sendAt": at });
    session.post("/schedules", &wish).await.ok()
}

async fn until_status(session: &Session, schedule: &Value, status: &str) -> Value {
    let path = format!("/schedules/{}", schedule["id"]);
    until(&format!("{path} is {status}"), async || {
        session.get(&path).await.ok()["status"] == status
    })
    .await;
    session.get(&path).await.ok()
}

#[tokio::test]
async fn a_due_message_reaches_the_phone_once_and_the_ticket_stays_as_it_was() {
    // spec: S051 S068 A071
    on_both(async |desk| {
        let marina = desk.session(MARINA).await;
        let matriz = connection(&marina, "Matriz").await;
        let (ticket, number) = open_ticket(desk, &marina).await;
        desk.say(matriz, &number, "Beatriz Nogueira", "Ainda aí?")
            .await;
        let path = format!("/tickets/{}", ticket["id"]);
        until("the question is unread", async || {
            marina.get(&path).await.ok()["unreadMessages"].as_i64() > Some(0)
        })
        .await;
        let before = marina.get(&path).await.ok();

        let text = "Até amanhã, {{firstName}}!";
        let made = schedule(&marina, &ticket["contactId"], text, soon(700)).await;
        assert_eq!(made["status"], "PENDENTE");
        assert_eq!(made["sentAt"], Value::Null);
        assert_eq!(made["contact"]["number"], json!(number));
        let sent = until_status(&marina, &made, "ENVIADA").await;
        assert!(sent["sentAt"].is_string());
        let reached = desk.reached(matriz, &number).await;
        assert_eq!(reached, ["Até amanhã, Beatriz!"]);

        let after = marina.get(&path).await.ok();
        assert_eq!(after["status"], before["status"]);
        assert_eq!(after["unreadMessages"], before["unreadMessages"]);
        assert_eq!(after["lastMessage"], "Até amanhã, Beatriz!");
        let said = messages(&marina, &ticket).await;
        let said = said.last().unwrap();
        assert_eq!(
            (&said["fromMe"], &said["user"]["id"]),
            (&json!(true), &json!(marina.id()))
        );
        assert_eq!(
            (&said["author"], &said["userId"]),
            (&json!("schedule"), &Value::Null),
            "who scheduled it did not type it now"
        );

        // what was sent cannot be sent again
        let change = json!({ "sendAt": soon(60_000) });
        let path = format!("/schedules/{}", made["id"]);
        let refused = marina.put(&path, &change).await;
        assert_eq!(refused.refusal(), (400, "ERR_SCHEDULE_SENT"));
    })
    .await;
}

#[tokio::test]
async fn a_schedule_says_what_is_sent_to_whom_when_and_where_it_stands() {
    // spec: S051 A042
    on_both(async |desk| {
        let marina = desk.session(MARINA).await;
        let (ticket, number) = open_ticket(desk, &marina).await;
        let at = soon(3_600_000);
        let made = schedule(&marina, &ticket["contactId"], "Lembrete de amanhã", at).await;
        let path = format!("/schedules/{}", made["id"]);
        let known = marina.get(&path).await.ok();
        assert_eq!((known["id"].is_i64(), &known["id"]), (true, &made["id"]));
        let name = known["contact"]["name"].as_str().expect("a name");
        assert_eq!(ticket["contact"]["name"], name);
        assert_eq!(known["contact"]["number"], json!(number));
        for id in [&known["contactId"], &known["contact"]["id"]] {
            assert_eq!(*id, ticket["contactId"]);
        }
        assert_eq!(known["userId"], json!(marina.id()));
        assert_eq!(known["body"], "Lembrete de amanhã");
        let due: DateTime<Utc> = serde_json::from_value(known["sendAt"].clone()).unwrap();
        assert!((due - at).abs() < TimeDelta::seconds(1), "{due} {at}");
        assert_eq!(known.get("sentAt"), Some(&Value::Null), "it is not sent");
        assert_eq!(known["status"], "PENDENTE");
        marina.delete(&path).await.ok();
    })
    .await;
}

#[tokio::test]
async fn what_comes_again_is_sent_once_each_time_and_waits_for_the_next_one() {
    // spec: A042
    on_both(async |desk| {
        let marina = desk.session(MARINA).await;
        let matriz = connection(&marina, "Matriz").await;
        let (ticket, number) = open_ticket(desk, &marina).await;
        let (at, end) = (soon(500), soon(40 * 86_400_000));
        let wish = json!({
            "contactId": ticket["contactId"], "body": "Bom dia de novo!", "sendAt": at,
            "repeat": "weekly", "repeatUntil": end, "whatsappId": matriz,
        });
        let made = marina.post("/schedules", &wish).await.ok();
        let sent = until_status(&marina, &made, "ENVIADA").await;
        assert_eq!(
            sent["repeat"],
            Value::Null,
            "the one that waits carries it on"
        );
        assert_eq!(desk.reached(matriz, &number).await, ["Bom dia de novo!"]);
        let path = format!("/schedules?contactId={}", ticket["contactId"]);
        let all = marina.get(&path).await.ok();
        assert_eq!(all["count"], 2);
        let next = &all["schedules"][1];
        let week = at + TimeDelta::days(7);
        let due: DateTime<Utc> = serde_json::from_value(next["sendAt"].clone()).unwrap();
        assert!((due - week).abs() < TimeDelta::seconds(1), "{due} {week}");
        assert_eq!(
            (&next["status"], &next["repeat"], &next["whatsappId"]),
            (&json!("PENDENTE"), &json!("weekly"), &json!(matriz))
        );

        // one whose end comes before its next time is the last one
        let last =
            json!({ "sendAt": soon(400), "repeat": "daily", "repeatUntil": soon(3_600_000) });
        let path_of_next = format!("/schedules/{}", next["id"]);
        marina.put(&path_of_next, &last).await.ok();
        until_status(&marina, next, "ENVIADA").await;
        assert_eq!(marina.get(&path).await.ok()["count"], 2);
    })
    .await;
}

#[tokio::test]
async fn a_contact_without_a_ticket_gets_a_closed_one() {
    on_both(async |desk| {
        let marina = desk.session(MARINA).await;
        let matriz = connection(&marina, "Matriz").await;
        let number = new_number();
        let contact = json!({ "name": "Sem Ticket", "number": number });
        let contact = marina.post("/contacts", &contact).await.ok();
        let made = schedule(&marina, &contact["id"], "Seja bem-vinda!", soon(300)).await;
        until_status(&marina, &made, "ENVIADA").await;
        assert_eq!(desk.reached(matriz, &number).await, ["Seja bem-vinda!"]);
        let admin = desk.session(ADMIN).await;
        let path = format!("/tickets?showAll=true&searchParam={number}");
        let found = admin.get(&path).await.ok();
        assert_eq!(found["count"], 1);
        assert_eq!(found["tickets"][0]["status"], "closed");
    })
    .await;
}

#[tokio::test]
async fn what_came_due_while_the_server_was_down_is_sent_once_when_it_is_back() {
    for backend in backends() {
        let desk = TestDesk::start(backend, &[]).await;
        let marina = desk.session(MARINA).await;
        let matriz = connection(&marina, "Matriz").await;
        let (ticket, number) = open_ticket(&desk, &marina).await;
        let bodies = ["Primeira mensagem", "Segunda mensagem", "Terceira mensagem"];
        let mut made = Vec::new();
        for body in bodies {
            made.push(schedule(&marina, &ticket["contactId"], body, soon(400)).await);
        }
        desk.kill();
        let due = soon(400);
        until("their time has come", async || SystemClock.now() > due).await;
        desk.run().await;
        for schedule in &made {
            until_status(&marina, schedule, "ENVIADA").await;
        }
        // and after one more start nothing is sent again
        desk.kill();
        desk.run().await;
        let last = schedule(&marina, &ticket["contactId"], "A última", soon(300)).await;
        until_status(&marina, &last, "ENVIADA").await;
        let mut reached = desk.reached(matriz, &number).await;
        reached.sort();
        let mut expected: Vec<&str> = bodies.into_iter().chain(["A última"]).collect();
        expected.sort_unstable();
        assert_eq!(reached, expected);
    }
}

#[tokio::test]
async fn a_message_that_the_phone_refuses_fails_and_may_be_scheduled_again() {
    // spec: S068
    on_both(async |desk| {
        let marina = desk.session(MARINA).await;
        let matriz = connection(&marina, "Matriz").await;
        // the simulator refuses numbers that end like this; nobody else is from this area
        let number = new_number().replacen("5511", "5585", 1);
        let (start, _) = number.split_at(8);
        let number = format!("{start}00000");
        let contact = json!({ "name": "Fora do Ar", "number": number });
        let contact = marina.post("/contacts", &contact).await.ok();
        let made = schedule(&marina, &contact["id"], "Tem alguém aí?", soon(300)).await;
        let failed = until_status(&marina, &made, "ERRO").await;
        assert!(failed["error"].is_string());
        assert_eq!(failed["sentAt"], Value::Null);
        assert_eq!(desk.reached(matriz, &number).await.len(), 0);

        let path = format!("/schedules/{}", made["id"]);
        let late = marina.put(&path, &json!({ "body": "De novo" })).await;
        assert_eq!(
            late.refusal(),
            (400, "ERR_VALIDATION"),
            "its time has passed"
        );
        let change = json!({ "body": "De novo", "sendAt": soon(600_000) });
        let again = marina.put(&path, &change).await.ok();
        assert_eq!(
            (&again["status"], &again["error"]),
            (&json!("PENDENTE"), &Value::Null)
        );
        marina.delete(&path).await.ok();
    })
    .await;
}

#[tokio::test]
async fn nothing_is_sent_to_somebody_who_is_blocked() {
    on_both(async |desk| {
        let admin = desk.session(ADMIN).await;
        let (ticket, number) = open_ticket(desk, &admin).await;
        let contact = format!("/contacts/{}", ticket["contactId"]);
        admin.put(&contact, &json!({ "blocked": true })).await.ok();
        let text = "Ainda está aí?";
        let made = schedule(&admin, &ticket["contactId"], text, soon(300)).await;
        let failed = until_status(&admin, &made, "ERRO").await;
        assert_eq!(failed["error"], "ERR_CONTACT_BLOCKED");
        let matriz = connection(&admin, "Matriz").await;
        let reached = desk.reached(matriz, &number).await;
        assert!(reached.iter().all(|sent| sent != text), "{reached:?}");
    })
    .await;
}

fn picture(name: &str, mime: &str) -> Form {
    let bytes = include_bytes!("../../storage/fixtures/demo/files/recibo.png");
    let part = Part::bytes(bytes.to_vec()).file_name(name.to_owned());
    Form::new().part("file", part.mime_str(mime).unwrap())
}

#[tokio::test]
async fn a_picture_goes_with_its_text_and_nothing_but_a_picture() {
    // spec: S051 S075 S106 A110
    on_both(async |desk| {
        let marina = desk.session(MARINA).await;
        let matriz = connection(&marina, "Matriz").await;
        let (ticket, number) = open_ticket(desk, &marina).await;
        let made = schedule(
            &marina,
            &ticket["contactId"],
            "Seu recibo, {{firstName}}",
            soon(600_000),
        )
        .await;
        let path = format!("/schedules/{}", made["id"]);
        let upload = format!("{path}/media-upload");
        let pdf = Part::bytes(b"%PDF-1.4\n%%EOF\n".to_vec()).file_name("recibo.png");
        let pdf = Form::new().part("file", pdf.mime_str("image/png").unwrap());
        let refused = marina.upload(&upload, pdf).await;
        assert_eq!(refused.refusal(), (400, "ERR_MEDIA_UNSUPPORTED"));
        let empty = marina.upload(&upload, Form::new().text("x", "y")).await;
        assert_eq!(empty.refusal(), (400, "ERR_VALIDATION"));

        let done = marina
            .upload(&upload, picture("recibo.png", "image/png"))
            .await
            .ok();
        assert_eq!(done["mensagem"], "Arquivo Anexado");
        assert_eq!(done["mediaName"], "recibo.png");
        let kept = async || {
            let known = marina.get(&path).await.ok();
            ["mediaName", "mediaPath"].map(|field| known[field].clone())
        };
        let stored = done["mediaPath"].as_str().expect("a stored name");
        assert_eq!(kept().await, [json!("recibo.png"), json!(stored)]);
        let done = marina.delete(&upload).await.ok();
        assert_eq!(done["mensagem"], "Arquivo excluído");
        assert_eq!(kept().await, [Value::Null, Value::Null]);

        marina
            .upload(&upload, picture("de novo.png", "image/png"))
            .await
            .ok();
        let long = json!({ "body": "x".repeat(1025), "sendAt": soon(700_000) });
        let refused = marina.put(&path, &long).await;
        assert_eq!(refused.refusal(), (400, "ERR_VALIDATION"));
        let change = json!({ "sendAt": soon(400) });
        marina.put(&path, &change).await.ok();
        until_status(&marina, &made, "ENVIADA").await;
        let said = messages(&marina, &ticket).await;
        let said = said.last().unwrap();
        assert_eq!(
            (&said["mediaType"], &said["body"], &said["mediaName"]),
            (
                &json!("image"),
                &json!("Seu recibo, Beatriz"),
                &json!("de_novo.png")
            )
        );
        assert_eq!(desk.reached(matriz, &number).await, ["Seu recibo, Beatriz"]);
    })
    .await;
}

#[tokio::test]
async fn colleagues_see_a_schedule_and_only_its_owner_or_an_admin_changes_it() {
    // spec: S106 A021 A110
    on_both(async |desk| {
        let marina = desk.session(MARINA).await;
        let (ticket, number) = open_ticket(desk, &marina).await;
        let at = soon(3_600_000);
        let made = schedule(&marina, &ticket["contactId"], "Lembrete de amanhã", at).await;
        let path = format!("/schedules/{}", made["id"]);
        let rafael = desk.session(RAFAEL).await;
        assert_eq!(rafael.get(&path).await.ok(), made);
        let change = json!({ "body": "Outro texto" });
        let refused = rafael.put(&path, &change).await;
        assert_eq!(refused.refusal(), (403, "ERR_NO_PERMISSION"));
        let refused = rafael.delete(&path).await;
        assert_eq!(refused.refusal(), (403, "ERR_NO_PERMISSION"));
        let admin = desk.session(ADMIN).await;
        let changed = admin.put(&path, &change).await.ok();
        assert_eq!(changed["body"], "Outro texto");
        assert_eq!(changed["userId"], json!(marina.id()), "it stays hers");

        // lists by contact, by number, by text and by day
        let day = (at - TimeDelta::hours(3)).format("%Y-%m-%d").to_string();
        let next = (at + TimeDelta::days(2)).format("%Y-%m-%d").to_string();
        for (query, is_found) in [
            (format!("contactId={}", ticket["contactId"]), true),
            (format!("searchParam={number}"), true),
            (
                format!(
                    "searchParam=Outro%20texto&contactId={}",
                    ticket["contactId"]
                ),
                true,
            ),
            (
                format!("searchParam=nada&contactId={}", ticket["contactId"]),
                false,
            ),
            (format!("dateStart={next}&searchParam={number}"), false),
            // a calendar's first and last day are whole
            (
                format!("dateStart={day}&dateEnd={day}&searchParam={number}"),
                true,
            ),
            (
                format!("dateEnd={next}&dateStart=2026-01-01&searchParam={number}"),
                true,
            ),
        ] {
            let page = marina.get(&format!("/schedules?{query}")).await.ok();
            assert_eq!(
                page["count"],
                json!(i64::from(is_found)),
                "{query} of {day}"
            );
            assert_eq!(page["hasMore"], false);
        }
        admin.delete(&path).await.ok();
        let gone = marina.get(&path).await;
        assert_eq!(gone.refusal(), (404, "ERR_NO_SCHEDULE_FOUND"));
    })
    .await;
}

#[tokio::test]
async fn the_list_comes_page_by_page_and_a_change_may_name_its_own_user() {
    // spec: S106 A110
    on_both(async |desk| {
        let marina = desk.session(MARINA).await;
        let (ticket, _) = open_ticket(desk, &marina).await;
        for minute in 0..21 {
            let at = soon(3_600_000 + minute * 60_000);
            schedule(&marina, &ticket["contactId"], "Lembrete", at).await;
        }
        let page = async |number: i64| {
            let of = &ticket["contactId"];
            let path = format!("/schedules/?contactId={of}&pageNumber={number}");
            let page = marina.get(&path).await.ok();
            (
                page["schedules"].as_array().unwrap().clone(),
                page["hasMore"].clone(),
            )
        };
        let ((first, has_more), (second, has_still_more)) = (page(1).await, page(2).await);
        assert_eq!((first.len(), has_more), (20, json!(true)));
        assert_eq!((second.len(), has_still_more), (1, json!(false)));
        let last = &second[0]["id"];
        assert!(first.iter().all(|one| one["id"] != *last));

        let path = format!("/schedules/{last}");
        let change = json!({ "body": "Mudou", "userId": marina.id() });
        assert_eq!(marina.put(&path, &change).await.ok()["body"], "Mudou");
        let rafael = desk.session(RAFAEL).await;
        let change = json!({ "body": "De outro", "userId": rafael.id() });
        let refused = marina.put(&path, &change).await;
        assert_eq!(refused.refusal(), (404, "ERR_NO_USER_FOUND"));
    })
    .await;
}
