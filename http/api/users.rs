//! Users: the colleagues of a company.

use actix_web::{get, web};
use guiche_storage::{model::user::Colleague, users};

use super::fields::OwnCompany;
use crate::{app::App, caller::Caller, error::ApiError};

/// The company's users with their queues and whether they have a browser open.
#[utoipa::path(tag = "users", params(OwnCompany), responses((status = 200, body = [Colleague]), (status = 404, description = "ERR_NO_COMPANY_FOUND: another company")))]
#[get("/users/list")]
pub(super) async fn list(
    app: web::Data<App>,
    caller: Caller,
    query: web::Query<OwnCompany>,
) -> Result<web::Json<Vec<Colleague>>, ApiError> {
    query.check(&caller)?;
    let mut reader = app.db.read().await?;
    Ok(web::Json(
        users::list_colleagues(&mut reader.conn(), caller.company).await?,
    ))
}
