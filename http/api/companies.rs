//! Companies and what their plans allow.

use actix_web::{get, web};
use guiche_storage::{
    companies,
    model::{CompanyId, ErrorCode, company::Company},
};

use crate::{app::App, caller::Caller, error::ApiError};

/// A company with its plan: one's own, any for a super user.
#[utoipa::path(tag = "companies", params(("id" = i64, Path)), responses((status = 200, body = Company), (status = 404, description = "ERR_NO_COMPANY_FOUND")))]
#[get("/companies/listPlan/{id}")]
pub(super) async fn plan(
    app: web::Data<App>,
    caller: Caller,
    id: web::Path<CompanyId>,
) -> Result<web::Json<Company>, ApiError> {
    let id = id.into_inner();
    if id != caller.company && !caller.is_super {
        return Err(ErrorCode::NoCompanyFound.into());
    }
    let mut reader = app.db.read().await?;
    Ok(web::Json(companies::get(&mut reader.conn(), id).await?))
}
