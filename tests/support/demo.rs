//! The people and numbers of the demonstration, and the first steps of most tests.

use serde_json::{Value, json};

use super::{Session, TestDesk, until};

/// The demo's two companies and their people.
pub const ADMIN: &str = "admin@aurora.example";
pub const MARINA: &str = "marina@aurora.example";
pub const RAFAEL: &str = "rafael@aurora.example";
pub const VIDA: &str = "admin@vida.example";

/// A connection of the signed-in company by name.
pub async fn connection(session: &Session, name: &str) -> i64 {
    let all = session.get("/whatsapp?session=0").await.ok();
    let found = all
        .as_array()
        .expect("a list")
        .iter()
        .find(|one| one["name"] == name);
    found.unwrap_or_else(|| panic!("no connection {name} in {all}"))["id"]
        .as_i64()
        .expect("an id")
}

/// A number that no other test uses.
pub fn new_number() -> String {
    let random = uuid::Uuid::new_v4().as_u128() % 100_000_000;
    format!("55119{random:08}")
}

/// Waits for the ticket of a customer and answers it.
pub async fn ticket_of(session: &Session, number: &str, status: &str) -> Value {
    let path = format!("/tickets?status={status}&showAll=true&searchParam={number}");
    until(&format!("{number} has a {status} ticket"), async || {
        session.get(&path).await.ok()["count"] == 1
    })
    .await;
    session.get(&path).await.ok()["tickets"][0].clone()
}

/// A customer writes and Marina has his ticket open. Answers ticket and number.
pub async fn open_ticket(desk: &TestDesk, session: &Session) -> (Value, String) {
    let number = new_number();
    let matriz = connection(session, "Matriz").await;
    desk.say(
        matriz,
        &number,
        "Beatriz Nogueira",
        "Oi, meu pedido não chegou",
    )
    .await;
    let ticket = ticket_of(session, &number, "pending").await;
    let accept = json!({ "status": "open", "userId": session.id() });
    let open = session
        .put(&format!("/tickets/{}", ticket["id"]), &accept)
        .await
        .ok();
    (open, number)
}

/// The messages of a ticket's conversation, oldest first.
pub async fn messages(session: &Session, ticket: &Value) -> Vec<Value> {
    let page = session
        .get(&format!("/messages/{}", ticket["id"]))
        .await
        .ok();
    page["messages"].as_array().expect("messages").clone()
}
