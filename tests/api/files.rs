//! Files in both directions: what they are decides, not what they are called.

use reqwest::multipart::{Form, Part};
use serde_json::json;

use super::{
    ADMIN, MARINA, VIDA, connection, messages, new_number, open_ticket,
    support::{Session, on_both, until},
    ticket_of,
};

/// A picture of one pixel.
const PNG: &[u8] = &[
    0x89, b'P', b'N', b'G', 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 0x0d, b'I', b'H', b'D', b'R', 0, 0, 0,
    1, 0, 0, 0, 1, 8, 6, 0, 0, 0, 0x1f, 0x15, 0xc4, 0x89, 0, 0, 0, 0x0d, b'I', b'D', b'A', b'T',
    0x78, 0x9c, 0x62, 0, 1, 0, 0, 5, 0, 1, 0x0d, 0x0a, 0x2d, 0xb4, 0, 0, 0, 0, b'I', b'E', b'N',
    b'D', 0xae, 0x42, 0x60, 0x82,
];

fn file(bytes: &[u8], name: &str, mime: &str) -> Part {
    Part::bytes(bytes.to_vec())
        .file_name(name.to_owned())
        .mime_str(mime)
        .unwrap()
}

#[tokio::test]
async fn several_files_are_sent_each_with_its_caption() {
    // spec: S046 S101
    on_both(async |desk| {
        let marina = desk.session(MARINA).await;
        let (ticket, number) = open_ticket(desk, &marina).await;
        let matriz = connection(&marina, "Matriz").await;
        let form = Form::new()
            .part("medias", file(PNG, "foto.png", "image/png"))
            .part(
                "medias",
                file(b"%PDF-1.4\n%%EOF\n", "nota fiscal.pdf", "application/pdf"),
            )
            .text("body", "A foto")
            .text("body", "A nota")
            .text("fromMe", "true");
        let answer = marina
            .upload(&format!("/messages/{}", ticket["id"]), form)
            .await
            .ok();
        let sent = answer["messages"].as_array().unwrap();
        assert_eq!(
            (&sent[0]["mediaType"], &sent[1]["mediaType"]),
            (&json!("image"), &json!("application"))
        );
        assert_eq!(
            (&sent[0]["fromMe"], &sent[0]["body"], &sent[1]["body"]),
            (&json!(true), &json!("A foto"), &json!("A nota"))
        );
        assert_eq!(
            (&sent[0]["mediaWidth"], &sent[0]["mediaHeight"]),
            (&json!(1), &json!(1))
        );
        assert_eq!(sent[1]["mediaName"], "nota_fiscal.pdf");
        assert!(sent.iter().all(|it| it["mediaPath"].is_string()));
        until("both are on the phone", async || {
            desk.reached(matriz, &number).await == ["A foto", "A nota"]
        })
        .await;

        let link = sent[0]["mediaUrl"].as_str().unwrap();
        let shown = marina.file(link).await;
        assert_eq!(shown.headers()["content-type"], "image/png");
        assert_eq!(shown.bytes().await.unwrap().as_ref(), PNG);
    })
    .await;
}

#[tokio::test]
async fn a_file_that_is_sent_again_is_kept_once_and_another_one_is_no_repetition() {
    on_both(async |desk| {
        let marina = desk.session(MARINA).await;
        let (ticket, number) = open_ticket(desk, &marina).await;
        let path = format!("/messages/{}", ticket["id"]);
        let send = async |bytes: &[u8], caption: &str| {
            let form = Form::new()
                .text("clientId", format!("file-{number}"))
                .text("body", caption.to_owned())
                .part("medias", file(bytes, "foto.png", "image/png"));
            marina.upload(&path, form).await
        };
        let first = send(PNG, "A foto").await.ok();
        let again = send(PNG, "A foto").await.ok();
        assert_eq!(first["message"]["id"], again["message"]["id"]);
        let other_file = send(b"%PDF-1.4\n%%EOF\n", "A foto").await;
        assert_eq!(other_file.refusal(), (422, "ERR_IDEMPOTENCY_KEY"));
        let other_text = send(PNG, "Outra foto").await;
        assert_eq!(other_text.refusal(), (422, "ERR_IDEMPOTENCY_KEY"));
    })
    .await;
}

#[tokio::test]
async fn a_page_disguised_as_a_picture_is_only_a_download() {
    on_both(async |desk| {
        let marina = desk.session(MARINA).await;
        let (ticket, _) = open_ticket(desk, &marina).await;
        let html = b"<!doctype html><script>alert(1)</script>";
        let form = Form::new().part("medias", file(html, "../../foto.png", "image/png"));
        let answer = marina
            .upload(&format!("/messages/{}", ticket["id"]), form)
            .await
            .ok();
        let sent = &answer["message"];
        assert_eq!(sent["mediaType"], "application");
        let shown = marina.file(sent["mediaUrl"].as_str().unwrap()).await;
        let disposition = shown.headers()["content-disposition"].to_str().unwrap();
        assert!(disposition.starts_with("attachment"), "{disposition}");
        assert_eq!(shown.headers()["x-content-type-options"], "nosniff");
        let forged = marina.file("/media/AAAA").await;
        assert_eq!(forged.status().as_u16(), 404);
    })
    .await;
}

#[tokio::test]
async fn a_link_is_for_who_is_signed_in_and_ends_with_the_sign_in() {
    on_both(async |desk| {
        let marina = desk.session(MARINA).await;
        let (ticket, _) = open_ticket(desk, &marina).await;
        // somebody of his own: another log-in would end those that the other tests share
        let admin = desk.session(ADMIN).await;
        let email = format!("{}@aurora.example", new_number());
        let person = json!({ "name": "Pessoa Nova", "email": email, "password": "Senha123" });
        let person = admin.post("/users", &person).await.ok();
        let own = Session::sign_in(&desk.base, &email, "Senha123").await;
        let form = Form::new().part("medias", file(PNG, "foto.png", "image/png"));
        let sent = marina
            .upload(&format!("/messages/{}", ticket["id"]), form)
            .await
            .ok();
        let link = sent["message"]["mediaUrl"].as_str().unwrap();
        let status = async |session: &Session| session.file(link).await.status().as_u16();
        assert_eq!(status(&own).await, 200);
        assert_eq!(status(&Session::stranger(&desk.base)).await, 404);
        let foreign = desk.session(VIDA).await;
        assert_eq!(status(&foreign).await, 404, "of another company");
        own.delete("/auth/logout").await.ok();
        assert_eq!(status(&own).await, 404);
        assert_eq!(status(&marina).await, 200, "those of others go on");
        admin.delete(&format!("/users/{}", person["id"])).await.ok();
    })
    .await;
}

#[tokio::test]
async fn a_refused_upload_leaves_nothing_behind() {
    // spec: S067
    on_both(async |desk| {
        let marina = desk.session(MARINA).await;
        let (ticket, _) = open_ticket(desk, &marina).await;
        let back = json!({ "status": "pending", "userId": null });
        marina
            .put(&format!("/tickets/{}", ticket["id"]), &back)
            .await
            .ok();
        let path = format!("/messages/{}", ticket["id"]);
        let form = Form::new().part("medias", file(PNG, "foto.png", "image/png"));
        let answer = marina.upload(&path, form).await;
        assert_eq!(answer.refusal(), (400, "ERR_TICKET_PENDING"));
        // no more is said to a customer who waits
        let answer = marina.post(&path, &json!({ "body": "Já vejo" })).await;
        assert_eq!(answer.refusal(), (400, "ERR_TICKET_PENDING"));
        assert_eq!(messages(&marina, &ticket).await.len(), 1);
        // other tests bring files to this desk too
        let tmp = desk.data_dir().join("tmp");
        until("no file is left behind", async || {
            std::fs::read_dir(&tmp).unwrap().count() == 0
        })
        .await;
    })
    .await;
}

#[tokio::test]
async fn places_and_missed_calls_and_files_of_customers_are_shown() {
    // spec: S034 S046
    on_both(async |desk| {
        let marina = desk.session(MARINA).await;
        let matriz = connection(&marina, "Matriz").await;
        let number = new_number();
        let place = json!({ "from": number, "pushName": "Ana", "type": "location",
            "location": { "latitude": -23.56, "longitude": -46.65, "name": "MASP", "address": "Av. Paulista, 1578" } });
        desk.simulator_post(matriz, "messages", &place).await;
        let call = json!({ "from": number, "pushName": "Ana", "type": "call" });
        desk.simulator_post(matriz, "messages", &call).await;
        let url = format!("{}/simulator/{matriz}/messages", desk.operator);
        let form = Form::new()
            .text("from", number.clone())
            .text("pushName", "Ana")
            .text("type", "image")
            .text("body", "Chegou assim")
            .part("media", file(PNG, "foto.png", "image/png"));
        let answer = reqwest::Client::new().post(url).multipart(form).send().await.unwrap();
        assert!(answer.status().is_success(), "{}", answer.text().await.unwrap());
        let ticket = ticket_of(&marina, &number, "pending").await;
        until("the picture is here", async || {
            messages(&marina, &ticket).await.iter().any(|m| m["mediaType"] == "image" && m["mediaUrl"].is_string())
        })
        .await;
        let stored = messages(&marina, &ticket).await;
        assert_eq!(stored[0]["mediaType"], "locationMessage");
        assert_eq!(stored[0]["location"]["name"], "MASP");
        let of = |kind: &str| stored.iter().find(|m| m["mediaType"] == kind).unwrap();
        assert_eq!(of("image")["body"], "Chegou assim");
        assert_eq!(of("call_log")["fromMe"], false);
    })
    .await;
}

/// What `WhatsApp` tells apart: the first bytes of a picture, a recording, a film and a paper.
const KINDS: [(&str, &[u8], &str, &str); 4] = [
    ("image", PNG, "foto.png", "image/png"),
    ("audio", b"OggS\0\x02\0\0\0\0\0\0\0\0\x01\0\0\0\0\0\0\0\0\0\0\0\x01\x13OpusHead\x01\x01\0\0\x80\xbb\0\0\0\0\0", "voz.ogg", "audio/ogg"),
    ("video", b"\0\0\0\x18ftypmp42\0\0\0\0mp42isom", "filme.mp4", "video/mp4"),
    ("application", b"%PDF-1.4\n%%EOF\n", "nota.pdf", "application/pdf"),
];

#[tokio::test]
async fn pictures_recordings_films_and_papers_are_told_apart_in_both_directions() {
    // spec: S046
    on_both(async |desk| {
        let marina = desk.session(MARINA).await;
        let matriz = connection(&marina, "Matriz").await;
        let (ticket, number) = open_ticket(desk, &marina).await;
        let url = format!("{}/simulator/{matriz}/messages", desk.operator);
        for (kind, bytes, name, mime) in KINDS {
            let form = Form::new().part("medias", file(bytes, name, mime));
            let path = format!("/messages/{}", ticket["id"]);
            let sent = marina.upload(&path, form).await.ok()["message"].clone();
            assert_eq!(
                (&sent["mediaType"], &sent["fromMe"]),
                (&json!(kind), &json!(true))
            );
            let own = if kind == "application" {
                "document"
            } else {
                kind
            };
            let form = Form::new()
                .text("from", number.clone())
                .text("type", own)
                .part("media", file(bytes, name, mime));
            let answer = reqwest::Client::new()
                .post(&url)
                .multipart(form)
                .send()
                .await
                .expect("an answer");
            assert!(
                answer.status().is_success(),
                "{}",
                answer.text().await.expect("why")
            );
            let came = async || {
                let all = messages(&marina, &ticket).await;
                all.into_iter().find(|m| {
                    m["fromMe"] == false && m["mediaType"] == kind && m["mediaUrl"].is_string()
                })
            };
            until(&format!("a customer's {kind} is here"), async || {
                came().await.is_some()
            })
            .await;
            let link = came().await.expect("is here")["mediaUrl"].clone();
            let shown = marina.file(link.as_str().expect("a link")).await;
            assert_eq!(shown.headers()["content-type"], mime);
            assert_eq!(shown.bytes().await.expect("bytes").as_ref(), bytes);
        }
    })
    .await;
}

/// Some seconds of silence as MP3: frames of MPEG 1, layer III, 128 kbit, 44,100 Hz, mono.
fn recording() -> Vec<u8> {
    let mut frame = vec![0; 417];
    frame[..4].copy_from_slice(&[0xff, 0xfb, 0x90, 0xc4]);
    frame.repeat(200)
}

#[tokio::test]
async fn a_recording_becomes_a_voice_note_where_the_server_can_make_one() {
    // spec: S036 S138
    let can = std::process::Command::new("ffmpeg")
        .arg("-version")
        .output();
    let expected = if can.is_ok() {
        "audio/ogg"
    } else {
        "audio/mpeg"
    };
    on_both(async |desk| {
        let marina = desk.session(MARINA).await;
        let (ticket, _) = open_ticket(desk, &marina).await;
        let path = format!("/messages/{}", ticket["id"]);
        let send = async |bytes: Vec<u8>, voice: &'static str| {
            let form = Form::new()
                .part("medias", file(&bytes, "audio.mp3", "audio/mpeg"))
                .text("voice", voice);
            marina.upload(&path, form).await.ok()["message"].clone()
        };
        let note = send(recording(), "true").await;
        assert_eq!(
            (&note["mediaType"], &note["mediaMime"]),
            (&json!("audio"), &json!(expected))
        );
        if can.is_ok() {
            let seconds = note["mediaDuration"].as_f64().expect("seconds");
            assert!((4.0..7.0).contains(&seconds), "{seconds}");
        }
        let music = send(recording(), "false").await;
        assert_eq!(music["mediaMime"], "audio/mpeg", "a song stays a song");
        let broken = send(b"nothing that sounds".to_vec(), "true").await;
        assert_eq!(
            broken["mediaType"], "application",
            "what is no recording is sent as it is"
        );
    })
    .await;
}
