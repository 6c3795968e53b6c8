//! One step of a campaign: it begins, copies its list, waits for what it needs, writes to the next one, or ends. Every step
//! is one transaction that first holds the campaign's lease and then finds things as they were looked at: whoever lost the
//! lease makes no step more.

use std::sync::Arc;

use chrono::{DateTime, TimeDelta, Utc};
use guiche_storage::{
    Conn,
    campaigns::{
        self, Begun,
        running::{self, Running},
    },
    cluster::leases::{self, Resource},
    companies::{Feature, holidays, settings},
    model::{
        CampaignId, CompanyId, ErrorCode,
        campaign::{Campaign, PausedReason},
    },
};

use super::{
    lines::{Lines, Turn, lines, open_numbers, turn},
    stopping, tell_progress,
    templates::{check_files, check_templates},
    writing::{Wanted, write},
};
use crate::{
    ActorError,
    desk::{Changes, DeskContext, DeskWork, Lane, scheduled::refused_by_standing},
    rules::{
        calendar::{Zone, start_of, zone_or_default},
        campaign::{ANSWERS_FOR, TOO_LATE, Window, next_look},
        capabilities::Capabilities,
    },
};

/// Steps that are made in one go.
const STEPS_MAX: usize = 40;
/// People who are copied in one transaction.
const COPIED_AT_ONCE: i64 = 2000;
/// How soon a campaign looks again for its number.
const CONNECTION_EVERY: TimeDelta = TimeDelta::seconds(5);
/// How soon it looks again whether its company may send.
const PLAN_EVERY: TimeDelta = TimeDelta::minutes(1);
/// How soon it looks again whether everybody has got his message.
const END_EVERY: TimeDelta = TimeDelta::seconds(2);

/// Does what a campaign has to do now, for whoever has its lease. Twice is once: each step is taken by the transaction that
/// does it, and none is taken after the lease was lost.
#[derive(Debug)]
pub struct StepCampaign {
    /// Which: the lane.
    pub campaign: CampaignId,
    /// Who does it.
    pub owner: Arc<str>,
    /// Under which epoch of the campaign's lease.
    pub epoch: i64,
}

/// How a campaign stands after its steps.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Stepped {
    /// Somebody else has the lease: nothing more was done.
    Lost,
    /// It goes on at once: there are more steps than are made in one go.
    More,
    /// It has to be looked at again at a time. Whether anything was done now.
    Until(DateTime<Utc>, bool),
    /// Nothing is left to do before somebody changes it.
    Rests,
}

/// Whether there is more to do at once.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Step {
    Again,
    Rest,
}

impl DeskWork for StepCampaign {
    type Answer = Stepped;

    fn lane(&self) -> Lane {
        Lane::Campaign(self.campaign)
    }

    async fn run(self, desk: DeskContext) -> Result<Stepped, ActorError> {
        let id = self.campaign;
        stopping::take_back_all(&desk, id).await?;
        let (mut last, mut steps) = (Some(Step::Again), 0);
        while last == Some(Step::Again) && steps < STEPS_MAX {
            let next = async |c: &mut Conn<'_>, changes: &mut Changes| {
                if !self.is_owner(&desk, c).await? {
                    return Ok(None);
                }
                step(&desk, c, changes, id).await.map(Some)
            };
            last = desk.change(desk.now(), next).await?;
            steps += 1;
        }
        match last {
            None => return Ok(Stepped::Lost),
            Some(Step::Again) => return Ok(Stepped::More),
            Some(Step::Rest) => {}
        }
        let did = steps > 1;
        let now = desk.now();
        desk.change(now, async |c, changes| {
            if !self.is_owner(&desk, c).await? {
                return Ok(Stepped::Lost);
            }
            if running::take_news(c, desk.company, id, now).await? {
                tell_progress(&desk, c, changes, id).await?;
            }
            let standing = running::standing(c, desk.company, id).await?;
            let at = standing.and_then(|standing| next_look(&standing, now));
            Ok(at.map_or(Stepped::Rests, |at| Stepped::Until(at, did)))
        })
        .await
    }
}

impl StepCampaign {
    /// Whether the lease is still its owner's. It is held to the end of the transaction: a takeover waits for that.
    async fn is_owner(&self, desk: &DeskContext, c: &mut Conn<'_>) -> Result<bool, ActorError> {
        let resource = Resource::Campaign(self.campaign.0);
        Ok(leases::holds(c, &resource, &self.owner, self.epoch, desk.now()).await?)
    }
}

async fn step(
    desk: &DeskContext,
    c: &mut Conn<'_>,
    changes: &mut Changes,
    id: CampaignId,
) -> Result<Step, ActorError> {
    let (company, now) = (desk.company, desk.now());
    let Some(campaign) = running::find(c, company, id).await? else {
        return begin(desk, c, changes, id).await;
    };
    if campaign.paused_reason.is_some_and(PausedReason::is_kept) {
        return Ok(Step::Rest);
    }
    if !campaign.is_copied {
        running::copy_some(c, company, id, COPIED_AT_ONCE, now).await?;
        return Ok(Step::Again);
    }
    let mut confirmed = running::next_confirmed(c, company, id, &[], now).await?;
    let is_due = campaign.next_at.is_none_or(|at| at <= now);
    if confirmed.is_none() && !is_due {
        return Ok(Step::Rest);
    }
    if may_not_send(desk, c).await? {
        return hold(desk, c, changes, (id, PausedReason::Plan), now + PLAN_EVERY).await;
    }
    let lines = lines(desk, c, id).await?;
    if lines.up.is_empty() {
        let lost = (id, PausedReason::Connection);
        return hold(desk, c, changes, lost, now + CONNECTION_EVERY).await;
    }
    if confirmed.is_some() && !lines.down.is_empty() {
        // who was asked by a number that is down waits for it
        confirmed = running::next_confirmed(c, company, id, &lines.down, now).await?;
    }
    if let Some(person) = confirmed
        && let Some(connection) = lines.of(&person)
    {
        let way = (&campaign, connection);
        return write(desk, c, changes, way, (&person, Wanted::Answer)).await;
    }
    if !is_due {
        return Ok(Step::Rest);
    }
    first(desk, c, changes, (&campaign, &lines)).await
}

/// Writes to the next one whose turn it is, if its hours, its numbers and their day allow it.
async fn first(
    desk: &DeskContext,
    c: &mut Conn<'_>,
    changes: &mut Changes,
    (campaign, lines): (&Running, &Lines),
) -> Result<Step, ActorError> {
    let (company, now, id) = (desk.company, desk.now(), campaign.id);
    if running::next_pending(c, company, id, 1).await?.is_empty() {
        return end(desk, c, changes, id).await;
    }
    let zone = settings::find(c, company, settings::TIME_ZONE).await?;
    let zone = zone_or_default(zone.as_deref());
    let today = now.with_timezone(&zone).date_naive();
    let holidays = holidays::list_near(c, company, today).await?;
    let window = Window::new(campaign.window().as_ref(), zone, &holidays);
    if !window.is_open(now) {
        let opens = window.opens_after(now).unwrap_or(now + TimeDelta::days(1));
        return hold(desk, c, changes, (id, PausedReason::Window), opens).await;
    }
    let day = today.to_string();
    let numbers = open_numbers(desk, c, (campaign, lines), &day).await?;
    if numbers.is_empty() {
        // one that is down may come back before
        let next = if lines.down.is_empty() {
            tomorrow(now, zone)
        } else {
            now + CONNECTION_EVERY
        };
        return hold(desk, c, changes, (id, PausedReason::Cap), next).await;
    }
    match turn(desk, c, campaign, &numbers).await? {
        Turn::Nobody => Ok(Step::Again),
        Turn::Later(at) => {
            running::wait_until(c, company, id, at).await?;
            Ok(Step::Rest)
        }
        Turn::Now(person, number, others_free_at) => {
            let wanted = Wanted::First {
                day,
                cap: number.cap,
                may_hurry: Capabilities::of(number.connection.provider).haste,
                others_free_at,
            };
            let way = (campaign, number.connection);
            write(desk, c, changes, way, (&person, wanted)).await
        }
    }
}

/// Begins a campaign whose time has come and that has what it needs; one that lacks something waits, for a day.
async fn begin(
    desk: &DeskContext,
    c: &mut Conn<'_>,
    changes: &mut Changes,
    id: CampaignId,
) -> Result<Step, ActorError> {
    let (company, now) = (desk.company, desk.now());
    if !running::is_to_begin(c, company, id, (now, TOO_LATE)).await?
        || may_not_send(desk, c).await?
    {
        return Ok(Step::Rest);
    }
    let campaign = campaigns::get(c, company, id, false, desk.shown(now)).await?;
    if !campaigns::is_complete(c, company, &campaign).await?
        || are_refused(c, company, &campaign).await?
        || !campaigns::begin(c, company, (id, Begun::ByClock), now).await?
    {
        return Ok(Step::Rest);
    }
    tell_progress(desk, c, changes, id).await?;
    Ok(Step::Again)
}

/// Whether one of its templates cannot be sent now.
async fn are_refused(
    c: &mut Conn<'_>,
    company: CompanyId,
    campaign: &Campaign,
) -> Result<bool, ActorError> {
    let templates = &campaign.texts.templates;
    let own = campaigns::media_of(c, company, campaign.id).await?;
    let checked = match check_templates(c, company, templates).await {
        Ok(()) => check_files(c, company, templates, own).await,
        Err(error) => Err(error),
    };
    match checked {
        Ok(()) => Ok(false),
        Err(ActorError::Refused(_)) => Ok(true),
        Err(error) => Err(error),
    }
}

/// Nobody waits any more: it ends, or looks again for the last messages and answers.
async fn end(
    desk: &DeskContext,
    c: &mut Conn<'_>,
    changes: &mut Changes,
    id: CampaignId,
) -> Result<Step, ActorError> {
    let (company, now) = (desk.company, desk.now());
    if running::finish(c, company, id, (now, ANSWERS_FOR)).await? {
        tell_progress(desk, c, changes, id).await?;
    } else {
        running::wait_until(c, company, id, now + END_EVERY).await?;
    }
    Ok(Step::Rest)
}

/// Lets it write to nobody until a time, and says why where that is new.
async fn hold(
    desk: &DeskContext,
    c: &mut Conn<'_>,
    changes: &mut Changes,
    (id, reason): (CampaignId, PausedReason),
    until: DateTime<Utc>,
) -> Result<Step, ActorError> {
    let (company, now) = (desk.company, desk.now());
    if campaigns::pause(c, company, (id, reason), Some(until), now).await? {
        tell_progress(desk, c, changes, id).await?;
    } else {
        running::wait_until(c, company, id, until).await?;
    }
    Ok(Step::Rest)
}

/// Whether the company may send no campaigns now: switched off, not paid, another plan, or campaigns switched off.
async fn may_not_send(desk: &DeskContext, c: &mut Conn<'_>) -> Result<bool, ActorError> {
    let refused: Option<ErrorCode> = refused_by_standing(desk, c, Feature::Campaigns).await?;
    let switch = settings::find(c, desk.company, settings::CAMPAIGNS_ENABLED).await?;
    Ok(refused.is_some() || !settings::is_on(switch.as_deref()))
}

fn tomorrow(now: DateTime<Utc>, zone: Zone) -> DateTime<Utc> {
    let next = now.with_timezone(&zone).date_naive().succ_opt();
    let begins = next.and_then(|day| start_of(day, zone));
    begins.unwrap_or(now + TimeDelta::days(1))
}
