//! A customer to whom a campaign has written writes back: he says yes, he wants nothing more, or he answers. It counts in the
//! transaction that stores his message (rule B11.5).

use chrono::{DateTime, TimeDelta, Utc};
use guiche_storage::{
    Conn,
    campaigns::{
        do_not_contact,
        running::{self, Heard},
    },
    model::{
        CampaignId, TicketId,
        campaign::{CampaignStatus, RecipientState},
        contact::Contact,
        inbound::{InboundContent, InboundMessage},
    },
    tickets,
};

use super::dice;
use crate::{
    ActorError,
    desk::{Changes, DeskContext},
    publisher::CampaignWork,
    rules::campaign::{is_opt_out, is_refusal, wait_after_yes},
};

/// Providers tell the time of a message in whole seconds.
const SECOND: TimeDelta = TimeDelta::seconds(1);

/// What a customer's message means to campaigns.
///
/// # Errors
/// `Storage`.
pub(in crate::desk) async fn hear(
    desk: &DeskContext,
    c: &mut Conn<'_>,
    changes: &mut Changes,
    (contact, ticket, is_new): (&Contact, TicketId, bool),
    message: &InboundMessage,
) -> Result<(), ActorError> {
    if message.from_me || contact.is_group {
        return Ok(());
    }
    let (company, now) = (desk.company, desk.now());
    let heard = running::list_heard(c, company, &contact.number, now).await?;
    let Some(last) = heard.iter().find(|one| was_written_to(one.state)) else {
        return Ok(());
    };
    let answered = answer(desk, c, changes, (contact, ticket), (message, &heard, last)).await?;
    if let Some(campaign) = answered.filter(|_| is_new) {
        tickets::write::note_campaign(c, company, ticket, campaign).await?;
    }
    Ok(())
}

/// Lets his word count. Answers the campaign that it is the first answer to.
async fn answer(
    desk: &DeskContext,
    c: &mut Conn<'_>,
    changes: &mut Changes,
    (contact, ticket): (&Contact, TicketId),
    (message, heard, last): (&InboundMessage, &[Heard], &Heard),
) -> Result<Option<CampaignId>, ActorError> {
    let (company, now) = (desk.company, desk.now());
    let text = match &message.content {
        InboundContent::Text { body } => body.as_str(),
        _ => "",
    };
    if is_opt_out(text) {
        let said = (contact.number.as_str(), do_not_contact::OPT_OUT);
        do_not_contact::add(c, company, said, now).await?;
        refuse(desk, c, changes, last, ticket).await?;
        running::stop_waiting(c, company, &contact.number, now).await?;
        return Ok(last.answered_at.is_none().then_some(last.campaign_id));
    }
    let mut answered = None;
    let mut is_answer = true;
    for one in heard.iter().filter(|one| is_asked(one, message.sent_at)) {
        is_answer = false;
        answered = answered.or(Some(one.campaign_id));
        if is_refusal(text) {
            refuse(desk, c, changes, one, ticket).await?;
        } else {
            let due = now + wait_after_yes(dice());
            running::confirm(c, company, one, (ticket, due), now).await?;
            changes.wake_campaign(one.campaign_id, CampaignWork::Poll);
        }
    }
    if is_answer {
        if running::note_answer(c, company, last, ticket, now).await? {
            answered = Some(last.campaign_id);
        }
        changes.wake_campaign(last.campaign_id, CampaignWork::News);
    }
    Ok(answered)
}

async fn refuse(
    desk: &DeskContext,
    c: &mut Conn<'_>,
    changes: &mut Changes,
    heard: &Heard,
    ticket: TicketId,
) -> Result<(), ActorError> {
    let now = desk.now();
    let taken = running::refuse(c, desk.company, heard, ticket, now).await?;
    desk.push_messages_changed(c, changes, &taken.messages, now)
        .await?;
    changes.wake_campaign(heard.campaign_id, CampaignWork::News);
    Ok(())
}

fn was_written_to(state: RecipientState) -> bool {
    !matches!(
        state,
        RecipientState::Pending | RecipientState::Skipped | RecipientState::Failed
    )
}

/// Whether he was asked, before he wrote this, by a campaign that still runs.
fn is_asked(heard: &Heard, sent_at: DateTime<Utc>) -> bool {
    let asked = heard.confirmation_requested_at;
    heard.state == RecipientState::ConfirmRequested
        && heard.status == CampaignStatus::EmAndamento
        && asked.is_some_and(|asked| asked <= sent_at + SECOND)
}
