//! What the server asks beyond the protocols: bounds, order, close reasons, nothing left behind.

use std::sync::atomic::Ordering;
use std::time::Duration;

use bytestring::ByteString;
use futures_util::SinkExt as _;
use guiche_actors::room::browser::{Browser, CloseReason, Deliver, WriteFrames};
use tokio_tungstenite::tungstenite::protocol::frame::coding::{Data, OpCode};
use tokio_tungstenite::tungstenite::protocol::frame::{Frame, FrameHeader};
use tokio_tungstenite::tungstenite::{self, Message};

use super::support::{Client, RULES, server, sockets_server, until};
use crate::socket::Settings;

/// The server does not ask whether a client is still there.
const SILENT: Settings = Settings {
    ping_interval: Duration::from_secs(30),
    ..RULES
};

fn piece(text: &str, opcode: Data, is_final: bool) -> Message {
    let header = FrameHeader {
        is_final,
        opcode: OpCode::Data(opcode),
        ..FrameHeader::default()
    };
    Message::Frame(Frame::from_payload(header, text.to_owned().into()))
}

#[actix_web::test]
async fn deliveries_reach_the_browser_in_order() {
    let mut server = sockets_server();
    let mut client = Client::joined(&server).await;
    let browser = server.browsers.recv().await.unwrap();
    browser.give(vec!["42[\"a\",1]".into()]).unwrap();
    let gap = vec![
        ByteString::from("42[\"a\",2]"),
        ByteString::from("42[\"a\",3]"),
    ];
    browser.give(gap).unwrap();
    for number in 1..=3 {
        assert_eq!(client.text().await, format!("42[\"a\",{number}]"));
    }
}

#[actix_web::test]
async fn a_burst_of_events_is_answered_in_order() {
    let server = sockets_server();
    let mut client = Client::joined(&server).await;
    for number in 0..1_000 {
        let event = format!("42{number}[\"message-with-ack\",{number}]");
        client.stream.feed(Message::text(event)).await.unwrap();
    }
    client.stream.flush().await.unwrap();
    for number in 0..1_000 {
        assert_eq!(client.text().await, format!("43{number}[{number}]"));
    }
}

#[actix_web::test]
async fn calls_of_one_browser_run_one_after_the_other() {
    let mut server = sockets_server();
    let mut client = Client::joined(&server).await;
    client.send("421[\"later\"]").await;
    client.send("422[\"message-with-ack\"]").await;
    let browser = server.browsers.recv().await.unwrap();
    browser.give(vec!["42[\"meanwhile\"]".into()]).unwrap();
    assert_eq!(
        client.text().await,
        "42[\"meanwhile\"]",
        "deliveries do not wait for calls"
    );
    assert_eq!(client.text().await, "431[\"later\"]");
    assert_eq!(client.text().await, "432[]");
}

#[actix_web::test]
async fn too_many_calls_at_once_close_the_connection() {
    let server = sockets_server();
    let mut client = Client::joined(&server).await;
    for _ in 0..300 {
        client
            .stream
            .feed(Message::text("42[\"never\"]"))
            .await
            .unwrap();
    }
    client.stream.flush().await.unwrap();
    assert_eq!(client.end().await, (vec![], Some(1013)));
}

#[actix_web::test]
async fn messages_may_come_in_pieces() {
    let server = sockets_server();
    let mut client = Client::joined(&server).await;
    client
        .stream
        .send(piece("421[\"message-", Data::Text, false))
        .await
        .unwrap();
    client
        .stream
        .send(piece("with-ack\"", Data::Continue, false))
        .await
        .unwrap();
    client
        .stream
        .send(piece(",\"é\"]", Data::Continue, true))
        .await
        .unwrap();
    assert_eq!(client.text().await, "431[\"é\"]");
}

#[actix_web::test]
async fn messages_over_the_bound_close_the_connection() {
    let server = server(
        Settings {
            payload_bytes_max: 1_000,
            ..RULES
        },
        Duration::from_secs(30),
    );
    let mut client = Client::joined(&server).await;
    client
        .send(&format!("42[\"message\",\"{}\"]", "x".repeat(1_000)))
        .await;
    assert_eq!(client.end().await.1, Some(1009));

    let mut client = Client::joined(&server).await;
    client
        .stream
        .send(piece(&"4".repeat(600), Data::Text, false))
        .await
        .unwrap();
    client
        .stream
        .send(piece(&"4".repeat(600), Data::Continue, true))
        .await
        .unwrap();
    assert_eq!(client.end().await.1, Some(1009));
}

#[actix_web::test]
async fn a_client_that_joins_nothing_is_sent_away() {
    let rules = Settings {
        connect_timeout: Duration::from_millis(100),
        ..RULES
    };
    let server = server(rules, Duration::from_secs(30));
    let (mut client, _) = Client::open(&server).await;
    assert_eq!(client.end().await, (vec![], Some(1008)));
}

#[actix_web::test]
async fn a_session_ends_with_its_admission() {
    let server = sockets_server();
    let (mut client, _) = Client::open(&server).await;
    client.send("40{\"expires_ms\":50}").await;
    let (texts, code) = client.end().await;
    assert_eq!(
        (texts.len(), code),
        (2, Some(1008)),
        "connect, auth and the end: {texts:?}"
    );
}

#[actix_web::test]
async fn a_revoked_client_is_told_not_to_come_back() {
    let mut server = sockets_server();
    let mut client = Client::joined(&server).await;
    let browser = server.browsers.recv().await.unwrap();
    browser.dismiss(CloseReason::SignedOut);
    assert_eq!(client.end().await, (vec!["41".to_owned()], Some(1008)));
}

#[actix_web::test]
async fn the_gate_goes_with_the_connection_however_it_ends() {
    let mut server = sockets_server();
    for ending in ["1", "4abc", "cut", "busy"] {
        let mut client = Client::joined(&server).await;
        let browser = server.browsers.recv().await.unwrap();
        assert_eq!(server.gates.load(Ordering::SeqCst), 1);
        match ending {
            "cut" => {}
            "busy" => client.send("42[\"never\"]").await,
            frame => client.send(frame).await,
        }
        drop(client);
        until(ending, || server.gates.load(Ordering::SeqCst) == 0).await;
        until(ending, || !browser.connected()).await;
    }
}

#[actix_web::test]
async fn one_batch_reaches_every_browser_of_a_thread_in_its_turn() {
    let mut server = server(SILENT, Duration::from_secs(30));
    let mut clients = Vec::new();
    let mut browsers = Vec::new();
    for _ in 0..80 {
        clients.push(Client::joined(&server).await);
        browsers.push(server.browsers.recv().await.unwrap());
    }
    let writer = browsers[0].writer().clone();
    assert!(browsers.iter().all(|browser| *browser.writer() == writer));
    let tell = |number: u32| WriteFrames {
        to: browsers.iter().map(Browser::id).collect(),
        what: Deliver::Frames(vec![format!("42[\"a\",{number}]").into()]),
    };
    writer.try_send(tell(1)).unwrap();
    browsers[79].give(vec!["42[\"only\"]".into()]).unwrap();
    browsers[0].dismiss(CloseReason::Shutdown);
    writer.try_send(tell(2)).unwrap();
    let gone = clients.remove(0).end().await;
    assert_eq!(gone, (vec!["42[\"a\",1]".to_owned()], Some(1001)));
    let mut last = clients.pop().unwrap();
    for expected in ["42[\"a\",1]", "42[\"only\"]", "42[\"a\",2]"] {
        assert_eq!(last.text().await, expected);
    }
    for client in &mut clients {
        assert_eq!(client.text().await, "42[\"a\",1]");
        assert_eq!(client.text().await, "42[\"a\",2]");
    }
}

#[actix_web::test]
async fn what_is_said_last_is_read_before_the_connection_ends() {
    let mut server = sockets_server();
    let mut client = Client::joined(&server).await;
    let browser = server.browsers.recv().await.unwrap();
    // words of the client are on their way while the server ends the connection
    for _ in 0..50 {
        client
            .stream
            .feed(Message::text("42[\"x\"]"))
            .await
            .unwrap();
    }
    browser.give(vec!["42[\"a\",1]".into()]).unwrap();
    browser.dismiss(CloseReason::Shutdown);
    client.stream.flush().await.unwrap();
    let end = client.end().await;
    assert_eq!(end, (vec!["42[\"a\",1]".to_owned()], Some(1001)));
}

#[actix_web::test]
async fn a_browser_that_does_not_read_is_let_go_while_others_are_given_everything() {
    let mut server = server(SILENT, Duration::from_secs(1));
    let stuck = Client::joined(&server).await;
    let browser = server.browsers.recv().await.unwrap();
    let mut reader = Client::joined(&server).await;
    let other = server.browsers.recv().await.unwrap();
    let frame = ByteString::from(format!("42[\"{}\"]", "x".repeat(60_000)));
    let mut given = 0;
    while browser.connected() {
        let batch = WriteFrames {
            to: vec![browser.id(), other.id()],
            what: Deliver::Frames(vec![frame.clone()]),
        };
        browser.writer().try_send(batch).unwrap();
        given += 1;
        assert!(given < 1_000, "60 MB wait for nobody");
        assert_eq!(reader.text().await, *frame);
    }
    until("its gate is gone", || {
        server.gates.load(Ordering::SeqCst) == 1
    })
    .await;
    drop(stuck);
}

#[actix_web::test]
async fn an_upgrade_to_nowhere_is_answered_like_any_request() {
    let server = sockets_server();
    let url = format!("ws://{}/nowhere", server.address);
    let Err(tungstenite::Error::Http(answer)) = tokio_tungstenite::connect_async(url).await else {
        panic!("it was let in")
    };
    assert_eq!(answer.status(), 404);
    assert_eq!(answer.headers()["connection"], "close");
}
