//! Tickets that move: gone from one list before they appear in another.

use serde_json::json;

use super::{
    audience::desk_of,
    connection_of_queue, event, queue, settle,
    support::{
        ADMIN, MARINA, RAFAEL, TestSocket, messages, new_number, on_both, open_ticket, ticket_of,
    },
};

#[tokio::test]
async fn an_accepted_ticket_leaves_the_waiting_lists_before_it_appears_as_open() {
    // spec: S059 S069
    on_both(async |desk| {
        let (admin, marina) = (desk.session(ADMIN).await, desk.session(MARINA).await);
        let sales = connection_of_queue(desk, &admin, "Vendas").await;
        let number = new_number();
        desk.say(sales, &number, "Beatriz", "Oi").await;
        let ticket = ticket_of(&admin, &number, "pending").await;
        let mut boss = desk_of(desk, &admin).await;
        let mut seller = desk_of(desk, &marina).await;
        let accept = json!({ "status": "open", "userId": marina.id() });
        let path = format!("/tickets/{}", ticket["id"]);
        marina.put(&path, &accept).await.ok();

        let name = event(&admin, "ticket");
        for socket in [&mut boss, &mut seller] {
            let update = socket
                .event_where(&name, |it| {
                    it["action"] == "update" && it["ticket"]["id"] == ticket["id"]
                })
                .await;
            assert_eq!(update["ticket"]["status"], "open");
            assert_eq!(update["ticket"]["userId"], marina.id());
            let delete = socket
                .event_where(&name, |it| it["ticketId"] == ticket["id"])
                .await;
            assert_eq!(delete["action"], "delete");
            assert!(delete["seq"].as_i64() < update["seq"].as_i64());
        }
    })
    .await;
}

#[tokio::test]
async fn the_former_attendant_hears_the_delete_and_nothing_after_it() {
    // spec: S069 S087
    on_both(async |desk| {
        let (admin, marina) = (desk.session(ADMIN).await, desk.session(MARINA).await);
        let rafael = desk.session(RAFAEL).await;
        let (ticket, number) = open_ticket(desk, &marina).await;
        let (id, path) = (ticket["id"].clone(), format!("/tickets/{}", ticket["id"]));
        let sales = json!({ "queueId": queue(&admin, "Vendas").await, "userId": marina.id() });
        marina.put(&path, &sales).await.ok();

        let mut seller = desk_of(desk, &marina).await;
        let mut carrier = desk_of(desk, &rafael).await;
        seller.join("joinChatBox", id.clone()).await;
        let logistics = queue(&admin, "Logística").await;
        let away = json!({ "queueId": logistics, "userId": rafael.id(), "status": "open" });
        marina.put(&path, &away).await.ok();
        let update = carrier
            .event_where(&event(&admin, "ticket"), |it| {
                it["action"] == "update" && it["ticket"]["id"] == id
            })
            .await;
        assert_eq!(update["ticket"]["queueId"], logistics);

        // what follows is for the new attendant alone, although the other page still shows the conversation
        let answer = json!({ "body": "Sua entrega sai hoje" });
        rafael.post(&format!("/messages/{id}"), &answer).await.ok();
        desk.say(
            super::support::connection(&admin, "Matriz").await,
            &number,
            "Beatriz",
            "Obrigada",
        )
        .await;
        carrier
            .event_where(&event(&admin, "appMessage"), |it| {
                it["message"]["body"] == "Obrigada" && it["ticket"]["id"] == id
            })
            .await;
        settle(&admin, [&mut seller]).await;
        assert_eq!(seller.told_of(&id), ["ticket delete"]);
        let answer = seller.ask("joinChatBox", id).await;
        assert_eq!(answer, json!({ "error": "ERR_NO_PERMISSION" }));
    })
    .await;
}

#[tokio::test]
async fn a_read_ticket_loses_its_mark_in_every_browser() {
    // spec: S065 S069
    on_both(async |desk| {
        let (admin, marina) = (desk.session(ADMIN).await, desk.session(MARINA).await);
        let (ticket, number) = open_ticket(desk, &marina).await;
        let mut boss = desk_of(desk, &admin).await;
        let matriz = super::support::connection(&admin, "Matriz").await;
        desk.say(matriz, &number, "Beatriz", "Alguém?").await;
        boss.event_where(&event(&admin, "appMessage"), |it| {
            it["message"]["ticketId"] == ticket["id"]
        })
        .await;
        messages(&marina, &ticket).await;
        let unread = boss
            .event_where(&event(&admin, "ticket"), |it| {
                it["action"] == "updateUnread" && it["ticketId"] == ticket["id"]
            })
            .await;
        assert!(unread["seq"].is_i64());
    })
    .await;
}

#[tokio::test]
async fn a_removed_ticket_disappears_for_those_who_look_at_it() {
    // spec: S069
    on_both(async |desk| {
        let (admin, marina) = (desk.session(ADMIN).await, desk.session(MARINA).await);
        let (ticket, _) = open_ticket(desk, &marina).await;
        let mut looking = TestSocket::open(desk, &marina).await;
        looking.join("joinChatBox", ticket["id"].clone()).await;
        admin
            .delete(&format!("/tickets/{}", ticket["id"]))
            .await
            .ok();
        let gone = looking
            .event_where(&event(&admin, "ticket"), |it| {
                it["ticketId"] == ticket["id"]
            })
            .await;
        assert_eq!(gone["action"], "delete");
    })
    .await;
}
