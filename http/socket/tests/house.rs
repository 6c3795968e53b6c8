//! What the house asks beyond the protocols: bounds, order, farewells, nothing left behind.

use std::sync::atomic::Ordering;
use std::time::Duration;

use bytestring::ByteString;
use futures_util::SinkExt as _;
use guiche_actors::room::browser::{Deliver, Farewell};
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::tungstenite::protocol::frame::coding::{Data, OpCode};
use tokio_tungstenite::tungstenite::protocol::frame::{Frame, FrameHeader};

use super::support::{Client, RULES, house, sockets_house, until};
use crate::socket::Settings;

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
    let mut house = sockets_house();
    let mut client = Client::joined(&house).await;
    let browser = house.browsers.recv().await.unwrap();
    browser
        .try_send(Deliver::Frame("42[\"a\",1]".into()))
        .unwrap();
    let gap = vec![
        ByteString::from("42[\"a\",2]"),
        ByteString::from("42[\"a\",3]"),
    ];
    browser.try_send(Deliver::Frames(gap)).unwrap();
    for number in 1..=3 {
        assert_eq!(client.text().await, format!("42[\"a\",{number}]"));
    }
}

#[actix_web::test]
async fn a_burst_of_events_is_answered_in_order() {
    let house = sockets_house();
    let mut client = Client::joined(&house).await;
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
    let mut house = sockets_house();
    let mut client = Client::joined(&house).await;
    client.send("421[\"later\"]").await;
    client.send("422[\"message-with-ack\"]").await;
    let browser = house.browsers.recv().await.unwrap();
    browser
        .try_send(Deliver::Frame("42[\"meanwhile\"]".into()))
        .unwrap();
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
    let house = sockets_house();
    let mut client = Client::joined(&house).await;
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
    let house = sockets_house();
    let mut client = Client::joined(&house).await;
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
    let house = house(
        Settings {
            payload_bytes_max: 1_000,
            ..RULES
        },
        Duration::from_secs(30),
    );
    let mut client = Client::joined(&house).await;
    client
        .send(&format!("42[\"message\",\"{}\"]", "x".repeat(1_000)))
        .await;
    assert_eq!(client.end().await.1, Some(1009));

    let mut client = Client::joined(&house).await;
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
    assert_eq!(client.end().await.1, Some(1002));
}

#[actix_web::test]
async fn a_client_that_joins_nothing_is_sent_away() {
    let rules = Settings {
        connect_timeout: Duration::from_millis(100),
        ..RULES
    };
    let house = house(rules, Duration::from_secs(30));
    let (mut client, _) = Client::open(&house).await;
    assert_eq!(client.end().await, (vec![], Some(1008)));
}

#[actix_web::test]
async fn a_session_ends_with_its_admission() {
    let house = sockets_house();
    let (mut client, _) = Client::open(&house).await;
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
    let mut house = sockets_house();
    let mut client = Client::joined(&house).await;
    let browser = house.browsers.recv().await.unwrap();
    browser
        .try_send(Deliver::Close(Farewell::SignedOut))
        .unwrap();
    assert_eq!(client.end().await, (vec!["41".to_owned()], Some(1008)));
}

#[actix_web::test]
async fn the_gate_goes_with_the_connection_however_it_ends() {
    let mut house = sockets_house();
    for ending in ["1", "4abc", "cut", "busy"] {
        let mut client = Client::joined(&house).await;
        let browser = house.browsers.recv().await.unwrap();
        assert_eq!(house.gates.load(Ordering::SeqCst), 1);
        match ending {
            "cut" => {}
            "busy" => client.send("42[\"never\"]").await,
            frame => client.send(frame).await,
        }
        drop(client);
        until(ending, || house.gates.load(Ordering::SeqCst) == 0).await;
        until(ending, || !browser.connected()).await;
    }
}

#[actix_web::test]
async fn more_than_the_out_queue_holds_ends_the_connection() {
    let mut house = sockets_house();
    let mut client = Client::joined(&house).await;
    let browser = house.browsers.recv().await.unwrap();
    let frame = ByteString::from(format!("42[\"{}\"]", "x".repeat(300_000)));
    browser.try_send(Deliver::Frames(vec![frame; 4])).unwrap();
    let (texts, code) = client.end().await;
    assert_eq!(
        (texts.len(), code),
        (3, Some(1013)),
        "1 MiB holds three of them"
    );
}

#[actix_web::test]
async fn a_browser_that_does_not_read_fills_its_mailbox_and_is_cut_off() {
    let rules = Settings {
        ping_interval: Duration::from_secs(30),
        ..RULES
    };
    let mut house = house(rules, Duration::from_secs(1));
    let client = Client::joined(&house).await;
    let browser = house.browsers.recv().await.unwrap();
    let frame = ByteString::from(format!("42[\"{}\"]", "x".repeat(60_000)));
    let full = || match browser.try_send(Deliver::Frame(frame.clone())) {
        Ok(()) => false,
        Err(error) => matches!(error, actix::prelude::SendError::Full(_)),
    };
    until("the mailbox is full", || (0..10).any(|_| full())).await;
    until("the kernel cuts the connection", || !browser.connected()).await;
    until("the gate is gone", || {
        house.gates.load(Ordering::SeqCst) == 0
    })
    .await;
    drop(client);
}
