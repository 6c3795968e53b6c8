//! Finds the campaigns that have something to do and lets the desk of their company make their next steps. What came due
//! while no server ran is found by the first look.

use guiche_storage::{Db, campaigns::running, model::Clock};

use super::give;
use crate::{
    ActorError,
    desk::{Desk, StepCampaign},
    registry::Registry,
    rules::campaign::TOO_LATE,
};

/// Campaigns that are looked after in one look; the next look goes on.
const CAMPAIGNS_MAX: i64 = 200;

/// Lets campaigns go on, and answers how many were looked at.
///
/// # Errors
/// `Storage`.
pub(super) async fn go_on(
    db: &Db,
    clock: &dyn Clock,
    desks: &Registry<Desk>,
) -> Result<usize, ActorError> {
    let due = {
        let mut reader = db.read().await?;
        let conn = &mut reader.conn();
        running::list_due(conn, (clock.now(), TOO_LATE), CAMPAIGNS_MAX).await?
    };
    for &(company, campaign) in &due {
        give(desks, company, StepCampaign { campaign }, "a campaign").await;
    }
    Ok(due.len())
}
