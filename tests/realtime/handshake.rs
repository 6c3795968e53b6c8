//! Coming in: tokens, `ready`, joins and their answers.

use serde_json::json;

use super::{
    event,
    support::{ADMIN, MARINA, TestSocket, VIDA, connection, on_both, open_ticket},
};

#[tokio::test]
async fn a_token_opens_the_gate_from_the_address_or_from_auth() {
    // spec: S070 S113
    on_both(async |desk| {
        let marina = desk.session(MARINA).await;
        let token = marina.token.clone().unwrap();
        let mut by_query = TestSocket::connect(desk, &token).await.unwrap();
        let mut by_auth = TestSocket::connect_by_auth(desk, &token).await.unwrap();
        for socket in [&mut by_query, &mut by_auth] {
            let ready = socket.event("ready").await;
            assert!(ready["lastSeq"].as_i64().unwrap() >= 0, "{ready}");
        }
    })
    .await;
}

#[tokio::test]
async fn a_browser_without_a_good_token_is_refused_with_the_code_that_tells_it_what_to_do() {
    // spec: S070 S113
    on_both(async |desk| {
        let refused = [
            (
                TestSocket::connect(desk, "nonsense").await,
                "ERR_TOKEN_INVALID",
            ),
            (
                TestSocket::connect_by_auth(desk, "a.b.c").await,
                "ERR_TOKEN_INVALID",
            ),
            (TestSocket::knock(desk, "", "").await, "ERR_SESSION_EXPIRED"),
        ];
        for (socket, code) in refused {
            let refusal = socket.err().expect("a refusal");
            assert!(refusal.starts_with("44"), "{refusal}");
            assert!(refusal.contains(code), "{refusal}");
        }
    })
    .await;
}

#[tokio::test]
async fn joins_and_leaves_are_answered() {
    // spec: S113
    on_both(async |desk| {
        let marina = desk.session(MARINA).await;
        let (ticket, _) = open_ticket(desk, &marina).await;
        let mut socket = TestSocket::open(desk, &marina).await;
        for status in ["open", "pending", "closed", "lead"] {
            socket.join("joinTickets", json!(status)).await;
            socket.join("leaveTickets", json!(status)).await;
        }
        socket.join("joinNotification", json!(null)).await;
        socket.join("leaveNotification", json!(null)).await;
        socket.join("joinChatBox", ticket["id"].clone()).await;
        socket.join("leaveChatBox", ticket["id"].clone()).await;
        // a page that takes the number from its address says it as text
        let text = ticket["id"].to_string();
        socket.join("joinChatBox", json!(text)).await;
    })
    .await;
}

#[tokio::test]
async fn senseless_and_foreign_joins_are_refused_and_the_socket_lives_on() {
    // spec: S001 S113
    on_both(async |desk| {
        let (marina, vida) = (desk.session(MARINA).await, desk.session(VIDA).await);
        let (ticket, _) = open_ticket(desk, &marina).await;
        let mut socket = TestSocket::open(desk, &vida).await;
        for (name, argument, code) in [
            ("joinTickets", json!("burnt"), "ERR_VALIDATION"),
            ("joinTickets", json!({ "$ne": 1 }), "ERR_VALIDATION"),
            ("joinChatBox", json!(-1), "ERR_VALIDATION"),
            ("joinChatBox", json!("1 OR 1=1"), "ERR_VALIDATION"),
            ("joinChatBox", json!(999_999_999), "ERR_NO_TICKET_FOUND"),
            ("joinChatBox", ticket["id"].clone(), "ERR_NO_TICKET_FOUND"),
            ("company-1-mainchannel", json!(1), "ERR_VALIDATION"),
            ("resume", json!({ "lastSeq": -1 }), "ERR_VALIDATION"),
            ("resume", json!("0"), "ERR_VALIDATION"),
        ] {
            let answer = socket.ask(name, argument.clone()).await;
            assert_eq!(answer, json!({ "error": code }), "{name} {argument}");
        }
        socket.join("userStatus", json!(null)).await;
    })
    .await;
}

#[tokio::test]
async fn an_attendant_may_look_into_tickets_of_his_queues_only() {
    // spec: S080 S087
    on_both(async |desk| {
        let (admin, marina) = (desk.session(ADMIN).await, desk.session(MARINA).await);
        let (ticket, _) = open_ticket(desk, &marina).await;
        let foreign = super::queue(&admin, "Logística").await;
        let path = format!("/tickets/{}", ticket["id"]);
        let away = json!({ "queueId": foreign, "userId": null, "status": "pending" });
        admin.put(&path, &away).await.ok();
        let mut socket = TestSocket::open(desk, &marina).await;
        let answer = socket.ask("joinChatBox", ticket["id"].clone()).await;
        assert_eq!(answer, json!({ "error": "ERR_NO_PERMISSION" }));
        let mut socket = TestSocket::open(desk, &admin).await;
        socket.join("joinChatBox", ticket["id"].clone()).await;
    })
    .await;
}

#[tokio::test]
async fn every_event_of_a_company_is_named_after_it_and_carries_a_number_that_grows() {
    // spec: S069 S113
    on_both(async |desk| {
        let admin = desk.session(ADMIN).await;
        let matriz = connection(&admin, "Matriz").await;
        let mut socket = TestSocket::open(desk, &admin).await;
        let before = socket.last_seq;
        for status in ["open", "pending"] {
            socket.join("joinTickets", json!(status)).await;
        }
        socket.join("joinNotification", json!(null)).await;
        for place in 0..5 {
            let number = super::new_number();
            desk.say(matriz, &number, "Ana", &format!("Linha {place}"))
                .await;
            let about = |payload: &serde_json::Value| {
                payload["contact"]["number"] == number.as_str()
                    || payload["ticket"]["contact"]["number"] == number.as_str()
            };
            while !socket
                .seen
                .iter()
                .any(|(name, payload)| *name == event(&admin, "appMessage") && about(payload))
            {
                socket.next().await;
            }
        }
        let seen = socket.take_seen();
        let prefix = event(&admin, "");
        assert!(
            seen.iter().all(|(name, _)| name.starts_with(&prefix)),
            "{seen:?}"
        );
        let numbers: Vec<i64> = seen
            .iter()
            .map(|(name, payload)| payload["seq"].as_i64().unwrap_or_else(|| panic!("{name}")))
            .collect();
        assert!(
            numbers.len() >= 15,
            "contact, ticket and message of each: {numbers:?}"
        );
        assert!(numbers[0] > before);
        assert!(numbers.is_sorted_by(|one, next| one < next), "{numbers:?}");
    })
    .await;
}
