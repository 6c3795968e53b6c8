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

/// Whether people may write a campaign now (A066): not while it runs or after it ended, nor in the last hour before it begins.
fn check_editable(app: &App, campaign: &Campaign) -> Result<(), ApiError> {
    let soon = app.clock.now() + chrono::TimeDelta::hours(1);
    let is_editable = match campaign.status {
        CampaignStatus::Inativa | CampaignStatus::Cancelada => true,
        CampaignStatus::Programada => campaign.scheduled_at.is_none_or(|at| at > soon),
        CampaignStatus::EmAndamento | CampaignStatus::Finalizada => false,
    };
    if is_editable {
        Ok(())
    } else {
        Err(ErrorCode::CampaignState.into())
    }
}
