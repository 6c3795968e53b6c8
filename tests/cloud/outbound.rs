//! Answers leave as exactly the JSON that Meta asks for, once, and only while the window is open.

use serde_json::json;

use super::{
    graph::Answer,
    support::until,
    world::{Talk, message, new_number, on_both, seconds_ago, unique},
};

#[tokio::test]
async fn an_answer_is_exactly_one_call_with_what_meta_asks_for() {
    // spec: S036 S101
    on_both(async |world| {
        let talk = world.talk().await;
        let path = format!("/messages/{}", talk.ticket["id"]);
        let first = world.messages(&talk.ticket).await[0].clone();
        let reply = json!({ "body": "Bom dia! Já vejo.", "quotedMsg": { "id": first["id"] }, "clientId": unique() });
        let sent = world.marina.post(&path, &reply).await.ok()["message"].clone();
        let again = world.marina.post(&path, &reply).await.ok()["message"].clone();
        assert_eq!(sent["id"], again["id"]);
        let shown = world.until_state(&talk, &sent, "accepted").await;
        assert_eq!((&shown["ack"], &shown["error"]), (&json!(2), &json!(null)));
        let whisper = json!({ "body": "Sussurro(Marina) cliente VIP" });
        world.marina.post(&path, &whisper).await.ok();
        let link = world.answer(&talk, "Veja https://aurora.example").await;
        world.until_state(&talk, &link, "accepted").await;

        let calls = world.graph.tries(&talk.number);
        assert_eq!(calls.len(), 2);
        let call = &calls[0];
        assert_eq!(call.path, format!("/v23.0/{}/messages", world.line.number_id));
        assert_eq!((call.bearer.as_str(), call.content_type.as_str()),
            (world.line.access_token.as_str(), "application/json"));
        let intent = call.intent();
        assert!(intent.as_str().is_some_and(|it| it.parse::<uuid::Uuid>().is_ok()), "{intent}");
        assert_eq!(call.json(), json!({
            "messaging_product": "whatsapp", "recipient_type": "individual", "to": talk.number, "type": "text",
            "text": { "body": "Bom dia! Já vejo.", "preview_url": false },
            "context": { "message_id": talk.wamid }, "biz_opaque_callback_data": intent,
        }));
        let second = calls[1].json();
        assert_eq!(second["text"], json!({ "body": "Veja https://aurora.example", "preview_url": true }));
        assert!(second["context"].is_null());
    })
    .await;
}

#[tokio::test]
async fn a_sent_text_cannot_be_changed_by_the_official_api() {
    // spec: S034
    on_both(async |world| {
        let talk = world.talk().await;
        let sent = world.answer(&talk, "Chega amanha").await;
        world.until_state(&talk, &sent, "accepted").await;
        let path = format!("/messages/{}", sent["id"]);
        let refused = world
            .marina
            .put(&path, &json!({ "body": "Chega amanhã" }))
            .await;
        assert_eq!(refused.refusal(), (400, "ERR_EDIT_UNSUPPORTED"));
        let calls = world.graph.tries(&talk.number);
        assert_eq!(calls.len(), 1, "nothing more was sent");
    })
    .await;
}

#[tokio::test]
async fn what_an_attendant_has_seen_is_marked_as_read() {
    on_both(async |world| {
        let talk = world.talk().await;
        let wamid = world.says(&talk.number, "Alguém aí?").await;
        until("it is shown", async || {
            world.messages(&talk.ticket).await.len() == 2
        })
        .await;
        let marks = || {
            world.graph.calls(|it| {
                it.json()["status"] == "read" && it.json()["message_id"] == wamid.as_str()
            })
        };
        // a page that is open looks again; told twice, Meta knows no more than before
        until("Meta knows it", async || {
            world.messages(&talk.ticket).await;
            !marks().is_empty()
        })
        .await;
        let mark =
            json!({ "messaging_product": "whatsapp", "status": "read", "message_id": wamid });
        assert_eq!(marks()[0].json(), mark);
    })
    .await;
}

#[tokio::test]
async fn when_the_window_is_closed_nothing_is_sent() {
    on_both(async |world| {
        let number = new_number();
        let content = json!({ "type": "text", "text": { "body": "Ontem" }, "timestamp": seconds_ago(24 * 3600 + 60) });
        world.told(message(&number, &format!("wamid.{}", unique()), &content)).await;
        let ticket = world.accept(&world.ticket_of(&number, "pending").await).await;
        let talk = Talk { ticket, number, wamid: String::new() };
        let path = format!("/messages/{}", talk.ticket["id"]);
        let late = world.marina.post(&path, &json!({ "body": "Bom dia" })).await;
        assert_eq!(late.refusal(), (400, "ERR_WINDOW_CLOSED"));
        assert_eq!(world.messages(&talk.ticket).await.len(), 1);
        world.marina.post(&path, &json!({ "body": "nota", "isPrivate": true })).await.ok();

        // a late repeat of an even older message closes nothing and opens nothing; a new one opens
        world.says(&talk.number, "Hoje").await;
        let older = json!({ "type": "text", "text": { "body": "Anteontem" }, "timestamp": seconds_ago(48 * 3600) });
        world.told(message(&talk.number, &format!("wamid.{}", unique()), &older)).await;
        world.until_applied(&talk).await;
        let sent = world.answer(&talk, "Bom dia").await;
        world.until_state(&talk, &sent, "accepted").await;
        assert_eq!(world.graph.tries(&talk.number).len(), 1);
    })
    .await;
}

#[tokio::test]
async fn meta_says_that_the_window_is_closed_and_the_message_says_so() {
    on_both(async |world| {
        let talk = world.talk().await;
        world
            .graph
            .script(&talk.number, &[Answer::Refused(400, 131_047)]);
        let sent = world.answer(&talk, "Bom dia").await;
        let shown = world.until_state(&talk, &sent, "rejected").await;
        assert!(
            shown["error"].as_str().unwrap().starts_with("131047"),
            "{shown}"
        );
        assert_eq!(shown["ack"], 0);
        let retry = format!("/messages/{}/retry", sent["id"]);
        world.marina.post(&retry, &json!({})).await.ok();
        world.until_state(&talk, &sent, "accepted").await;
        assert_eq!(world.graph.tries(&talk.number).len(), 2);
    })
    .await;
}

#[tokio::test]
async fn too_fast_means_later_and_once_and_in_order() {
    on_both(async |world| {
        let talk = world.talk().await;
        world
            .graph
            .script(&talk.number, &[Answer::TooFast(3), Answer::TooFast(1)]);
        let started = std::time::Instant::now();
        let first = world.answer(&talk, "Primeira").await;
        let second = world.answer(&talk, "Segunda").await;
        world.until_state(&talk, &second, "accepted").await;
        assert!(
            started.elapsed().as_secs() >= 3,
            "Meta asked for three seconds"
        );
        assert_eq!(world.shown(&talk, &first).await["sendState"], "accepted");
        let bodies: Vec<_> = world
            .graph
            .tries(&talk.number)
            .iter()
            .map(|it| it.json()["text"]["body"].clone())
            .collect();
        assert_eq!(bodies, ["Primeira", "Primeira", "Primeira", "Segunda"]);
    })
    .await;
}

#[tokio::test]
async fn one_persons_burst_waits_its_turn_and_nothing_is_given_up() {
    on_both(async |world| {
        let talk = world.talk().await;
        let mut sent = Vec::new();
        // 45 may go at once; the 47th waits for two places
        for place in 0..47 {
            sent.push(world.answer(&talk, &format!("Linha {place}")).await);
        }
        let last = sent.last().unwrap();
        let shown = world.until_state(&talk, last, "accepted").await;
        assert!(shown["error"].is_null(), "{shown}");
        let bodies: Vec<_> = world
            .graph
            .tries(&talk.number)
            .iter()
            .map(|it| it.json()["text"]["body"].clone())
            .collect();
        let expected: Vec<_> = (0..47)
            .map(|place| json!(format!("Linha {place}")))
            .collect();
        assert_eq!(bodies, expected);
    })
    .await;
}

#[tokio::test]
async fn a_message_on_an_official_number_cannot_be_taken_back() {
    // spec: S102 S120
    on_both(async |world| {
        let talk = world.talk().await;
        let sent = world.answer(&talk, "Não volta").await;
        world.until_state(&talk, &sent, "accepted").await;
        let refused = world
            .marina
            .delete(&format!("/messages/{}", sent["id"]))
            .await;
        assert_eq!(refused.refusal(), (400, "ERR_DELETE_WAPP_MSG"));
        assert_eq!(world.shown(&talk, &sent).await["isDeleted"], false);
    })
    .await;
}
