//! Tags: coloured words on tickets.

use actix_web::{get, web};
use guiche_storage::{model::ticket::Tag, tags};

use super::fields::OwnCompany;
use crate::{app::App, caller::Caller, error::ApiError};

/// The company's tags by name.
#[utoipa::path(tag = "tags", params(OwnCompany), responses((status = 200, body = [Tag]), (status = 404, description = "ERR_NO_COMPANY_FOUND: another company")))]
#[get("/tags/list")]
pub(super) async fn list(
    app: web::Data<App>,
    caller: Caller,
    query: web::Query<OwnCompany>,
) -> Result<web::Json<Vec<Tag>>, ApiError> {
    query.check(&caller)?;
    let mut reader = app.db.read().await?;
    Ok(web::Json(
        tags::list(&mut reader.conn(), caller.company).await?,
    ))
}
