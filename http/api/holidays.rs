//! Days on which other hours hold (rule B21). Everybody reads them; admins write.

use actix_web::{delete, get, post, put, web};
use chrono::NaiveDate;
use garde::Validate;
use guiche_actors::rules::holidays::national;
use guiche_storage::{
    Conn,
    audit::Entry,
    companies::holidays::{self, HolidayForm},
    model::{
        HolidayId, QueueId,
        audit::Subject,
        event::{HolidayEvent, NewEvent, Written},
        hours::{Holiday, minute},
    },
    queues,
};
use serde::{Deserialize, Serialize};

use super::fields::{self, Done, EVERYBODY};
use crate::{
    app::App,
    error::ApiError,
    middleware::caller::Caller,
    route_list::RouteList,
    valid::{Query, Valid},
};

/// Which days.
#[derive(Debug, Deserialize, Validate, utoipa::IntoParams)]
#[serde(rename_all = "camelCase")]
pub(super) struct HolidaysQuery {
    /// Those of a year; all without it.
    #[garde(skip)]
    year: Option<i32>,
    /// Those that hold for a queue: its own, and the company's.
    #[garde(skip)]
    queue_id: Option<QueueId>,
}

/// Of which year.
#[derive(Debug, Deserialize, utoipa::IntoParams)]
pub(super) struct YearQuery {
    /// The year.
    #[param(minimum = 1900, maximum = 2200)]
    year: i32,
}

/// A day that is to hold.
#[derive(Debug, Deserialize, Validate, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct NewHoliday {
    /// The day.
    #[garde(skip)]
    date: NaiveDate,
    /// Every year on this day and month.
    #[garde(skip)]
    #[serde(default)]
    yearly: bool,
    /// 2 to 50 characters.
    #[garde(custom(fields::name))]
    name: String,
    /// For which queue; absent or `null` for the company.
    #[garde(skip)]
    queue_id: Option<QueueId>,
    /// `HH:MM`: open only from then. Both times, or none for a closed day.
    #[garde(skip)]
    start_time: Option<String>,
    /// `HH:MM`: open only until then.
    #[garde(skip)]
    end_time: Option<String>,
}

/// A holiday of Brazil.
#[derive(Debug, Serialize, utoipa::ToSchema)]
pub(super) struct National {
    /// The day.
    date: NaiveDate,
    /// What it is called.
    name: &'static str,
    /// On this day and month every year.
    yearly: bool,
}

/// Mounts the routes of `/holidays`.
pub fn configure(cfg: &mut RouteList<'_>) {
    cfg.service(list)
        .service(offered)
        .service(create)
        .service(update)
        .service(remove);
}

/// The company's holidays by date; at most 500.
#[utoipa::path(tag = "holidays", params(HolidaysQuery), responses((status = 200, body = [Holiday]), (status = 404, description = "ERR_NO_QUEUE_FOUND")))]
#[get("")]
pub(super) async fn list(
    app: web::Data<App>,
    caller: Caller,
    query: Query<HolidaysQuery>,
) -> Result<web::Json<Vec<Holiday>>, ApiError> {
    let mut reader = app.db.read().await?;
    let conn = &mut reader.conn();
    if let Some(queue) = query.queue_id {
        queues::get(conn, caller.company, queue).await?;
    }
    Ok(web::Json(
        holidays::list(conn, caller.company, query.year, query.queue_id).await?,
    ))
}

/// Brazil's national holidays of a year, to choose from.
#[utoipa::path(tag = "holidays", params(YearQuery), responses((status = 200, body = [National])))]
#[get("/national")]
pub(super) async fn offered(
    _: Caller,
    query: Query<YearQuery>,
) -> Result<web::Json<Vec<National>>, ApiError> {
    if !(1900..=2200).contains(&query.year) {
        return Err(ApiError::field("year", "must be 1900 to 2200"));
    }
    let days = national(query.year).into_iter().map(|day| National {
        date: day.date,
        name: day.name,
        yearly: day.yearly,
    });
    Ok(web::Json(days.collect()))
}

/// Adds a holiday. Admins only.
#[utoipa::path(
    tag = "holidays",
    request_body = NewHoliday,
    responses(
        (status = 200, body = Holiday),
        (status = 403, description = "ERR_NO_PERMISSION: not an admin"),
        (status = 404, description = "ERR_NO_QUEUE_FOUND"),
        (status = 409, description = "ERR_HOLIDAY_TAKEN, ERR_HOLIDAYS_FULL: there are 500")
    )
)]
#[post("")]
pub(super) async fn create(
    app: web::Data<App>,
    caller: Caller,
    body: Valid<NewHoliday>,
) -> Result<web::Json<Holiday>, ApiError> {
    caller.require_admin()?;
    let (Valid(body), now) = (body, app.clock.now());
    let form = form(body)?;
    let done = app
        .change(caller.company, now, async |conn, told| {
            check_queue(conn, &caller, &form).await?;
            let made = holidays::insert(conn, caller.company, &form, now).await?;
            let entry = Entry::created(Subject::Holiday, made.id, &made);
            caller.note(conn, &entry, now).await?;
            told.push(event(HolidayEvent::written(Written::New, &made)));
            Ok::<_, ApiError>(made)
        })
        .await?;
    Ok(web::Json(done))
}

/// Changes a holiday, as a whole. Admins only.
#[utoipa::path(
    tag = "holidays",
    params(("id" = i64, Path)),
    request_body = NewHoliday,
    responses(
        (status = 200, body = Holiday),
        (status = 403, description = "ERR_NO_PERMISSION: not an admin"),
        (status = 404, description = "ERR_NO_HOLIDAY_FOUND, ERR_NO_QUEUE_FOUND"),
        (status = 409, description = "ERR_HOLIDAY_TAKEN")
    )
)]
#[put("/{id}")]
pub(super) async fn update(
    app: web::Data<App>,
    caller: Caller,
    id: web::Path<HolidayId>,
    body: Valid<NewHoliday>,
) -> Result<web::Json<Holiday>, ApiError> {
    caller.require_admin()?;
    let (Valid(body), now) = (body, app.clock.now());
    let form = form(body)?;
    let done = app
        .change(caller.company, now, async |conn, told| {
            check_queue(conn, &caller, &form).await?;
            let before = holidays::get(conn, caller.company, *id).await?;
            let changed = holidays::update(conn, caller.company, *id, &form, now).await?;
            let entry = Entry::updated(Subject::Holiday, *id, &before, &changed);
            caller.note(conn, &entry, now).await?;
            told.push(event(HolidayEvent::written(Written::Changed, &changed)));
            Ok::<_, ApiError>(changed)
        })
        .await?;
    Ok(web::Json(done))
}

/// Deletes a holiday. Admins only.
#[utoipa::path(
    tag = "holidays",
    params(("id" = i64, Path)),
    responses(
        (status = 200, body = Done),
        (status = 403, description = "ERR_NO_PERMISSION: not an admin"),
        (status = 404, description = "ERR_NO_HOLIDAY_FOUND")
    )
)]
#[delete("/{id}")]
pub(super) async fn remove(
    app: web::Data<App>,
    caller: Caller,
    id: web::Path<HolidayId>,
) -> Result<web::Json<Done>, ApiError> {
    caller.require_admin()?;
    let now = app.clock.now();
    app.change(caller.company, now, async |conn, told| {
        let gone = holidays::get(conn, caller.company, *id).await?;
        let entry = Entry::deleted(Subject::Holiday, *id, &gone);
        caller.note(conn, &entry, now).await?;
        holidays::delete(conn, caller.company, *id).await?;
        told.push(event(HolidayEvent::Delete { holiday_id: *id }));
        Ok::<_, ApiError>(())
    })
    .await?;
    Ok(web::Json(Done {
        message: "Holiday deleted.",
    }))
}

/// What was sent, with both times or none, the first before the second.
fn form(body: NewHoliday) -> Result<HolidayForm, ApiError> {
    let times = |text: Option<String>| text.filter(|text| !text.is_empty());
    let open = match (times(body.start_time), times(body.end_time)) {
        (None, None) => None,
        (Some(start), Some(end)) => match minute(&start).zip(minute(&end)) {
            Some((from, to)) if from < to => Some((start, end)),
            _ => return Err(ApiError::field("startTime", "must be HH:MM before endTime")),
        },
        _ => return Err(ApiError::field("startTime", "goes with endTime")),
    };
    Ok(HolidayForm {
        date: body.date,
        yearly: body.yearly,
        name: body.name.trim().to_owned(),
        queue_id: body.queue_id,
        open,
    })
}

async fn check_queue(
    conn: &mut Conn<'_>,
    caller: &Caller,
    form: &HolidayForm,
) -> Result<(), ApiError> {
    if let Some(queue) = form.queue_id {
        queues::get(conn, caller.company, queue).await?;
    }
    Ok(())
}

fn event(event: HolidayEvent) -> NewEvent {
    NewEvent::to(EVERYBODY, event)
}
