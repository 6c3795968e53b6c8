//! From a customer's message to the attendant's browser, and one event to many browsers, beside two other servers.

use std::{
    env, fs,
    io::{Error, Result},
    path::PathBuf,
    process::{Child, Command, Stdio},
    time::Duration,
};

use serde_json::{Value, json};

use crate::{
    client::Http,
    cloud,
    crowd::{Crowd, Pace, Trigger},
    report::{Report, Row},
    server::{Server, free_port},
    watch::{Watched, usage},
};

const HELLO: [&str; 1] = [r#"420["joinNotification"]"#];
/// Sockets in the fan-out.
const LISTENERS: usize = 1_000;
/// Browsers of one attendant.
const BROWSERS_EACH: usize = 45;
/// Sockets that do nothing.
const IDLE: usize = 5_000;

/// Customers who take turns.
const CUSTOMERS: u64 = 2_000;

/// A customer writes, his attendant's browser hears of it: with nothing that answers by itself, with a bot that answers each
/// with a menu, and with the same bot where a person has the conversation.
pub async fn inbound(server: &Server, report: &mut Report, seconds: f64) -> Result<()> {
    let as_fast_as_it_goes = Pace::InFlight(64);
    let calm = Pace::PerSecond(80.0);
    let row = async |name: &str, pace, report: &mut Report| -> Result<()> {
        let mut row = customers(server, name, pace, seconds).await?;
        row.budget_ms = Some(2.0);
        report.row(&row);
        Ok(())
    };
    let name = "inbound message to socket, as fast as it goes";
    row(name, as_fast_as_it_goes, report).await?;
    row("inbound message to socket, 80/s", calm, report).await?;
    accept_all(server).await?;
    row("… a person has the conversation", calm, report).await?;
    bot(server, true).await?;
    let name = "… a person has the conversation, a bot is on";
    row(name, calm, report).await?;
    close_all(server).await?;
    row("… the bot answers with a menu", calm, report).await?;
    bot(server, false).await
}

/// Gives the number two queues to choose from and a greeting, or takes them away.
async fn bot(server: &Server, is_on: bool) -> Result<()> {
    // each measure signs in anew, which ends the sign-in before
    let token = &server.sign_in("user1").await?;
    let connection = cloud::connection(server, token).await?;
    let queues = server.ask(Some(token), "GET", "/api/queue", &Value::Null);
    let queues = queues.await?;
    let two = queues.as_array().into_iter().flatten().take(2);
    let two: Vec<&Value> = two.map(|queue| field(queue, "id")).collect();
    let form = json!({
        "queueIds": if is_on { two } else { Vec::new() },
        "greetingMessage": if is_on { "Olá! Escolha o setor." } else { "" },
    });
    let path = format!("/api/whatsapp/{connection}");
    let saved = server.ask(Some(token), "PUT", &path, &form).await?;
    if field(&saved, "id").is_null() {
        return Err(Error::other(format!("the number was not saved: {saved}")));
    }
    Ok(())
}

fn field<'a>(of: &'a Value, name: &str) -> &'a Value {
    of.get(name).unwrap_or(&Value::Null)
}

/// The attendant takes all conversations of the measure's customers.
async fn accept_all(server: &Server) -> Result<()> {
    let me = server.id_of("user1").await?;
    let form = json!({ "status": "open", "userId": me });
    change_all(server, ("pending", &form)).await
}

/// And ends them.
async fn close_all(server: &Server) -> Result<()> {
    change_all(server, ("open", &json!({ "status": "closed" }))).await
}

/// Changes all tickets of the number that are in this state, until there is none left in it.
async fn change_all(server: &Server, (status, form): (&str, &Value)) -> Result<()> {
    let token = &server.sign_in("user1").await?;
    let connection = cloud::connection(server, token).await?;
    let list = format!("/api/tickets?showAll=true&status={status}&whatsappIds=%5B{connection}%5D");
    loop {
        let page = server.ask(Some(token), "GET", &list, &Value::Null).await?;
        let tickets = field(&page, "tickets")
            .as_array()
            .cloned()
            .unwrap_or_default();
        if tickets.is_empty() {
            return Ok(());
        }
        for ticket in tickets {
            let path = format!("/api/tickets/{}", field(&ticket, "id"));
            let changed = server.ask(Some(token), "PUT", &path, form).await?;
            if field(&changed, "status") != field(form, "status") {
                return Err(Error::other(format!("{path} was not changed: {changed}")));
            }
        }
    }
}

/// The same at 80 a second, without a figure.
pub async fn steady(server: &Server, seconds: f64) -> Result<()> {
    customers(server, "steady", Pace::PerSecond(80.0), seconds).await?;
    Ok(())
}

async fn customers(server: &Server, name: &str, pace: Pace, seconds: f64) -> Result<Row> {
    let token = server.sign_in("user1").await?;
    let connection = cloud::connection(server, &token).await?;
    let crowd = Crowd::gather(&server.base, &[format!("&token={token}")], &HELLO, 1).await?;
    let path = cloud::path(connection);
    let letter = |time: &str, number: u64| {
        let from = format!("55119{:08}", 10_000_000 + number * 7 % CUSTOMERS);
        let text = format!("{time} bom dia, meu pedido ainda não chegou");
        let id = format!("wamid.{}.{number}", time.trim_start_matches("ts="));
        cloud::call(
            "messages",
            &json!({ "from": from, "id": id, "timestamp": "1760000000", "type": "text", "text": { "body": text } }),
        )
    };
    let trigger = Trigger {
        base: &server.base,
        token: None,
        method: "POST",
        path: &path,
        letter: &letter,
    };
    let row = crowd
        .drive(name, &trigger, (pace, 16, seconds), &server.watched())
        .await?;
    crowd.leave();
    Ok(row)
}

/// One event to a thousand sockets, ours and theirs.
pub async fn fan_out(server: &Server, report: &mut Report, seconds: f64) -> Result<()> {
    let token = server.sign_in("user1").await?;
    let open = "/api/tickets?showAll=true&status=open";
    let open = server.ask(Some(&token), "GET", open, &Value::Null).await?;
    let ticket = open
        .pointer("/tickets/0/id")
        .and_then(Value::as_i64)
        .unwrap_or_default();
    let path = format!("/api/messages/{ticket}");
    // a whisper: it reaches every browser and no phone
    let letter = |time: &str, _| {
        let text = format!("{time} {}", "x".repeat(420));
        let whisper = json!({ "body": text, "isPrivate": true });
        (String::new(), whisper.to_string())
    };
    let trigger = Trigger {
        base: &server.base,
        token: Some(&token),
        method: "POST",
        path: &path,
        letter: &letter,
    };
    let queries = visitors(server, LISTENERS).await?;
    measure(
        "guichê",
        (&server.base, &queries, &HELLO),
        &trigger,
        &server.watched(),
        report,
        seconds,
    )
    .await?;
    for peer in [Peer::node()?, Peer::socketioxide()?].into_iter().flatten() {
        peer.wait().await?;
        let nothing = |_: &str, _| Default::default();
        let trigger = Trigger {
            base: &peer.base,
            token: None,
            method: "GET",
            path: "/emit",
            letter: &nothing,
        };
        let watched = [Watched {
            name: peer.name,
            pid: peer.child.id(),
        }];
        measure(
            peer.name,
            (&peer.base, &[], &[]),
            &trigger,
            &watched,
            report,
            seconds,
        )
        .await?;
    }
    Ok(())
}

/// Signs in enough attendants for so many browsers; nobody may have more than 50. The first user is the one who causes the
/// events: another sign-in would end his.
async fn visitors(server: &Server, browsers: usize) -> Result<Vec<String>> {
    let mut queries = Vec::new();
    for number in (2..).take(browsers.div_ceil(BROWSERS_EACH)) {
        let token = server.sign_in(&format!("user{number}")).await?;
        queries.push(format!("&token={token}"));
    }
    Ok(queries)
}

async fn measure(
    name: &str,
    (base, queries, hello): (&str, &[String], &[&str]),
    trigger: &Trigger<'_>,
    watched: &[Watched],
    report: &mut Report,
    seconds: f64,
) -> Result<()> {
    let crowd = Crowd::gather(base, queries, hello, LISTENERS).await?;
    for (what, pace, callers) in [
        ("4 in flight", Pace::InFlight(4), 4),
        ("20 events/s", Pace::PerSecond(20.0), 4),
    ] {
        let row = crowd
            .drive(name, trigger, (pace, callers, seconds), watched)
            .await?;
        let micros: f64 = row.cpu_ms.iter().map(|(_, cpu)| cpu * 1_000.0).sum();
        let parts: Vec<String> = row
            .cpu_ms
            .iter()
            .map(|(process, cpu)| format!("{process} {:.2}", cpu * 1_000.0))
            .collect();
        report.line(format!(
            "| {name}, {what} | {micros:.2} ({}) | {:.0} | {:.1} | {:.1} | {:.0} % |",
            parts.join(", "),
            row.per_second,
            row.p50.as_secs_f64() * 1e3,
            row.p99.as_secs_f64() * 1e3,
            row.noise * 100.0
        ));
    }
    crowd.leave();
    tokio::time::sleep(Duration::from_secs(1)).await;
    Ok(())
}

/// Memory of sockets that do nothing.
pub async fn idle_sockets(server: &Server, report: &mut Report) -> Result<()> {
    let queries = visitors(server, IDLE).await?;
    let before = usage(server.pid()).resident;
    let crowd = Crowd::gather(&server.base, &queries, &HELLO, IDLE).await?;
    tokio::time::sleep(Duration::from_secs(3)).await;
    let after = usage(server.pid()).resident;
    let each = after.saturating_sub(before) / crowd.size.max(1);
    report.line(format!(
        "- memory of an idle socket, {IDLE} open: {each} bytes (budget 5,500); server {} → {} kB",
        before / 1_000,
        after / 1_000
    ));
    crowd.leave();
    Ok(())
}

/// What the server is when nobody is there.
pub fn idle(server: &Server, report: &mut Report) -> Result<()> {
    let binary = fs::metadata(env!("CARGO_BIN_EXE_guiche"))?.len();
    report.line(format!(
        "- idle: {} kB resident (budget 25,000), start {} ms (budget 150), binary {} kB (budget 40,000)",
        usage(server.pid()).resident / 1_000,
        server.started_in.as_millis(),
        binary / 1_000
    ));
    Ok(())
}

/// Another server of the same behaviour.
struct Peer {
    name: &'static str,
    base: String,
    child: Child,
}

impl Peer {
    /// Node with socket.io 4; `None` where it was not prepared.
    fn node() -> Result<Option<Self>> {
        let folder = peers().join("node");
        if !folder.join("node_modules").exists() {
            return Ok(None);
        }
        let mut command = Command::new("node");
        command.arg("server.js").current_dir(folder);
        Self::start("node socket.io", command).map(Some)
    }

    /// socketioxide, built by `make bench`; `None` where it was not.
    fn socketioxide() -> Result<Option<Self>> {
        #[expect(clippy::disallowed_methods, reason = "told by scripts/bench")]
        let built = env::var("GUICHE_BENCH_SOCKETIOXIDE");
        built
            .ok()
            .map(|path| Self::start("socketioxide", Command::new(path)))
            .transpose()
    }

    fn start(name: &'static str, mut command: Command) -> Result<Self> {
        let port = free_port()?;
        let child = command
            .arg(port.to_string())
            .stdout(Stdio::null())
            .spawn()?;
        Ok(Self {
            name,
            base: format!("http://127.0.0.1:{port}"),
            child,
        })
    }

    async fn wait(&self) -> Result<()> {
        for _ in 0..500 {
            if Http::open(&self.base, None).await.is_ok() {
                return Ok(());
            }
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
        Err(Error::other(format!("{} did not start", self.name)))
    }
}

impl Drop for Peer {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn peers() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("benches/load/peers")
}
