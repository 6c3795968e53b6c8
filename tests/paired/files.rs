//! Files go both ways, sealed by one library and opened by the other.

use base64::{Engine as _, engine::general_purpose::STANDARD};
use reqwest::multipart::{Form, Part};
use serde_json::{Value, json};
use sha2::{Digest as _, Sha256};

use super::{
    support::until,
    world::{Number, Talk, on_both},
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
/// The beginning of a voice note.
const OGG: &[u8] = b"OggS\x00\x02\x00\x00\x00\x00\x00\x00\x00\x00\x01\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x01\x13OpusHead\x01\x01\x00\x00\x80\xbb\x00\x00\x00\x00\x00";

fn file(kind: &str, bytes: &[u8], more: &Value) -> Value {
    let mut file = more.clone();
    file["kind"] = json!(kind);
    file["bytes"] = json!(STANDARD.encode(bytes));
    json!({ "file": file })
}

async fn assert_served(number: &Number<'_>, message: &Value, bytes: &[u8]) {
    assert_eq!(message["mediaSize"], bytes.len());
    let link = message["mediaUrl"].as_str().expect("a link");
    let served = number.marina().await.file(link).await;
    assert_eq!(served.bytes().await.expect("bytes").as_ref(), bytes);
}

async fn until_fetched(number: &Number<'_>, talk: &Talk, count: usize) -> Vec<Value> {
    until(&format!("{count} files are here"), async || {
        let all = number.messages(talk).await;
        all.iter().filter(|it| it["mediaUrl"].is_string()).count() == count
    })
    .await;
    number.messages(talk).await
}

#[tokio::test]
async fn a_customers_files_are_fetched_and_opened() {
    on_both(async |number| {
        let picture = json!({ "mimetype": "image/png", "caption": "Chegou assim" });
        let talk = number.talk(file("imageMessage", PNG, &picture)).await;
        let document = json!({ "mimetype": "application/pdf", "fileName": "nota.pdf" });
        number
            .says(&talk.customer, file("documentMessage", PDF, &document))
            .await;
        let voice = json!({ "mimetype": "audio/ogg; codecs=opus", "ptt": true, "seconds": 3 });
        number
            .says(&talk.customer, file("audioMessage", OGG, &voice))
            .await;
        let all = until_fetched(number, &talk, 3).await;
        let shown = |at: usize| (all[at]["mediaType"].clone(), all[at]["body"].clone());
        assert_eq!(shown(0), (json!("image"), json!("Chegou assim")));
        assert_eq!(shown(1).0, json!("application"));
        assert_eq!(all[1]["mediaName"], "nota.pdf");
        assert_eq!(shown(2).0, json!("audio"));
        for (message, bytes) in all.iter().zip([PNG, PDF, OGG]) {
            assert_served(number, message, bytes).await;
        }
    })
    .await;
}

#[tokio::test]
async fn a_file_that_is_not_there_any_more_says_so() {
    // spec: S118
    on_both(async |number| {
        let gone = json!({ "mimetype": "image/png", "directPath": "/v/t62.7118-24/gone" });
        let talk = number.talk(file("imageMessage", PNG, &gone)).await;
        until("it was given up", async || {
            number.messages(&talk).await[0]["error"] == "ERR_WAPP_DOWNLOAD_MEDIA"
        })
        .await;
    })
    .await;
}

#[tokio::test]
async fn an_attendants_files_are_sealed_so_that_a_phone_opens_them() {
    // spec: S101
    on_both(async |number| {
        let talk = number
            .talk(json!({ "text": "Manda a foto e a nota?" }))
            .await;
        let part = |bytes: &[u8], name: &str, mime: &str| {
            Part::bytes(bytes.to_vec())
                .file_name(name.to_owned())
                .mime_str(mime)
                .expect("a type")
        };
        let form = Form::new()
            .part("medias", part(PNG, "foto.png", "image/png"))
            .part("medias", part(PDF, "nota.pdf", "application/pdf"))
            .text("body", "A foto")
            .text("body", "A nota");
        let path = format!("/messages/{}", talk.ticket["id"]);
        let sent = number.marina().await.upload(&path, form).await.ok();
        let got = number.until_got(&talk.customer, 2).await;
        for (at, (kind, bytes)) in [("imageMessage", PNG), ("documentMessage", PDF)]
            .into_iter()
            .enumerate()
        {
            assert_eq!(got[at]["file"]["kind"], kind, "{}", got[at]);
            let hash = hex::encode(Sha256::digest(bytes));
            assert_eq!(got[at]["file"]["sha256"], hash.as_str());
        }
        assert_eq!(got[0]["message"]["imageMessage"]["caption"], "A foto");
        assert_eq!(got[1]["message"]["documentMessage"]["fileName"], "nota.pdf");
        for at in 0..2 {
            number
                .until_ack(&talk, &sent["messages"][at]["id"], 3)
                .await;
        }
        // a voice note that was heard is one more than read
        let id = got[0]["id"].as_str().expect("an id");
        number.told(&talk.customer, &[id], "played").await;
        number.until_ack(&talk, &sent["messages"][0]["id"], 5).await;
    })
    .await;
}
