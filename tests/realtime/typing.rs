//! The customer sees that the team writes to him, and the team that he writes.

use serde_json::{Value, json};

use super::{
    event, settle,
    support::{ADMIN, MARINA, TestDesk, TestSocket, connection, on_both, open_ticket, until},
};

/// Whether the phone of a customer shows that the company writes.
async fn is_written_to(desk: &TestDesk, connection: i64, number: &str) -> bool {
    let phones = desk.phones(connection).await;
    let phone = phones.iter().find(|phone| phone["number"] == number);
    phone.expect("the customer's phone")["isWrittenTo"] == true
}

fn typing(ticket: &Value, is_typing: bool, is_for_customer: bool) -> Value {
    json!({ "ticketId": ticket["id"], "isTyping": is_typing, "isForCustomer": is_for_customer })
}

#[tokio::test]
async fn a_customer_sees_that_somebody_writes_to_him_and_nothing_of_whispers() {
    on_both(async |desk| {
        let marina = desk.session(MARINA).await;
        let (ticket, number) = open_ticket(desk, &marina).await;
        let matriz = connection(&marina, "Matriz").await;
        let mut hers = TestSocket::open(desk, &marina).await;
        hers.join("joinChatBox", ticket["id"].clone()).await;

        // a whisper first: had it been shown, it would be there with what comes after it
        hers.join("typing", typing(&ticket, true, false)).await;
        settle(&marina, [&mut hers]).await;
        assert!(!is_written_to(desk, matriz, &number).await, "a whisper");
        hers.join("typing", typing(&ticket, true, true)).await;
        until("the phone shows it", async || {
            is_written_to(desk, matriz, &number).await
        })
        .await;
        hers.join("typing", typing(&ticket, false, true)).await;
        until("the phone shows it no longer", async || {
            !is_written_to(desk, matriz, &number).await
        })
        .await;
    })
    .await;
}

#[tokio::test]
async fn who_looks_at_a_conversation_sees_that_its_customer_writes_until_he_has_sent_it() {
    on_both(async |desk| {
        let (admin, marina) = (desk.session(ADMIN).await, desk.session(MARINA).await);
        let (ticket, number) = open_ticket(desk, &marina).await;
        let (other, _) = open_ticket(desk, &marina).await;
        let matriz = connection(&marina, "Matriz").await;
        let mut hers = TestSocket::open(desk, &marina).await;
        hers.join("joinChatBox", ticket["id"].clone()).await;
        let mut elsewhere = TestSocket::open(desk, &admin).await;
        elsewhere.join("joinChatBox", other["id"].clone()).await;
        let name = event(&marina, "lookers");
        let writes = |told: &Value, is: bool| {
            told["ticketId"] == ticket["id"] && told["isContactWriting"] == is
        };

        let phone = format!("phones/{number}/typing");
        let says = async |is_typing: bool| {
            let body = json!({ "isTyping": is_typing });
            desk.simulator_post(matriz, &phone, &body).await
        };
        says(true).await;
        let told = hers.event_where(&name, |told| writes(told, true)).await;
        assert!(told["seq"].is_null(), "it is no event of the log");
        assert_eq!(
            told["users"].as_array().unwrap().len(),
            1,
            "she alone looks"
        );
        says(false).await;
        hers.event_where(&name, |told| writes(told, false)).await;

        // who comes later hears of it too, and what is sent is written no longer
        says(true).await;
        hers.event_where(&name, |told| writes(told, true)).await;
        let mut boss = TestSocket::open(desk, &admin).await;
        boss.join("joinChatBox", ticket["id"].clone()).await;
        boss.event_where(&name, |told| writes(told, true)).await;
        desk.say(matriz, &number, "Beatriz Nogueira", "Ainda está aí?")
            .await;
        boss.event_where(&name, |told| writes(told, false)).await;

        settle(&admin, [&mut elsewhere]).await;
        let seen = elsewhere.take_seen();
        let of_hers = |told: &Value| told["ticketId"] == ticket["id"];
        assert!(
            !seen
                .iter()
                .any(|(event, told)| *event == name && of_hers(told))
        );
    })
    .await;
}
