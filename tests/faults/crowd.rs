//! Browsers that read nothing among browsers that do, and a crowd that comes back all at once.

use std::time::{Duration, Instant};

use futures_util::{StreamExt as _, stream};
use serde_json::{Value, json};
use tokio::{
    io::{AsyncReadExt as _, AsyncWriteExt as _},
    net::TcpStream,
};

use super::{
    dice::Dice,
    is_long, note, size,
    support::{ADMIN, Backend, Session, TestDesk, TestSocket, connection, new_number, until},
};

/// Browsers of one attendant.
const BROWSERS_EACH: usize = 40;
/// Sockets that begin at once.
const AT_ONCE: usize = 64;

fn sockets(short: u64, long: u64) -> usize {
    let usual = if is_long() { long } else { short };
    usize::try_from(size("GUICHE_FAULTS_SOCKETS", usual)).expect("small")
}

/// A browser of the lists.
async fn browser(desk: &TestDesk, token: &str) -> Option<TestSocket> {
    let mut socket = TestSocket::connect(desk, token).await.ok()?;
    let joined = socket.ask_if_open("joinTickets", json!("pending")).await?;
    (joined == json!({ "ok": true })).then_some(socket)
}

/// Attendants enough for so many browsers: the desk lets nobody have more than 50.
async fn attendants(desk: &TestDesk, browsers: usize) -> Vec<String> {
    let emails =
        (0..=browsers / BROWSERS_EACH).map(|number| format!("crowd{number}@aurora.example"));
    let emails: Vec<String> = emails.collect();
    desk.hire(&emails).await;
    let mut tokens = Vec::new();
    for email in &emails {
        tokens.extend(desk.session(email).await.token);
    }
    tokens
}

async fn browsers(desk: &TestDesk, tokens: &[String], count: usize) -> Vec<TestSocket> {
    let opened = stream::iter(0..count).map(|place| browser(desk, &tokens[place / BROWSERS_EACH]));
    let opened: Vec<_> = opened.buffer_unordered(AT_ONCE).collect().await;
    opened.into_iter().flatten().collect()
}

/// Resident memory of the process, in MiB.
fn memory(desk: &TestDesk) -> u64 {
    let status = std::fs::read_to_string(format!("/proc/{}/status", desk.pid()));
    let status = status.expect("it runs");
    let line = status
        .lines()
        .find(|line| line.starts_with("VmRSS:"))
        .expect("its memory");
    let kib: u64 = line
        .split_whitespace()
        .nth(1)
        .and_then(|word| word.parse().ok())
        .expect("KiB");
    kib / 1024
}

/// A browser that says hello, joins, and then never reads again.
async fn stuck(desk: &TestDesk, token: &str) -> TcpStream {
    let host = desk.base.trim_start_matches("http://").to_owned();
    let socket = tokio::net::TcpSocket::new_v4().expect("a socket");
    // so that its buffers are full soon
    socket.set_recv_buffer_size(4096).expect("small buffers");
    let mut stream = socket
        .connect(host.parse().expect("an address"))
        .await
        .expect("connected");
    let head = format!(
        "GET /socket.io/?EIO=4&transport=websocket&token={token} HTTP/1.1\r\nhost: {host}\r\nupgrade: websocket\r\n\
         connection: upgrade\r\nsec-websocket-version: 13\r\nsec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
    );
    stream.write_all(head.as_bytes()).await.expect("written");
    let mut seen = vec![0; 2048];
    let length = stream.read(&mut seen).await.expect("an answer");
    assert!(seen[..length].starts_with(b"HTTP/1.1 101"));
    for text in ["40", r#"420["joinTickets","pending"]"#] {
        stream.write_all(&masked(text)).await.expect("written");
    }
    stream
}

/// A text frame as a browser sends it, with a mask of zeros.
fn masked(text: &str) -> Vec<u8> {
    let length = u8::try_from(text.len()).expect("short");
    [&[0x81, 0x80 | length, 0, 0, 0, 0], text.as_bytes()].concat()
}

/// Waits for a customer's text and answers how long after it was told.
async fn hears(socket: &mut TestSocket, name: &str, body: &str, told: Instant) -> Duration {
    socket
        .event_where(name, |it| it["message"]["body"] == body)
        .await;
    told.elapsed()
}

#[tokio::test]
async fn browsers_that_read_nothing_slow_nobody_down_and_are_let_go() {
    let desk = TestDesk::start(Backend::Sqlite, &[]).await;
    let session = desk.session(ADMIN).await;
    let matriz = connection(&session, "Matriz").await;
    let name = format!("company-{}-appMessage", session.company());
    let (good, bad) = (sockets(100, 1_000), sockets(50, 500));
    let tokens = attendants(&desk, good + bad).await;
    let mut good = browsers(&desk, &tokens, good).await;
    let mut stuck_ones = Vec::new();
    for place in 0..bad {
        let token = &tokens[(good.len() + place) / BROWSERS_EACH];
        stuck_ones.push(stuck(&desk, token).await);
    }
    let before = memory(&desk);
    let (mut slowest, mut all) = (Duration::ZERO, Vec::new());
    let long = "x".repeat(4_000);
    for round in 0..(if is_long() { 400 } else { 150 }) {
        let (number, body) = (new_number(), format!("{round} {long}"));
        let told = Instant::now();
        desk.say(matriz, &number, "Ana", &body).await;
        let heard = good
            .iter_mut()
            .map(|socket| hears(socket, &name, &body, told));
        for took in futures_util::future::join_all(heard).await {
            slowest = slowest.max(took);
            all.push(took);
        }
    }
    all.sort();
    let p99 = all[all.len() * 99 / 100];
    let grown = memory(&desk).saturating_sub(before);
    note(&format!(
        "{} good browsers beside {} that never read: p99 {} ms, slowest {} ms; the process grew by {grown} MiB",
        good.len(),
        stuck_ones.len(),
        p99.as_millis(),
        slowest.as_millis()
    ));
    assert!(grown < 512, "the process grew by {grown} MiB");
    // whoever takes nothing for long is cut off
    until("the stuck ones are let go", async || {
        open_sockets(&desk).await <= good.len()
    })
    .await;
}

/// Sockets that the desk holds, by its own count.
async fn open_sockets(desk: &TestDesk) -> usize {
    let metrics = desk.metrics().await;
    let of = |line: &str| {
        line.rsplit(' ')
            .next()
            .and_then(|number| number.parse::<f64>().ok())
    };
    let line = metrics
        .lines()
        .find(|line| line.starts_with(r#"guiche_actor_live{kind="browser_session"}"#));
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "a count"
    )]
    let count = line.and_then(of).expect("a count of sockets") as usize;
    count
}

/// Comes back until it works, as the pages do: at a random time, and later each time. Answers the events that it was told.
async fn come_back(desk: &TestDesk, token: &str, known: i64, mut dice: Dice) -> Vec<Value> {
    let mut longest = 1_000;
    loop {
        // nothing is waited for: this is the pause of the page, as `realtime/backoff.ts` has it
        tokio::time::sleep(Duration::from_millis(500 + dice.below(longest - 500))).await;
        longest = (longest * 2).min(10_000);
        if let Some(mut socket) = browser(desk, token).await
            && let Some(answer) = socket
                .ask_if_open("resume", json!({ "lastSeq": known }))
                .await
            && answer["error"].is_null()
        {
            assert_eq!(answer["ok"], true, "{answer}");
            return socket
                .take_seen()
                .into_iter()
                .map(|(_, payload)| payload)
                .collect();
        }
    }
}

#[tokio::test]
async fn a_crowd_that_comes_back_at_once_misses_nothing() {
    // spec: S069
    let desk = TestDesk::start(Backend::Sqlite, &[]).await;
    let session = desk.session(ADMIN).await;
    let token = session.token.clone().expect("signed in");
    let matriz = connection(&session, "Matriz").await;
    let count = sockets(1_000, 5_000);
    let tokens = attendants(&desk, count).await;
    let crowd = browsers(&desk, &tokens, count).await;
    assert_eq!(crowd.len(), count);
    let mut witness = browser(&desk, &token).await.expect("a socket");
    let name = format!("company-{}-appMessage", session.company());
    let first = new_number();
    desk.say(matriz, &first, "Ana", "Antes").await;
    let known = witness
        .event_where(&name, |it| it["message"]["body"] == "Antes")
        .await["seq"]
        .clone();
    let known = known.as_i64().expect("a number");
    for place in 0..20 {
        desk.say(matriz, &new_number(), "Ana", &format!("Perdida {place}"))
            .await;
    }
    let last = |it: &Value| it["message"]["body"] == "Perdida 19";
    witness.event_where(&name, last).await;
    drop((crowd, witness));
    desk.kill();
    desk.run().await;
    let begun = Instant::now();
    let back = stream::iter(0..count).map(async |place| {
        let dice = Dice::new(place as u64);
        let missed = come_back(&desk, &tokens[place / BROWSERS_EACH], known, dice).await;
        (begun.elapsed(), missed)
    });
    let mut back: Vec<_> = back.buffer_unordered(count).collect().await;
    back.sort_by_key(|(took, _)| *took);
    let (slowest, reference) = back.last().expect("a crowd").clone();
    let bodies = |missed: &[Value]| {
        let bodies = missed.iter().filter(|it| it["message"].is_object());
        bodies
            .map(|it| it["message"]["body"].clone())
            .collect::<Vec<_>>()
    };
    let expected: Vec<Value> = (0..20)
        .map(|place| json!(format!("Perdida {place}")))
        .collect();
    assert_eq!(bodies(&reference), expected);
    assert!(
        back.iter().all(|(_, missed)| *missed == reference),
        "everybody was told the same"
    );
    note(&format!(
        "reconnect storm: {count} browsers resumed after a kill, 0 missed events; half after {} ms, all after {} ms",
        back[count / 2].0.as_millis(),
        slowest.as_millis()
    ));
    let answer: Session = session.on_this_runtime();
    answer.get("/tickets?status=pending").await.ok();
}
