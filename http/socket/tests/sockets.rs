//! Socket.IO over WebSocket.

use super::support::{Client, sockets_server};

#[actix_web::test]
async fn lets_clients_into_its_namespaces() {
    let server = sockets_server();
    let cases = [
        ("40", "40{", "42[\"auth\",{}]"),
        (
            "40{\"token\":\"123\"}",
            "40{",
            "42[\"auth\",{\"token\":\"123\"}]",
        ),
        ("40/custom,", "40/custom,{", "42/custom,[\"auth\",{}]"),
        (
            "40/custom,{\"token\":\"abc\"}",
            "40/custom,{",
            "42/custom,[\"auth\",{\"token\":\"abc\"}]",
        ),
    ];
    for (connect, answer, auth) in cases {
        let (mut client, _) = Client::open(&server).await;
        client.send(connect).await;
        let text = client.text().await;
        assert!(
            text.starts_with(answer) && text.contains("\"sid\":\""),
            "{text}"
        );
        assert_eq!(client.text().await, auth);
    }
}

#[actix_web::test]
async fn refuses_an_unknown_namespace_and_keeps_the_connection() {
    let server = sockets_server();
    let (mut client, _) = Client::open(&server).await;
    client.send("40/random").await;
    assert_eq!(
        client.text().await,
        "44/random,{\"message\":\"Invalid namespace\"}"
    );
    client.send("40").await;
    assert!(client.text().await.starts_with("40{"));
}

#[actix_web::test]
async fn tells_a_refused_client_why() {
    let server = sockets_server();
    let (mut client, _) = Client::open(&server).await;
    client.send("40{\"refuse\":true}").await;
    assert_eq!(client.text().await, "44{\"message\":\"unauthorized\"}");
    client.send("40").await;
    assert!(client.text().await.starts_with("40{"), "it may ask again");
}

#[actix_web::test]
async fn closes_on_a_packet_that_is_none() {
    let server = sockets_server();
    let cases = [
        "4abc",
        "4",
        "42{}",
        "42[]",
        "42abc[\"message-with-ack\",1,\"2\",{\"3\":[false]}]",
        "42/custom,[\"message\"]",
        "452-[\"message\",{\"_placeholder\":true,\"num\":2}]",
        "4511-[\"message\"]",
        "40",
    ];
    for packet in cases {
        let mut client = Client::joined(&server).await;
        client.send(packet).await;
        assert_eq!(client.end().await, (vec![], Some(1002)), "{packet}");
    }
}

#[actix_web::test]
async fn closes_on_a_handshake_that_is_none_and_without_one() {
    let server = sockets_server();
    let (mut client, _) = Client::open(&server).await;
    client.send("4abc").await;
    assert_eq!(client.end().await.1, Some(1002));
    let (mut silent, _) = Client::open(&server).await;
    assert_eq!(silent.end().await.1, Some(1000));
}

#[actix_web::test]
async fn stays_open_for_a_client_that_left_the_namespace() {
    let server = sockets_server();
    let mut client = Client::joined(&server).await;
    client.send("41").await;
    assert_eq!(client.text().await, "42[\"left\",\"/\"]");
    assert_eq!(client.text_or_ping().await, "2");
}

#[actix_web::test]
async fn namespaces_of_one_connection_do_not_mix() {
    let server = sockets_server();
    let mut client = Client::joined(&server).await;
    client.send("40/custom").await;
    assert!(client.text().await.starts_with("40/custom,{"));
    assert_eq!(client.text().await, "42/custom,[\"auth\",{}]");
    client.send("42/custom,[\"message\",1]").await;
    assert_eq!(client.text().await, "42/custom,[\"message-back\",1]");
    client.send("41/custom").await;
    assert_eq!(client.text().await, "42[\"left\",\"/custom\"]");
    client.send("42[\"message\",\"to main\"]").await;
    assert_eq!(client.text().await, "42[\"message-back\",\"to main\"]");
}

#[actix_web::test]
async fn events_and_answers_carry_json_and_bytes() {
    let server = sockets_server();
    let mut client = Client::joined(&server).await;
    client.send("42[\"message\",1,\"2\",{\"3\":[true]}]").await;
    assert_eq!(
        client.text().await,
        "42[\"message-back\",1,\"2\",{\"3\":[true]}]"
    );
    client
        .send("42456[\"message-with-ack\",1,\"2\",{\"3\":[false]}]")
        .await;
    assert_eq!(client.text().await, "43456[1,\"2\",{\"3\":[false]}]");

    let holders = "{\"_placeholder\":true,\"num\":0},{\"_placeholder\":true,\"num\":1}";
    for (head, answer) in [
        (
            format!("452-[\"message\",{holders}]"),
            format!("452-[\"message-back\",{holders}]"),
        ),
        (
            format!("452-789[\"message-with-ack\",{holders}]"),
            format!("462-789[{holders}]"),
        ),
    ] {
        client.send(&head).await;
        client.send_bytes(&[1, 2, 3]).await;
        client.send_bytes(&[4, 5, 6]).await;
        assert_eq!(client.text().await, answer);
        assert_eq!(client.bytes().await, [1, 2, 3]);
        assert_eq!(client.bytes().await, [4, 5, 6]);
    }
}

#[actix_web::test]
async fn bytes_nobody_announced_close_the_connection() {
    let server = sockets_server();
    let mut client = Client::joined(&server).await;
    client.send_bytes(&[1]).await;
    assert_eq!(client.end().await, (vec![], Some(1002)));
}
