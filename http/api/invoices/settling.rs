//! A person says what became of a payment that is not what was asked for.

use actix_web::{post, web};
use chrono::{DateTime, Utc};
use garde::Validate;
use guiche_actors::billing::{company_changed, use_credit};
use guiche_storage::{
    Conn,
    audit::{self, Entry},
    billing::{
        credits::{self, NewCredit},
        invoices,
        payments::{self, Settled},
    },
    companies,
    model::{
        InvoiceId,
        audit::Subject,
        event::NewEvent,
        invoice::{CompanyInvoice, brl},
    },
};
use serde::Deserialize;
use serde_json::json;

use super::some_words;
use crate::{app::App, error::ApiError, middleware::caller::Caller, valid::Valid};

/// Characters of a payment's number, whatever a bank calls it.
const NUMBER_CHARS_MAX: usize = 100;

/// What became of a payment.
#[derive(Debug, Deserialize, Validate, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub(in crate::api) struct SettledBody {
    /// Which: the number that the central bank gave it.
    #[garde(length(chars, min = 1, max = NUMBER_CHARS_MAX))]
    end_to_end_id: String,
    /// What became of it, e.g. that it was sent back; noted beside it and in the records.
    #[garde(custom(some_words))]
    note: String,
    /// Whether what is odd of it counts toward the company's next invoices. How much that is is never read from here.
    #[garde(skip)]
    as_credit: Option<bool>,
}

/// Notes what became of a payment that is too little, too much, double, late or given back. It changes no due date, unless it is taken
/// as credit and that is enough for an open invoice, which is paid by it then. A refund that is noticed later takes back what is not
/// spent of the credit, and asks for a look again. Super users only.
#[utoipa::path(
    tag = "invoices",
    params(("id" = i64, Path)),
    request_body = SettledBody,
    responses(
        (status = 200, body = CompanyInvoice),
        (status = 400, description = "ERR_VALIDATION"),
        (status = 403, description = "ERR_NO_PERMISSION: not super"),
        (status = 404, description = "ERR_NO_INVOICE_FOUND, ERR_NO_PAYMENT_FOUND"),
        (status = 409, description = "ERR_PAYMENT_NOT_ODD: nothing is to be said of it, or somebody has said it; ERR_NOTHING_TO_CREDIT: all of it went back, or it was credited before")
    )
)]
#[post("/{id}/settled")]
pub(in crate::api) async fn settle(
    app: web::Data<App>,
    caller: Caller,
    id: web::Path<InvoiceId>,
    body: Valid<SettledBody>,
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
            noted(conn, told, &caller, (id, &body), now).await
        })
        .await?;
    Ok(web::Json(done))
}

async fn noted(
    conn: &mut Conn<'_>,
    told: &mut Vec<NewEvent>,
    caller: &Caller,
    (id, body): (InvoiceId, &SettledBody),
    now: DateTime<Utc>,
) -> Result<CompanyInvoice, ApiError> {
    let company = invoices::find_company(conn, id).await?;
    let settled = Settled {
        at: now,
        by: &caller.name,
        note: body.note.trim(),
    };
    let number = &body.end_to_end_id;
    let (cents, odd) = payments::settle(conn, company, id, number, settled).await?;
    let is_credited = body.as_credit.unwrap_or(false);
    if is_credited {
        let new = NewCredit {
            invoice: id,
            end_to_end_id: number,
            cents: odd,
            by: &caller.name,
        };
        credits::give(conn, company, new, now).await?;
        use_credit(conn, told, company, now).await?;
        told.push(company_changed(conn, company).await?);
    }
    let after = invoices::get_of_company(conn, company, id).await?;
    let credit = is_credited.then(|| brl(odd));
    let about = json!({ "settledNote": settled.note, "payment": number, "value": brl(cents), "credit": credit });
    let label = format!("{} #{id}", after.invoice.detail);
    let entry = Entry::called(Subject::Invoice, id, &label, &about);
    audit::record(conn, company, &caller.origin, &entry, now).await?;
    if company != caller.company {
        caller.note(conn, &entry, now).await?;
    }
    Ok(after)
}
