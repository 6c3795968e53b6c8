//! Campaigns (rule B11): what they tell, the test of a text, and the steps of those that run.

mod following;
mod hearing;
mod lines;
mod stepping;
mod stopping;
mod templates;
mod testing;
mod writing;

pub(super) use following::follow;
pub(super) use hearing::hear;
pub use stepping::{StepCampaign, Stepped};
pub use stopping::TakeBackCampaign;
pub use templates::{check_files, check_templates};
pub use testing::TestCampaign;

use guiche_storage::{
    Conn, campaigns,
    model::{
        CampaignId,
        campaign::Campaign,
        event::{CampaignEvent, NewEvent, Room, Written},
    },
};

use super::{Changes, DeskContext};
use crate::ActorError;

/// What a new or changed campaign tells those who lead.
pub fn tell_campaign(how: Written, campaign: &Campaign) -> NewEvent {
    NewEvent::to([Room::Supervisors], CampaignEvent::written(how, campaign))
}

/// What a campaign that is gone tells those who lead.
pub fn tell_campaign_gone(campaign: CampaignId) -> NewEvent {
    NewEvent::to([Room::Supervisors], CampaignEvent::Delete { id: campaign })
}

/// A number between 0 and 1: people do not write by the clock.
fn dice() -> f64 {
    rand::random()
}

/// Tells how far a campaign has got.
async fn tell_progress(
    desk: &DeskContext,
    c: &mut Conn<'_>,
    changes: &mut Changes,
    id: CampaignId,
) -> Result<(), ActorError> {
    let shown = desk.shown(desk.now());
    let campaign = campaigns::get(c, desk.company, id, false, shown).await?;
    changes.push(tell_campaign(Written::Changed, &campaign));
    Ok(())
}
