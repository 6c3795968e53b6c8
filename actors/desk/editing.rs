//! A sent text is changed. The desk shows what the customer has: its own text changes when the provider has taken the
//! change, not before.

use chrono::{DateTime, Duration, Utc};
use guiche_storage::{
    Conn, connections,
    delivery::outbox::{NewIntent, PRIORITY_ATTENDANT},
    messages,
    model::{
        ContactId, ErrorCode, MessageId,
        message::Message,
        outgoing::{Outgoing, SendState},
    },
    tickets,
};
use uuid::Uuid;

use super::{Changes, DeskContext, DeskWork, Lane, messages::own_message, outgoing};
use crate::{
    ActorError,
    rules::{
        Viewer,
        capabilities::Capabilities,
        placement::{Placement, tell_ticket},
    },
};

/// Minutes in which `WhatsApp` lets a sender change a text.
const EDIT_MINUTES: i64 = 15;

/// What the list shows of a message that was taken back.
const DELETED: &str = "🚫 Mensagem apagada";

/// Changes a text that the viewer sent. Replies the message as it stands: a whisper with its new text, what customers
/// have with the old one until the provider has taken the new one. Asking twice for the same text is harmless.
#[derive(Debug)]
pub struct EditMessage {
    /// Which.
    pub message_id: MessageId,
    /// Whose conversation: the lane.
    pub contact_id: ContactId,
    /// The new text; variables are filled.
    pub body: String,
    /// Who asks.
    pub viewer: Viewer,
}

impl DeskWork for EditMessage {
    type Answer = Message;

    fn lane(&self) -> Lane {
        Lane::Contact(self.contact_id)
    }

    async fn run(self, desk: DeskContext) -> Result<Message, ActorError> {
        let now = desk.now();
        desk.change(now, async |c, changes| {
            messages::locks::lock_with_ticket(c, desk.company, self.message_id).await?;
            let message = self.checked(&desk, c, now).await?;
            let ticket = tickets::get(c, desk.company, message.ticket_id).await?;
            let body = desk.fill(c, changes, &self.body, &ticket).await?;
            if message.is_private {
                return change_text(&desk, c, changes, message.id, &body).await;
            }
            let intent = self.intent(&desk, c, ticket.contact.number, body).await?;
            outgoing::send(&desk, c, changes, &intent).await?;
            Ok(message)
        })
        .await
    }
}

impl EditMessage {
    /// The message, if it is a text that its author may still change.
    async fn checked(
        &self,
        desk: &DeskContext,
        c: &mut Conn<'_>,
        now: DateTime<Utc>,
    ) -> Result<Message, ActorError> {
        let state = own_message(desk, c, self.message_id, &self.viewer).await?;
        let message = messages::get(c, desk.company, self.message_id, desk.shown(now)).await?;
        // nobody else's words are changed, however much somebody leads
        if state.user_id != Some(self.viewer.user_id) {
            return Err(ErrorCode::NoPermission.into());
        }
        if message.is_deleted || message.media_type.is_some() {
            return Err(ErrorCode::MessageState.into());
        }
        if now - message.created_at > Duration::minutes(EDIT_MINUTES) {
            return Err(ErrorCode::EditTooLate.into());
        }
        Ok(message)
    }

    /// What is sent to change the text. A later change has a name of its own: both are made, in their order.
    async fn intent(
        &self,
        desk: &DeskContext,
        c: &mut Conn<'_>,
        recipient: String,
        body: String,
    ) -> Result<NewIntent, ActorError> {
        let state = messages::write::find_state(c, desk.company, self.message_id)
            .await?
            .ok_or(ErrorCode::NoMessageFound)?;
        let connection_id = state.connection_id.ok_or(ErrorCode::NoWappFound)?;
        let connection = connections::find(c, desk.company, connection_id)
            .await?
            .ok_or(ErrorCode::NoWappFound)?;
        if !Capabilities::of(connection.provider).edit {
            return Err(ErrorCode::EditUnsupported.into());
        }
        let accepted = state.send_state == Some(SendState::Accepted);
        let (true, Some(provider_id)) = (accepted, state.provider_id) else {
            return Err(ErrorCode::MessageState.into());
        };
        let intent_id = Uuid::now_v7();
        Ok(NewIntent {
            intent_id,
            connection_id,
            message_id: None,
            dedupe_key: format!("edit:{}:{intent_id}", state.id),
            recipient,
            priority: PRIORITY_ATTENDANT,
            payload: Outgoing::Edit {
                message_id: state.id,
                provider_id,
                body,
            },
            expires_at: None,
        })
    }
}

/// The provider has answered to a change of a text: it is shown, or the message says that the customer has the old one.
///
/// # Errors
/// `Storage`.
pub(super) async fn settle_edit(
    desk: &DeskContext,
    c: &mut Conn<'_>,
    changes: &mut Changes,
    (id, body): (MessageId, &str),
    end: SendState,
) -> Result<(), ActorError> {
    let now = desk.now();
    // its ticket may have been deleted meanwhile
    if messages::write::find_state(c, desk.company, id)
        .await?
        .is_none()
    {
        return Ok(());
    }
    match end {
        SendState::Accepted => {
            change_text(desk, c, changes, id, body).await?;
        }
        SendState::Queued | SendState::Attempting => {}
        SendState::Rejected | SendState::Unknown | SendState::Cancelled | SendState::Expired => {
            let error = ErrorCode::EditNotTaken.as_str();
            messages::write::set_error(c, desk.company, id, error, now).await?;
            desk.push_message_changed(c, changes, id, now).await?;
        }
    }
    Ok(())
}

/// Shows in the list that a message was taken back, where it is its ticket's last: there too nobody reads it any more.
///
/// # Errors
/// `Storage`.
pub(super) async fn forget_in_list(
    desk: &DeskContext,
    c: &mut Conn<'_>,
    changes: &mut Changes,
    message: &Message,
) -> Result<(), ActorError> {
    let last = (message.ticket_id, message.id);
    if tickets::write::reword_last(c, desk.company, last, DELETED).await? {
        let ticket = tickets::get(c, desk.company, message.ticket_id).await?;
        changes.extend(tell_ticket(Some(Placement::from(&ticket)), &ticket));
    }
    Ok(())
}

/// Gives a message its new text, also in the list where it is its ticket's last.
///
/// # Errors
/// `Storage`.
pub(super) async fn change_text(
    desk: &DeskContext,
    c: &mut Conn<'_>,
    changes: &mut Changes,
    id: MessageId,
    body: &str,
) -> Result<Message, ActorError> {
    let now = desk.now();
    messages::write::set_body(c, desk.company, id, body, now).await?;
    let message = desk.push_message_changed(c, changes, id, now).await?;
    let last = (message.ticket_id, id);
    let is_listed = !message.is_deleted && !message.is_private;
    if is_listed && tickets::write::reword_last(c, desk.company, last, body).await? {
        let ticket = tickets::get(c, desk.company, message.ticket_id).await?;
        changes.extend(tell_ticket(Some(Placement::from(&ticket)), &ticket));
    }
    Ok(message)
}
