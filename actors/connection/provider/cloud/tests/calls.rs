//! The client's calls: what goes out, what comes back, and what is known when nothing comes back.

use std::{path::Path, time::Duration};

use base64::{Engine, prelude::BASE64_STANDARD};
use chrono::DateTime;
use guiche_storage::model::{
    MediaId, inbound::RemoteMedia, message::MediaKind, outgoing::Outgoing,
};
use serde_json::json;
use sha2::{Digest, Sha256};
use tokio::{io::AsyncReadExt, net::TcpListener};
use uuid::Uuid;

use super::graph::{Answer, Graph, Seen, accepted, provider, refused};
use crate::connection::provider::{
    EVENTS_WAITING_MAX, MediaError, OpenedFile, Pace, Provider, ProviderEvent, SendError,
    ShownWriting, StartError, WireSend, cloud::CloudProvider,
};

fn wire(payload: Outgoing, file: Option<OpenedFile>) -> WireSend {
    WireSend {
        intent_id: Uuid::nil(),
        to: "5511987654321".to_owned(),
        payload,
        file,
    }
}

fn text(body: &str) -> WireSend {
    wire(
        Outgoing::Text {
            body: body.to_owned(),
            quoted_id: Some("wamid.IN".to_owned()),
        },
        None,
    )
}

fn file(folder: &Path, kind: MediaKind, mime: &str, caption: &str) -> WireSend {
    let path = folder.join("stored");
    std::fs::write(&path, b"file-content").unwrap();
    let payload = Outgoing::Media {
        media_id: MediaId(1),
        kind,
        caption: caption.to_owned(),
        quoted_id: None,
    };
    let name = Some("nota.pdf".to_owned());
    wire(
        payload,
        Some(OpenedFile {
            path,
            mime: mime.to_owned(),
            name,
            voice: true,
        }),
    )
}

#[actix_rt::test]
async fn a_text_goes_out_with_token_context_and_intent() {
    let graph = Graph::start(vec![accepted()]);
    let sent = graph.provider().send(&text("Olá")).await.unwrap();
    assert_eq!((sent.provider_id.as_str(), sent.ack), ("wamid.OUT", 2));
    assert_eq!(
        sent.recipient.as_deref(),
        Some("551187654321"),
        "without the ninth digit"
    );
    let seen = graph.seen();
    assert_eq!(seen[0].call, "POST /v23.0/106/messages");
    assert_eq!(seen[0].authorization, "Bearer EAAG");
    assert_eq!(
        seen[0].json(),
        json!({"messaging_product": "whatsapp", "recipient_type": "individual",
            "to": "5511987654321", "type": "text", "text": {"body": "Olá", "preview_url": false},
            "context": {"message_id": "wamid.IN"}, "biz_opaque_callback_data": Uuid::nil()})
    );
}

#[actix_rt::test]
async fn a_file_is_uploaded_and_then_sent_by_its_id() {
    let folder = tempfile::tempdir().unwrap();
    for (kind, mime, caption, expected) in [
        (
            MediaKind::Audio,
            "audio/ogg; codecs=opus",
            "",
            json!({"id": "777", "voice": true}),
        ),
        (
            MediaKind::Document,
            "application/pdf",
            "a nota",
            json!({"id": "777", "caption": "a nota", "filename": "nota.pdf"}),
        ),
    ] {
        let graph = Graph::start(vec![Answer::Json(200, json!({"id": "777"})), accepted()]);
        graph
            .provider()
            .send(&file(folder.path(), kind, mime, caption))
            .await
            .unwrap();
        let seen = graph.seen();
        assert_eq!(seen[0].call, "POST /v23.0/106/media");
        let form = String::from_utf8(seen[0].body.clone()).unwrap();
        for part in [
            "name=\"messaging_product\"",
            "whatsapp",
            "filename=\"nota.pdf\"",
            "file-content",
        ] {
            assert!(form.contains(part), "{part} in {form}");
        }
        let word = if kind == MediaKind::Audio {
            "audio"
        } else {
            "document"
        };
        assert_eq!(seen[1].json()["type"], word);
        assert_eq!(seen[1].json()[word], expected);
    }
}

#[actix_rt::test]
async fn a_failed_upload_reached_nobody_and_may_be_repeated() {
    let folder = tempfile::tempdir().unwrap();
    let send = file(folder.path(), MediaKind::Image, "image/png", "");
    for answer in [refused(500, 1), Answer::Json(200, json!({"ok": true}))] {
        let graph = Graph::start(vec![answer]);
        let outcome = graph.provider().send(&send).await;
        assert!(
            matches!(outcome, Err(SendError::NotSent { .. })),
            "{outcome:?}"
        );
        assert_eq!(graph.seen().len(), 1, "no message follows");
    }
    std::fs::remove_file(folder.path().join("stored")).unwrap();
    let gone = Graph::start(vec![]).provider().send(&send).await;
    assert!(matches!(gone, Err(SendError::Rejected { code, .. }) if code == "file_missing"));
}

#[actix_rt::test]
async fn an_effect_without_an_answer_is_unknown() {
    let graph = Graph::start(vec![
        Answer::Silence,
        refused(500, 1),
        Answer::Bytes(b"ok".to_vec()),
    ]);
    let provider = graph.impatient_provider();
    for why in ["silence", "HTTP 500", "no JSON"] {
        let outcome = provider.send(&text("x")).await;
        assert!(
            matches!(outcome, Err(SendError::Unknown { .. })),
            "{why}: {outcome:?}"
        );
    }
    assert_eq!(graph.seen().len(), 3, "each was sent exactly once");
}

#[actix_rt::test]
async fn a_connection_that_breaks_after_the_request_is_unknown() {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let url = format!("http://{}", listener.local_addr().unwrap());
    actix_rt::spawn(async move {
        let (mut socket, _) = listener.accept().await.unwrap();
        let mut request = [0; 64];
        assert!(socket.read(&mut request).await.unwrap() > 0);
    });
    let outcome = provider(&url).send(&text("x")).await;
    assert!(
        matches!(outcome, Err(SendError::Unknown { .. })),
        "{outcome:?}"
    );
}

/// Starts a session, and answers the number that it says at once.
async fn start(provider: &CloudProvider) -> Result<Option<String>, StartError> {
    let (events, mut said) = tokio::sync::mpsc::channel(EVENTS_WAITING_MAX);
    provider.start(events).await?;
    match said.recv().await {
        Some(ProviderEvent::Connected { number }) => Ok(number),
        other => panic!("{other:?}"),
    }
}

#[actix_rt::test]
async fn what_never_left_is_not_sent() {
    let free = std::net::TcpListener::bind("127.0.0.1:0")
        .unwrap()
        .local_addr()
        .unwrap();
    for url in [
        format!("http://{free}"),
        "http://no-such-name.invalid".to_owned(),
    ] {
        let outcome = provider(&url).send(&text("x")).await;
        assert!(
            matches!(outcome, Err(SendError::NotSent { .. })),
            "{url}: {outcome:?}"
        );
        let started = start(&provider(&url)).await;
        assert!(matches!(started, Err(StartError::Later(_))), "{started:?}");
    }
}

#[actix_rt::test]
async fn refusals_say_when_and_whether_to_try_again() {
    let busy = |code| Answer::Busy(429, json!({"error": {"message": "slow", "code": code}}));
    let graph = Graph::start(vec![
        busy(130_429),
        refused(400, 131_056),
        refused(400, 131_056),
        refused(400, 131_047),
        refused(401, 190),
    ]);
    let provider = graph.provider();
    for seconds in [7, 12, 24] {
        let Err(SendError::NotSent { retry_after, .. }) = provider.send(&text("x")).await else {
            panic!("{seconds}")
        };
        assert_eq!(retry_after, Some(Duration::from_secs(seconds)));
    }
    let closed = provider.send(&text("x")).await;
    assert!(matches!(closed, Err(SendError::Rejected { code, .. }) if code == "131047"));
    let invalid = provider.send(&text("x")).await;
    assert!(matches!(invalid, Err(SendError::Disconnected { code, .. }) if code == "190"));
}

#[actix_rt::test]
async fn what_cannot_be_sent_is_rejected_without_a_call() {
    let graph = Graph::start(vec![]);
    let provider = graph.provider();
    let revoke = wire(
        Outgoing::Revoke {
            provider_id: "wamid.OUT".to_owned(),
        },
        None,
    );
    for (send, expected) in [
        (revoke, "revoke_unsupported"),
        (text(&"é".repeat(4097)), "text_too_long"),
    ] {
        let outcome = provider.send(&send).await;
        assert!(matches!(outcome, Err(SendError::Rejected { code, .. }) if code == expected));
    }
    assert!(graph.seen().is_empty());
}

#[actix_rt::test]
async fn reading_and_typing_are_told_and_may_be_repeated() {
    let success = || Answer::Json(200, json!({"success": true}));
    let graph = Graph::start(vec![success(), success(), Answer::Silence]);
    let provider = graph.impatient_provider();
    let read = wire(
        Outgoing::MarkRead {
            provider_id: "wamid.IN".to_owned(),
        },
        None,
    );
    assert_eq!(provider.send(&read).await.unwrap().provider_id, "");
    provider.mark_read("wamid.IN", true).await.unwrap();
    let expected =
        json!({"messaging_product": "whatsapp", "status": "read", "message_id": "wamid.IN"});
    assert_eq!(graph.seen()[0].json(), expected);
    assert_eq!(
        graph.seen()[1].json()["typing_indicator"],
        json!({"type": "text"})
    );
    let lost = provider.send(&read).await;
    assert!(matches!(lost, Err(SendError::NotSent { .. })), "{lost:?}");
}

#[actix_rt::test]
async fn a_customer_is_shown_once_in_a_while_that_somebody_writes() {
    let success = || Answer::Json(200, json!({"success": true}));
    let graph = Graph::start(vec![success(), success(), success()]);
    let provider = graph.impatient_provider();
    let show = |answers: Option<&str>, is_writing| ShownWriting {
        to: "5511987654321".to_owned(),
        answers: answers.map(str::to_owned),
        is_writing,
    };
    // who never wrote cannot be shown it, and it cannot be taken back
    provider.show_writing(&show(None, true)).await;
    provider.show_writing(&show(Some("wamid.A"), false)).await;
    assert!(graph.seen().is_empty());
    for message in ["wamid.A", "wamid.A", "wamid.B"] {
        provider.show_writing(&show(Some(message), true)).await;
    }
    let shown: Vec<_> = graph.seen().iter().map(Seen::json).collect();
    let messages: Vec<_> = shown.iter().map(|call| &call["message_id"]).collect();
    assert_eq!(messages, ["wamid.A", "wamid.B"]);
    assert_eq!(shown[0]["typing_indicator"], json!({"type": "text"}));
}

#[actix_rt::test]
async fn starting_checks_the_token_and_learns_the_number() {
    let graph = Graph::start(vec![
        Answer::Json(
            200,
            json!({"id": "106", "display_phone_number": "+55 11 90000-0000"}),
        ),
        refused(401, 190),
        refused(503, 2),
    ]);
    let provider = graph.provider();
    assert_eq!(
        start(&provider).await.unwrap().as_deref(),
        Some("5511900000000")
    );
    assert!(graph.seen()[0].call.starts_with("GET /v23.0/106?fields="));
    assert!(matches!(
        start(&provider).await,
        Err(StartError::Refused(_))
    ));
    assert!(matches!(start(&provider).await, Err(StartError::Later(_))));
}

#[actix_rt::test]
async fn a_version_in_the_graph_url_is_kept() {
    let graph = Graph::start(vec![accepted()]);
    provider(&format!("{}/v25.0/", graph.url))
        .send(&text("x"))
        .await
        .unwrap();
    assert_eq!(graph.seen()[0].call, "POST /v25.0/106/messages");
}

#[actix_rt::test]
async fn a_customers_file_is_located_fetched_and_checked() {
    let folder = tempfile::tempdir().unwrap();
    let sum = Sha256::digest(b"picture");
    let remote = |sha256: String| RemoteMedia {
        id: "../900".to_owned(),
        file_name: Some("foto.jpg".to_owned()),
        sha256: Some(sha256),
        ..RemoteMedia::default()
    };
    let located = |graph: &Graph| {
        let url = format!("{}/file", graph.url);
        Answer::Json(
            200,
            json!({"url": url, "mime_type": "image/jpeg", "file_size": "7"}),
        )
    };
    let graph = Graph::start(vec![]);
    graph.will(located(&graph));
    graph.will(Answer::Bytes(b"picture".to_vec()));
    let provider = graph.provider();
    let into = folder.path().join("file");
    let fetched = provider
        .fetch_media(&remote(BASE64_STANDARD.encode(sum)), &into)
        .await
        .unwrap();
    assert_eq!(
        (fetched.bytes, fetched.mime.as_deref()),
        (7, Some("image/jpeg"))
    );
    assert_eq!(fetched.file_name.as_deref(), Some("foto.jpg"));
    assert_eq!(std::fs::read(&into).unwrap(), b"picture");
    let seen = graph.seen();
    assert_eq!(seen[0].call, "GET /v23.0/..%2F900?phone_number_id=106");
    assert_eq!(
        (seen[1].call.as_str(), seen[1].authorization.as_str()),
        ("GET /file", "Bearer EAAG")
    );

    std::fs::remove_file(&into).unwrap();
    graph.will(located(&graph));
    graph.will(Answer::Bytes(b"picturE".to_vec()));
    let differs = provider.fetch_media(&remote(hex::encode(sum)), &into).await;
    assert!(matches!(differs, Err(MediaError::Later(_))), "{differs:?}");
    assert!(!into.exists());
}

#[actix_rt::test]
async fn files_elsewhere_must_be_public_and_small_enough() {
    let folder = tempfile::tempdir().unwrap();
    let into = folder.path().join("file");
    let remote = RemoteMedia {
        id: "900".to_owned(),
        ..RemoteMedia::default()
    };
    let at = |url: &str, size: u64| Answer::Json(200, json!({"url": url, "file_size": size}));
    let graph = Graph::start(vec![
        at("https://169.254.169.254/latest", 1),
        at("http://127.0.0.2/file", 1),
        at("https://localhost/file", 1),
        at("https://files.example/", (100 << 20) + 1),
    ]);
    for _ in 0..4 {
        let outcome = graph.provider().fetch_media(&remote, &into).await;
        assert!(
            matches!(outcome, Err(MediaError::Refused(_))),
            "{outcome:?}"
        );
    }
    for (answer, gone) in [
        (refused(400, 100), true),
        (refused(401, 190), false),
        (refused(403, 10), false),
    ] {
        graph.will(answer);
        let outcome = graph.provider().fetch_media(&remote, &into).await;
        assert_eq!(
            matches!(outcome, Err(MediaError::Gone(_))),
            gone,
            "{outcome:?}"
        );
    }
    assert!(!into.exists());
}

#[actix_rt::test]
async fn the_pace_is_the_numbers_own() {
    let provider = provider("https://graph.facebook.com");
    let now = DateTime::UNIX_EPOCH;
    assert!((0..45).all(|_| provider.pace("a", now) == Pace::Go));
    assert!(matches!(provider.pace("a", now), Pace::NotBefore(at) if at > now));
    assert!(!format!("{provider:?}").contains("EAAG"));
}
