//! The receipt of a paid invoice, for its company's admins and for those who run the server.

use actix_web::{HttpResponse, get, http::header, web};
use guiche_actors::rules::{calendar::zone_or_default, due_notice::Language};
use guiche_storage::{
    billing::invoices,
    companies::{self, settings},
    model::{
        ErrorCode, InvoiceId,
        company::Billing,
        invoice::{InvoiceKind, InvoiceStatus, PaymentOutcome},
    },
};
use serde::Deserialize;

use crate::{
    app::App, error::ApiError, middleware::caller::OverdueCaller, receipt::Receipt, valid::Query,
};

/// How the receipt is to be.
#[derive(Debug, Deserialize, utoipa::IntoParams)]
pub(in crate::api) struct ReceiptQuery {
    /// `pt`, `en` or `es`; the company's language if absent.
    language: Option<String>,
}

/// The receipt of a paid invoice as a PDF. Admins for those of their company, also while it may only look; super users for all.
#[utoipa::path(
    tag = "invoices",
    params(("id" = i64, Path), ReceiptQuery),
    responses(
        (status = 200, content_type = "application/pdf", body = String),
        (status = 403, description = "ERR_NO_PERMISSION: not an admin"),
        (status = 404, description = "ERR_NO_INVOICE_FOUND"),
        (status = 409, description = "ERR_INVOICE_NOT_PAID")
    )
)]
#[get("/{id}/receipt")]
pub(in crate::api) async fn receipt(
    app: web::Data<App>,
    caller: OverdueCaller,
    id: web::Path<InvoiceId>,
    query: Query<ReceiptQuery>,
) -> Result<HttpResponse, ApiError> {
    let (OverdueCaller(caller), id) = (caller, id.into_inner());
    let mut reader = app.db.read().await?;
    let conn = &mut reader.conn();
    let company = if caller.is_super {
        invoices::find_company(conn, id).await?
    } else {
        caller.require_admin()?;
        caller.company
    };
    let paid = invoices::get_of_company(conn, company, id).await?;
    let (InvoiceStatus::Paid, Some(paid_at)) = (paid.invoice.status, paid.invoice.paid_at) else {
        return Err(ErrorCode::InvoiceNotPaid.into());
    };
    let details = companies::get_details(conn, company).await?;
    let zone = settings::find(conn, company, settings::TIME_ZONE).await?;
    let own = settings::find(conn, company, settings::LANGUAGE).await?;
    let zone = zone_or_default(zone.as_deref());
    let day = |time: chrono::DateTime<chrono::Utc>| time.with_timezone(&zone).date_naive();
    let billing = &details.billing;
    let receipt = Receipt {
        language: Language::of(query.language.as_deref().or(own.as_deref())),
        number: id.0,
        plan: &paid.invoice.detail,
        is_difference: paid.invoice.kind == InvoiceKind::Difference,
        value_cents: paid.invoice.value_cents,
        credit_cents: paid.invoice.credit_cents,
        due: day(paid.invoice.due_date),
        paid: day(paid_at),
        payments: paid
            .payments
            .iter()
            .filter(|one| one.outcome == PaymentOutcome::Paid)
            .map(|one| one.end_to_end_id.as_str())
            .collect(),
        receiver: (&app.config.billing.receiver, &app.config.billing.city),
        company: &details.company.name,
        billed: billing.billing_name.as_deref(),
        document: billing.document.as_deref(),
        address: address_of(billing),
        today: day(app.clock.now()),
    };
    let name = format!("attachment; filename=\"{}\"", receipt.file_name());
    Ok(HttpResponse::Ok()
        .content_type("application/pdf")
        .insert_header((header::CONTENT_DISPOSITION, name))
        .insert_header((header::CACHE_CONTROL, "no-store"))
        .body(receipt.pdf()))
}

/// Where bills go, as one line.
fn address_of(billing: &Billing) -> Option<String> {
    let parts = [
        &billing.address,
        &billing.address2,
        &billing.city,
        &billing.state,
        &billing.zipcode,
        &billing.country,
    ];
    let parts: Vec<&str> = parts
        .into_iter()
        .filter_map(|part| part.as_deref())
        .filter(|part| !part.trim().is_empty())
        .collect();
    (!parts.is_empty()).then(|| parts.join(" · "))
}
