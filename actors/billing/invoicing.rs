//! Makes invoices, and notes that they were paid: what is done in the transaction of whoever has the reason.

use chrono::{DateTime, Utc};
use guiche_storage::{
    Conn, StorageError,
    billing::invoices::{self, Paid},
    companies::{self, settings},
    model::{
        CompanyId, ErrorCode, InvoiceId,
        event::{Entity, NewEvent, Room},
    },
};
use serde_json::{Value, json};

use crate::rules::{
    billing::{invoice_of, renewed},
    calendar::zone_or_default,
};

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

/// Puts another invoice in the place of an open one: what the company owes was changed by hand.
///
/// # Errors
/// `Refused(NoCompanyFound)`.
pub async fn bill_anew(
    conn: &mut Conn<'_>,
    company: CompanyId,
    now: DateTime<Utc>,
) -> Result<(), StorageError> {
    invoices::cancel_open(conn, company, now).await?;
    ensure_invoice(conn, company, now).await?;
    Ok(())
}

/// Notes an invoice as paid and moves the company's due date by one payment, once. Whoever calls it has the company's turn.
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
    if !invoices::mark_paid(conn, company, invoice, paid).await? {
        return Err(ErrorCode::InvoiceNotOpen.into());
    }
    let billed = invoices::get_billed(conn, company).await?;
    let zone = zone_or_default(billed.time_zone.as_deref());
    let due = renewed(billed.due_date, billed.recurrence, paid.at, zone);
    companies::update_standing(conn, company, paid.at, billed.status, Some(due)).await?;
    told.push(company_changed(conn, company).await?);
    told.push(event(
        Entity::Payment,
        json!({ "action": "CONCLUIDA", "company": shown(conn, company).await? }),
    ));
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
    let shown = shown(conn, company).await?;
    Ok(event(
        Entity::Company,
        json!({ "action": "update", "company": shown }),
    ))
}

async fn shown(conn: &mut Conn<'_>, company: CompanyId) -> Result<Value, StorageError> {
    let whole = companies::get(conn, company).await?;
    let switch = settings::find(conn, company, settings::CAMPAIGNS_ENABLED).await?;
    let has_campaigns = whole.plan.use_campaigns && settings::is_on(switch.as_deref());
    let mut shown = serde_json::to_value(&whole)?;
    if let Value::Object(fields) = &mut shown {
        fields.insert("campaignsEnabled".to_owned(), has_campaigns.into());
    }
    Ok(shown)
}

fn event(entity: Entity, payload: Value) -> NewEvent {
    NewEvent {
        entity,
        rooms: vec![Room::Main],
        scope: None,
        payload,
    }
}
