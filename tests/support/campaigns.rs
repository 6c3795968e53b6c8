//! Campaigns, as most tests need them: one that nobody has begun, and a number to leave alone.

use serde_json::{Value, json};

use super::{Session, new_number};

/// The campaign that the matrices change and delete. It lacks everything: nothing begins by itself.
const NAME: &str = "Campanha de Ensaio";

/// A campaign of an admin, by its id; made again when it was deleted or has changed.
pub async fn campaign(admin: &Session) -> Value {
    let found = admin.get("/campaigns?searchParam=ensaio").await.ok();
    let mut known = found["records"].as_array().expect("a list").iter();
    if let Some(idle) = known.find(|one| one["status"] == "INATIVA") {
        return idle["id"].clone();
    }
    let made = admin.post("/campaigns", &json!({ "name": NAME })).await;
    made.ok()["id"].clone()
}

/// A number to leave alone, by its id.
pub async fn left_alone(admin: &Session) -> Value {
    let wish = json!({ "number": new_number() });
    admin.post("/do-not-contact", &wish).await.ok()["id"].clone()
}
