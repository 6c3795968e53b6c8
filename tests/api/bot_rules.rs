//! Bots of others to the letter: what each is told, how long a flow is remembered, that only failures in a row hand on to people,
//! and the bounds of what a bot may do.

use std::sync::atomic::{AtomicUsize, Ordering};

use chrono::{DateTime, Utc};
use serde_json::{Value, json};

use super::{
    MARINA,
    bot_peer::{Asked, Peer, Reply},
    bots::Stage,
    connection, messages, new_number,
    support::{backends, until},
};

const PICTURE: &[u8] = include_bytes!("../../storage/fixtures/demo/files/mala.jpg");

/// Lets the service answer this from now on, and a customer write to it.
async fn answers(stage: &Stage, number: &str, answer: Value) {
    stage.peer.turn(move |_| Reply::Json(answer.clone()));
    stage.says(number, "Oi").await;
}

#[tokio::test]
async fn a_webhook_is_told_nothing_less_and_nothing_more() {
    // spec: A051
    for backend in backends() {
        let stage = Stage::start(backend, Peer::saying("Recebi"), json!({})).await;
        let number = new_number();
        stage.says(&number, "Bom dia").await;
        stage.hears(&number, &["Recebi"]).await;
        let ticket = stage.ticket(&number, "pending").await;
        let said = messages(&stage.admin, &ticket).await[0].clone();
        let at: DateTime<Utc> = serde_json::from_value(said["createdAt"].clone()).expect("a time");
        let (company, matriz) = (
            stage.admin.company(),
            connection(&stage.admin, "Matriz").await,
        );
        let asked = stage.peer.asked();
        let told = &asked[0].body;
        let key = json!({
            "remoteJid": format!("{number}@s.whatsapp.net"), "fromMe": false, "id": told["key"]["id"],
        });
        let expected = json!({
            "event": "message.received",
            "key": key,
            "messageTimestamp": at.timestamp(),
            "pushName": "Bia",
            "message": {
                "conversation": "Bom dia", "id": said["id"], "body": "Bom dia", "mediaType": null, "mediaUrl": null,
                "fromMe": false, "timestamp": at.timestamp(),
            },
            "company": { "id": company },
            "companyId": company,
            "connection": { "id": matriz, "name": "Matriz" },
            "whatsappId": matriz,
            "ticket": { "id": ticket["id"], "uuid": ticket["uuid"], "status": "pending", "queueId": null },
            "contact": { "id": ticket["contactId"], "name": "Bia", "number": number },
            "mediaUrl": null,
            "raw": {
                "key": key, "messageTimestamp": at.timestamp(), "pushName": "Bia", "message": { "conversation": "Bom dia" },
            },
        });
        assert_eq!(told, &expected);
        let is_signed = asked[0].headers.contains_key("x-guiche-signature");
        assert!(!is_signed, "there is nothing to sign with");
    }
}

/// A flow that greets and then goes on.
fn flow(asked: &Asked) -> Reply {
    let begins = asked.line.ends_with("startChat");
    let text = if begins { "Olá" } else { "Segue" };
    let bubble = json!({ "type": "text", "content": { "markdown": text } });
    Reply::Json(
        json!({ "sessionId": "s-7", "messages": [bubble], "input": { "type": "text input" } }),
    )
}

#[tokio::test]
async fn a_flow_is_told_who_writes_and_one_that_never_expires_goes_on() {
    // spec: A051 A144
    for backend in backends() {
        let peer = Peer::start(flow);
        let more = json!({
            "type": "typebot", "urlN8N": peer.url, "typebotSlug": "triagem", "typebotDelayMessage": 0, "typebotExpires": 0,
        });
        let stage = Stage::start(backend, peer, more).await;
        let number = new_number();
        stage.says(&number, "Oi").await;
        stage.hears(&number, &["Olá"]).await;
        stage.rests().await;
        let long_ago = "UPDATE bot_sessions SET talked_at = '2020-01-01T00:00:00+00:00'";
        stage.desk.execute(long_ago);
        stage.says(&number, "Trocas").await;
        stage.hears(&number, &["Olá", "Segue"]).await;
        let ticket = stage.ticket(&number, "pending").await;
        let asked = stage.peer.asked();
        let lines: Vec<_> = asked.iter().map(|it| it.line.as_str()).collect();
        assert_eq!(
            lines,
            [
                "POST /api/v1/typebots/triagem/startChat",
                "POST /api/v1/sessions/s-7/continueChat"
            ]
        );
        let begun = json!({
            "prefilledVariables": {
                "number": number, "pushName": "Bia", "remoteJid": format!("{number}@s.whatsapp.net"), "ticketId": ticket["id"],
            },
            "textBubbleContentFormat": "richText", "isStreamEnabled": false,
        });
        assert_eq!(asked[0].body, begun);
        let went_on = json!({ "message": { "type": "text", "text": "Trocas" }, "textBubbleContentFormat": "richText" });
        assert_eq!(asked[1].body, went_on);
    }
}

#[tokio::test]
async fn two_failures_with_an_answer_between_them_hand_on_to_nobody() {
    // spec: A051
    for backend in backends() {
        let count = AtomicUsize::new(0);
        let peer = Peer::start(move |asked| match count.fetch_add(1, Ordering::SeqCst) {
            0 | 2 => Reply::Status(404),
            _ => Reply::Json(json!({ "reply": asked.body["message"]["body"] })),
        });
        let stage = Stage::start(backend, peer, json!({})).await;
        let number = new_number();
        stage.says(&number, "um").await;
        stage.hears(&number, &["um"]).await;
        stage.rests().await;
        stage.says(&number, "dois").await;
        stage.hears(&number, &["um", "dois"]).await;
        let ticket = stage.ticket(&number, "pending").await;
        assert_eq!(ticket["useIntegration"], true);
    }
}

#[tokio::test]
async fn a_tag_of_a_bot_is_added_to_those_of_the_ticket() {
    // spec: A051
    for backend in backends() {
        let stage = Stage::start(backend, Peer::saying("x"), json!({})).await;
        let number = new_number();
        let mut tags = Vec::new();
        for (name, heard) in [("Do fluxo", 1), ("Com pressa", 2)] {
            let tag = stage.admin.post("/tags", &json!({ "name": name })).await;
            let tag = tag.ok()["id"].as_i64().expect("an id");
            answers(&stage, &number, json!({ "reply": name, "tagId": tag })).await;
            until("it is answered", async || {
                stage.heard(&number).await.len() == heard
            })
            .await;
            stage.rests().await;
            tags.push(tag);
        }
        let ticket = stage.ticket(&number, "pending").await;
        let shown = ticket["tags"].as_array().expect("tags").iter();
        let mut shown: Vec<_> = shown.filter_map(|tag| tag["id"].as_i64()).collect();
        shown.sort_unstable();
        assert_eq!(shown, tags);
        assert_eq!(ticket["useIntegration"], true, "it goes on");
    }
}

#[tokio::test]
async fn a_bot_gives_nobody_what_he_may_not_see_and_ends_with_the_numbers_farewell() {
    // spec: A051
    for backend in backends() {
        let stage = Stage::start(backend, Peer::saying("x"), json!({})).await;
        let marina = stage.desk.session(MARINA).await;
        let queue = json!({ "name": "Cobrança", "color": "#123abc" });
        let queue = stage.admin.post("/queue", &queue).await.ok()["id"].clone();
        let number = new_number();
        let give = json!({ "queueId": queue, "userId": marina.id() });
        answers(&stage, &number, give).await;
        let ticket = stage.ticket(&number, "pending").await;
        let path = format!("/tickets/{}", ticket["id"]);
        until("it is in the queue", async || {
            stage.admin.get(&path).await.ok()["queueId"] == queue
        })
        .await;
        let ticket = stage.admin.get(&path).await.ok();
        assert_eq!(
            (&ticket["status"], &ticket["userId"]),
            (&json!("pending"), &Value::Null)
        );

        let matriz = connection(&stage.admin, "Matriz").await;
        let farewell = json!({ "complationMessage": "Foi um prazer." });
        let path = format!("/whatsapp/{matriz}");
        stage.admin.put(&path, &farewell).await.ok();
        let number = new_number();
        let close = json!({ "reply": "Até logo", "close": true });
        answers(&stage, &number, close).await;
        stage.hears(&number, &["Até logo", "Foi um prazer."]).await;
        let ticket = stage.ticket(&number, "closed").await;
        assert_eq!(
            (&ticket["unreadMessages"], &ticket["useIntegration"]),
            (&json!(0), &json!(false))
        );
    }
}

#[tokio::test]
async fn a_company_in_arrears_asks_nobody() {
    // spec: A051
    for backend in backends() {
        let stage = Stage::start(backend, Peer::saying("Recebi"), json!({})).await;
        let number = new_number();
        stage.says(&number, "Oi").await;
        stage.hears(&number, &["Recebi"]).await;
        stage.rests().await;
        let ticket = stage.ticket(&number, "pending").await;
        let long_ago = "UPDATE companies SET due_date = '2020-01-01T00:00:00+00:00'";
        stage.desk.execute(long_ago);
        stage.says(&number, "E agora?").await;
        let path = format!("/tickets/{}", ticket["id"]);
        until("people take over", async || {
            stage.admin.get(&path).await.ok()["useIntegration"] == false
        })
        .await;
        assert_eq!(stage.peer.heard(), ["Oi"]);
    }
}

#[tokio::test]
async fn a_file_of_a_bot_reaches_the_customer_as_a_file() {
    // spec: A051
    for backend in backends() {
        let peer = Peer::start(|asked| {
            if asked.line == "GET /mala.jpg" {
                return Reply::Bytes(PICTURE);
            }
            let url = format!("http://{}/mala.jpg", asked.headers["host"]);
            Reply::Json(json!({ "reply": { "text": "Veja", "mediaUrl": url } }))
        });
        let stage = Stage::start(backend, peer, json!({})).await;
        let number = new_number();
        stage.says(&number, "Oi").await;
        until("it is on the phone", async || {
            stage.heard(&number).await.len() == 1
        })
        .await;
        let ticket = stage.ticket(&number, "pending").await;
        let said = messages(&stage.admin, &ticket).await.pop();
        let said = said.expect("a message");
        let text = said["body"].as_str().expect("a caption");
        assert_eq!(
            (text.trim_start_matches('\u{200e}'), &said["mediaType"]),
            ("Veja", &json!("image"))
        );
        assert_eq!(said["author"], "integration");
    }
}
