//! What a number takes while nothing happens on it.

use std::{io::Write as _, sync::Arc, time::Duration};

use super::{Line, server::Server};

/// Numbers that are paired and connected at once, and as many as one machine should carry in the long form
/// (`GUICHE_FAULTS=long`).
const NUMBERS: u64 = 40;
const MANY: u64 = 200;
/// How long the long form watches what they take of the processor.
const WATCHED: Duration = Duration::from_mins(2);
/// The kernel's unit of processor time, in milliseconds.
const TICK_MS: u64 = 10;
/// Bytes that one of them may take.
const EACH_MAX: u64 = 5 * 1024 * 1024;

/// Bytes of this process that are in memory.
fn resident() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap();
    let line = status.lines().find(|line| line.starts_with("VmRSS:"));
    let kilobytes = line.and_then(|line| line.split_whitespace().nth(1));
    kilobytes.unwrap().parse::<u64>().unwrap() * 1024
}

/// Milliseconds of processor time that this process has had.
fn worked_ms() -> u64 {
    let stat = std::fs::read_to_string("/proc/self/stat").unwrap();
    let (_, after_name) = stat.rsplit_once(')').unwrap();
    let ticks = after_name.split_whitespace().skip(11).take(2);
    ticks.map(|it| it.parse::<u64>().unwrap()).sum::<u64>() * TICK_MS
}

#[expect(
    clippy::disallowed_methods,
    reason = "tests are told by the environment"
)]
fn is_long() -> bool {
    std::env::var("GUICHE_FAULTS").is_ok_and(|form| form == "long")
}

fn say(text: &str) {
    let _unseen = writeln!(std::io::stdout(), "{text}");
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
    let numbers = if is_long() { MANY } else { NUMBERS };
    for number in 1..=numbers {
        let number = format!("55119600{number:05}");
        lines.push(Line::paired(&server, &files, &number, 0).await);
    }
    let each = resident().saturating_sub(before) / numbers;
    say(&format!(
        "{} kB for each of {numbers} idle numbers",
        each / 1024
    ));
    assert!(each < EACH_MAX, "{each} bytes");
    if is_long() {
        let before = worked_ms();
        tokio::time::sleep(WATCHED).await;
        let worked = worked_ms() - before;
        say(&format!(
            "{worked} ms of a core in {WATCHED:?} for {numbers} idle numbers and their server"
        ));
    }
}
