//! Log lines on the standard error stream, for people or for collectors.

use std::io::IsTerminal as _;

use anyhow::Context as _;
use guiche_config::{Log, LogFormat};
use tracing_subscriber::EnvFilter;

/// What anybody can make the HTTP parser say by sending bytes that are no request: it calls that an error. Failures of ours
/// are told by those who fail.
const OF_STRANGERS: &str = "actix_http::h1::dispatcher=off";

/// Starts the process's one log.
///
/// # Errors
/// When `log.level` is no list of directives.
pub fn start(log: &Log) -> anyhow::Result<()> {
    let filter = EnvFilter::try_new(&log.level)
        .with_context(|| format!("settings: log.level {:?} cannot be read", log.level))?
        .add_directive(OF_STRANGERS.parse()?);
    let lines = tracing_subscriber::fmt()
        .with_env_filter(filter)
        .with_writer(std::io::stderr);
    match log.format {
        LogFormat::Text => {
            let is_seen = std::io::stderr().is_terminal();
            lines.with_ansi(is_seen).with_target(false).init();
        }
        LogFormat::Json => lines.json().flatten_event(true).init(),
    }
    Ok(())
}
