//! Who else looks at a conversation, and who writes in it.

use serde_json::{Value, json};

use super::{
    event, settle,
    support::{ADMIN, MARINA, RAFAEL, TestSocket, VIDA, on_both, open_ticket},
};

/// Who is told to look at a ticket, each with whether he writes.
fn people(told: &Value) -> Vec<(i64, bool)> {
    let users = told["users"].as_array().expect("users").iter();
    let mut people: Vec<_> = users
        .map(|user| (user["id"].as_i64().unwrap(), user["isWriting"] == true))
        .collect();
    people.sort_unstable();
    people
}

#[tokio::test]
async fn those_who_look_at_a_conversation_hear_of_each_other_until_they_leave() {
    on_both(async |desk| {
        let (admin, marina) = (desk.session(ADMIN).await, desk.session(MARINA).await);
        let (ticket, _) = open_ticket(desk, &marina).await;
        let id = ticket["id"].clone();
        let name = event(&admin, "lookers");
        let there = |told: &Value| told["ticketId"] == id;
        let both = |writer: Option<i64>| {
            let mut both = [admin.id(), marina.id()].map(|it| (it, Some(it) == writer));
            both.sort_unstable();
            both
        };

        let mut hers = TestSocket::open(desk, &marina).await;
        hers.join("joinChatBox", id.clone()).await;
        let mut boss = TestSocket::open(desk, &admin).await;
        boss.join("joinChatBox", id.clone()).await;
        for socket in [&mut hers, &mut boss] {
            let told = socket.event_where(&name, there).await;
            assert_eq!(people(&told), both(None));
            assert!(told["seq"].is_null(), "it is no event of the log");
        }
        let known = |it: &Value| it["id"] == marina.id();
        let writing = json!({ "ticketId": id, "isTyping": true });
        hers.join("typing", writing.clone()).await;
        let told = boss.event_where(&name, there).await;
        assert_eq!(people(&told), both(Some(marina.id())));
        let named = told["users"]
            .as_array()
            .unwrap()
            .iter()
            .find(|it| known(it))
            .unwrap()
            .clone();
        assert_eq!(named["name"], marina.user["name"]);
        let stopped = json!({ "ticketId": id, "isTyping": false });
        hers.join("typing", stopped).await;
        assert_eq!(people(&boss.event_where(&name, there).await), both(None));

        // who leaves the page and who loses the line are gone, and so is what they were writing
        hers.join("typing", writing).await;
        assert_eq!(
            people(&boss.event_where(&name, there).await),
            both(Some(marina.id()))
        );
        hers.join("leaveChatBox", id.clone()).await;
        assert_eq!(
            people(&boss.event_where(&name, there).await),
            [(admin.id(), false)]
        );
        hers.join("joinChatBox", id.clone()).await;
        assert_eq!(people(&boss.event_where(&name, there).await), both(None));
        hers.cut();
        assert_eq!(
            people(&boss.event_where(&name, there).await),
            [(admin.id(), false)]
        );
    })
    .await;
}

#[tokio::test]
async fn nobody_is_told_of_a_conversation_that_he_may_not_see() {
    on_both(async |desk| {
        let (admin, marina) = (desk.session(ADMIN).await, desk.session(MARINA).await);
        let (rafael, vida) = (desk.session(RAFAEL).await, desk.session(VIDA).await);
        let (ticket, _) = open_ticket(desk, &marina).await;
        let id = ticket["id"].clone();
        let there = |told: &Value| told["ticketId"] == id;
        let mut boss = TestSocket::open(desk, &admin).await;
        boss.join("joinChatBox", id.clone()).await;
        let mut his = TestSocket::open(desk, &rafael).await;
        his.join("joinChatBox", id.clone()).await;
        boss.event_where(&event(&admin, "lookers"), there).await;
        his.event_where(&event(&admin, "lookers"), there).await;

        let mut foreign = TestSocket::open(desk, &vida).await;
        let refused = foreign.ask("joinChatBox", id.clone()).await;
        assert_eq!(refused, json!({ "error": "ERR_NO_TICKET_FOUND" }));
        foreign
            .join("typing", json!({ "ticketId": id, "isTyping": true }))
            .await;
        let odd = foreign.ask("typing", json!({ "ticketId": "x" })).await;
        assert_eq!(odd, json!({ "error": "ERR_VALIDATION" }));

        // the ticket goes to a queue that Rafael does not have
        let queue = super::queue(&admin, "Vendas").await;
        let moved = json!({ "queueId": queue, "userId": marina.id(), "status": "open" });
        admin.put(&format!("/tickets/{id}"), &moved).await.ok();
        settle(&admin, [&mut boss, &mut his]).await;
        boss.take_seen();
        his.take_seen();
        let mut hers = TestSocket::open(desk, &marina).await;
        hers.join("joinChatBox", id.clone()).await;
        let told = boss.event_where(&event(&admin, "lookers"), there).await;
        let mut expected = [(admin.id(), false), (marina.id(), false)];
        expected.sort_unstable();
        assert_eq!(people(&told), expected);
        settle(&admin, [&mut his]).await;
        assert!(!his.seen.iter().any(|(name, _)| name.ends_with("lookers")));
    })
    .await;
}
