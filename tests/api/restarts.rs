//! Killed without warning: nothing is lost, nothing is sent twice.

use serde_json::json;

use super::{
    MARINA, connection, messages, new_number, open_ticket,
    support::{TestDesk, backends, until},
    ticket_of,
};

#[tokio::test]
async fn a_killed_desk_sends_every_message_exactly_once() {
    for backend in backends() {
        let desk = TestDesk::start(backend, &[]).await;
        let marina = desk.session(MARINA).await;
        let matriz = connection(&marina, "Matriz").await;
        let (ticket, number) = open_ticket(&desk, &marina).await;
        let mut expected = Vec::new();
        for round in 0..3 {
            for place in 0..10 {
                let body = format!("Rodada {round} mensagem {place}");
                marina
                    .post(
                        &format!("/messages/{}", ticket["id"]),
                        &json!({ "body": body }),
                    )
                    .await
                    .ok();
                expected.push(body);
            }
            desk.kill();
            desk.run().await;
        }
        until("every message is on the phone", async || {
            desk.reached(matriz, &number).await.len() >= expected.len()
        })
        .await;
        let mut reached = desk.reached(matriz, &number).await;
        reached.sort();
        expected.sort();
        assert_eq!(reached, expected);
        until("every message is known to be sent", async || {
            let path = format!("/messages/{}", ticket["id"]);
            let page = marina.get(&path).await.ok();
            page["messages"]
                .as_array()
                .unwrap()
                .iter()
                .all(|m| m["fromMe"] == false || m["sendState"] == "accepted")
        })
        .await;
    }
}

#[tokio::test]
async fn what_a_customer_wrote_before_the_power_cut_is_there_after_it() {
    for backend in backends() {
        let desk = TestDesk::start(backend, &[]).await;
        let marina = desk.session(MARINA).await;
        let matriz = connection(&marina, "Matriz").await;
        let number = new_number();
        for place in 0..20 {
            desk.say(matriz, &number, "Ana", &format!("Linha {place}"))
                .await;
        }
        desk.kill();
        desk.run().await;
        let ticket = ticket_of(&marina, &number, "pending").await;
        until("all are there", async || {
            messages(&marina, &ticket).await.len() == 20
        })
        .await;
        let bodies: Vec<_> = messages(&marina, &ticket)
            .await
            .iter()
            .map(|m| m["body"].clone())
            .collect();
        let expected: Vec<_> = (0..20)
            .map(|place| json!(format!("Linha {place}")))
            .collect();
        assert_eq!(bodies, expected);
    }
}
