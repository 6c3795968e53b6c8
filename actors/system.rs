//! The one handle that the web server holds: desks, connections, rooms, presences.

use std::{
    sync::{
        Arc, OnceLock,
        atomic::{AtomicBool, Ordering},
    },
    time::Duration,
};

use actix::ArbiterHandle;
use chrono::TimeDelta;
use guiche_storage::{
    Db,
    cluster::redis::{ClusterBus, ClusterMessage},
    media::MediaStore,
    messages::MediaLinks,
    model::{Clock, CompanyId, ConnectionId, UserId},
};

use crate::{
    ActorError,
    campaign::{
        CampaignContext, CampaignKeeper, CampaignKey, CampaignRunner, ClockTrust, campaign_wake,
    },
    connection::{
        Connection, ConnectionContext, ConnectionKey, LeaseKeeper, PollWork, ProviderMaker,
        ShowWriting,
    },
    control::{Control, OfThisNode},
    desk::{Desk, DeskContext, DeskWork, Do},
    integration::{BotDeps, Bots},
    presence::{Presence, PresenceSettings},
    publisher::{EventPublisher, ShowWriting as ShowCustomer, Wake, WorkKind},
    push::Push,
    registry::Registry,
    room::{Encode, Room, RoomSettings, tell_rooms},
    webhooks::{HookDeps, Webhooks},
};

/// What the actors are made of.
pub struct ActorDeps {
    /// Where everything is.
    pub db: Db,
    /// The time.
    pub clock: Arc<dyn Clock>,
    /// The name of this node, which no other running process has.
    pub node: Arc<str>,
    /// The other nodes.
    pub bus: ClusterBus,
    /// Media files.
    pub media: MediaStore,
    /// Largest file taken in, in bytes.
    pub media_bytes_max: u64,
    /// Messages of one number on their way at once, where a repeated one could have two effects.
    pub sends_at_once: i64,
    /// First rest of a number whose provider fails; zero: it never rests.
    pub first_rest: TimeDelta,
    /// How often to look for what other nodes wrote; nobody looks where this process is alone.
    pub reconcile_every: Duration,
    /// Where actors run.
    pub arbiters: Vec<ArbiterHandle>,
    /// The wire's words for an event.
    pub encode: Encode,
    /// Tells browsers without an open page, unless that is switched off.
    pub push: Option<Push>,
    /// What asking bots of others needs.
    pub bots: BotDeps,
}

/// The actors of this node. Cheap to clone.
#[derive(Clone, Debug)]
pub struct Actors {
    db: Db,
    ending: Arc<AtomicBool>,
    desks: Registry<Desk>,
    connections: Registry<Connection>,
    keeper: Arc<LeaseKeeper>,
    campaigns: Registry<CampaignRunner>,
    campaign_keeper: Arc<CampaignKeeper>,
    clock_trust: Arc<ClockTrust>,
    rooms: Registry<Room>,
    presences: Registry<Presence>,
    presence_settings: PresenceSettings,
    wake: Wake,
    tell: EventPublisher,
    control: Arc<dyn Control>,
    bots: Bots,
    webhooks: Webhooks,
}

impl Actors {
    /// Puts the actors together; none runs yet. `make` makes the providers, given whom they wake.
    pub fn new(deps: ActorDeps, make: impl FnOnce(Wake) -> Arc<dyn ProviderMaker>) -> Self {
        Self::put_together(deps, make, None)
    }

    /// The same for a test: `control` hears everything that is told, and does what [`Control`] says in the actors' place.
    pub fn with_control(
        deps: ActorDeps,
        make: impl FnOnce(Wake) -> Arc<dyn ProviderMaker>,
        control: Arc<dyn Control>,
    ) -> Self {
        Self::put_together(deps, make, Some(control))
    }

    fn put_together(
        deps: ActorDeps,
        make: impl FnOnce(Wake) -> Arc<dyn ProviderMaker>,
        control: Option<Arc<dyn Control>>,
    ) -> Self {
        let waker = Waker::new(deps.bus.clone());
        let wake = waker.wake();
        let rooms = rooms(&deps, waker.show_writing());
        let webhooks = webhooks(&deps.bots);
        let tell = publisher(&deps, &rooms, &webhooks, control.as_ref());
        let presence_settings = presence_settings(&deps, &tell);
        let presences = presences(&deps, &presence_settings);
        let desks = desks(&deps, &tell, &wake);
        let bots = Bots::new(
            deps.bots.clone(),
            desks.clone(),
            wake.clone(),
            waker.show_writing(),
        );
        let ending = Arc::<AtomicBool>::default();
        let (campaign_keeper, clock_trust) = (Arc::default(), Arc::<ClockTrust>::default());
        let campaigns = campaigns(&deps, &desks, (&campaign_keeper, &clock_trust), &ending);
        campaign_wake(&wake, &campaigns, &deps.bus);
        let keeper = Arc::<LeaseKeeper>::default();
        let (db, bus) = (deps.db.clone(), deps.bus.clone());
        let connections = connections_of(
            deps,
            &desks,
            (&rooms, &tell),
            Arc::clone(&keeper),
            make(wake.clone()),
        );
        waker.set(connections.clone());
        let control = control.unwrap_or_else(|| {
            Arc::new(OfThisNode {
                connections: connections.clone(),
                presences: presences.clone(),
                ending: Arc::clone(&ending),
                tell: tell.clone(),
                wake: wake.clone(),
                bus,
            })
        });
        Self {
            db,
            ending,
            desks,
            connections,
            keeper,
            campaigns,
            campaign_keeper,
            clock_trust,
            rooms,
            presences,
            presence_settings,
            wake,
            tell,
            control,
            bots,
            webhooks,
        }
    }

    /// Lets the company's desk do a piece of work.
    ///
    /// # Errors
    /// What the work says; `Busy` when the desk cannot take it.
    pub async fn desk<W: DeskWork>(
        &self,
        company: CompanyId,
        work: W,
    ) -> Result<W::Answer, ActorError> {
        self.desks.find_or_start(&company)?.send(Do(work)).await?
    }

    /// Asks bots of others.
    pub fn bots(&self) -> &Bots {
        &self.bots
    }

    /// Tells companies' own systems what happened.
    pub fn webhooks(&self) -> &Webhooks {
        &self.webhooks
    }

    /// Wakes connections.
    pub fn wake(&self) -> Wake {
        self.wake.clone()
    }

    /// Tells what was committed, as [`Control::tell`] does; for those who keep it.
    pub fn publisher(&self) -> EventPublisher {
        self.tell.clone()
    }

    /// What is done without waiting for a desk.
    pub fn control(&self) -> &dyn Control {
        self.control.as_ref()
    }

    /// The rooms, by company.
    pub fn rooms(&self) -> &Registry<Room> {
        &self.rooms
    }

    /// The presences, by user.
    pub fn presences(&self) -> &Registry<Presence> {
        &self.presences
    }

    pub(crate) fn desks(&self) -> &Registry<Desk> {
        &self.desks
    }

    pub(crate) fn presence_settings(&self) -> &PresenceSettings {
        &self.presence_settings
    }

    pub(crate) fn campaigns(&self) -> &Registry<CampaignRunner> {
        &self.campaigns
    }

    /// What the runners of campaigns go by to trust the clock.
    pub(crate) fn clock_trust(&self) -> &ClockTrust {
        &self.clock_trust
    }

    /// Keeps the leases of this node's sessions and campaigns. A job.
    ///
    /// # Errors
    /// `Storage`.
    pub(crate) async fn keep_leases(&self) -> Result<(), ActorError> {
        let now = self.clock().now();
        let sessions = self.keeper.renew(&self.db, now).await;
        self.campaign_keeper.renew(&self.db, now).await?;
        sessions
    }

    /// Ends the actors that have had nothing to do for long. A job.
    pub(crate) async fn end_idle(&self) {
        self.rooms.end_idle().await;
        self.desks.end_idle().await;
        self.presences.end_idle().await;
        self.connections.end_idle().await;
    }

    pub(crate) fn connections(&self) -> &Registry<Connection> {
        &self.connections
    }

    pub(crate) fn db(&self) -> &Db {
        &self.db
    }

    /// Whether this node takes no connections any more.
    pub(crate) fn is_ending(&self) -> bool {
        self.ending.load(Ordering::Relaxed)
    }

    pub(crate) fn end_soon(&self) {
        self.ending.store(true, Ordering::Relaxed);
    }

    pub(crate) fn clock(&self) -> &dyn Clock {
        self.presence_settings.clock.as_ref()
    }

    /// Stops the actors: campaigns first, which hold no number up; then connections, so that what is on the way records its
    /// end; then the desks.
    pub async fn shut_down(&self, deadline: Duration) {
        self.end_soon();
        if !self.campaigns.shut_down(deadline).await {
            tracing::warn!("some campaigns did not stop in time");
        }
        if !self.connections.shut_down(deadline).await || !self.desks.shut_down(deadline).await {
            tracing::warn!("some actors did not stop in time");
        }
        self.presences.shut_down(deadline).await;
        self.rooms.shut_down(deadline).await;
    }
}

fn rooms(deps: &ActorDeps, show_writing: ShowCustomer) -> Registry<Room> {
    let settings = RoomSettings {
        db: deps.db.clone(),
        clock: Arc::clone(&deps.clock),
        encode: deps.encode,
        reconcile_every: deps.reconcile_every,
        bus: deps.bus.clone(),
        show_writing,
    };
    Registry::new(deps.arbiters.clone(), move |company: &CompanyId| {
        Room::new(*company, settings.clone())
    })
}

/// Who hears what is committed: `control` alone if it is given; else rooms, browsers without an open page, and companies'
/// own systems.
fn publisher(
    deps: &ActorDeps,
    rooms: &Registry<Room>,
    webhooks: &Webhooks,
    control: Option<&Arc<dyn Control>>,
) -> EventPublisher {
    if let Some(control) = control.cloned() {
        return EventPublisher::new(move |events| control.tell(events));
    }
    let tell = tell_rooms(rooms.clone(), deps.bus.clone());
    let tell = match &deps.push {
        Some(push) => push.clone().with(tell),
        None => tell,
    };
    webhooks.clone().with(tell)
}

fn presence_settings(deps: &ActorDeps, tell: &EventPublisher) -> PresenceSettings {
    PresenceSettings {
        db: deps.db.clone(),
        clock: Arc::clone(&deps.clock),
        node: Arc::clone(&deps.node),
        tell: tell.clone(),
    }
}

fn presences(deps: &ActorDeps, settings: &PresenceSettings) -> Registry<Presence> {
    let settings = settings.clone();
    Registry::new(deps.arbiters.clone(), move |key: &(CompanyId, UserId)| {
        Presence::new(*key, settings.clone())
    })
}

/// What tells companies' own systems goes out by the same door as what asks bots.
fn webhooks(bots: &BotDeps) -> Webhooks {
    Webhooks::new(HookDeps {
        db: bots.db.clone(),
        clock: Arc::clone(&bots.clock),
        node: Arc::clone(&bots.node),
        sealer: Arc::clone(&bots.sealer),
        doors: bots.doors.clone(),
    })
}

fn desks(deps: &ActorDeps, tell: &EventPublisher, wake: &Wake) -> Registry<Desk> {
    let (db, clock) = (deps.db.clone(), Arc::clone(&deps.clock));
    let links: Arc<dyn MediaLinks> = Arc::new(deps.media.links().clone());
    let (tell, wake) = (tell.clone(), wake.clone());
    Registry::new(deps.arbiters.clone(), move |company: &CompanyId| {
        Desk::new(DeskContext {
            company: *company,
            db: db.clone(),
            clock: Arc::clone(&clock),
            links: Arc::clone(&links),
            tell: tell.clone(),
            wake: wake.clone(),
        })
    })
}

fn campaigns(
    deps: &ActorDeps,
    desks: &Registry<Desk>,
    (keeper, trust): (&Arc<CampaignKeeper>, &Arc<ClockTrust>),
    is_ending: &Arc<AtomicBool>,
) -> Registry<CampaignRunner> {
    let context = CampaignContext {
        db: deps.db.clone(),
        clock: Arc::clone(&deps.clock),
        node: Arc::clone(&deps.node),
        bus: deps.bus.clone(),
        desks: desks.clone(),
        keeper: Arc::clone(keeper),
        trust: Arc::clone(trust),
        is_ending: Arc::clone(is_ending),
    };
    Registry::new(deps.arbiters.clone(), move |key: &CampaignKey| {
        CampaignRunner::new(*key, context.clone())
    })
}

fn connections_of(
    deps: ActorDeps,
    desks: &Registry<Desk>,
    (rooms, tell): (&Registry<Room>, &EventPublisher),
    keeper: Arc<LeaseKeeper>,
    maker: Arc<dyn ProviderMaker>,
) -> Registry<Connection> {
    let (desks, rooms, tell) = (desks.clone(), rooms.clone(), tell.clone());
    let arbiters = deps.arbiters.clone();
    Registry::new(arbiters, move |(company, connection): &ConnectionKey| {
        Connection::new(ConnectionContext {
            company: *company,
            connection: *connection,
            db: deps.db.clone(),
            clock: Arc::clone(&deps.clock),
            media: deps.media.clone(),
            media_bytes_max: deps.media_bytes_max,
            node: Arc::clone(&deps.node),
            sends_at_once: deps.sends_at_once,
            first_rest: deps.first_rest,
            keeper: Arc::clone(&keeper),
            desks: desks.clone(),
            tell: tell.clone(),
            rooms: rooms.clone(),
            bus: deps.bus.clone(),
            jitter: Arc::new(rand::random::<f64>),
            maker: Arc::clone(&maker),
        })
    })
}

/// Closes the circle: desks and providers wake connections, which are made after them. What no actor of this node has is
/// for another node.
#[derive(Clone)]
struct Waker {
    connections: Arc<OnceLock<Registry<Connection>>>,
    bus: ClusterBus,
}

impl Waker {
    fn new(bus: ClusterBus) -> Self {
        let connections = Arc::default();
        Self { connections, bus }
    }

    fn set(&self, connections: Registry<Connection>) {
        let _first = self.connections.set(connections);
    }

    fn show_writing(&self) -> ShowCustomer {
        let Self { connections, bus } = self.clone();
        ShowCustomer::new(move |company, connection, writing| {
            let all = connections.get();
            if let Some(actor) = all.and_then(|all| all.find(&(company, connection))) {
                let is_remote = false;
                let _ = actor.try_send(ShowWriting { writing, is_remote });
            } else {
                bus.say(ClusterMessage::Writes {
                    company,
                    ticket: writing.ticket,
                    connection: Some(connection),
                    is_writing: writing.is_writing,
                });
            }
        })
    }

    fn wake(&self) -> Wake {
        let Self { connections, bus } = self.clone();
        Wake::new(
            move |company: CompanyId, connection: ConnectionId, kind: WorkKind| {
                let all = connections.get();
                if let Some(actor) = all.and_then(|all| all.find(&(company, connection))) {
                    let is_remote = false;
                    // full or gone: the actor polls, nothing is lost
                    let _ = actor.try_send(PollWork { kind, is_remote });
                } else {
                    let inbox = kind == WorkKind::Inbox;
                    bus.say(ClusterMessage::Work {
                        company,
                        connection,
                        inbox,
                    });
                }
            },
        )
    }
}
