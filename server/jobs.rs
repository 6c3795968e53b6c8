//! What is done by the clock: saying that this node lives, looking after connections, presence,
//! and forgetting what nobody needs any more.

use std::{sync::Arc, time::Duration};

use chrono::{DateTime, TimeDelta, Utc};
use guiche_actors::{Actors, clock::OutageMail, connection::RENEW_EVERY, rules::health::letter};
use guiche_config::Config;
use guiche_http::mail::{self, Letter};
use guiche_storage::{
    Db, audit, companies, connections,
    delivery::{events, inbox},
    identity::{presences, sign_ins},
    media::{self, MediaStore, Swept},
    model::{Clock, SystemClock},
};
use tokio::time::{Instant, Interval, MissedTickBehavior};

use crate::server::clock_guard::ClockGuard;

/// How often this node looks for connections that nobody has, where no other node has the database.
const LOOK_EVERY_ALONE: Duration = Duration::from_secs(5);
/// How often this node says that it lives; its word holds for 15 s.
const ALIVE_EVERY: Duration = Duration::from_secs(5);
/// How often tickets that wait are looked for in queues that share them out.
const ASSIGNMENTS_EVERY: Duration = Duration::from_secs(2);
/// How often schedules and waits for ratings whose time has come are looked for (rules B7, B10).
const DUE_EVERY: Duration = Duration::from_secs(5);
/// How often the rest is done.
const EVERY: Duration = Duration::from_mins(1);
/// Events are kept for browsers that were away; after this they read everything anew (rule P6).
const EVENTS_KEPT: TimeDelta = TimeDelta::hours(24);
/// Applied events of providers are kept as long as those may repeat them: 7 days and one of slack.
const INBOX_KEPT: TimeDelta = TimeDelta::days(8);
/// Nodes that have not been heard of for so long are forgotten.
const NODES_KEPT: TimeDelta = TimeDelta::hours(1);
/// Outages of numbers are kept for so long.
const OUTAGES_KEPT: TimeDelta = TimeDelta::days(90);
/// A file to which nobody refers is kept for so long: what is being stored gets its row, and its message, meanwhile.
const FILES_KEPT: TimeDelta = TimeDelta::days(1);
/// How often files to which nobody refers are looked for.
const FILES_EVERY: Duration = Duration::from_hours(24);
/// Rows forgotten in one transaction, so that nobody waits long for it.
const ROWS: i64 = 1_000;

/// How often to look for connections that nobody has, and for what other nodes did and did not tell.
pub fn reconcile_every(db: &Db, shared_seconds: u32) -> Duration {
    if db.is_shared() {
        Duration::from_secs(shared_seconds.into())
    } else {
        LOOK_EVERY_ALONE
    }
}

/// Starts connections that should be on and are not, and does what other nodes' words may have missed. Runs until the
/// process ends.
pub async fn reconcile(actors: Actors, every: Duration) {
    let mut ticks = interval(every);
    loop {
        ticks.tick().await;
        job("reconcile", every, actors.reconcile()).await;
    }
}

/// Keeps the leases of this node's connections. Runs until the process ends.
pub async fn keep_leases(actors: Actors) {
    let mut ticks = interval(RENEW_EVERY);
    loop {
        ticks.tick().await;
        job("keep_leases", RENEW_EVERY, actors.keep_leases()).await;
    }
}

/// Says that this node lives. Runs until the process ends.
pub async fn node(db: Db, clock: Arc<dyn Clock>, node: Arc<str>) {
    let mut ticks = interval(ALIVE_EVERY);
    loop {
        ticks.tick().await;
        let now = clock.now();
        let kept = db.write(async |c| presences::keep_node(c, &node, now).await);
        job("say_alive", ALIVE_EVERY, kept).await;
    }
}

/// Sends the schedules whose time has come and ends the waits for ratings, also what came due while no server ran. Waits
/// while the clock is wrong. Runs until the process ends.
pub async fn whatever_is_due(actors: Actors, db: Db, clock: Arc<dyn Clock>) {
    let mut guard = ClockGuard::new(clock);
    let mut ticks = interval(DUE_EVERY);
    loop {
        ticks.tick().await;
        if !is_trusted(&mut guard, &db).await {
            continue;
        }
        job("schedules", DUE_EVERY, actors.send_due_schedules()).await;
        job("ratings", DUE_EVERY, actors.end_asking_for_ratings()).await;
    }
}

/// Tells of numbers that have been down for two minutes, or are back, on the page and by mail. Runs until the process ends.
pub async fn outages(actors: Actors, db: Db, clock: Arc<dyn Clock>, config: Arc<Config>) {
    let mut guard = ClockGuard::new(Arc::clone(&clock));
    let mut ticks = interval(DUE_EVERY);
    loop {
        ticks.tick().await;
        if !is_trusted(&mut guard, &db).await {
            continue;
        }
        match actors.tell_outages().await {
            Ok(mails) => {
                for mail in mails {
                    // a mail server that takes its time holds up nobody's news
                    let sent = send_outage(actors.clone(), Arc::clone(&config), mail, clock.now());
                    actix_web::rt::spawn(sent);
                }
            }
            Err(error) => tracing::warn!(%error, "outages could not be looked for"),
        }
    }
}

/// One mail to each admin. Marked before it is sent: a server that dies meanwhile sends none twice.
async fn send_outage(actors: Actors, config: Arc<Config>, mail: OutageMail, now: DateTime<Utc>) {
    let page = format!("{}/connections", config.public_url());
    let settings = &config.mail;
    let notice = &mail.notice;
    let lasted = notice.ended_at.unwrap_or(now) - notice.began_at;
    let is_over = notice.ended_at.is_some();
    let (subject, text) = letter(&mail.name, notice.reason.as_deref(), lasted, is_over, &page);
    let mut sent = 0;
    for to in mail.to.iter().filter(|_| settings.host.is_some()) {
        let letter = Letter {
            to,
            subject: &subject,
            text: text.clone(),
        };
        match mail::send(settings, letter).await {
            Ok(()) => sent += 1,
            Err(error) => {
                let cause = error.cause();
                tracing::warn!(company.id = %notice.company_id, ?cause, "a mail about a number could not be sent");
            }
        }
    }
    if let Err(error) = actors.note_outage_mails(&mail, sent).await {
        tracing::warn!(%error, "mails about a number could not be noted");
    }
}

/// Gives tickets that wait to those whose turn it is. Runs until the process ends.
pub async fn assignments(actors: Actors) {
    let mut ticks = interval(ASSIGNMENTS_EVERY);
    loop {
        ticks.tick().await;
        let assigned = actors.assign_waiting_tickets();
        job("assignments", ASSIGNMENTS_EVERY, assigned).await;
    }
}

/// Whether what is due by this machine's clock may be done. Where the database does not answer, nothing may.
async fn is_trusted(guard: &mut ClockGuard, db: &Db) -> bool {
    match db.time().await {
        Ok(shared) => guard.is_trusted(shared),
        Err(error) => {
            tracing::warn!(%error, "the time of the database could not be read");
            false
        }
    }
}

/// Ticks at once and then regularly; a tick that was missed is not made up for.
fn interval(every: Duration) -> Interval {
    let mut ticks = tokio::time::interval(every);
    ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
    ticks
}

/// Runs until the process ends.
pub async fn run(actors: Actors, db: Db, store: MediaStore, clock: Arc<dyn Clock>) {
    let mut guard = ClockGuard::new(Arc::clone(&clock));
    let mut ticks = interval(EVERY);
    // browsers of an earlier run have this long to come back
    ticks.tick().await;
    let mut swept_at: Option<Instant> = None;
    loop {
        ticks.tick().await;
        if !is_trusted(&mut guard, &db).await {
            continue;
        }
        if swept_at.is_none_or(|at| at.elapsed() >= FILES_EVERY) {
            swept_at = Some(Instant::now());
            // a folder of a million files takes its time, and nothing else waits for it
            actix_web::rt::spawn(sweep_files(db.clone(), store.clone(), clock.now()));
        }
        actors.end_idle().await;
        job("presence", EVERY, actors.sweep_presence()).await;
        job("leads", EVERY, actors.expire_leads()).await;
        job("silences", EVERY, actors.end_silences()).await;
        let files = media::remove_released(&db, &store, None);
        job("released_files", EVERY, files).await;
        let companies = companies::erase_deleted(&db, &store, clock.now());
        job("deleted_companies", EVERY, companies).await;
        job("old_rows", EVERY, forget(&db, clock.as_ref())).await;
    }
}

/// Removes files to which nobody refers any more.
async fn sweep_files(db: Db, store: MediaStore, now: DateTime<Utc>) {
    let swept = media::sweep(&db, &store, now - FILES_KEPT, now);
    match job("unowned_files", FILES_EVERY, swept).await {
        None | Some(Swept { rows: 0, files: 0 }) => {}
        Some(Swept { rows, files }) => {
            tracing::info!(rows, files, "files to which nobody refers were removed");
        }
    }
}

/// Does a job that is done again and again, and says how it went: in the log, in the metrics, and so to those who run the
/// server. A failure waits for the next time.
async fn job<T, E: std::fmt::Display>(
    name: &'static str,
    every: Duration,
    work: impl Future<Output = Result<T, E>>,
) -> Option<T> {
    let begin = Instant::now();
    let done = work.await;
    metrics::gauge!("guiche_job_every_seconds", "job" => name).set(every.as_secs_f64());
    metrics::gauge!("guiche_job_last_took_seconds", "job" => name)
        .set(begin.elapsed().as_secs_f64());
    metrics::counter!("guiche_job_runs_total", "job" => name).increment(1);
    metrics::gauge!("guiche_job_last_failed", "job" => name).set(f64::from(done.is_err()));
    // seconds since 1970 are no more than a double counts exactly
    let now = SystemClock.now().timestamp();
    metrics::gauge!("guiche_job_last_run_timestamp_seconds", "job" => name)
        .set(f64::from(u32::try_from(now).unwrap_or_default()));
    match done {
        Ok(done) => Some(done),
        Err(error) => {
            metrics::counter!("guiche_job_failures_total", "job" => name).increment(1);
            tracing::warn!(job = name, %error, "a job failed; it is tried again at its next time");
            None
        }
    }
}

async fn forget(db: &Db, clock: &dyn Clock) -> guiche_storage::Result<()> {
    let now = clock.now();
    while db
        .write(async |c| events::delete_before(c, now - EVENTS_KEPT, ROWS).await)
        .await?
        > 0
    {}
    while db
        .write(async |c| inbox::delete_done_before(c, now - INBOX_KEPT, ROWS).await)
        .await?
        > 0
    {}
    while db
        .write(async |c| audit::delete_expired(c, now, ROWS).await)
        .await?
        > 0
    {}
    db.write(async |c| sign_ins::delete_expired(c, now, ROWS).await)
        .await?;
    db.write(async |c| connections::outages::forget_before(c, now - OUTAGES_KEPT, ROWS).await)
        .await?;
    db.write(async |c| presences::forget_nodes(c, now - NODES_KEPT, ROWS).await)
        .await?;
    Ok(())
}
