//! The end of the wait for a rating (rule B7). The ticket is closed at once; only the customer's next message may be an answer.

use guiche_storage::{
    model::ContactId,
    tickets::{self, ratings},
};

use super::{DeskContext, DeskWork, Lane, dialogue};
use crate::{ActorError, rules::dialogue::Input};

/// Waits no longer for the rating of an episode. Done twice, the second time finds that nobody waits.
#[derive(Debug)]
pub struct EndAsking {
    /// Which.
    pub episode: i64,
    /// Whose: the lane.
    pub contact_id: ContactId,
}

impl DeskWork for EndAsking {
    type Answer = ();

    fn lane(&self) -> Lane {
        Lane::Contact(self.contact_id)
    }

    async fn run(self, desk: DeskContext) -> Result<(), ActorError> {
        let (company, now) = (desk.company, desk.now());
        desk.change(now, async |c, changes| {
            let over = ratings::take_over(c, company, self.episode, now).await?;
            let Some(over) = over else { return Ok(()) };
            let talks = tickets::find_running(c, company, self.contact_id).await?;
            tickets::write::lock(c, company, over.ticket_id).await?;
            let ticket = tickets::get(c, company, over.ticket_id).await?;
            let input = Input::RatingOver {
                until: over.until,
                talks_again: talks.is_some(),
            };
            dialogue::accompany(&desk, c, changes, (&ticket, self.episode), input).await
        })
        .await
    }
}
