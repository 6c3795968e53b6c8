//! More than the server can do, and a long time of what it can do.

use std::{
    cell::{Cell, RefCell},
    io::Result,
    rc::Rc,
    time::{Duration, Instant},
};

use tokio::task;

use crate::{
    client::Http,
    cores::Apart,
    realtime,
    report::{Report, part},
    server::Server,
    watch::{Watch, usage},
    work::{Work, run},
};

/// Connections that callers of an overload share; who finds all of them busy sends nothing.
const CONNECTIONS_MAX: usize = 1_500;
const LIST: &str = "/api/tickets?showAll=true&status=open";
/// How soon the server has to be as it was before.
const NORMAL_AGAIN: Duration = Duration::from_secs(30);

/// What came of requests that arrive whether or not the earlier ones were answered.
#[derive(Default)]
struct Arrived {
    accepted: RefCell<Vec<Duration>>,
    refused: RefCell<Vec<Duration>>,
    failed: Cell<u64>,
    // found every connection busy: never sent
    kept_back: Cell<u64>,
    idle: RefCell<Vec<Http>>,
    open: Cell<usize>,
}

/// Twice and five times what the server can do on cores of its own.
pub async fn overload(server: &Server, report: &mut Report, seconds: f64) -> Result<()> {
    let apart = Apart::new(&server.watched())?;
    let cores = apart.as_ref().map_or_else(
        || "the core of the callers too".to_owned(),
        |apart| format!("{} of {} cores", apart.cores(), apart.cores() + 1),
    );
    let token = server.sign_in("user1").await?;
    let list = Work::get("ticket list", 1.5, LIST);
    let peak = run(server, Some(&token), &list, (16, seconds)).await?;
    report.line(format!(
        "\nOverload: the peak of `{LIST}` on {cores} is {:.0}/s, p99 {:.0} ms, {} kB resident.\n",
        peak.per_second,
        peak.p99.as_secs_f64() * 1e3,
        usage(server.pid()).resident / 1_000
    ));
    report.line("| Arrivals | goodput of the peak | accepted p50, p99 ms | refused | refused p99 ms | failed | not sent | resident kB | as before after | cores of server and database |".to_owned());
    report.line("|---|---|---|---|---|---|---|---|---|---|".to_owned());
    for factor in [2.0, 5.0] {
        let watch = Watch::start(&server.watched());
        let arrived = flood(server, &token, peak.per_second * factor, seconds).await?;
        let used = watch.stop();
        let cores = used.cpu.iter().map(|(_, cpu)| cpu).sum::<f64>() / used.seconds;
        let resident = usage(server.pid()).resident / 1_000;
        let again = normal_again(server, &token, peak.p99).await?;
        let (mut accepted, mut refused) = (arrived.accepted.take(), arrived.refused.take());
        accepted.sort_unstable();
        refused.sort_unstable();
        #[expect(clippy::cast_precision_loss, reason = "counts are small")]
        let goodput = accepted.len() as f64 / seconds / peak.per_second;
        report.line(format!(
            "| {factor} x | {:.0} % | {:.0}, {:.0} | {} | {:.0} | {} | {} | {resident} | {} | {cores:.2} |",
            goodput * 100.0,
            part(&accepted, 50).as_secs_f64() * 1e3,
            part(&accepted, 99).as_secs_f64() * 1e3,
            refused.len(),
            part(&refused, 99).as_secs_f64() * 1e3,
            arrived.failed.get(),
            arrived.kept_back.get(),
            again.map_or("never".to_owned(), |after| format!(
                "{:.1} s",
                after.as_secs_f64()
            )),
        ));
    }
    Ok(())
}

async fn flood(server: &Server, token: &str, rate: f64, seconds: f64) -> Result<Rc<Arrived>> {
    let arrived = Rc::new(Arrived::default());
    let started = Instant::now();
    let mut callers = Vec::new();
    let mut number = 0.0;
    while started.elapsed().as_secs_f64() < seconds {
        let at = started + Duration::from_secs_f64(number / rate);
        tokio::time::sleep_until(at.into()).await;
        number += 1.0;
        let (arrived, base) = (Rc::clone(&arrived), server.base.clone());
        let token = token.to_owned();
        callers.push(task::spawn_local(async move {
            arrive(&arrived, &base, &token, at).await;
        }));
    }
    for caller in callers {
        caller.await?;
    }
    Ok(arrived)
}

async fn arrive(arrived: &Arrived, base: &str, token: &str, at: Instant) {
    let idle = arrived.idle.borrow_mut().pop();
    let opened = match idle {
        Some(http) => Ok(http),
        None if arrived.open.get() < CONNECTIONS_MAX => {
            arrived.open.set(arrived.open.get() + 1);
            Http::open(base, Some(token)).await
        }
        None => return arrived.kept_back.set(arrived.kept_back.get() + 1),
    };
    let answer = match opened {
        Ok(mut http) => http.call("GET", LIST, "").await.map(|came| (http, came)),
        Err(error) => Err(error),
    };
    if let Ok((http, came)) = answer {
        let times = if came.status < 400 {
            &arrived.accepted
        } else {
            &arrived.refused
        };
        times.borrow_mut().push(at.elapsed());
        arrived.idle.borrow_mut().push(http);
    } else {
        arrived.open.set(arrived.open.get() - 1);
        arrived.failed.set(arrived.failed.get() + 1);
    }
}

/// How long after an overload somebody is answered as at the peak, ten times in a row.
async fn normal_again(server: &Server, token: &str, usual: Duration) -> Result<Option<Duration>> {
    let (ended, mut in_a_row) = (Instant::now(), 0);
    let mut http = Http::open(&server.base, Some(token)).await?;
    while ended.elapsed() < NORMAL_AGAIN {
        let asked = Instant::now();
        let came = http.call("GET", LIST, "").await?;
        in_a_row = if came.status < 400 && asked.elapsed() <= usual {
            in_a_row + 1
        } else {
            0
        };
        if in_a_row == 10 {
            return Ok(Some(ended.elapsed()));
        }
    }
    Ok(None)
}

/// Customers write and attendants read for a long time; what the server holds must not grow.
pub async fn soak(server: &Server, report: &mut Report, minutes: u32) -> Result<()> {
    report.line(format!(
        "\nSoak of {minutes} minutes: inbound at 80/s to a socket.\n"
    ));
    report.line("| minute | resident kB | open files |".to_owned());
    report.line("|---|---|---|".to_owned());
    for minute in 0..=minutes {
        let files = std::fs::read_dir(format!("/proc/{}/fd", server.pid()))?.count();
        let resident = usage(server.pid()).resident / 1_000;
        report.line(format!("| {minute} | {resident} | {files} |"));
        if minute < minutes {
            realtime::steady(server, 60.0).await?;
        }
    }
    Ok(())
}
