//! What nobody needs any more: rows that have had their time, and files to which nobody refers.

use chrono::TimeDelta;
use guiche_storage::{
    audit,
    billing::notices,
    connections,
    delivery::{events, inbox},
    identity::{api_requests, presences, sign_ins},
    media::{self, Swept},
};

use super::jobs::JobDeps;
use crate::ActorError;

/// Events are kept for browsers that were away; after this they read everything anew (rule P6).
const EVENTS_KEPT: TimeDelta = TimeDelta::hours(24);
/// Applied events of providers are kept as long as those may repeat them: 7 days and one of slack.
const INBOX_KEPT: TimeDelta = TimeDelta::days(8);
/// Nodes that have not been heard of for so long are forgotten.
const NODES_KEPT: TimeDelta = TimeDelta::hours(1);
/// Outages of numbers are kept for so long.
const OUTAGES_KEPT: TimeDelta = TimeDelta::days(90);
/// Mails about due dates are remembered for so long.
const NOTICES_KEPT: TimeDelta = TimeDelta::days(400);
/// A file to which nobody refers is kept for so long: what is being stored gets its row, and its message, meanwhile.
const FILES_KEPT: TimeDelta = TimeDelta::days(1);
/// Rows forgotten in one transaction, so that nobody waits long for it.
const ROWS: i64 = 1_000;

/// Forgets what has been kept for its time.
///
/// # Errors
/// `Storage`; what is left then is forgotten the next time.
pub(super) async fn forget_old_rows(deps: &JobDeps) -> Result<(), ActorError> {
    let (db, now) = (&deps.db, deps.clock.now());
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
    while db
        .write(async |c| audit::delete_expired(c, now, ROWS).await)
        .await?
        > 0
    {}
    while db
        .write(async |c| api_requests::forget_before(c, now - api_requests::KEPT, ROWS).await)
        .await?
        > 0
    {}
    db.write(async |c| sign_ins::delete_expired(c, now, ROWS).await)
        .await?;
    db.write(async |c| connections::outages::forget_before(c, now - OUTAGES_KEPT, ROWS).await)
        .await?;
    db.write(async |c| notices::forget_before(c, now - NOTICES_KEPT, ROWS).await)
        .await?;
    db.write(async |c| presences::forget_nodes(c, now - NODES_KEPT, ROWS).await)
        .await?;
    Ok(())
}

/// Removes files to which nobody refers any more.
///
/// # Errors
/// `Storage`.
pub(super) async fn sweep_files(deps: &JobDeps) -> Result<(), ActorError> {
    let now = deps.clock.now();
    let Swept { rows, files } = media::sweep(&deps.db, &deps.media, now - FILES_KEPT, now).await?;
    if rows + files > 0 {
        tracing::info!(rows, files, "files to which nobody refers were removed");
    }
    Ok(())
}
