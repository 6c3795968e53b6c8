//! Statuses: what a provider tells of our messages. Those that follow each other are applied together, for they come three
//! to a message.

use std::collections::{BTreeMap, BTreeSet};

use chrono::{DateTime, Utc};
use guiche_storage::{
    Conn,
    delivery::{
        inbox::{self, InboxRow},
        outbox, receipts,
    },
    messages,
    model::{
        CompanyId, ConnectionId, ErrorCode, MessageId, inbound::InboundStatus, outgoing::SendState,
    },
};

use super::{
    Changes, DeskContext,
    inbound::{Received, known, park},
};
use crate::ActorError;

/// The ack of what is on the customer's phone.
const DELIVERED: i64 = 3;

/// Applies receipts of one connection. True when one frees events that were put aside.
pub(super) async fn apply_all(
    desk: &DeskContext,
    c: &mut Conn<'_>,
    changes: &mut Changes,
    (connection, now): (ConnectionId, DateTime<Utc>),
    told: &[(&InboxRow, &InboundStatus)],
) -> Result<bool, ActorError> {
    let mut acks: BTreeMap<&str, i64> = BTreeMap::new();
    for (_, status) in told {
        let highest = acks.entry(&status.provider_id).or_default();
        *highest = status.ack.unwrap_or_default().max(*highest);
    }
    let raised = receipts::raise_acks(c, desk.company, connection, &acks, now).await?;
    let mut freed = false;
    for (row, status) in told {
        if !raised.contains_key(&status.provider_id) {
            let received = Received {
                connection,
                row,
                now,
                has_parked: false,
                pictures: false,
            };
            freed |= apply(desk, c, changes, received, status).await?;
        }
    }
    let touched: BTreeSet<_> = raised.into_values().collect();
    desk.push_messages_changed(c, changes, &touched, now)
        .await?;
    Ok(freed)
}

/// Applies one status. True when it frees events that were put aside.
pub(super) async fn apply(
    desk: &DeskContext,
    c: &mut Conn<'_>,
    changes: &mut Changes,
    received: Received<'_>,
    status: &InboundStatus,
) -> Result<bool, ActorError> {
    let (company, now) = (desk.company, received.now);
    let Some((id, joined)) = message_of(c, company, received, status).await? else {
        if !is_of_bare_send(c, company, status).await? {
            park(c, received).await?;
        }
        return Ok(false);
    };
    let state = messages::write::find_state(c, company, id).await?;
    let Some(state) = state.filter(|state| state.from_me) else {
        tracing::debug!(message.id = %id, "a status of a message that is not ours");
        return Ok(joined);
    };
    let is_news = match (status.ack, &status.failure) {
        (Some(ack), _) => {
            let raised = messages::write::raise_ack(c, company, id, ack, now).await?;
            let has_arrived = ack >= DELIVERED && state.send_state == Some(SendState::Rejected);
            if has_arrived {
                let accepted = SendState::Accepted;
                messages::write::set_send_state(c, company, id, accepted, (None, None), now)
                    .await?;
                let moved = (SendState::Rejected, accepted);
                outbox::move_message(c, company, id, moved, now).await?;
            }
            raised || has_arrived
        }
        // what has arrived did not fail: the news is late, or about one member of a group
        (None, _) if state.ack >= DELIVERED => false,
        (None, failure) => {
            let error = failure
                .as_deref()
                .filter(|reason| !reason.is_empty())
                .unwrap_or(ErrorCode::SendingWappMsg.as_str());
            let details = (None, Some(error));
            let rejected = SendState::Rejected;
            messages::write::set_send_state(c, company, id, rejected, details, now).await?;
            let moved = (SendState::Accepted, SendState::Rejected);
            outbox::move_message(c, company, id, moved, now).await?;
            true
        }
    };
    if is_news || joined {
        desk.push_message_changed(c, changes, id, now).await?;
    }
    Ok(joined)
}

/// Whether it is about a send that belongs to no conversation: nothing waits for its ticks.
async fn is_of_bare_send(
    c: &mut Conn<'_>,
    company: CompanyId,
    status: &InboundStatus,
) -> Result<bool, ActorError> {
    match status.intent_id {
        Some(intent) => Ok(outbox::find_bare(c, company, intent).await?.is_some()),
        None => Ok(false),
    }
}

/// The message that a status is about, and whether it is known only now: a status that is faster than the answer to its
/// send brings the intent back.
async fn message_of(
    c: &mut Conn<'_>,
    company: CompanyId,
    received: Received<'_>,
    status: &InboundStatus,
) -> Result<Option<(MessageId, bool)>, ActorError> {
    let (connection, now) = (received.connection, received.now);
    let (provider_id, intent) = (status.provider_id.as_str(), status.intent_id);
    let Some(intent) = intent else {
        let found = known(company, c, received, provider_id).await?;
        return Ok(found.map(|message| (message.id, false)));
    };
    let found = messages::write::find_by_provider_id(c, company, connection, provider_id).await?;
    if let Some(message) = found {
        return Ok(Some((message.id, false)));
    }
    messages::locks::lock_of_intent(c, company, intent).await?;
    let Some(id) = outbox::accept_by_intent(c, company, intent, provider_id, now).await? else {
        // the answer to the send may have been written between the two looks
        let found =
            messages::write::find_by_provider_id(c, company, connection, provider_id).await?;
        return Ok(found.map(|message| (message.id, false)));
    };
    let (accepted, details) = (SendState::Accepted, (Some(provider_id), None));
    messages::write::set_send_state(c, company, id, accepted, details, now).await?;
    inbox::unpark(c, connection, provider_id).await?;
    Ok(Some((id, true)))
}
