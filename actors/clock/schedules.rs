//! Finds the schedules whose time has come and gives each to its company's desk. What came due while no server ran is
//! found by the first look.

use guiche_storage::{Db, delivery::schedules, model::Clock};

use super::give;
use crate::{
    ActorError,
    desk::{Desk, SendScheduled},
    registry::Registry,
};

/// Schedules sent in one look; the next look goes on.
const SENT_MAX: i64 = 500;

/// Sends what is due and answers how many were looked at.
///
/// # Errors
/// `Storage`.
pub(super) async fn send_due(
    db: &Db,
    clock: &dyn Clock,
    desks: &Registry<Desk>,
) -> Result<usize, ActorError> {
    let due = {
        let mut reader = db.read().await?;
        schedules::list_due(&mut reader.conn(), clock.now(), SENT_MAX).await?
    };
    for &(company, schedule_id, contact_id) in &due {
        let work = SendScheduled {
            schedule_id,
            contact_id,
        };
        give(desks, company, work, "a schedule").await;
    }
    Ok(due.len())
}
