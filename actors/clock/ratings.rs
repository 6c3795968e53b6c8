//! Finds the customers who were asked for a rating and did not answer in time, and gives each to his company's desk.

use guiche_storage::{Db, model::Clock, tickets::ratings};

use super::give;
use crate::{
    ActorError,
    desk::{Desk, EndAsking},
    registry::Registry,
};

/// Episodes ended in one look; the next look goes on.
const ENDED_MAX: i64 = 500;

/// Ends the waits that are over and answers how many were looked at.
///
/// # Errors
/// `Storage`.
pub(super) async fn end_asking(
    db: &Db,
    clock: &dyn Clock,
    desks: &Registry<Desk>,
) -> Result<usize, ActorError> {
    let over = {
        let mut reader = db.read().await?;
        ratings::list_over(&mut reader.conn(), clock.now(), ENDED_MAX).await?
    };
    for &(company, episode, contact_id) in &over {
        let work = EndAsking {
            episode,
            contact_id,
        };
        give(desks, company, work, "the end of a rating").await;
    }
    Ok(over.len())
}
