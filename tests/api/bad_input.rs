//! Bad input gets a clear code, and nothing is stored.

use reqwest::Method;
use serde_json::json;
use tokio::{
    io::{AsyncReadExt as _, AsyncWriteExt as _},
    net::TcpStream,
};

use super::{ADMIN, MARINA, messages, open_ticket, support::on_both};

#[tokio::test]
async fn malformed_bodies_are_refused_with_a_code_and_store_nothing() {
    // spec: S114
    on_both(async |desk| {
        let marina = desk.session(MARINA).await;
        let (ticket, _) = open_ticket(desk, &marina).await;
        let send = format!("/messages/{}", ticket["id"]);
        let update = format!("/tickets/{}", ticket["id"]);
        let before = messages(&marina, &ticket).await.len();
        for (method, path, body) in [
            (Method::POST, &send, "{\"body\": "),
            (Method::POST, &send, "{\"body\": 7}"),
            (Method::POST, &send, "{\"body\": \"   \"}"),
            (Method::POST, &send, "[]"),
            (Method::POST, &send, ""),
            (Method::PUT, &update, "{\"status\": \"gone\"}"),
            (Method::PUT, &update, "{\"userId\": \"x\"}"),
        ] {
            let answer = marina.raw(method, path, "application/json", body).await;
            assert_eq!(answer.refusal(), (400, "ERR_VALIDATION"), "{body}");
            assert!(answer.body["requestId"].is_string());
        }
        let long = json!({ "body": "a".repeat(4097) });
        assert_eq!(
            marina.post(&send, &long).await.refusal(),
            (400, "ERR_VALIDATION")
        );
        let huge = json!({ "body": "a".repeat(5_000_000) });
        assert_eq!(
            marina.post(&send, &huge).await.refusal(),
            (413, "ERR_PAYLOAD_TOO_LARGE")
        );
        assert_eq!(messages(&marina, &ticket).await.len(), before);
    })
    .await;
}

#[tokio::test]
async fn bad_paths_and_queries_are_refused() {
    on_both(async |desk| {
        let admin = desk.session(ADMIN).await;
        assert_eq!(admin.get("/tickets/abc").await.status.as_u16(), 404);
        assert_eq!(
            admin.get("/tickets/u/abc").await.refusal(),
            (404, "ERR_NO_TICKET_FOUND")
        );
        for query in [
            "status=gone",
            "tags=x",
            "queueIds={}",
            "date=ontem",
            "cursor=1",
            "pageNumber=x",
        ] {
            let answer = admin.get(&format!("/tickets?{query}")).await;
            assert_eq!(answer.refusal(), (400, "ERR_VALIDATION"), "{query}");
        }
        assert_eq!(
            admin.get("/nothing").await.refusal(),
            (404, "ERR_NOT_FOUND")
        );
    })
    .await;
}

#[tokio::test]
async fn bytes_that_are_no_request_are_no_error_of_ours() {
    on_both(async |desk| {
        let address = desk.base.trim_start_matches("http://");
        for bytes in [
            &b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03"[..],
            b"GET / HTTP/9.9\r\n\r\n",
            b"POST /api/tickets HTTP/1.1\r\nhost: x\r\ncontent-length: -1\r\n\r\n",
            b"\0\0\0\0\r\n\r\n",
        ] {
            let mut stream = TcpStream::connect(address).await.unwrap();
            stream.write_all(bytes).await.unwrap();
            stream.shutdown().await.unwrap();
            let mut answer = Vec::new();
            // closed, with or without a refusal
            let _ = stream.read_to_end(&mut answer).await;
        }
        desk.session(MARINA).await.get("/version").await.ok();
        let log = desk.log();
        let line = log
            .lines()
            .find(|line| line.contains("actix_http") && line.contains("ERROR"));
        assert!(line.is_none(), "{line:?}");
        let line = log.lines().find(|line| line.contains("stream error"));
        assert!(line.is_none(), "{line:?}");
    })
    .await;
}

#[tokio::test]
async fn nothing_private_is_in_the_log() {
    on_both(async |desk| {
        let marina = desk.session(MARINA).await;
        let (ticket, number) = open_ticket(desk, &marina).await;
        let secret = format!("segredo-{number}");
        marina
            .post(
                &format!("/messages/{}", ticket["id"]),
                &json!({ "body": secret }),
            )
            .await
            .ok();
        let log = desk.log();
        assert!(!log.is_empty());
        for private in [
            secret.as_str(),
            number.as_str(),
            MARINA,
            "Aurora123",
            marina.token.as_deref().unwrap(),
        ] {
            let beyond_start = log.split("Demonstra").last().unwrap_or(&log);
            let found = beyond_start
                .lines()
                .find(|line| line.contains(private) && line.contains("http"));
            assert!(found.is_none(), "{found:?}");
        }
    })
    .await;
}
