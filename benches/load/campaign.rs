//! A campaign to 100,000 people: how long their import and their preparation take, what memory that needs, and what the desk's
//! readers notice while it writes.

use std::{
    fmt::Write as _,
    io::{Error, Result},
    time::{Duration, Instant},
};

use serde_json::{Value, json};

use crate::{
    client::{Http, form_of},
    report::{Report, Row},
    server::{Seeded, Server},
    watch::usage,
    work::{Work, number_of, run},
};

/// Who reads while the campaign writes.
const READERS: u32 = 4;
/// Times the readers' latency alone.
const SLOWER_AT_MOST: f64 = 1.5;
/// From the start to the last recipient.
const PREPARED_WITHIN: Duration = Duration::from_secs(20);
/// What that may add to the memory, in MB.
const MEMORY_AT_MOST: f64 = 100.0;
const LOOK_EVERY: Duration = Duration::from_millis(50);
const PATIENCE: Duration = Duration::from_mins(10);

/// What stands in the table about a list of so many people.
pub async fn campaign(
    (seeded, server): (&Seeded, &Server),
    report: &mut Report,
    (people, seconds): (u32, f64),
) -> Result<()> {
    seeded.sql("UPDATE plans SET use_campaigns = TRUE")?;
    seeded.sql(
        "INSERT INTO settings (company_id, key, value, updated_at)
         SELECT id, 'campaignsEnabled', 'true', created_at FROM companies WHERE TRUE ON CONFLICT DO NOTHING",
    )?;
    let token = server.sign_in("user1").await?;
    let line = number(server, &token).await?;
    report.line(format!(
        "\nA campaign to {people} people. Goal: prepared within {} s and {MEMORY_AT_MOST:.0} MB, readers' p99 at most {SLOWER_AT_MOST} times that alone.\n",
        PREPARED_WITHIN.as_secs()
    ));
    let (list, imported) = import(server, &token, people).await?;
    // what the job finds out at the number's pace
    seeded.sql(&format!(
        "UPDATE contact_list_items SET is_whatsapp_valid = TRUE WHERE contact_list_id = {list}"
    ))?;
    let readers = Work::get("ticket list", 1.5, "/api/tickets?showAll=true&status=open");
    let read = async || run(server, Some(&token), &readers, (READERS, seconds)).await;
    let alone = read().await?;
    let pace = json!({ "settings": {
        "messageInterval": 0, "longerIntervalAfter": 0, "greaterInterval": 0, "variables": [],
    } });
    ask(server, &token, "/api/campaign-settings", &pace).await?;
    let wish = json!({
        "name": "Medida", "message1": "Oi {nome}, temos novidades", "dailyCap": 5_000,
        "whatsappId": line, "contactListId": list,
    });
    let made = ask(server, &token, "/api/campaigns", &wish).await?;
    let id = number_of(&made, "id")?;
    let (prepared, grown) = prepare((seeded, server), &token, id).await?;
    let written = format!(
        "SELECT COUNT(*) FROM campaign_recipients WHERE campaign_id = {id} AND state <> 'pending'"
    );
    let count = || -> Result<f64> { seeded.sql(&written)?.trim().parse().map_err(Error::other) };
    until_it_writes(&count).await?;
    let (from, at) = (count()?, Instant::now());
    let beside = read().await?;
    let per_second = (count()? - from) / at.elapsed().as_secs_f64();
    if per_second <= 0.0 {
        return Err(Error::other("nobody was written to while the readers read"));
    }
    let cancel = format!("/api/campaigns/{id}/cancel");
    ask(server, &token, &cancel, &json!({})).await?;
    tell_preparation(report, imported, (prepared, grown));
    report.line(told(&alone, &beside, per_second));
    Ok(())
}

fn tell_preparation(report: &mut Report, imported: Duration, (prepared, grown): (Duration, f64)) {
    report.line("| What | measured | goal |".to_owned());
    report.line("|---|---|---|".to_owned());
    report.line(format!(
        "| import of the file | {:.1} s | – |",
        imported.as_secs_f64()
    ));
    let mark = |is_met: bool| if is_met { "met" } else { "**missed**" };
    report.line(format!(
        "| prepared in | {:.1} s | {} |",
        prepared.as_secs_f64(),
        mark(prepared <= PREPARED_WITHIN)
    ));
    report.line(format!(
        "| memory added meanwhile | {grown:.0} MB | {} |",
        mark(grown <= MEMORY_AT_MOST)
    ));
}

/// The readers read while it writes: a number does that now and then, not at once.
async fn until_it_writes(count: &impl Fn() -> Result<f64>) -> Result<()> {
    let begun = Instant::now();
    while count()? < 1.0 && begun.elapsed() < PATIENCE {
        tokio::time::sleep(LOOK_EVERY).await;
    }
    Ok(())
}

/// Starts it and waits until everybody of the list is a recipient: how long that takes, and the megabytes added meanwhile.
async fn prepare(
    (seeded, server): (&Seeded, &Server),
    token: &str,
    id: i64,
) -> Result<(Duration, f64)> {
    let before = usage(server.pid()).resident;
    let started = Instant::now();
    let start = format!("/api/campaigns/{id}/start");
    ask(server, token, &start, &json!({})).await?;
    let copied = format!("SELECT COUNT(*) FROM campaigns WHERE id = {id} AND is_copied");
    let mut most = before;
    while seeded.sql(&copied)?.trim() != "1" {
        if started.elapsed() > PATIENCE {
            return Err(Error::other("the campaign was not prepared"));
        }
        most = most.max(usage(server.pid()).resident);
        tokio::time::sleep(LOOK_EVERY).await;
    }
    let prepared = started.elapsed();
    #[expect(clippy::cast_precision_loss, reason = "megabytes")]
    let grown = most.saturating_sub(before) as f64 / 1e6;
    Ok((prepared, grown))
}

fn told(alone: &Row, beside: &Row, per_second: f64) -> String {
    let times = beside.p99.as_secs_f64() / alone.p99.as_secs_f64().max(f64::EPSILON);
    let is_met = beside.errors == 0 && times <= SLOWER_AT_MOST;
    format!(
        "| readers' p99, alone → while {per_second:.1} people a second are written to | {:.1} → {:.1} ms, {times:.1} times | {} |",
        alone.p99.as_secs_f64() * 1e3,
        beside.p99.as_secs_f64() * 1e3,
        if is_met { "met" } else { "**missed**" }
    )
}

/// The simulated number of the company, connected.
async fn number(server: &Server, token: &str) -> Result<i64> {
    let path = "/api/whatsapp?session=0";
    let until = Instant::now() + PATIENCE;
    loop {
        let known = server.ask(Some(token), "GET", path, &Value::Null).await?;
        let mut known = known.as_array().into_iter().flatten();
        let line = known.find(|one| one["provider"] == "simulator");
        let line = line.ok_or_else(|| Error::other("no simulated number"))?;
        let id = number_of(line, "id")?;
        if line["status"] == "CONNECTED" {
            return Ok(id);
        }
        if Instant::now() > until {
            return Err(Error::other(format!("not connected: {line}")));
        }
        let session = format!("/api/whatsappsession/{id}");
        if line["status"] == "DISCONNECTED" {
            server
                .ask(Some(token), "POST", &session, &json!({}))
                .await?;
        }
        tokio::time::sleep(LOOK_EVERY).await;
    }
}

/// Makes a list and brings a file of people into it.
async fn import(server: &Server, token: &str, people: u32) -> Result<(i64, Duration)> {
    let wish = json!({ "name": "Medida" });
    let list = ask(server, token, "/api/contact-lists", &wish).await?;
    let list = number_of(&list, "id")?;
    let mut sheet = String::from("nome;numero;email\n");
    for person in 0..people {
        // the simulated network knows no number that ends with five zeros, and failures stop the campaign
        let number = 80_000_001 + person + person / 99_999;
        let _ = writeln!(sheet, "Pessoa {person};55319{number};");
    }
    let body = form_of(&sheet);
    let mut http = Http::open(&server.base, Some(token)).await?;
    let started = Instant::now();
    let path = format!("/api/contact-lists/{list}/upload");
    let came = http.upload(&path, &body).await?;
    if came.status != 200 {
        let text = String::from_utf8_lossy(http.body(came)).into_owned();
        return Err(Error::other(format!(
            "not imported: {} {text}",
            came.status
        )));
    }
    Ok((list, started.elapsed()))
}

async fn ask(server: &Server, token: &str, path: &str, body: &Value) -> Result<Value> {
    let answer = server.ask(Some(token), "POST", path, body).await?;
    match answer.get("error") {
        Some(error) => Err(Error::other(format!("{path}: {error}"))),
        None => Ok(answer),
    }
}
