//! How a period went, day by day and hour by hour, and what happens at this moment.

use std::collections::BTreeMap;

use actix_web::{HttpRequest, get, web};
use chrono::{DateTime, Datelike as _, Days, NaiveDate, TimeDelta, Timelike as _, Utc};
use guiche_storage::{
    dashboard::{self, Slot, Span},
    model::dashboard::{FirstAnswer, Held, WaitingTicket},
};
use serde::Serialize;

use super::{DAYS_MAX, Filter, QueueFilter, begin, date_of, leader, period};
use crate::{api::fields, app::App, error::ApiError, middleware::caller::Caller, valid::Query};

/// A day of the period.
#[derive(Debug, Default, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct CourseDay {
    /// `yyyy-MM-dd`.
    day: String,
    /// Conversations that began to wait.
    began: i64,
    /// Those of them that have ended.
    finished: i64,
    /// Contacts whose only conversation of the period began on this day.
    leads: i64,
    /// Whole minutes of service, on average; `null` when none ended.
    avg_support_time: Option<i64>,
    /// Whole minutes of waiting, on average; `null` when nobody was served.
    avg_wait_time: Option<i64>,
}

/// The course of a period.
#[derive(Debug, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct DashboardCourse {
    /// Its days up to today in their order, at most the last 366.
    days: Vec<CourseDay>,
    /// How soon people answered.
    first_answer: FirstAnswer,
    /// Conversations that began in each hour of each weekday, from Monday, in the company's time zone.
    hours: [[i64; 24]; 7],
}

/// Who waits.
#[derive(Debug, Serialize, utoipa::ToSchema)]
pub(super) struct Waiting {
    /// How many tickets.
    total: i64,
    /// Those that have waited longest, at most five.
    longest: Vec<WaitingTicket>,
}

/// Who is served.
#[derive(Debug, Serialize, utoipa::ToSchema)]
pub(super) struct Holding {
    /// How many tickets.
    total: i64,
    /// Attendants, those with most tickets first, at most 50.
    attendants: Vec<Held>,
}

/// This moment.
#[derive(Debug, Serialize, utoipa::ToSchema)]
pub(super) struct DashboardNow {
    /// The server's time.
    time: DateTime<Utc>,
    /// Who waits.
    waiting: Waiting,
    /// Who serves whom.
    held: Holding,
}

/// A period by days and hours, and how soon people answered.
#[utoipa::path(
    tag = "dashboard",
    params(Filter, QueueFilter),
    responses(
        (status = 200, body = DashboardCourse),
        (status = 403, description = "ERR_NO_PERMISSION: an attendant"),
        (status = 404, description = "ERR_NO_QUEUE_FOUND")
    )
)]
#[get("/dashboard/course")]
pub(super) async fn dashboard_course(
    request: HttpRequest,
    app: web::Data<App>,
    caller: Caller,
    query: Query<Filter>,
    queues: Query<QueueFilter>,
) -> Result<web::Json<DashboardCourse>, ApiError> {
    caller.require_supervisor()?;
    let now = app.clock.now();
    let (span, dates) = with_dates(period(&query, &caller, now)?, &caller, now)?;
    app.limiter.change_to_dear(&request, &caller).await?;
    let mut reader = app.db.read().await?;
    let conn = &mut reader.conn();
    let chosen = queues.check(conn, &caller).await?;
    let span = span.of(chosen.as_deref());
    let slots = dashboard::list_slots(conn, caller.company, span).await?;
    let once = dashboard::count_once_by_slot(conn, caller.company, span).await?;
    Ok(web::Json(DashboardCourse {
        hours: by_weekday(&span, &slots, &caller),
        days: by_date(&span, &dates, (&slots, &once), &caller),
        first_answer: dashboard::first_answer(conn, caller.company, span).await?,
    }))
}

/// Who waits longest, and who serves whom.
#[utoipa::path(
    tag = "dashboard",
    params(QueueFilter),
    responses(
        (status = 200, body = DashboardNow),
        (status = 403, description = "ERR_NO_PERMISSION: an attendant"),
        (status = 404, description = "ERR_NO_QUEUE_FOUND")
    )
)]
#[get("/dashboard/now")]
pub(super) async fn dashboard_now(
    request: HttpRequest,
    app: web::Data<App>,
    caller: Caller,
    queues: Query<QueueFilter>,
) -> Result<web::Json<DashboardNow>, ApiError> {
    caller.require_supervisor()?;
    app.limiter.change_to_dear(&request, &caller).await?;
    let leader = leader(&caller);
    let mut reader = app.db.read().await?;
    let conn = &mut reader.conn();
    let chosen = queues.check(conn, &caller).await?;
    let chosen = chosen.as_deref();
    let (open, waiting) = dashboard::count_running(conn, caller.company, leader, chosen).await?;
    Ok(web::Json(DashboardNow {
        time: app.clock.now(),
        waiting: Waiting {
            total: waiting,
            longest: dashboard::list_waiting(conn, caller.company, leader, chosen).await?,
        },
        held: Holding {
            total: open,
            attendants: dashboard::list_held(conn, caller.company, leader, chosen).await?,
        },
    }))
}

/// The days of a span up to today, at most the last 366, and the span cut to them.
fn with_dates(
    span: Span<'static>,
    caller: &Caller,
    now: DateTime<Utc>,
) -> Result<(Span<'static>, Vec<NaiveDate>), ApiError> {
    let last = date_of(
        (span.until - TimeDelta::milliseconds(1)).min(now),
        caller.zone,
    );
    let earliest = last.checked_sub_days(Days::new((DAYS_MAX - 1).unsigned_abs()));
    let first = date_of(span.from, caller.zone).max(earliest.unwrap_or(last));
    let start = fields::day("date_from", Some(&first.to_string()), caller.zone)?;
    let from = start.map_or(span.from, |(start, _)| span.from.max(start));
    let dates = first.iter_days().take_while(|date| *date <= last);
    Ok((Span { from, ..span }, dates.collect()))
}

fn by_date(
    span: &Span<'_>,
    dates: &[NaiveDate],
    (slots, once): (&[Slot], &[(i64, i64)]),
    caller: &Caller,
) -> Vec<CourseDay> {
    let mut sums: BTreeMap<NaiveDate, (Slot, i64)> = dates
        .iter()
        .map(|date| (*date, Default::default()))
        .collect();
    for slot in slots {
        let date = date_of(begin(span, slot.slot), caller.zone);
        let (sum, _) = sums.entry(date).or_default();
        sum.began += slot.began;
        sum.finished += slot.finished;
        sum.supported += slot.supported;
        sum.support += slot.support;
        sum.waited += slot.waited;
        sum.wait += slot.wait;
    }
    for (slot, amount) in once {
        let date = date_of(begin(span, *slot), caller.zone);
        sums.entry(date).or_default().1 += amount;
    }
    let days = sums.into_iter().map(|(date, (sum, leads))| CourseDay {
        day: date.to_string(),
        began: sum.began,
        finished: sum.finished,
        leads,
        avg_support_time: minutes(sum.support, sum.supported),
        avg_wait_time: minutes(sum.wait, sum.waited),
    });
    days.collect()
}

/// The nearest whole minutes of an average.
fn minutes(seconds: i64, among: i64) -> Option<i64> {
    (among > 0).then(|| (seconds + 30 * among) / (60 * among))
}

fn by_weekday(span: &Span<'_>, slots: &[Slot], caller: &Caller) -> [[i64; 24]; 7] {
    let mut hours = [[0; 24]; 7];
    for slot in slots {
        let at = begin(span, slot.slot).with_timezone(&caller.zone);
        let day = usize::try_from(at.weekday().num_days_from_monday());
        let hour = usize::try_from(at.hour());
        if let (Ok(day), Ok(hour)) = (day, hour)
            && let Some(amount) = hours.get_mut(day).and_then(|day| day.get_mut(hour))
        {
            *amount += slot.began;
        }
    }
    hours
}
