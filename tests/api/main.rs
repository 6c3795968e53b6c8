//! The REST API from outside: the real binary, both databases, a simulated phone as the truth.
#![cfg(test)]

#[path = "../support/mod.rs"]
mod support;

mod bad_input;
mod conversations;
mod files;
mod restarts;
mod tenants;
mod tickets;

use serde_json::{Value, json};
use support::{Session, TestDesk, until};

/// The demo's two companies and their people.
const ADMIN: &str = "admin@aurora.example";
const MARINA: &str = "marina@aurora.example";
const RAFAEL: &str = "rafael@aurora.example";
const VIDA: &str = "admin@vida.example";

/// A connection of the signed-in company by name.
async fn connection(session: &Session, name: &str) -> i64 {
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
fn new_number() -> String {
    let random = uuid::Uuid::new_v4().as_u128() % 100_000_000;
    format!("55119{random:08}")
}

/// Waits for the ticket of a customer and answers it.
async fn ticket_of(session: &Session, number: &str, status: &str) -> Value {
    let path = format!("/tickets?status={status}&showAll=true&searchParam={number}");
    until(&format!("{number} has a {status} ticket"), async || {
        session.get(&path).await.ok()["count"] == 1
    })
    .await;
    session.get(&path).await.ok()["tickets"][0].clone()
}

/// A customer writes and Marina has his ticket open. Answers ticket and number.
async fn open_ticket(desk: &TestDesk, session: &Session) -> (Value, String) {
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
async fn messages(session: &Session, ticket: &Value) -> Vec<Value> {
    let page = session
        .get(&format!("/messages/{}", ticket["id"]))
        .await
        .ok();
    page["messages"].as_array().expect("messages").clone()
}
