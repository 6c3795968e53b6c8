//! The operator's port: health, readiness and metrics, on a listener of its own that no customer reaches.

use std::{
    sync::OnceLock,
    time::{Duration, Instant},
};

use actix_web::{HttpResponse, web};
use guiche_storage::{
    Db,
    identity::users,
    model::{Clock, SystemClock},
};
use metrics_exporter_prometheus::{BuildError, PrometheusBuilder, PrometheusHandle};

use crate::{
    metric_help,
    middleware::shutdown::Shutdown,
    samples::{self, process::Process},
};

/// Upper ends of the histograms' buckets, in seconds: from an answer out of memory to one that nobody waits for.
const SECONDS: &[f64] = &[
    0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0,
];
/// How long the database may take to show that it works.
const READY_WITHIN: Duration = Duration::from_secs(2);
/// How often the histograms are folded, so that they do not grow between two readings.
const JOBS_EVERY: Duration = Duration::from_secs(5);

/// The process's one recorder.
static RECORDER: OnceLock<PrometheusHandle> = OnceLock::new();

/// What the operator's port can reach.
#[derive(Clone)]
pub struct Operator {
    db: Db,
    shutdown: Shutdown,
    metrics: PrometheusHandle,
}

impl Operator {
    /// Starts the process's one recorder of metrics, or takes the one that runs.
    ///
    /// # Errors
    /// When something else records metrics already.
    pub fn new(db: Db, shutdown: Shutdown) -> Result<Self, BuildError> {
        let metrics = if let Some(handle) = RECORDER.get() {
            handle.clone()
        } else {
            let handle = PrometheusBuilder::new()
                .set_buckets(SECONDS)?
                .install_recorder()?;
            metric_help::describe();
            RECORDER.get_or_init(|| handle).clone()
        };
        Ok(Self {
            db,
            shutdown,
            metrics,
        })
    }

    /// What is measured on this node, as `/metrics` shows it; nothing where nobody measures.
    pub(crate) fn measured() -> Option<String> {
        RECORDER.get().map(PrometheusHandle::render)
    }

    /// Folds the histograms for ever, and keeps what they say for the operators' page.
    pub async fn run_jobs(self) {
        let mut beat = tokio::time::interval(JOBS_EVERY);
        loop {
            beat.tick().await;
            self.metrics.run_upkeep();
            samples::take(
                &self.metrics.render(),
                Process::read(),
                Instant::now(),
                SystemClock.now(),
            );
        }
    }

    /// Mounts `/healthz`, `/readyz`, `/metrics`.
    pub fn configure(self) -> impl FnOnce(&mut web::ServiceConfig) {
        move |cfg| {
            cfg.app_data(web::Data::new(self))
                .service(web::resource("/healthz").get(health))
                .service(web::resource("/readyz").get(ready))
                .service(web::resource("/metrics").get(metrics));
        }
    }
}

/// The process answers.
async fn health() -> HttpResponse {
    HttpResponse::Ok()
        .content_type("text/plain; charset=utf-8")
        .body("ok\n")
}

/// The database answers and has the tables of this version, and the node is not about to stop.
async fn ready(operator: web::Data<Operator>) -> HttpResponse {
    if operator.shutdown.has_begun() {
        return not_ready("stopping\n");
    }
    let read = async {
        let mut reader = operator.db.read().await?;
        users::has_any(&mut reader.conn()).await
    };
    match tokio::time::timeout(READY_WITHIN, read).await {
        Ok(Ok(_)) => HttpResponse::Ok()
            .content_type("text/plain; charset=utf-8")
            .body("ready\n"),
        Ok(Err(error)) => {
            tracing::error!(error = %error, "not ready: the database does not answer as it should");
            not_ready("database\n")
        }
        Err(_) => {
            tracing::error!("not ready: the database does not answer in time");
            not_ready("database\n")
        }
    }
}

fn not_ready(what: &'static str) -> HttpResponse {
    HttpResponse::ServiceUnavailable()
        .content_type("text/plain; charset=utf-8")
        .body(what)
}

async fn metrics(operator: web::Data<Operator>) -> HttpResponse {
    HttpResponse::Ok()
        .content_type("text/plain; version=0.0.4; charset=utf-8")
        .body(operator.metrics.render())
}
