//! One step of a campaign: it begins, copies its list, waits for what it needs, writes to the next one, or ends. Every step
//! is one transaction that finds things as they were looked at, so that several nodes may try at once.

use chrono::{DateTime, TimeDelta, Utc};
use guiche_storage::{
    Conn,
    campaigns::{
        self, Begun,
        running::{self, Running},
    },
    companies::{Feature, holidays, settings},
    connections,
    model::{
        CampaignId, ErrorCode,
        campaign::PausedReason,
        connection::{Connection, ConnectionStatus, ProviderKind},
    },
};

use super::{
    stopping, tell_progress,
    writing::{Wanted, write},
};
use crate::{
    ActorError,
    desk::{Changes, DeskContext, DeskWork, Lane, scheduled::refused_by_standing},
    rules::{
        calendar::{Zone, start_of, zone_or_default},
        campaign::{ANSWERS_FOR, TOO_LATE, Window, cap},
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

/// Does what a campaign has to do now. Twice is once: each step is taken by the transaction that does it.
#[derive(Debug)]
pub struct StepCampaign {
    /// Which: the lane.
    pub campaign: CampaignId,
}

/// Whether there is more to do at once.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Step {
    Again,
    Rest,
}

impl DeskWork for StepCampaign {
    type Answer = ();

    fn lane(&self) -> Lane {
        Lane::Campaign(self.campaign)
    }

    async fn run(self, desk: DeskContext) -> Result<(), ActorError> {
        let id = self.campaign;
        stopping::take_back_all(&desk, id).await?;
        for _ in 0..STEPS_MAX {
            let now = desk.now();
            let step =
                async |c: &mut Conn<'_>, changes: &mut Changes| step(&desk, c, changes, id).await;
            if desk.change(now, step).await? == Step::Rest {
                break;
            }
        }
        let now = desk.now();
        desk.change(now, async |c, changes| {
            if running::take_news(c, desk.company, id, now).await? {
                tell_progress(&desk, c, changes, id).await?;
            }
            Ok(())
        })
        .await
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
    let confirmed = running::next_confirmed(c, company, id, now).await?;
    if confirmed.is_none() && campaign.next_at.is_some_and(|at| at > now) {
        return Ok(Step::Rest);
    }
    if may_not_send(desk, c).await? {
        return hold(desk, c, changes, (id, PausedReason::Plan), now + PLAN_EVERY).await;
    }
    let Some(connection) = line(desk, c, &campaign).await? else {
        let lost = (id, PausedReason::Connection);
        return hold(desk, c, changes, lost, now + CONNECTION_EVERY).await;
    };
    if let Some(person) = confirmed {
        let wanted = Wanted::Answer;
        return write(
            desk,
            c,
            changes,
            (&campaign, &connection),
            (&person, wanted),
        )
        .await;
    }
    first(desk, c, changes, (&campaign, &connection)).await
}

/// Writes to the next one whose turn it is, if its hours, its number and its day allow it.
async fn first(
    desk: &DeskContext,
    c: &mut Conn<'_>,
    changes: &mut Changes,
    (campaign, connection): (&Running, &Connection),
) -> Result<Step, ActorError> {
    let (company, now, id) = (desk.company, desk.now(), campaign.id);
    let Some(person) = running::next_pending(c, company, id).await? else {
        return end(desk, c, changes, id).await;
    };
    let zone = settings::find(c, company, settings::TIME_ZONE).await?;
    let zone = zone_or_default(zone.as_deref());
    let today = now.with_timezone(&zone).date_naive();
    let holidays = holidays::list_near(c, company, today).await?;
    let window = Window::new(campaign.window().as_ref(), zone, &holidays);
    if !window.is_open(now) {
        let opens = window.opens_after(now).unwrap_or(now + TimeDelta::days(1));
        return hold(desk, c, changes, (id, PausedReason::Window), opens).await;
    }
    let is_simulated = connection.provider == ProviderKind::Simulator;
    let age = now - connection.created_at;
    let wanted = Wanted::First {
        day: today.to_string(),
        cap: cap(campaign.daily_cap, age, is_simulated),
        is_simulated,
    };
    let lane = running::find_lane(c, company, connection.id).await?;
    if let (Some(lane), Wanted::First { day, cap, .. }) = (lane, &wanted) {
        if lane.next_at > now {
            running::wait_until(c, company, id, lane.next_at).await?;
            return Ok(Step::Rest);
        }
        if lane.day == *day && lane.day_count >= *cap {
            let next = tomorrow(now, zone);
            return hold(desk, c, changes, (id, PausedReason::Cap), next).await;
        }
    }
    write(desk, c, changes, (campaign, connection), (&person, wanted)).await
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
        || !campaigns::begin(c, company, (id, Begun::ByClock), now).await?
    {
        return Ok(Step::Rest);
    }
    tell_progress(desk, c, changes, id).await?;
    Ok(Step::Again)
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

/// The connection by which it writes, while that is connected.
async fn line(
    desk: &DeskContext,
    c: &mut Conn<'_>,
    campaign: &Running,
) -> Result<Option<Connection>, ActorError> {
    let Some(id) = campaign.connection_id else {
        return Ok(None);
    };
    let found = connections::find(c, desk.company, id).await?;
    Ok(found.filter(|it| it.status == ConnectionStatus::Connected))
}

fn tomorrow(now: DateTime<Utc>, zone: Zone) -> DateTime<Utc> {
    let next = now.with_timezone(&zone).date_naive().succ_opt();
    let begins = next.and_then(|day| start_of(day, zone));
    begins.unwrap_or(now + TimeDelta::days(1))
}
