//! What the list says of a conversation: what was said last between customer and company, and by whom.

use serde_json::{Value, json};

use super::{
    ADMIN, MARINA, connection, open_ticket,
    support::{Session, on_both, until},
};

async fn shown(session: &Session, ticket: &Value) -> Value {
    session
        .get(&format!("/tickets/{}", ticket["id"]))
        .await
        .ok()
}

/// What the list shows of the last message: its text, whether it is ours, and who wrote it.
fn preview(ticket: &Value) -> (&Value, &Value, &Value) {
    (
        &ticket["lastMessage"],
        &ticket["fromMe"],
        &ticket["lastMessageUser"],
    )
}

#[tokio::test]
async fn a_whisper_leaves_the_list_as_it_was() {
    // spec: S032 S036
    on_both(async |desk| {
        let (admin, marina) = (desk.session(ADMIN).await, desk.session(MARINA).await);
        let (ticket, number) = open_ticket(desk, &marina).await;
        let matriz = connection(&marina, "Matriz").await;
        desk.say(matriz, &number, "Beatriz Nogueira", "Cadê?").await;
        until("she has said more", async || {
            shown(&marina, &ticket).await["unreadMessages"] == 1
        })
        .await;
        let before = shown(&marina, &ticket).await;
        assert_eq!(
            preview(&before),
            (&json!("Cadê?"), &json!(false), &Value::Null)
        );
        // without the mend the whisper took the place of what the customer said, and made it read
        let path = format!("/messages/{}", ticket["id"]);
        let whisper = json!({ "body": "Sussurro(Admin) mau pagador", "isPrivate": true });
        let whispered = admin.post(&path, &whisper).await.ok()["message"].clone();
        let after = shown(&marina, &ticket).await;
        assert_eq!(after, before);

        // neither does the whisper's new text appear there, nor does the whisper hide a new text of what was said
        let answer = json!({ "body": "Chega amanha" });
        let answered = marina.post(&path, &answer).await.ok()["message"].clone();
        marina.post(&path, &whisper).await.ok();
        let edit = |message: &Value| format!("/messages/{}", message["id"]);
        let reworded = json!({ "body": "Sussurro(Admin) bom pagador" });
        admin.put(&edit(&whispered), &reworded).await.ok();
        assert_eq!(shown(&marina, &ticket).await["lastMessage"], "Chega amanha");
        until("the answer has left", async || {
            desk.reached(matriz, &number).await == ["Chega amanha"]
        })
        .await;
        until("its new text is in the list", async || {
            marina
                .put(&edit(&answered), &json!({ "body": "Chega amanhã" }))
                .await;
            shown(&marina, &ticket).await["lastMessage"] == "Chega amanhã"
        })
        .await;
    })
    .await;
}

#[tokio::test]
async fn the_list_names_author_and_time_of_the_last_message() {
    // spec: S032
    on_both(async |desk| {
        let (admin, marina) = (desk.session(ADMIN).await, desk.session(MARINA).await);
        let (ticket, number) = open_ticket(desk, &marina).await;
        let path = format!("/messages/{}", ticket["id"]);
        for author in [&marina, &admin] {
            let said = author.post(&path, &json!({ "body": "Já vejo" })).await.ok();
            let name = json!({ "id": author.id(), "name": author.user["name"] });
            let ticket = shown(&marina, &ticket).await;
            assert_eq!(preview(&ticket), (&json!("Já vejo"), &json!(true), &name));
            assert_eq!(ticket["lastMessageAt"], said["message"]["createdAt"]);
        }
        let matriz = connection(&marina, "Matriz").await;
        desk.say(matriz, &number, "Beatriz Nogueira", "Obrigada")
            .await;
        until("she has said more", async || {
            shown(&marina, &ticket).await["lastMessage"] == "Obrigada"
        })
        .await;
        let ticket = shown(&marina, &ticket).await;
        assert_eq!(ticket["lastMessageUser"], Value::Null);
    })
    .await;
}
