//! Queues: the departments that tickets wait in.

use actix_web::{get, web};
use guiche_storage::{model::queue::Queue, queues};

use super::fields::OwnCompany;
use crate::{app::App, caller::Caller, error::ApiError};

/// The company's queues in the order of the bot's menu.
#[utoipa::path(tag = "queues", params(OwnCompany), responses((status = 200, body = [Queue]), (status = 404, description = "ERR_NO_COMPANY_FOUND: another company")))]
#[get("/queue")]
pub(super) async fn list(
    app: web::Data<App>,
    caller: Caller,
    query: web::Query<OwnCompany>,
) -> Result<web::Json<Vec<Queue>>, ApiError> {
    query.check(&caller)?;
    let mut reader = app.db.read().await?;
    Ok(web::Json(
        queues::list(&mut reader.conn(), caller.company).await?,
    ))
}
