//! The routes of the desk under a closed loop: some callers, each with one request at a time.

use std::{
    cell::{Cell, RefCell},
    io::{Error, Result},
    rc::Rc,
    time::{Duration, Instant},
};

use crate::{
    client::Http,
    report::{Report, Row},
    server::{PASSWORD, Server},
    watch::Watch,
};
use serde_json::{Value, json};

/// Requests at once.
const CALLERS: u32 = 8;
const WARM: Duration = Duration::from_millis(500);

/// A kind of request.
pub struct Work<'a> {
    pub name: &'a str,
    pub budget_ms: f64,
    pub method: &'a str,
    /// Whether its body is a form with a file, which goes by a connection of its own: a server that does not read one closes it.
    pub is_form: bool,
    /// Path and body of the request of a number.
    pub request: Box<dyn Fn(u64) -> (String, String) + 'a>,
}

impl<'a> Work<'a> {
    /// A question that is always the same.
    pub fn get(name: &'a str, budget_ms: f64, path: &str) -> Self {
        let path = path.to_owned();
        Self {
            name,
            budget_ms,
            method: "GET",
            is_form: false,
            request: Box::new(move |_| (path.clone(), String::new())),
        }
    }
}

/// Runs a kind of work for a while.
pub async fn run(
    server: &Server,
    token: Option<&str>,
    work: &Work<'_>,
    (callers, seconds): (u32, f64),
) -> Result<Row> {
    let (latencies, errors) = (Rc::new(RefCell::new(Vec::new())), Rc::new(Cell::new(0)));
    let number = Cell::new(0);
    let measure_from = Instant::now() + WARM;
    let until = measure_from + Duration::from_secs_f64(seconds);
    let call = async || -> Result<()> {
        let mut http = Http::open(&server.base, token).await?;
        while Instant::now() < until {
            number.set(number.get() + 1);
            let (path, body) = (work.request)(number.get());
            let asked = Instant::now();
            let came = if work.is_form {
                http = Http::open(&server.base, token).await?;
                http.upload(&path, &body).await?
            } else {
                http.call(work.method, &path, &body).await?
            };
            if came.status >= 400 {
                if errors.get() == 0 {
                    let text = String::from_utf8_lossy(http.body(came)).into_owned();
                    eprintln!("{}: {} {text}", work.name, came.status);
                }
                errors.set(errors.get() + 1);
            } else if asked >= measure_from {
                latencies.borrow_mut().push(asked.elapsed());
            }
        }
        Ok(())
    };
    let calls = futures_util::future::try_join_all((0..callers).map(|_| call()));
    let watch = async {
        tokio::time::sleep_until(measure_from.into()).await;
        let watch = Watch::start(&server.watched());
        tokio::time::sleep_until(until.into()).await;
        watch.stop()
    };
    let (done, used) = futures_util::future::join(calls, watch).await;
    done?;
    let mut row = Row::new(work.name, Some(work.budget_ms), latencies.take(), &used);
    row.errors = errors.get();
    Ok(row)
}

/// All rows of the table of routes.
pub async fn routes(server: &Server, report: &mut Report, seconds: f64) -> Result<()> {
    let admin = server.sign_in("user1").await?;
    let attendant = server.sign_in("user2").await?;
    let deep_list = deep_cursor(server, &admin).await?;
    let (ticket, deep_message) = long_conversation(server, &admin).await?;
    let list = "/api/tickets?showAll=true&status";
    let questions = [
        Work::get("ticket list, open, page 1", 1.5, &format!("{list}=open")),
        Work::get(
            "ticket list, closed, page 1",
            1.5,
            &format!("{list}=closed"),
        ),
        Work::get(
            "ticket list, closed, page 1000 by cursor",
            2.0,
            &format!("{list}=closed&cursor={deep_list}"),
        ),
        Work::get("messages, page 1", 1.2, &format!("/api/messages/{ticket}")),
        Work::get(
            "messages, deep",
            1.5,
            &format!("/api/messages/{ticket}?before={deep_message}"),
        ),
        Work::get("contacts, page 1", 1.0, "/api/contacts?pageNumber=1"),
        Work::get(
            "contacts, search",
            2.0,
            "/api/contacts?pageNumber=1&searchParam=debora%20nogueira",
        ),
        Work::get("dashboard, 30 days", 50.0, "/api/dashboard?days=30"),
    ];
    for work in &questions {
        report.row(&run(server, Some(&admin), work, (CALLERS, seconds)).await?);
    }
    let own = Work::get(
        "ticket list of an attendant, open",
        1.5,
        "/api/tickets?status=open",
    );
    report.row(&run(server, Some(&attendant), &own, (CALLERS, seconds)).await?);
    let search = Work {
        name: "ticket search in message text",
        budget_ms: 25.0,
        method: "GET",
        is_form: false,
        request: Box::new(|number| {
            let order = 10_000 + number * 7_919 % 90_000;
            (
                format!("/api/tickets?showAll=true&searchParam=pedido%20{order}"),
                String::new(),
            )
        }),
    };
    report.row(&run(server, Some(&admin), &search, (2, seconds)).await?);
    changes(server, &admin, report, seconds).await
}

async fn changes(server: &Server, admin: &str, report: &mut Report, seconds: f64) -> Result<()> {
    let contact = |number: u64| json!({ "name": format!("Cliente {number}"), "number": format!("55218{number:08}"), "email": "" });
    let create_contact = Work {
        name: "create contact",
        budget_ms: 0.8,
        method: "POST",
        is_form: false,
        request: Box::new(|number| ("/api/contacts".to_owned(), contact(number).to_string())),
    };
    report.row(&run(server, Some(admin), &create_contact, (CALLERS, seconds)).await?);
    let last = server
        .ask(Some(admin), "POST", "/api/contacts", &contact(90_000_000))
        .await?;
    let last = number_of(&last, "id")?.unsigned_abs();
    let create_ticket = Work {
        name: "create ticket",
        budget_ms: 1.5,
        method: "POST",
        is_form: false,
        // the contacts just made have none
        request: Box::new(move |number| {
            (
                "/api/tickets".to_owned(),
                json!({ "contactId": last - number, "status": "open" }).to_string(),
            )
        }),
    };
    report.row(
        &run(
            server,
            Some(admin),
            &create_ticket,
            (CALLERS, seconds / 2.0),
        )
        .await?,
    );
    let log_in = Work {
        name: "log-in",
        budget_ms: 20.0,
        method: "POST",
        is_form: false,
        request: Box::new(|number| {
            let email = format!("user{}@empresa1.example", 3 + number % 16);
            (
                "/api/auth/login".to_owned(),
                json!({ "email": email, "password": PASSWORD }).to_string(),
            )
        }),
    };
    report.row(&run(server, None, &log_in, (2, seconds)).await?);
    others_during_log_ins(server, admin, &log_in, report, seconds).await
}

/// What 64 people who sign in at once do to somebody who reads.
async fn others_during_log_ins(
    server: &Server,
    admin: &str,
    log_in: &Work<'_>,
    report: &mut Report,
    seconds: f64,
) -> Result<()> {
    let list = Work::get(
        "ticket list, one caller",
        1.5,
        "/api/tickets?showAll=true&status=open",
    );
    let alone = run(server, Some(admin), &list, (1, seconds)).await?;
    let (beside, _) = futures_util::future::try_join(
        run(server, Some(admin), &list, (1, seconds)),
        run(server, None, log_in, (64, seconds)),
    )
    .await?;
    report.line(format!(
        "| ticket list, one caller: p99 alone → beside 64 log-ins | | at most double | | {:.1} → {:.1} | {:.1} → {:.1} | |",
        alone.p50.as_secs_f64() * 1e3,
        beside.p50.as_secs_f64() * 1e3,
        alone.p99.as_secs_f64() * 1e3,
        beside.p99.as_secs_f64() * 1e3,
    ));
    Ok(())
}

/// The place of page 1000 of the closed tickets.
async fn deep_cursor(server: &Server, admin: &str) -> Result<String> {
    let mut page = 1_000;
    loop {
        let path = format!("/api/tickets?showAll=true&status=closed&pageNumber={page}");
        let answer = server.ask(Some(admin), "GET", &path, &Value::Null).await?;
        if let Some(cursor) = answer.get("nextCursor").and_then(Value::as_str) {
            return Ok(cursor.to_owned());
        }
        if page == 1 {
            return Err(Error::other(format!("no cursor: {answer}")));
        }
        page /= 2;
    }
}

/// A ticket of the customer with the most messages, and a message in the middle of them.
async fn long_conversation(server: &Server, admin: &str) -> Result<(i64, i64)> {
    let path = "/api/tickets?showAll=true&status=closed&searchParam=5511910000000";
    let found = server.ask(Some(admin), "GET", path, &Value::Null).await?;
    let ticket = found.pointer("/tickets/0").cloned().unwrap_or_default();
    let ticket = number_of(&ticket, "id")?;
    // the middle of 10,000, or less far in a smaller set
    for number in [250, 25, 2, 1] {
        let page = format!("/api/messages/{ticket}?pageNumber={number}");
        let page = server.ask(Some(admin), "GET", &page, &Value::Null).await?;
        if let Some(message) = page.pointer("/messages/0") {
            return Ok((ticket, number_of(message, "id")?));
        }
    }
    Err(Error::other(format!("ticket {ticket} has no messages")))
}

pub fn number_of(value: &Value, name: &str) -> Result<i64> {
    value
        .get(name)
        .and_then(Value::as_i64)
        .ok_or_else(|| Error::other(format!("no {name} in {value}")))
}
