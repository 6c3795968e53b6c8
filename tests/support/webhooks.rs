//! Webhooks as most tests need them: one that is switched off, and one thing that it was told, which it did not take.

use serde_json::{Value, json};

use super::{Session, new_number, until};

/// An address that is taken and never called: its name leads into the server's own network.
pub fn hook() -> Value {
    json!({
        "name": format!("Sistema {}", new_number()),
        "url": "https://localhost/entrada",
        "events": ["message.received", "ticket.closed"],
        "active": false,
    })
}

/// The number of a company's webhook and of what it was told; the others are deleted, since a company has only so many.
pub async fn webhook_and_delivery(admin: &Session) -> (Value, Value) {
    let all = admin.get("/webhooks").await.ok();
    let mut all = all.as_array().expect("a list").clone();
    let kept = all.pop();
    for one in all {
        admin.delete(&format!("/webhooks/{}", one["id"])).await.ok();
    }
    let hook = match kept {
        Some(kept) => kept,
        None => admin.post("/webhooks", &hook()).await.ok(),
    };
    let path = format!("/webhooks/{}", hook["id"]);
    let log = format!("{path}/deliveries");
    let told = admin.get(&log).await.ok();
    if told["count"] == 0 {
        admin.post(&format!("{path}/test"), &json!({})).await.ok();
    }
    // nothing changes by itself any more
    let rests = async || admin.get(&format!("{log}?state=waiting")).await.ok()["count"] == 0;
    until("what is told has ended", rests).await;
    let told = admin.get(&log).await.ok();
    (hook["id"].clone(), told["deliveries"][0]["id"].clone())
}
