//! Pix charges. A charge is known by the name that we gave it, its `txid`, or by the bank's own where it has one.

use chrono::{DateTime, Utc};

use crate::{
    Conn, Result,
    model::{CompanyId, InvoiceId, invoice::BankName},
    on,
};

/// A charge for an invoice.
#[derive(Debug, Clone, PartialEq, Eq, sqlx::FromRow)]
pub struct Charge {
    /// Its name at the bank.
    pub txid: String,
    /// Whose.
    pub company_id: CompanyId,
    /// For which invoice.
    pub invoice_id: InvoiceId,
    /// Where it was made.
    pub bank: BankName,
    /// The bank's own name of it, where it has one.
    pub bank_ref: Option<String>,
    /// How much.
    pub value_cents: i64,
    /// What is copied and pasted, and shown as a QR code.
    pub qrcode: String,
    /// When it was made.
    pub created_at: DateTime<Utc>,
    /// Until when it can be paid.
    pub expires_at: DateTime<Utc>,
}

/// What [`Charge`] reads.
macro_rules! columns {
    () => {
        "x.txid, x.company_id, x.invoice_id, x.bank, x.bank_ref, x.value_cents, x.qrcode, x.created_at, x.expires_at"
    };
}

/// Keeps a charge that the bank has made.
///
/// # Errors
/// `Taken` for a txid that is there; `Database` when the invoice is not the company's.
pub async fn insert(conn: &mut Conn<'_>, company: CompanyId, charge: &Charge) -> Result<()> {
    on!(conn, |c| {
        sqlx::query(
        "INSERT INTO pix_charges (txid, company_id, invoice_id, value_cents, qrcode, state, created_at, expires_at, asked_at,
            bank, bank_ref)
         VALUES ($1, $2, $3, $4, $5, 'open', $6, $7, $6, $8, $9)"
    )
    .bind(&charge.txid)
    .bind(company)
    .bind(charge.invoice_id)
    .bind(charge.value_cents)
    .bind(&charge.qrcode)
    .bind(charge.created_at)
    .bind(charge.expires_at)
    .bind(charge.bank)
    .bind(&charge.bank_ref)
    .execute(c)
    .await
    .map(drop)
    })?;
    Ok(())
}

/// The newest charge of an invoice that can be paid beyond a time.
///
/// # Errors
/// `Database`.
pub async fn find_live(
    conn: &mut Conn<'_>,
    company: CompanyId,
    invoice: InvoiceId,
    until: DateTime<Utc>,
) -> Result<Option<Charge>> {
    Ok(on!(conn, |c| {
        sqlx::query_as(concat!(
        "SELECT ",
        columns!(),
        " FROM pix_charges x WHERE x.company_id = $1 AND x.invoice_id = $2 AND x.state = 'open' AND x.expires_at > $3
          ORDER BY x.created_at DESC LIMIT 1"
    ))
    .bind(company)
    .bind(invoice)
    .bind(until)
    .fetch_optional(c)
    .await
    })?)
}

/// The charge of a txid, whosever it is: what a bank tells names nothing else.
///
/// # Errors
/// `Database`.
pub async fn find_by_txid(conn: &mut Conn<'_>, txid: &str) -> Result<Option<Charge>> {
    Ok(on!(conn, |c| sqlx::query_as(concat!(
        "SELECT ",
        columns!(),
        " FROM pix_charges x WHERE x.txid = $1"
    ))
    .bind(txid)
    .fetch_optional(c)
    .await)?)
}

/// The charge of a bank's own name for it, whosever it is.
///
/// # Errors
/// `Database`.
pub async fn find_by_ref(
    conn: &mut Conn<'_>,
    bank: BankName,
    reference: &str,
) -> Result<Option<Charge>> {
    Ok(on!(conn, |c| sqlx::query_as(concat!(
        "SELECT ",
        columns!(),
        " FROM pix_charges x WHERE x.bank = $1 AND x.bank_ref = $2"
    ))
    .bind(bank)
    .bind(reference)
    .fetch_optional(c)
    .await)?)
}

/// Open charges of all companies that the bank was not asked about since a time, those first that have waited longest.
///
/// # Errors
/// `Database`.
pub async fn list_to_ask(
    conn: &mut Conn<'_>,
    before: DateTime<Utc>,
    limit: i64,
) -> Result<Vec<Charge>> {
    Ok(on!(conn, |c| {
        sqlx::query_as(concat!(
        "SELECT ",
        columns!(),
        " FROM pix_charges x WHERE x.state = 'open' AND x.asked_at < $1 ORDER BY x.asked_at, x.txid LIMIT $2"
    ))
    .bind(before)
    .bind(limit)
    .fetch_all(c)
    .await
    })?)
}

/// Notes that the bank was asked about a charge, and whether it need not be asked any more.
///
/// # Errors
/// `Database`.
pub async fn set_asked(
    conn: &mut Conn<'_>,
    company: CompanyId,
    txid: &str,
    is_over: bool,
    now: DateTime<Utc>,
) -> Result<()> {
    let state = if is_over { "over" } else { "open" };
    on!(conn, |c| {
        sqlx::query(
        "UPDATE pix_charges SET state = $3, asked_at = $4 WHERE company_id = $1 AND txid = $2 AND state = 'open'"
    )
    .bind(company)
    .bind(txid)
    .bind(state)
    .bind(now)
    .execute(c)
    .await
    .map(drop)
    })?;
    Ok(())
}
