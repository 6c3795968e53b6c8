//! The application: what every handler can reach, and how the routes are put together.

use std::sync::Arc;

use chrono::{DateTime, Utc};
use guiche_actors::{Actors, billing::Billing, push::Push};
use guiche_config::Config;
use guiche_storage::{
    Committed, Conn, Db, StorageError,
    model::{Clock, CompanyId, event::NewEvent},
    security::{passwords::Passwords, seal::Sealer, secrets::Keys},
};

use crate::{
    cloud_setup::CloudSetup,
    limits::{RequestLimiter, rare::RareLimits, sign_in::SignInLimits},
    middleware::shutdown::Shutdown,
    sheet::SheetReader,
    tokens::Tokens,
};

/// What every handler can reach as `web::Data<App>`: cheap to clone, the same for all threads.
#[derive(Clone)]
pub struct App {
    /// The database: `db.read()` to read; to write and tell, [`App::change`].
    pub db: Db,
    /// The actors: `actors.desk(…)` has a desk do a piece of work; whatever else they do waits for nobody.
    pub actors: Actors,
    /// The time.
    pub clock: Arc<dyn Clock>,
    /// The settings.
    pub config: Arc<Config>,
    /// Keys for signing and sealing.
    pub keys: Arc<Keys>,
    /// Access tokens.
    pub tokens: Tokens,
    /// Hashes and verifies passwords.
    pub passwords: Passwords,
    /// Bounds attempts to sign in.
    pub sign_in_limits: Arc<SignInLimits>,
    /// Bounds what strangers may ask for now and then.
    pub rare_limits: Arc<RareLimits>,
    /// Tells Meta of numbers that were entered.
    pub cloud_setup: CloudSetup,
    /// Seals the secrets of connections.
    pub sealer: Arc<Sealer>,
    /// Tells browsers without an open page, unless that is switched off.
    pub push: Option<Push>,
    /// What companies pay for their desk.
    pub billing: Billing,
    /// Reads tables that people upload, one at a time.
    pub sheets: SheetReader,
    /// Whether this node takes its leave.
    pub shutdown: Shutdown,
    /// Shares out what is worked on at once.
    pub limiter: RequestLimiter,
    /// The name of this node.
    pub node: Arc<str>,
    /// Since when it runs.
    pub started_at: DateTime<Utc>,
    /// Started with `--demo`.
    pub demo: bool,
}

impl App {
    /// Runs `work` in a transaction, and tells the events it pushes after the commit.
    ///
    /// # Errors
    /// What `work` says, or a storage error; then nothing is stored and nobody is told.
    pub async fn change<T, E: From<StorageError>>(
        &self,
        company: CompanyId,
        now: DateTime<Utc>,
        work: impl AsyncFnMut(&mut Conn<'_>, &mut Vec<NewEvent>) -> Result<T, E>,
    ) -> Result<T, E> {
        let Committed { value, events } = self.db.change(company, now, work).await?;
        self.actors.control().tell(events);
        Ok(value)
    }
}
