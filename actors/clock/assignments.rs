//! Finds the tickets that wait in a queue that shares them out while somebody has room for one. Looking again and again
//! covers every reason at once: a new ticket, somebody who comes online, one who has closed a ticket, a changed queue.

use guiche_storage::{Db, tickets::assignments};

use super::give;
use crate::{
    ActorError,
    desk::{AssignTicket, Desk},
    registry::Registry,
};

/// Tickets given in one look; the next look goes on.
const ASSIGNED_MAX: i64 = 200;

/// Shares out and answers how many tickets were looked at.
///
/// # Errors
/// `Storage`.
pub(super) async fn assign_waiting(db: &Db, desks: &Registry<Desk>) -> Result<usize, ActorError> {
    let waiting = {
        let mut reader = db.read().await?;
        assignments::list_waiting(&mut reader.conn(), ASSIGNED_MAX).await?
    };
    for &(company, ticket_id, contact_id) in &waiting {
        let work = AssignTicket {
            ticket_id,
            contact_id,
        };
        give(desks, company, work, "the assignment of a ticket").await;
    }
    Ok(waiting.len())
}
