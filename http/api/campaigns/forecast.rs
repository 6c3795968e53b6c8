//! How long a campaign takes, also one that nobody has saved: counted ahead by the rules of what writes it.

use actix_web::{get, post, web};
use chrono::{DateTime, Utc};
use garde::Validate;
use guiche_actors::rules::{
    calendar::Zone,
    campaign::{
        Window,
        forecast::{Forecast, Number, Plan, forecast},
    },
    capabilities::Capabilities,
};
use guiche_storage::{
    Conn,
    campaigns::{self, running},
    companies::holidays,
    connections,
    media::MediaStore,
    model::{
        CampaignId, CompanyId, ConnectionId, ContactListId, ErrorCode, TagId,
        campaign::{Campaign, CampaignSettings, CampaignStatus, SendingWindow},
    },
};
use serde::{Deserialize, Serialize};

use super::{admit, admit_reader, body, known, list::shown};
use crate::{
    api::{fields, moments::Moment},
    app::App,
    error::ApiError,
    middleware::caller::Caller,
    valid::Valid,
};

/// A campaign that nobody may have saved yet, as far as it matters to its time.
#[derive(Debug, Deserialize, Validate, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct ForecastBody {
    /// When it is to begin; `null` or a time that is past is now.
    #[schema(value_type = Option<DateTime<Utc>>)]
    #[garde(skip)]
    scheduled_at: Option<Moment>,
    /// By which connections.
    #[serde(default)]
    #[garde(length(max = body::NUMBERS_MAX))]
    whatsapp_ids: Vec<ConnectionId>,
    /// To whom.
    #[garde(skip)]
    contact_list_id: Option<ContactListId>,
    /// Or to those whose tickets carry this tag.
    #[garde(skip)]
    tag_list_id: Option<TagId>,
    /// When it may write; `null` is always.
    #[serde(default, deserialize_with = "fields::present")]
    #[garde(custom(body::window_text))]
    window: Option<Option<SendingWindow>>,
    /// People a day, 1 to 100,000; `null` is what is usual.
    #[serde(default, deserialize_with = "fields::present")]
    #[garde(custom(body::few))]
    daily_cap: Option<Option<i64>>,
}

/// How long a campaign takes.
#[derive(Debug, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct CampaignForecast {
    /// People who wait to be written to.
    people: i64,
    /// When the next one is; `null` where nobody waits or no number writes.
    starts_at: Option<DateTime<Utc>>,
    /// When the last one is; `null` also where that is more than a year ahead.
    ends_at: Option<DateTime<Utc>>,
    /// Days on which somebody is written to.
    days: i64,
    /// To how many people its numbers may write on the first of them.
    per_day: i64,
}

/// What is counted ahead.
struct Wanted<'w> {
    people: i64,
    sent: i64,
    from: DateTime<Utc>,
    window: Option<&'w SendingWindow>,
    daily_cap: Option<i64>,
    connections: &'w [ConnectionId],
}

/// How long a campaign would take that is written like this. Admins only.
#[utoipa::path(
    tag = "campaigns",
    operation_id = "forecast_new_campaign",
    request_body = ForecastBody,
    responses(
        (status = 200, body = CampaignForecast),
        (status = 400, description = "ERR_VALIDATION"),
        (status = 403, description = "ERR_PLAN_FEATURE, ERR_NO_PERMISSION: not an admin"),
        (status = 404, description = "ERR_NO_WAPP_FOUND, ERR_NO_CONTACT_LIST_FOUND, ERR_NO_TAG_FOUND")
    )
)]
#[post("/forecast")]
pub(super) async fn of_new(
    app: web::Data<App>,
    caller: Caller,
    body: Valid<ForecastBody>,
) -> Result<web::Json<CampaignForecast>, ApiError> {
    admit(&caller)?;
    let Valid(body) = body;
    let (company, now) = (caller.company, app.clock.now());
    let counted = {
        let mut reader = app.db.read().await?;
        let conn = &mut reader.conn();
        let people = match (body.tag_list_id, body.contact_list_id) {
            (Some(tag), _) => campaigns::count_tagged(conn, company, tag).await?,
            (None, Some(list)) => {
                let takes_unknown = take_unknown(conn, company, &body.whatsapp_ids).await?;
                campaigns::count_valid(conn, company, list, takes_unknown).await?
            }
            (None, None) => 0,
        };
        let scheduled = body.scheduled_at.map(|moment| moment.at(caller.zone));
        let window = body.window.flatten();
        let wanted = Wanted {
            people,
            sent: 0,
            from: scheduled.map_or(now, |at| at.max(now)),
            window: window.as_ref(),
            daily_cap: body.daily_cap.flatten(),
            connections: &body.whatsapp_ids,
        };
        gather(conn, company, &wanted, caller.zone).await?
    };
    Ok(web::Json(counted.count().await?))
}

/// How long a campaign still takes. Admins and supervisors.
#[utoipa::path(
    tag = "campaigns",
    operation_id = "forecast_campaign",
    params(("id" = i64, Path)),
    responses(
        (status = 200, body = CampaignForecast),
        (status = 403, description = "ERR_PLAN_FEATURE, ERR_NO_PERMISSION: an attendant"),
        (status = 404, description = "ERR_NO_CAMPAIGN_FOUND")
    )
)]
#[get("/{id}/forecast")]
pub(super) async fn of_one(
    app: web::Data<App>,
    media: web::Data<MediaStore>,
    caller: Caller,
    id: web::Path<CampaignId>,
) -> Result<web::Json<CampaignForecast>, ApiError> {
    admit_reader(&caller)?;
    let (company, now) = (caller.company, app.clock.now());
    let counted = {
        let mut reader = app.db.read().await?;
        let conn = &mut reader.conn();
        let campaign = known(conn, &caller, *id, shown(&app, &media)).await?;
        let (people, from) = before(&campaign, now);
        let wanted = Wanted {
            people,
            sent: campaigns::sent_count(conn, company, *id).await?,
            from,
            window: campaign.window.as_ref(),
            daily_cap: campaign.daily_cap,
            connections: &campaign.whatsapp_ids,
        };
        gather(conn, company, &wanted, caller.zone).await?
    };
    Ok(web::Json(counted.count().await?))
}

/// Whether there are numbers, and all of them take those of whom nobody knows whether they have `WhatsApp`.
async fn take_unknown(
    conn: &mut Conn<'_>,
    company: CompanyId,
    numbers: &[ConnectionId],
) -> Result<bool, ApiError> {
    for id in numbers {
        let found = connections::find(conn, company, *id).await?;
        if found.is_none_or(|it| !Capabilities::of(it.provider).unknown_numbers) {
            return Ok(false);
        }
    }
    Ok(!numbers.is_empty())
}

/// How many wait in a campaign, and when it goes on.
fn before(campaign: &Campaign, now: DateTime<Utc>) -> (i64, DateTime<Utc>) {
    let counts = campaign.counts;
    match campaign.status {
        CampaignStatus::Inativa => (counts.valid, now),
        CampaignStatus::Programada => {
            let at = campaign.scheduled_at.unwrap_or(now);
            (counts.valid, at.max(now))
        }
        CampaignStatus::EmAndamento => {
            let at = campaign.next_at.unwrap_or(now);
            (counts.pending, at.max(now))
        }
        CampaignStatus::Cancelada => (counts.pending, now),
        CampaignStatus::Finalizada => (0, now),
    }
}

/// All that a forecast is counted from.
struct Counted {
    people: i64,
    sent: i64,
    from: DateTime<Utc>,
    settings: CampaignSettings,
    window: Window,
    zone: Zone,
    daily_cap: Option<i64>,
    numbers: Vec<Number>,
}

async fn gather(
    conn: &mut Conn<'_>,
    company: CompanyId,
    wanted: &Wanted<'_>,
    zone: Zone,
) -> Result<Counted, ApiError> {
    let today = wanted.from.with_timezone(&zone).date_naive();
    let holidays = holidays::list_near(conn, company, today).await?;
    let mut numbers = Vec::new();
    for id in wanted.connections {
        let found = connections::find(conn, company, *id).await?;
        let connection = found.ok_or(ErrorCode::NoWappFound)?;
        let can = Capabilities::of(connection.provider);
        numbers.push(Number {
            created_at: connection.created_at,
            may_hurry: can.haste,
            no_warm_up: can.no_warm_up,
            lane: running::find_lane(conn, company, *id).await?,
        });
    }
    Ok(Counted {
        people: wanted.people,
        sent: wanted.sent,
        from: wanted.from,
        settings: campaigns::settings::read(conn, company).await?,
        window: Window::new(wanted.window, zone, &holidays),
        zone,
        daily_cap: wanted.daily_cap,
        numbers,
    })
}

impl Counted {
    /// Each step of a campaign to many is counted: not on a thread that answers requests.
    async fn count(self) -> Result<CampaignForecast, ApiError> {
        let people = self.people;
        let counted = tokio::task::spawn_blocking(move || {
            forecast(&Plan {
                people: self.people,
                sent: self.sent,
                from: self.from,
                settings: &self.settings,
                window: &self.window,
                zone: self.zone,
                daily_cap: self.daily_cap,
                numbers: &self.numbers,
            })
        });
        let counted = counted.await.map_err(ApiError::internal)?;
        Ok(answer(people, counted))
    }
}

fn answer(people: i64, counted: Option<Forecast>) -> CampaignForecast {
    CampaignForecast {
        people,
        starts_at: counted.map(|it| it.starts_at),
        ends_at: counted.and_then(|it| it.ends_at),
        days: counted.map_or(0, |it| it.days),
        per_day: counted.map_or(0, |it| it.per_day),
    }
}
