//! The runner of one campaign: takes its lease, has the desk make its steps, and sleeps until the next one is due.

use std::{
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    time::Duration,
};

use actix::{
    Actor, ActorContext as _, ActorFutureExt as _, AsyncContext as _, Context, Handler, Message,
    SpawnHandle, WrapFuture as _,
};
use chrono::{DateTime, Utc};
use guiche_storage::{
    Db,
    cluster::redis::{ClusterBus, ClusterMessage},
    model::{CampaignId, Clock, CompanyId},
};
use tokio::time::Instant;
use uuid::Uuid;

use super::{
    keeping::{CampaignKeeper, Keeping},
    trust::ClockTrust,
};
use crate::{
    ActorError,
    desk::{Desk, Do, StepCampaign, Stepped},
    publisher::{CampaignWork, Wake},
    registry::{Keyed, MayEnd, Meter, Registry, Stop, try_tell},
};

/// How often a stopping runner looks whether its step has ended.
const STOP_POLL: Duration = Duration::from_millis(10);
/// What failed is tried again after so long.
const AGAIN_AFTER: Duration = Duration::from_secs(5);
/// A campaign that is due and could do nothing, since others were faster or it lacks something, rests for so long.
const IDLE_REST: Duration = Duration::from_secs(1);
/// One that has done something goes on after so long at the earliest.
const BUSY_REST: Duration = Duration::from_millis(50);
/// News are told together, once in so long.
const NEWS_AFTER: Duration = Duration::from_secs(1);

/// Which campaign.
pub type CampaignKey = (CompanyId, CampaignId);

/// What a runner needs. Cheap to clone.
#[derive(Clone, Debug)]
pub struct CampaignContext {
    /// Where everything is.
    pub db: Db,
    /// The time.
    pub clock: Arc<dyn Clock>,
    /// The name of this node.
    pub node: Arc<str>,
    /// The other nodes.
    pub bus: ClusterBus,
    /// Who makes the steps.
    pub desks: Registry<Desk>,
    /// Who renews the leases.
    pub keeper: Arc<CampaignKeeper>,
    /// Whether the clock is right.
    pub trust: Arc<ClockTrust>,
    /// Whether this node takes no campaigns any more.
    pub is_ending: Arc<AtomicBool>,
}

/// Command: the campaign was changed or is due; see what is to be done. No reply. Twice is once.
#[derive(Debug, Clone, Copy, Message)]
#[rtype(result = "()")]
pub struct PollCampaign {
    /// Whether somebody else than this node's own work says so; the owner need not be told then.
    pub is_remote: bool,
}

/// Fact: there is something to tell of the campaign. No reply. Told together with what else is new within a second.
#[derive(Debug, Clone, Copy, Message)]
#[rtype(result = "()")]
pub struct News;

/// Runs one campaign.
pub struct CampaignRunner {
    key: CampaignKey,
    context: CampaignContext,
    owner: Arc<str>,
    // while a poll is under way it has the lease
    lease: Option<Keeping>,
    is_busy: bool,
    is_stopping: bool,
    asked: Asked,
    tells_owner: bool,
    timer: Option<(Instant, SpawnHandle)>,
    meter: Meter,
}

/// What was asked for while a poll was under way.
#[derive(Clone, Copy, Debug, Default)]
struct Asked {
    poll: bool,
    news: bool,
}

/// How a poll went.
enum Polled {
    /// The clock is not to be trusted: the jobs wake it when it is.
    Untrusted,
    /// Another node has the campaign, or this one takes none any more.
    Elsewhere,
    /// The desk has made steps.
    Went(Stepped),
}

impl CampaignRunner {
    /// A runner that has not polled yet.
    pub fn new(key: CampaignKey, context: CampaignContext) -> Self {
        let owner = new_owner(&context);
        Self {
            key,
            context,
            owner,
            lease: None,
            is_busy: false,
            is_stopping: false,
            asked: Asked::default(),
            tells_owner: false,
            timer: None,
            meter: Meter::new(Self::KIND),
        }
    }

    fn poll(&mut self, ctx: &mut Context<Self>) {
        if self.is_stopping {
            return;
        }
        if self.is_busy {
            self.asked.poll = true;
            return;
        }
        if let Some((_, timer)) = self.timer.take() {
            ctx.cancel_future(timer);
        }
        (self.is_busy, self.asked) = (true, Asked::default());
        let (key, context, owner) = (self.key, self.context.clone(), Arc::clone(&self.owner));
        let lease = self.lease.take();
        let polled = async move {
            let mut lease = lease;
            let polled = poll(key, &context, &owner, &mut lease).await;
            (polled, lease)
        };
        ctx.spawn(
            polled
                .into_actor(self)
                .map(|(polled, lease), runner, ctx| runner.polled(polled, lease, ctx)),
        );
    }

    fn polled(
        &mut self,
        polled: Result<Polled, ActorError>,
        lease: Option<Keeping>,
        ctx: &mut Context<Self>,
    ) {
        self.is_busy = false;
        self.lease = lease;
        if matches!(polled, Ok(Polled::Went(_))) {
            self.tells_owner = false;
        }
        match polled {
            Ok(Polled::Elsewhere) => self.tell_owner(),
            Ok(Polled::Went(Stepped::Lost)) => {
                // what this owner held ends with him
                self.lease = None;
                self.owner = new_owner(&self.context);
                self.asked.poll = true;
            }
            Ok(Polled::Went(Stepped::More)) => self.asked.poll = true,
            Ok(Polled::Went(Stepped::Until(at, did))) => self.sleep_until(at, did, ctx),
            Ok(Polled::Went(Stepped::Rests)) if !self.asked.poll && !self.asked.news => {
                self.give_back(ctx);
            }
            Ok(Polled::Untrusted | Polled::Went(Stepped::Rests)) => {}
            Err(error) => {
                let (company, campaign) = self.key;
                tracing::warn!(%error, %company, %campaign, "a campaign could not go on and is tried again");
                self.wake_in(AGAIN_AFTER, ctx);
            }
        }
        if self.is_busy {
            return;
        }
        if self.asked.poll {
            self.poll(ctx);
        } else if self.asked.news {
            self.wake_in(NEWS_AFTER, ctx);
        }
    }

    fn sleep_until(&mut self, at: DateTime<Utc>, did: bool, ctx: &mut Context<Self>) {
        let left = (at - self.context.clock.now()).to_std();
        let least = if did { BUSY_REST } else { IDLE_REST };
        // what is due already rests a little; what is not yet wakes no millisecond too early
        let sleep = left.map_or(least, |left| left + Duration::from_millis(1));
        self.wake_in(sleep, ctx);
    }

    /// Looks in so long at the latest.
    fn wake_in(&mut self, sleep: Duration, ctx: &mut Context<Self>) {
        let at = Instant::now() + sleep;
        match self.timer {
            Some((sooner, _)) if sooner <= at => return,
            Some((_, timer)) => {
                ctx.cancel_future(timer);
            }
            None => {}
        }
        let timer = ctx.run_later(sleep, |runner, ctx| {
            runner.timer = None;
            runner.poll(ctx);
        });
        self.timer = Some((at, timer));
    }

    /// Nothing is left to do: the lease goes, and the registry ends the actor.
    fn give_back(&mut self, ctx: &mut Context<Self>) {
        let Some(lease) = self.lease.take() else {
            return;
        };
        self.is_busy = true;
        let ((_, campaign), context) = (self.key, self.context.clone());
        let given = async move {
            let now = context.clock.now();
            lease.give_back(&context.db, campaign, now).await
        };
        ctx.spawn(given.into_actor(self).map(|given, runner, ctx| {
            runner.is_busy = false;
            if let Err(error) = given {
                tracing::warn!(%error, "the lease of a campaign ends by itself");
            }
            if runner.asked.poll || runner.asked.news {
                runner.poll(ctx);
            }
        }));
    }

    fn tell_owner(&mut self) {
        if std::mem::take(&mut self.tells_owner) {
            let (company, campaign) = self.key;
            let news = false;
            self.context.bus.say(ClusterMessage::Campaign {
                company,
                campaign,
                news,
            });
        }
    }
}

fn new_owner(context: &CampaignContext) -> Arc<str> {
    format!("{}/{}", context.node, Uuid::now_v7()).into()
}

async fn poll(
    (company, campaign): CampaignKey,
    context: &CampaignContext,
    owner: &Arc<str>,
    lease: &mut Option<Keeping>,
) -> Result<Polled, ActorError> {
    let now = context.clock.now();
    if !context.trust.is_good(now) {
        return Ok(Polled::Untrusted);
    }
    if lease.is_none() && !context.is_ending.load(Ordering::Relaxed) {
        let db = &context.db;
        *lease = context.keeper.take(db, campaign, owner, now).await?;
    }
    let Some(epoch) = lease.as_ref().map(Keeping::epoch) else {
        return Ok(Polled::Elsewhere);
    };
    let work = StepCampaign {
        campaign,
        owner: Arc::clone(owner),
        epoch,
    };
    let desk = context.desks.find_or_start(&company)?;
    Ok(Polled::Went(desk.send(Do(work)).await??))
}

/// Lets what is woken for a campaign reach its runner: the one of this node, or that of the node that has it.
pub fn campaign_wake(wake: &Wake, campaigns: &Registry<CampaignRunner>, bus: &ClusterBus) {
    let (campaigns, bus) = (campaigns.clone(), bus.clone());
    wake.set_campaigns(move |company, campaign, work| {
        let key = (company, campaign);
        let told = match work {
            CampaignWork::Poll => campaigns
                .find_or_start(&key)
                .and_then(|runner| try_tell(&runner, PollCampaign { is_remote: false })),
            CampaignWork::News => {
                if let Some(runner) = campaigns.find(&key) {
                    try_tell(&runner, News)
                } else {
                    let news = true;
                    bus.say(ClusterMessage::Campaign {
                        company,
                        campaign,
                        news,
                    });
                    Ok(())
                }
            }
        };
        if let Err(error) = told {
            tracing::warn!(%error, "a campaign is woken by the next poll");
        }
    });
}

impl Actor for CampaignRunner {
    type Context = Context<Self>;
}

impl Keyed for CampaignRunner {
    type Key = CampaignKey;
    const KIND: &'static str = "campaign";
    /// Full: the campaign is polled anyway.
    const MAILBOX: usize = 64;
}

impl Handler<PollCampaign> for CampaignRunner {
    type Result = ();

    fn handle(&mut self, PollCampaign { is_remote }: PollCampaign, ctx: &mut Self::Context) {
        let _time = self.meter.time();
        self.tells_owner |= !is_remote;
        self.poll(ctx);
    }
}

impl Handler<News> for CampaignRunner {
    type Result = ();

    fn handle(&mut self, _: News, ctx: &mut Self::Context) {
        let _time = self.meter.time();
        if self.is_busy {
            self.asked.news = true;
        } else if !self.is_stopping {
            self.wake_in(NEWS_AFTER, ctx);
        }
    }
}

impl Handler<MayEnd> for CampaignRunner {
    type Result = bool;

    fn handle(&mut self, _: MayEnd, _: &mut Self::Context) -> bool {
        !self.is_busy && self.lease.is_none() && self.timer.is_none()
    }
}

impl Handler<Stop> for CampaignRunner {
    type Result = ();

    /// Stops when its step has ended and its lease is given back.
    fn handle(&mut self, _: Stop, ctx: &mut Self::Context) {
        self.is_stopping = true;
        ctx.run_interval(STOP_POLL, |runner, ctx| {
            if runner.is_busy {
                return;
            }
            if runner.lease.is_some() {
                runner.give_back(ctx);
            } else {
                ctx.stop();
            }
        });
    }
}
