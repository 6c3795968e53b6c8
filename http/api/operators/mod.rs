//! `GET /operators`: how the nodes, the actors, the connections and the jobs of this server are. Super users only. Nothing of
//! any customer is in it.

mod attention;
mod series;

use actix_web::{get, web};
use chrono::{DateTime, Utc};
use guiche_storage::{
    cluster::operators::{self, Line},
    core::slow_statements,
    model::{CompanyId, ConnectionId, connection::ConnectionStatus},
};
use serde::Serialize;

use self::attention::{Attention, Seen};
use crate::{
    app::App,
    error::ApiError,
    measured::Measured,
    middleware::caller::Caller,
    operator::Operator,
    route_list::RouteList,
    samples::{self, process},
};

/// Mounts the routes of `/operators`.
pub fn configure(cfg: &mut RouteList<'_>) {
    cfg.service(show).service(series::series);
}

/// How the server is, as the node sees it that answers.
#[derive(Debug, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct Operation {
    /// The node that answers: actors, jobs and statements are its own.
    node: String,
    /// Since when it runs.
    started_at: DateTime<Utc>,
    /// The server's version.
    version: &'static str,
    /// `sqlite` or `postgres`.
    database: &'static str,
    /// When this was looked at.
    at: DateTime<Utc>,
    /// What the node that answers uses.
    process: ProcessState,
    /// What somebody should look at, the gravest first; at most 50.
    attention: Vec<Attention>,
    /// Every node that lives or did a short time ago.
    nodes: Vec<NodeState>,
    /// Every kind of actor.
    actors: Vec<ActorKind>,
    /// Every connection, those first that are not connected; at most 500.
    connections: Vec<ConnectionState>,
    /// Everything that is done again and again.
    jobs: Vec<JobState>,
    /// Statements that took 100 ms and more since the node runs, the slowest first; without their values.
    slow_statements: Vec<Statement>,
}

/// What the process of a node uses, over the last 5 seconds. What is not known is nothing: all of it at first, and much of it
/// on other systems than Linux.
#[derive(Debug, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct ProcessState {
    /// Processors that were busy, on average; 1 is one of them all the time.
    cpu: Option<f64>,
    /// Processors that it may use.
    cores: usize,
    /// Resident bytes.
    memory: Option<u64>,
    /// Bytes that it may fill.
    memory_limit: Option<u64>,
    /// Milliseconds by which its slowest thread came round too late, 99 of 100 times; the upper end of a bucket.
    delay_ms: Option<f64>,
}

/// A node.
#[derive(Debug, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct NodeState {
    /// Its name.
    name: String,
    /// Whether it says that it lives.
    alive: bool,
    /// Connections that it has.
    connections: i64,
}

/// A kind of actor on this node.
#[derive(Debug, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct ActorKind {
    /// Its name.
    kind: String,
    /// How many live.
    live: f64,
    /// Messages handled since the node runs.
    messages: f64,
    /// Messages that found a mailbox full.
    mailbox_full: f64,
    /// Milliseconds within which 99 of 100 messages were handled; the upper end of a bucket.
    p99_ms: Option<f64>,
    /// How many died and were started again.
    restarts: f64,
    /// How many of them in the last 24 hours, as far as the node runs.
    restarts_day: f64,
}

/// A connection.
#[derive(Debug, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct ConnectionState {
    /// Number.
    id: ConnectionId,
    /// Name.
    name: String,
    /// Whose.
    company_id: CompanyId,
    /// The company's name.
    company_name: String,
    /// Where it stands.
    status: ConnectionStatus,
    /// Why.
    status_reason: Option<String>,
    /// When its provider last said something.
    last_event_at: Option<DateTime<Utc>>,
    /// The node that has it.
    node: Option<String>,
    /// Messages that wait to be sent.
    queued: i64,
    /// Since when it is down.
    down_since: Option<DateTime<Utc>>,
}

/// What is done again and again on this node.
#[derive(Debug, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct JobState {
    /// Its name.
    name: String,
    /// Seconds between two times.
    every: f64,
    /// When it was last done.
    last_run_at: Option<DateTime<Utc>>,
    /// Milliseconds that it took then.
    took_ms: f64,
    /// Whether it failed then.
    failed: bool,
    /// How often it was done since the node runs.
    runs: f64,
    /// How often it failed.
    failures: f64,
}

/// A statement that was slow.
#[derive(Debug, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct Statement {
    /// Its text, with `$1` in the place of values.
    text: String,
    /// How often it was slow.
    times: u64,
    /// Milliseconds on average, when it was slow.
    mean_ms: f64,
    /// Milliseconds at worst.
    longest_ms: f64,
}

/// How the server is. Super users only.
#[utoipa::path(
    tag = "operators",
    responses((status = 200, body = Operation), (status = 403, description = "ERR_NO_PERMISSION: not super"))
)]
#[get("")]
pub(super) async fn show(
    app: web::Data<App>,
    caller: Caller,
) -> Result<web::Json<Operation>, ApiError> {
    caller.require_super()?;
    let now = app.clock.now();
    let text = Operator::measured().unwrap_or_default();
    let measured = Measured::read(&text);
    let (nodes, connections) = {
        let mut reader = app.db.read().await?;
        let conn = &mut reader.conn();
        (
            operators::list_nodes(conn, now).await?,
            operators::list_connections(conn, now).await?,
        )
    };
    let nodes = nodes.into_iter().map(|node| NodeState {
        alive: node.alive_until > now,
        name: node.name,
        connections: node.connections,
    });
    let jobs = jobs(&measured);
    let attention = attention::look(&Seen {
        now,
        connections: &connections,
        jobs: &jobs,
        day: &samples::last_day(),
        newest: &samples::newest(attention::SUSTAINED),
    });
    Ok(web::Json(Operation {
        node: app.node.to_string(),
        started_at: app.started_at,
        version: env!("CARGO_PKG_VERSION"),
        database: if app.db.is_shared() {
            "postgres"
        } else {
            "sqlite"
        },
        at: now,
        process: process_state(),
        attention,
        nodes: nodes.collect(),
        actors: actors(&measured),
        connections: connections.into_iter().map(ConnectionState::from).collect(),
        jobs,
        slow_statements: slow(),
    }))
}

fn process_state() -> ProcessState {
    let latest = samples::newest(1).pop();
    let delay = latest.as_ref().and_then(|point| point.delay.as_ref());
    ProcessState {
        cpu: latest.as_ref().and_then(|point| point.cpu),
        cores: std::thread::available_parallelism().map_or(1, usize::from),
        memory: latest.as_ref().and_then(|point| point.memory),
        memory_limit: process::memory_limit(),
        delay_ms: delay.map(|delay| delay.seconds * 1_000.0),
    }
}

fn actors(measured: &Measured<'_>) -> Vec<ActorKind> {
    let of = |name: &str| measured.by(name, "kind");
    let (messages, full) = (
        of("guiche_actor_messages_total"),
        of("guiche_actor_mailbox_full_total"),
    );
    let restarts = of("guiche_actor_restarts_total");
    let day = samples::last_day();
    let kinds = of("guiche_actor_live").into_iter();
    let kinds = kinds.map(|(kind, live)| ActorKind {
        kind: kind.to_owned(),
        live,
        messages: messages.get(kind).copied().unwrap_or_default(),
        mailbox_full: full.get(kind).copied().unwrap_or_default(),
        p99_ms: measured
            .p99("guiche_actor_handling_seconds", "kind", kind)
            .map(|seconds| seconds * 1_000.0),
        restarts: restarts.get(kind).copied().unwrap_or_default(),
        restarts_day: day.get(kind).map_or(0.0, |day| day.restarts),
    });
    kinds.collect()
}

fn jobs(measured: &Measured<'_>) -> Vec<JobState> {
    let of = |name: &str| measured.by(name, "job");
    let (every, took) = (
        of("guiche_job_every_seconds"),
        of("guiche_job_last_took_seconds"),
    );
    let (failed, failures) = (
        of("guiche_job_last_failed"),
        of("guiche_job_failures_total"),
    );
    let (at, runs) = (
        of("guiche_job_last_run_timestamp_seconds"),
        of("guiche_job_runs_total"),
    );
    let jobs = every.into_iter().map(|(name, every)| JobState {
        name: name.to_owned(),
        every,
        last_run_at: at.get(name).copied().and_then(time_of),
        took_ms: took.get(name).copied().unwrap_or_default() * 1_000.0,
        failed: failed.get(name).is_some_and(|failed| *failed > 0.0),
        runs: runs.get(name).copied().unwrap_or_default(),
        failures: failures.get(name).copied().unwrap_or_default(),
    });
    jobs.collect()
}

/// The time of a number of seconds since 1970.
#[expect(
    clippy::cast_possible_truncation,
    reason = "seconds of our days are far below the largest whole number"
)]
fn time_of(seconds: f64) -> Option<DateTime<Utc>> {
    DateTime::from_timestamp(seconds as i64, 0)
}

fn slow() -> Vec<Statement> {
    let all = slow_statements::list().into_iter().map(|one| Statement {
        text: one.text,
        times: one.times,
        mean_ms: one.mean.as_secs_f64() * 1_000.0,
        longest_ms: one.longest.as_secs_f64() * 1_000.0,
    });
    all.collect()
}

impl From<Line> for ConnectionState {
    fn from(line: Line) -> Self {
        Self {
            id: line.id,
            name: line.name,
            company_id: line.company_id,
            company_name: line.company_name,
            status: line.status,
            status_reason: line.status_reason,
            last_event_at: line.last_event_at,
            node: line.node,
            queued: line.queued,
            down_since: line.down_since,
        }
    }
}
