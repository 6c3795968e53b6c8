//! Makes invoices, lowers them by what a company has to its credit, and notes that they were paid: what is done in the transaction of whoever has the reason.

use chrono::{DateTime, Utc};
use guiche_storage::{
    Conn, StorageError,
    audit::{self, Entry, Origin},
    billing::{
        credits, differences,
        invoices::{self, Paid},
    },
    companies::{self, settings},
    model::{
        CompanyId, ErrorCode, InvoiceId,
        audit::Subject,
        event::{CompanyEvent, CompanyNow, NewEvent, PaymentEvent, Room},
        invoice::InvoiceKind,
    },
};

use serde_json::json;

use super::plan_change::{follow_difference, follow_payment};
use crate::rules::{
    billing::{invoice_of, renewed},
    calendar::zone_or_default,
};

/// Invoices that credit can pay at once; what is left is done with the next change.
const COVERED_MAX: usize = 100;

/// Makes the invoice that a company is to have now, unless it is there.
///
/// # Errors
/// `Refused(NoCompanyFound)`.
pub async fn ensure_invoice(
    conn: &mut Conn<'_>,
    company: CompanyId,
    now: DateTime<Utc>,
) -> Result<Option<InvoiceId>, StorageError> {
    let billed = invoices::get_billed(conn, company).await?;
    match invoice_of(&billed, now) {
        Some(new) => invoices::insert_if_new(conn, company, &new, now).await,
        None => Ok(None),
    }
}

/// Puts another invoice in the place of an open one: what the company owes was changed by hand. What is asked for a dearer plan
/// is reckoned anew.
///
/// # Errors
/// `Refused(NoCompanyFound)`.
pub async fn bill_anew(
    conn: &mut Conn<'_>,
    told: &mut Vec<NewEvent>,
    company: CompanyId,
    now: DateTime<Utc>,
) -> Result<(), StorageError> {
    follow_payment(conn, company, now).await?;
    bill_renewals(conn, company, now).await?;
    use_credit(conn, told, company, now).await
}

/// Lowers what is to be paid by what a company has to its credit, and notes invoices as paid for the whole of which that is enough.
/// Whoever makes, cancels or pays an invoice calls it at the end, with the company's turn.
///
/// # Errors
/// `Refused(NoCompanyFound)`.
pub async fn use_credit(
    conn: &mut Conn<'_>,
    told: &mut Vec<NewEvent>,
    company: CompanyId,
    now: DateTime<Utc>,
) -> Result<(), StorageError> {
    for _ in 0..COVERED_MAX {
        credits::spread(conn, company, now).await?;
        let Some(covered) = credits::find_covered(conn, company).await? else {
            return Ok(());
        };
        let paid = Paid {
            at: now,
            by: None,
            reason: None,
        };
        pay_one(conn, told, company, covered.id, paid).await?;
        let about = json!({ "credit": covered.credit, "value": covered.value, "dueDate": covered.due_date });
        let label = format!("{} #{}", covered.detail, covered.id);
        let entry = Entry::called(Subject::Invoice, covered.id, &label, &about);
        audit::record(conn, company, &Origin::server(company), &entry, now).await?;
    }
    Ok(())
}

/// Cancels open invoices of payments that are not right any more, and makes the one that is to be there. Whoever calls it has the
/// company's turn.
///
/// # Errors
/// `Refused(NoCompanyFound)`.
pub(super) async fn bill_renewals(
    conn: &mut Conn<'_>,
    company: CompanyId,
    now: DateTime<Utc>,
) -> Result<(), StorageError> {
    let billed = invoices::get_billed(conn, company).await?;
    let wanted = invoice_of(&billed, now);
    let open = invoices::list_open_renewals(conn, company).await?;
    if let (Some(wanted), [one]) = (&wanted, open.as_slice())
        && (one.due_date, one.value_cents, &one.detail)
            == (wanted.due_date, wanted.value_cents, &wanted.detail)
    {
        return Ok(());
    }
    invoices::cancel_open(conn, company, InvoiceKind::Renewal, now).await?;
    if let Some(wanted) = wanted {
        invoices::insert_if_new(conn, company, &wanted, now).await?;
    }
    Ok(())
}

/// Notes an invoice as paid, once: a payment moves the company's due date by one payment, a difference brings its plan. Whoever
/// calls it has the company's turn.
///
/// # Errors
/// `Refused(InvoiceNotOpen)`.
pub async fn pay(
    conn: &mut Conn<'_>,
    told: &mut Vec<NewEvent>,
    company: CompanyId,
    invoice: InvoiceId,
    paid: Paid<'_>,
) -> Result<(), StorageError> {
    pay_one(conn, told, company, invoice, paid).await?;
    use_credit(conn, told, company, paid.at).await
}

async fn pay_one(
    conn: &mut Conn<'_>,
    told: &mut Vec<NewEvent>,
    company: CompanyId,
    invoice: InvoiceId,
    paid: Paid<'_>,
) -> Result<(), StorageError> {
    if !invoices::mark_paid(conn, company, invoice, paid).await? {
        return Err(ErrorCode::InvoiceNotOpen.into());
    }
    match invoices::get(conn, company, invoice).await?.kind {
        InvoiceKind::Renewal => {
            let billed = invoices::get_billed(conn, company).await?;
            let zone = zone_or_default(billed.time_zone.as_deref());
            let due = renewed(billed.due_date, billed.recurrence, paid.at, zone);
            companies::update_standing(conn, company, paid.at, billed.status, Some(due)).await?;
            follow_payment(conn, company, paid.at).await?;
        }
        InvoiceKind::Difference => {
            let plan = differences::find_plan(conn, company, invoice).await?;
            follow_difference(conn, company, plan, paid.at).await?;
        }
    }
    told.push(company_changed(conn, company).await?);
    let company = shown(conn, company).await?;
    told.push(NewEvent::to([Room::Main], PaymentEvent::Paid { company }));
    Ok(())
}

/// The company as its people have it, anew.
///
/// # Errors
/// `Refused(NoCompanyFound)`.
pub async fn company_changed(
    conn: &mut Conn<'_>,
    company: CompanyId,
) -> Result<NewEvent, StorageError> {
    let company = shown(conn, company).await?;
    Ok(NewEvent::to([Room::Main], CompanyEvent::Update { company }))
}

async fn shown(conn: &mut Conn<'_>, company: CompanyId) -> Result<Box<CompanyNow>, StorageError> {
    let whole = companies::get(conn, company).await?;
    let switch = settings::find(conn, company, settings::CAMPAIGNS_ENABLED).await?;
    let has_campaigns = whole.plan.use_campaigns && settings::is_on(switch.as_deref());
    Ok(Box::new(CompanyNow {
        company: whole,
        campaigns_enabled: has_campaigns,
    }))
}
