//! Numbers that no campaign writes to: who has asked for it, and those whom the company has added.

use actix_web::{HttpResponse, delete, get, post, web};
use garde::Validate;
use guiche_storage::{
    audit::Entry,
    campaigns::do_not_contact::{self, PAGE_SIZE, PERSON},
    model::{audit::Subject, campaign::DoNotContact, page::Page},
};
use serde::{Deserialize, Serialize};

use super::campaigns::admit;
use crate::{
    api::fields,
    app::App,
    error::ApiError,
    middleware::caller::Caller,
    route_list::RouteList,
    valid::{Query, Valid},
};

/// What to list.
#[derive(Debug, Deserialize, utoipa::IntoParams)]
#[serde(rename_all = "camelCase")]
pub(super) struct ListQuery {
    /// Part of a number.
    search_param: Option<String>,
    /// From 1; 50 a page.
    page_number: Option<i64>,
}

/// A page of numbers, the newest first.
#[derive(Debug, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct DoNotContactPage {
    /// The numbers of this page.
    records: Vec<DoNotContact>,
    /// All that match.
    count: i64,
    /// Whether another page follows.
    has_more: bool,
}

/// A number to leave alone.
#[derive(Debug, Deserialize, Validate, utoipa::ToSchema)]
pub(super) struct NewDoNotContact {
    /// 8 to 15 digits, however they are written.
    #[garde(custom(fields::phone))]
    number: String,
}

/// Mounts the routes of `/do-not-contact`.
pub fn configure(cfg: &mut RouteList<'_>) {
    cfg.service(list).service(create).service(remove);
}

/// A page of the numbers. Admins only.
#[utoipa::path(
    tag = "campaigns",
    operation_id = "list_do_not_contact",
    params(ListQuery),
    responses(
        (status = 200, body = DoNotContactPage),
        (status = 403, description = "ERR_PLAN_FEATURE, ERR_NO_PERMISSION: not an admin")
    )
)]
#[get("")]
pub(super) async fn list(
    app: web::Data<App>,
    caller: Caller,
    query: Query<ListQuery>,
) -> Result<web::Json<DoNotContactPage>, ApiError> {
    let mut reader = app.db.read().await?;
    let conn = &mut reader.conn();
    admit(&caller)?;
    let search = fields::search_text(query.search_param.as_deref())?;
    let page = Page::new(query.page_number, PAGE_SIZE);
    let found = do_not_contact::list(conn, caller.company, search, page).await?;
    Ok(web::Json(DoNotContactPage {
        records: found.rows,
        count: found.count,
        has_more: found.has_more,
    }))
}

/// Adds a number; one that is there stays as it is. Admins only.
#[utoipa::path(
    tag = "campaigns",
    operation_id = "add_do_not_contact",
    request_body = NewDoNotContact,
    responses(
        (status = 200, body = DoNotContact),
        (status = 400, description = "ERR_VALIDATION"),
        (status = 403, description = "ERR_PLAN_FEATURE, ERR_NO_PERMISSION: not an admin")
    )
)]
#[post("")]
pub(super) async fn create(
    app: web::Data<App>,
    caller: Caller,
    body: Valid<NewDoNotContact>,
) -> Result<web::Json<DoNotContact>, ApiError> {
    let (Valid(body), company, now) = (body, caller.company, app.clock.now());
    let number = fields::phone_digits(&body.number);
    let done = app
        .change(company, now, async |conn, _| {
            admit(&caller)?;
            let made = do_not_contact::add(conn, company, (&number, PERSON), now).await?;
            let entry = Entry::created(Subject::DoNotContact, made.id, &made);
            caller.note(conn, &entry, now).await?;
            Ok::<_, ApiError>(made)
        })
        .await?;
    Ok(web::Json(done))
}

/// Takes a number off the list. Admins only.
#[utoipa::path(
    tag = "campaigns",
    operation_id = "remove_do_not_contact",
    params(("id" = i64, Path)),
    responses(
        (status = 204),
        (status = 403, description = "ERR_PLAN_FEATURE, ERR_NO_PERMISSION: not an admin"),
        (status = 404, description = "ERR_NO_DO_NOT_CONTACT_FOUND")
    )
)]
#[delete("/{id}")]
pub(super) async fn remove(
    app: web::Data<App>,
    caller: Caller,
    id: web::Path<i64>,
) -> Result<HttpResponse, ApiError> {
    let (company, now) = (caller.company, app.clock.now());
    app.change(company, now, async |conn, _| {
        admit(&caller)?;
        let gone = do_not_contact::remove(conn, company, *id).await?;
        let entry = Entry::deleted(Subject::DoNotContact, *id, &gone);
        caller.note(conn, &entry, now).await?;
        Ok::<_, ApiError>(())
    })
    .await?;
    Ok(HttpResponse::NoContent().finish())
}
