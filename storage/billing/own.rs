//! A company's own invoices, with what came for them.

use super::{
    invoices::{Row, columns},
    payments,
};
use crate::{
    Conn, Result,
    contacts::containing,
    model::{
        CompanyId, ErrorCode, InvoiceId,
        invoice::{Invoice, OwnInvoice, OwnPayment},
        page::{Page, Rows},
    },
    on,
};

/// Which of a company's invoices it is shown: one that was cancelled only if something was paid for it.
macro_rules! shown {
    () => {
        concat!(
            " FROM invoices i WHERE i.company_id = $1 AND (i.status <> 'cancelled' OR EXISTS (SELECT 1 FROM pix_payments y
                 WHERE y.company_id = i.company_id AND y.invoice_id = i.id))
              AND (i.detail",
            like!(),
            r"$2 ESCAPE '\' OR CAST(i.id AS TEXT) = $3)"
        )
    };
}

/// A page of a company's invoices, the latest due date first. A search text meets any part of what they are for, or a number.
///
/// # Errors
/// `Database`.
pub async fn list(
    conn: &mut Conn<'_>,
    company: CompanyId,
    search: &str,
    page: Page,
) -> Result<Rows<OwnInvoice>> {
    let (pattern, number) = (containing(search), search.trim().trim_start_matches('#'));
    let count: i64 = on!(&mut *conn, |c| {
        sqlx::query_scalar(concat!("SELECT COUNT(*)", shown!()))
            .bind(company)
            .bind(&pattern)
            .bind(number)
            .fetch_one(c)
            .await
    })?;
    let rows: Vec<Row> = on!(&mut *conn, |c| {
        sqlx::query_as(concat!(
            "SELECT ",
            columns!(),
            shown!(),
            " ORDER BY i.due_date DESC, i.id DESC LIMIT $4 OFFSET $5"
        ))
        .bind(company)
        .bind(&pattern)
        .bind(number)
        .bind(page.size)
        .bind(page.offset())
        .fetch_all(c)
        .await
    })?;
    let rows = with_payments(conn, rows).await?;
    Ok(Rows::new(rows, count, page))
}

/// An invoice of a company by its number.
///
/// # Errors
/// `Refused(NoInvoiceFound)`.
pub async fn get(conn: &mut Conn<'_>, company: CompanyId, id: InvoiceId) -> Result<OwnInvoice> {
    let row: Option<Row> = on!(&mut *conn, |c| sqlx::query_as(concat!(
        "SELECT ",
        columns!(),
        " FROM invoices i WHERE i.company_id = $1 AND i.id = $2"
    ))
    .bind(company)
    .bind(id)
    .fetch_optional(c)
    .await)?;
    let mut found = with_payments(conn, row.into_iter().collect()).await?;
    found.pop().ok_or_else(|| ErrorCode::NoInvoiceFound.into())
}

async fn with_payments(conn: &mut Conn<'_>, rows: Vec<Row>) -> Result<Vec<OwnInvoice>> {
    let invoices: Vec<Invoice> = rows.into_iter().map(Invoice::from).collect();
    let ids = invoices.iter().map(|invoice| invoice.id).collect();
    let mut payments = payments::of_invoices(conn, ids).await?;
    let shown = invoices.into_iter().map(|invoice| {
        let payments = payments.remove(&invoice.id).unwrap_or_default();
        OwnInvoice {
            payments: payments.into_iter().map(OwnPayment::from).collect(),
            invoice,
        }
    });
    Ok(shown.collect())
}
