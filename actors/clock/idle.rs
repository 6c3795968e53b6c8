//! Finds the conversations in which nobody speaks, and those that chose no queue in time, and gives each to its company's
//! desk.

use guiche_storage::{
    Db,
    model::{Clock, TicketId},
    tickets::idle::{self, Due},
};

use super::give;
use crate::{
    ActorError,
    desk::{Desk, EndIdle},
    registry::Registry,
};

/// Conversations found by one statement.
const FOUND_MAX: i64 = 200;

/// Looks at every conversation whose time may have come and answers how many there were.
///
/// # Errors
/// `Storage`.
pub(super) async fn end_silences(
    db: &Db,
    clock: &dyn Clock,
    desks: &Registry<Desk>,
) -> Result<usize, ActorError> {
    let (mut after, mut looked_at) = (TicketId(0), 0);
    loop {
        let due = find(db, clock, after).await?;
        let Some(last) = due.last() else {
            return Ok(looked_at);
        };
        after = last.ticket;
        looked_at += due.len();
        for &one in &due {
            give(desks, one.company, EndIdle(one), "the end of a silence").await;
        }
    }
}

/// The next ones after a ticket, by ticket; none twice.
async fn find(db: &Db, clock: &dyn Clock, after: TicketId) -> Result<Vec<Due>, ActorError> {
    let mut reader = db.read().await?;
    let (conn, now) = (&mut reader.conn(), clock.now());
    let mut due = idle::list_by_numbers(conn, now, after, FOUND_MAX).await?;
    due.extend(idle::list_by_companies(conn, now, after, FOUND_MAX).await?);
    due.sort_unstable();
    due.dedup();
    due.truncate(usize::try_from(FOUND_MAX).unwrap_or(usize::MAX));
    Ok(due)
}
