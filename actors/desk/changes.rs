//! What a piece of work sets going, collected while it runs. Nobody hears of it before the commit.

use std::sync::Arc;

use guiche_storage::{
    companies::settings::CompanySettings,
    model::{CampaignId, ConnectionId, event::NewEvent},
};

use super::dialogue::Facts;
use crate::publisher::{CampaignWork, WorkKind};

/// The events of a change, and the connections that have something to do after it.
#[derive(Debug, Default)]
pub struct Changes {
    pub(super) events: Vec<NewEvent>,
    pub(super) wakes: Vec<(ConnectionId, WorkKind)>,
    pub(super) campaigns: Vec<(CampaignId, CampaignWork)>,
    /// A bot is to be asked.
    pub(super) ask_bots: bool,
    // read when they are first asked for
    pub(super) settings: Option<Arc<CompanySettings>>,
    pub(super) facts: Facts,
}

impl Changes {
    /// Tells an event after the commit.
    pub fn push(&mut self, event: NewEvent) {
        self.events.push(event);
    }

    /// Tells events after the commit, in their order.
    pub fn extend(&mut self, events: impl IntoIterator<Item = NewEvent>) {
        self.events.extend(events);
    }

    /// Lets a connection look at its work after the commit; once, however often it is asked for.
    pub fn wake(&mut self, connection: ConnectionId, work: WorkKind) {
        if !self.wakes.contains(&(connection, work)) {
            self.wakes.push((connection, work));
        }
    }

    /// Wakes a campaign after the commit; once, however often it is asked for.
    pub fn wake_campaign(&mut self, campaign: CampaignId, work: CampaignWork) {
        if !self.campaigns.contains(&(campaign, work)) {
            self.campaigns.push((campaign, work));
        }
    }
}
