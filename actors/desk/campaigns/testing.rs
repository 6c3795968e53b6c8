//! A campaign's first text to one number, at once: whoever writes it sees it on his own phone.

use guiche_storage::{
    campaigns::{self, do_not_contact},
    connections, media,
    model::{CampaignId, ErrorCode, UserId},
};

use super::writing::{Part, contact_of, say, ticket_of};
use crate::{
    ActorError,
    desk::{DeskContext, DeskWork, Key, Lane, outgoing::takes_free_text},
    rules::campaign::{Reader, fill, turn},
};

/// Sends the first text of a campaign, with its file, to a number. Twice is twice.
#[derive(Debug)]
pub struct TestCampaign {
    /// Which.
    pub campaign: CampaignId,
    /// To whom: digits.
    pub number: String,
    /// Who tries it: the lane.
    pub user: UserId,
}

impl DeskWork for TestCampaign {
    type Answer = ();

    fn lane(&self) -> Lane {
        Lane::User(self.user)
    }

    async fn run(self, desk: DeskContext) -> Result<(), ActorError> {
        let (company, now) = (desk.company, desk.now());
        desk.change(now, async |c, changes| {
            let campaign =
                campaigns::get(c, company, self.campaign, false, desk.shown(now)).await?;
            let text = turn(&campaign.texts.messages(), 0);
            let (Some((_, text)), Some(connection)) = (text, campaign.whatsapp_id) else {
                return Err(ErrorCode::CampaignIncomplete.into());
            };
            let connection = connections::get(c, company, connection).await?;
            if do_not_contact::has(c, company, &self.number).await? {
                return Err(ErrorCode::DoNotContact.into());
            }
            let named = (self.number.as_str(), "");
            let contact = contact_of(&desk, c, changes, named).await?;
            if contact.blocked {
                return Err(ErrorCode::ContactBlocked.into());
            }
            if !takes_free_text(&desk, c, &connection, contact.id).await? {
                return Err(ErrorCode::WindowClosed.into());
            }
            let ticket = ticket_of(&desk, c, (&contact, &connection)).await?;
            let variables = campaigns::settings::read(c, company).await?.variables;
            let reader = Reader {
                name: &contact.name,
                email: &contact.email,
                number: &contact.number,
            };
            let media = match campaigns::media_of(c, company, self.campaign).await? {
                Some(id) => Some((id, media::get(c, company, id).await?.kind)),
                None => None,
            };
            let part = Part {
                body: &fill(text, reader, &variables),
                media,
                key: Key::None,
            };
            say(&desk, c, changes, (&ticket, &connection), part).await?;
            Ok(())
        })
        .await
    }
}
