//! Templates with a place above their text: made at Meta's without one, sent with one by an attendant, a schedule and a campaign.

use guiche_storage::model::{Clock as _, SystemClock};
use serde_json::{Value, json};

use super::{
    campaigns::list_of,
    graph::Call,
    support::until,
    templates::owner,
    world::{new_number, on_both, unique},
};

fn template() -> Value {
    json!({ "id": unique(), "name": "onde_estamos", "status": "APPROVED", "category": "UTILITY", "language": "pt_BR",
        "rejected_reason": "NONE", "components": [
            { "type": "HEADER", "format": "LOCATION" },
            { "type": "BODY", "text": "Olá {{1}}, esperamos por você aqui." }] })
}

fn shop() -> Value {
    json!({ "latitude": -23.561_414, "longitude": -46.655_881, "name": "Loja Centro", "address": "Avenida Paulista, 1578" })
}

fn message(template: &Value, place: &Value) -> Value {
    json!({ "templateId": template["id"], "values": { "body": ["Ana"], "place": place }, "clientId": unique() })
}

fn assert_sent(call: &Call, name: &str) {
    let sent = call.json();
    assert_eq!(sent["type"], "template");
    let expected = json!([
        { "type": "header", "parameters": [{ "type": "location", "location": shop() }] },
        { "type": "body", "parameters": [{ "type": "text", "text": name }] },
    ]);
    assert_eq!(sent["template"]["components"], expected);
}

#[tokio::test]
async fn a_place_goes_above_a_template_and_the_conversation_shows_both() {
    on_both(async |shared| {
        let owner = owner(shared, &[template()]).await;
        let all = owner.refresh().await;
        let (world, talk) = (&owner.world, owner.talk(25).await);
        let to = format!("/messages/{}/template", talk.ticket["id"]);
        let mut nameless = shop();
        nameless["name"] = json!(" ");
        let mut elsewhere = shop();
        elsewhere["latitude"] = json!(91);
        for wrong in [Value::Null, nameless, elsewhere] {
            let refused = world.marina.post(&to, &message(&all[0], &wrong)).await;
            assert_eq!(refused.refusal(), (400, "ERR_TEMPLATE_PLACE"), "{wrong}");
        }
        let wish = message(&all[0], &shop());
        let sent = world.marina.post(&to, &wish).await.ok()["message"].clone();
        assert_eq!(
            (&sent["body"], &sent["location"], &sent["mediaType"]),
            (
                &json!("Olá Ana, esperamos por você aqui."),
                &shop(),
                &Value::Null
            )
        );
        world.until_state(&talk, &sent, "accepted").await;
        // the same again is the same message, another place under its id is none
        let again = world.marina.post(&to, &wish).await.ok()["message"].clone();
        assert_eq!(again["id"], sent["id"]);
        let mut other = wish.clone();
        other["values"]["place"]["longitude"] = json!(-46.6);
        let refused = world.marina.post(&to, &other).await;
        assert_eq!(refused.refusal(), (422, "ERR_IDEMPOTENCY_KEY"));
        let calls = world.graph.tries(&talk.number);
        assert_eq!(calls.len(), 1);
        assert_sent(&calls[0], "Ana");
    })
    .await;
}

#[tokio::test]
async fn meta_is_asked_for_a_template_with_a_place_and_needs_no_example_of_it() {
    on_both(async |shared| {
        let owner = owner(shared, &[]).await;
        let (world, path) = (&owner.world, owner.path.as_str());
        let draft = |header: Value| {
            json!({ "name": "onde_estamos", "language": "pt_BR", "category": "UTILITY", "header": header, "place": true,
                "body": "Olá {{1}}, esperamos por você aqui.", "examples": { "body": ["Ana"] } })
        };
        let refused = world.admin.post(path, &draft(json!("Pedido"))).await;
        assert_eq!(refused.refusal(), (400, "ERR_VALIDATION"));
        assert!(refused.body["details"]["header"].is_array(), "{}", refused.body);
        let made = world.admin.post(path, &draft(Value::Null)).await.ok();
        assert_eq!(made["components"][0]["format"], "LOCATION");
        let asked = world.graph.calls(|call| {
            call.method == "POST" && call.path.ends_with(&format!("/{}/message_templates", owner.account))
        });
        assert_eq!(asked.len(), 1);
        assert_eq!(asked[0].json()["components"], json!([
            { "type": "HEADER", "format": "LOCATION" },
            { "type": "BODY", "text": "Olá {{1}}, esperamos por você aqui.", "example": { "body_text": [["Ana"]] } },
        ]));
    })
    .await;
}

#[tokio::test]
async fn a_scheduled_template_and_one_of_a_campaign_take_their_place_along() {
    on_both(async |shared| {
        let owner = owner(shared, &[template()]).await;
        let all = owner.refresh().await;
        let (world, talk, silent) = (&owner.world, owner.talk(25).await, new_number());
        let send_at = SystemClock.now() + chrono::TimeDelta::days(1);
        let schedule = |place: Value| {
            json!({ "body": "mostra o modelo", "contactId": talk.ticket["contactId"], "sendAt": send_at,
                "whatsappId": world.line.connection,
                "template": { "templateId": all[0]["id"], "values": { "body": ["Ana"], "place": place } } })
        };
        let refused = world.marina.post("/schedules", &schedule(Value::Null)).await;
        assert_eq!(refused.refusal(), (400, "ERR_TEMPLATE_PLACE"));
        let made = world.marina.post("/schedules", &schedule(shop())).await.ok();
        assert_eq!(made["template"]["values"]["place"], shop());
        let now = SystemClock.now().to_rfc3339();
        world.desk.execute(&format!("UPDATE schedules SET send_at = '{now}' WHERE id = {}", made["id"]));
        until("the schedule has left", async || !world.graph.tries(&talk.number).is_empty()).await;
        assert_sent(&world.graph.tries(&talk.number)[0], "Ana");

        let line = world.line.connection;
        let list = list_of(world, &[&silent]);
        let campaign = |place: Value| {
            json!({ "name": format!("Oficial {}", unique()), "message1": "Oi!", "whatsappId": line, "contactListId": list,
                "templates": [{ "text": "message1", "whatsappId": line, "templateId": all[0]["id"],
                    "values": { "body": ["{nome}"], "place": place } }] })
        };
        let refused = world.admin.post("/campaigns", &campaign(Value::Null)).await;
        assert_eq!(refused.refusal(), (400, "ERR_TEMPLATE_PLACE"));
        let made = world.admin.post("/campaigns", &campaign(shop())).await.ok();
        assert_eq!(made["templates"][0]["values"]["place"], shop());
        world.admin.post(&format!("/campaigns/{}/start", made["id"]), &json!({})).await.ok();
        until("the campaign's has left", async || !world.graph.tries(&silent).is_empty()).await;
        assert_sent(&world.graph.tries(&silent)[0], "Pessoa 0");
    })
    .await;
}
