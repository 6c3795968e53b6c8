//! The one table of what is done by the clock, and the loop that does it. Every node does all of it; what is found is taken in
//! the transaction that does it.

use std::{
    sync::{Arc, Mutex, PoisonError},
    time::Duration,
};

use futures_util::future::LocalBoxFuture;
use guiche_config::Config;
use guiche_storage::{
    Db, companies,
    identity::presences,
    media::{self, MediaStore},
    model::{Clock, SystemClock},
};
use tokio::time::{Instant, MissedTickBehavior, interval_at, sleep};

use super::{
    assignments::assign_waiting,
    campaigns::go_on,
    due_notices::tell_due_dates,
    forgetting::{forget_old_rows, sweep_files},
    guard::ClockGuard,
    idle::end_silences,
    leads::expire_leads,
    list_checks::check_lists,
    outages::tell_outages,
    ratings::end_asking,
    schedules::send_due,
    snoozed::wake_due,
    webhooks::{forget_deliveries, tell_webhooks},
};
use crate::{ActorError, Actors, billing::Billing, connection::RENEW_EVERY, presence::sweep_gone};

const MINUTE: Duration = Duration::from_mins(1);
/// A job that must not be done because the clock is wrong looks again after so long at the latest.
const UNTRUSTED_FOR: Duration = MINUTE;
/// How often this node looks for connections that nobody has, where no other node has the database.
const RECONCILE_ALONE: Duration = Duration::from_secs(5);
/// How often this node says that it lives; its word holds for 15 s.
const ALIVE_EVERY: Duration = Duration::from_secs(5);
/// How often tickets that wait are looked for in queues that share them out.
const ASSIGNMENTS_EVERY: Duration = Duration::from_secs(2);
/// How often schedules, waits for ratings and outages whose time has come are looked for (rules B7, B10).
const DUE_EVERY: Duration = Duration::from_secs(5);
/// How often campaigns are looked for that have something to do and whose actor does not know it (rule B11).
const CAMPAIGNS_EVERY: Duration = Duration::from_secs(5);
/// How often messages are looked for that bots of others are to be asked about; a new one is asked about at once.
const BOTS_EVERY: Duration = Duration::from_secs(1);
/// How often what is to be told to webhooks is looked for; what is new is told at once.
const WEBHOOKS_EVERY: Duration = Duration::from_secs(1);
/// How often is looked whether more is kept of what webhooks were told than has room.
const WEBHOOK_LOG_EVERY: Duration = Duration::from_hours(1);
/// How often numbers of contact lists are asked for.
const CHECKS_EVERY: Duration = Duration::from_secs(2);
/// How often companies that are to have an invoice are looked for, from three in the morning on (rule B12).
const INVOICES_EVERY: Duration = Duration::from_hours(1);
/// How often payments are looked for about which their bank was not asked for a day; one that goes back shows a day later at most.
const REFUNDS_EVERY: Duration = Duration::from_hours(1);
/// How often files to which nobody refers are looked for.
const FILES_EVERY: Duration = Duration::from_hours(24);

/// What the jobs work with.
pub struct JobDeps {
    /// The actors of this node.
    pub actors: Actors,
    /// Where everything is.
    pub db: Db,
    /// Media files.
    pub media: MediaStore,
    /// The time.
    pub clock: Arc<dyn Clock>,
    /// The name of this node.
    pub node: Arc<str>,
    /// Invoices and their charges.
    pub billing: Billing,
    /// The settings: the mail server, our address, how often to look for what other nodes did.
    pub config: Arc<Config>,
}

type Run = for<'a> fn(&'a JobDeps) -> LocalBoxFuture<'a, Result<(), ActorError>>;

/// Something that is done again and again.
struct Job {
    /// Its name in the metrics and in the log.
    name: &'static str,
    every: Duration,
    /// Its first run, counted from the start: browsers of an earlier run have some time to come back.
    first_after: Duration,
    /// Whether it does what is due by the clock, and so must not be done by a clock that is wrong.
    needs_trusted_clock: bool,
    run: Run,
}

/// Does its work at once and then regularly, whatever the clock says.
const fn always(name: &'static str, every: Duration, run: Run) -> Job {
    let (first_after, needs_trusted_clock) = (Duration::ZERO, false);
    Job {
        name,
        every,
        first_after,
        needs_trusted_clock,
        run,
    }
}

/// Does what is due by the clock.
const fn due(name: &'static str, every: Duration, first_after: Duration, run: Run) -> Job {
    let needs_trusted_clock = true;
    Job {
        name,
        every,
        first_after,
        needs_trusted_clock,
        run,
    }
}

/// Every job of a node. `reconcile_every` is how often it looks for what other nodes did and did not tell.
fn jobs(reconcile_every: Duration) -> Vec<Job> {
    let mut jobs = vec![
        always("say_alive", ALIVE_EVERY, |d| Box::pin(say_alive(d))),
        always("reconcile", reconcile_every, |d| {
            Box::pin(d.actors.reconcile())
        }),
        always("keep_leases", RENEW_EVERY, |d| {
            Box::pin(d.actors.keep_leases())
        }),
        always("assignments", ASSIGNMENTS_EVERY, |d| {
            Box::pin(counted(assign_waiting(&d.db, d.actors.desks())))
        }),
    ];
    jobs.extend(due_jobs());
    jobs.extend(billing_jobs());
    jobs
}

/// What is due by the clock.
fn due_jobs() -> Vec<Job> {
    let now = Duration::ZERO;
    vec![
        due("schedules", DUE_EVERY, now, |d| {
            Box::pin(counted(send_due(&d.db, d.now(), d.actors.desks())))
        }),
        due("campaigns", CAMPAIGNS_EVERY, now, |d| Box::pin(go_on(d))),
        due("bot_turns", BOTS_EVERY, now, |d| {
            Box::pin(d.actors.bots().look())
        }),
        due("webhooks", WEBHOOKS_EVERY, now, |d| {
            Box::pin(tell_webhooks(d))
        }),
        due("webhook_log", WEBHOOK_LOG_EVERY, MINUTE, |d| {
            Box::pin(forget_deliveries(d))
        }),
        due("ratings", DUE_EVERY, now, |d| {
            Box::pin(counted(end_asking(&d.db, d.now(), d.actors.desks())))
        }),
        due("snoozes", DUE_EVERY, now, |d| {
            Box::pin(counted(wake_due(&d.db, d.now(), d.actors.desks())))
        }),
        due("outages", DUE_EVERY, now, |d| Box::pin(tell_outages(d))),
        due("idle_actors", MINUTE, MINUTE, |d| {
            Box::pin(async {
                d.actors.end_idle().await;
                Ok(())
            })
        }),
        due("presence", MINUTE, MINUTE, |d| {
            Box::pin(async {
                sweep_gone(d.actors.presence_settings()).await?;
                Ok(())
            })
        }),
        due("leads", MINUTE, MINUTE, |d| {
            Box::pin(counted(expire_leads(&d.db, d.now(), d.actors.desks())))
        }),
        due("list_checks", CHECKS_EVERY, now, |d| {
            Box::pin(check_lists(d))
        }),
        due("silences", MINUTE, MINUTE, |d| {
            Box::pin(counted(end_silences(&d.db, d.now(), d.actors.desks())))
        }),
        due("released_files", MINUTE, MINUTE, |d| {
            Box::pin(async {
                media::remove_released(&d.db, &d.media, None).await?;
                Ok(())
            })
        }),
        due("deleted_companies", MINUTE, MINUTE, |d| {
            Box::pin(async {
                companies::erase_deleted(&d.db, &d.media, d.clock.now()).await?;
                Ok(())
            })
        }),
        due("old_rows", MINUTE, MINUTE, |d| Box::pin(forget_old_rows(d))),
        due("unowned_files", FILES_EVERY, MINUTE, |d| {
            Box::pin(sweep_files(d))
        }),
    ]
}

/// What is due by the clock about what companies pay.
fn billing_jobs() -> Vec<Job> {
    let now = Duration::ZERO;
    vec![
        due("charges", MINUTE, now, |d| Box::pin(d.billing.look())),
        due("invoices", INVOICES_EVERY, MINUTE, |d| {
            Box::pin(d.billing.make_invoices())
        }),
        due("refunds", REFUNDS_EVERY, MINUTE, |d| {
            Box::pin(d.billing.look_for_refunds())
        }),
        due("due_dates", MINUTE, now, |d| Box::pin(tell_due_dates(d))),
        due("plans", MINUTE, now, |d| Box::pin(d.billing.follow_plans())),
    ]
}

impl JobDeps {
    /// The clock, for what reads it when it is there.
    pub(super) fn now(&self) -> &dyn Clock {
        self.clock.as_ref()
    }
}

/// Starts every job, each in a task of its own: one that takes its time holds up no other. They run until the process ends.
pub fn start_jobs(deps: JobDeps) {
    let shared = Duration::from_secs(deps.config.redis.look_seconds.into());
    let every = if deps.db.is_shared() {
        shared
    } else {
        RECONCILE_ALONE
    };
    actix_rt::spawn(deps.actors.bots().clone().listen());
    let webhooks = deps.actors.webhooks().clone();
    actix_rt::spawn(webhooks.listen(deps.actors.publisher()));
    let guard = Mutex::new(ClockGuard::new(Arc::clone(&deps.clock)));
    let shared = Arc::new((deps, guard));
    for job in jobs(every) {
        let shared = Arc::clone(&shared);
        actix_rt::spawn(async move { repeat(&job, &shared.0, &shared.1).await });
    }
}

async fn repeat(job: &Job, deps: &JobDeps, guard: &Mutex<ClockGuard>) {
    let mut ticks = interval_at(Instant::now() + job.first_after, job.every);
    // a tick that was missed is not made up for
    ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
    loop {
        ticks.tick().await;
        while job.needs_trusted_clock && !is_trusted(guard, &deps.db).await {
            sleep(job.every.min(UNTRUSTED_FOR)).await;
        }
        run(job, deps).await;
    }
}

/// Whether what is due by this machine's clock may be done. Where the database does not answer, nothing may.
async fn is_trusted(guard: &Mutex<ClockGuard>, db: &Db) -> bool {
    match db.time().await {
        Ok(shared) => {
            let mut guard = guard.lock().unwrap_or_else(PoisonError::into_inner);
            guard.is_trusted(shared)
        }
        Err(error) => {
            tracing::warn!(%error, "the time of the database could not be read");
            false
        }
    }
}

/// Does a job once, and says how it went: in the log, in the metrics, and so to those who run the server. A failure waits for
/// the next time.
async fn run(job: &Job, deps: &JobDeps) {
    let begin = Instant::now();
    let done = (job.run)(deps).await;
    let name = job.name;
    metrics::gauge!("guiche_job_every_seconds", "job" => name).set(job.every.as_secs_f64());
    metrics::gauge!("guiche_job_last_took_seconds", "job" => name)
        .set(begin.elapsed().as_secs_f64());
    metrics::counter!("guiche_job_runs_total", "job" => name).increment(1);
    metrics::gauge!("guiche_job_last_failed", "job" => name).set(f64::from(done.is_err()));
    // seconds since 1970 are no more than a double counts exactly
    let now = SystemClock.now().timestamp();
    metrics::gauge!("guiche_job_last_run_timestamp_seconds", "job" => name)
        .set(f64::from(u32::try_from(now).unwrap_or_default()));
    if let Err(error) = done {
        metrics::counter!("guiche_job_failures_total", "job" => name).increment(1);
        tracing::warn!(job = name, %error, "a job failed; it is tried again at its next time");
    }
}

/// For a job whose number of things done nobody asks for.
async fn counted(done: impl Future<Output = Result<usize, ActorError>>) -> Result<(), ActorError> {
    done.await.map(drop)
}

async fn say_alive(deps: &JobDeps) -> Result<(), ActorError> {
    let (node, now) = (&deps.node, deps.clock.now());
    let kept = deps
        .db
        .write(async |c| presences::keep_node(c, node, now).await);
    Ok(kept.await?)
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn each_job_has_a_name_of_its_own_and_a_time() {
        let jobs = jobs(RECONCILE_ALONE);
        let names: BTreeSet<&str> = jobs.iter().map(|job| job.name).collect();
        assert_eq!(names.len(), jobs.len());
        assert!(jobs.iter().all(|job| !job.every.is_zero()));
    }

    #[test]
    fn what_forgets_or_sends_by_the_clock_needs_one_that_is_right() {
        let untrusting: Vec<&str> = jobs(RECONCILE_ALONE)
            .iter()
            .filter(|job| !job.needs_trusted_clock)
            .map(|job| job.name)
            .collect();
        assert_eq!(
            untrusting,
            ["say_alive", "reconcile", "keep_leases", "assignments"]
        );
    }
}
