//! Bots of others, as most tests need them: an integration and a prompt that nobody calls.

use serde_json::{Value, json};

use super::{
    Session, Things, campaigns::things_of_campaigns, document::Thing, keys::api_key, new_number,
    webhooks::webhook_and_delivery,
};

/// What a plan may have or not: campaigns and bots of an admin, by their ids.
pub async fn things_of_plans(admin: &Session) -> Things {
    let integration = admin.post("/queueIntegration", &webhook()).await.ok();
    let queues = admin.get("/queue").await.ok();
    let mut wish = prompt(&queues[0]["id"]);
    wish["baseUrl"] = json!("https://modelo.invalid/v1");
    let prompt = admin.post("/prompt", &wish).await.ok();
    let mut things = Things::from(things_of_campaigns(admin).await);
    things.insert(Thing::Integration, integration["id"].clone());
    things.insert(Thing::Prompt, prompt["id"].clone());
    let (hook, delivery) = webhook_and_delivery(admin).await;
    things.insert(Thing::Webhook, hook);
    things.insert(Thing::Delivery, delivery);
    things.insert(Thing::ApiKey, api_key(admin).await);
    things.insert(Thing::Article, article(admin).await);
    things
}

/// An article. Older ones make room long before the company has as many as it may, since other tests add some too.
async fn article(admin: &Session) -> Value {
    let known = admin.get("/knowledge").await.ok();
    let known = known.as_array().expect("a list").iter();
    let mut ids: Vec<i64> = known.filter_map(|it| it["id"].as_i64()).collect();
    if ids.len() > 150 {
        ids.sort_unstable();
        // the newest may be another test's
        for old in ids.iter().take(100) {
            admin.delete(&format!("/knowledge/{old}")).await;
        }
    }
    let wish = json!({ "title": format!("Trocas {}", new_number()), "text": "Em até 30 dias." });
    admin.post("/knowledge", &wish).await.ok()["id"].clone()
}

/// A webhook that leads nowhere.
pub fn webhook() -> Value {
    json!({
        "type": "webhook",
        "name": format!("Fluxo {}", new_number()),
        "urlN8N": "https://fluxo.invalid/entrada",
    })
}

/// A prompt that hands over to a queue.
pub fn prompt(queue: &Value) -> Value {
    json!({
        "name": format!("Prompt {}", new_number()),
        "prompt": "Você atende a loja.",
        "apiKey": "sk-teste",
        "queueId": queue,
    })
}
