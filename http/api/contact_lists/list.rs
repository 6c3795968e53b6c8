//! Reading contact lists.

use actix_web::{get, web};
use guiche_storage::{
    contacts::lists::{self, PAGE_SIZE},
    model::{
        ContactListId,
        contact_list::{ContactList, ContactListChecks},
        page::Page,
    },
};
use serde::{Deserialize, Serialize};

use super::require;
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
    /// Part of the name; case and accents do not count.
    search_param: Option<String>,
    /// From 1; 20 a page.
    page_number: Option<i64>,
    /// The caller's own company, if given.
    company_id: Option<i64>,
}

/// A page of lists by name.
#[derive(Debug, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct ContactListPage {
    /// The lists of this page.
    records: Vec<ContactList>,
    /// All that match.
    count: i64,
    /// Whether another page follows.
    has_more: bool,
}

/// A list, and how it stands with its numbers.
#[derive(Debug, Serialize, utoipa::ToSchema)]
pub(super) struct ContactListDetails {
    /// The list.
    #[serde(flatten)]
    list: ContactList,
    /// Its numbers on `WhatsApp`.
    checks: ContactListChecks,
}

/// A page of the company's contact lists. Admins only.
#[utoipa::path(
    tag = "contact lists",
    params(ListQuery),
    responses(
        (status = 200, body = ContactListPage),
        (status = 403, description = "ERR_PLAN_FEATURE: no campaigns; ERR_NO_PERMISSION: not an admin"),
        (status = 404, description = "ERR_NO_COMPANY_FOUND: another one")
    )
)]
#[get("")]
pub(super) async fn list(
    app: web::Data<App>,
    caller: Caller,
    query: Query<ListQuery>,
) -> Result<web::Json<ContactListPage>, ApiError> {
    require(&caller)?;
    OwnCompany::of(query.company_id).check(&caller)?;
    let search = fields::search_text(query.search_param.as_deref())?;
    let page = Page::new(query.page_number, PAGE_SIZE);
    let mut reader = app.db.read().await?;
    let found = lists::list(&mut reader.conn(), caller.company, search, page).await?;
    Ok(web::Json(ContactListPage {
        records: found.rows,
        count: found.count,
        has_more: found.has_more,
    }))
}

/// The company's contact lists by name, to choose from; the first 1,000. Admins only.
#[utoipa::path(
    tag = "contact lists",
    params(OwnCompany),
    responses(
        (status = 200, body = [ContactList]),
        (status = 403, description = "ERR_PLAN_FEATURE: no campaigns; ERR_NO_PERMISSION: not an admin"),
        (status = 404, description = "ERR_NO_COMPANY_FOUND: another one")
    )
)]
#[get("/list")]
pub(super) async fn names(
    app: web::Data<App>,
    caller: Caller,
    query: Query<OwnCompany>,
) -> Result<web::Json<Vec<ContactList>>, ApiError> {
    require(&caller)?;
    query.check(&caller)?;
    let mut reader = app.db.read().await?;
    Ok(web::Json(
        lists::list_offered(&mut reader.conn(), caller.company).await?,
    ))
}

/// A contact list. Admins only.
#[utoipa::path(
    tag = "contact lists",
    params(("id" = i64, Path)),
    responses(
        (status = 200, body = ContactListDetails),
        (status = 403, description = "ERR_PLAN_FEATURE: no campaigns; ERR_NO_PERMISSION: not an admin"),
        (status = 404, description = "ERR_NO_CONTACT_LIST_FOUND")
    )
)]
#[get("/{id}")]
pub(super) async fn show(
    app: web::Data<App>,
    caller: Caller,
    id: web::Path<ContactListId>,
) -> Result<web::Json<ContactListDetails>, ApiError> {
    require(&caller)?;
    let mut reader = app.db.read().await?;
    let conn = &mut reader.conn();
    Ok(web::Json(ContactListDetails {
        list: lists::get(conn, caller.company, *id).await?,
        checks: lists::count_checks(conn, caller.company, *id).await?,
    }))
}
