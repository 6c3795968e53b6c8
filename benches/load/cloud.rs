//! A number of the Cloud API, to which its provider tells what happens in signed calls.

use std::io::{Error, Result};

use hmac::{Hmac, Mac as _};
use serde_json::{Value, json};
use sha2::Sha256;

use crate::server::Server;

const NAME: &str = "Oficial";
const NUMBER: &str = "106540352242922";
const SECRET: &str = "segredo-da-medida";

/// The number in the company of who signed in, made where there is none yet.
pub async fn connection(server: &Server, token: &str) -> Result<i64> {
    let known = "/api/whatsapp?session=0";
    let known = server.ask(Some(token), "GET", known, &Value::Null).await?;
    let mut known = known.as_array().into_iter().flatten();
    if let Some(id) = known.find(|one| one["name"] == NAME).and_then(id_of) {
        return Ok(id);
    }
    let form = json!({
        "name": NAME, "provider": "cloud", "phoneNumberId": NUMBER, "wabaId": "1",
        "accessToken": "ficha-da-medida", "appSecret": SECRET, "verifyToken": "palavra-da-medida"
    });
    let made = server
        .ask(Some(token), "POST", "/api/whatsapp", &form)
        .await?;
    id_of(&made).ok_or_else(|| Error::other(format!("no number of the Cloud API: {made}")))
}

fn id_of(connection: &Value) -> Option<i64> {
    connection.get("id").and_then(Value::as_i64)
}

/// Where its provider calls.
pub fn path(connection: i64) -> String {
    format!("/api/webhooks/whatsapp/{connection}")
}

/// A call that tells one thing of a kind (`messages`, `statuses`): its signature, a line of the head, and its body.
pub fn call(kind: &str, what: &Value) -> (String, String) {
    let value = json!({
        "messaging_product": "whatsapp",
        "metadata": { "display_phone_number": "5511900000000", "phone_number_id": NUMBER },
        (kind): [what]
    });
    let change = json!({ "field": "messages", "value": value });
    let entry = json!({ "id": "1", "changes": [change] });
    let body = json!({ "object": "whatsapp_business_account", "entry": [entry] }).to_string();
    (signature(&body), body)
}

#[expect(clippy::expect_used, reason = "a key may have any length")]
fn signature(body: &str) -> String {
    let mac = Hmac::<Sha256>::new_from_slice(SECRET.as_bytes()).expect("a key of any length");
    let signed = hex::encode(mac.chain_update(body).finalize().into_bytes());
    format!("X-Hub-Signature-256: sha256={signed}\r\n")
}
