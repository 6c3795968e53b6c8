//! `guiche seed`: a database of the size that a measurement asks for.

use anyhow::{Context as _, bail};
use guiche_config::Config;
use guiche_storage::{
    StorageError,
    fixtures::large::{self, Size},
    model::{Clock as _, SystemClock},
    security::passwords::{Cost, Passwords},
};

use crate::{cli::commands::say, server::compose};

/// What to make. The defaults are the standard set of the benchmarks.
#[derive(Debug, clap::Args)]
pub struct LargeCompanies {
    /// Large companies
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(i64).range(1..=100))]
    companies: i64,
    /// Small companies beside them
    #[arg(long, default_value_t = 200, value_parser = clap::value_parser!(i64).range(0..=10_000))]
    small: i64,
    /// Attendants of a large company; `user1@empresa1.example` is its admin
    #[arg(long, default_value_t = 20, value_parser = clap::value_parser!(i64).range(1..=500))]
    users: i64,
    /// Queues of a large company
    #[arg(long, default_value_t = 10, value_parser = clap::value_parser!(i64).range(1..=50))]
    queues: i64,
    /// Contacts of a large company
    #[arg(long, default_value_t = 20_000, value_parser = clap::value_parser!(i64).range(1..=10_000_000))]
    contacts: i64,
    /// Tickets of a large company
    #[arg(long, default_value_t = 50_000, value_parser = clap::value_parser!(i64).range(1..=10_000_000))]
    tickets: i64,
    /// Messages of a large company
    #[arg(long, default_value_t = 1_000_000, value_parser = clap::value_parser!(i64).range(0..=100_000_000))]
    messages: i64,
    /// Password of everybody
    #[arg(long)]
    password: String,
}

/// Makes them.
///
/// # Errors
/// When the database is not empty, or cannot be opened.
pub async fn run(config: Config, wanted: LargeCompanies) -> anyhow::Result<()> {
    let hash = Passwords::new(Cost::STRONG)?.hash(wanted.password).await?;
    let (db, _lock) = compose::open(&config).await?;
    let size = Size {
        users: wanted.users,
        queues: wanted.queues,
        contacts: wanted.contacts,
        tickets: wanted.tickets,
        messages: wanted.messages,
    };
    let large = (wanted.companies, size);
    let tell = |name: &str| tracing::info!(company = name, "made");
    let done = large::seed(&db, SystemClock.now(), large, wanted.small, &hash, tell).await;
    db.close().await;
    match done {
        Err(StorageError::Taken(_)) => {
            bail!("the database has companies already; seed an empty one")
        }
        other => other.context("the companies could not be made")?,
    }
    say("The companies are made.")
}
