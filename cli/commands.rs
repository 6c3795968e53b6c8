//! The command line: `serve`, `migrate`, `admin create`, `backup`, `restore`, `seed`, `openapi`, `check-config`.

use std::{
    future::Future,
    io::{ErrorKind, Write as _},
    path::PathBuf,
};

use anyhow::Context as _;
use clap::{Parser, Subcommand};
use guiche_config::Config;
use guiche_http::{routes, server};
use tokio::signal::unix::{SignalKind, signal};

use crate::{
    cli::{
        admin::{self, NewAdmin},
        backup,
        seed::{self, LargeCompanies},
    },
    server::{compose, logging},
};

/// The command line.
#[derive(Debug, Parser)]
#[command(
    name = "guiche",
    version,
    about = "Guichê: customer service over WhatsApp numbers"
)]
pub struct Cli {
    /// File with settings; the variables `GUICHE__SECTION__KEY` win over it
    #[arg(
        long,
        global = true,
        value_name = "FILE",
        default_value = "guiche.toml"
    )]
    config: PathBuf,
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Serve the pages and the API
    Serve {
        /// Make demonstration data in an empty database and offer its log-ins; loopback only
        #[arg(long)]
        demo: bool,
    },
    /// Bring the database to this version, while no server runs
    Migrate,
    /// Look after administrators
    Admin {
        #[command(subcommand)]
        command: AdminCommand,
    },
    /// Copy database, media files and secrets into a new folder; the server may run
    Backup {
        /// Missing or empty
        dir: PathBuf,
    },
    /// Put a backup where no data is, while no server runs
    Restore {
        /// What `backup` made
        dir: PathBuf,
    },
    /// Fill an empty database with large made-up companies, to measure with
    Seed(LargeCompanies),
    /// Print the description of the API as JSON
    Openapi,
    /// Check the settings and print what is in force, without secrets
    CheckConfig,
}

#[derive(Debug, Subcommand)]
enum AdminCommand {
    /// Make an administrator; asks for what is not given (the password also in the variable `GUICHE_ADMIN_PASSWORD`)
    Create(NewAdmin),
}

impl Cli {
    /// Runs the command to its end.
    ///
    /// # Errors
    /// Whatever keeps it from working, in a sentence for the operator.
    pub fn run(self) -> anyhow::Result<()> {
        if matches!(self.command, Command::Openapi) {
            return say(&routes::openapi().to_pretty_json()?);
        }
        let config = guiche_config::load(&self.config)?;
        match self.command {
            Command::Openapi => Ok(()),
            Command::CheckConfig => say(&config.to_string()),
            Command::Migrate => {
                logging::start(&config.log)?;
                run(migrate(config))
            }
            Command::Admin {
                command: AdminCommand::Create(new),
            } => {
                logging::start(&config.log)?;
                run(async move { say(&admin::create(&config, new).await?) })
            }
            Command::Backup { dir } => {
                logging::start(&config.log)?;
                run(async move { say(&backup::make(&config, &dir).await?) })
            }
            Command::Restore { dir } => {
                logging::start(&config.log)?;
                run(async move { say(&backup::restore(&config, &dir).await?) })
            }
            Command::Seed(wanted) => {
                logging::start(&config.log)?;
                run(seed::run(config, wanted))
            }
            Command::Serve { demo } => {
                logging::start(&config.log)?;
                run(serve(config, demo))
            }
        }
    }
}

/// Runs `work` inside an actor system, with TLS ready for outgoing calls.
fn run(work: impl Future<Output = anyhow::Result<()>>) -> anyhow::Result<()> {
    // Fails only if a provider is there already, which is as good.
    let _ = rustls::crypto::ring::default_provider().install_default();
    actix_web::rt::System::new().block_on(work)
}

async fn migrate(config: Config) -> anyhow::Result<()> {
    let (db, _lock) = compose::open(&config).await?;
    db.close().await;
    say("The database is at this version.")
}

async fn serve(config: Config, demo: bool) -> anyhow::Result<()> {
    let mut terminate = signal(SignalKind::terminate()).context("SIGTERM cannot be caught")?;
    let mut interrupt = signal(SignalKind::interrupt()).context("SIGINT cannot be caught")?;
    let composed = compose::compose(config, demo).await?;
    let server = composed.server;
    let public_url = composed.app.config.http.public_url.clone();
    let running = server::start(
        composed.app,
        composed.operator,
        composed.outside,
        composed.inside,
    )?;
    let url = public_url.unwrap_or_else(|| format!("http://{}", running.address));
    let opened = async {
        server.open().await?;
        say(&format!(
            "Guichê is at {url} (operator: http://{})",
            running.operator_address
        ))?;
        if demo {
            say(&logins())?;
        }
        std::future::pending::<anyhow::Result<()>>().await
    };
    tokio::select! {
        failed = opened => failed?,
        _ = terminate.recv() => tracing::info!("asked to stop (SIGTERM)"),
        _ = interrupt.recv() => tracing::info!("asked to stop (SIGINT)"),
    }
    server.leave().await;
    running.stop().await;
    server.close().await;
    tracing::info!("stopped");
    Ok(())
}

fn logins() -> String {
    let logins = guiche_storage::fixtures::demo::LOGINS.iter().map(|login| {
        format!(
            "  {:<14} {:<24} {}",
            login.company, login.email, login.password
        )
    });
    logins.collect::<Vec<_>>().join("\n")
}

/// Prints a line for the operator or his program. One that has stopped reading has read enough.
pub(crate) fn say(text: &str) -> anyhow::Result<()> {
    let mut out = std::io::stdout().lock();
    match writeln!(out, "{}", text.trim_end()).and_then(|()| out.flush()) {
        Err(error) if error.kind() != ErrorKind::BrokenPipe => Err(error.into()),
        _ => Ok(()),
    }
}
