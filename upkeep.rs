//! What is done by the clock: looking after connections, presence, and forgetting what nobody needs any more.

use std::{sync::Arc, time::Duration};

use chrono::TimeDelta;
use guiche_actors::Actors;
use guiche_storage::{Db, Result, events, inbox, model::Clock, sign_ins};

/// How often connections are looked after: one whose actor died, or that another node has made, is started.
const CONNECTIONS_EVERY: Duration = Duration::from_secs(5);
/// How often the rest is done.
const EVERY: Duration = Duration::from_mins(1);
/// Events are kept for browsers that were away; after this they read everything anew (reliability 4).
const EVENTS_KEPT: TimeDelta = TimeDelta::hours(24);
/// Applied events of providers are kept as long as those may repeat them: 7 days and one of slack.
const INBOX_KEPT: TimeDelta = TimeDelta::days(8);
/// Rows forgotten in one transaction, so that nobody waits long for it.
const ROWS: i64 = 1_000;

/// Starts connections that should be on and are not. Runs until the process ends.
pub async fn connections(actors: Actors) {
    let mut ticks = tokio::time::interval(CONNECTIONS_EVERY);
    loop {
        ticks.tick().await;
        if let Err(error) = actors.start_connections().await {
            tracing::warn!(%error, "connections could not be looked after");
        }
    }
}

/// Runs until the process ends.
pub async fn run(actors: Actors, db: Db, clock: Arc<dyn Clock>) {
    let mut ticks = tokio::time::interval(EVERY);
    loop {
        ticks.tick().await;
        if let Err(error) = actors.sweep_presence().await {
            tracing::warn!(%error, "presence could not be swept");
        }
        if let Err(error) = forget(&db, clock.as_ref()).await {
            tracing::warn!(%error, "old rows could not be removed");
        }
    }
}

async fn forget(db: &Db, clock: &dyn Clock) -> Result<()> {
    let now = clock.now();
    while db
        .write(async |c| events::delete_before(c, now - EVENTS_KEPT, ROWS).await)
        .await?
        > 0
    {}
    while db
        .write(async |c| inbox::delete_done_before(c, now - INBOX_KEPT, ROWS).await)
        .await?
        > 0
    {}
    db.write(async |c| sign_ins::delete_expired(c, now, ROWS).await)
        .await?;
    Ok(())
}
