//! A recipient follows what becomes of the message to him.

use guiche_storage::{
    Conn,
    campaigns::running::{self, Followed},
    model::{
        campaign::RecipientState,
        message::{Author, Message},
        outgoing::SendState,
    },
};

use crate::{
    ActorError,
    desk::DeskContext,
    rules::campaign::{FAILURES_MAX, is_restriction},
};

/// The ack of what is on the customer's phone.
const DELIVERED: i64 = 3;

/// Lets the recipient of a campaign's message follow it.
///
/// # Errors
/// `Storage`.
pub(in crate::desk) async fn follow(
    desk: &DeskContext,
    c: &mut Conn<'_>,
    message: &Message,
) -> Result<(), ActorError> {
    if message.author != Author::Campaign {
        return Ok(());
    }
    let Some(state) = message
        .send_state
        .and_then(|state| state_of(state, message.ack))
    else {
        return Ok(());
    };
    let error = message.error.as_deref();
    let is_failure = state == RecipientState::Failed;
    let followed = Followed {
        state,
        error: error.filter(|_| is_failure || state == RecipientState::Unknown),
        failures_max: if error.is_some_and(is_restriction) {
            1
        } else {
            FAILURES_MAX
        },
    };
    running::follow(c, desk.company, message.id, followed, desk.now()).await?;
    Ok(())
}

/// What is known of a recipient by his message. `None`: it was taken back, which whoever took it back has noted.
fn state_of(state: SendState, ack: i64) -> Option<RecipientState> {
    Some(match state {
        SendState::Accepted if ack > DELIVERED => RecipientState::Read,
        SendState::Accepted if ack == DELIVERED => RecipientState::Delivered,
        SendState::Accepted => RecipientState::Sent,
        SendState::Rejected | SendState::Expired => RecipientState::Failed,
        SendState::Unknown => RecipientState::Unknown,
        SendState::Queued | SendState::Attempting => RecipientState::Queued,
        SendState::Cancelled => return None,
    })
}
