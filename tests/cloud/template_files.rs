//! Templates with a file above their text: Meta is shown a sample of it, and with each message goes the template's own file or
//! another one.

use guiche_storage::model::{Clock as _, SystemClock};
use reqwest::multipart::{Form, Part};
use serde_json::{Value, json};

use super::{
    campaigns::list_of,
    graph::Call,
    support::until,
    templates::{Owner, owner},
    world::{World, new_number, on_both, unique},
};

const PNG: &[u8] = include_bytes!("../../storage/fixtures/demo/files/recibo.png");
const JPEG: &[u8] = include_bytes!("../../storage/fixtures/demo/files/mala.jpg");
const PDF: &[u8] = include_bytes!("../../storage/fixtures/demo/files/boleto.pdf");

fn template(name: &str, format: &str) -> Value {
    json!({ "id": unique(), "name": name, "status": "APPROVED", "category": "MARKETING", "language": "pt_BR",
        "rejected_reason": "NONE", "components": [
            { "type": "HEADER", "format": format, "example": { "header_handle": ["https://scontent.example/a"] } },
            { "type": "BODY", "text": "Olá {{1}}, veja acima." }] })
}

fn file(bytes: &[u8], name: &str) -> Part {
    Part::bytes(bytes.to_vec()).file_name(name.to_owned())
}

/// A form with a JSON text and perhaps a file.
fn form(name: &'static str, value: &Value, part: Option<Part>) -> Form {
    let form = Form::new().text(name, value.to_string());
    match part {
        Some(part) => form.part("file", part),
        None => form,
    }
}

fn message(template: &Value) -> Value {
    json!({ "templateId": template["id"], "values": { "body": ["Ana"] }, "clientId": unique() })
}

/// The header of what was sent, whose file was brought up with these bytes.
fn assert_header(world: &World<'_>, call: &Call, kind: &str, bytes: &[u8]) -> Value {
    let header = call.json()["template"]["components"][0].clone();
    let parameter = header["parameters"][0].clone();
    assert_eq!(
        (&header["type"], &parameter["type"]),
        (&json!("header"), &json!(kind)),
        "{header}"
    );
    let id = parameter[kind]["id"].as_str().expect("an id").to_owned();
    let uploads = world
        .graph
        .calls(|it| it.path.ends_with("/media") && it.wamid == id.replace("media-", "wamid."));
    assert_eq!(uploads.len(), 1);
    assert!(
        uploads[0]
            .body
            .windows(bytes.len())
            .any(|part| part == bytes)
    );
    parameter[kind].clone()
}

/// Meta was shown the picture as the sample of the account's template.
fn assert_sample(owner: &Owner<'_>) {
    let world = &owner.world;
    let of_line = |call: &Call| call.bearer.ends_with(&world.line.access_token);
    let begun = world
        .graph
        .calls(|it| it.path.ends_with("/uploads") && of_line(it));
    assert_eq!(begun.len(), 1);
    assert_eq!(
        begun[0].query,
        format!(
            "file_name=foto.png&file_length={}&file_type=image%2Fpng",
            PNG.len()
        )
    );
    let brought = world
        .graph
        .calls(|it| it.path.contains("/upload:") && of_line(it));
    assert_eq!(brought.len(), 1);
    assert!(brought[0].body == PNG, "the whole file");
    let asked = world.graph.calls(|it| {
        it.method == "POST"
            && it
                .path
                .ends_with(&format!("/{}/message_templates", owner.account))
    });
    let handle = brought[0].wamid.replace("wamid.", "4::");
    assert_eq!(
        asked[0].json()["components"][0],
        json!({ "type": "HEADER", "format": "IMAGE",
        "example": { "header_handle": [handle] } })
    );
}

async fn approved(owner: &Owner<'_>, name: &str) {
    owner
        .told(
            json!({ "event": "APPROVED", "message_template_id": 1, "message_template_name": name,
            "message_template_language": "pt_BR", "reason": "NONE" }),
        )
        .await;
    until("it is approved", async || {
        owner.world.admin.get(&owner.path).await.ok()[0]["status"] == "APPROVED"
    })
    .await;
}

#[tokio::test]
async fn meta_is_shown_a_sample_and_the_picture_goes_with_the_template() {
    on_both(async |shared| {
        let owner = owner(shared, &[]).await;
        let (world, path) = (&owner.world, owner.path.as_str());
        let draft = json!({ "name": "novidade", "language": "pt_BR", "category": "MARKETING",
            "body": "Olá {{1}}, veja acima.", "examples": { "body": ["Ana"] } });
        let wish = form("template", &draft, Some(file(PNG, "foto.png")));
        let made = world.admin.upload(path, wish).await.ok();
        assert_eq!(
            (&made["headerFile"], &made["components"][0]["format"]),
            (&json!("foto.png"), &json!("IMAGE"))
        );
        assert_sample(&owner);
        // what Meta says of it later leaves the file
        assert_eq!(owner.refresh().await[0]["headerFile"], "foto.png");
        approved(&owner, "novidade").await;

        let talk = owner.talk(25).await;
        let to = format!("/messages/{}/template", talk.ticket["id"]);
        let sent = world.marina.post(&to, &message(&made)).await.ok()["message"].clone();
        assert_eq!(
            (&sent["mediaType"], &sent["body"]),
            (&json!("image"), &json!("Olá Ana, veja acima."))
        );
        world.until_state(&talk, &sent, "accepted").await;
        let wish = form("message", &message(&made), Some(file(JPEG, "mala.jpg")));
        let other = world.marina.upload(&to, wish).await.ok()["message"].clone();
        world.until_state(&talk, &other, "accepted").await;
        let calls = world.graph.tries(&talk.number);
        assert_eq!(calls.len(), 2);
        assert_header(world, &calls[0], "image", PNG);
        assert_header(world, &calls[1], "image", JPEG);
        let body = json!({ "type": "body", "parameters": [{ "type": "text", "text": "Ana" }] });
        assert_eq!(calls[0].json()["template"]["components"][1], body);
    })
    .await;
}

#[tokio::test]
async fn files_that_meta_does_not_look_at_make_no_template() {
    on_both(async |shared| {
        let owner = owner(shared, &[]).await;
        let (world, path) = (&owner.world, owner.path.as_str());
        let draft = |header: Value| {
            json!({ "name": "novidade", "language": "pt_BR", "category": "MARKETING", "header": header, "body": "Olá." })
        };
        let plain = draft(Value::Null);
        let text = form("template", &plain, Some(file(b"so texto", "nota.txt")));
        assert_eq!(world.admin.upload(path, text).await.refusal(), (400, "ERR_TEMPLATE_FILE"));
        let both = form("template", &draft(json!("Oi")), Some(file(PNG, "foto.png")));
        let refused = world.admin.upload(path, both).await;
        assert_eq!(refused.refusal(), (400, "ERR_VALIDATION"));
        assert!(refused.body["details"]["header"].is_array(), "{}", refused.body);
        let form = form("template", &plain, Some(file(PNG, "foto.png")));
        assert_eq!(world.marina.upload(path, form).await.refusal(), (403, "ERR_NO_PERMISSION"));
        let asked = world.graph.calls(|it| it.path.ends_with("/uploads") && it.bearer == world.line.access_token);
        assert!(asked.is_empty());
        assert_eq!(world.graph.template_names(&owner.account), Vec::<String>::new());
    })
    .await;
}

#[tokio::test]
async fn a_template_made_at_metas_asks_for_a_file_until_it_has_one() {
    on_both(async |shared| {
        let told = [
            template("contrato", "DOCUMENT"),
            template("onde", "LOCATION"),
        ];
        let owner = owner(shared, &told).await;
        let all = owner.refresh().await;
        let (contract, place) = (&all[0], &all[1]);
        let (world, talk) = (&owner.world, owner.talk(25).await);
        let to = format!("/messages/{}/template", talk.ticket["id"]);
        let refused = world.marina.post(&to, &message(contract)).await;
        assert_eq!(refused.refusal(), (400, "ERR_TEMPLATE_FILE"));
        let picture = form("message", &message(contract), Some(file(PNG, "foto.png")));
        assert_eq!(
            world.marina.upload(&to, picture).await.refusal(),
            (400, "ERR_TEMPLATE_FILE")
        );

        let attach = format!("{}/{}/media-upload", owner.path, contract["id"]);
        let one = |bytes, name| Form::new().part("file", file(bytes, name));
        assert_eq!(
            world
                .marina
                .upload(&attach, one(PDF, "a.pdf"))
                .await
                .refusal(),
            (403, "ERR_NO_PERMISSION")
        );
        assert_eq!(
            world
                .admin
                .upload(&attach, one(PNG, "a.png"))
                .await
                .refusal(),
            (400, "ERR_TEMPLATE_FILE")
        );
        let wrong = format!("{}/{}/media-upload", owner.path, place["id"]);
        assert_eq!(
            world
                .admin
                .upload(&wrong, one(PDF, "a.pdf"))
                .await
                .refusal(),
            (400, "ERR_TEMPLATE_KIND")
        );
        for name in ["antigo.pdf", "contrato.pdf"] {
            assert_eq!(
                world.admin.upload(&attach, one(PDF, name)).await.ok()["headerFile"],
                name
            );
        }
        let sent = world.marina.post(&to, &message(contract)).await.ok()["message"].clone();
        world.until_state(&talk, &sent, "accepted").await;
        let calls = world.graph.tries(&talk.number);
        assert_eq!(calls.len(), 1);
        let document = assert_header(world, &calls[0], "document", PDF);
        assert_eq!(document["filename"], "contrato.pdf");
    })
    .await;
}

#[tokio::test]
async fn a_scheduled_template_takes_its_own_file_along() {
    on_both(async |shared| {
        let owner = owner(shared, &[template("contrato", "DOCUMENT")]).await;
        let all = owner.refresh().await;
        let (world, talk) = (&owner.world, owner.talk(25).await);
        let send_at = SystemClock.now() + chrono::TimeDelta::days(1);
        let wish = json!({ "body": "mostra o modelo", "contactId": talk.ticket["contactId"], "sendAt": send_at,
            "whatsappId": world.line.connection, "template": { "templateId": all[0]["id"], "values": { "body": ["Ana"] } } });
        let made = world.marina.post("/schedules", &wish).await.ok();
        let upload = format!("/schedules/{}/media-upload", made["id"]);
        let one = |bytes, name| Form::new().part("file", file(bytes, name));
        assert_eq!(world.marina.upload(&upload, one(PNG, "a.png")).await.refusal(), (400, "ERR_TEMPLATE_FILE"));
        world.marina.upload(&upload, one(PDF, "proposta.pdf")).await.ok();
        let now = SystemClock.now().to_rfc3339();
        world.desk.execute(&format!("UPDATE schedules SET send_at = '{now}' WHERE id = {}", made["id"]));
        until("the template has left", async || !world.graph.tries(&talk.number).is_empty()).await;
        let call = &world.graph.tries(&talk.number)[0];
        assert_eq!(assert_header(world, call, "document", PDF)["filename"], "proposta.pdf");
    })
    .await;
}

#[tokio::test]
async fn a_campaign_begins_when_its_template_has_a_file() {
    on_both(async |shared| {
        let owner = owner(shared, &[template("oferta", "IMAGE")]).await;
        let all = owner.refresh().await;
        let (world, silent) = (&owner.world, new_number());
        let line = world.line.connection;
        let list = list_of(world, &[&silent]);
        let wish = json!({ "name": format!("Oficial {}", unique()), "message1": "Oi!", "whatsappId": line, "contactListId": list,
            "templates": [{ "text": "message1", "whatsappId": line, "templateId": all[0]["id"],
                "values": { "body": ["{nome}"] } }] });
        let made = world.admin.post("/campaigns", &wish).await.ok();
        let at = |rest: &str| format!("/campaigns/{}{rest}", made["id"]);
        let refused = world.admin.post(&at("/start"), &json!({})).await;
        assert_eq!(refused.refusal(), (400, "ERR_TEMPLATE_FILE"));
        let part = Form::new().part("file", file(PNG, "oferta.png"));
        world.admin.upload(&at("/media-upload"), part).await.ok();
        world.admin.post(&at("/start"), &json!({})).await.ok();
        until("the template has left", async || !world.graph.tries(&silent).is_empty()).await;
        assert_header(world, &world.graph.tries(&silent)[0], "image", PNG);
    })
    .await;
}
