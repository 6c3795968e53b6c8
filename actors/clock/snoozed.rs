//! Finds the tickets that were put off and whose time has come, and gives each to its company's desk.

use guiche_storage::{Db, model::Clock, tickets::snooze};

use super::give;
use crate::{
    ActorError,
    desk::{Desk, WakeTicket},
    registry::Registry,
};

/// Tickets brought back in one look; the next look goes on.
const WOKEN_MAX: i64 = 200;

/// Brings back what is due and answers how many were looked at.
///
/// # Errors
/// `Storage`.
pub(super) async fn wake_due(
    db: &Db,
    clock: &dyn Clock,
    desks: &Registry<Desk>,
) -> Result<usize, ActorError> {
    let due = {
        let mut reader = db.read().await?;
        snooze::list_due(&mut reader.conn(), clock.now(), WOKEN_MAX).await?
    };
    for &one in &due {
        give(desks, one.company, WakeTicket(one), "the end of a snooze").await;
    }
    Ok(due.len())
}
