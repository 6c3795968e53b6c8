//! Log lines on the standard error stream, for people or for collectors. Statements of the database that were slow go to
//! those who run the server, and not into the log.

use std::{fmt::Debug, io::IsTerminal as _, time::Duration};

use anyhow::Context as _;
use guiche_actors::connection::provider::LOG_TARGETS;
use guiche_config::{Log, LogFormat};
use guiche_storage::{STATEMENTS_TARGET, core::slow_statements};
use tracing::{
    Event, Level, Subscriber,
    field::{Field, Visit},
};
use tracing_subscriber::{
    EnvFilter, Layer, filter::Targets, layer::Context as Around, layer::SubscriberExt as _,
    registry::LookupSpan, util::SubscriberInitExt as _,
};

/// What anybody can make a parser say by sending bytes that are no request, or no sound: it calls that an error. Failures of
/// ours are told by those who fail.
const OF_STRANGERS: [&str; 2] = ["actix_http::h1::dispatcher", "lofty"];

/// Starts the process's one log.
///
/// # Errors
/// When `log.level` is no list of directives.
pub fn start(log: &Log) -> anyhow::Result<()> {
    let mut filter = EnvFilter::try_new(&log.level)
        .with_context(|| format!("settings: log.level {:?} cannot be read", log.level))?;
    for target in OF_STRANGERS.iter().chain(LOG_TARGETS) {
        filter = filter.add_directive(format!("{target}=off").parse()?);
    }
    let lines = tracing_subscriber::fmt::layer().with_writer(std::io::stderr);
    let slow =
        SlowStatements.with_filter(Targets::new().with_target(STATEMENTS_TARGET, Level::DEBUG));
    let all = tracing_subscriber::registry().with(slow);
    match log.format {
        LogFormat::Text => {
            let is_seen = std::io::stderr().is_terminal();
            let lines = lines.with_ansi(is_seen).with_target(false);
            all.with(lines.with_filter(filter)).init();
        }
        LogFormat::Json => {
            let lines = lines.json().flatten_event(true);
            all.with(lines.with_filter(filter)).init();
        }
    }
    Ok(())
}

/// Remembers what the database's client says of slow statements.
struct SlowStatements;

impl<S: Subscriber + for<'a> LookupSpan<'a>> Layer<S> for SlowStatements {
    fn on_event(&self, event: &Event<'_>, _: Around<'_, S>) {
        let mut said = Said::default();
        event.record(&mut said);
        // a short statement is its own summary
        let text = match said.statement.trim() {
            "" => &said.summary,
            statement => statement,
        };
        if let Some(took) = said.took {
            slow_statements::note(text, took);
        }
    }
}

/// What is said of a statement.
#[derive(Default)]
struct Said {
    summary: String,
    statement: String,
    took: Option<Duration>,
}

impl Visit for Said {
    fn record_str(&mut self, field: &Field, value: &str) {
        match field.name() {
            "summary" => value.clone_into(&mut self.summary),
            "db.statement" => value.clone_into(&mut self.statement),
            _ => {}
        }
    }

    fn record_f64(&mut self, field: &Field, value: f64) {
        if field.name() == "elapsed_secs" {
            self.took = Duration::try_from_secs_f64(value).ok();
        }
    }

    fn record_debug(&mut self, _: &Field, _: &dyn Debug) {}
}
