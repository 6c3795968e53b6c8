//! A small company while a large one beside it does its worst: it must not notice more than twice its latency, and is never told
//! that the server is busy.

use std::{cell::Cell, fmt::Write as _, io::Result};

use futures_util::future::try_join_all;
use serde_json::json;

use crate::{
    client::form_of,
    report::{Report, Row},
    server::{PASSWORD, Server},
    work::{Work, run},
};

/// Callers of each kind of dear work.
const CROWD: u32 = 250;
/// Those who export the contacts, again and again.
const EXPORTS: u32 = 8;
/// Those who import a file of contacts, again and again: fewer than may send files at once.
const IMPORTS: u32 = 4;
/// Rows of such a file.
const ROWS: u64 = 2_000;
/// Those who sign in, again and again.
const LOG_INS: u32 = 64;
/// Attendants of the small company.
const ATTENDANTS: u32 = 4;
/// Times its latency alone.
const SLOWER_AT_MOST: f64 = 2.0;

/// A row for each kind of a neighbour's work, and one for all of them together.
pub async fn neighbours(server: &Server, report: &mut Report, seconds: f64) -> Result<()> {
    let large = server.sign_in("user1").await?;
    let small = server.sign_in_at("user1", 2).await?;
    let list = Work::get("ticket list", 1.5, "/api/tickets?showAll=true&status=open");
    let read = async || run(server, Some(&small), &list, (ATTENDANTS, seconds)).await;
    let alone = read().await?;
    report.line(format!(
        "\nA small company's ticket list, {ATTENDANTS} callers. Goal: no error, p99 at most {SLOWER_AT_MOST} times that alone.\n"
    ));
    report.line(
        "| While the neighbour … | per s | p50 ms | p99 ms | p99 to alone | errors | goal |"
            .to_owned(),
    );
    report.line("|---|---|---|---|---|---|---|".to_owned());
    report.line(told("does nothing", &alone, &alone));
    let dashboard = Work::get("dashboard", 50.0, "/api/dashboard?days=30");
    let search = Work::get("search", 50.0, "/api/tickets?searchParam=pedido");
    let export = Work::get("export", 500.0, "/api/contacts/export");
    let (import, log_in) = (import(), log_in());
    let worst = [
        ("opens 250 dashboards", vec![(&dashboard, CROWD)]),
        ("searches 250 times", vec![(&search, CROWD)]),
        ("exports its contacts", vec![(&export, EXPORTS)]),
        ("imports contacts", vec![(&import, IMPORTS)]),
        ("signs in", vec![(&log_in, LOG_INS)]),
        (
            "does all of that",
            vec![
                (&dashboard, CROWD),
                (&search, CROWD),
                (&export, EXPORTS),
                (&import, IMPORTS),
                (&log_in, LOG_INS),
            ],
        ),
    ];
    for (name, works) in worst {
        let disturb = works.into_iter().map(|(work, callers)| {
            let token = (work.name != "log-in").then_some(large.as_str());
            run(server, token, work, (callers, seconds))
        });
        let (beside, disturbed) = futures_util::future::join(read(), try_join_all(disturb)).await;
        disturbed?;
        report.line(told(name, &beside?, &alone));
    }
    Ok(())
}

/// A file of contacts after the other, all of them new: those that are known would only be looked up.
fn import() -> Work<'static> {
    let files = Cell::new(0_u64);
    Work {
        name: "import",
        budget_ms: 2_000.0,
        method: "POST",
        is_form: true,
        request: Box::new(move |_| {
            let first = files.replace(files.get() + 1) * ROWS;
            let mut sheet = String::from("nome;numero;email\n");
            for person in first..first + ROWS {
                let _ = writeln!(sheet, "Pessoa {person};55719{person:08};");
            }
            ("/api/contacts/import".to_owned(), form_of(&sheet))
        }),
    }
}

fn log_in() -> Work<'static> {
    Work {
        name: "log-in",
        budget_ms: 20.0,
        method: "POST",
        is_form: false,
        request: Box::new(|number| {
            let email = format!("user{}@empresa1.example", 3 + number % 16);
            let body = json!({ "email": email, "password": PASSWORD });
            ("/api/auth/login".to_owned(), body.to_string())
        }),
    }
}

fn is_met(beside: &Row, alone: &Row) -> bool {
    beside.errors == 0 && beside.p99 <= alone.p99.mul_f64(SLOWER_AT_MOST)
}

fn told(name: &str, beside: &Row, alone: &Row) -> String {
    let goal = if is_met(beside, alone) {
        "met"
    } else {
        "**missed**"
    };
    format!(
        "| {name} | {:.0} | {:.1} | {:.1} | {:.1} | {} | {goal} |",
        beside.per_second,
        beside.p50.as_secs_f64() * 1e3,
        beside.p99.as_secs_f64() * 1e3,
        beside.p99.as_secs_f64() / alone.p99.as_secs_f64().max(f64::EPSILON),
        beside.errors,
    )
}
