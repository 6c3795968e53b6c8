//! How the company's numbers have been: for the page on which they are looked after.

use std::collections::HashMap;

use actix_web::{get, web};
use chrono::{DateTime, TimeDelta, Utc};
use guiche_actors::rules::{
    calendar::zone_or_default,
    health::{self as rules, Cell},
};
use guiche_storage::{
    companies::settings,
    connections::outages::{self, Outage},
    model::ConnectionId,
};
use serde::Serialize;

use crate::{app::App, error::ApiError, middleware::caller::Caller};

/// What is shown: a day and the hours of today before it.
const LOOKED_BACK: TimeDelta = TimeDelta::hours(48);

/// How a number has been.
#[derive(Debug, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub(in crate::api) struct ConnectionHealth {
    /// Which.
    pub id: ConnectionId,
    /// When something was heard of it last.
    pub last_event_at: Option<DateTime<Utc>>,
    /// What: `message`, `receipt`, `status`.
    pub last_event_kind: Option<String>,
    /// How often it came back today.
    pub reconnects_today: usize,
    /// When it came back last, if that was today.
    pub last_reconnect_at: Option<DateTime<Utc>>,
    /// After how many seconds.
    pub last_reconnect_seconds: Option<i64>,
    /// Messages that wait to be sent; at most 1000.
    pub waiting: i64,
    /// When the oldest of them was written.
    pub oldest_at: Option<DateTime<Utc>>,
    /// How many admins had a mail about the outage that it is in.
    pub mailed_to: i64,
    /// The last 24 hours, the newest last.
    pub cells: Vec<HealthCell>,
}

/// An hour of a number.
#[derive(Debug, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub(in crate::api) struct HealthCell {
    /// When it begins.
    pub from: DateTime<Utc>,
    /// Seconds in which it was down although somebody wanted it on.
    pub down_seconds: i64,
    /// Seconds in which nobody wanted it on, or it had never been connected.
    pub off_seconds: i64,
    /// Why it was down.
    pub reason: Option<String>,
}

/// How the company's numbers have been, by number. Admins and supervisors.
#[utoipa::path(
    tag = "connections",
    responses(
        (status = 200, body = [ConnectionHealth]),
        (status = 403, description = "ERR_NO_PERMISSION")
    )
)]
#[get("/health")]
pub(in crate::api) async fn health(
    app: web::Data<App>,
    caller: Caller,
) -> Result<web::Json<Vec<ConnectionHealth>>, ApiError> {
    caller.require_supervisor()?;
    let (company, now) = (caller.company, app.clock.now());
    let mut reader = app.db.read().await?;
    let conn = &mut reader.conn();
    let zone = settings::find(conn, company, settings::TIME_ZONE).await?;
    let zone = zone_or_default(zone.as_deref());
    let standings = outages::standings(conn, company).await?;
    let past = outages::list_since(conn, company, now - LOOKED_BACK).await?;
    let mut of: HashMap<ConnectionId, Vec<&Outage>> = HashMap::new();
    for outage in &past {
        of.entry(outage.connection_id).or_default().push(outage);
    }
    let all = standings.into_iter().map(|standing| {
        let mine = of.remove(&standing.id).unwrap_or_default();
        let (reconnects_today, last) = rules::reconnects(&mine, zone, now);
        let open = mine.iter().find(|outage| outage.ended_at.is_none());
        ConnectionHealth {
            id: standing.id,
            last_event_at: standing.last_event_at,
            last_event_kind: standing.last_event_kind,
            reconnects_today,
            last_reconnect_at: last.map(|(at, _)| at),
            last_reconnect_seconds: last.map(|(_, seconds)| seconds),
            waiting: standing.waiting,
            oldest_at: standing.oldest_at,
            mailed_to: open.map_or(0, |outage| outage.mailed_to),
            cells: rules::cells(standing.first_connected_at, &mine, now)
                .into_iter()
                .map(view)
                .collect(),
        }
    });
    Ok(web::Json(all.collect()))
}

fn view(cell: Cell) -> HealthCell {
    HealthCell {
        from: cell.from,
        down_seconds: cell.down_seconds,
        off_seconds: cell.off_seconds,
        reason: cell.reason,
    }
}
