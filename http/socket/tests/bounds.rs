//! What senders of unfinished frames can make the server keep.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use super::support::{Client, RULES, TestServer, server_with, until};
use crate::socket::{Budget, Settings};

/// As the product has it.
const BYTES_MAX: usize = 16 * 1024;

fn server(budget: &'static Budget) -> TestServer {
    let rules = Settings {
        ping_interval: Duration::from_secs(30),
        ping_timeout: Duration::from_secs(30),
        payload_bytes_max: BYTES_MAX,
        ..RULES
    };
    server_with(rules, Duration::from_secs(30), budget)
}

/// The head of a masked frame; the mask is zeros.
fn head(first: u8, length: u64) -> Vec<u8> {
    let mut head = vec![first, 0xff];
    head.extend(length.to_be_bytes());
    head.extend([0; 4]);
    head
}

/// Fails without the look at the head: then the server keeps all that is sent, and nobody is sent away.
#[actix_web::test]
async fn a_frame_that_announces_too_much_is_refused_by_its_head() {
    static BUDGET: Budget = Budget::new(1_000_000, 1_000_000);
    let server = server(&BUDGET);
    let too_much = [BYTES_MAX as u64 + 1, 1 << 40, 1 << 62, u64::MAX];
    for length in too_much {
        for first in [0x81, 0x82, 0x01, 0x02] {
            let (mut stranger, _) = Client::open(&server).await;
            stranger.send_raw(&head(first, length)).await;
            assert_eq!(stranger.end().await.1, Some(1009), "{first:x} {length}");
        }
        let mut browser = Client::joined(&server).await;
        browser.send_raw(&head(0x81, length)).await;
        assert_eq!(browser.end().await.1, Some(1009), "{length}");
    }
}

/// Fails without the look at the head.
#[actix_web::test]
async fn pieces_that_would_be_too_large_together_are_refused_by_the_head_of_the_last() {
    static BUDGET: Budget = Budget::new(1_000_000, 1_000_000);
    let server = server(&BUDGET);
    for last in [0x00, 0x80] {
        let (mut stranger, _) = Client::open(&server).await;
        let mut first = head(0x01, 10_000);
        first.extend([b'4'; 10_000]);
        stranger.send_raw(&first).await;
        stranger.send_raw(&head(last, 7_000)).await;
        assert_eq!(stranger.end().await.1, Some(1009));
    }
}

/// Fails without the common bound: each of them keeps a message that its own bound allows.
#[actix_web::test]
async fn many_who_stop_in_the_middle_of_a_message_keep_no_more_than_the_bound_of_all() {
    static BUDGET: Budget = Budget::new(400_000, 100_000);
    const SENDERS: usize = 40;
    let server = server(&BUDGET);
    let mut browser = Client::joined(&server).await;
    let sent_away = Arc::new(AtomicUsize::new(0));
    let mut senders = Vec::new();
    for number in 0..SENDERS {
        let (mut sender, _) = Client::open(&server).await;
        let mut bytes = match number % 3 {
            // a frame whose end does not come
            0 => head(0x82, 16_000),
            // a message whose last piece does not come
            1 => head(0x01, 8_000),
            // a packet whose attachment does not come
            _ => head(0x81, 8_000),
        };
        let mut text = b"451-[\"x\",{\"_placeholder\":true,\"num\":0},\"".to_vec();
        text.resize(7_998, b'x');
        text.extend(b"\"]");
        bytes.extend(text);
        sender.send_raw(&bytes).await;
        let sent_away = Arc::clone(&sent_away);
        senders.push(actix_web::rt::spawn(async move {
            if sender.end().await.1 == Some(1013) {
                sent_away.fetch_add(1, Ordering::SeqCst);
            }
        }));
    }
    until("most are sent away", || {
        sent_away.load(Ordering::SeqCst) > SENDERS / 2
    })
    .await;
    until("the bound holds", || BUDGET.kept() <= 100_000).await;

    // who has signed in is not touched, not even in the middle of a message
    let mut question = vec![0x81, 0xfe, 0x40, 0x00, 0, 0, 0, 0];
    question.extend(b"421[\"message-with-ack\",\"");
    question.resize(8 + BYTES_MAX - 2, b'x');
    browser.send_raw(&question).await;
    until("half of a message", || BUDGET.kept() > 100_000 - 32_000).await;
    browser.send_raw(b"\"]").await;
    assert!(browser.text().await.starts_with("431[\"xxx"));

    for sender in senders {
        sender.abort();
    }
    until("nothing is left", || BUDGET.kept() == 0).await;
}

/// Fails without the common bound: calls wait for the one before them, each with all that it brings.
#[actix_web::test]
async fn calls_that_wait_count_too() {
    static BUDGET: Budget = Budget::new(400_000, 100_000);
    let server = server(&BUDGET);
    let mut browser = Client::joined(&server).await;
    browser.send("42[\"never\"]").await;
    let long = format!("42[\"message\",\"{}\"]", "x".repeat(10_000));
    for _ in 0..4 {
        browser.send(&long).await;
    }
    assert_eq!(browser.end().await, (vec![], Some(1013)));
    until("nothing is left", || BUDGET.kept() == 0).await;
}
