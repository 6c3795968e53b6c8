//! What stands beside the API: sockets, files, the calls of other servers, the demonstration's phones and bank.

use std::sync::Arc;

use actix_web::web;
use anyhow::Context as _;
use guiche_actors::{
    billing::{Asaas, Bacen, Bank, Banks, Billing, SimulatedBank},
    egress::Egress,
    publisher::{EventPublisher, WakeInbox, WorkKind},
    thread_watchdog::ThreadWatchdog,
};
use guiche_config::{BillingProvider, Config};
use guiche_http::{
    api::media::{self, Files},
    app::App,
    middleware::media_pass::MediaPass,
    server::Mount,
    simulator::{self, Simulator},
    socket,
    webhooks::{Directory, Intake, Webhooks},
};
use guiche_storage::{
    Db,
    media::MediaStore,
    model::{Clock, invoice::BankName},
    security::seal::Sealer,
};

use super::compose::upload_bytes_max;

/// Opens the desk's own accounts: at the bank of the settings, or at the demonstration's.
pub(super) fn open_billing(
    config: &Config,
    (db, sealer): (&Db, &Arc<Sealer>),
    clock: &Arc<dyn Clock>,
    tell: &EventPublisher,
    simulated: Option<&SimulatedBank>,
) -> anyhow::Result<Billing> {
    let pix: Option<Arc<dyn Bank>> = if config.billing.url.is_some() {
        let bank = Bacen::new(&config.billing, bank_egress(config)?, Arc::clone(clock));
        Some(Arc::new(bank.context(
            "billing.url or billing.token_url is not an address",
        )?))
    } else {
        simulated.map(|bank| Arc::new(bank.clone()) as Arc<dyn Bank>)
    };
    let place = (db.clone(), Arc::clone(sealer));
    let asaas = Asaas::new(
        &config.billing,
        Egress::trusted()?,
        place,
        Arc::clone(clock),
    );
    let asaas = asaas.context("billing.asaas_url is not an address")?;
    Ok(Billing {
        db: db.clone(),
        clock: Arc::clone(clock),
        banks: Banks {
            pix,
            asaas: Some(Arc::new(asaas)),
            preferred: config.billing.provider.map(|provider| match provider {
                BillingProvider::Pix => BankName::Pix,
                BillingProvider::Asaas => BankName::Asaas,
            }),
        },
        tell: tell.clone(),
    })
}

/// What calls the bank: with the certificate of the settings, if there is one.
fn bank_egress(config: &Config) -> anyhow::Result<Egress> {
    let Some(path) = &config.billing.certificate else {
        return Ok(Egress::trusted()?);
    };
    let pem = std::fs::read(path)
        .with_context(|| format!("billing.certificate: {} cannot be read", path.display()))?;
    // what TLS says of a key is not repeated
    Egress::trusted_as(&pem).map_err(|_| {
        let path = path.display();
        anyhow::anyhow!("billing.certificate: {path} holds no certificate with its key in PEM")
    })
}

/// Beside `/api`: sockets, media links, the demonstration's phones, and what handlers reach beside [`App`].
pub(super) fn outside(
    app: &App,
    store: &MediaStore,
    bank: Option<SimulatedBank>,
    thread_watchdog: ThreadWatchdog,
) -> Mount {
    let (wake, wake_past) = (app.actors.wake(), app.actors.wake());
    let hooks = Webhooks {
        directory: Directory::new(app.db.clone(), Arc::clone(&app.sealer)),
        intake: Intake::start(app.db.clone()),
        clock: Arc::clone(&app.clock),
        wake_inbox: Arc::new(move |company, id| wake.wake(company, id, WorkKind::Inbox)),
        wake_past: Arc::new(move |company, id| wake_past.wake(company, id, WorkKind::Past)),
        tell: app.actors.publisher(),
        body_bytes_max: app.config.limits.webhook_bytes_max,
    };
    let hooks = web::Data::new(hooks);
    let gate = web::Data::new(socket::Desk {
        doorkeeper: Arc::new(socket::AppDoor(app.clone())),
        rooms: app.actors.rooms().clone(),
        presences: app.actors.presences().clone(),
    });
    let files = Files {
        media: store.clone(),
        clock: Arc::clone(&app.clock),
        pass: MediaPass::of(app),
    };
    let store = web::Data::new(store.clone());
    let phones = app.demo.then(|| phones(app, &store, bank));
    Arc::new(move |cfg| {
        // once on each thread that answers requests
        thread_watchdog.watch_here("requests");
        cfg.app_data(store.clone()).app_data(hooks.clone());
        cfg.app_data(gate.clone()).configure(socket::configure);
        cfg.configure(media::configure(files.clone()));
        if let Some(phones) = phones.clone() {
            cfg.configure(simulator::configure(phones, "/simulator/api"));
        }
    })
}

/// On the operator's port: the simulator's face, if nobody but this machine can reach it.
pub(super) fn inside(app: &App, store: &MediaStore, bank: Option<SimulatedBank>) -> Mount {
    let phones = app
        .config
        .operator
        .host
        .is_loopback()
        .then(|| phones(app, store, bank));
    Arc::new(move |cfg| {
        if let Some(phones) = phones.clone() {
            cfg.configure(simulator::configure(phones, "/simulator"));
        }
    })
}

fn phones(app: &App, store: &MediaStore, bank: Option<SimulatedBank>) -> Simulator {
    let wakes = |work| -> WakeInbox {
        let wake = app.actors.wake();
        Arc::new(move |company, id| wake.wake(company, id, work))
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
