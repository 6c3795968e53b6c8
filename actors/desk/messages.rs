//! What attendants do with messages that were sent: take back, try again, say what became of them.

use guiche_storage::{
    Conn, connections,
    delivery::outbox::{self, NewIntent, PRIORITY_ATTENDANT},
    messages::{self, write::MessageState},
    model::{
        ContactId, ErrorCode, MessageId,
        message::Message,
        outgoing::{Outgoing, SendState},
    },
    tickets,
};
use uuid::Uuid;

use super::{Changes, DeskContext, DeskWork, Lane, editing::forget_in_list, outgoing};
use crate::{
    ActorError,
    publisher::WorkKind,
    rules::{Viewer, capabilities::Capabilities},
};

/// Hours after which a phone takes nothing back any more (S121): `WhatsApp` gives a sender two days and twelve hours.
const REVOKE_HOURS: i64 = 60;

/// Takes a message of ours back. Replies it as it then stands; twice is once.
#[derive(Debug)]
pub struct DeleteMessage {
    /// Which.
    pub message_id: MessageId,
    /// Whose conversation: the lane.
    pub contact_id: ContactId,
    /// Who asks.
    pub viewer: Viewer,
}

/// Sends a message again that certainly was not sent.
#[derive(Debug)]
pub struct RetryMessage {
    /// Which.
    pub message_id: MessageId,
    /// Whose conversation: the lane.
    pub contact_id: ContactId,
    /// Who asks.
    pub viewer: Viewer,
}

/// What a person says of a message whose sending nobody can know.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Resolution {
    /// The customer has it.
    Sent,
    /// Send it again.
    Again,
    /// Leave it.
    Drop,
}

/// Resolves an unknown send.
#[derive(Debug)]
pub struct ResolveUnknown {
    /// Which.
    pub message_id: MessageId,
    /// Whose conversation: the lane.
    pub contact_id: ContactId,
    /// What is said.
    pub resolution: Resolution,
    /// Who says it.
    pub viewer: Viewer,
}

impl DeskWork for DeleteMessage {
    type Answer = Message;

    fn lane(&self) -> Lane {
        Lane::Contact(self.contact_id)
    }

    async fn run(self, desk: DeskContext) -> Result<Message, ActorError> {
        desk.change(desk.now(), async |c, changes| {
            // the list of tickets shows it too
            messages::locks::lock_with_ticket(c, desk.company, self.message_id).await?;
            let state = own_message(&desk, c, self.message_id, &self.viewer).await?;
            let now = desk.now();
            let is_new = messages::write::set_deleted(c, desk.company, state.id, now).await?;
            if is_new {
                take_back(&desk, c, changes, &state).await?;
            }
            let message = desk.push_message_changed(c, changes, state.id, now).await?;
            if is_new {
                forget_in_list(&desk, c, changes, &message).await?;
            }
            Ok(message)
        })
        .await
    }
}

impl DeskWork for RetryMessage {
    type Answer = Message;

    fn lane(&self) -> Lane {
        Lane::Contact(self.contact_id)
    }

    async fn run(self, desk: DeskContext) -> Result<Message, ActorError> {
        // late reports about the try that failed must not be taken for this one
        let from = (SendState::Rejected, Some(Uuid::now_v7()));
        requeue(&desk, self.message_id, from, &self.viewer).await
    }
}

impl DeskWork for ResolveUnknown {
    type Answer = Message;

    fn lane(&self) -> Lane {
        Lane::Contact(self.contact_id)
    }

    async fn run(self, desk: DeskContext) -> Result<Message, ActorError> {
        let to = match self.resolution {
            Resolution::Again => {
                // under its old name: a report about the first try still stops the second
                let from = (SendState::Unknown, None);
                return requeue(&desk, self.message_id, from, &self.viewer).await;
            }
            Resolution::Sent => SendState::Accepted,
            Resolution::Drop => SendState::Cancelled,
        };
        desk.change(desk.now(), async |c, changes| {
            let now = desk.now();
            let state = own_message(&desk, c, self.message_id, &self.viewer).await?;
            let moved = (SendState::Unknown, to);
            if !outbox::move_message(c, desk.company, state.id, moved, now).await? {
                return Err(ErrorCode::MessageState.into());
            }
            messages::write::set_send_state(c, desk.company, state.id, to, (None, None), now)
                .await?;
            if to == SendState::Accepted {
                messages::write::raise_ack(c, desk.company, state.id, 2, now).await?;
            }
            desk.push_message_changed(c, changes, state.id, now).await
        })
        .await
    }
}

/// Puts the send of a message back into the queue.
async fn requeue(
    desk: &DeskContext,
    id: MessageId,
    from: (SendState, Option<Uuid>),
    viewer: &Viewer,
) -> Result<Message, ActorError> {
    let now = desk.now();
    desk.change(now, async |c, changes| {
        let state = own_message(desk, c, id, viewer).await?;
        if state.is_deleted || !outbox::requeue(c, desk.company, id, from, now).await? {
            return Err(ErrorCode::MessageState.into());
        }
        let queued = SendState::Queued;
        messages::write::set_send_state(c, desk.company, id, queued, (None, None), now).await?;
        if let Some(connection) = state.connection_id {
            changes.wake(connection, WorkKind::Outbox);
        }
        desk.push_message_changed(c, changes, id, now).await
    })
    .await
}

/// Tells the provider, or stops a send that has not begun.
async fn take_back(
    desk: &DeskContext,
    c: &mut Conn<'_>,
    changes: &mut Changes,
    state: &MessageState,
) -> Result<(), ActorError> {
    let now = desk.now();
    let (false, Some(connection_id)) = (state.is_private, state.connection_id) else {
        return Ok(());
    };
    for waiting in [SendState::Queued, SendState::Rejected] {
        let moved = (waiting, SendState::Cancelled);
        if outbox::move_message(c, desk.company, state.id, moved, now).await? {
            let cancelled = SendState::Cancelled;
            messages::write::set_send_state(
                c,
                desk.company,
                state.id,
                cancelled,
                (None, None),
                now,
            )
            .await?;
            return Ok(());
        }
    }
    let connection = connections::find(c, desk.company, connection_id).await?;
    let can_revoke = connection.is_some_and(|it| Capabilities::of(it.provider).revoke);
    let (true, Some(provider_id)) = (can_revoke, state.provider_id.clone()) else {
        return Err(ErrorCode::DeleteWappMsg.into());
    };
    if now - state.created_at > chrono::Duration::hours(REVOKE_HOURS) {
        return Err(ErrorCode::FetchWappMsg.into());
    }
    let ticket = tickets::get(c, desk.company, state.ticket_id).await?;
    let intent = NewIntent {
        intent_id: Uuid::now_v7(),
        connection_id,
        message_id: None,
        dedupe_key: format!("revoke:{}", state.id),
        recipient: ticket.contact.number,
        priority: PRIORITY_ATTENDANT,
        payload: Outgoing::Revoke { provider_id },
        expires_at: None,
    };
    outgoing::send(desk, c, changes, &intent).await?;
    Ok(())
}

/// A message of ours that the viewer may change: he wrote it, or he leads.
///
/// # Errors
/// `Refused(NoMessageFound)` and `Refused(NoPermission)`.
pub(super) async fn own_message(
    desk: &DeskContext,
    c: &mut Conn<'_>,
    id: MessageId,
    viewer: &Viewer,
) -> Result<MessageState, ActorError> {
    let state = messages::write::find_state(c, desk.company, id)
        .await?
        .ok_or(ErrorCode::NoMessageFound)?;
    let ticket = tickets::get(c, desk.company, state.ticket_id).await?;
    let wrote = state.from_me && (viewer.is_supervisor() || state.user_id == Some(viewer.user_id));
    if wrote && viewer.sees_ticket(&ticket) {
        Ok(state)
    } else {
        Err(ErrorCode::NoPermission.into())
    }
}
