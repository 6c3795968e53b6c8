//! `GET /schedules` and `GET /schedules/{id}` (S106).

use actix_web::{get, web};
use guiche_storage::{
    companies::Feature,
    delivery::schedules::{self, ScheduleFilter},
    model::{ContactId, ScheduleId, page::Page, schedule::Schedule},
};
use serde::{Deserialize, Serialize};

use crate::{api::fields, app::App, error::ApiError, middleware::caller::Caller, valid::Query};

/// Schedules of one page (rule B0).
const SCHEDULES_A_PAGE: i64 = 20;
/// Schedules of one page when days are given: a calendar shows them all at once.
const SCHEDULES_A_PAGE_OF_DAYS: i64 = 200;

/// What to list.
#[derive(Debug, Deserialize, utoipa::IntoParams)]
#[serde(rename_all = "camelCase")]
pub(super) struct ListQuery {
    /// Part of the contact's name or number, or of the text.
    search_param: Option<String>,
    /// Only for this contact.
    contact_id: Option<i64>,
    /// First day, `yyyy-MM-dd`.
    date_start: Option<String>,
    /// Last day, `yyyy-MM-dd`.
    date_end: Option<String>,
    /// From 1; 20 a page, 200 where both days are given.
    page_number: Option<i64>,
}

/// A page of schedules in the order of their time.
#[derive(Debug, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct SchedulePage {
    /// The schedules of this page.
    schedules: Vec<Schedule>,
    /// All that match.
    count: i64,
    /// Whether another page follows.
    has_more: bool,
}

/// A page of the company's schedules.
#[utoipa::path(
    tag = "schedules",
    params(ListQuery),
    responses((status = 200, body = SchedulePage), (status = 403, description = "ERR_PLAN_FEATURE"))
)]
#[get("")]
pub(super) async fn list(
    app: web::Data<App>,
    caller: Caller,
    query: Query<ListQuery>,
) -> Result<web::Json<SchedulePage>, ApiError> {
    caller.require_plan(Feature::Schedules)?;
    let first = fields::day("dateStart", query.date_start.as_deref(), caller.zone)?;
    let last = fields::day("dateEnd", query.date_end.as_deref(), caller.zone)?;
    let filter = ScheduleFilter {
        search: fields::search_text(query.search_param.as_deref())?,
        numbers: caller.numbers(),
        contact: query.contact_id.map(ContactId),
        from: first.map(|day| day.0),
        until: last.map(|day| day.1),
    };
    let size = match (first, last) {
        (Some(_), Some(_)) => SCHEDULES_A_PAGE_OF_DAYS,
        _ => SCHEDULES_A_PAGE,
    };
    let page = Page::new(query.page_number, size);
    let mut reader = app.db.read().await?;
    let found = schedules::list(&mut reader.conn(), caller.company, &filter, page).await?;
    Ok(web::Json(SchedulePage {
        schedules: found.rows,
        count: found.count,
        has_more: found.has_more,
    }))
}

/// A schedule.
#[utoipa::path(
    tag = "schedules",
    params(("id" = i64, Path)),
    responses(
        (status = 200, body = Schedule),
        (status = 403, description = "ERR_PLAN_FEATURE"),
        (status = 404, description = "ERR_NO_SCHEDULE_FOUND")
    )
)]
#[get("/{id}")]
pub(super) async fn show(
    app: web::Data<App>,
    caller: Caller,
    id: web::Path<ScheduleId>,
) -> Result<web::Json<Schedule>, ApiError> {
    caller.require_plan(Feature::Schedules)?;
    let mut reader = app.db.read().await?;
    Ok(web::Json(
        schedules::get(&mut reader.conn(), caller.company, *id).await?,
    ))
}
