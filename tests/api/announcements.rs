//! The pictures of announcements, and how they are found.

use std::collections::HashSet;

use reqwest::multipart::{Form, Part};
use serde_json::{Value, json};

use super::{
    ADMIN, MARINA,
    support::{SUPER, TestDesk, backends, on_both},
};

const PNG: &[u8] = include_bytes!("../../storage/fixtures/demo/files/recibo.png");
const JPEG: &[u8] = include_bytes!("../../storage/fixtures/demo/files/mala.jpg");
const GIF: &[u8] = b"GIF89a\x01\0\x01\0\0\0\0;";
/// One point, without loss.
const WEBP: &[u8] =
    b"RIFF\x1a\0\0\0WEBPVP8L\x0d\0\0\0\x2f\0\0\0\x10\x07\x10\x11\x11\x88\x88\xfe\x07\0";
const PDF: &[u8] = b"%PDF-1.4\n%%EOF\n";

fn form(bytes: &'static [u8], name: &'static str) -> Form {
    Form::new().part("file", Part::bytes(bytes).file_name(name))
}

#[tokio::test]
async fn an_announcement_has_a_png_or_a_jpeg_and_nothing_that_is_only_called_so() {
    // spec: A047 A084 A114
    on_both(async |desk| {
        let root = desk.session(SUPER).await;
        let wish = json!({ "title": "Novidades", "text": "Veja a imagem." });
        let made = root.post("/announcements", &wish).await.ok();
        let path = format!("/announcements/{}", made["id"]);
        let upload = format!("{path}/media-upload");
        for (bytes, name) in [
            (GIF, "nota.gif"),
            (WEBP, "nota.webp"),
            (PDF, "nota.pdf"),
            (PDF, "nota.png"),
        ] {
            let refused = root.upload(&upload, form(bytes, name)).await;
            assert_eq!(refused.refusal(), (400, "ERR_MEDIA_UNSUPPORTED"), "{name}");
        }
        for (bytes, name) in [(PNG, "nota.png"), (JPEG, "nota.jpg"), (JPEG, "nota.jpeg")] {
            let done = root.upload(&upload, form(bytes, name)).await.ok();
            assert_eq!(done["mediaName"], name);
            let known = root.get(&path).await.ok();
            assert_eq!(known["mediaName"], name);
            assert!(known["mediaPath"].is_string());
            assert_eq!(known["mediaPath"], done["mediaPath"]);
        }
        let admin = desk.session(ADMIN).await;
        let refused = admin.upload(&upload, form(PNG, "nota.png")).await;
        assert_eq!(refused.refusal(), (403, "ERR_NO_PERMISSION"));
        root.delete(&upload).await.ok();
        let known = root.get(&path).await.ok();
        assert_eq!(
            (&known["mediaName"], &known["mediaPath"]),
            (&Value::Null, &Value::Null)
        );
    })
    .await;
}

#[tokio::test]
async fn announcements_are_found_by_their_words_and_come_page_by_page() {
    // spec: S110 A114
    for backend in backends() {
        let desk = TestDesk::start(backend, &[]).await;
        let (root, marina) = (desk.session(SUPER).await, desk.session(MARINA).await);
        for place in 0..21 {
            let wish = json!({ "title": format!("Parada {place}"), "text": "Às 22h." });
            root.post("/announcements", &wish).await.ok();
        }
        let other = json!({ "title": "Dica", "text": "Use as tags." });
        root.post("/announcements", &other).await.ok();
        let mut read = HashSet::new();
        for (page, rows, more) in [(1, 20, true), (2, 1, false), (3, 0, false)] {
            let path = format!("/announcements/?searchParam=parada&pageNumber={page}");
            let found = marina.get(&path).await.ok();
            assert_eq!(
                (&found["count"], &found["hasMore"]),
                (&json!(21), &json!(more))
            );
            let all = found["records"].as_array().expect("records").clone();
            assert_eq!(all.len(), rows, "page {page}");
            read.extend(all.iter().map(|one| one["title"].to_string()));
        }
        assert_eq!(read.len(), 21, "each once");
    }
}
