//! What the desk says by itself: stored as a message and queued under a key, so that it is said once.

use chrono::{DateTime, Utc};
use guiche_storage::{
    Conn,
    message_changes::{self, NewMessage},
    messages,
    model::{
        ConnectionId,
        event::NewEvent,
        message::MessageDetails,
        outgoing::{Outgoing, SendState},
        ticket::Ticket,
    },
    outbox::{self, NewIntent, PRIORITY_DESK},
    ticket_changes::{self, LastMessage},
    tickets,
};
use uuid::Uuid;

use super::DeskContext;
use crate::{ActorError, rules::placement::tell_message};

/// Marks a text as the desk's own, so that an echo of it is recognised (rule B3, step 2).
const MARK: char = '\u{200e}';

/// A text of the desk's own.
#[derive(Debug)]
pub struct AutomaticText {
    /// With variables.
    pub body: String,
    /// Said once under this key.
    pub dedupe_key: String,
}

/// Stores and queues an automatic text. A ticket without a connection stays silent.
///
/// # Errors
/// `Storage`.
pub async fn say(
    desk: &DeskContext,
    c: &mut Conn<'_>,
    events: &mut Vec<NewEvent>,
    ticket: &Ticket,
    text: AutomaticText,
) -> Result<(), ActorError> {
    let Some(connection_id) = ticket.whatsapp_id else {
        return Ok(());
    };
    if outbox::is_known(c, desk.company, &text.dedupe_key).await? {
        return Ok(());
    }
    let now = desk.now();
    // before what points to it; who moves the ticket holds it already
    ticket_changes::lock(c, desk.company, ticket.id).await?;
    let body = format!("{MARK}{}", desk.fill(c, &text.body, ticket).await?);
    let message = own_message(ticket, connection_id, &body, now);
    let Some(id) = message_changes::insert(c, desk.company, &message, now).await? else {
        return Ok(());
    };
    let intent = NewIntent {
        intent_id: Uuid::now_v7(),
        connection_id,
        message_id: Some(id),
        dedupe_key: text.dedupe_key,
        recipient: ticket.contact.number.clone(),
        priority: PRIORITY_DESK,
        payload: Outgoing::Text {
            body: body.clone(),
            quoted_id: None,
        },
        expires_at: None,
    };
    outbox::insert(c, desk.company, &intent, now).await?;
    let last = LastMessage {
        body: &body,
        from_me: true,
        unread: None,
    };
    ticket_changes::note_message(c, desk.company, ticket.id, &last, now).await?;
    let ticket = tickets::get(c, desk.company, ticket.id).await?;
    let message = messages::get(c, desk.company, id, desk.shown(now)).await?;
    let contact = super::inbound_message::contact_of(c, desk, ticket.contact_id).await?;
    events.push(tell_message(&message, &ticket, &contact));
    Ok(())
}

/// A message of ours that is to be sent.
pub(super) fn own_message(
    ticket: &Ticket,
    connection_id: ConnectionId,
    body: &str,
    now: DateTime<Utc>,
) -> NewMessage {
    NewMessage {
        uuid: Uuid::new_v4(),
        ticket_id: ticket.id,
        contact_id: ticket.contact_id,
        connection_id: Some(connection_id),
        provider_id: None,
        body: body.to_owned(),
        from_me: true,
        read: true,
        media_id: None,
        media_type: None,
        location: None,
        ack: 0,
        is_private: false,
        quoted_id: None,
        user_id: None,
        client_id: None,
        send_state: Some(SendState::Queued),
        author_id: None,
        details: MessageDetails::default(),
        sent_at: now,
    }
}
