//! The composition root: opens the database, makes the keys, puts the parts together.

use std::{path::Path, sync::Arc, time::Duration};

use actix::{Arbiter, ArbiterHandle};
use anyhow::{Context as _, bail};
use chrono::TimeDelta;
use guiche_actors::{
    ActorDeps, Actors,
    billing::{Billing, SimulatedBank},
    clock::{JobDeps, start_jobs},
    connection::provider::Providers,
    egress::Egress,
    integration::{BotDeps, Doors},
    push::{Push, PushSettings},
    thread_watchdog::ThreadWatchdog,
};
use guiche_config::Config;
use guiche_http::{
    app::App,
    cloud_setup::CloudSetup,
    limits::{RequestLimiter, rare::RareLimits, sign_in::SignInLimits},
    middleware::shutdown::Shutdown,
    operator::Operator,
    server::Mount,
    sheet::SheetReader,
    socket,
    tokens::Tokens,
};
use guiche_storage::{
    Db, StorageError,
    bots::turns,
    cluster::{
        leases,
        redis::{ClusterBus, Receiver},
    },
    core::lock::{self, DataLock, NodeLock},
    fixtures::demo,
    identity::presences,
    media::MediaStore,
    model::{Clock, SystemClock},
    security::{
        passwords::{Cost, Passwords},
        seal::Sealer,
        secrets::Keys,
    },
    webhooks::deliveries,
};
use uuid::Uuid;

use super::mounts::{inside, open_billing, outside};

/// Threads for actors beside those of the web server.
const ARBITERS: usize = 2;
/// How long sends on their way may take to end.
const LAST_SENDS: Duration = Duration::from_secs(20);
/// How long the other actors may take to end what they do.
const SHUTDOWN: Duration = Duration::from_secs(10);
/// How long a node refuses calls before its port is closed: a proxy that is refused asks another node.
const REFUSE: Duration = Duration::from_secs(1);
/// Wait before a database that does not answer at the start is asked again.
const OPEN_AGAIN: Duration = Duration::from_secs(1);

/// Everything that a running server holds.
pub struct Composed {
    /// What handlers reach.
    pub app: App,
    /// What the operator's port reaches.
    pub operator: Operator,
    /// Mounted on the main port beside `/api`.
    pub outside: Mount,
    /// Mounted on the operator's port.
    pub inside: Mount,
    /// What outlives the listeners.
    pub server: Server,
}

/// The actors and the database under them.
pub struct Server {
    /// The actors.
    pub actors: Actors,
    media: MediaStore,
    db: Db,
    clock: Arc<dyn Clock>,
    node: Arc<str>,
    shutdown: Shutdown,
    billing: Billing,
    config: Arc<Config>,
    _name: NodeLock,
    _lock: Option<DataLock>,
}

/// Opens and migrates the database, takes the data folder for this process alone if the database is a file in it.
///
/// # Errors
/// When the database cannot be opened or migrated, or another process has the folder.
pub async fn open(config: &Config) -> anyhow::Result<(Db, Option<DataLock>)> {
    let db = connect(config).await?;
    let lock = match db.file() {
        Some(file) => Some(DataLock::take(file.parent().unwrap_or(Path::new(".")))?),
        None => None,
    };
    db.migrate()
        .await
        .context("the database cannot be brought to this version")?;
    Ok((db, lock))
}

/// Opens the database as it is; another process may be using it.
///
/// # Errors
/// When it cannot be opened.
pub async fn connect(config: &Config) -> anyhow::Result<Db> {
    lock::make_private_dir(&config.data_dir)
        .with_context(|| format!("the data folder {}", config.data_dir.display()))?;
    Db::connect(&config.database_url())
        .await
        .context("the database cannot be opened")
}

/// Puts the server together. Actors are made here and reach the handlers through [`App`].
///
/// # Errors
/// What [`open`] says; a key file that cannot be used; a demonstration that others could reach.
#[expect(clippy::too_many_lines, reason = "its parts")]
pub async fn compose(config: Config, demo: bool) -> anyhow::Result<Composed> {
    if demo {
        require_loopback(&config)?;
    }
    let keys = Keys::load(&config.secrets_dir(), &config.secrets)?;
    let (db, lock) = open(&config).await?;
    let clock: Arc<dyn Clock> = Arc::new(SystemClock);
    let name = NodeLock::take(&config.data_dir)?;
    let media = MediaStore::open(&config.data_dir, name.name(), keys.media.bytes())?;
    let passwords = Passwords::new(Cost::STRONG)?;
    if demo {
        seed_demo(&db, clock.as_ref(), &media).await?;
    }
    let sealer = Arc::new(Sealer::new(keys.encryption.bytes()));
    // the recorder of metrics comes before all that counts
    let shutdown = Shutdown::default();
    let operator = Operator::new(db.clone(), shutdown.clone())?;
    let (base, receiver) = base(&config, &keys, (&db, &name), &clock, &media, &sealer)?;
    let (node, bus, push) = (Arc::clone(&base.node), base.bus.clone(), base.push.clone());
    let thread_watchdog = ThreadWatchdog::start()?;
    let actors = make_actors(&config, base, receiver, &thread_watchdog)?;
    let cloud_setup = CloudSetup {
        db: db.clone(),
        clock: Arc::clone(&clock),
        sealer: Arc::clone(&sealer),
        graph_url: config.whatsapp.graph_url.clone(),
        graph_version: config.whatsapp.graph_version.clone(),
        public_url: config.is_https().then(|| config.public_url()),
        egress: Egress::trusted()?,
        tell: actors.publisher(),
    };
    let bank = demo.then(|| SimulatedBank::new(Arc::clone(&clock)));
    let tell = actors.publisher();
    let billing = open_billing(&config, (&db, &sealer), &clock, &tell, bank.as_ref())?;
    let app = App {
        db: db.clone(),
        actors: actors.clone(),
        clock: Arc::clone(&clock),
        tokens: Tokens::new(&keys.jwt),
        sign_in_limits: Arc::new(SignInLimits::new(&config.limits, &keys.jwt, bus)),
        keys: Arc::new(keys),
        limiter: RequestLimiter::new(&config.limits, &db, &passwords),
        passwords,
        rare_limits: Arc::new(RareLimits::new(&config.limits)),
        shutdown: shutdown.clone(),
        cloud_setup,
        sealer: Arc::clone(&sealer),
        push,
        sheets: SheetReader::default(),
        billing: billing.clone(),
        config: Arc::new(config),
        node: Arc::clone(&node),
        started_at: clock.now(),
        demo,
    };
    let server = Server {
        actors,
        media: media.clone(),
        db,
        clock,
        node,
        shutdown,
        billing,
        config: Arc::clone(&app.config),
        _name: name,
        _lock: lock,
    };
    Ok(Composed {
        outside: outside(&app, &media, bank.clone(), thread_watchdog),
        inside: inside(&app, &media, bank),
        app,
        operator,
        server,
    })
}

/// The demonstration's people sign in at once: nobody has to be kept from guessing what stands on the page.
async fn seed_demo(db: &Db, clock: &dyn Clock, media: &MediaStore) -> anyhow::Result<()> {
    let passwords = Passwords::new(Cost::KNOWN)?;
    let hash = async |password| passwords.hash(password).await;
    let seeded = demo::seed(db, clock, media, hash).await;
    seeded.map(drop).context("the demonstration data")
}

fn require_loopback(config: &Config) -> anyhow::Result<()> {
    if !(config.http.host.is_loopback() && config.operator.host.is_loopback()) {
        bail!(
            "--demo has well-known passwords and so listens on loopback only; remove http.host and operator.host from \
             the settings"
        );
    }
    Ok(())
}

/// What the actors stand on.
struct Base {
    db: Db,
    clock: Arc<dyn Clock>,
    media: MediaStore,
    sealer: Arc<Sealer>,
    node: Arc<str>,
    bus: ClusterBus,
    push: Option<Push>,
}

/// Names this node, and opens what it tells the others and hears from them: nothing where it has the database to itself.
fn base(
    config: &Config,
    keys: &Keys,
    (db, name): (&Db, &NodeLock),
    clock: &Arc<dyn Clock>,
    media: &MediaStore,
    sealer: &Arc<Sealer>,
) -> anyhow::Result<(Base, Option<Receiver>)> {
    let node: Uuid = name.name().parse()?;
    let (bus, receiver) = match &config.redis.url {
        Some(url) if db.is_shared() => ClusterBus::open(url, &config.redis.prefix, node)
            .map(|(bus, receiver)| (bus, Some(receiver)))?,
        Some(_) => {
            tracing::info!("redis.url is not used: no other node can have this database");
            (ClusterBus::nobody(), None)
        }
        None => (ClusterBus::nobody(), None),
    };
    let base = Base {
        db: db.clone(),
        clock: Arc::clone(clock),
        media: media.clone(),
        sealer: Arc::clone(sealer),
        node: node.to_string().into(),
        bus,
        push: open_push(config, keys, db, clock, sealer)?,
    };
    Ok((base, receiver))
}

/// Begins to tell browsers without an open page, unless that is switched off.
fn open_push(
    config: &Config,
    keys: &Keys,
    db: &Db,
    clock: &Arc<dyn Clock>,
    sealer: &Arc<Sealer>,
) -> anyhow::Result<Option<Push>> {
    if !config.push.enabled {
        return Ok(None);
    }
    let (push, work) = Push::open(PushSettings {
        db: db.clone(),
        clock: Arc::clone(clock),
        sealer: Arc::clone(sealer),
        key: &keys.vapid,
        contact: config.push_contact(),
        own_service: config.push.own_service.as_deref(),
    })?;
    actix_web::rt::spawn(work.run());
    Ok(Some(push))
}

async fn listen(actors: Actors, mut receiver: Receiver) {
    while let Some(message) = receiver.recv().await {
        actors.on_message(message);
    }
}

fn make_actors(
    config: &Config,
    base: Base,
    receiver: Option<Receiver>,
    thread_watchdog: &ThreadWatchdog,
) -> anyhow::Result<Actors> {
    let (trusted, public) = (Egress::trusted()?, Egress::public()?);
    let deps = ActorDeps {
        db: base.db.clone(),
        clock: Arc::clone(&base.clock),
        node: Arc::clone(&base.node),
        bus: base.bus,
        media: base.media.clone(),
        media_bytes_max: upload_bytes_max(config),
        sends_at_once: config.whatsapp.sends_at_once.into(),
        first_rest: TimeDelta::seconds(config.whatsapp.rest_seconds.into()),
        reconcile_every: Duration::from_secs(config.redis.look_seconds.into()),
        arbiters: arbiters(thread_watchdog),
        encode: socket::encode_event,
        push: base.push,
        bots: BotDeps {
            db: base.db.clone(),
            clock: Arc::clone(&base.clock),
            node: base.node,
            media: base.media.clone(),
            media_bytes_max: upload_bytes_max(config),
            sealer: Arc::clone(&base.sealer),
            doors: Doors::new(&config.integrations.own_hosts)?,
            dialogflow_url: config.integrations.dialogflow_url.as_str().into(),
            model_url: config.ai.base_url.as_str().into(),
            model: config.ai.model.as_str().into(),
            voices_url: config.ai.voices_url.as_str().into(),
            public_url: config.public_url().into(),
        },
    };
    let actors = Actors::new(deps, |wake| {
        Arc::new(Providers {
            db: base.db,
            clock: base.clock,
            media: base.media,
            sealer: base.sealer,
            graph_url: config.whatsapp.graph_url.clone(),
            graph_version: config.whatsapp.graph_version.clone(),
            web_url: config.whatsapp.web_url.clone(),
            web_haste: config.whatsapp.web_haste,
            media_bytes_max: upload_bytes_max(config),
            trusted,
            public,
            wake,
        })
    });
    if let Some(receiver) = receiver {
        actix_web::rt::spawn(listen(actors.clone(), receiver));
    }
    Ok(actors)
}

fn arbiters(thread_watchdog: &ThreadWatchdog) -> Vec<ArbiterHandle> {
    let begin = |number| {
        let arbiter = Arbiter::new().handle();
        thread_watchdog.watch(&arbiter, &format!("actors-{number}"));
        arbiter
    };
    (0..ARBITERS).map(begin).collect()
}

pub(super) fn upload_bytes_max(config: &Config) -> u64 {
    u64::try_from(config.limits.upload_bytes_max).unwrap_or(u64::MAX)
}

impl Server {
    /// Starts the connections and the jobs that run by the clock. Waits for a database that is busy or gone: after a
    /// crash everybody comes back at once.
    ///
    /// # Errors
    /// When the database refuses.
    pub async fn open(&self) -> anyhow::Result<()> {
        loop {
            match self.end_old_run().await {
                Ok(()) => break,
                Err(StorageError::Unavailable(why)) => {
                    tracing::warn!(why, "the database does not answer yet; once more");
                    tokio::time::sleep(OPEN_AGAIN).await;
                }
                Err(error) => return Err(error.into()),
            }
        }
        tracing::info!("this node is called {}", self.node);
        start_jobs(JobDeps {
            actors: self.actors.clone(),
            db: self.db.clone(),
            media: self.media.clone(),
            clock: Arc::clone(&self.clock),
            node: Arc::clone(&self.node),
            billing: self.billing.clone(),
            config: Arc::clone(&self.config),
        });
        Ok(())
    }

    /// Gives connections and browsers to the other nodes, if there can be any, and refuses what still comes. The ports
    /// are open meanwhile.
    pub async fn leave(&self) {
        self.shutdown.begin();
        if !self.db.is_shared() {
            return self.actors.send_browsers_away(Duration::ZERO).await;
        }
        let drain = Duration::from_secs(self.config.http.drain_seconds.into());
        let (all_ended, ()) = tokio::join!(
            self.actors.give_connections_away(LAST_SENDS),
            self.actors.send_browsers_away(drain)
        );
        if !all_ended {
            tracing::warn!("some sends did not end in time; the next owner settles them");
        }
        self.shutdown.refuse();
        tokio::time::sleep(REFUSE).await;
    }

    /// Ends what an earlier process of this name held, and who was there with it.
    async fn end_old_run(&self) -> guiche_storage::Result<()> {
        let now = self.clock.now();
        self.db
            .write(async |c| {
                if self.db.is_shared() {
                    leases::release_node(c, &self.node, now).await?;
                    turns::release(c, Some(&self.node), now).await?;
                    deliveries::release(c, Some(&self.node), now).await?;
                } else {
                    leases::release_all(c, now).await?;
                    turns::release(c, None, now).await?;
                    deliveries::release(c, None, now).await?;
                }
                presences::end_node(c, &self.node).await
            })
            .await
    }

    /// Lets the actors end what they do, forgets this node, closes the database and gives the data folder back.
    pub async fn close(self) {
        self.actors.shut_down(SHUTDOWN).await;
        let ended = self
            .db
            .write(async |c| presences::end_node(c, &self.node).await);
        if let Err(error) = ended.await {
            tracing::warn!(%error, "this node could not sign off");
        }
        self.db.close().await;
    }
}
