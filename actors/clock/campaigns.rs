//! Finds the campaigns that have something to do and that nobody has, and wakes those of this node whose time has come. What
//! came due while no server ran is found by the first look.

use guiche_storage::campaigns::running;

use super::JobDeps;
use crate::{ActorError, campaign::PollCampaign, registry::try_tell, rules::campaign::TOO_LATE};

/// Campaigns that are looked after in one look; the next look goes on.
const CAMPAIGNS_MAX: i64 = 200;

/// Starts the actors of campaigns that no node has, wakes those that are here, and ends those that have nothing to do.
///
/// # Errors
/// `Storage`.
pub(super) async fn go_on(deps: &JobDeps) -> Result<(), ActorError> {
    let (actors, now) = (&deps.actors, deps.clock.now());
    // this job runs only by a clock that is right
    actors.clock_trust().note(now);
    let due = {
        let mut reader = deps.db.read().await?;
        running::list_due(&mut reader.conn(), (now, TOO_LATE), CAMPAIGNS_MAX).await?
    };
    for one in due {
        let key = (one.company_id, one.id);
        let runner = if one.is_free && !actors.is_ending() {
            Some(actors.campaigns().find_or_start(&key))
        } else {
            actors.campaigns().find(&key).map(Ok)
        };
        let told = runner.map(|runner| try_tell(&runner?, PollCampaign { is_remote: true }));
        if let Some(Err(error)) = told {
            tracing::warn!(%error, campaign.id = %one.id, "a campaign could not be woken and stays due");
        }
    }
    actors.campaigns().end_idle().await;
    Ok(())
}
