//! The actors of a test's desk. Desks do their work; what handlers have the actors do beside that is not done but written
//! down, and so is everything that is told.

use std::{
    sync::{Arc, Mutex},
    time::Duration,
};

use chrono::TimeDelta;
use futures_util::future::LocalBoxFuture;
use guiche_actors::{
    ActorDeps, ActorError, Actors,
    connection::provider::{NumberCheck, Providers},
    control::Control,
    integration::BotDeps,
    publisher::WorkKind,
};
use guiche_config::Config;
use guiche_storage::{
    cluster::redis::ClusterBus,
    contacts::one_form,
    identity::sign_ins::Ended,
    model::{CompanyId, ConnectionId, UserId, event::CommittedEvent},
};

use crate::socket;

/// Remembers what the actors were to do.
#[derive(Debug, Default)]
pub struct Recorder {
    /// What was told.
    pub told: Mutex<Vec<CommittedEvent>>,
    /// Which sockets were to be closed: whose, and of which of his sign-ins.
    pub ended: Mutex<Vec<(CompanyId, UserId, Ended)>>,
    /// What was asked of sessions.
    pub asked: Mutex<Vec<(&'static str, ConnectionId)>>,
}

impl Recorder {
    fn note(&self, what: &'static str, connection: ConnectionId) {
        self.asked.lock().unwrap().push((what, connection));
    }
}

impl Control for Recorder {
    fn tell(&self, events: Vec<CommittedEvent>) {
        self.told.lock().unwrap().extend(events);
    }

    fn sign_out(&self, company: CompanyId, user: UserId, which: Ended) {
        self.ended.lock().unwrap().push((company, user, which));
    }

    fn start(&self, _: CompanyId, connection: ConnectionId) -> Result<(), ActorError> {
        self.note("start", connection);
        Ok(())
    }

    fn stop(&self, _: CompanyId, connection: ConnectionId) -> Result<(), ActorError> {
        self.note("stop", connection);
        Ok(())
    }

    fn restart(&self, _: CompanyId, connection: ConnectionId) -> Result<(), ActorError> {
        self.note("restart", connection);
        Ok(())
    }

    fn new_qr(&self, _: CompanyId, connection: ConnectionId) -> Result<(), ActorError> {
        self.note("new_qr", connection);
        Ok(())
    }

    /// Numbers that end so are not on `WhatsApp`; all others are there without the ninth digit.
    fn check_number(
        &self,
        _: CompanyId,
        connection: ConnectionId,
        number: String,
    ) -> LocalBoxFuture<'static, Option<NumberCheck>> {
        self.note("check_number", connection);
        let check = if number.ends_with("00000") {
            NumberCheck::Missing
        } else {
            NumberCheck::Exists {
                canonical: one_form(&number),
            }
        };
        Box::pin(std::future::ready(Some(check)))
    }

    fn look(&self, _: CompanyId, connection: ConnectionId, _: WorkKind) {
        self.note("look", connection);
    }
}

/// Actors on the thread of the test, with a recorder among them.
pub fn recorded(bots: BotDeps, config: &Config, recorder: &Arc<Recorder>) -> Actors {
    let deps = ActorDeps {
        db: bots.db.clone(),
        clock: Arc::clone(&bots.clock),
        node: Arc::clone(&bots.node),
        bus: ClusterBus::nobody(),
        media: bots.media.clone(),
        media_bytes_max: bots.media_bytes_max,
        sends_at_once: 1,
        first_rest: TimeDelta::zero(),
        reconcile_every: Duration::from_secs(1),
        arbiters: Vec::new(),
        encode: socket::encode_event,
        push: None,
        bots: bots.clone(),
    };
    let way_out = bots.doors.of_operator().clone();
    let (url, version) = (&config.whatsapp.graph_url, &config.whatsapp.graph_version);
    Actors::with_control(
        deps,
        |wake| {
            Arc::new(Providers {
                db: bots.db,
                clock: bots.clock,
                media: bots.media,
                sealer: bots.sealer,
                graph_url: url.clone(),
                graph_version: version.clone(),
                web_url: config.whatsapp.web_url.clone(),
                web_haste: config.whatsapp.web_haste,
                media_bytes_max: bots.media_bytes_max,
                trusted: way_out.clone(),
                public: way_out,
                wake,
            })
        },
        recorder.clone(),
    )
}
