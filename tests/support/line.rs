//! A number of `WhatsApp`'s official API as an admin enters it.

use serde_json::{Value, json};

use super::{Session, until};

/// A number and what belongs to it.
#[derive(Debug, Clone)]
pub struct Line {
    pub connection: i64,
    pub number_id: String,
    pub access_token: String,
    pub app_secret: String,
    pub verify_token: String,
}

impl Line {
    /// A number that no desk knows yet.
    pub fn unknown() -> Self {
        let id = unique();
        Self {
            connection: 0,
            number_id: format!("10{}", uuid::Uuid::new_v4().as_u128() % 10_000_000_000_000),
            access_token: format!("EAAG{id}"),
            app_secret: format!("app-{id}"),
            verify_token: format!("verify-{id}"),
        }
    }

    /// What an admin enters.
    pub fn form(&self) -> Value {
        json!({
            "name": format!("Oficial {}", self.number_id), "provider": "cloud", "queueIds": [],
            "phoneNumberId": self.number_id, "wabaId": "102290129340398", "accessToken": self.access_token,
            "appSecret": self.app_secret, "verifyToken": self.verify_token,
        })
    }

    /// An admin enters it; it is connected then.
    pub async fn enter(mut self, admin: &Session) -> Self {
        let made = admin.post("/whatsapp", &self.form()).await.ok();
        self.connection = made["id"].as_i64().expect("an id");
        until_connection(admin, &self, "CONNECTED").await;
        self
    }
}

/// Waits for a status of a connection and answers the connection.
pub async fn until_connection(admin: &Session, line: &Line, status: &str) -> Value {
    let path = format!("/whatsapp/{}", line.connection);
    until(&format!("the connection is {status}"), async || {
        admin.get(&path).await.ok()["status"] == status
    })
    .await;
    admin.get(&path).await.ok()
}

/// Something that no other test has.
pub fn unique() -> String {
    uuid::Uuid::new_v4().simple().to_string()
}
