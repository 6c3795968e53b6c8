//! Changing a text that was sent: what the desk shows is what the customer has.

use serde_json::{Value, json};

use super::{
    ADMIN, MARINA, connection, messages, open_ticket,
    support::{Session, TestDesk, on_both, until},
};

/// A message of the attendant that the provider has taken.
async fn accepted(session: &Session, ticket: &Value, body: &str) -> Value {
    let path = format!("/messages/{}", ticket["id"]);
    let sent = session.post(&path, &json!({ "body": body })).await.ok()["message"].clone();
    until("it was accepted", async || {
        stored(session, ticket, &sent).await["sendState"] == "accepted"
    })
    .await;
    sent
}

async fn stored(session: &Session, ticket: &Value, message: &Value) -> Value {
    let all = messages(session, ticket).await;
    let found = all.into_iter().find(|one| one["id"] == message["id"]);
    found.expect("the message")
}

async fn edit(session: &Session, message: &Value, body: &str) -> super::support::Answer {
    let path = format!("/messages/{}", message["id"]);
    session.put(&path, &json!({ "body": body })).await
}

async fn phone(desk: &TestDesk, line: i64, number: &str) -> Vec<Value> {
    let path = format!(
        "{}/simulator/{line}/phones/{number}/messages",
        desk.operator
    );
    let shown: Value = reqwest::get(&path).await.unwrap().json().await.unwrap();
    shown.as_array().expect("messages").clone()
}

#[tokio::test]
async fn a_changed_text_is_changed_on_the_phone_and_marked_as_edited() {
    // spec: S034 S046
    on_both(async |desk| {
        let marina = desk.session(MARINA).await;
        let (ticket, number) = open_ticket(desk, &marina).await;
        let line = connection(&marina, "Matriz").await;
        let sent = accepted(&marina, &ticket, "Chega amanha").await;

        let answer = edit(&marina, &sent, "Chega amanhã, {{firstName}}")
            .await
            .ok();
        assert_eq!(answer["message"]["id"], sent["id"]);
        until("the desk shows the new text", async || {
            stored(&marina, &ticket, &sent).await["isEdited"] == true
        })
        .await;
        let shown = stored(&marina, &ticket, &sent).await;
        assert_eq!(shown["body"], "Chega amanhã, Beatriz");
        assert_eq!(desk.reached(line, &number).await, ["Chega amanhã, Beatriz"]);
        let on_phone = phone(desk, line, &number).await;
        assert_eq!(on_phone.last().unwrap()["edited"], true);
        let listed = marina.get(&format!("/tickets/{}", ticket["id"])).await.ok();
        assert_eq!(listed["lastMessage"], "Chega amanhã, Beatriz");
    })
    .await;
}

#[tokio::test]
async fn changes_of_one_text_are_made_in_their_order() {
    on_both(async |desk| {
        let marina = desk.session(MARINA).await;
        let (ticket, number) = open_ticket(desk, &marina).await;
        let line = connection(&marina, "Matriz").await;
        let sent = accepted(&marina, &ticket, "Um").await;
        for body in ["Dois", "Três", "Quatro"] {
            edit(&marina, &sent, body).await.ok();
        }
        until("the last one is there", async || {
            stored(&marina, &ticket, &sent).await["body"] == "Quatro"
        })
        .await;
        assert_eq!(desk.reached(line, &number).await, ["Quatro"]);
        let path = format!("/messages/{}/versions", sent["id"]);
        let versions = marina.get(&path).await.ok();
        let texts: Vec<_> = versions
            .as_array()
            .expect("versions")
            .iter()
            .map(|version| version["body"].clone())
            .collect();
        assert_eq!(texts, ["Três", "Dois", "Um"]);
    })
    .await;
}

#[tokio::test]
async fn only_its_author_changes_a_text_and_only_for_fifteen_minutes() {
    // spec: S121
    on_both(async |desk| {
        let (admin, marina) = (desk.session(ADMIN).await, desk.session(MARINA).await);
        let (ticket, number) = open_ticket(desk, &marina).await;
        let line = connection(&marina, "Matriz").await;
        let sent = accepted(&marina, &ticket, "Combinado").await;
        let others = edit(&admin, &sent, "Cancelado").await;
        assert_eq!(others.refusal(), (403, "ERR_NO_PERMISSION"));
        let customers = messages(&marina, &ticket).await[0].clone();
        let foreign_words = edit(&marina, &customers, "Cancelado").await;
        assert_eq!(foreign_words.refusal(), (403, "ERR_NO_PERMISSION"));
        let blank = edit(&marina, &sent, " \n ").await;
        assert_eq!(blank.refusal(), (400, "ERR_VALIDATION"));
        let whisper = edit(&marina, &sent, "Sussurro(Marina) chato").await;
        assert_eq!(whisper.refusal(), (400, "ERR_VALIDATION"));

        let long_ago = "UPDATE messages SET created_at = '2020-01-05T10:00:00+00:00'";
        desk.execute(&format!("{long_ago} WHERE id = {}", sent["id"]));
        let late = edit(&marina, &sent, "Tarde demais").await;
        assert_eq!(late.refusal(), (400, "ERR_EDIT_TOO_LATE"));
        assert_eq!(desk.reached(line, &number).await, ["Combinado"]);
    })
    .await;
}

#[tokio::test]
async fn a_change_that_the_phone_does_not_take_leaves_the_text_and_says_so() {
    on_both(async |desk| {
        let marina = desk.session(MARINA).await;
        let (ticket, number) = open_ticket(desk, &marina).await;
        let line = connection(&marina, "Matriz").await;
        let sent = accepted(&marina, &ticket, "Valor antigo").await;
        let long_ago = "UPDATE simulator_messages SET at = '2020-01-05T10:00:00+00:00'";
        desk.execute(&format!("{long_ago} WHERE number = '{number}'"));
        edit(&marina, &sent, "Valor novo").await.ok();
        until("it says so", async || {
            stored(&marina, &ticket, &sent).await["error"] == "ERR_EDIT_NOT_TAKEN"
        })
        .await;
        let shown = stored(&marina, &ticket, &sent).await;
        assert_eq!(shown["body"], "Valor antigo");
        assert_eq!(
            (&shown["isEdited"], &shown["sendState"]),
            (&json!(false), &json!("accepted"))
        );
        assert_eq!(desk.reached(line, &number).await, ["Valor antigo"]);
    })
    .await;
}

#[tokio::test]
async fn a_whisper_is_changed_at_once_and_stays_in_the_desk() {
    // spec: S036
    on_both(async |desk| {
        let marina = desk.session(MARINA).await;
        let (ticket, number) = open_ticket(desk, &marina).await;
        let line = connection(&marina, "Matriz").await;
        let path = format!("/messages/{}", ticket["id"]);
        let body = json!({ "body": "Sussurro(Marina) cliente vip" });
        let whisper = marina.post(&path, &body).await.ok()["message"].clone();
        let answer = edit(&marina, &whisper, "Sussurro(Marina) cliente VIP")
            .await
            .ok();
        assert_eq!(answer["message"]["body"], "Sussurro(Marina) cliente VIP");
        assert_eq!(answer["message"]["isEdited"], true);
        accepted(&marina, &ticket, "Bom dia").await;
        assert_eq!(desk.reached(line, &number).await, ["Bom dia"]);
    })
    .await;
}

#[tokio::test]
async fn what_a_customer_changes_is_shown_likewise() {
    // spec: S034
    on_both(async |desk| {
        let marina = desk.session(MARINA).await;
        let (ticket, number) = open_ticket(desk, &marina).await;
        let line = connection(&marina, "Matriz").await;
        let said = desk
            .say(line, &number, "Beatriz Nogueira", "Rua Azul, 10")
            .await;
        until("it is there", async || {
            messages(&marina, &ticket).await.len() == 2
        })
        .await;
        let change =
            json!({ "from": number, "type": "edit", "targetId": said, "body": "Rua Azul, 12" });
        desk.simulator_post(line, "messages", &change).await;
        until("the new text is there", async || {
            let last = messages(&marina, &ticket).await.pop().unwrap();
            last["body"] == "Rua Azul, 12" && last["isEdited"] == true
        })
        .await;
        let listed = marina.get(&format!("/tickets/{}", ticket["id"])).await.ok();
        assert_eq!(listed["lastMessage"], "Rua Azul, 12");
    })
    .await;
}
