//! Another company's things answer exactly like things that do not exist.

use serde_json::json;

use super::{MARINA, VIDA, connection, messages, open_ticket, support::on_both};

#[tokio::test]
async fn foreign_ids_answer_like_unknown_ones() {
    // spec: S001
    on_both(async |desk| {
        let (marina, vida) = (desk.session(MARINA).await, desk.session(VIDA).await);
        let (ticket, _) = open_ticket(desk, &marina).await;
        let message = messages(&marina, &ticket).await[0].clone();
        let matriz = connection(&marina, "Matriz").await;
        let (id, uuid) = (&ticket["id"], ticket["uuid"].as_str().unwrap());
        let unknown = 999_999_999;
        for (mine, none) in [
            (format!("/tickets/{id}"), format!("/tickets/{unknown}")),
            (
                format!("/tickets/u/{uuid}"),
                format!("/tickets/u/{}", uuid::Uuid::new_v4()),
            ),
            (format!("/messages/{id}"), format!("/messages/{unknown}")),
            (
                format!("/contacts/{}", ticket["contactId"]),
                format!("/contacts/{unknown}"),
            ),
            (
                format!("/whatsapp/{matriz}"),
                format!("/whatsapp/{unknown}"),
            ),
        ] {
            let (foreign, absent) = (vida.get(&mine).await, vida.get(&none).await);
            assert_eq!(foreign.status.as_u16(), 404, "{mine}");
            assert_eq!(foreign.refusal(), absent.refusal(), "{mine}");
            assert_eq!(foreign.body["message"], absent.body["message"], "{mine}");
        }
        let text = json!({ "body": "invasor" });
        assert_eq!(
            vida.post(&format!("/messages/{id}"), &text).await.refusal(),
            (404, "ERR_NO_TICKET_FOUND")
        );
        let close = json!({ "status": "closed" });
        assert_eq!(
            vida.put(&format!("/tickets/{id}"), &close).await.refusal(),
            (404, "ERR_NO_TICKET_FOUND")
        );
        assert_eq!(
            vida.delete(&format!("/tickets/{id}")).await.refusal(),
            (404, "ERR_NO_TICKET_FOUND")
        );
        let gone = vida.delete(&format!("/messages/{}", message["id"])).await;
        assert_eq!(gone.refusal(), (404, "ERR_NO_MESSAGE_FOUND"));
        assert_eq!(messages(&marina, &ticket).await.len(), 1);
    })
    .await;
}

#[tokio::test]
async fn foreign_ids_inside_a_body_are_refused() {
    on_both(async |desk| {
        let (marina, vida) = (desk.session(MARINA).await, desk.session(VIDA).await);
        let (ticket, _) = open_ticket(desk, &marina).await;
        let wish = json!({ "contactId": ticket["contactId"], "status": "open" });
        assert_eq!(
            vida.post("/tickets", &wish).await.refusal(),
            (404, "ERR_NO_CONTACT_FOUND")
        );
        let queues = vida.get("/queue").await.ok();
        let path = format!("/tickets/{}", ticket["id"]);
        let wish = json!({ "queueId": queues[0]["id"], "userId": null, "status": "pending" });
        assert_eq!(
            marina.put(&path, &wish).await.refusal(),
            (404, "ERR_NO_QUEUE_FOUND")
        );
        let wish = json!({ "userId": vida.id(), "queueId": ticket["queueId"] });
        assert_eq!(
            marina.put(&path, &wish).await.refusal(),
            (404, "ERR_NO_USER_FOUND")
        );
        let message = messages(&marina, &ticket).await[0].clone();
        assert_eq!(message["body"], "Oi, meu pedido não chegou");
    })
    .await;
}

#[tokio::test]
async fn nobody_gets_anything_without_signing_in() {
    on_both(async |desk| {
        let stranger = desk.stranger();
        for path in [
            "/tickets",
            "/messages/1",
            "/contacts",
            "/whatsapp",
            "/queue",
            "/settings",
            "/users/list",
        ] {
            assert_eq!(
                stranger.get(path).await.refusal(),
                (401, "ERR_SESSION_EXPIRED"),
                "{path}"
            );
        }
    })
    .await;
}
