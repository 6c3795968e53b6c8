//! The composition root: opens the database, makes the keys, puts the parts together.

use std::{path::Path, sync::Arc, time::Duration};

use actix::{Arbiter, ArbiterHandle};
use actix_web::web;
use anyhow::{Context as _, bail};
use guiche_actors::{
    Actors, Materials, connection::provider::Providers, egress::Egress, presence, tell::Look,
};
use guiche_config::Config;
use guiche_http::{
    api::media::{self, Files},
    app::{App, Ended},
    operator::Operator,
    server::Mount,
    sign_in_limits::SignInLimits,
    simulator::{self, Simulator},
    socket,
    tokens::Tokens,
    webhooks::Webhooks,
};
use guiche_storage::{
    Db, demo, leases,
    lock::{self, DataLock},
    media::MediaStore,
    model::{Clock, SystemClock},
    passwords::{Cost, Passwords},
    seal::Sealer,
    secrets::Keys,
};

/// Threads for actors beside those of the web server.
const ARBITERS: usize = 2;
/// How long actors may take to end what they do.
const SHUTDOWN: Duration = Duration::from_secs(10);

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
    pub house: House,
}

/// The actors and the database under them.
pub struct House {
    /// The actors.
    pub actors: Actors,
    db: Db,
    clock: Arc<dyn Clock>,
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

/// Puts the server together. Actors are made here and reach the handlers through their data.
///
/// # Errors
/// What [`open`] says; a key file that cannot be used; a demonstration that others could reach.
pub async fn compose(config: Config, demo: bool) -> anyhow::Result<Composed> {
    if demo && !(config.http.host.is_loopback() && config.operator.host.is_loopback()) {
        bail!(
            "--demo has well-known passwords and so listens on loopback only; remove http.host and operator.host from \
             the settings"
        );
    }
    let keys = Keys::load(&config.secrets_dir(), &config.secrets)?;
    let (db, lock) = open(&config).await?;
    let clock: Arc<dyn Clock> = Arc::new(SystemClock);
    let media = MediaStore::open(&config.data_dir, keys.media.bytes())?;
    let passwords = Passwords::new(Cost::STRONG)?;
    if demo {
        let hash = async |password| passwords.hash(password).await;
        demo::seed(&db, clock.as_ref(), &media, hash)
            .await
            .context("the demonstration data")?;
    }
    let sealer = Arc::new(Sealer::new(keys.encryption.bytes()));
    let actors = make_actors(&config, &db, &clock, &media, &sealer)?;
    let operator = Operator::new(db.clone())?;
    let app = App {
        db: db.clone(),
        clock: Arc::clone(&clock),
        tokens: Tokens::new(&keys.jwt),
        keys: Arc::new(keys),
        passwords,
        sign_in_limits: Arc::new(SignInLimits::new(&config.limits)),
        tell: tell(&actors),
        signed_out: signed_out(&actors),
        connections: Arc::new(actors.clone()),
        sealer: Arc::clone(&sealer),
        config: Arc::new(config),
        demo,
    };
    let (outside, inside) = (
        outside(&app, &actors, &media),
        inside(&app, &actors, &media),
    );
    let house = House {
        actors,
        db,
        clock,
        _lock: lock,
    };
    Ok(Composed {
        app,
        operator,
        outside,
        inside,
        house,
    })
}

fn make_actors(
    config: &Config,
    db: &Db,
    clock: &Arc<dyn Clock>,
    media: &MediaStore,
    sealer: &Arc<Sealer>,
) -> anyhow::Result<Actors> {
    let (trusted, public) = (Egress::trusted()?, Egress::public()?);
    let materials = Materials {
        db: db.clone(),
        clock: Arc::clone(clock),
        media: media.clone(),
        media_bytes_max: upload_bytes_max(config),
        arbiters: arbiters(),
        encode: socket::encode_event,
    };
    Ok(Actors::new(materials, |wake| {
        Arc::new(Providers {
            db: db.clone(),
            clock: Arc::clone(clock),
            media: media.clone(),
            sealer: Arc::clone(sealer),
            graph_url: config.whatsapp.graph_url.clone(),
            graph_version: config.whatsapp.graph_version.clone(),
            trusted,
            public,
            wake,
        })
    }))
}

fn arbiters() -> Vec<ArbiterHandle> {
    (0..ARBITERS).map(|_| Arbiter::new().handle()).collect()
}

fn upload_bytes_max(config: &Config) -> u64 {
    u64::try_from(config.limits.upload_bytes_max).unwrap_or(u64::MAX)
}

fn tell(actors: &Actors) -> guiche_http::app::Tell {
    let tell = actors.tell();
    Arc::new(move |events| tell.tell(events))
}

fn signed_out(actors: &Actors) -> guiche_http::app::SignedOut {
    let presences = actors.presences().clone();
    Arc::new(move |ended| {
        let which = match ended.which {
            Ended::One(sign_in) => presence::Ended::One(sign_in),
            Ended::AllBut(sign_in) => presence::Ended::AllBut(sign_in),
            Ended::All => presence::Ended::All,
        };
        presence::sign_out(&presences, ended.company, ended.user, which);
    })
}

/// Beside `/api`: sockets, media links, the demonstration's phones, and what handlers reach beside [`App`].
fn outside(app: &App, actors: &Actors, store: &MediaStore) -> Mount {
    let wake = actors.wake();
    let hooks = Webhooks {
        db: app.db.clone(),
        clock: Arc::clone(&app.clock),
        sealer: Arc::clone(&app.sealer),
        wake_inbox: Arc::new(move |company, id| wake.wake(company, id, Look::Inbox)),
        body_bytes_max: app.config.limits.webhook_bytes_max,
    };
    let hooks = web::Data::new(hooks);
    let gate = web::Data::new(socket::Desk {
        doorkeeper: Arc::new(socket::AppDoor(app.clone())),
        rooms: actors.rooms().clone(),
        presences: actors.presences().clone(),
    });
    let files = Files {
        media: store.clone(),
        clock: Arc::clone(&app.clock),
    };
    let (house, store) = (
        web::Data::new(actors.clone()),
        web::Data::new(store.clone()),
    );
    let phones = app.demo.then(|| phones(app, actors, &store));
    Arc::new(move |cfg| {
        cfg.app_data(house.clone())
            .app_data(store.clone())
            .app_data(hooks.clone());
        cfg.app_data(gate.clone()).configure(socket::configure);
        cfg.configure(media::configure(files.clone()));
        if let Some(phones) = phones.clone() {
            cfg.configure(simulator::configure(phones, "/simulator/api"));
        }
    })
}

/// On the operator's port: the simulator's face, if nobody but this machine can reach it.
fn inside(app: &App, actors: &Actors, store: &MediaStore) -> Mount {
    let phones = app
        .config
        .operator
        .host
        .is_loopback()
        .then(|| phones(app, actors, store));
    Arc::new(move |cfg| {
        if let Some(phones) = phones.clone() {
            cfg.configure(simulator::configure(phones, "/simulator"));
        }
    })
}

fn phones(app: &App, actors: &Actors, store: &MediaStore) -> Simulator {
    let wake = actors.wake();
    Simulator {
        db: app.db.clone(),
        clock: Arc::clone(&app.clock),
        media: store.clone(),
        wake_inbox: Arc::new(move |company, id| wake.wake(company, id, Look::Inbox)),
        upload_bytes_max: upload_bytes_max(&app.config),
    }
}

impl House {
    /// Starts the connections and the jobs that run by the clock.
    ///
    /// # Errors
    /// When the database does not answer.
    pub async fn open(&self) -> anyhow::Result<()> {
        if !self.db.is_shared() {
            // this process alone has the database: leases of an earlier run are nobody's
            let now = self.clock.now();
            self.db
                .write(async |c| leases::release_all(c, now).await)
                .await?;
        }
        actix_web::rt::spawn(crate::upkeep::connections(self.actors.clone()));
        let upkeep = crate::upkeep::run(self.actors.clone(), self.db.clone(), self.clock.clone());
        actix_web::rt::spawn(upkeep);
        Ok(())
    }

    /// Lets the actors end what they do, closes the database and gives the data folder back.
    pub async fn close(self) {
        self.actors.shut_down(SHUTDOWN).await;
        self.db.close().await;
    }
}
