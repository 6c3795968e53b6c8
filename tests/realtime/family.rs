//! The names that other front ends of the family listen for, told besides our own.

use serde_json::{Value, json};

use super::{
    event, settle,
    support::{ADMIN, MARINA, RAFAEL, SUPER, TestSocket, VIDA, on_both},
};

#[tokio::test]
async fn a_chat_has_a_name_for_each_member_and_one_of_its_own_and_outsiders_hear_neither() {
    // spec: S113
    on_both(async |desk| {
        let (admin, marina) = (desk.session(ADMIN).await, desk.session(MARINA).await);
        let rafael = desk.session(RAFAEL).await;
        let mut boss = TestSocket::open(desk, &admin).await;
        let mut seller = TestSocket::open(desk, &marina).await;
        let mut carrier = TestSocket::open(desk, &rafael).await;
        let wish = json!({ "title": "Inventário", "users": [{ "id": marina.id() }] });
        let chat = admin.post("/chats", &wish).await.ok();
        let own = event(&admin, &format!("chat-{}", chat["id"]));
        let path = format!("/chats/{}", chat["id"]);
        let renamed = json!({ "title": "Inventário de maio" });
        let renamed = admin.put(&path, &renamed).await.ok();
        for (socket, session) in [(&mut boss, &admin), (&mut seller, &marina)] {
            let list = event(session, &format!("chat-user-{}", session.id()));
            for (action, record) in [("create", &chat), ("update", &renamed)] {
                let heard = socket.event(&list).await;
                assert_eq!(heard, json!({ "action": action, "record": record }));
            }
            let inside = json!({ "action": "update", "chat": renamed });
            assert_eq!(socket.event(&own).await, inside);
        }
        let said = json!({ "message": "Começa às dez" });
        marina.post(&format!("{path}/messages"), &said).await.ok();
        let heard = boss.event(&own).await;
        assert_eq!(
            (&heard["action"], &heard["newMessage"]["message"]),
            (&json!("new-message"), &said["message"])
        );
        assert_eq!(heard["chat"]["id"], chat["id"]);
        admin
            .post(&format!("{path}/read"), &json!({ "userId": admin.id() }))
            .await
            .ok();
        let is_read = |it: &Value| it["action"] == "update";
        seller.event_where(&own, is_read).await;
        admin.delete(&path).await.ok();
        let gone = seller
            .event_where(&own, |it| it["action"] == "delete")
            .await;
        assert_eq!(gone, json!({ "action": "delete", "id": chat["id"] }));
        settle(&admin, [&mut seller, &mut carrier]).await;
        let foreign = event(&admin, &format!("chat-user-{}", admin.id()));
        assert!(seller.seen.iter().all(|(name, _)| *name != foreign));
        let chats = event(&admin, "chat");
        assert!(
            carrier
                .seen
                .iter()
                .all(|(name, _)| !name.starts_with(&chats))
        );
    })
    .await;
}

#[tokio::test]
async fn an_announcement_is_told_to_each_company_by_a_name_without_its_number() {
    // spec: S113
    on_both(async |desk| {
        let (root, admin) = (desk.session(SUPER).await, desk.session(ADMIN).await);
        let vida = desk.session(VIDA).await;
        let mut ours = TestSocket::open(desk, &admin).await;
        let mut theirs = TestSocket::open(desk, &vida).await;
        let wish = json!({ "title": "Parada à noite", "text": "Das 22h às 23h." });
        let made = root.post("/announcements", &wish).await.ok();
        let is_it = |it: &Value| it["record"]["id"] == made["id"] || it["id"] == made["id"];
        for socket in [&mut ours, &mut theirs] {
            let heard = socket.event_where("company-announcement", is_it).await;
            assert_eq!(
                (&heard["action"], &heard["record"]["title"]),
                (&json!("create"), &wish["title"])
            );
        }
        let path = format!("/announcements/{}", made["id"]);
        let later = json!({ "title": "Parada às 23h" });
        let changed = root.put(&path, &later).await.ok();
        let is_changed = |it: &Value| is_it(it) && it["action"] == "update";
        for socket in [&mut ours, &mut theirs] {
            let name = "company-announcement";
            let heard = socket.event_where(name, is_changed).await;
            assert_eq!(heard, json!({ "action": "update", "record": changed }));
        }
        root.delete(&path).await.ok();
        let is_gone = |it: &Value| is_it(it) && it["action"] == "delete";
        let gone = ours.event_where("company-announcement", is_gone).await;
        assert_eq!(gone, json!({ "action": "delete", "id": made["id"] }));
        // by our own name it has a number, so that nobody misses it
        let own = ours
            .event_where(&event(&admin, "announcement"), is_gone)
            .await;
        assert!(own["seq"].is_i64());
    })
    .await;
}
