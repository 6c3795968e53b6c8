//! Settings of the company.

use actix_web::{get, web};
use guiche_storage::{
    model::company::Setting,
    settings::{self, Reader},
};

use super::fields::OwnCompany;
use crate::{app::App, caller::Caller, error::ApiError};

/// The company's settings. Secrets are masked for admins and absent for others.
#[utoipa::path(tag = "settings", params(OwnCompany), responses((status = 200, body = [Setting]), (status = 404, description = "ERR_NO_COMPANY_FOUND: another company")))]
#[get("/settings")]
pub(super) async fn list(
    app: web::Data<App>,
    caller: Caller,
    query: web::Query<OwnCompany>,
) -> Result<web::Json<Vec<Setting>>, ApiError> {
    query.check(&caller)?;
    let as_whom = if caller.is_admin() {
        Reader::Admin
    } else {
        Reader::Anybody
    };
    let mut reader = app.db.read().await?;
    Ok(web::Json(
        settings::list(&mut reader.conn(), caller.company, as_whom).await?,
    ))
}
