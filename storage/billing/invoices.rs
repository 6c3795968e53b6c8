//! Invoices. A company has one for each day on which it is due, and at most one open for the difference to a dearer plan, not
//! counting those that were cancelled.

use chrono::{DateTime, NaiveDate, Utc};

use super::payments::{self, is_odd};
use crate::{
    Conn, Result,
    companies::settings,
    contacts::containing,
    model::{
        CompanyId, ErrorCode, InvoiceId,
        company::Recurrence,
        invoice::{CompanyInvoice, Invoice, InvoiceKind, InvoiceStatus, brl},
        page::{Page, Rows},
    },
    on,
};

/// Invoices of one page (rule B0).
pub const PAGE_SIZE: i64 = 20;

/// What decides whether a company gets an invoice, and what is on it.
#[derive(Debug, Clone, PartialEq, sqlx::FromRow)]
pub struct Billed {
    /// The company.
    pub company_id: CompanyId,
    /// Whether it is switched on.
    pub status: bool,
    /// Paid until.
    pub due_date: Option<DateTime<Utc>>,
    /// How often it pays.
    pub recurrence: Recurrence,
    /// The name of the plan that it pays next: its own, or the one that it has chosen.
    pub plan_name: String,
    /// That plan's price a month, in BRL.
    pub plan_value: f64,
    /// Where it is.
    pub time_zone: Option<String>,
}

/// An invoice to make.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NewInvoice {
    /// What for.
    pub detail: String,
    /// How much.
    pub value_cents: i64,
    /// Until when.
    pub due_date: DateTime<Utc>,
    /// The day of that where the company is.
    pub due_day: NaiveDate,
}

/// How an invoice was paid.
#[derive(Debug, Clone, Copy)]
pub struct Paid<'a> {
    /// When.
    pub at: DateTime<Utc>,
    /// Who marked it by hand.
    pub by: Option<&'a str>,
    /// Why.
    pub reason: Option<&'a str>,
}

/// Which invoices of all companies.
#[derive(Debug, Clone, Copy, Default)]
pub struct Filter<'a> {
    /// Part of a company's name or of what it is for.
    pub search: &'a str,
    /// How they stand.
    pub status: Option<InvoiceStatus>,
    /// Those with a payment that a person has to look at.
    pub is_odd: bool,
}

#[derive(sqlx::FromRow)]
pub(super) struct Row {
    id: InvoiceId,
    detail: String,
    kind: InvoiceKind,
    value_cents: i64,
    credit_cents: i64,
    due_date: DateTime<Utc>,
    status: InvoiceStatus,
    paid_at: Option<DateTime<Utc>>,
    created_at: DateTime<Utc>,
}

#[derive(sqlx::FromRow)]
struct CompanyRow {
    #[sqlx(flatten)]
    invoice: Row,
    company_id: CompanyId,
    company_name: String,
    paid_by: Option<String>,
    paid_reason: Option<String>,
}

/// What [`Row`] reads.
macro_rules! columns {
    () => {
        "i.id, i.detail, i.kind, i.value_cents, i.due_date, i.status, i.paid_at, i.created_at,
         (SELECT CAST(COALESCE(SUM(u.cents), 0) AS BIGINT) FROM credit_uses u
          WHERE u.company_id = i.company_id AND u.invoice_id = i.id AND i.status <> 'cancelled') AS credit_cents"
    };
}
pub(super) use columns;

/// What [`Billed`] reads, the key of the zone as `$1`, up to the conditions.
macro_rules! select_billed {
    () => {
        "SELECT c.id AS company_id, c.status, c.due_date, c.recurrence, p.name AS plan_name, p.value AS plan_value,
           (SELECT s.value FROM settings s WHERE s.company_id = c.id AND s.key = $1) AS time_zone
         FROM companies c JOIN plans p ON p.id = COALESCE(c.next_plan_id, c.plan_id) WHERE c.deleted_at IS NULL"
    };
}
pub(super) use select_billed;

/// Which invoices of all companies [`Filter`] means: part of a text as `$1`, a status or nothing as `$2`, whether only odd ones
/// as `$3`.
macro_rules! found {
    () => {
        concat!(
            " FROM invoices i JOIN companies c ON c.id = i.company_id WHERE c.deleted_at IS NULL AND (c.name",
            like!(),
            r"$1 ESCAPE '\' OR i.detail",
            like!(),
            r"$1 ESCAPE '\') AND ($2 = '' OR i.status = $2)
              AND (NOT $3 OR EXISTS (SELECT 1 FROM pix_payments y WHERE y.company_id = i.company_id AND y.invoice_id = i.id AND ",
            is_odd!(),
            "))"
        )
    };
}

impl From<Row> for Invoice {
    fn from(row: Row) -> Self {
        Self {
            id: row.id,
            detail: row.detail,
            kind: row.kind,
            value: brl(row.value_cents),
            value_cents: row.value_cents,
            credit: brl(row.credit_cents),
            credit_cents: row.credit_cents,
            to_pay: brl(row.value_cents - row.credit_cents),
            due_date: row.due_date,
            status: row.status,
            paid_at: row.paid_at,
            created_at: row.created_at,
        }
    }
}

/// What decides about a company's invoices.
///
/// # Errors
/// `Refused(NoCompanyFound)`.
pub async fn get_billed(conn: &mut Conn<'_>, company: CompanyId) -> Result<Billed> {
    let row: Option<Billed> = on!(conn, |c| sqlx::query_as(concat!(
        select_billed!(),
        " AND c.id = $2"
    ))
    .bind(settings::TIME_ZONE)
    .bind(company)
    .fetch_optional(c)
    .await)?;
    row.ok_or_else(|| ErrorCode::NoCompanyFound.into())
}

/// Companies after one, by number, that are due before a time, pay something and have no invoice for it.
///
/// # Errors
/// `Database`.
pub async fn list_unbilled(
    conn: &mut Conn<'_>,
    before: DateTime<Utc>,
    after: CompanyId,
    limit: i64,
) -> Result<Vec<Billed>> {
    Ok(on!(conn, |c| {
        sqlx::query_as(concat!(
        select_billed!(),
        " AND c.status AND c.due_date < $2 AND p.value > 0 AND c.id > $3
          AND NOT EXISTS (SELECT 1 FROM invoices i
              WHERE i.company_id = c.id AND i.due_date = c.due_date AND i.kind = 'renewal' AND i.status <> 'cancelled')
          ORDER BY c.id LIMIT $4"
    ))
    .bind(settings::TIME_ZONE)
    .bind(before)
    .bind(after)
    .bind(limit)
    .fetch_all(c)
    .await
    })?)
}

/// Makes an invoice unless the company has one for that day.
///
/// # Errors
/// `Database`.
pub async fn insert_if_new(
    conn: &mut Conn<'_>,
    company: CompanyId,
    new: &NewInvoice,
    now: DateTime<Utc>,
) -> Result<Option<InvoiceId>> {
    Ok(on!(conn, |c| {
        sqlx::query_scalar(
        "INSERT INTO invoices (company_id, detail, value_cents, due_date, due_day, status, created_at, updated_at)
         VALUES ($1, $2, $3, $4, $5, 'open', $6, $6)
         ON CONFLICT (company_id, due_day) WHERE status <> 'cancelled' DO NOTHING RETURNING id"
    )
    .bind(company)
    .bind(&new.detail)
    .bind(new.value_cents)
    .bind(new.due_date)
    .bind(new.due_day.to_string())
    .bind(now)
    .fetch_optional(c)
    .await
    })?)
}

/// The open invoices of payments, those first that are due first.
///
/// # Errors
/// `Database`.
pub async fn list_open_renewals(conn: &mut Conn<'_>, company: CompanyId) -> Result<Vec<Invoice>> {
    let rows: Vec<Row> = on!(conn, |c| {
        sqlx::query_as(concat!(
            "SELECT ",
            columns!(),
            " FROM invoices i WHERE i.company_id = $1 AND i.kind = 'renewal' AND i.status = 'open'
          ORDER BY i.due_date, i.id LIMIT 100"
        ))
        .bind(company)
        .fetch_all(c)
        .await
    })?;
    Ok(rows.into_iter().map(Invoice::from).collect())
}

/// An invoice by its number.
///
/// # Errors
/// `Refused(NoInvoiceFound)`.
pub async fn get(conn: &mut Conn<'_>, company: CompanyId, id: InvoiceId) -> Result<Invoice> {
    let row: Option<Row> = on!(conn, |c| sqlx::query_as(concat!(
        "SELECT ",
        columns!(),
        " FROM invoices i WHERE i.company_id = $1 AND i.id = $2"
    ))
    .bind(company)
    .bind(id)
    .fetch_optional(c)
    .await)?;
    row.map(Invoice::from)
        .ok_or_else(|| ErrorCode::NoInvoiceFound.into())
}

/// Whose an invoice is: for those who run the server.
///
/// # Errors
/// `Refused(NoInvoiceFound)`.
pub async fn find_company(conn: &mut Conn<'_>, id: InvoiceId) -> Result<CompanyId> {
    let found: Option<CompanyId> = on!(conn, |c| sqlx::query_scalar(
        "SELECT i.company_id FROM invoices i JOIN companies c ON c.id = i.company_id
         WHERE i.id = $1 AND c.deleted_at IS NULL"
    )
    .bind(id)
    .fetch_optional(c)
    .await)?;
    found.ok_or_else(|| ErrorCode::NoInvoiceFound.into())
}

/// Notes that an invoice was paid. `false`: it is not open, and nothing is changed.
///
/// # Errors
/// `Database`.
pub async fn mark_paid(
    conn: &mut Conn<'_>,
    company: CompanyId,
    id: InvoiceId,
    paid: Paid<'_>,
) -> Result<bool> {
    let changed = on!(conn, |c| {
        sqlx::query(
        "UPDATE invoices SET status = 'paid', paid_at = $3, paid_by = $4, paid_reason = $5, updated_at = $3
         WHERE company_id = $1 AND id = $2 AND status = 'open'"
    )
    .bind(company)
    .bind(id)
    .bind(paid.at)
    .bind(paid.by)
    .bind(paid.reason)
    .execute(c)
    .await
    .map(|done| done.rows_affected())
    })?;
    Ok(changed == 1)
}

/// Cancels what a company has not paid of one kind: what it owes was changed.
///
/// # Errors
/// `Database`.
pub async fn cancel_open(
    conn: &mut Conn<'_>,
    company: CompanyId,
    kind: InvoiceKind,
    now: DateTime<Utc>,
) -> Result<u64> {
    Ok(on!(conn, |c| {
        sqlx::query(
        "UPDATE invoices SET status = 'cancelled', updated_at = $2 WHERE company_id = $1 AND status = 'open' AND kind = $3"
    )
    .bind(company)
    .bind(now)
    .bind(kind)
    .execute(c)
    .await
    .map(|done| done.rows_affected())
    })?)
}

/// A page of all companies' invoices, the latest due date first.
///
/// # Errors
/// `Database`.
pub async fn list_all(
    conn: &mut Conn<'_>,
    filter: Filter<'_>,
    page: Page,
) -> Result<Rows<CompanyInvoice>> {
    let pattern = containing(filter.search);
    let status = filter.status.map_or("", InvoiceStatus::word);
    let count: i64 = on!(&mut *conn, |c| sqlx::query_scalar(concat!(
        "SELECT COUNT(*)",
        found!()
    ))
    .bind(&pattern)
    .bind(status)
    .bind(filter.is_odd)
    .fetch_one(c)
    .await)?;
    let rows: Vec<CompanyRow> = on!(&mut *conn, |c| sqlx::query_as(concat!(
        "SELECT ",
        columns!(),
        ", i.company_id, c.name AS company_name, i.paid_by, i.paid_reason",
        found!(),
        " ORDER BY i.due_date DESC, i.id DESC LIMIT $4 OFFSET $5"
    ))
    .bind(&pattern)
    .bind(status)
    .bind(filter.is_odd)
    .bind(page.size)
    .bind(page.offset())
    .fetch_all(c)
    .await)?;
    let rows = with_payments(conn, rows).await?;
    Ok(Rows::new(rows, count, page))
}

/// An invoice as those who run the server see it.
///
/// # Errors
/// `Refused(NoInvoiceFound)`.
pub async fn get_of_company(
    conn: &mut Conn<'_>,
    company: CompanyId,
    id: InvoiceId,
) -> Result<CompanyInvoice> {
    let row: Option<CompanyRow> = on!(&mut *conn, |c| {
        sqlx::query_as(concat!(
        "SELECT ",
        columns!(),
        ", i.company_id, c.name AS company_name, i.paid_by, i.paid_reason
          FROM invoices i JOIN companies c ON c.id = i.company_id WHERE i.company_id = $1 AND i.id = $2"
    ))
    .bind(company)
    .bind(id)
    .fetch_optional(c)
    .await
    })?;
    let mut found = with_payments(conn, row.into_iter().collect()).await?;
    found.pop().ok_or_else(|| ErrorCode::NoInvoiceFound.into())
}

async fn with_payments(conn: &mut Conn<'_>, rows: Vec<CompanyRow>) -> Result<Vec<CompanyInvoice>> {
    let ids = rows.iter().map(|row| row.invoice.id).collect();
    let mut of_invoice = payments::of_invoices(conn, ids).await?;
    let rows = rows.into_iter().map(|row| CompanyInvoice {
        payments: of_invoice.remove(&row.invoice.id).unwrap_or_default(),
        invoice: row.invoice.into(),
        company_id: row.company_id,
        company_name: row.company_name,
        paid_by: row.paid_by,
        paid_reason: row.paid_reason,
    });
    Ok(rows.collect())
}

impl InvoiceStatus {
    fn word(self) -> &'static str {
        match self {
            Self::Open => "open",
            Self::Paid => "paid",
            Self::Cancelled => "cancelled",
        }
    }
}
