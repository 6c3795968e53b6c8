//! The week of the company (A013).

use actix_web::{get, put, web};
use garde::Validate;
use guiche_storage::{
    audit::{self, Entry},
    companies::hours,
    model::{
        CompanyId, ErrorCode,
        audit::Subject,
        event::{CompanyHoursEvent, NewEvent},
        hours::DayHours,
    },
};
use serde::{Deserialize, Serialize};
use serde_json::json;

use super::{
    fields::EVERYBODY,
    queues::{week, whole_week},
};
use crate::{app::App, error::ApiError, middleware::caller::Caller, valid::Valid};

/// A week that is to hold.
#[derive(Debug, Deserialize, Validate, utoipa::ToSchema)]
pub(super) struct WeekForm {
    /// The days, each once; a missing one is closed.
    #[garde(custom(week))]
    schedules: Vec<DayHours>,
}

/// The week of a company.
#[derive(Debug, Serialize, utoipa::ToSchema)]
pub(super) struct Week {
    /// Seven days from Monday.
    schedules: Vec<DayHours>,
}

/// The company's week. One's own company.
#[utoipa::path(tag = "hours", params(("id" = i64, Path)), responses((status = 200, body = Week), (status = 404, description = "ERR_NO_COMPANY_FOUND: another company")))]
#[get("/{id}/schedules")]
pub(super) async fn show(
    app: web::Data<App>,
    caller: Caller,
    id: web::Path<CompanyId>,
) -> Result<web::Json<Week>, ApiError> {
    let company = reached(&caller, *id)?;
    let mut reader = app.db.read().await?;
    let schedules = hours::week(&mut reader.conn(), company).await?;
    Ok(web::Json(Week { schedules }))
}

/// Writes the company's week as a whole. Admins of the company, and super users.
#[utoipa::path(
    tag = "hours",
    params(("id" = i64, Path)),
    request_body = WeekForm,
    responses(
        (status = 200, body = Week),
        (status = 403, description = "ERR_NO_PERMISSION: not an admin"),
        (status = 404, description = "ERR_NO_COMPANY_FOUND: another company")
    )
)]
#[put("/{id}/schedules")]
pub(super) async fn update(
    app: web::Data<App>,
    caller: Caller,
    id: web::Path<CompanyId>,
    body: Valid<WeekForm>,
) -> Result<web::Json<Week>, ApiError> {
    let company = reached(&caller, *id)?;
    caller.require_admin()?;
    let (Valid(body), now) = (body, app.clock.now());
    let schedules = whole_week(&body.schedules);
    app.change(company, now, async |conn, told| {
        guiche_storage::companies::get(conn, company).await?;
        let before = json!({ "schedules": hours::week(conn, company).await? });
        let after = json!({ "schedules": schedules });
        let entry = Entry::updated(Subject::Hours, company, &before, &after);
        audit::record(conn, company, &caller.origin, &entry, now).await?;
        hours::set_week(conn, company, &schedules, now).await?;
        let schedules = schedules.clone();
        told.push(NewEvent::to(
            EVERYBODY,
            CompanyHoursEvent::Update { schedules },
        ));
        Ok::<_, ApiError>(())
    })
    .await?;
    Ok(web::Json(Week { schedules }))
}

fn reached(caller: &Caller, id: CompanyId) -> Result<CompanyId, ErrorCode> {
    if id == caller.company || caller.is_super {
        Ok(id)
    } else {
        Err(ErrorCode::NoCompanyFound)
    }
}
