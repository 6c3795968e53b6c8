//! The dashboard: admins see the company, supervisors their queues (rules B18, B19).

use std::collections::BTreeMap;

use actix_web::{HttpRequest, HttpResponse, get, http::header, web};
use chrono::{DateTime, Days, NaiveDate, TimeDelta, Timelike as _, Utc};
use guiche_actors::rules::calendar::Zone;
use guiche_storage::{
    dashboard::{self, SLOT_SECONDS, Span, TimesBy},
    model::{
        UserId,
        dashboard::{AttendantFigures, Counters, TimesOf, UserTotal},
    },
};
use serde::{Deserialize, Serialize};

use super::{
    csv_text::{BYTE_ORDER_MARK, harmless, line},
    fields::{self, OwnCompany},
};
use crate::{
    app::App, error::ApiError, middleware::caller::Caller, route_list::RouteList, valid::Query,
};

mod course;
mod queues;

use queues::QueueFilter;

/// Most days that a filter or a chart goes back: a year and the day that it may have more.
const DAYS_MAX: i64 = 366;
/// The columns of exported times.
const TIMES_HEADING: [&str; 8] = [
    "nome",
    "conversas",
    "respondidas",
    "primeira_resposta_mediana_s",
    "primeira_resposta_90_s",
    "encerradas",
    "resolucao_mediana_s",
    "resolucao_90_s",
];

/// Mounts the routes of `/dashboard`.
pub fn configure(cfg: &mut RouteList<'_>) {
    cfg.service(show)
        .service(course::dashboard_course)
        .service(course::dashboard_now)
        .service(tickets_users)
        .service(times)
        .service(export_times)
        .service(tickets_day);
}

/// Which episodes count: those that began to wait in the period. At least one of the three has to be given.
#[derive(Debug, Deserialize, utoipa::IntoParams)]
pub(super) struct Filter {
    /// The last so many days, 1 to 366; 0 is the same as nothing.
    days: Option<i64>,
    /// First day, `yyyy-MM-dd`.
    date_from: Option<String>,
    /// Last day, `yyyy-MM-dd`.
    date_to: Option<String>,
}

/// The cards and the table.
#[derive(Debug, Serialize, utoipa::ToSchema)]
pub(super) struct Dashboard {
    /// The six cards.
    counters: Counters,
    /// Attendants by name.
    attendants: Vec<AttendantFigures>,
}

/// What conversations are told apart by.
#[derive(Debug, Clone, Copy, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "lowercase")]
pub(super) enum TimesWord {
    /// Their queue.
    Queue,
    /// Their tags.
    Tag,
    /// Their number.
    Connection,
    /// Their attendant.
    Attendant,
}

/// What times are listed by.
#[derive(Debug, Deserialize, utoipa::IntoParams)]
pub(super) struct TimesQuery {
    /// `queue`, `tag`, `connection` or `attendant`.
    #[param(inline)]
    by: TimesWord,
}

/// The times of a period.
#[derive(Debug, Serialize, utoipa::ToSchema)]
pub(super) struct Times {
    /// Those with most conversations first; at most 500.
    data: Vec<TimesOf>,
}

/// The days of a chart.
#[derive(Debug, Deserialize, utoipa::IntoParams)]
#[serde(rename_all = "camelCase")]
pub(super) struct ChartQuery {
    /// First day, `yyyy-MM-dd`.
    initial_date: Option<String>,
    /// Last day, `yyyy-MM-dd`; at most 366 days in all.
    final_date: Option<String>,
}

/// Conversations that each attendant has ended.
#[derive(Debug, Serialize, utoipa::ToSchema)]
pub(super) struct TicketsUsers {
    /// By name; also those who have ended none.
    data: Vec<UserTotal>,
}

/// Conversations that began in a day or in an hour.
#[derive(Debug, Serialize, utoipa::ToSchema)]
pub(super) struct TimeTotal {
    /// The day as `dd/MM/yyyy`, where there are several.
    data: Option<String>,
    /// The hour, `0` to `23`, where there is one day.
    horario: Option<String>,
    /// How many.
    total: i64,
}

/// Conversations that began, by day or by hour.
#[derive(Debug, Serialize, utoipa::ToSchema)]
pub(super) struct TicketsDay {
    /// Every day of the span, or every hour of its only day.
    data: Vec<TimeTotal>,
    /// All together.
    count: i64,
}

/// Counters and attendants of a period.
#[utoipa::path(
    tag = "dashboard",
    params(Filter, QueueFilter),
    responses(
        (status = 200, body = Dashboard),
        (status = 403, description = "ERR_NO_PERMISSION: an attendant"),
        (status = 404, description = "ERR_NO_QUEUE_FOUND")
    )
)]
#[get("/dashboard")]
pub(super) async fn show(
    request: HttpRequest,
    app: web::Data<App>,
    caller: Caller,
    query: Query<Filter>,
    queues: Query<QueueFilter>,
) -> Result<web::Json<Dashboard>, ApiError> {
    caller.require_supervisor()?;
    let span = period(&query, &caller, app.clock.now())?;
    app.limiter.change_to_dear(&request, &caller).await?;
    let mut reader = app.db.read().await?;
    let conn = &mut reader.conn();
    let chosen = queues.check(conn, &caller).await?;
    let span = span.of(chosen.as_deref());
    Ok(web::Json(Dashboard {
        counters: dashboard::get_counters(conn, caller.company, span).await?,
        attendants: dashboard::list_attendants(conn, caller.company, span).await?,
    }))
}

/// How long customers waited for a first answer and for the end.
#[utoipa::path(
    tag = "dashboard",
    params(Filter, TimesQuery, QueueFilter),
    responses(
        (status = 200, body = Times),
        (status = 403, description = "ERR_NO_PERMISSION: an attendant"),
        (status = 404, description = "ERR_NO_QUEUE_FOUND")
    )
)]
#[get("/dashboard/times")]
pub(super) async fn times(
    request: HttpRequest,
    app: web::Data<App>,
    caller: Caller,
    filter: Query<Filter>,
    query: Query<TimesQuery>,
    queues: Query<QueueFilter>,
) -> Result<web::Json<Times>, ApiError> {
    let data = read_times(&request, &app, &caller, &filter, &queues, query.by).await?;
    Ok(web::Json(Times { data }))
}

/// The same as a text that a spreadsheet opens; times in seconds.
#[utoipa::path(
    tag = "dashboard",
    params(Filter, TimesQuery, QueueFilter),
    responses(
        (status = 200, body = String, content_type = "text/csv"),
        (status = 403, description = "ERR_NO_PERMISSION: an attendant"),
        (status = 404, description = "ERR_NO_QUEUE_FOUND")
    )
)]
#[get("/dashboard/times/export")]
pub(super) async fn export_times(
    request: HttpRequest,
    app: web::Data<App>,
    caller: Caller,
    filter: Query<Filter>,
    query: Query<TimesQuery>,
    queues: Query<QueueFilter>,
) -> Result<HttpResponse, ApiError> {
    let rows = read_times(&request, &app, &caller, &filter, &queues, query.by).await?;
    let mut text = BYTE_ORDER_MARK.as_bytes().to_vec();
    text.extend(line(&TIMES_HEADING.map(str::to_owned))?);
    for row in rows {
        let number = |seconds: Option<i64>| seconds.map_or_else(String::new, |it| it.to_string());
        text.extend(line(&[
            harmless(&row.name.unwrap_or_default()),
            row.tickets.to_string(),
            row.answers.to_string(),
            number(row.answer_median),
            number(row.answer_ninth),
            row.endings.to_string(),
            number(row.ending_median),
            number(row.ending_ninth),
        ])?);
    }
    Ok(HttpResponse::Ok()
        .content_type("text/csv; charset=utf-8")
        .insert_header((
            header::CONTENT_DISPOSITION,
            "attachment; filename=\"tempos.csv\"",
        ))
        .insert_header((header::CACHE_CONTROL, "no-store"))
        .body(text))
}

async fn read_times(
    request: &HttpRequest,
    app: &App,
    caller: &Caller,
    filter: &Filter,
    queues: &QueueFilter,
    by: TimesWord,
) -> Result<Vec<TimesOf>, ApiError> {
    caller.require_supervisor()?;
    let span = period(filter, caller, app.clock.now())?;
    let by = match by {
        TimesWord::Queue => TimesBy::Queue,
        TimesWord::Tag => TimesBy::Tag,
        TimesWord::Connection => TimesBy::Connection,
        TimesWord::Attendant => TimesBy::Attendant,
    };
    app.limiter.change_to_dear(request, caller).await?;
    let mut reader = app.db.read().await?;
    let conn = &mut reader.conn();
    let chosen = queues.check(conn, caller).await?;
    let span = span.of(chosen.as_deref());
    Ok(dashboard::list_times(conn, caller.company, span, by).await?)
}

/// How many conversations each attendant has ended.
#[utoipa::path(
    tag = "dashboard",
    params(OwnCompany, ChartQuery, QueueFilter),
    responses(
        (status = 200, body = TicketsUsers),
        (status = 403, description = "ERR_NO_PERMISSION: an attendant"),
        (status = 404, description = "ERR_NO_COMPANY_FOUND: another company; ERR_NO_QUEUE_FOUND")
    )
)]
#[get("/dashboard/ticketsUsers")]
pub(super) async fn tickets_users(
    request: HttpRequest,
    app: web::Data<App>,
    caller: Caller,
    company: Query<OwnCompany>,
    query: Query<ChartQuery>,
    queues: Query<QueueFilter>,
) -> Result<web::Json<TicketsUsers>, ApiError> {
    caller.require_supervisor()?;
    company.check(&caller)?;
    let (span, _) = days(&query, &caller)?;
    app.limiter.change_to_dear(&request, &caller).await?;
    let mut reader = app.db.read().await?;
    let conn = &mut reader.conn();
    let chosen = queues.check(conn, &caller).await?;
    let span = span.of(chosen.as_deref());
    let data = dashboard::finished_by_user(conn, caller.company, span).await?;
    Ok(web::Json(TicketsUsers { data }))
}

/// How many conversations began on each day, or in each hour of one day.
#[utoipa::path(
    tag = "dashboard",
    params(OwnCompany, ChartQuery, QueueFilter),
    responses(
        (status = 200, body = TicketsDay),
        (status = 403, description = "ERR_NO_PERMISSION: an attendant"),
        (status = 404, description = "ERR_NO_COMPANY_FOUND: another company; ERR_NO_QUEUE_FOUND")
    )
)]
#[get("/dashboard/ticketsDay")]
pub(super) async fn tickets_day(
    request: HttpRequest,
    app: web::Data<App>,
    caller: Caller,
    company: Query<OwnCompany>,
    query: Query<ChartQuery>,
    queues: Query<QueueFilter>,
) -> Result<web::Json<TicketsDay>, ApiError> {
    caller.require_supervisor()?;
    company.check(&caller)?;
    let (span, dates) = days(&query, &caller)?;
    app.limiter.change_to_dear(&request, &caller).await?;
    let mut reader = app.db.read().await?;
    let conn = &mut reader.conn();
    let chosen = queues.check(conn, &caller).await?;
    let span = span.of(chosen.as_deref());
    let slots = dashboard::count_by_slot(conn, caller.company, span).await?;
    let data = match dates.as_slice() {
        [_] => by_hour(&span, &slots, caller.zone),
        dates => by_day(&span, dates, &slots, caller.zone),
    };
    Ok(web::Json(TicketsDay {
        count: data.iter().map(|one| one.total).sum(),
        data,
    }))
}

/// Whose queues a supervisor's figures are limited to: his own.
fn leader(caller: &Caller) -> Option<UserId> {
    (!caller.is_admin()).then_some(caller.user)
}

fn span(caller: &Caller, from: DateTime<Utc>, until: DateTime<Utc>) -> Span<'static> {
    Span {
        from,
        until,
        leader: leader(caller),
        chosen: None,
    }
}

/// The narrowest period of all that is given (S025, S078).
fn period(query: &Filter, caller: &Caller, now: DateTime<Utc>) -> Result<Span<'static>, ApiError> {
    let last = query.days.filter(|days| *days != 0);
    if last.is_some_and(|days| !(1..=DAYS_MAX).contains(&days)) {
        return Err(ApiError::field("days", "must be 0 to 366"));
    }
    let first = fields::day("date_from", query.date_from.as_deref(), caller.zone)?;
    let until = fields::day("date_to", query.date_to.as_deref(), caller.zone)?;
    let since = last.and_then(TimeDelta::try_days).map(|days| now - days);
    if since.is_none() && first.is_none() && until.is_none() {
        return Err(ApiError::field("days", "a filter must be given"));
    }
    let from = since.max(first.map(|day| day.0));
    let until = until.map(|day| day.1);
    Ok(span(
        caller,
        from.unwrap_or(DateTime::UNIX_EPOCH),
        until.unwrap_or(now + TimeDelta::days(1)),
    ))
}

/// The span of a chart and its dates.
fn days(query: &ChartQuery, caller: &Caller) -> Result<(Span<'static>, Vec<NaiveDate>), ApiError> {
    let day = |field, text: &Option<String>| {
        fields::day(field, text.as_deref(), caller.zone)?
            .ok_or_else(|| ApiError::field(field, "is missing"))
    };
    let first = day("initialDate", &query.initial_date)?;
    let last = day("finalDate", &query.final_date)?;
    let (start, end) = (date_of(first.0, caller.zone), date_of(last.0, caller.zone));
    let count = (end - start).num_days() + 1;
    if !(1..=DAYS_MAX).contains(&count) {
        let problem = "must be the first day or one of the 365 after it";
        return Err(ApiError::field("finalDate", problem));
    }
    let dates = (0..count.unsigned_abs()).map_while(|days| start.checked_add_days(Days::new(days)));
    Ok((span(caller, first.0, last.1), dates.collect()))
}

fn date_of(time: DateTime<Utc>, zone: Zone) -> NaiveDate {
    time.with_timezone(&zone).date_naive()
}

/// When a slot begins.
fn begin(span: &Span<'_>, slot: i64) -> DateTime<Utc> {
    span.from + TimeDelta::seconds(slot * SLOT_SECONDS)
}

fn by_day(
    span: &Span<'_>,
    dates: &[NaiveDate],
    slots: &[(i64, i64)],
    zone: Zone,
) -> Vec<TimeTotal> {
    let mut totals: BTreeMap<NaiveDate, i64> = dates.iter().map(|date| (*date, 0)).collect();
    for (slot, amount) in slots {
        *totals.entry(date_of(begin(span, *slot), zone)).or_default() += amount;
    }
    let totals = totals.into_iter().map(|(date, total)| TimeTotal {
        data: Some(date.format("%d/%m/%Y").to_string()),
        horario: None,
        total,
    });
    totals.collect()
}

fn by_hour(span: &Span<'_>, slots: &[(i64, i64)], zone: Zone) -> Vec<TimeTotal> {
    let mut totals: BTreeMap<u32, i64> = (0..24).map(|hour| (hour, 0)).collect();
    for (slot, amount) in slots {
        let hour = begin(span, *slot).with_timezone(&zone).hour();
        *totals.entry(hour).or_default() += amount;
    }
    let totals = totals.into_iter().map(|(hour, total)| TimeTotal {
        data: None,
        horario: Some(hour.to_string()),
        total,
    });
    totals.collect()
}
