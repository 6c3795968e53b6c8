//! `GET /operators/series`: how this node and its actors were over the last minutes, the last hour or the last day.

use std::collections::BTreeSet;

use actix_web::{get, web};
use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};

use crate::{
    error::ApiError,
    middleware::caller::Caller,
    samples::{self, KindPoint, Point, Range},
    valid::Query,
};

/// How far back.
#[derive(Debug, Deserialize, utoipa::IntoParams)]
pub(super) struct SeriesQuery {
    /// `15m`, `1h` or `24h`; 15 minutes if nothing is said.
    #[param(inline)]
    range: Option<Range>,
}

/// Points at equal distances, the oldest first; at most 180. Each list has one value for each time.
#[derive(Debug, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct OperationSeries {
    /// Seconds between two points.
    every: u64,
    /// The ends of the times that the points speak of.
    times: Vec<DateTime<Utc>>,
    /// Processors that were busy, on average; 1 is one of them all the time.
    cpu: Vec<Option<f64>>,
    /// Resident bytes.
    memory: Vec<Option<u64>>,
    /// Milliseconds by which the slowest thread came round too late, 99 of 100 times; the upper end of a bucket.
    delay_ms: Vec<Option<f64>>,
    /// Every kind of actor.
    kinds: Vec<KindSeries>,
}

/// A kind of actor over time.
#[derive(Debug, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct KindSeries {
    /// Its name.
    kind: String,
    /// How many lived; nothing before there were any.
    live: Vec<Option<f64>>,
    /// Messages handled in a second.
    handled: Vec<Option<f64>>,
    /// Milliseconds within which 99 of 100 messages were handled; nothing where there were none.
    p99_ms: Vec<Option<f64>>,
}

/// How this node and its actors were. Super users only.
#[utoipa::path(
    tag = "operators",
    params(SeriesQuery),
    responses((status = 200, body = OperationSeries), (status = 403, description = "ERR_NO_PERMISSION: not super"))
)]
#[get("/series")]
pub(super) async fn series(
    caller: Caller,
    query: Query<SeriesQuery>,
) -> Result<web::Json<OperationSeries>, ApiError> {
    caller.require_super()?;
    let range = query.range.unwrap_or_default();
    Ok(web::Json(series_of(range, &samples::points(range))))
}

fn series_of(range: Range, points: &[Point]) -> OperationSeries {
    let kinds: BTreeSet<&str> = points
        .iter()
        .flat_map(|point| point.kinds.keys().map(String::as_str))
        .collect();
    let delay = |point: &Point| point.delay.as_ref().map(|delay| delay.seconds * 1_000.0);
    OperationSeries {
        every: range.every().as_secs(),
        times: points.iter().map(|point| point.at).collect(),
        cpu: points.iter().map(|point| point.cpu).collect(),
        memory: points.iter().map(|point| point.memory).collect(),
        delay_ms: points.iter().map(delay).collect(),
        kinds: kinds
            .into_iter()
            .map(|kind| kind_series(kind, points))
            .collect(),
    }
}

fn kind_series(kind: &str, points: &[Point]) -> KindSeries {
    let of = |value: fn(&KindPoint) -> Option<f64>| {
        let each = points.iter().map(|point| point.kinds.get(kind));
        each.map(|known| known.and_then(value)).collect()
    };
    KindSeries {
        kind: kind.to_owned(),
        live: of(|point| Some(point.live)),
        handled: of(|point| Some(point.handled)),
        p99_ms: of(|point| point.p99.map(|seconds| seconds * 1_000.0)),
    }
}
