//! Receipts of a Cloud API number: what happens to a message after it was sent, told in signed calls.

use std::{
    cell::{Cell, RefCell},
    io::{Error, Result},
    time::{Duration, Instant},
};

use serde_json::json;

use crate::{
    client::Http,
    cloud,
    report::{Report, Row},
    server::{Seeded, Server},
    watch::Watch,
};

/// Calls at once; Meta makes one for each status.
const CALLERS: u32 = 16;
/// How often the database is asked whether all are applied.
const LOOK_EVERY: Duration = Duration::from_millis(100);
const PATIENCE: Duration = Duration::from_mins(2);

/// Customers have read so many messages of a large company: each is told alone. The row ends when
/// all are applied; its times are those of the answers.
pub async fn row(
    seeded: &Seeded,
    server: &Server,
    report: &mut Report,
    count: usize,
) -> Result<()> {
    let connection = cloud::connection(server, &server.sign_in("user1").await?).await?;
    // the newest of ours were sent by this number
    seeded.sql(&format!(
        "UPDATE messages SET connection_id = {connection} WHERE id IN (SELECT m.id FROM messages m
         JOIN connections c ON c.company_id = m.company_id AND c.id = {connection}
         WHERE m.from_me AND m.ack = 3 ORDER BY m.id DESC LIMIT {count})"
    ))?;
    let ids = seeded.sql(&format!(
        "SELECT provider_id FROM messages WHERE connection_id = {connection} AND from_me AND ack = 3"
    ))?;
    let ids: Vec<&str> = ids.lines().collect();
    if ids.len() < count {
        return Err(Error::other(format!(
            "{} messages instead of {count}",
            ids.len()
        )));
    }
    let path = cloud::path(connection);
    let (next, latencies) = (Cell::new(0), RefCell::new(Vec::new()));
    let call = async || -> Result<()> {
        let mut http = Http::open(&server.base, None).await?;
        while let Some(id) = ids.get(next.get()) {
            next.set(next.get() + 1);
            let status = json!({
                "id": id, "status": "read", "timestamp": "1760000000", "recipient_id": "5511987654321"
            });
            let (signature, body) = cloud::call("statuses", &status);
            let asked = Instant::now();
            let came = http.send("POST", &path, &signature, &body).await?;
            if came.status != 200 {
                let text = String::from_utf8_lossy(http.body(came)).into_owned();
                return Err(Error::other(format!("a status: {} {text}", came.status)));
            }
            latencies.borrow_mut().push(asked.elapsed());
        }
        Ok(())
    };
    let watch = Watch::start(&server.watched());
    futures_util::future::try_join_all((0..CALLERS).map(|_| call())).await?;
    until_applied(seeded, connection).await?;
    let mut row = Row::new(
        "status of a message, until it is applied",
        None,
        latencies.take(),
        &watch.stop(),
    );
    let read = format!(
        "SELECT count(*) FROM messages WHERE connection_id = {connection} AND from_me AND ack = 4"
    );
    let read: usize = seeded.sql(&read)?.trim().parse().map_err(Error::other)?;
    row.errors = u64::try_from(ids.len() - read).unwrap_or(u64::MAX);
    report.row(&row);
    Ok(())
}

async fn until_applied(seeded: &Seeded, connection: i64) -> Result<()> {
    let waiting =
        format!("SELECT count(*) FROM inbox WHERE connection_id = {connection} AND state = 'new'");
    let started = Instant::now();
    while seeded.sql(&waiting)?.trim() != "0" {
        if started.elapsed() > PATIENCE {
            return Err(Error::other("the statuses are not applied"));
        }
        tokio::time::sleep(LOOK_EVERY).await;
    }
    Ok(())
}
