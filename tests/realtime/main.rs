//! Events from outside: browsers on real sockets, one server and two.
#![cfg(test)]

#[path = "../support/mod.rs"]
mod support;

mod acks;
mod audience;
mod family;
mod handshake;
mod labels;
mod lookers;
mod moves;
mod nodes;
mod page;
mod presence;
mod resume;
mod rights;
mod sign_in;
mod truth;
mod typing;

use serde_json::{Value, json};
use support::{Session, TestDesk, TestSocket, new_number, until};

/// The name of a company's event.
fn event(session: &Session, entity: &str) -> String {
    format!("company-{}-{entity}", session.company())
}

/// Makes a contact, which everybody of the company hears of, and waits until each socket did: what was told before is
/// then in `seen`, because a company's events come in order.
async fn settle<const N: usize>(session: &Session, sockets: [&mut TestSocket; N]) {
    let contact = json!({ "name": "Marco", "number": new_number() });
    let contact = session.post("/contacts", &contact).await.ok();
    let name = event(session, "contact");
    for socket in sockets {
        socket
            .event_where(&name, |payload| payload["contact"]["id"] == contact["id"])
            .await;
    }
}

/// A queue of the company by name.
async fn queue(session: &Session, name: &str) -> Value {
    let queues = session.get("/queue").await.ok();
    let found = queues.as_array().expect("a list").iter();
    let found = found.clone().find(|queue| queue["name"] == name);
    found.unwrap_or_else(|| panic!("no queue {name}"))["id"].clone()
}

/// A number whose customers all land in one queue; made by the admin when it is asked for first.
async fn connection_of_queue(desk: &TestDesk, admin: &Session, queue_name: &str) -> i64 {
    static MAKING: tokio::sync::Mutex<()> = tokio::sync::Mutex::const_new(());
    let _one = MAKING.lock().await;
    let name = format!("Só {queue_name}");
    let find = async || {
        let all = admin.get("/whatsapp?session=0").await.ok();
        let mut all = all.as_array().expect("a list").clone().into_iter();
        all.find(|one| one["name"] == name.as_str())
    };
    if find().await.is_none() {
        let queue = queue(admin, queue_name).await;
        let wish = json!({ "name": name, "provider": "simulator", "queueIds": [queue] });
        let made = admin.post("/whatsapp", &wish).await.ok();
        desk.pair(made["id"].as_i64().expect("an id")).await;
    }
    until("the number is connected", async || {
        find().await.is_some_and(|one| one["status"] == "CONNECTED")
    })
    .await;
    find().await.expect("made")["id"].as_i64().expect("an id")
}
