//! Files go both ways in two steps: up and then sent by their id, announced and then fetched from where Meta says.

use reqwest::multipart::{Form, Part};
use serde_json::json;

use super::{
    support::until,
    world::{World, message, new_number, on_both, unique},
};

/// A picture of one pixel.
const PNG: &[u8] = &[
    0x89, b'P', b'N', b'G', 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 0x0d, b'I', b'H', b'D', b'R', 0, 0, 0,
    1, 0, 0, 0, 1, 8, 6, 0, 0, 0, 0x1f, 0x15, 0xc4, 0x89, 0, 0, 0, 0x0d, b'I', b'D', b'A', b'T',
    0x78, 0x9c, 0x62, 0, 1, 0, 0, 5, 0, 1, 0x0d, 0x0a, 0x2d, 0xb4, 0, 0, 0, 0, b'I', b'E', b'N',
    b'D', 0xae, 0x42, 0x60, 0x82,
];

/// The shortest document.
const PDF: &[u8] = b"%PDF-1.4\n%%EOF\n";

#[tokio::test]
async fn a_customers_file_is_fetched_and_served_by_a_signed_link() {
    on_both(async |world| {
        let (number, file) = (new_number(), unique());
        world.graph.keep_file(&file, "image/png", PNG);
        let image = json!({ "type": "image", "image": { "id": file, "mime_type": "image/png",
            "caption": "Chegou assim" } });
        world
            .told(message(&number, &format!("wamid.{}", unique()), &image))
            .await;
        let ticket = world.ticket_of(&number, "pending").await;
        until("the file is here", async || {
            world.messages(&ticket).await[0]["mediaUrl"].is_string()
        })
        .await;
        let shown = world.messages(&ticket).await[0].clone();
        assert_eq!(
            (&shown["mediaType"], &shown["body"]),
            (&json!("image"), &json!("Chegou assim"))
        );
        assert_eq!(shown["mediaSize"], PNG.len());
        let link = shown["mediaUrl"].as_str().unwrap();
        let served = world.marina.file(link).await;
        assert_eq!(served.headers()["content-type"], "image/png");
        assert_eq!(served.bytes().await.unwrap().as_ref(), PNG);
        let steps = world.graph.calls(|it| it.path.ends_with(&file));
        let paths: Vec<_> = steps.iter().map(|it| it.path.clone()).collect();
        assert_eq!(paths, [format!("/v23.0/{file}"), format!("/files/{file}")]);
        assert!(steps.iter().all(|it| it.bearer == world.line.access_token));
    })
    .await;
}

#[tokio::test]
async fn a_file_that_meta_does_not_have_any_more_says_so_and_comes_when_it_is_asked_for_again() {
    // spec: S118
    on_both(async |world| {
        let (number, file) = (new_number(), unique());
        let document = json!({ "type": "document", "document": { "id": file, "filename": "nota.pdf",
            "mime_type": "application/pdf", "caption": "A nota" } });
        world
            .told(message(&number, &format!("wamid.{}", unique()), &document))
            .await;
        let ticket = world.ticket_of(&number, "pending").await;
        until("it was given up", async || {
            world.messages(&ticket).await[0]["error"] == "ERR_WAPP_DOWNLOAD_MEDIA"
        })
        .await;
        let shown = world.messages(&ticket).await[0].clone();
        assert_eq!(
            (&shown["mediaType"], &shown["body"]),
            (&json!("application"), &json!("A nota"))
        );
        assert!(shown["mediaUrl"].is_null());

        world.graph.keep_file(&file, "application/pdf", PDF);
        let path = format!("/messages/{}/file", shown["id"]);
        let again = world.marina.post(&path, &json!({})).await.ok();
        assert!(again["message"]["error"].is_null());
        until("the file is here", async || {
            world.messages(&ticket).await[0]["mediaUrl"].is_string()
        })
        .await;
        let twice = world.marina.post(&path, &json!({})).await;
        assert_eq!(twice.refusal(), (409, "ERR_MESSAGE_STATE"));
    })
    .await;
}

#[tokio::test]
async fn an_attendants_files_are_brought_up_and_sent_by_their_id() {
    // spec: S101
    on_both(async |world| {
        let talk = world.talk().await;
        let file = |bytes: &[u8], name: &str, mime: &str| {
            Part::bytes(bytes.to_vec())
                .file_name(name.to_owned())
                .mime_str(mime)
                .unwrap()
        };
        let form = Form::new()
            .part("medias", file(PNG, "foto.png", "image/png"))
            .part("medias", file(PDF, "nota fiscal.pdf", "application/pdf"))
            .text("body", "A foto")
            .text("body", "A nota");
        let path = format!("/messages/{}", talk.ticket["id"]);
        let answer = world.marina.upload(&path, form).await.ok();
        let sent = answer["messages"].as_array().unwrap();
        for message in sent {
            world.until_state(&talk, message, "accepted").await;
        }
        let calls = world.graph.tries(&talk.number);
        assert_eq!(calls.len(), 2);
        let expected = [
            ("image", json!({ "caption": "A foto" })),
            (
                "document",
                json!({ "caption": "A nota", "filename": "nota_fiscal.pdf" }),
            ),
        ];
        for (call, (kind, mut object)) in calls.iter().zip(expected) {
            let body = call.json();
            let id = body[kind]["id"].as_str().unwrap().to_owned();
            object["id"] = json!(id);
            assert_eq!((&body["type"], &body[kind]), (&json!(kind), &object));
            let bytes = if kind == "image" { PNG } else { PDF };
            assert_uploaded(world, &id, bytes);
        }
    })
    .await;
}

/// A file was brought up once, whole, in the form that Meta asks for.
fn assert_uploaded(world: &World<'_>, id: &str, bytes: &[u8]) {
    let wamid = id.replace("media-", "wamid.");
    let uploads = world
        .graph
        .calls(|it| it.path.ends_with("/media") && it.wamid == wamid);
    assert_eq!(uploads.len(), 1);
    let upload = &uploads[0];
    let path = format!("/v23.0/{}/media", world.line.number_id);
    assert_eq!(upload.path, path);
    assert_eq!(upload.bearer, world.line.access_token);
    assert!(upload.content_type.starts_with("multipart/form-data"));
    let form = String::from_utf8_lossy(&upload.body);
    let product = "name=\"messaging_product\"\r\n\r\nwhatsapp";
    assert!(form.contains(product), "{form}");
    let mut parts = upload.body.windows(bytes.len());
    assert!(parts.any(|part| part == bytes));
}
