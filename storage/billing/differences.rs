//! Invoices for the difference to a dearer plan: at most one of a company is open, and paying it brings the plan (rule B12).

use chrono::{DateTime, Utc};

use super::invoices::{Row, columns};
use crate::{
    Conn, Result,
    model::{CompanyId, InvoiceId, PlanId, invoice::Invoice},
    on,
};

/// An invoice for the difference to a dearer plan.
#[derive(Debug, Clone, Copy)]
pub struct NewDifference<'a> {
    /// The dearer plan.
    pub plan: PlanId,
    /// Its name.
    pub detail: &'a str,
    /// How much.
    pub value_cents: i64,
    /// Until when.
    pub due_date: DateTime<Utc>,
}

/// Makes an invoice for a difference. Whoever calls it has the company's turn.
///
/// # Errors
/// `Taken` when one is open; `Database` when there is no such plan.
pub async fn insert(
    conn: &mut Conn<'_>,
    company: CompanyId,
    new: NewDifference<'_>,
    now: DateTime<Utc>,
) -> Result<InvoiceId> {
    // its place among the company's invoices: never a day of a renewal, and never twice the same
    Ok(on!(conn, |c| {
        sqlx::query_scalar(
        "INSERT INTO invoices (company_id, detail, value_cents, due_date, due_day, status, created_at, updated_at, kind,
            plan_id)
         VALUES ($1, $2, $3, $4,
            'difference ' || CAST((SELECT COUNT(*) FROM invoices WHERE company_id = $1) AS TEXT),
            'open', $5, $5, 'difference', $6) RETURNING id"
    )
    .bind(company)
    .bind(new.detail)
    .bind(new.value_cents)
    .bind(new.due_date)
    .bind(now)
    .bind(new.plan)
    .fetch_one(c)
    .await
    })?)
}

/// The plan to which an invoice for a difference leads; none for one of another kind.
///
/// # Errors
/// `Database`.
pub async fn find_plan(
    conn: &mut Conn<'_>,
    company: CompanyId,
    id: InvoiceId,
) -> Result<Option<PlanId>> {
    let found: Option<Option<PlanId>> = on!(conn, |c| sqlx::query_scalar(
        "SELECT plan_id FROM invoices WHERE company_id = $1 AND id = $2"
    )
    .bind(company)
    .bind(id)
    .fetch_optional(c)
    .await)?;
    Ok(found.flatten())
}

/// The open invoice for a difference.
///
/// # Errors
/// `Database`.
pub async fn find_open(conn: &mut Conn<'_>, company: CompanyId) -> Result<Option<Invoice>> {
    let row: Option<Row> = on!(conn, |c| {
        sqlx::query_as(concat!(
        "SELECT ",
        columns!(),
        " FROM invoices i WHERE i.company_id = $1 AND i.kind = 'difference' AND i.status = 'open' LIMIT 1"
    ))
    .bind(company)
    .fetch_optional(c)
    .await
    })?;
    Ok(row.map(Invoice::from))
}

/// Companies whose open invoice for a difference was to be paid before a time.
///
/// # Errors
/// `Database`.
pub async fn list_lapsed(
    conn: &mut Conn<'_>,
    before: DateTime<Utc>,
    limit: i64,
) -> Result<Vec<CompanyId>> {
    Ok(on!(conn, |c| {
        sqlx::query_scalar(
        "SELECT company_id FROM invoices
         WHERE kind = 'difference' AND status = 'open' AND due_date < $1 ORDER BY due_date, id LIMIT $2"
    )
    .bind(before)
    .bind(limit)
    .fetch_all(c)
    .await
    })?)
}
