//! Engine.IO over WebSocket.

use serde_json::json;
use tokio_tungstenite::tungstenite;

use super::support::{Client, engine_server};

#[actix_web::test]
async fn opens_a_session_and_names_its_rules() {
    let server = engine_server();
    let (_, mut handshake) = Client::open(&server).await;
    let sid = handshake.as_object_mut().unwrap().remove("sid").unwrap();
    assert!(sid.as_str().is_some_and(|sid| sid.len() >= 20));
    assert_eq!(
        handshake,
        json!({"upgrades": [], "pingInterval": 300, "pingTimeout": 200, "maxPayload": 1_000_000})
    );
}

#[actix_web::test]
async fn refuses_requests_it_does_not_speak() {
    let server = engine_server();
    let cases = [
        ("transport=websocket", 5),
        ("EIO=abc&transport=websocket", 5),
        ("EIO=3&transport=websocket", 5),
        ("EIO=4", 0),
        ("EIO=4&transport=abc", 0),
        ("EIO=4&transport=polling", 0),
        ("", 0),
        ("EIO=4&transport=websocket&sid=abc", 1),
    ];
    for (query, code) in cases {
        let url = format!("ws://{}/socket.io/?{query}", server.address);
        let Err(tungstenite::Error::Http(answer)) = tokio_tungstenite::connect_async(url).await
        else {
            panic!("{query} was let in")
        };
        assert_eq!(answer.status(), 400, "{query}");
        let body: serde_json::Value =
            serde_json::from_slice(answer.body().as_deref().unwrap()).unwrap();
        assert_eq!(body["code"], code, "{query}");
    }
}

#[actix_web::test]
async fn hands_text_and_bytes_over_unchanged() {
    let server = engine_server();
    let (mut client, _) = Client::open(&server).await;
    client.send("4hello").await;
    assert_eq!(client.text().await, "4hello");
    client.send_bytes(&[1, 2, 3, 4]).await;
    assert_eq!(client.bytes().await, [1, 2, 3, 4]);
}

#[actix_web::test]
async fn closes_on_a_frame_that_is_no_packet() {
    let server = engine_server();
    for frame in ["abc", "", "9", "0", "2", "5"] {
        let (mut client, _) = Client::open(&server).await;
        client.send(frame).await;
        assert_eq!(client.end().await, (vec![], Some(1002)), "{frame:?}");
    }
}

#[actix_web::test]
async fn closes_when_the_client_says_so() {
    let server = engine_server();
    let (mut client, _) = Client::open(&server).await;
    client.send("1").await;
    assert_eq!(client.end().await, (vec![], Some(1000)));
}

#[actix_web::test]
async fn pings_while_it_is_answered() {
    let server = engine_server();
    let (mut client, _) = Client::open(&server).await;
    for _ in 0..3 {
        assert_eq!(client.text_or_ping().await, "2");
        client.send("3").await;
    }
    client.send("4still here").await;
    assert_eq!(client.text().await, "4still here");
}

#[actix_web::test]
async fn closes_when_a_ping_is_not_answered() {
    let server = engine_server();
    let (mut client, _) = Client::open(&server).await;
    assert_eq!(client.text_or_ping().await, "2");
    assert_eq!(client.end().await, (vec![], Some(1000)));
}
