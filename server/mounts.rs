//! What stands beside the API: sockets, files, the calls of other servers, the demonstration's phones and bank.

use std::sync::Arc;

use actix_web::web;
use anyhow::Context as _;
use guiche_actors::{
    Actors,
    billing::{Bacen, Bank, Billing, SimulatedBank},
    connection::provider::simulator::WakeInbox,
    egress::Egress,
    publisher::WorkKind,
    thread_watchdog::Pulse,
};
use guiche_config::Config;
use guiche_http::{
    api::media::{self, Files},
    app::App,
    middleware::media_pass::MediaPass,
    server::Mount,
    simulator::{self, Simulator},
    socket,
    webhooks::{Directory, Intake, Webhooks},
};
use guiche_storage::{Db, media::MediaStore, model::Clock};

use super::compose::upload_bytes_max;

/// Opens the desk's own accounts: at the bank of the settings, or at the demonstration's.
pub(super) fn open_billing(
    config: &Config,
    db: &Db,
    clock: &Arc<dyn Clock>,
    tell: &guiche_http::app::EventPublisher,
    simulated: Option<&SimulatedBank>,
) -> anyhow::Result<Billing> {
    let bank: Option<Arc<dyn Bank>> = if config.billing.url.is_some() {
        let bank = Bacen::new(&config.billing, Egress::trusted()?, Arc::clone(clock));
        Some(Arc::new(bank.context(
            "billing.url or billing.token_url is not an address",
        )?))
    } else {
        simulated.map(|bank| Arc::new(bank.clone()) as Arc<dyn Bank>)
    };
    Ok(Billing {
        db: db.clone(),
        clock: Arc::clone(clock),
        bank,
        tell: Arc::clone(tell),
    })
}

/// Beside `/api`: sockets, media links, the demonstration's phones, and what handlers reach beside [`App`].
pub(super) fn outside(
    app: &App,
    actors: &Actors,
    store: &MediaStore,
    bank: Option<SimulatedBank>,
    thread_watchdog: Pulse,
) -> Mount {
    let wake = actors.wake();
    let hooks = Webhooks {
        directory: Directory::new(app.db.clone(), Arc::clone(&app.sealer)),
        intake: Intake::start(app.db.clone()),
        clock: Arc::clone(&app.clock),
        wake_inbox: Arc::new(move |company, id| wake.wake(company, id, WorkKind::Inbox)),
        tell: Arc::clone(&app.tell),
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
        pass: MediaPass::of(app),
    };
    let (server, store) = (
        web::Data::new(actors.clone()),
        web::Data::new(store.clone()),
    );
    let phones = app.demo.then(|| phones(app, actors, &store, bank));
    Arc::new(move |cfg| {
        // once on each thread that answers requests
        thread_watchdog.watch_here("requests");
        cfg.app_data(server.clone())
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
pub(super) fn inside(
    app: &App,
    actors: &Actors,
    store: &MediaStore,
    bank: Option<SimulatedBank>,
) -> Mount {
    let phones = app
        .config
        .operator
        .host
        .is_loopback()
        .then(|| phones(app, actors, store, bank));
    Arc::new(move |cfg| {
        if let Some(phones) = phones.clone() {
            cfg.configure(simulator::configure(phones, "/simulator"));
        }
    })
}

fn phones(
    app: &App,
    actors: &Actors,
    store: &MediaStore,
    bank: Option<SimulatedBank>,
) -> Simulator {
    let wakes = |look| -> WakeInbox {
        let wake = actors.wake();
        Arc::new(move |company, id| wake.wake(company, id, look))
    };
    Simulator {
        db: app.db.clone(),
        clock: Arc::clone(&app.clock),
        media: store.clone(),
        wake_inbox: wakes(WorkKind::Inbox),
        wake_session: wakes(WorkKind::Session),
        bank,
        billing: app.billing.clone(),
        upload_bytes_max: upload_bytes_max(&app.config),
    }
}
