//! Who hears what: those who may see a queue, and nobody else.

use serde_json::json;

use super::{
    connection_of_queue, event, settle,
    support::{
        ADMIN, MARINA, RAFAEL, Session, TestDesk, TestSocket, VIDA, new_number, on_both,
        open_ticket, ticket_of,
    },
};

/// A browser that shows the lists and hears the bell.
pub async fn desk_of(desk: &TestDesk, session: &Session) -> TestSocket {
    let mut socket = TestSocket::open(desk, session).await;
    for status in ["open", "pending", "closed"] {
        socket.join("joinTickets", json!(status)).await;
    }
    socket.join("joinNotification", json!(null)).await;
    socket
}

#[tokio::test]
async fn a_message_reaches_those_who_may_see_its_queue_and_nobody_else() {
    // spec: S069 S086 S087 S113
    on_both(async |desk| {
        let (admin, marina) = (desk.session(ADMIN).await, desk.session(MARINA).await);
        let (rafael, vida) = (desk.session(RAFAEL).await, desk.session(VIDA).await);
        let sales = connection_of_queue(desk, &admin, "Vendas").await;
        let mut boss = desk_of(desk, &admin).await;
        let mut seller = desk_of(desk, &marina).await;
        let mut carrier = desk_of(desk, &rafael).await;
        let mut stranger = desk_of(desk, &vida).await;
        let number = new_number();
        desk.say(sales, &number, "Beatriz", "Quanto custa?").await;

        let name = event(&admin, "appMessage");
        let create = seller
            .event_where(&name, |it| it["contact"]["number"] == number.as_str())
            .await;
        assert_eq!(create["action"], "create");
        assert_eq!(create["message"]["body"], "Quanto custa?");
        assert_eq!(create["ticket"]["status"], "pending");
        assert_eq!(create["ticket"]["unreadMessages"], 1);
        let ticket = create["ticket"]["id"].clone();
        boss.event_where(&name, |it| it["ticket"]["id"] == ticket)
            .await;

        // even one who names the ticket hears nothing of it
        let refused = carrier.ask("joinChatBox", ticket.clone()).await;
        assert_eq!(refused, json!({ "error": "ERR_NO_PERMISSION" }));
        let refused = stranger.ask("joinChatBox", ticket.clone()).await;
        assert_eq!(refused, json!({ "error": "ERR_NO_TICKET_FOUND" }));
        desk.say(sales, &number, "Beatriz", "Alô?").await;
        let again = |it: &serde_json::Value| {
            it["message"]["body"] == "Alô?" && it["ticket"]["id"] == ticket
        };
        seller.event_where(&name, again).await;
        settle(&admin, [&mut boss, &mut carrier]).await;
        settle(&vida, [&mut stranger]).await;
        assert!(boss.told_of(&ticket).contains(&"ticket update".to_owned()));
        assert_eq!(carrier.told_of(&ticket), [""; 0]);
        assert_eq!(stranger.told_of(&ticket), [""; 0]);
        let foreign = event(&admin, "");
        assert!(
            !stranger
                .seen
                .iter()
                .any(|(name, _)| name.starts_with(&foreign))
        );
    })
    .await;
}

#[tokio::test]
async fn a_socket_without_joins_hears_the_company_but_no_conversation() {
    // spec: S113
    on_both(async |desk| {
        let (admin, marina) = (desk.session(ADMIN).await, desk.session(MARINA).await);
        let mut socket = TestSocket::open(desk, &admin).await;
        let (ticket, _) = open_ticket(desk, &marina).await;
        settle(&admin, [&mut socket]).await;
        assert_eq!(socket.told_of(&ticket["id"]), [""; 0]);
    })
    .await;
}

#[tokio::test]
async fn what_was_left_is_heard_no_more_once_every_part_of_the_page_left_it() {
    // spec: S113
    on_both(async |desk| {
        let admin = desk.session(ADMIN).await;
        let sales = connection_of_queue(desk, &admin, "Vendas").await;
        let mut socket = TestSocket::open(desk, &admin).await;
        let mut told = Vec::new();
        for _ in 0..2 {
            socket.join("joinTickets", json!("pending")).await;
        }
        for left in 0..3 {
            let number = new_number();
            desk.say(sales, &number, "Lia", "Oi").await;
            let ticket = ticket_of(&admin, &number, "pending").await;
            settle(&admin, [&mut socket]).await;
            told.push(!socket.told_of(&ticket["id"]).is_empty());
            if left < 2 {
                socket.join("leaveTickets", json!("pending")).await;
            }
        }
        assert_eq!(told, [true, true, false]);
    })
    .await;
}

#[tokio::test]
async fn those_who_lead_hear_of_campaigns_and_attendants_do_not() {
    on_both(async |desk| {
        let (admin, marina) = (desk.session(ADMIN).await, desk.session(MARINA).await);
        let lead = desk.supervisor().await;
        let mut boss = TestSocket::open(desk, &lead).await;
        let mut seller = TestSocket::open(desk, &marina).await;
        let natal = json!({ "name": "Natal" });
        let made = admin.post("/campaigns", &natal).await.ok();
        let name = event(&admin, "campaign");
        let told = boss
            .event_where(&name, |it| it["record"]["id"] == made["id"])
            .await;
        assert_eq!(told["action"], "create");
        let campaign = format!("/campaigns/{}", made["id"]);
        admin.delete(&campaign).await.ok();
        let gone = boss.event_where(&name, |it| it["id"] == made["id"]).await;
        assert_eq!(gone["action"], "delete");
        settle(&admin, [&mut seller]).await;
        assert!(!seller.seen.iter().any(|(heard, _)| *heard == name));
    })
    .await;
}
