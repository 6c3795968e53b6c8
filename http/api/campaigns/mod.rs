//! Campaigns: for admins of companies whose plan has them and that have them switched on (A112, rule B11); supervisors
//! read how they go (rule B18).

mod body;
mod changes;
mod files;
mod forecast;
mod list;
mod moves;
mod numbers;
mod recipients;

use chrono::{DateTime, TimeDelta, Utc};
use guiche_actors::rules::campaign::TOO_LATE;
use guiche_storage::{
    Conn, campaigns,
    messages::Shown,
    model::{
        CampaignId, ErrorCode,
        campaign::{Campaign, CampaignStatus},
    },
};

use crate::{app::App, error::ApiError, middleware::caller::Caller, route_list::RouteList};

/// Mounts the routes of `/campaigns`.
pub fn configure(cfg: &mut RouteList<'_>) {
    cfg.service(list::list)
        .service(numbers::list)
        .service(forecast::of_new)
        .service(forecast::of_one)
        .service(recipients::export)
        .service(recipients::list)
        .service(recipients::progress)
        .service(list::show)
        .service(changes::create)
        .service(changes::update)
        .service(changes::remove)
        .service(files::attach)
        .service(files::detach)
        .service(moves::start)
        .service(moves::cancel)
        .service(moves::restart)
        .service(moves::pause)
        .service(moves::resume)
        .service(moves::test);
}

/// Admins of a company that has campaigns.
///
/// # Errors
/// `PlanFeature`, `NoPermission`.
pub(super) fn admit(caller: &Caller) -> Result<(), ApiError> {
    caller.require_campaigns()?;
    caller.require_admin()
}

/// Those who lead a company that has campaigns: they read of them.
///
/// # Errors
/// `PlanFeature`, `NoPermission`.
fn admit_reader(caller: &Caller) -> Result<(), ApiError> {
    caller.require_campaigns()?;
    caller.require_supervisor()
}

/// A campaign as it is told and noted.
async fn known(
    conn: &mut Conn<'_>,
    caller: &Caller,
    id: CampaignId,
    shown: Shown<'_>,
) -> Result<Campaign, ApiError> {
    Ok(campaigns::get(conn, caller.company, id, false, shown).await?)
}

/// Whether people may write a campaign now.
fn check_editable(app: &App, campaign: &Campaign) -> Result<(), ApiError> {
    if is_editable(campaign.status, campaign.scheduled_at, app.clock.now()) {
        Ok(())
    } else {
        Err(ErrorCode::CampaignState.into())
    }
}

/// Not while it runs or after it ended, nor from the last hour before it begins (A066) until its time is so long ago that
/// the clock begins it no more.
fn is_editable(
    status: CampaignStatus,
    scheduled_at: Option<DateTime<Utc>>,
    now: DateTime<Utc>,
) -> bool {
    match status {
        CampaignStatus::Inativa | CampaignStatus::Cancelada => true,
        CampaignStatus::Programada => {
            scheduled_at.is_none_or(|at| at > now + TimeDelta::hours(1) || at <= now - TOO_LATE)
        }
        CampaignStatus::EmAndamento | CampaignStatus::Finalizada => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_planned_campaign_is_written_until_an_hour_before_its_time_and_again_once_that_is_missed() {
        // spec: A066
        let now: DateTime<Utc> = "2026-11-25T12:00:00Z".parse().unwrap();
        let planned = CampaignStatus::Programada;
        for (minutes, expected) in [
            (61, true),
            (60, false),
            (0, false),
            (-1439, false),
            (-1440, true),
            (-9000, true),
        ] {
            let at = Some(now + TimeDelta::minutes(minutes));
            assert_eq!(is_editable(planned, at, now), expected, "{minutes}");
            let runs = CampaignStatus::EmAndamento;
            assert!(!is_editable(runs, at, now), "{minutes}");
        }
    }
}
