//! A bare socketioxide server: one room, an event of about 1 kB. `peer-socketioxide PORT`; GET /emit emits one.

use std::time::{SystemTime, UNIX_EPOCH};

use axum::{Router, routing::get};
use serde_json::{Value, json};
use socketioxide::{SocketIo, extract::SocketRef};

#[tokio::main]
async fn main() -> Result<(), Box<dyn std::error::Error>> {
    let port = std::env::args().nth(1).ok_or("usage: peer-socketioxide PORT")?;
    let (layer, io) = SocketIo::new_layer();
    io.ns("/", async |socket: SocketRef| socket.join("room"));
    let emit = async move || {
        let _ = io.to("room").emit("company-1-appMessage", &payload()).await;
        "ok"
    };
    let app = Router::new().route("/emit", get(emit)).layer(layer);
    let listener = tokio::net::TcpListener::bind(format!("127.0.0.1:{port}")).await?;
    axum::serve(listener, app).await?;
    Ok(())
}

fn payload() -> Value {
    let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default().as_micros();
    let contact = json!({ "id": 1, "name": "Ana Silva", "number": "5511900000001" });
    json!({
        "action": "create",
        "message": {
            "id": "3EB072711C78E3FA1669C3", "ticketId": 4242, "fromMe": false, "ack": 3, "read": true,
            "mediaType": "conversation", "mediaUrl": null, "body": format!("ts={now} {}", "x".repeat(420)),
            "createdAt": "2026-01-01T00:00:00.000Z", "updatedAt": "2026-01-01T00:00:00.000Z", "quotedMsg": null,
            "contact": contact,
        },
        "ticket": {
            "id": 4242, "status": "open", "unreadMessages": 1, "lastMessage": "x".repeat(80), "queueId": 3,
            "userId": 7, "companyId": 1, "whatsappId": 1, "uuid": "0b8f9f0e-3a0e-4b5e-9d7e-2f5a6b7c8d9e",
        },
        "contact": contact,
    })
}
