//! A campaign's first text to one number, at once: whoever writes it sees it on his own phone.

use guiche_storage::{
    campaigns::{self, do_not_contact},
    connections, media,
    model::{CampaignId, ErrorCode, UserId},
};

use super::{
    templates::{self, Said, said},
    writing::{Part, contact_of, say, ticket_of},
};
use crate::{
    ActorError,
    desk::{DeskContext, DeskWork, Key, Lane, outgoing::takes_free_text},
    rules::campaign::{Reader, fill},
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
            let connection = campaign.whatsapp_id.ok_or(ErrorCode::CampaignIncomplete)?;
            if said(&campaign.texts, false, (connection, true), 0).is_none() {
                return Err(ErrorCode::CampaignIncomplete.into());
            }
            let connection = connections::get(c, company, connection).await?;
            if do_not_contact::has(c, company, &self.number).await? {
                return Err(ErrorCode::DoNotContact.into());
            }
            let named = (self.number.as_str(), "");
            let contact = contact_of(&desk, c, changes, named).await?;
            if contact.blocked {
                return Err(ErrorCode::ContactBlocked.into());
            }
            let is_free = takes_free_text(&desk, c, &connection, contact.id).await?;
            let said = said(&campaign.texts, false, (connection.id, is_free), 0);
            let (_, said) = said.ok_or(ErrorCode::WindowClosed)?;
            let ticket = ticket_of(&desk, c, (&contact, &connection)).await?;
            let variables = campaigns::settings::read(c, company).await?.variables;
            let reader = Reader {
                name: &contact.name,
                email: &contact.email,
                number: &contact.number,
            };
            let own = campaigns::media_of(c, company, self.campaign).await?;
            let (text, template) = match said {
                Said::Text(text) => (fill(text, reader, &variables), None),
                Said::Template(template) => {
                    let to = (reader, variables.as_slice());
                    let way = (&ticket, template, own);
                    let filled = templates::filled(&desk, c, changes, way, to).await??;
                    (filled.0, Some(filled.1))
                }
            };
            let media = match own {
                Some(id) if template.is_none() => {
                    Some((id, media::get(c, company, id).await?.kind))
                }
                _ => None,
            };
            let part = Part {
                body: &text,
                media,
                template: template.as_ref(),
                key: Key::None,
            };
            say(&desk, c, changes, (&ticket, &connection), part).await?;
            Ok(())
        })
        .await
    }
}
