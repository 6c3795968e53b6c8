//! Reading contacts: the page, the names, one.

use actix_web::{get, web};
use guiche_storage::{
    contacts::{self, CONTACTS_A_PAGE, ContactFilter},
    model::{
        ContactId,
        contact::{Contact, ContactName},
        page::Page,
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
    /// Part of a name, number or e-mail; case and accents do not count.
    search_param: Option<String>,
    /// From 1; 30 a page.
    page_number: Option<i64>,
    /// Day on which they were made, `yyyy-MM-dd`; with `dateStart` or `dateEnd` all must hold.
    date: Option<String>,
    /// First day on which they were made, `yyyy-MM-dd`.
    date_start: Option<String>,
    /// Last day on which they were made, `yyyy-MM-dd`.
    date_end: Option<String>,
}

/// A page of contacts by name.
#[derive(Debug, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct ContactPage {
    /// The contacts of this page.
    contacts: Vec<Contact>,
    /// All that match.
    count: i64,
    /// Whether another page follows.
    has_more: bool,
}

/// A page of the company's contacts.
#[utoipa::path(tag = "contacts", params(ListQuery), responses((status = 200, body = ContactPage)))]
#[get("")]
pub(super) async fn list(
    app: web::Data<App>,
    caller: Caller,
    query: Query<ListQuery>,
) -> Result<web::Json<ContactPage>, ApiError> {
    let filter = filter(&query, &caller)?;
    let page = Page::new(query.page_number, CONTACTS_A_PAGE);
    let mut reader = app.db.read().await?;
    let conn = &mut reader.conn();
    let found = contacts::list(conn, caller.company, filter, page).await?;
    Ok(web::Json(ContactPage {
        contacts: found.rows,
        count: found.count,
        has_more: found.has_more,
    }))
}

/// What the list is to show: the narrowest span of all days that are given.
fn filter<'q>(query: &'q ListQuery, caller: &Caller) -> Result<ContactFilter<'q>, ApiError> {
    let zone = caller.zone;
    let day = fields::day("date", query.date.as_deref(), zone)?;
    let first = fields::day("dateStart", query.date_start.as_deref(), zone)?;
    let last = fields::day("dateEnd", query.date_end.as_deref(), zone)?;
    Ok(ContactFilter {
        search: fields::search_text(query.search_param.as_deref())?,
        numbers: caller.numbers(),
        from: [day, first].into_iter().flatten().map(|day| day.0).max(),
        until: [day, last].into_iter().flatten().map(|day| day.1).min(),
    })
}

/// What names to list.
#[derive(Debug, Deserialize, utoipa::IntoParams)]
#[serde(rename_all = "camelCase")]
pub(super) struct NamesQuery {
    /// The caller's own company, if given.
    company_id: Option<i64>,
    /// Part of a name, number or e-mail.
    search_param: Option<String>,
}

/// The names of the company's contacts, at most 1,000: for a choice among them.
#[utoipa::path(
    tag = "contacts",
    params(NamesQuery),
    responses(
        (status = 200, body = [ContactName]),
        (status = 404, description = "ERR_NO_COMPANY_FOUND: another company")
    )
)]
#[get("/list")]
pub(super) async fn names(
    app: web::Data<App>,
    caller: Caller,
    query: Query<NamesQuery>,
) -> Result<web::Json<Vec<ContactName>>, ApiError> {
    OwnCompany::of(query.company_id).check(&caller)?;
    let filter = ContactFilter {
        search: fields::search_text(query.search_param.as_deref())?,
        numbers: caller.numbers(),
        ..ContactFilter::default()
    };
    let mut reader = app.db.read().await?;
    let names = contacts::list_names(&mut reader.conn(), caller.company, &filter).await?;
    Ok(web::Json(names))
}

/// A contact.
#[utoipa::path(tag = "contacts", params(("id" = i64, Path)), responses((status = 200, body = Contact), (status = 404, description = "ERR_NO_CONTACT_FOUND")))]
#[get("/{id}")]
pub(super) async fn show(
    app: web::Data<App>,
    caller: Caller,
    id: web::Path<ContactId>,
) -> Result<web::Json<Contact>, ApiError> {
    let mut reader = app.db.read().await?;
    let conn = &mut reader.conn();
    let mut contact = contacts::get(conn, caller.company, *id).await?;
    contacts::fill_line(conn, caller.company, &mut contact).await?;
    Ok(web::Json(contact))
}
