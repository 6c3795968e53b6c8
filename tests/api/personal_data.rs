//! One person's data: handed over whole, erased without a trace.

use std::collections::BTreeSet;

use reqwest::multipart::{Form, Part};
use serde_json::{Value, json};

use super::{
    ADMIN, MARINA, connection, messages, new_number,
    support::{Session, TestDesk, backends, on_both, until},
    ticket_of,
};

/// A picture that a customer sends.
const PNG: &[u8] = include_bytes!("../../storage/fixtures/demo/files/recibo.png");

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

        let there = async || admin.file(&file).await.status().as_u16();
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

/// A customer's picture arrives. Answers its ticket.
async fn send_picture(desk: &TestDesk, admin: &Session, matriz: i64, number: &str) -> Value {
    let picture = Form::new()
        .text("from", number.to_owned())
        .text("pushName", "Beatriz")
        .text("type", "image")
        .part("media", Part::bytes(PNG.to_vec()).file_name("recibo.png"));
    let url = format!("{}/simulator/{matriz}/messages", desk.operator);
    let sent = reqwest::Client::new()
        .post(url)
        .multipart(picture)
        .send()
        .await;
    assert!(sent.expect("an answer").status().is_success());
    let ticket = ticket_of(admin, number, "pending").await;
    until("the picture is here", async || {
        let all = messages(admin, &ticket).await;
        all.iter()
            .any(|it| it["ticketId"] == ticket["id"] && it["mediaUrl"].is_string())
    })
    .await;
    ticket
}

/// The files in the desk's media folder that are not on the simulated phones, by name.
fn files_in_folder(desk: &TestDesk) -> BTreeSet<String> {
    let (mut folders, mut names) = (vec![desk.data_dir().join("media")], BTreeSet::new());
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder).expect("a folder") {
            let entry = entry.expect("an entry");
            if entry.path().is_dir() {
                folders.push(entry.path());
            } else {
                names.insert(entry.file_name().to_string_lossy().into_owned());
            }
        }
    }
    for row in desk.rows("SELECT media_path FROM simulator_messages WHERE media_path IS NOT NULL") {
        names.remove(&row[0]);
    }
    names
}

/// Without the registry of who refers to a file, that of a ticket which was deleted earlier stayed for ever.
#[tokio::test]
async fn whoever_is_erased_leaves_no_byte_also_of_tickets_that_were_deleted_before() {
    for backend in backends() {
        let desk = TestDesk::start(backend, &[]).await;
        let admin = desk.session(ADMIN).await;
        let matriz = connection(&admin, "Matriz").await;
        let before = files_in_folder(&desk);
        let number = new_number();

        let deleted = send_picture(&desk, &admin, matriz, &number).await;
        assert_eq!(files_in_folder(&desk).difference(&before).count(), 1);
        admin
            .delete(&format!("/tickets/{}", deleted["id"]))
            .await
            .ok();
        assert_eq!(files_in_folder(&desk), before, "it goes with its ticket");

        let kept = send_picture(&desk, &admin, matriz, &number).await;
        let wish = json!({ "contactId": kept["contactId"], "body": "Até amanhã!", "sendAt": "2033-03-01T12:00:00Z" });
        let schedule = admin.post("/schedules", &wish).await.ok();
        let form = Form::new().part("file", Part::bytes(PNG.to_vec()).file_name("oferta.png"));
        let path = format!("/schedules/{}/media-upload", schedule["id"]);
        admin.upload(&path, form).await.ok();
        assert_eq!(files_in_folder(&desk).difference(&before).count(), 2);
        admin
            .delete(&format!("/contacts/{}/data", kept["contactId"]))
            .await
            .ok();
        assert_eq!(files_in_folder(&desk), before);
        let unowned = "SELECT COUNT(*) FROM media f
            WHERE NOT EXISTS (SELECT 1 FROM messages m WHERE m.media_id = f.id)
              AND NOT EXISTS (SELECT 1 FROM quick_messages q WHERE q.media_id = f.id)
              AND NOT EXISTS (SELECT 1 FROM schedules s WHERE s.media_id = f.id)
              AND NOT EXISTS (SELECT 1 FROM file_list_options o WHERE o.media_id = f.id)
              AND NOT EXISTS (SELECT 1 FROM announcements a WHERE a.media_id = f.id)";
        assert_eq!(desk.number(unowned), 0, "no row without an owner");
        assert_eq!(desk.number("SELECT COUNT(*) FROM released_files"), 0);
    }
}
