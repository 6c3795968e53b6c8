//! Reading users: colleagues for everybody, the page for admins, one for himself.

use actix_web::{get, web};
use guiche_storage::{
    identity::users::{self, USERS_A_PAGE},
    model::{
        ErrorCode, UserId,
        page::Page,
        user::{Colleague, User},
    },
};
use serde::{Deserialize, Serialize};

use crate::{
    api::fields::{self, OwnCompany},
    app::App,
    error::ApiError,
    middleware::caller::Caller,
    valid::Query,
};

/// What to list.
#[derive(Debug, Deserialize, utoipa::IntoParams)]
#[serde(rename_all = "camelCase")]
pub(super) struct ListQuery {
    /// Part of a name or e-mail; case and accents do not count.
    search_param: Option<String>,
    /// From 1; 20 a page.
    page_number: Option<i64>,
}

/// A page of users by name.
#[derive(Debug, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct UserPage {
    /// The users of this page.
    users: Vec<User>,
    /// All that match.
    count: i64,
    /// Whether another page follows.
    has_more: bool,
}

/// The company's users with their queues and whether they have a browser open.
#[utoipa::path(tag = "users", params(OwnCompany), responses((status = 200, body = [Colleague]), (status = 404, description = "ERR_NO_COMPANY_FOUND: another company")))]
#[get("/list")]
pub(super) async fn colleagues(
    app: web::Data<App>,
    caller: Caller,
    query: Query<OwnCompany>,
) -> Result<web::Json<Vec<Colleague>>, ApiError> {
    query.check(&caller)?;
    let mut reader = app.db.read().await?;
    Ok(web::Json(
        users::list_colleagues(&mut reader.conn(), caller.company).await?,
    ))
}

/// A page of the company's users. Admins only.
#[utoipa::path(
    tag = "users",
    params(ListQuery),
    responses((status = 200, body = UserPage), (status = 403, description = "ERR_NO_PERMISSION: not an admin"))
)]
#[get("")]
pub(super) async fn list(
    app: web::Data<App>,
    caller: Caller,
    query: Query<ListQuery>,
) -> Result<web::Json<UserPage>, ApiError> {
    caller.require_admin()?;
    let search = fields::search_text(query.search_param.as_deref())?;
    let page = Page::new(query.page_number, USERS_A_PAGE);
    let mut reader = app.db.read().await?;
    let found = users::list(&mut reader.conn(), caller.company, search, page).await?;
    Ok(web::Json(UserPage {
        users: found.rows,
        count: found.count,
        has_more: found.has_more,
    }))
}

/// A user: oneself, anybody of the company for an admin.
#[utoipa::path(
    tag = "users",
    params(("id" = i64, Path)),
    responses(
        (status = 200, body = User),
        (status = 403, description = "ERR_NO_PERMISSION: a colleague"),
        (status = 404, description = "ERR_NO_USER_FOUND")
    )
)]
#[get("/{id}")]
pub(super) async fn show(
    app: web::Data<App>,
    caller: Caller,
    id: web::Path<UserId>,
) -> Result<web::Json<User>, ApiError> {
    let mut reader = app.db.read().await?;
    let user = users::get_user(&mut reader.conn(), caller.company, *id).await?;
    if !caller.is_admin() && caller.user != *id {
        return Err(ErrorCode::NoPermission.into());
    }
    Ok(web::Json(user))
}
