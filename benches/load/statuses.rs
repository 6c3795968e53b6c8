//! Receipts of a Cloud API number: what happens to a message after it was sent, told in signed calls.

use std::{
    cell::{Cell, RefCell},
    io::{Error, Result},
    time::{Duration, Instant},
};

use hmac::{Hmac, Mac as _};
use serde_json::{Value, json};
use sha2::Sha256;

use crate::{
    client::Http,
    report::{Report, Row},
    server::{Seeded, Server},
    watch::Watch,
};

const NUMBER: &str = "106540352242922";
const SECRET: &str = "segredo-da-medida";
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
    let connection = connect(server).await?;
    // the newest of ours were sent by this number
    seeded.sql(&format!(
        "UPDATE messages SET connection_id = {connection} WHERE id IN (SELECT m.id FROM messages m
         JOIN connections c ON c.company_id = m.company_id AND c.id = {connection}
         WHERE m.from_me AND m.ack = 3 ORDER BY m.id DESC LIMIT {count})"
    ))?;
    let ids = seeded.sql(&format!(
        "SELECT provider_id FROM messages WHERE connection_id = {connection}"
    ))?;
    let ids: Vec<&str> = ids.lines().collect();
    if ids.len() < count {
        return Err(Error::other(format!(
            "{} messages instead of {count}",
            ids.len()
        )));
    }
    let path = format!("/api/webhooks/whatsapp/{connection}");
    let (next, latencies) = (Cell::new(0), RefCell::new(Vec::new()));
    let call = async || -> Result<()> {
        let mut http = Http::open(&server.base, None).await?;
        while let Some(id) = ids.get(next.get()) {
            next.set(next.get() + 1);
            let body = body(id);
            let field = format!("X-Hub-Signature-256: sha256={}\r\n", signature(&body)?);
            let asked = Instant::now();
            let came = http.send("POST", &path, &field, &body).await?;
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
    let read =
        format!("SELECT count(*) FROM messages WHERE connection_id = {connection} AND ack = 4");
    let read: usize = seeded.sql(&read)?.trim().parse().map_err(Error::other)?;
    row.errors = u64::try_from(ids.len() - read).unwrap_or(u64::MAX);
    report.row(&row);
    Ok(())
}

/// A number of the Cloud API in the first company.
async fn connect(server: &Server) -> Result<i64> {
    let token = server.sign_in("user1").await?;
    let form = json!({
        "name": "Oficial", "provider": "cloud", "phoneNumberId": NUMBER, "wabaId": "1",
        "accessToken": "ficha-da-medida", "appSecret": SECRET, "verifyToken": "palavra-da-medida"
    });
    let made = server
        .ask(Some(&token), "POST", "/api/whatsapp", &form)
        .await?;
    let id = made.get("id").and_then(Value::as_i64);
    id.ok_or_else(|| Error::other(format!("no number of the Cloud API: {made}")))
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

fn body(id: &str) -> String {
    let status = json!({
        "id": id, "status": "read", "timestamp": "1760000000", "recipient_id": "5511987654321"
    });
    let value = json!({
        "messaging_product": "whatsapp",
        "metadata": { "display_phone_number": "5511900000000", "phone_number_id": NUMBER },
        "statuses": [status]
    });
    let change = json!({ "field": "messages", "value": value });
    let entry = json!({ "id": "1", "changes": [change] });
    json!({ "object": "whatsapp_business_account", "entry": [entry] }).to_string()
}

fn signature(body: &str) -> Result<String> {
    let mac = Hmac::<Sha256>::new_from_slice(SECRET.as_bytes()).map_err(Error::other)?;
    Ok(hex::encode(mac.chain_update(body).finalize().into_bytes()))
}
