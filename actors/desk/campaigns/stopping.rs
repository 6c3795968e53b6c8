//! A cancelled campaign takes back what it has queued: only what is on the wire at that moment still goes out.

use guiche_storage::{campaigns::running, model::CampaignId};

use super::tell_progress;
use crate::{
    ActorError,
    desk::{DeskContext, DeskWork, Lane},
};

/// Takes back the queued sends of a cancelled campaign. Twice is once.
#[derive(Debug)]
pub struct TakeBackCampaign {
    /// Which: the lane.
    pub campaign: CampaignId,
}

impl DeskWork for TakeBackCampaign {
    type Answer = ();

    fn lane(&self) -> Lane {
        Lane::Campaign(self.campaign)
    }

    async fn run(self, desk: DeskContext) -> Result<(), ActorError> {
        take_back_all(&desk, self.campaign).await
    }
}

/// Takes back everything of a campaign that was cancelled; nothing where that was done before.
pub(super) async fn take_back_all(desk: &DeskContext, id: CampaignId) -> Result<(), ActorError> {
    let company = desk.company;
    loop {
        let now = desk.now();
        let is_left = desk
            .change(now, async |c, changes| {
                if !running::is_taking_back(c, company, id).await? {
                    return Ok(false);
                }
                let taken = running::take_back(c, company, id, now).await?;
                desk.push_messages_changed(c, changes, &taken.messages, now)
                    .await?;
                if !taken.is_all {
                    return Ok(true);
                }
                if running::end_taking_back(c, company, id, now).await? {
                    tell_progress(desk, c, changes, id).await?;
                }
                Ok(false)
            })
            .await?;
        if !is_left {
            return Ok(());
        }
    }
}
