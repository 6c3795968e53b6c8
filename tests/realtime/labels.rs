//! Tags, notes and quick messages: told to those who see them, and to nobody else.

use serde_json::json;

use super::{
    audience::desk_of,
    event, queue, settle,
    support::{ADMIN, MARINA, RAFAEL, TestSocket, VIDA, new_number, on_both, open_ticket},
};

#[tokio::test]
async fn a_note_is_heard_by_those_who_look_at_its_conversation_and_may_see_its_queue() {
    // spec: S049 S087 S113
    on_both(async |desk| {
        let (admin, marina) = (desk.session(ADMIN).await, desk.session(MARINA).await);
        let rafael = desk.session(RAFAEL).await;
        let (ticket, _) = open_ticket(desk, &marina).await;
        let id = ticket["id"].clone();
        let mut carrier = desk_of(desk, &rafael).await;
        carrier.join("joinChatBox", id.clone()).await;
        let sales = json!({ "queueId": queue(&admin, "Vendas").await, "userId": marina.id() });
        marina.put(&format!("/tickets/{id}"), &sales).await.ok();
        let mut boss = desk_of(desk, &admin).await;
        boss.join("joinChatBox", id.clone()).await;
        let mut elsewhere = desk_of(desk, &marina).await;

        let note = json!({ "ticketId": id, "note": "Paga em dia" });
        let note = marina.post("/ticket-notes", &note).await.ok();
        let name = event(&admin, "ticketNote");
        let heard = boss.event(&name).await;
        assert_eq!(
            (&heard["action"], &heard["ticketNote"]),
            (&json!("create"), &note)
        );
        marina
            .delete(&format!("/ticket-notes/{}", note["id"]))
            .await
            .ok();
        let heard = boss.event(&name).await;
        assert_eq!(
            (&heard["ticketNoteId"], &heard["contactId"]),
            (&note["id"], &ticket["contactId"])
        );
        settle(&admin, [&mut carrier, &mut elsewhere]).await;
        for socket in [&carrier, &elsewhere] {
            assert!(socket.seen.iter().all(|(seen, _)| *seen != name));
        }
    })
    .await;
}

#[tokio::test]
async fn a_tag_is_told_to_the_company_and_on_its_tickets_without_moving_them() {
    // spec: S052 S069 S113
    on_both(async |desk| {
        let (admin, marina) = (desk.session(ADMIN).await, desk.session(MARINA).await);
        let vida = desk.session(VIDA).await;
        let (ticket, _) = open_ticket(desk, &marina).await;
        let mut boss = desk_of(desk, &admin).await;
        let mut stranger = TestSocket::open(desk, &vida).await;
        let tag = json!({ "name": format!("Feira {}", new_number()) });
        let tag = marina.post("/tags", &tag).await.ok();
        let name = event(&admin, "tag");
        let heard = boss
            .event_where(&name, |it| it["tag"]["id"] == tag["id"])
            .await;
        assert_eq!((&heard["action"], &heard["tag"]), (&json!("create"), &tag));

        let wish = json!({ "ticketId": ticket["id"], "tags": [tag["id"]] });
        marina.post("/tags/sync", &wish).await.ok();
        let heard = boss
            .event_where(&event(&admin, "ticket"), |it| {
                it["ticket"]["tags"][0]["id"] == tag["id"]
            })
            .await;
        assert_eq!(heard["ticket"]["updatedAt"], ticket["updatedAt"]);
        admin.delete(&format!("/tags/{}", tag["id"])).await.ok();
        let heard = boss.event_where(&name, |it| it["tagId"] == tag["id"]).await;
        assert_eq!(heard["action"], "delete");
        assert!(
            !boss
                .told_of(&ticket["id"])
                .contains(&"ticket delete".to_owned())
        );
        settle(&vida, [&mut stranger]).await;
        assert!(
            stranger
                .seen
                .iter()
                .all(|(_, payload)| payload["tag"]["id"] != tag["id"])
        );
    })
    .await;
}

#[tokio::test]
async fn a_quick_message_that_is_no_longer_shared_is_gone_for_the_others() {
    // spec: S050 S113
    on_both(async |desk| {
        let (admin, marina) = (desk.session(ADMIN).await, desk.session(MARINA).await);
        let mut boss = TestSocket::open(desk, &admin).await;
        let mut seller = TestSocket::open(desk, &marina).await;
        let name = event(&admin, "quickMessage");
        let own = json!({ "shortcode": "minha", "message": "só para mim" });
        let own = admin.post("/quick-messages", &own).await.ok();
        boss.event_where(&name, |it| it["record"]["id"] == own["id"])
            .await;
        let path = format!("/quick-messages/{}", own["id"]);
        admin.put(&path, &json!({ "geral": true })).await.ok();
        let heard = seller.event(&name).await;
        assert_eq!(
            (&heard["action"], &heard["record"]["id"]),
            (&json!("update"), &own["id"])
        );
        admin.put(&path, &json!({ "geral": false })).await.ok();
        let heard = seller.event(&name).await;
        assert_eq!(
            (&heard["action"], &heard["id"]),
            (&json!("delete"), &own["id"])
        );
        settle(&admin, [&mut seller]).await;
        assert!(seller.seen.iter().all(|(seen, _)| *seen != name));
        boss.event_where(&name, |it| {
            it["record"]["geral"] == false && it["action"] == "update"
        })
        .await;
    })
    .await;
}
