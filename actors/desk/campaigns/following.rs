//! A recipient follows what becomes of the message to him.

use guiche_storage::{
    Conn,
    campaigns::{
        self,
        running::{self, Followed},
    },
    model::{
        campaign::RecipientState,
        message::{Author, Message},
        outgoing::SendState,
    },
};

use crate::{
    ActorError,
    desk::{Changes, DeskContext},
    publisher::CampaignWork,
    rules::campaign::{is_restriction, stops_for},
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
    changes: &mut Changes,
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
    };
    let (company, now) = (desk.company, desk.now());
    if let Some(moved) = running::follow(c, company, message.id, followed, now).await? {
        let is_restricted = is_failure && error.is_some_and(is_restriction);
        let why = moved.failures.and_then(|it| stops_for(it, is_restricted));
        if let Some(why) = why {
            campaigns::pause_for_failures(c, company, moved.campaign, why, now).await?;
        }
        changes.wake_campaign(moved.campaign, CampaignWork::News);
    }
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
