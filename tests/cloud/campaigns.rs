//! Campaigns by numbers of the official API: templates for those who have not written for a day, texts for the others, and nobody
//! who has to be looked up before.

use guiche_storage::model::{Clock as _, SystemClock};
use serde_json::{Value, json};

use super::{
    support::{Session, until},
    templates::{Owner, owner},
    world::{self, World, new_number, unique},
};

/// Runs a test body on the shared desks, whose campaigns do not pause between two people.
async fn on_both(body: impl AsyncFn(&World<'_>)) {
    world::on_both(async |world| {
        hurry(&world.admin).await;
        body(world).await;
    })
    .await;
}

fn template(name: &str, status: &str) -> Value {
    json!({ "id": unique(), "name": name, "status": status, "category": "MARKETING", "language": "pt_BR",
        "rejected_reason": "NONE", "components": [{ "type": "BODY", "text": "Olá {{1}}, use {{2}}." }] })
}

/// A list with people of whom nobody knows whether they have `WhatsApp`, behind the desk's back.
pub(super) fn list_of(world: &World<'_>, numbers: &[&str]) -> i64 {
    let (desk, company) = (world.desk, world.admin.company());
    let name = format!("Oficial {}", unique());
    let at = SystemClock.now().to_rfc3339();
    desk.execute(&format!(
        "INSERT INTO contact_lists (company_id, name, search, created_at, updated_at)
         VALUES ({company}, '{name}', '{name}', '{at}', '{at}')"
    ));
    let list = desk.number(&format!(
        "SELECT id FROM contact_lists WHERE name = '{name}'"
    ));
    for (place, number) in numbers.iter().enumerate() {
        let key = guiche_storage::contacts::one_form(number);
        desk.execute(&format!(
            "INSERT INTO contact_list_items (company_id, contact_list_id, name, number, number_key, email, search,
               is_whatsapp_valid, checked_at, created_at, updated_at)
             VALUES ({company}, {list}, 'Pessoa {place}', '{number}', '{key}', '', '{number}', NULL, '{at}', '{at}', '{at}')"
        ));
    }
    list
}

/// The template of a text by the owner's number.
fn choice(owner: &Owner<'_>, text: &str, template: &Value) -> Value {
    json!({ "text": text, "whatsappId": owner.world.line.connection, "templateId": template["id"],
        "values": { "header": [], "body": ["{nome}", "NATAL10"], "buttons": [], "place": null } })
}

fn wish(owner: &Owner<'_>, list: i64, templates: &[Value]) -> Value {
    json!({ "name": format!("Oficial {}", unique()), "message1": "Oi {nome}!", "whatsappId": owner.world.line.connection,
        "contactListId": list, "templates": templates })
}

fn path(campaign: &Value, rest: &str) -> String {
    format!("/campaigns/{}{rest}", campaign["id"])
}

async fn hurry(admin: &Session) {
    let wish = json!({ "settings": { "messageInterval": 0, "longerIntervalAfter": 0, "greaterInterval": 0 } });
    admin.post("/campaign-settings", &wish).await.ok();
}

async fn recipient(admin: &Session, campaign: &Value, number: &str) -> Value {
    let found = format!("/recipients?searchParam={number}");
    admin.get(&path(campaign, &found)).await.ok()["records"][0].clone()
}

fn by_name<'t>(all: &'t Value, name: &str) -> &'t Value {
    let mut all = all.as_array().expect("a list").iter();
    all.find(|it| it["name"] == name).expect("the template")
}

#[tokio::test]
async fn who_is_silent_gets_the_template_and_who_has_written_the_text() {
    on_both(async |shared| {
        let owner = owner(shared, &[template("convite", "APPROVED")]).await;
        let all = owner.refresh().await;
        let (world, silent, talk) = (&owner.world, new_number(), owner.talk(0).await);
        let list = list_of(world, &[&silent, &talk.number]);
        let wish = wish(
            &owner,
            list,
            &[choice(&owner, "message1", by_name(&all, "convite"))],
        );
        let made = world.admin.post("/campaigns", &wish).await.ok();
        assert_eq!(made["templates"], wish["templates"]);
        assert_eq!(made["counts"]["valid"], 2, "nobody has to be looked up");
        let ahead = json!({ "whatsappIds": [world.line.connection], "contactListId": list });
        let ahead = world.admin.post("/campaigns/forecast", &ahead).await.ok();
        assert_eq!(ahead["people"], 2);
        world
            .admin
            .post(&path(&made, "/start"), &json!({}))
            .await
            .ok();
        until("it has ended", async || {
            world.admin.get(&path(&made, "")).await.ok()["status"] == "FINALIZADA"
        })
        .await;
        let calls = world.graph.tries(&silent);
        assert_eq!(calls.len(), 1);
        let said = calls[0].json();
        assert_eq!(
            (&said["type"], &said["template"]["name"]),
            (&json!("template"), &json!("convite"))
        );
        assert_eq!(
            said["template"]["components"][0]["parameters"],
            json!([{ "type": "text", "text": "Pessoa 0" }, { "type": "text", "text": "NATAL10" }])
        );
        let calls = world.graph.tries(&talk.number);
        assert_eq!(calls.len(), 1);
        let said = calls[0].json();
        assert_eq!(
            (&said["type"], &said["text"]["body"]),
            (&json!("text"), &json!("Oi Pessoa 1!"))
        );
        let one = recipient(&world.admin, &made, &silent).await;
        assert_eq!(
            (&one["state"], &one["variant"]),
            (&json!("sent"), &json!(1))
        );
        let ticket = json!({ "id": one["ticketId"] });
        let history = world
            .admin
            .get(&format!("/messages/{}", ticket["id"]))
            .await
            .ok();
        assert_eq!(history["messages"][0]["body"], "Olá Pessoa 0, use NATAL10.");
    })
    .await;
}

#[tokio::test]
async fn a_template_that_cannot_be_sent_is_refused_when_it_is_chosen_and_when_the_campaign_begins()
{
    on_both(async |shared| {
        let told = [template("convite", "APPROVED"), template("pausado", "PAUSED")];
        let owner = owner(shared, &told).await;
        let all = owner.refresh().await;
        let world = &owner.world;
        let list = list_of(world, &[&new_number()]);
        let good = choice(&owner, "message1", by_name(&all, "convite"));
        let mut short = good.clone();
        short["values"]["body"] = json!(["{nome}"]);
        let paused = choice(&owner, "message1", by_name(&all, "pausado"));
        let mut elsewhere = good.clone();
        elsewhere["whatsappId"] = json!(shared.line.connection);
        let matriz = world.admin.get("/whatsapp").await.ok();
        let matriz = by_name(&matriz, "Matriz")["id"].clone();
        let mut simulated = good.clone();
        simulated["whatsappId"] = matriz.clone();
        let numbers = json!([world.line.connection, shared.line.connection, matriz]);
        for (templates, refusal) in [
            (json!([paused]), (400, "ERR_TEMPLATE_NOT_APPROVED")),
            (json!([short]), (400, "ERR_TEMPLATE_VARIABLES")),
            (json!([elsewhere]), (404, "ERR_NO_TEMPLATE_FOUND")),
            (json!([simulated]), (400, "ERR_TEMPLATES_UNSUPPORTED")),
            (json!([good, good]), (400, "ERR_VALIDATION")),
        ] {
            let mut wish = wish(&owner, list, &[]);
            wish["templates"] = templates;
            wish["whatsappIds"] = numbers.clone();
            let refused = world.admin.post("/campaigns", &wish).await;
            assert_eq!(refused.refusal(), refusal, "{wish}");
        }
        let mut foreign = wish(&owner, list, std::slice::from_ref(&good));
        foreign["whatsappId"] = json!(shared.line.connection);
        let refused = world.admin.post("/campaigns", &foreign).await;
        assert_eq!(refused.refusal(), (400, "ERR_VALIDATION"), "it is no number of the campaign");

        let made = wish(&owner, list, std::slice::from_ref(&good));
        let made = world.admin.post("/campaigns", &made).await.ok();
        owner
            .told(json!({ "event": "PAUSED", "message_template_id": 1, "message_template_name": "convite",
                "message_template_language": "pt_BR", "reason": "LOW_QUALITY" }))
            .await;
        let refused = world.admin.post(&path(&made, "/start"), &json!({})).await;
        assert_eq!(refused.refusal(), (400, "ERR_TEMPLATE_NOT_APPROVED"));
        // words of it may still be changed, and without the number its templates go
        let named = json!({ "name": "Outro nome" });
        assert_eq!(world.admin.put(&path(&made, ""), &named).await.ok()["templates"][0], good);
        let other = json!({ "whatsappIds": [shared.line.connection] });
        assert_eq!(world.admin.put(&path(&made, ""), &other).await.ok()["templates"], json!([]));
    })
    .await;
}

#[tokio::test]
async fn a_template_that_loses_its_approval_stops_the_campaign() {
    on_both(async |shared| {
        let owner = owner(shared, &[template("convite", "APPROVED")]).await;
        let all = owner.refresh().await;
        let (world, first, second) = (&owner.world, new_number(), new_number());
        let list = list_of(world, &[&first, &second]);
        let mut wish = wish(&owner, list, &[choice(&owner, "message1", by_name(&all, "convite"))]);
        // one today
        wish["dailyCap"] = json!(1);
        let made = world.admin.post("/campaigns", &wish).await.ok();
        world.admin.post(&path(&made, "/start"), &json!({})).await.ok();
        until("the first is written to", async || !world.graph.tries(&first).is_empty()).await;
        owner
            .told(json!({ "event": "DISABLED", "message_template_id": 1, "message_template_name": "convite",
                "message_template_language": "pt_BR", "reason": "LOW_QUALITY" }))
            .await;
        let line = world.line.connection;
        let past = "'2026-01-01T00:00:00+00:00'";
        world.desk.execute(&format!("UPDATE campaign_lanes SET next_at = {past} WHERE connection_id = {line}"));
        world.desk.execute(&format!("UPDATE campaigns SET next_at = {past}, daily_cap = NULL WHERE id = {}", made["id"]));
        until("it has stopped by itself", async || {
            world.admin.get(&path(&made, "")).await.ok()["pausedReason"] == "failures"
        })
        .await;
        let one = recipient(&world.admin, &made, &second).await;
        assert_eq!((&one["state"], &one["reason"]), (&json!("failed"), &json!("ERR_TEMPLATE_NOT_APPROVED")));
        assert!(world.graph.tries(&second).is_empty());
        world.admin.post(&path(&made, "/cancel"), &json!({})).await.ok();
    })
    .await;
}

#[tokio::test]
async fn the_question_is_a_template_and_the_text_follows_the_yes() {
    on_both(async |shared| {
        let owner = owner(shared, &[template("posso", "APPROVED")]).await;
        let all = owner.refresh().await;
        let (world, silent) = (&owner.world, new_number());
        let list = list_of(world, &[&silent]);
        let mut wish = wish(
            &owner,
            list,
            &[choice(
                &owner,
                "confirmationMessage1",
                by_name(&all, "posso"),
            )],
        );
        wish["confirmation"] = json!(true);
        let made = world.admin.post("/campaigns", &wish).await.ok();
        world
            .admin
            .post(&path(&made, "/start"), &json!({}))
            .await
            .ok();
        until("he is asked", async || {
            recipient(&world.admin, &made, &silent).await["state"] == "confirmRequested"
                && !world.graph.tries(&silent).is_empty()
        })
        .await;
        assert_eq!(world.graph.tries(&silent)[0].json()["type"], "template");
        world.says(&silent, "Sim").await;
        until("the text follows", async || {
            world.graph.tries(&silent).len() == 2
        })
        .await;
        let said = world.graph.tries(&silent)[1].json();
        assert_eq!(
            (&said["type"], &said["text"]["body"]),
            (&json!("text"), &json!("Oi Pessoa 0!"))
        );
    })
    .await;
}
