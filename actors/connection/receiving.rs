//! The inbound lane: stored events are understood by the provider and applied by the desk, in order.

use chrono::{DateTime, Utc};
use guiche_storage::{
    connections,
    delivery::inbox::{self, InboxRow},
    model::inbound::Inbound,
};

use super::{ConnectionContext, session::Session};
use crate::{ActorError, desk::ApplyInbox};

/// Events applied in one transaction.
const BATCH: usize = 64;

/// What a round of receiving came to.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Received {
    /// There may be more due now.
    pub more: bool,
    /// Otherwise nothing is due before this time.
    pub until: Option<DateTime<Utc>>,
    /// A message has a file at the provider's.
    pub has_media: bool,
    /// A customer's picture is to be asked for.
    pub wants_picture: bool,
}

/// Applies what is due; what came before `since` carefully.
///
/// # Errors
/// `Storage` when nothing could be applied now.
pub(super) async fn receive_round(
    context: &ConnectionContext,
    session: &Session,
    since: DateTime<Utc>,
) -> Result<Received, ActorError> {
    let due = {
        let mut reader = context.db.read().await?;
        let limit = i64::try_from(BATCH).unwrap_or(i64::MAX);
        inbox::list_due(&mut reader.conn(), context.connection, context.now(), limit).await?
    };
    if due.is_empty() {
        let mut reader = context.db.read().await?;
        let until = inbox::next_due(&mut reader.conn(), context.connection).await?;
        return Ok(Received {
            more: false,
            until,
            has_media: false,
            wants_picture: false,
        });
    }
    let is_all = due.len() < BATCH;
    // what failed before is tried alone, and the try is counted
    let careful = due
        .iter()
        .any(|row| row.received_at < since || row.attempts > 0);
    let events: Vec<_> = due
        .into_iter()
        .map(|row| {
            let inbound = session.provider.interpret(&row.raw.0);
            (row, inbound)
        })
        .collect();
    note_event(context, session, &events).await?;
    let work = ApplyInbox {
        connection_id: context.connection,
        events,
        careful,
        pictures: session.provider.capabilities().pictures,
    };
    let applied = context.desk(work).await?;
    Ok(Received {
        // what has come since wakes the pump; what waits for a time has its timer, or the next look finds it
        more: !is_all || applied.freed || applied.failed > 0,
        until: None,
        has_media: applied.has_media,
        wants_picture: applied.wants_picture,
    })
}

/// Notes now and then that something was heard of the number.
async fn note_event(
    context: &ConnectionContext,
    session: &Session,
    events: &[(InboxRow, Inbound)],
) -> Result<(), ActorError> {
    let last = events.iter().max_by_key(|(row, _)| row.received_at);
    let Some((row, inbound)) = last.filter(|_| session.may_note()) else {
        return Ok(());
    };
    let kind = if matches!(inbound, Inbound::Message(_)) {
        "message"
    } else {
        "receipt"
    };
    let (company, id, at) = (context.company, context.connection, row.received_at);
    context
        .db
        .write(async |c| connections::note_event(c, company, id, (kind, at)).await)
        .await?;
    Ok(())
}
