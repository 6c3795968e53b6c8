//! Owns: what is on the way to a company's own systems (rule B24), so many at once, of each company and address a few.
//! Parent: the jobs by the clock.
//! Never: follows a redirect, calls inside a lane, makes a change wait.
//!
//! A delivery is stored with what happened (`storage/webhooks/noting.rs`). It is claimed for [`LEASE`], posted without anybody
//! waiting, and how that ended is noted under the claim: one that ran out meanwhile is somebody else's.

mod signing;

use std::{
    collections::{HashMap, HashSet},
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    time::Duration,
};

use chrono::TimeDelta;
use guiche_storage::{
    Db,
    model::{
        Clock, CompanyId, WebhookId,
        event::{Change, CommittedEvent, NewEvent, Room, WebhookChange},
    },
    security::seal::Sealer,
    webhooks::{
        self,
        deliveries::{self, ANSWER_CHARS_MAX, Claimed, Finished, Outcome},
        secrets::{self, SigningSecrets},
    },
};
use reqwest::{Method, Url, header::CONTENT_TYPE};
use tokio::sync::Notify;

use crate::{
    ActorError,
    egress::{EgressError, Limits},
    integration::Doors,
    publisher::EventPublisher,
};

/// Calls on their way at once on one node.
const AT_ONCE: usize = 32;
/// Calls on their way at once of one company.
const OF_COMPANY: usize = 8;
/// Calls on their way at once to one address, so that a slow one holds up no other.
const OF_HOOK: usize = 4;
/// Addresses looked at in one look; the next look goes on.
const HOOKS_MAX: i64 = 200;
/// Companies with addresses that this node remembers, to be woken by what they commit; of others the next look finds it.
const COMPANIES_MAX: i64 = 10_000;
/// How long nobody else calls about a delivery that was claimed; longer than a call takes.
const LEASE: TimeDelta = TimeDelta::seconds(60);
/// How long a call may take. Of its answer only the beginning is read.
const LIMITS: Limits = Limits {
    total: Duration::from_secs(15),
    body_bytes_max: u64::MAX,
};

/// What telling needs. Cheap to clone.
#[derive(Clone)]
pub struct HookDeps {
    /// Where everything is.
    pub db: Db,
    /// The time.
    pub clock: Arc<dyn Clock>,
    /// The name of this node.
    pub node: Arc<str>,
    /// Opens the secrets that sign.
    pub sealer: Arc<Sealer>,
    /// The way out.
    pub doors: Doors,
}

impl std::fmt::Debug for HookDeps {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("HookDeps")
    }
}

/// Tells a company's own systems what happened. Cheap to clone.
#[derive(Clone)]
pub struct Webhooks(Arc<Inner>);

struct Inner {
    deps: HookDeps,
    /// Calls on their way, by company and address.
    flights: Mutex<HashMap<(CompanyId, WebhookId), usize>>,
    /// One look at a time: two would both see the same room.
    look: tokio::sync::Mutex<()>,
    /// Companies whose commits are looked at at once.
    told: Mutex<HashSet<CompanyId>>,
    wake: Notify,
}

impl std::fmt::Debug for Webhooks {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Webhooks")
    }
}

/// A call on its way; makes room when it ends, however it ends.
struct Flight(Webhooks, (CompanyId, WebhookId));

impl Drop for Flight {
    fn drop(&mut self) {
        let Self(webhooks, key) = self;
        let mut flights = webhooks.flights();
        if let Some(count) = flights.get_mut(key) {
            *count -= 1;
            if *count == 0 {
                flights.remove(key);
            }
        }
        drop(flights);
        webhooks.wake();
    }
}

impl Webhooks {
    /// Nothing is told before somebody looks.
    pub fn new(deps: HookDeps) -> Self {
        Self(Arc::new(Inner {
            deps,
            flights: Mutex::default(),
            look: tokio::sync::Mutex::default(),
            told: Mutex::default(),
            wake: Notify::new(),
        }))
    }

    /// Wakes this by what a company commits that tells somebody, besides telling as before.
    pub fn with(self, tell: EventPublisher) -> EventPublisher {
        EventPublisher::new(move |events: Vec<CommittedEvent>| {
            if events
                .first()
                .is_some_and(|event| self.is_told(event.company_id))
            {
                self.wake();
            }
            tell.tell(events);
        })
    }

    /// Which addresses may be called.
    pub fn doors(&self) -> &Doors {
        &self.0.deps.doors
    }

    /// Lets this node look at once what is to be told.
    pub fn wake(&self) {
        self.0.wake.notify_one();
    }

    fn flights(&self) -> MutexGuard<'_, HashMap<(CompanyId, WebhookId), usize>> {
        let flights = self.0.flights.lock();
        flights.unwrap_or_else(PoisonError::into_inner)
    }

    fn is_told(&self, company: CompanyId) -> bool {
        let told = self.0.told.lock();
        told.unwrap_or_else(PoisonError::into_inner)
            .contains(&company)
    }

    /// Calls to an address that may begin now.
    fn room(&self, (company, hook): (CompanyId, WebhookId)) -> usize {
        let flights = self.flights();
        let (mut all, mut of_company) = (0, 0);
        for ((whose, _), count) in flights.iter() {
            all += count;
            of_company += if *whose == company { *count } else { 0 };
        }
        let own = flights.get(&(company, hook)).copied().unwrap_or_default();
        OF_HOOK
            .saturating_sub(own)
            .min(OF_COMPANY.saturating_sub(of_company))
            .min(AT_ONCE.saturating_sub(all))
    }

    fn begin(&self, key: (CompanyId, WebhookId)) -> Flight {
        *self.flights().entry(key).or_default() += 1;
        Flight(self.clone(), key)
    }

    /// Looks whenever something was stored that is to be told; runs until the process ends.
    pub(crate) async fn listen(self, tell: EventPublisher) {
        loop {
            self.0.wake.notified().await;
            if let Err(error) = self.look(&tell).await {
                tracing::warn!(%error, "webhooks could not be told now; the next look goes on");
            }
        }
    }

    /// Remembers who tells somebody, and looks. A job.
    ///
    /// # Errors
    /// `Storage`.
    pub(crate) async fn refresh(&self, tell: &EventPublisher) -> Result<(), ActorError> {
        let companies = {
            let mut reader = self.0.deps.db.read().await?;
            webhooks::list_companies(&mut reader.conn(), COMPANIES_MAX).await?
        };
        let told = self.0.told.lock();
        *told.unwrap_or_else(PoisonError::into_inner) = companies.into_iter().collect();
        self.look(tell).await
    }

    /// Claims what waits, as far as there is room, and begins to call. Waits for no answer.
    ///
    /// # Errors
    /// `Storage`.
    pub(crate) async fn look(&self, tell: &EventPublisher) -> Result<(), ActorError> {
        let _alone = self.0.look.lock().await;
        let deps = &self.0.deps;
        let hooks = {
            let mut reader = deps.db.read().await?;
            deliveries::list_due(&mut reader.conn(), deps.clock.now(), HOOKS_MAX).await?
        };
        for key in hooks {
            let room = i64::try_from(self.room(key)).unwrap_or_default();
            if room == 0 {
                continue;
            }
            let (now, (company, hook)) = (deps.clock.now(), key);
            let whose = (hook, deps.node.as_ref());
            let times = (now, now + LEASE);
            let claimed = deps
                .db
                .write(async |c| deliveries::claim(c, company, whose, times, room).await)
                .await?;
            for delivery in claimed {
                let (webhooks, flight, tell) = (self.clone(), self.begin(key), tell.clone());
                actix_rt::spawn(async move {
                    if let Err(error) = webhooks.deliver(key, &delivery, &tell).await {
                        tracing::warn!(%error, company.id = company.0, "a webhook is told again later");
                    }
                    drop(flight);
                });
            }
        }
        Ok(())
    }

    /// Calls once and notes how it ended.
    async fn deliver(
        &self,
        (company, hook): (CompanyId, WebhookId),
        delivery: &Claimed,
        tell: &EventPublisher,
    ) -> Result<(), ActorError> {
        let deps = &self.0.deps;
        let (url, signing) = {
            let mut reader = deps.db.read().await?;
            let conn = &mut reader.conn();
            let webhook = webhooks::get(conn, company, hook).await?;
            let now = deps.clock.now();
            let signing = secrets::signing(conn, company, hook, &deps.sealer, now).await?;
            (webhook.url, signing)
        };
        let begun = tokio::time::Instant::now();
        let mut outcome = match self.post(&url, &signing, delivery).await {
            Ok((status, answer)) => Outcome {
                status: Some(status),
                error: None,
                answer: Some(answer),
                millis: 0,
            },
            Err(error) => Outcome {
                status: None,
                error: Some(word(&error)),
                answer: None,
                millis: 0,
            },
        };
        outcome.millis = i64::try_from(begun.elapsed().as_millis()).unwrap_or(i64::MAX);
        let now = deps.clock.now();
        let done = deps.db.change(company, now, async |c, told| {
            let claim = (delivery, &outcome);
            let finished = deliveries::finish(c, company, hook, claim, now).await?;
            if matches!(finished, Finished::SwitchedOff(_)) {
                told.push(tell_hook(Change::Update, hook));
            }
            Ok::<_, ActorError>(finished)
        });
        let done = done.await?;
        if let Finished::SwitchedOff(reason) = done.value {
            tracing::info!(
                company.id = company.0,
                webhook.id = hook.0,
                ?reason,
                "a webhook was switched off"
            );
        }
        tell.tell(done.events);
        Ok(())
    }

    /// Posts a delivery. Answers status and the beginning of what was answered.
    async fn post(
        &self,
        url: &str,
        signing: &SigningSecrets,
        delivery: &Claimed,
    ) -> Result<(u16, String), EgressError> {
        let url: Url = url
            .parse()
            .map_err(|_| EgressError::Forbidden("no address".to_owned()))?;
        let id = format!("msg_{}", delivery.uuid.simple());
        let timestamp = self.0.deps.clock.now().timestamp();
        let egress = self.0.deps.doors.of(&url);
        let request = egress
            .request(Method::POST, url)?
            .header(CONTENT_TYPE, "application/json")
            .header("webhook-id", &id)
            .header("webhook-timestamp", timestamp)
            .header(
                "webhook-signature",
                signing::signatures(signing, &id, timestamp, &delivery.body),
            )
            .body(delivery.body.clone());
        let reply = egress.send(request, LIMITS).await?;
        let status = reply.status().as_u16();
        let answer = reply.beginning(ANSWER_CHARS_MAX).await;
        let answer = String::from_utf8_lossy(&answer).replace('\0', "\u{fffd}");
        Ok((status, answer.chars().take(ANSWER_CHARS_MAX).collect()))
    }
}

/// Why no answer came.
fn word(error: &EgressError) -> &'static str {
    match error {
        EgressError::Forbidden(_) => "forbidden",
        EgressError::NotSent(_) => "unreachable",
        EgressError::Lost(_) | EgressError::TooLarge(_) | EgressError::File(_) => "silent",
    }
}

/// What is told of a change of an address: that there was one.
pub fn tell_hook(action: Change, hook: WebhookId) -> NewEvent {
    let webhook_id = hook;
    NewEvent::to([Room::Supervisors], WebhookChange { action, webhook_id })
}
