//! The ticks of a message, as those who look at the conversation see them change.

use serde_json::json;

use super::{
    event,
    support::{MARINA, RAFAEL, TestSocket, connection, on_both, open_ticket},
};

#[tokio::test]
async fn ticks_change_in_the_open_conversation_and_never_go_back() {
    // spec: S046 S069 S101
    on_both(async |desk| {
        let marina = desk.session(MARINA).await;
        let (ticket, number) = open_ticket(desk, &marina).await;
        let matriz = connection(&marina, "Matriz").await;
        let mut looking = TestSocket::open(desk, &marina).await;
        looking.join("joinChatBox", ticket["id"].clone()).await;
        let path = format!("/messages/{}", ticket["id"]);
        let sent = marina.post(&path, &json!({ "body": "Bom dia" })).await.ok();
        let id = sent["message"]["id"].clone();
        let name = event(&marina, "appMessage");
        let create = looking
            .event_where(&name, |it| it["message"]["id"] == id)
            .await;
        assert_eq!(create["action"], "create");
        assert_eq!(create["message"]["sendState"], "queued");

        let mut acks = Vec::new();
        let accepted = looking
            .event_where(&name, |it| {
                it["message"]["id"] == id && it["message"]["sendState"] == "accepted"
            })
            .await;
        assert_eq!(accepted["action"], "update");
        acks.push(accepted["message"]["ack"].as_i64().unwrap());
        let ledger = desk.ledger(matriz).await;
        let wamid = &ledger
            .iter()
            .find(|it| it["to"] == number.as_str())
            .unwrap()["id"];
        for ack in [3, 4, 3] {
            let receipt = json!({ "id": wamid, "ack": ack });
            desk.simulator_post(matriz, "receipts", &receipt).await;
            while acks.last() < Some(&ack) {
                let update = looking
                    .event_where(&name, |it| it["message"]["id"] == id)
                    .await;
                acks.push(update["message"]["ack"].as_i64().unwrap());
            }
        }
        // what comes after the late receipt shows that it changed nothing
        let next = marina
            .post(&path, &json!({ "body": "Tudo bem?" }))
            .await
            .ok();
        let next = &next["message"]["id"];
        looking
            .event_where(&name, |it| {
                it["message"]["id"] == *next && it["message"]["sendState"] == "accepted"
            })
            .await;
        let late = looking.take_seen();
        let late = late.iter().filter(|(_, it)| it["message"]["id"] == id);
        acks.extend(late.map(|(_, it)| it["message"]["ack"].as_i64().unwrap()));
        assert!(acks.is_sorted(), "{acks:?}");
        assert!(acks.contains(&3), "{acks:?}");
    })
    .await;
}

#[tokio::test]
async fn a_message_that_is_taken_back_is_told_to_those_who_look() {
    // spec: S069 S102
    on_both(async |desk| {
        let (marina, rafael) = (desk.session(MARINA).await, desk.session(RAFAEL).await);
        let (ticket, number) = open_ticket(desk, &marina).await;
        let matriz = connection(&marina, "Matriz").await;
        let path = format!("/messages/{}", ticket["id"]);
        let sent = marina.post(&path, &json!({ "body": "Ops" })).await.ok();
        let id = sent["message"]["id"].clone();
        super::until("it is on the phone", async || {
            desk.reached(matriz, &number).await == ["Ops"]
        })
        .await;
        // a colleague who sees tickets without a queue may look at it
        let mut looking = TestSocket::open(desk, &rafael).await;
        looking.join("joinChatBox", ticket["id"].clone()).await;
        marina.delete(&format!("/messages/{id}")).await.ok();
        let update = looking
            .event_where(&event(&marina, "appMessage"), |it| {
                it["message"]["id"] == id && it["message"]["isDeleted"] == true
            })
            .await;
        assert_eq!(update["action"], "update");
    })
    .await;
}
