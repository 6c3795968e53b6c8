//! A company's first hour: which steps lead to the first answered customer, and which are done. Admins only.

use actix_web::{get, post, web};
use guiche_storage::{
    companies::{
        first_hour::{self, SKIPPED_SETTING},
        settings,
    },
    model::{
        company::Setting,
        event::{NewEvent, SettingsEvent},
        first_hour::{FirstHourState, FirstSteps},
    },
};
use serde::Serialize;

use super::fields::{EVERYBODY, Empty};
use crate::{app::App, error::ApiError, middleware::caller::Caller, route_list::RouteList};

/// Mounts the routes of `/first-hour`.
pub fn configure(cfg: &mut RouteList<'_>) {
    cfg.service(show).service(skip);
}

/// How far the company has come.
#[derive(Debug, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct FirstHour {
    /// What it has.
    #[serde(flatten)]
    steps: FirstSteps,
    /// What becomes of the list.
    state: FirstHourState,
}

/// Which steps of the first hour are done, as the company is now. Admins only.
#[utoipa::path(
    tag = "first hour",
    responses(
        (status = 200, body = FirstHour),
        (status = 403, description = "ERR_NO_PERMISSION: not an admin")
    )
)]
#[get("")]
pub(super) async fn show(
    app: web::Data<App>,
    caller: Caller,
) -> Result<web::Json<FirstHour>, ApiError> {
    caller.require_admin()?;
    let now = app.clock.now();
    let mut reader = app.db.read().await?;
    let conn = &mut reader.conn();
    let steps = first_hour::steps(conn, caller.company).await?;
    let state = first_hour::state(conn, caller.company, steps, now).await?;
    Ok(web::Json(FirstHour { steps, state }))
}

/// Puts the list aside; the menu still shows for fourteen days how far it is. Once more changes nothing. Admins only.
#[utoipa::path(
    tag = "first hour",
    responses(
        (status = 200, body = Empty),
        (status = 403, description = "ERR_NO_PERMISSION: not an admin")
    )
)]
#[post("/skip")]
pub(super) async fn skip(
    app: web::Data<App>,
    caller: Caller,
) -> Result<web::Json<Empty>, ApiError> {
    caller.require_admin()?;
    let (company, now) = (caller.company, app.clock.now());
    app.change(company, now, async |conn, told| {
        if first_hour::skipped_at(conn, company).await?.is_some() {
            return Ok(());
        }
        let setting = Setting {
            key: SKIPPED_SETTING.to_owned(),
            value: now.to_rfc3339(),
        };
        settings::set(conn, company, now, &setting.key, &setting.value).await?;
        told.push(NewEvent::to(EVERYBODY, SettingsEvent::Update { setting }));
        Ok::<_, ApiError>(())
    })
    .await?;
    Ok(web::Json(Empty {}))
}
