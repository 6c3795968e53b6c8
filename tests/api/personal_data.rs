//! One person's data: handed over whole, erased without a trace.

use reqwest::multipart::{Form, Part};
use serde_json::{Value, json};

use super::{
    ADMIN, MARINA, connection, messages, new_number,
    support::{on_both, until},
    ticket_of,
};

/// A picture that a customer sends.
const PNG: &[u8] = include_bytes!("../../storage/demo/files/recibo.png");

/// The lines of an answer, by kind.
fn lines(text: &str, kind: &str) -> Vec<Value> {
    let lines = text
        .lines()
        .map(|line| serde_json::from_str(line).expect("JSON"));
    lines
        .filter(|line: &Value| line["type"] == kind)
        .map(|line| line["data"].clone())
        .collect()
}

#[tokio::test]
async fn a_persons_data_are_handed_over_and_erased() {
    // spec: S045 S106
    on_both(async |desk| {
        let (admin, marina) = (desk.session(ADMIN).await, desk.session(MARINA).await);
        let matriz = connection(&admin, "Matriz").await;
        let number = new_number();
        desk.say(matriz, &number, "Beatriz", "Segue o comprovante").await;
        let ticket = ticket_of(&admin, &number, "pending").await;
        let picture = Form::new()
            .text("from", number.clone())
            .text("pushName", "Beatriz")
            .text("type", "image")
            .part("media", Part::bytes(PNG.to_vec()).file_name("recibo.png"));
        let url = format!("{}/simulator/{matriz}/messages", desk.operator);
        let sent = reqwest::Client::new().post(url).multipart(picture).send().await;
        assert!(sent.expect("an answer").status().is_success());
        until("the picture is here", async || {
            messages(&admin, &ticket).await.iter().any(|it| it["mediaUrl"].is_string())
        })
        .await;
        let note = json!({ "ticketId": ticket["id"], "note": "Prefere ser chamada à tarde" });
        admin.post("/ticket-notes", &note).await.ok();
        let wish = json!({ "contactId": ticket["contactId"], "body": "Até amanhã!", "sendAt": "2033-03-01T12:00:00Z" });
        admin.post("/schedules", &wish).await.ok();
        let shown = messages(&admin, &ticket).await;
        let file = shown.iter().find_map(|it| it["mediaUrl"].as_str()).expect("a link").to_owned();

        let data = format!("/contacts/{}/data", ticket["contactId"]);
        assert_eq!(marina.get(&data).await.refusal(), (403, "ERR_NO_PERMISSION"));
        assert_eq!(marina.delete(&data).await.refusal(), (403, "ERR_NO_PERMISSION"));
        let text = admin.get(&data).await.text;
        assert_eq!(lines(&text, "contact")[0]["number"], number.as_str());
        assert_eq!(lines(&text, "ticket")[0]["id"], ticket["id"]);
        assert_eq!(lines(&text, "note")[0]["note"], note["note"]);
        assert_eq!(lines(&text, "schedule")[0]["body"], "Até amanhã!");
        let bodies: Vec<_> = lines(&text, "message").iter().map(|it| it["body"].clone()).collect();
        assert_eq!(bodies.len(), 2, "{text}");
        assert_eq!(bodies[1], "Segue o comprovante");

        let link = format!("{}{file}", desk.base);
        let there = async || reqwest::get(&link).await.expect("an answer").status().as_u16();
        assert_eq!(there().await, 200);
        admin.delete(&data).await.ok();
        assert_eq!(there().await, 404, "the file is gone");
        assert_eq!(admin.get(&data).await.refusal(), (404, "ERR_NO_CONTACT_FOUND"));
        assert_eq!(admin.delete(&data).await.refusal(), (404, "ERR_NO_CONTACT_FOUND"));
        let path = format!("/tickets/{}", ticket["id"]);
        assert_eq!(admin.get(&path).await.refusal(), (404, "ERR_NO_TICKET_FOUND"));

        // he may write again, and is somebody new
        desk.say(matriz, &number, "Beatriz", "Oi").await;
        let again = ticket_of(&admin, &number, "pending").await;
        assert_ne!(again["contactId"], ticket["contactId"]);
        assert_eq!(messages(&admin, &again).await.len(), 1);
    })
    .await;
}
