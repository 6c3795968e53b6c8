//! What a number takes while nothing happens on it.

use std::{io::Write as _, sync::Arc};

use super::{Line, server::Server};

/// Numbers that are paired and connected at once.
const NUMBERS: u64 = 40;
/// Bytes that one of them may take.
const EACH_MAX: u64 = 5 * 1024 * 1024;

/// Bytes of this process that are in memory.
fn resident() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap();
    let line = status.lines().find(|line| line.starts_with("VmRSS:"));
    let kilobytes = line.and_then(|line| line.split_whitespace().nth(1));
    kilobytes.unwrap().parse::<u64>().unwrap() * 1024
}

/// With the keys of each, which the desk has in its database and not in memory, and with the other end of each line: an
/// upper bound.
#[tokio::test(flavor = "multi_thread")]
async fn an_idle_number_takes_less_than_five_megabytes() {
    let (server, files) = (Server::start().await, Arc::default());
    // what all of them share is there before
    let _first = Line::paired(&server, &files, "5511960000000", 0).await;
    let before = resident();
    let mut lines = Vec::new();
    for number in 1..=NUMBERS {
        let number = format!("55119600{number:05}");
        lines.push(Line::paired(&server, &files, &number, 0).await);
    }
    let each = resident().saturating_sub(before) / NUMBERS;
    let mut out = std::io::stdout().lock();
    let _unseen = writeln!(out, "{} kB for each of {NUMBERS} idle numbers", each / 1024);
    assert!(each < EACH_MAX, "{each} bytes");
}
