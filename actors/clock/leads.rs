//! Finds the leads that nobody took up in time and gives each to its company's desk.

use guiche_storage::{Db, model::Clock, tickets::leads};

use super::give;
use crate::{
    ActorError,
    desk::{Desk, ExpireLead},
    registry::Registry,
};

/// Leads of one company closed in one look; the next look goes on.
const EXPIRED_MAX: i64 = 200;

/// Closes the leads that are over and answers how many were looked at.
///
/// # Errors
/// `Storage`.
pub(super) async fn expire_leads(
    db: &Db,
    clock: &dyn Clock,
    desks: &Registry<Desk>,
) -> Result<usize, ActorError> {
    let expired = {
        let mut reader = db.read().await?;
        leads::list_expired(&mut reader.conn(), clock.now(), EXPIRED_MAX).await?
    };
    for &lead in &expired {
        give(desks, lead.company, ExpireLead(lead), "the end of a lead").await;
    }
    Ok(expired.len())
}
