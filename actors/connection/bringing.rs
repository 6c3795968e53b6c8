//! The lane of a phone's past: kept as it comes, and stored as messages while nothing comes in live.

use chrono::{DateTime, TimeDelta, Utc};
use guiche_storage::{connections::history, delivery::inbox};

use super::{ConnectionContext, session::Session};
use crate::{ActorError, desk::BringPast};

/// Messages of one transaction.
const PIECE: i64 = 50;
/// Wait between two pieces: live traffic goes between them.
const PAUSE: TimeDelta = TimeDelta::milliseconds(100);
/// Wait while something live is to be applied.
const BEHIND: TimeDelta = TimeDelta::milliseconds(500);

/// Stores a piece of the past. Answers when the next one is due, if anything waits.
///
/// # Errors
/// `Storage`; what the desk says.
pub(super) async fn bring_round(
    context: &ConnectionContext,
    session: &Session,
) -> Result<Option<DateTime<Utc>>, ActorError> {
    let (company, connection, now) = (context.company, context.connection, context.now());
    let past = {
        let mut reader = context.db.read().await?;
        let conn = &mut reader.conn();
        let past = history::list(conn, company, connection, PIECE).await?;
        if past.is_empty() {
            return Ok(None);
        }
        let live = inbox::next_due(conn, connection).await?;
        if live.is_some_and(|at| at <= now) {
            return Ok(Some(now + BEHIND));
        }
        past
    };
    let events = past
        .into_iter()
        .map(|row| (row.id, session.provider.interpret(&row.raw.0)))
        .collect();
    let work = BringPast {
        connection_id: connection,
        events,
    };
    context.desk(work).await?;
    Ok(Some(context.now() + PAUSE))
}
