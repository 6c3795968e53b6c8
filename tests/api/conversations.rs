//! The main job: a customer's message becomes a ticket that an attendant answers.

use reqwest::multipart::Form;
use serde_json::json;

use super::{
    ADMIN, MARINA, RAFAEL, connection, messages, new_number, open_ticket,
    support::{on_both, until},
    ticket_of,
};

#[tokio::test]
async fn a_message_becomes_a_ticket_that_is_answered_and_read() {
    // spec: S045 S046 S059 S095 S098 S100 S101
    on_both(async |desk| {
        let marina = desk.session(MARINA).await;
        let matriz = connection(&marina, "Matriz").await;
        let number = new_number();
        desk.say(matriz, &number, "Beatriz Nogueira", "Oi, meu pedido não chegou").await;

        let waiting = ticket_of(&marina, &number, "pending").await;
        assert_eq!(waiting["contact"]["name"], "Beatriz Nogueira");
        assert_eq!(waiting["lastMessage"], "Oi, meu pedido não chegou");
        assert_eq!(waiting["unreadMessages"], 1);

        let accept = json!({ "status": "open", "userId": marina.id() });
        let path = format!("/tickets/{}", waiting["id"]);
        let open = marina.put(&path, &accept).await.ok();
        assert_eq!((&open["status"], &open["userId"]), (&json!("open"), &json!(marina.id())));
        assert_eq!(open["unreadMessages"], 0);

        let asked = messages(&marina, &open).await[0].clone();
        let text = json!({
            "body": "Bom dia! Vou verificar.", "clientId": "c-1", "read": 1, "fromMe": true, "mediaUrl": "",
            "quotedMsg": { "id": asked["id"] },
        });
        let path = format!("/messages/{}", waiting["id"]);
        let sent = marina.post(&path, &text).await.ok()["message"].clone();
        assert_eq!((&sent["clientId"], &sent["fromMe"]), (&json!("c-1"), &json!(true)));
        assert_eq!((&sent["quotedMsg"]["id"], &sent["mediaUrl"]), (&asked["id"], &json!(null)));
        until("the customer has the answer", async || {
            desk.reached(matriz, &number).await == ["Bom dia! Vou verificar."]
        })
        .await;

        let ledger = desk.ledger(matriz).await;
        let entry = ledger.iter().find(|entry| entry["to"] == number.as_str()).unwrap();
        desk.simulator_post(matriz, "receipts", &json!({ "id": entry["id"], "ack": 4 })).await;
        until("the ticks are blue", async || {
            messages(&marina, &open).await.iter().any(|m| m["id"] == sent["id"] && m["ack"] == 4)
        })
        .await;
    })
    .await;
}

#[tokio::test]
async fn a_message_says_who_wrote_it_and_when_and_whether_it_was_read() {
    // spec: S046
    on_both(async |desk| {
        let (admin, marina) = (desk.session(ADMIN).await, desk.session(MARINA).await);
        let (ticket, number) = open_ticket(desk, &marina).await;
        let matriz = connection(&marina, "Matriz").await;
        // she who has the ticket does not look
        let last = async || {
            let mut all = messages(&admin, &ticket).await;
            all.pop().expect("a message")
        };
        desk.say(matriz, &number, "Beatriz Nogueira", "Alguém aí?")
            .await;
        until("it is there", async || last().await["body"] == "Alguém aí?").await;
        let asked = last().await;
        let writer = json!({ "id": ticket["contactId"], "name": "Beatriz Nogueira" });
        assert_eq!(
            (&asked["contact"], &asked["read"]),
            (&writer, &json!(false))
        );
        messages(&marina, &ticket).await;
        until("it is read", async || last().await["read"] == true).await;
        assert_eq!(last().await["createdAt"], asked["createdAt"]);

        let answer = json!({ "body": "Estou aqui" });
        let path = format!("/messages/{}", ticket["id"]);
        let sent = marina.post(&path, &answer).await.ok()["message"].clone();
        until("it was accepted", async || {
            last().await["sendState"] == "accepted"
        })
        .await;
        let accepted = last().await;
        assert_eq!(
            accepted["createdAt"], sent["createdAt"],
            "whatever became of it"
        );
        assert_eq!(accepted["contact"], json!(null), "it is ours");
    })
    .await;
}

#[tokio::test]
async fn nobody_writes_what_a_customer_says_or_names_a_file_that_he_does_not_send() {
    // spec: S101
    on_both(async |desk| {
        let marina = desk.session(MARINA).await;
        let (ticket, _) = open_ticket(desk, &marina).await;
        let path = format!("/messages/{}", ticket["id"]);
        for more in [
            json!({ "fromMe": false }),
            json!({ "mediaUrl": "https://loja.example/foto.png" }),
        ] {
            let mut wish = json!({ "body": "Não fui eu" });
            let fields = more.as_object().expect("a field").clone();
            wish.as_object_mut().expect("a message").extend(fields);
            let refused = marina.post(&path, &wish).await;
            assert_eq!(refused.refusal(), (400, "ERR_VALIDATION"), "{more}");
        }
        let form = Form::new()
            .text("body", "Não fui eu")
            .text("fromMe", "false");
        let refused = marina.upload(&path, form).await;
        assert_eq!(refused.refusal(), (400, "ERR_VALIDATION"), "as a form");
        let ours = json!({ "body": "Fui eu", "fromMe": true, "mediaUrl": "" });
        let sent = marina.post(&path, &ours).await.ok();
        assert_eq!(sent["message"]["fromMe"], true);
        let all = messages(&marina, &ticket).await;
        assert!(all.iter().all(|it| it["body"] != "Não fui eu"));
    })
    .await;
}

#[tokio::test]
async fn the_same_client_id_is_stored_and_sent_once() {
    on_both(async |desk| {
        let marina = desk.session(MARINA).await;
        let (ticket, number) = open_ticket(desk, &marina).await;
        let path = format!("/messages/{}", ticket["id"]);
        let text = json!({ "body": "Uma vez só", "clientId": format!("once-{number}") });
        let first = marina.post(&path, &text).await.ok();
        let second = marina.post(&path, &text).await.ok();
        assert_eq!(first["message"]["id"], second["message"]["id"]);
        let key = &text["clientId"];
        for other in [
            json!({ "body": "Outra coisa", "clientId": key }),
            json!({ "body": "Uma vez só", "clientId": key, "isPrivate": true }),
        ] {
            let refused = marina.post(&path, &other).await;
            assert_eq!(refused.refusal(), (422, "ERR_IDEMPOTENCY_KEY"), "{other}");
        }
        let (elsewhere, _) = open_ticket(desk, &marina).await;
        let elsewhere = format!("/messages/{}", elsewhere["id"]);
        let refused = marina.post(&elsewhere, &text).await;
        assert_eq!(
            refused.refusal(),
            (422, "ERR_IDEMPOTENCY_KEY"),
            "another ticket"
        );

        marina.post(&path, &json!({ "body": "Depois" })).await.ok();
        let matriz = connection(&marina, "Matriz").await;
        until("both messages are there", async || {
            desk.reached(matriz, &number).await == ["Uma vez só", "Depois"]
        })
        .await;
    })
    .await;
}

#[tokio::test]
async fn a_conversation_keeps_its_order_and_reaches_the_phone_once() {
    on_both(async |desk| {
        let marina = desk.session(MARINA).await;
        let (ticket, number) = open_ticket(desk, &marina).await;
        let matriz = connection(&marina, "Matriz").await;
        let path = format!("/messages/{}", ticket["id"]);
        let mut expected = Vec::new();
        for place in 0..12 {
            let body = format!("Mensagem {place}");
            marina.post(&path, &json!({ "body": body })).await.ok();
            expected.push(body);
        }
        until("all are there in order", async || {
            desk.reached(matriz, &number).await == expected
        })
        .await;
    })
    .await;
}

#[tokio::test]
async fn a_whisper_is_shown_to_colleagues_and_never_sent() {
    // spec: S036
    on_both(async |desk| {
        let marina = desk.session(MARINA).await;
        let (ticket, number) = open_ticket(desk, &marina).await;
        let matriz = connection(&marina, "Matriz").await;
        let path = format!("/messages/{}", ticket["id"]);
        marina
            .post(&path, &json!({ "body": "Sussurro(Marina) cliente VIP" }))
            .await
            .ok();
        marina
            .post(&path, &json!({ "body": "Tudo bem?" }))
            .await
            .ok();
        until("the answer is there", async || {
            !desk.reached(matriz, &number).await.is_empty()
        })
        .await;
        assert_eq!(desk.reached(matriz, &number).await, ["Tudo bem?"]);
        let stored = messages(&marina, &ticket).await;
        assert!(
            stored
                .iter()
                .any(|m| m["isPrivate"] == true && m["body"] == "Sussurro(Marina) cliente VIP")
        );
    })
    .await;
}

#[tokio::test]
async fn a_reply_quotes_and_a_taken_back_message_is_gone_from_the_phone() {
    // spec: S035 S102
    on_both(async |desk| {
        let (admin, marina) = (desk.session(ADMIN).await, desk.session(MARINA).await);
        let (ticket, number) = open_ticket(desk, &marina).await;
        let matriz = connection(&marina, "Matriz").await;
        let first = messages(&marina, &ticket).await[0].clone();
        let path = format!("/messages/{}", ticket["id"]);
        let reply = json!({ "body": "Já vejo", "quotedMsg": { "id": first["id"] } });
        let sent = marina.post(&path, &reply).await.ok()["message"].clone();
        assert_eq!(sent["quotedMsg"]["body"], "Oi, meu pedido não chegou");
        until("it is there", async || {
            desk.reached(matriz, &number).await == ["Já vejo"]
        })
        .await;
        until("it was accepted", async || {
            messages(&marina, &ticket)
                .await
                .iter()
                .any(|m| m["id"] == sent["id"] && m["sendState"] == "accepted")
        })
        .await;

        marina
            .delete(&format!("/messages/{}", sent["id"]))
            .await
            .ok();
        let stored = messages(&marina, &ticket).await;
        let gone = stored.iter().find(|m| m["id"] == sent["id"]).unwrap();
        assert_eq!(gone["isDeleted"], true);
        let phone = format!(
            "{}/simulator/{matriz}/phones/{number}/messages",
            desk.operator
        );
        until("the phone shows it as deleted", async || {
            let shown: serde_json::Value =
                reqwest::get(&phone).await.unwrap().json().await.unwrap();
            shown
                .as_array()
                .unwrap()
                .iter()
                .any(|m| m["direction"] == "out" && m["deleted"] == true)
        })
        .await;
        // what the customer said is nobody's to take back
        for who in [&marina, &admin] {
            let refused = who.delete(&format!("/messages/{}", first["id"])).await;
            assert_eq!(refused.refusal(), (403, "ERR_NO_PERMISSION"));
        }
    })
    .await;
}

#[tokio::test]
async fn a_reply_quotes_nothing_of_another_customer() {
    // spec: S101
    on_both(async |desk| {
        let marina = desk.session(MARINA).await;
        let (ticket, _) = open_ticket(desk, &marina).await;
        let (elsewhere, _) = open_ticket(desk, &marina).await;
        let said = messages(&marina, &elsewhere).await[0].clone();
        let path = format!("/messages/{}", ticket["id"]);
        let reply = json!({ "body": "Já vejo", "quotedMsg": { "id": said["id"] } });
        let refused = marina.post(&path, &reply).await;
        assert_eq!(refused.refusal(), (404, "ERR_NO_MESSAGE_FOUND"));
        assert_eq!(messages(&marina, &ticket).await.len(), 1);
    })
    .await;
}

#[tokio::test]
async fn a_closed_conversation_comes_back_as_a_new_episode_with_its_history() {
    // spec: S034 S061 S062 S063
    on_both(async |desk| {
        let marina = desk.session(MARINA).await;
        let (ticket, number) = open_ticket(desk, &marina).await;
        let matriz = connection(&marina, "Matriz").await;
        let path = format!("/tickets/{}", ticket["id"]);
        let close = json!({ "status": "closed", "userId": marina.id(), "useIntegration": false, "promptId": false, "integrationId": false });
        let closed = marina.put(&path, &close).await.ok();
        assert_eq!(closed["status"], "closed");
        assert_eq!((&closed["userId"], &closed["queueId"]), (&json!(marina.id()), &ticket["queueId"]));
        assert!(closed["closedAt"].is_string());

        desk.say(matriz, &number, "Beatriz Nogueira", "Voltei").await;
        let again = ticket_of(&marina, &number, "pending").await;
        assert_ne!(again["id"], ticket["id"]);
        let page = marina.get(&format!("/messages/{}", again["id"])).await.ok();
        let bodies: Vec<_> = page["messages"].as_array().unwrap().iter().map(|m| m["body"].clone()).collect();
        assert_eq!(bodies, [json!("Oi, meu pedido não chegou"), json!("Voltei")]);
        assert_eq!(page["tickets"].as_array().unwrap().len(), 2);
        let ends = [0_usize, 1].map(|place| &page["tickets"][place]["closedAt"]);
        assert_eq!(ends, [&closed["closedAt"], &json!(null)]);

        let reopened = marina.put(&path, &json!({ "status": "open", "userId": marina.id() })).await;
        assert_eq!(reopened.refusal(), (409, "ERR_OTHER_OPEN_TICKET"));
    })
    .await;
}

#[tokio::test]
async fn a_colleague_without_the_ticket_may_look_but_not_answer() {
    on_both(async |desk| {
        let (marina, rafael) = (desk.session(MARINA).await, desk.session(RAFAEL).await);
        let (ticket, _) = open_ticket(desk, &marina).await;
        let admin = desk.session(ADMIN).await;
        let answer = rafael
            .post(
                &format!("/messages/{}", ticket["id"]),
                &json!({ "body": "oi" }),
            )
            .await;
        assert_eq!(answer.refusal(), (403, "ERR_NO_PERMISSION"));
        let answer = admin
            .post(
                &format!("/messages/{}", ticket["id"]),
                &json!({ "body": "oi" }),
            )
            .await;
        assert!(answer.status.is_success());
    })
    .await;
}

#[tokio::test]
async fn an_own_ticket_is_read_by_looking_and_can_be_marked_unread() {
    // spec: S065 S099 S102
    on_both(async |desk| {
        let marina = desk.session(MARINA).await;
        let (ticket, number) = open_ticket(desk, &marina).await;
        let matriz = connection(&marina, "Matriz").await;
        desk.say(matriz, &number, "Beatriz Nogueira", "Alguém aí?")
            .await;
        let path = format!("/tickets/{}", ticket["id"]);
        until("it is unread", async || {
            marina.get(&path).await.ok()["unreadMessages"] == 1
        })
        .await;
        let shown = messages(&marina, &ticket).await;
        assert_eq!(marina.get(&path).await.ok()["unreadMessages"], 0);

        let unread = marina
            .put(&format!("/tickets/not-read/{}", ticket["id"]), &json!({}))
            .await
            .ok();
        assert_eq!(unread["unreadMessages"], 2);
        let last = shown.last().unwrap();
        let unread = marina
            .patch(&format!("/messages/not-read/{}", last["id"]))
            .await
            .ok();
        assert_eq!(unread["unreadMessages"], 1);

        let answers = format!("/messages/{}", ticket["id"]);
        let own = marina.post(&answers, &json!({ "body": "Sim" })).await.ok();
        let own = format!("/messages/not-read/{}", own["message"]["id"]);
        let refused = marina.patch(&own).await;
        assert_eq!(refused.refusal(), (404, "ERR_NO_MESSAGE_FOUND"));

        // also what was answered can be marked, and counts as one
        let whole = format!("/tickets/not-read/{}", ticket["id"]);
        let unread = marina.put(&whole, &json!({})).await.ok();
        assert_eq!(unread["unreadMessages"], 1);

        let back = json!({ "status": "pending", "userId": null });
        marina.put(&path, &back).await.ok();
        let refused = marina.put(&whole, &json!({})).await;
        assert_eq!(refused.refusal(), (409, "ERR_TICKET_STATE"), "nobody's");
        marina.put(&path, &json!({ "status": "closed" })).await.ok();
        let refused = marina.put(&whole, &json!({})).await;
        assert_eq!(refused.refusal(), (409, "ERR_TICKET_STATE"), "done with");
    })
    .await;
}

#[tokio::test]
async fn an_old_message_is_not_taken_back_any_more() {
    // spec: S102 S121
    on_both(async |desk| {
        let (admin, marina) = (desk.session(ADMIN).await, desk.session(MARINA).await);
        let (ticket, number) = open_ticket(desk, &marina).await;
        let matriz = connection(&marina, "Matriz").await;
        let path = format!("/messages/{}", ticket["id"]);
        let sent = marina
            .post(&path, &json!({ "body": "De ontem" }))
            .await
            .ok();
        let id = sent["message"]["id"].as_i64().expect("an id");
        until("it is on the phone", async || {
            desk.reached(matriz, &number).await == ["De ontem"]
        })
        .await;
        let long_ago = "UPDATE messages SET created_at = '2020-01-05T10:00:00+00:00'";
        desk.execute(&format!("{long_ago} WHERE id = {id}"));
        let refused = admin.delete(&format!("/messages/{id}")).await;
        assert_eq!(refused.refusal(), (400, "ERR_FETCH_WAPP_MSG"));
        let kept = messages(&marina, &ticket).await;
        let kept = kept.last().expect("the message");
        assert_eq!(
            (&kept["id"], &kept["isDeleted"]),
            (&json!(id), &json!(false))
        );
        assert_eq!(desk.reached(matriz, &number).await, ["De ontem"]);
    })
    .await;
}

#[tokio::test]
async fn a_ticket_is_in_one_of_four_states_and_listed_by_each() {
    // spec: S045 S058 S095 S096
    on_both(async |desk| {
        let admin = desk.session(ADMIN).await;
        for status in ["open", "pending", "closed", "lead"] {
            let path = format!("/tickets?showAll=true&status={status}");
            let page = admin.get(&path).await.ok();
            let found = page["tickets"].as_array().expect("tickets");
            assert!(!found.is_empty(), "{status}");
            assert!(
                found.iter().all(|ticket| ticket["status"] == status),
                "{status}"
            );
            let by_id = admin
                .get(&format!("/tickets/{}", found[0]["id"]))
                .await
                .ok();
            assert_eq!(by_id["uuid"], found[0]["uuid"]);
        }
        let odd = admin.get("/tickets?status=done").await;
        assert_eq!(odd.refusal(), (400, "ERR_VALIDATION"));
    })
    .await;
}
