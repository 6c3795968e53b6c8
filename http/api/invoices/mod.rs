//! Invoices: a company's admins see their own, those who run the server see all and mark one as paid by hand (A014, A106).

mod receipts;
mod settling;

use actix_web::{get, post, web};
use chrono::{DateTime, Utc};
use garde::Validate;
use guiche_actors::billing::pay;
use guiche_storage::{
    Conn,
    audit::{self, Entry},
    billing::{
        invoices::{self, Filter, PAGE_SIZE, Paid},
        own as of_company,
        payments::{self, Settled},
    },
    companies,
    model::{
        InvoiceId,
        audit::Subject,
        event::NewEvent,
        invoice::{CompanyInvoice, InvoiceStatus, OwnInvoice},
        page::Page,
    },
};
use serde::{Deserialize, Serialize};
use serde_json::json;

use super::fields;
use crate::{
    app::App,
    error::ApiError,
    middleware::caller::{Caller, OverdueCaller},
    route_list::RouteList,
    valid::{Query, Valid},
};

/// Characters of a reason.
const REASON_CHARS_MAX: usize = 500;

/// Mounts the routes of `/invoices`.
pub fn configure(cfg: &mut RouteList<'_>) {
    cfg.service(own)
        .service(list)
        .service(mark_paid)
        .service(settling::settle)
        .service(receipts::receipt)
        .service(show);
}

/// What to list.
#[derive(Debug, Deserialize, utoipa::IntoParams)]
#[serde(rename_all = "camelCase")]
pub(in crate::api) struct OwnQuery {
    /// Part of what it is for, or its number.
    search_param: Option<String>,
    /// From 1; 20 a page.
    page_number: Option<i64>,
}

/// A page of a company's invoices, the latest due date first.
#[derive(Debug, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub(in crate::api) struct InvoicePage {
    /// The invoices of this page.
    invoices: Vec<OwnInvoice>,
    /// All that match.
    count: i64,
    /// Whether another page follows.
    has_more: bool,
}

/// The invoices of one's company. Admins only; also while it may only look.
#[utoipa::path(
    tag = "invoices",
    params(OwnQuery),
    responses((status = 200, body = InvoicePage), (status = 403, description = "ERR_NO_PERMISSION: not an admin"))
)]
#[get("/all")]
pub(in crate::api) async fn own(
    app: web::Data<App>,
    caller: OverdueCaller,
    query: Query<OwnQuery>,
) -> Result<web::Json<InvoicePage>, ApiError> {
    let OverdueCaller(caller) = caller;
    caller.require_admin()?;
    let search = fields::search_text(query.search_param.as_deref())?;
    let page = Page::new(query.page_number, PAGE_SIZE);
    let mut reader = app.db.read().await?;
    let found = of_company::list(&mut reader.conn(), caller.company, search, page).await?;
    Ok(web::Json(InvoicePage {
        invoices: found.rows,
        count: found.count,
        has_more: found.has_more,
    }))
}

/// An invoice of one's company. Admins only; also while it may only look.
#[utoipa::path(
    tag = "invoices",
    params(("id" = i64, Path)),
    responses(
        (status = 200, body = OwnInvoice),
        (status = 403, description = "ERR_NO_PERMISSION: not an admin"),
        (status = 404, description = "ERR_NO_INVOICE_FOUND")
    )
)]
#[get("/{id}")]
pub(in crate::api) async fn show(
    app: web::Data<App>,
    caller: OverdueCaller,
    id: web::Path<InvoiceId>,
) -> Result<web::Json<OwnInvoice>, ApiError> {
    let OverdueCaller(caller) = caller;
    caller.require_admin()?;
    let mut reader = app.db.read().await?;
    let found = of_company::get(&mut reader.conn(), caller.company, *id).await?;
    Ok(web::Json(found))
}

/// What to list of all companies.
#[derive(Debug, Deserialize, utoipa::IntoParams)]
#[serde(rename_all = "camelCase")]
pub(in crate::api) struct ListQuery {
    /// Part of a company's name or of what it is for.
    search_param: Option<String>,
    /// From 1; 20 a page.
    page_number: Option<i64>,
    /// How they stand.
    #[param(inline)]
    status: Option<InvoiceStatus>,
    /// Only those with a payment that a person has to look at: too little, too much, double, late, given back.
    odd: Option<bool>,
}

/// A page of all companies' invoices, the latest due date first.
#[derive(Debug, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub(in crate::api) struct CompanyInvoicePage {
    /// The invoices of this page.
    invoices: Vec<CompanyInvoice>,
    /// All that match.
    count: i64,
    /// Whether another page follows.
    has_more: bool,
}

/// The invoices of every company, with what was paid for them. Super users only.
#[utoipa::path(
    tag = "invoices",
    params(ListQuery),
    responses((status = 200, body = CompanyInvoicePage), (status = 403, description = "ERR_NO_PERMISSION: not super"))
)]
#[get("")]
pub(in crate::api) async fn list(
    app: web::Data<App>,
    caller: Caller,
    query: Query<ListQuery>,
) -> Result<web::Json<CompanyInvoicePage>, ApiError> {
    caller.require_super()?;
    let filter = Filter {
        search: fields::search_text(query.search_param.as_deref())?,
        status: query.status,
        is_odd: query.odd.unwrap_or(false),
    };
    let page = Page::new(query.page_number, PAGE_SIZE);
    let mut reader = app.db.read().await?;
    let found = invoices::list_all(&mut reader.conn(), filter, page).await?;
    Ok(web::Json(CompanyInvoicePage {
        invoices: found.rows,
        count: found.count,
        has_more: found.has_more,
    }))
}

/// Why an invoice counts as paid.
#[derive(Debug, Deserialize, Validate, utoipa::ToSchema)]
pub(in crate::api) struct PaidBody {
    /// Why, e.g. how it was paid; noted beside it and in the records.
    #[garde(custom(some_words))]
    reason: String,
}

#[expect(
    clippy::trivially_copy_pass_by_ref,
    reason = "the form of garde's rules"
)]
fn some_words(text: &str, _: &()) -> garde::Result {
    let chars = text.trim().chars().count();
    if (1..=REASON_CHARS_MAX).contains(&chars) {
        Ok(())
    } else {
        Err(garde::Error::new("must have 1 to 500 characters"))
    }
}

/// Marks an invoice of any company as paid by hand: its due date moves by one payment. Super users only.
#[utoipa::path(
    tag = "invoices",
    params(("id" = i64, Path)),
    request_body = PaidBody,
    responses(
        (status = 200, body = CompanyInvoice),
        (status = 400, description = "ERR_VALIDATION"),
        (status = 403, description = "ERR_NO_PERMISSION: not super"),
        (status = 404, description = "ERR_NO_INVOICE_FOUND"),
        (status = 409, description = "ERR_INVOICE_NOT_OPEN")
    )
)]
#[post("/{id}/paid")]
pub(in crate::api) async fn mark_paid(
    app: web::Data<App>,
    caller: Caller,
    id: web::Path<InvoiceId>,
    body: Valid<PaidBody>,
) -> Result<web::Json<CompanyInvoice>, ApiError> {
    caller.require_super()?;
    let (Valid(body), id, now) = (body, id.into_inner(), app.clock.now());
    let company = {
        let mut reader = app.db.read().await?;
        invoices::find_company(&mut reader.conn(), id).await?
    };
    let done = app
        .change(company, now, async |conn, told| {
            companies::take_turn(conn, company).await?;
            by_hand(conn, told, &caller, id, body.reason.trim(), now).await
        })
        .await?;
    Ok(web::Json(done))
}

async fn by_hand(
    conn: &mut Conn<'_>,
    told: &mut Vec<NewEvent>,
    caller: &Caller,
    id: InvoiceId,
    reason: &str,
    now: DateTime<Utc>,
) -> Result<CompanyInvoice, ApiError> {
    let company = invoices::find_company(conn, id).await?;
    let paid = Paid {
        at: now,
        by: Some(&caller.name),
        reason: Some(reason),
    };
    pay(conn, told, company, id, paid).await?;
    let settled = Settled {
        at: now,
        by: &caller.name,
        note: reason,
    };
    payments::settle_too_little(conn, company, id, settled).await?;
    let after = invoices::get_of_company(conn, company, id).await?;
    let about = json!({ "reason": reason, "value": after.invoice.value, "dueDate": after.invoice.due_date });
    let label = format!("{} #{id}", after.invoice.detail);
    let entry = Entry::called(Subject::Invoice, id, &label, &about);
    audit::record(conn, company, &caller.origin, &entry, now).await?;
    if company != caller.company {
        caller.note(conn, &entry, now).await?;
    }
    Ok(after)
}
