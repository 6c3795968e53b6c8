//! What comes in is applied once, in order: a batch in one transaction, and one by one when a batch fails
//! (rule B3, rule P4 "poison message").

use std::panic::AssertUnwindSafe;

use chrono::{DateTime, Duration, Utc};
use futures_util::FutureExt as _;
use guiche_storage::{
    Conn, contacts,
    delivery::inbox::{self, InboxRow, Taken},
    messages::{self, write::MessageState},
    model::{
        CompanyId, ConnectionId,
        inbound::{Doer, Inbound, InboundStatus, Says},
    },
};

use super::{
    Changes, DeskContext, DeskWork, Lane,
    editing::{change_text, forget_in_list},
    inbound_message, notices, pictures, statuses,
};
use crate::ActorError;

/// How long a status waits for the message it is about (rule P4: late webhooks come up to 7 days later).
const PARKED_DAYS_MAX: i64 = 8;
/// First wait after a failed try; doubles with each.
const RETRY_SECONDS: i64 = 2;

/// Applies stored events of a connection, in order. Replies how many were applied, and whether a file is to be fetched.
#[derive(Debug)]
pub struct ApplyInbox {
    /// By which connection they came.
    pub connection_id: ConnectionId,
    /// The events and what the provider understands of them.
    pub events: Vec<(InboxRow, Inbound)>,
    /// One by one, each try counted before it is made: for what was there when the process started.
    pub careful: bool,
    /// The connection can tell which pictures its customers show.
    pub pictures: bool,
}

/// The outcome of a batch.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Applied {
    /// Events that are done.
    pub done: usize,
    /// Events that failed and will be tried again, or are dead.
    pub failed: usize,
    /// Some message has a file at the provider's.
    pub has_media: bool,
    /// Events that had been put aside can be applied now.
    pub freed: bool,
    /// Some customer's picture is to be asked for.
    pub wants_picture: bool,
}

impl DeskWork for ApplyInbox {
    type Answer = Applied;

    fn lane(&self) -> Lane {
        Lane::Inbound(self.connection_id)
    }

    async fn run(self, desk: DeskContext) -> Result<Applied, ActorError> {
        if !self.careful {
            let batch = AssertUnwindSafe(apply(&desk, self.source(), &self.events));
            if let Ok(Ok(applied)) = batch.catch_unwind().await {
                return Ok(applied);
            }
        }
        let mut all = Applied::default();
        for event in &self.events {
            let one = self.apply_one(&desk, event).await?;
            all.done += one.done;
            all.failed += one.failed;
            all.has_media |= one.has_media;
            all.freed |= one.freed;
            all.wants_picture |= one.wants_picture;
            if one.failed > 0 {
                break;
            }
        }
        Ok(all)
    }
}

impl ApplyInbox {
    fn source(&self) -> (ConnectionId, bool) {
        (self.connection_id, self.pictures)
    }

    async fn apply_one(
        &self,
        desk: &DeskContext,
        event: &(InboxRow, Inbound),
    ) -> Result<Applied, ActorError> {
        let id = event.0.id;
        desk.db
            .write(async |c| inbox::count_attempt(c, id).await)
            .await?;
        let one = std::slice::from_ref(event);
        let tried = AssertUnwindSafe(apply(desk, self.source(), one))
            .catch_unwind()
            .await;
        let error = match tried {
            Ok(Ok(applied)) => return Ok(applied),
            Ok(Err(ActorError::Storage(guiche_storage::StorageError::Unavailable(text)))) => {
                return Err(guiche_storage::StorageError::Unavailable(text).into());
            }
            Ok(Err(error)) => error.to_string(),
            Err(_) => "panicked".to_owned(),
        };
        tracing::warn!(
            inbox.id = id,
            error,
            "an incoming event could not be applied"
        );
        let attempts = u32::try_from(event.0.attempts).unwrap_or(u32::MAX).min(8);
        let wait = Duration::seconds(RETRY_SECONDS << attempts);
        let next_at = desk.now() + wait;
        desk.db
            .write(async |c| inbox::fail(c, id, &error, next_at).await)
            .await?;
        Ok(Applied {
            failed: 1,
            ..Applied::default()
        })
    }
}

async fn apply(
    desk: &DeskContext,
    (connection, pictures): (ConnectionId, bool),
    batch: &[(InboxRow, Inbound)],
) -> Result<Applied, ActorError> {
    let work = async |c: &mut Conn<'_>, changes: &mut Changes| {
        // after the wait for the writer: pages take what bears an earlier time for an older state
        let now = desk.now();
        let mut applied = Applied::default();
        let without_message = batch
            .iter()
            .filter(|(_, inbound)| !matches!(inbound, Inbound::Message(_)));
        let ids: Vec<i64> = without_message.map(|(row, _)| row.id).collect();
        let taken = inbox::finish_all(c, &ids, now).await?;
        for run in batch.chunk_by(|one, next| is_receipt(one) && is_receipt(next)) {
            if run.first().is_some_and(is_receipt) {
                let receipts = run.iter().filter(|(row, _)| taken.contains(&row.id));
                let receipts: Vec<_> = receipts.filter_map(receipt).collect();
                applied.done += receipts.len();
                applied.freed |=
                    statuses::apply_all(desk, c, changes, (connection, now), &receipts).await?;
                continue;
            }
            let Some((row, inbound)) = run.first() else {
                continue;
            };
            let has_parked = match inbound {
                Inbound::Message(message) => {
                    match inbox::finish(c, row.id, &message.provider_id, now).await? {
                        Taken::New { has_parked } => has_parked,
                        Taken::Known => {
                            applied.done += 1;
                            continue;
                        }
                        Taken::Gone => continue,
                    }
                }
                _ if taken.contains(&row.id) => false,
                _ => continue,
            };
            let received = Received {
                connection,
                row,
                now,
                has_parked,
                pictures,
            };
            let arrived = apply_event(desk, c, changes, received, inbound).await?;
            applied.has_media |= arrived.has_media;
            applied.freed |= arrived.freed;
            applied.wants_picture |= arrived.wants_picture;
            applied.done += 1;
        }
        Ok(applied)
    };
    desk.change(desk.now(), work).await
}

/// A status that tells an ack; those that follow each other are applied together.
fn receipt((row, inbound): &(InboxRow, Inbound)) -> Option<(&InboxRow, &InboundStatus)> {
    match inbound {
        Inbound::Status(status) if status.ack.is_some() => Some((row, status)),
        _ => None,
    }
}

fn is_receipt(event: &(InboxRow, Inbound)) -> bool {
    receipt(event).is_some()
}

/// Where and when an event came in.
#[derive(Clone, Copy)]
pub(super) struct Received<'a> {
    pub connection: ConnectionId,
    pub row: &'a InboxRow,
    pub now: DateTime<Utc>,
    /// Whether events of the connection are put aside that may have waited for this message.
    pub has_parked: bool,
    /// Whether the connection can tell which pictures its customers show.
    pub pictures: bool,
}

/// What an event leaves to be done.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Arrived {
    /// It brought a file to fetch.
    pub has_media: bool,
    /// Events waited for it.
    pub freed: bool,
    /// Its customer's picture is to be asked for.
    pub wants_picture: bool,
}

/// Applies one event.
async fn apply_event(
    desk: &DeskContext,
    c: &mut Conn<'_>,
    changes: &mut Changes,
    received: Received<'_>,
    inbound: &Inbound,
) -> Result<Arrived, ActorError> {
    match inbound {
        Inbound::Message(message) => {
            return inbound_message::store(desk, c, changes, received, message).await;
        }
        Inbound::Status(status) => {
            return Ok(Arrived {
                freed: statuses::apply(desk, c, changes, received, status).await?,
                ..Arrived::default()
            });
        }
        Inbound::Reaction {
            target_id,
            emoji,
            from_me,
        } => {
            if let Some(MessageState { id, .. }) = target(desk, c, received, target_id).await? {
                let reaction = (*from_me, emoji.as_str());
                messages::write::set_reaction(c, desk.company, id, reaction, received.now).await?;
                desk.push_message_changed(c, changes, id, received.now)
                    .await?;
            }
        }
        Inbound::Edit {
            target_id,
            body,
            by,
        } => {
            let source = (received.connection, target_id.as_str());
            messages::locks::lock_ticket_of(c, desk.company, source).await?;
            let message = authored(desk, c, received, (target_id, by)).await?;
            if let Some(message) = message.filter(|it| !it.is_deleted) {
                change_text(desk, c, changes, message.id, body).await?;
            }
        }
        Inbound::Revoke { target_id, by } => {
            let source = (received.connection, target_id.as_str());
            messages::locks::lock_ticket_of(c, desk.company, source).await?;
            if let Some(MessageState { id, .. }) =
                authored(desk, c, received, (target_id, by)).await?
                && messages::write::set_deleted(c, desk.company, id, received.now).await?
            {
                let message = desk
                    .push_message_changed(c, changes, id, received.now)
                    .await?;
                forget_in_list(desk, c, changes, &message).await?;
            }
        }
        Inbound::Notice(notice) if notice.says == Says::Pictured => {
            return pictures::shown(desk, c, received, &notice.person).await;
        }
        Inbound::Notice(notice) => notices::apply(desk, c, changes, received, notice).await?,
        // what is of the past comes by its own lane
        Inbound::PastFile { .. } => {}
        Inbound::Ignored { reason } => {
            tracing::debug!(reason, "an incoming event is not for the desk");
        }
    }
    Ok(Arrived::default())
}

/// The message that an event is about; an event that is faster than its message is put aside until that is there.
async fn target(
    desk: &DeskContext,
    c: &mut Conn<'_>,
    received: Received<'_>,
    provider_id: &str,
) -> Result<Option<MessageState>, ActorError> {
    let found = known(desk.company, c, received, provider_id).await?;
    if found.is_none() {
        park(c, received).await?;
    }
    Ok(found)
}

/// The message that the provider knows by this name. It is looked for twice: the answer to a send may be written just then.
pub(super) async fn known(
    company: CompanyId,
    c: &mut Conn<'_>,
    received: Received<'_>,
    provider_id: &str,
) -> Result<Option<MessageState>, ActorError> {
    let connection = received.connection;
    let found = messages::write::find_by_provider_id(c, company, connection, provider_id).await?;
    if found.is_some() {
        return Ok(found);
    }
    inbox::take_turn(c, connection, provider_id).await?;
    Ok(messages::write::find_by_provider_id(c, company, connection, provider_id).await?)
}

/// The message that somebody changes, if he wrote it: nobody puts words into another's mouth or takes them out.
async fn authored(
    desk: &DeskContext,
    c: &mut Conn<'_>,
    received: Received<'_>,
    (target_id, by): (&str, &Doer),
) -> Result<Option<MessageState>, ActorError> {
    let Some(message) = target(desk, c, received, target_id).await? else {
        return Ok(None);
    };
    let may = match by {
        Doer::Own => message.from_me,
        Doer::Customer => !message.from_me,
        Doer::Person(person) => {
            let author = message.author_id.unwrap_or(message.contact_id);
            let found = contacts::find_person(c, desk.company, person).await?;
            !message.from_me && found.is_some_and(|contact| contact.id == author)
        }
    };
    if !may {
        tracing::warn!(message.id = %message.id, "somebody else wanted to change a message");
    }
    Ok(Some(message).filter(|_| may))
}

pub(super) async fn park(c: &mut Conn<'_>, received: Received<'_>) -> Result<(), ActorError> {
    let too_old = received.row.received_at + Duration::days(PARKED_DAYS_MAX) < received.now;
    if !too_old && received.row.subject.is_some() {
        inbox::park(c, received.row.id).await?;
    }
    Ok(())
}
