//! Keys of a company's own programs, as most tests need them.

use serde_json::{Value, json};

use super::{Session, new_number};

/// A key to make.
pub fn key() -> Value {
    json!({ "name": format!("Programa {}", new_number()), "scopes": ["contacts:read"] })
}

/// The number of a company's key; the others are taken back, since a company has only so many.
pub async fn api_key(admin: &Session) -> Value {
    let all = admin.get("/api-keys").await.ok();
    for one in all["apiKeys"].as_array().expect("a list") {
        if one["revokedAt"].is_null() {
            admin.delete(&format!("/api-keys/{}", one["id"])).await.ok();
        }
    }
    admin.post("/api-keys", &key()).await.ok()["id"].clone()
}
