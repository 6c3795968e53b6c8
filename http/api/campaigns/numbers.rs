//! What each number may still send in bulk today: how many people it has written to, how it is warmed up, what stopped it.

use actix_web::{get, web};
use chrono::{DateTime, Utc};
use guiche_actors::rules::{
    campaign::{cap, warm_up},
    capabilities::Capabilities,
};
use guiche_storage::{
    campaigns::{self, running},
    connections,
    model::{CampaignId, ConnectionId, connection::ConnectionStatus},
};
use serde::Serialize;

use super::admit_reader;
use crate::{app::App, error::ApiError, middleware::caller::Caller};

/// A number and its day in bulk.
#[derive(Debug, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct CampaignNumber {
    /// The connection.
    id: ConnectionId,
    /// Its name.
    name: String,
    /// Its phone number, when known.
    number: Option<String>,
    /// Where it stands.
    status: ConnectionStatus,
    /// People whom campaigns have written to by it today.
    today: i64,
    /// To how many it may write a day, where a campaign says nothing else.
    cap: i64,
    /// How it is warmed up; `null` where it is not any more.
    warm_up: Option<NumberWarmUp>,
    /// A campaign by it that stopped for its failures.
    stopped_campaign_id: Option<CampaignId>,
}

/// How a young number is warmed up.
#[derive(Debug, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct NumberWarmUp {
    /// Which of its weeks this is, from 1.
    week: i64,
    /// People a day from the next week on; `null` where its warming up ends then.
    next_cap: Option<i64>,
    /// When the next week begins.
    until: DateTime<Utc>,
}

/// The company's numbers.
#[derive(Debug, Serialize, utoipa::ToSchema)]
pub(super) struct CampaignNumbers {
    /// In the order of their connections.
    records: Vec<CampaignNumber>,
}

/// The company's numbers, and what each may still send in bulk today. Admins and supervisors.
#[utoipa::path(
    tag = "campaigns",
    operation_id = "list_campaign_numbers",
    responses(
        (status = 200, body = CampaignNumbers),
        (status = 403, description = "ERR_PLAN_FEATURE, ERR_NO_PERMISSION: an attendant")
    )
)]
#[get("/numbers")]
pub(super) async fn list(
    app: web::Data<App>,
    caller: Caller,
) -> Result<web::Json<CampaignNumbers>, ApiError> {
    admit_reader(&caller)?;
    let (company, now) = (caller.company, app.clock.now());
    let today = now.with_timezone(&caller.zone).date_naive().to_string();
    let mut reader = app.db.read().await?;
    let conn = &mut reader.conn();
    let lanes = running::list_lanes(conn, company).await?;
    let stopped = campaigns::list_stopped(conn, company).await?;
    let all = connections::list(conn, company).await?;
    let records = all.into_iter().map(|one| {
        let no_warm_up = Capabilities::of(one.provider).no_warm_up;
        let lane = lanes.iter().find(|(id, _)| *id == one.id);
        let lane = lane.filter(|(_, lane)| lane.day == today);
        let warm_up = warm_up(one.created_at, now, no_warm_up);
        let stopped = stopped.iter().find(|(id, _)| *id == one.id);
        CampaignNumber {
            id: one.id,
            name: one.name,
            number: one.number,
            status: one.status,
            today: lane.map_or(0, |(_, lane)| lane.day_count),
            cap: cap(None, now - one.created_at, no_warm_up),
            warm_up: warm_up.map(|it| NumberWarmUp {
                week: it.week,
                next_cap: it.next_cap,
                until: it.until,
            }),
            stopped_campaign_id: stopped.map(|(_, campaign)| *campaign),
        }
    });
    Ok(web::Json(CampaignNumbers {
        records: records.collect(),
    }))
}
