//! A whole server under load, on the standard set: `make bench`, or parts of it with
//! `scripts/bench routes inbound fan-out idle neighbours overload campaign growth soak [sqlite] [postgres] [short]`. Prints tables in Markdown.
#![expect(
    clippy::print_stderr,
    clippy::print_stdout,
    reason = "figures are printed"
)]

mod campaign;
mod client;
mod cloud;
mod cores;
mod crowd;
mod graph;
mod neighbour;
mod realtime;
mod report;
mod server;
mod socket;
mod statuses;
mod stress;
mod watch;
mod work;

use std::{env, io::Result};

use report::Report;
use server::{Seeded, Size};
use tokio::{runtime, task::LocalSet};

/// The standard set: one large company, 200 small ones beside it.
const STANDARD: Size = Size {
    users: 20,
    queues: 10,
    companies: 1,
    small: 200,
    contacts: 20_000,
    tickets: 50_000,
    messages: 1_000_000,
};
/// A twentieth of it, to see that everything runs.
const SHORT: Size = Size {
    users: 20,
    queues: 10,
    companies: 1,
    small: 10,
    contacts: 2_000,
    tickets: 2_500,
    messages: 50_000,
};
/// Many attendants of one queue: every one hears of every ticket.
const AUDIENCE: Size = Size {
    users: 120,
    queues: 1,
    companies: 1,
    small: 0,
    contacts: 200,
    tickets: 500,
    messages: 1_000,
};
/// Five standard companies, and one with five times the messages: what the large one costs must not grow much.
const GROWN: [(&str, Size); 2] = [
    (
        "five such companies",
        Size {
            companies: 5,
            ..STANDARD
        },
    ),
    (
        "5,000,000 messages",
        Size {
            messages: 5_000_000,
            ..STANDARD
        },
    ),
];
const GROUPS: [&str; 9] = [
    "routes",
    "inbound",
    "fan-out",
    "idle",
    "neighbours",
    "overload",
    "campaign",
    "growth",
    "soak",
];
/// Those on the standard set.
const ON_STANDARD: [&str; 6] = [
    "routes",
    "inbound",
    "neighbours",
    "overload",
    "campaign",
    "soak",
];
/// Asked for by name only: they take long.
const LONG: [&str; 2] = ["growth", "soak"];
const SOAK_MINUTES: u32 = 20;

fn main() -> Result<()> {
    // without a word it is part of `cargo bench`, which has no servers
    let words: Vec<String> = env::args()
        .skip(1)
        .filter(|word| !word.starts_with("--"))
        .collect();
    if words.is_empty() {
        println!("load: run by scripts/bench");
        return Ok(());
    }
    let runtime = runtime::Builder::new_current_thread()
        .enable_all()
        .build()?;
    let report = LocalSet::new().block_on(&runtime, measure(&words))?;
    println!("{report}");
    Ok(())
}

async fn measure(words: &[String]) -> Result<Report> {
    let has = |word: &str| words.iter().any(|it| it == word);
    let all_groups = !GROUPS.iter().any(|group| has(group));
    let wants = |group: &str| has(group) || all_groups && !LONG.contains(&group);
    let (size, seconds) = if has("short") {
        (SHORT, 1.0)
    } else {
        (STANDARD, 5.0)
    };
    let mut report = Report::default();
    for (name, word, on_postgres) in [
        ("SQLite", "sqlite", false),
        ("PostgreSQL", "postgres", true),
    ] {
        if !has(word) && (has("sqlite") || has("postgres")) {
            continue;
        }
        report.section(name);
        if ON_STANDARD.iter().any(|group| wants(group)) {
            standard(&has, &wants, (on_postgres, size, seconds), &mut report).await?;
        }
        if wants("growth") {
            growth(on_postgres, &mut report, seconds).await?;
        }
        if wants("fan-out") || wants("idle") {
            sockets(&wants, on_postgres, &mut report, seconds).await?;
        }
    }
    Ok(report)
}

/// The groups that need the standard set.
async fn standard(
    has: &impl Fn(&str) -> bool,
    wants: &impl Fn(&str) -> bool,
    (on_postgres, size, seconds): (bool, Size, f64),
    report: &mut Report,
) -> Result<()> {
    let seeded = Seeded::new(on_postgres, size)?;
    report.line(format!(
        "{} tickets, {} messages, seeded in {:.0} s.\n",
        size.tickets,
        size.messages,
        seeded.took.as_secs_f64()
    ));
    let server = seeded.serve().await?;
    report.head();
    if wants("routes") {
        work::routes(&server, report, seconds).await?;
    }
    if wants("inbound") {
        realtime::inbound(&server, report, seconds).await?;
        let count = if has("short") { 5_000 } else { 20_000 };
        statuses::row(&seeded, &server, report, count).await?;
    }
    if wants("neighbours") {
        neighbour::neighbours(&server, report, seconds).await?;
    }
    if wants("overload") {
        stress::overload(&server, report, seconds).await?;
    }
    if wants("campaign") {
        let people = if has("short") { 5_000 } else { 100_000 };
        campaign::campaign((&seeded, &server), report, (people, seconds)).await?;
    }
    if wants("soak") {
        let minutes = if has("short") { 1 } else { SOAK_MINUTES };
        stress::soak(&server, report, minutes).await?;
    }
    Ok(())
}

/// The rows of the table again, in larger databases.
async fn growth(on_postgres: bool, report: &mut Report, seconds: f64) -> Result<()> {
    for (name, size) in GROWN {
        let seeded = Seeded::new(on_postgres, size)?;
        report.line(format!(
            "\nGrowth: {name}, seeded in {:.0} s.\n",
            seeded.took.as_secs_f64()
        ));
        let server = seeded.serve().await?;
        report.head();
        work::routes(&server, report, seconds).await?;
        realtime::inbound(&server, report, seconds).await?;
    }
    Ok(())
}

async fn sockets(
    wants: &impl Fn(&str) -> bool,
    on_postgres: bool,
    report: &mut Report,
    seconds: f64,
) -> Result<()> {
    let seeded = Seeded::new(on_postgres, AUDIENCE)?;
    // the first start makes the keys
    drop(seeded.serve().await?);
    if wants("idle") {
        report.line(String::new());
        let server = seeded.serve().await?;
        realtime::idle(&server, report)?;
        realtime::idle_sockets(&server, report).await?;
    }
    if wants("fan-out") {
        let server = seeded.serve().await?;
        report.line("\n| One event to 1,000 sockets | CPU µs per delivery | deliveries/s | p50 ms | p99 ms | noise |".to_owned());
        report.line("|---|---|---|---|---|---|".to_owned());
        realtime::fan_out(&server, report, seconds).await?;
    }
    Ok(())
}
