//! Payments that came for invoices, and what a person has to do with those that are odd: too little, too much, double, late, or
//! given back. What is due back is all of a payment that paid nothing, and what was too much of one that did; a payment is odd while
//! something else than that went back and nobody has settled it. What of it was credited is no payment any more; a credited one of which
//! something goes back is always looked at again.

use std::collections::HashMap;

use chrono::{DateTime, Utc};
use sqlx::QueryBuilder;

use super::charges::Charge;
use crate::{
    Conn, Result,
    core::ids::push_ids,
    model::{
        CompanyId, ErrorCode, InvoiceId,
        invoice::{Payment, PaymentOutcome, brl},
    },
    on,
};

/// Payments of one charge that are read.
const OF_CHARGE_MAX: i64 = 100;

/// A payment to note.
#[derive(Debug, Clone, Copy)]
pub struct NewPayment<'a> {
    /// The number of the central bank.
    pub end_to_end_id: &'a str,
    /// How much.
    pub value_cents: i64,
    /// How much of it is more than was asked for.
    pub excess_cents: i64,
    /// How much of it went back.
    pub returned_cents: i64,
    /// When.
    pub paid_at: DateTime<Utc>,
    /// What became of it.
    pub outcome: PaymentOutcome,
}

/// A payment of a charge, as it was noted.
#[derive(Debug, Clone, PartialEq, Eq, sqlx::FromRow)]
pub struct Noted {
    /// The number of the central bank.
    pub end_to_end_id: String,
    /// How much.
    pub value_cents: i64,
    /// How much of it went back.
    pub returned_cents: i64,
    /// What became of it.
    pub outcome: PaymentOutcome,
    /// Whether a person has said what became of it, or it was credited.
    pub is_settled: bool,
}

/// A payment about which its bank is asked whether it went back.
#[derive(Debug, Clone, PartialEq, Eq, sqlx::FromRow)]
pub struct Watched {
    /// The number of the central bank.
    pub end_to_end_id: String,
    /// Of which charge.
    #[sqlx(flatten)]
    pub charge: Charge,
}

/// Who says what became of a payment.
#[derive(Debug, Clone, Copy)]
pub struct Settled<'a> {
    /// When.
    pub at: DateTime<Utc>,
    /// Who.
    pub by: &'a str,
    /// What.
    pub note: &'a str,
}

#[derive(sqlx::FromRow)]
struct Row {
    invoice_id: InvoiceId,
    end_to_end_id: String,
    value_cents: i64,
    excess_cents: i64,
    returned_cents: i64,
    returned_at: Option<DateTime<Utc>>,
    paid_at: DateTime<Utc>,
    outcome: PaymentOutcome,
    is_odd: bool,
    credited_cents: i64,
    credit_taken_back_cents: i64,
    creditable_cents: i64,
    settled_at: Option<DateTime<Utc>>,
    settled_by: Option<String>,
    settled_note: Option<String>,
}

/// Whether a payment `y` needs a person.
macro_rules! is_odd {
    () => {
        "(y.settled_at IS NULL AND (y.returned_cents <> CASE y.outcome WHEN 'paid' THEN y.excess_cents ELSE y.value_cents END
           OR EXISTS (SELECT 1 FROM credits k WHERE k.company_id = y.company_id AND k.end_to_end_id = y.end_to_end_id)))"
    };
}
pub(super) use is_odd;

/// How much of a payment `y` could be credited: what of it paid nothing and did not go back, once. Below 0 more went back than that.
macro_rules! creditable {
    () => {
        "(CASE WHEN EXISTS (SELECT 1 FROM credits k WHERE k.company_id = y.company_id AND k.end_to_end_id = y.end_to_end_id)
           THEN 0 ELSE CASE y.outcome WHEN 'paid' THEN y.excess_cents ELSE y.value_cents END - y.returned_cents END)"
    };
}

impl From<Row> for Payment {
    fn from(row: Row) -> Self {
        Self {
            end_to_end_id: row.end_to_end_id,
            value: brl(row.value_cents),
            paid_at: row.paid_at,
            outcome: row.outcome,
            excess: brl(row.excess_cents),
            returned: brl(row.returned_cents),
            returned_at: row.returned_at,
            is_odd: row.is_odd,
            credited: brl(row.credited_cents),
            credit_taken_back: brl(row.credit_taken_back_cents),
            creditable: brl(if row.is_odd {
                row.creditable_cents.max(0)
            } else {
                0
            }),
            settled_at: row.settled_at,
            settled_by: row.settled_by,
            settled_note: row.settled_note,
        }
    }
}

/// Notes a payment of a charge. `false`: it was noted before.
///
/// # Errors
/// `Database`.
pub async fn insert(
    conn: &mut Conn<'_>,
    company: CompanyId,
    charge: &Charge,
    new: NewPayment<'_>,
    now: DateTime<Utc>,
) -> Result<bool> {
    let returned_at = (new.returned_cents > 0).then_some(now);
    let made = on!(conn, |c| {
        sqlx::query(
        "INSERT INTO pix_payments (end_to_end_id, company_id, invoice_id, txid, value_cents, outcome, paid_at, created_at,
            excess_cents, returned_cents, returned_at)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11) ON CONFLICT (end_to_end_id) DO NOTHING"
    )
    .bind(new.end_to_end_id)
    .bind(company)
    .bind(charge.invoice_id)
    .bind(&charge.txid)
    .bind(new.value_cents)
    .bind(new.outcome)
    .bind(new.paid_at)
    .bind(now)
    .bind(new.excess_cents)
    .bind(new.returned_cents)
    .bind(returned_at)
    .execute(c)
    .await
    .map(|done| done.rows_affected())
    })?;
    Ok(made == 1)
}

/// What was noted of a charge's payments.
///
/// # Errors
/// `Database`.
pub async fn list_of_charge(
    conn: &mut Conn<'_>,
    company: CompanyId,
    txid: &str,
) -> Result<Vec<Noted>> {
    Ok(on!(conn, |c| {
        sqlx::query_as(
        "SELECT y.end_to_end_id, y.value_cents, y.returned_cents, y.outcome, (y.settled_at IS NOT NULL OR EXISTS (SELECT 1 FROM credits k
             WHERE k.company_id = y.company_id AND k.end_to_end_id = y.end_to_end_id)) AS is_settled
         FROM pix_payments y WHERE y.company_id = $1 AND y.txid = $2 ORDER BY y.paid_at, y.end_to_end_id LIMIT $3"
    )
    .bind(company)
    .bind(txid)
    .bind(OF_CHARGE_MAX)
    .fetch_all(c)
    .await
    })?)
}

/// What was too little alone is enough with what came for the same charge after it.
///
/// # Errors
/// `Database`.
pub async fn count_in(conn: &mut Conn<'_>, company: CompanyId, txid: &str) -> Result<()> {
    on!(conn, |c| {
        sqlx::query(
        "UPDATE pix_payments SET outcome = 'paid' WHERE company_id = $1 AND txid = $2 AND outcome = 'tooLittle'
            AND settled_at IS NULL AND NOT EXISTS (SELECT 1 FROM credits k
                WHERE k.company_id = pix_payments.company_id AND k.end_to_end_id = pix_payments.end_to_end_id)"
    )
    .bind(company)
    .bind(txid)
    .execute(c)
    .await
    .map(drop)
    })?;
    Ok(())
}

/// Notes how much of a payment went back. It only grows, whatever is told late. What was settled is to be looked at again.
/// `false`: nothing new.
///
/// # Errors
/// `Database`.
pub async fn set_returned(
    conn: &mut Conn<'_>,
    company: CompanyId,
    end_to_end_id: &str,
    returned_cents: i64,
    now: DateTime<Utc>,
) -> Result<bool> {
    let changed = on!(conn, |c| {
        sqlx::query(
        "UPDATE pix_payments SET returned_cents = $3, returned_at = $4, settled_at = NULL, settled_by = NULL, settled_note = NULL
         WHERE company_id = $1 AND end_to_end_id = $2 AND returned_cents < $3 AND value_cents >= $3"
    )
    .bind(company)
    .bind(end_to_end_id)
    .bind(returned_cents)
    .bind(now)
    .execute(c)
    .await
    .map(|done| done.rows_affected())
    })?;
    Ok(changed == 1)
}

/// Notes that the bank was asked whether a payment went back.
///
/// # Errors
/// `Database`.
pub async fn set_looked(
    conn: &mut Conn<'_>,
    company: CompanyId,
    end_to_end_id: &str,
    now: DateTime<Utc>,
) -> Result<()> {
    on!(conn, |c| {
        sqlx::query(
            "UPDATE pix_payments SET looked_at = $3 WHERE company_id = $1 AND end_to_end_id = $2",
        )
        .bind(company)
        .bind(end_to_end_id)
        .bind(now)
        .execute(c)
        .await
        .map(drop)
    })?;
    Ok(())
}

/// What [`Watched`] reads, up to the conditions.
macro_rules! select_watched {
    () => {
        "SELECT y.end_to_end_id, x.txid, x.company_id, x.invoice_id, x.bank, x.bank_ref, x.value_cents, x.qrcode, x.created_at,
            x.expires_at
         FROM pix_payments y JOIN pix_charges x ON x.txid = y.txid AND x.company_id = y.company_id WHERE "
    };
}

/// Payments of all companies since a time of which something has not gone back, and about which the bank was not asked since another
/// time; those first that have waited longest.
///
/// # Errors
/// `Database`.
pub async fn list_to_look(
    conn: &mut Conn<'_>,
    since: DateTime<Utc>,
    before: DateTime<Utc>,
    limit: i64,
) -> Result<Vec<Watched>> {
    Ok(on!(conn, |c| {
        sqlx::query_as(concat!(
        select_watched!(),
        "y.paid_at >= $1 AND y.returned_cents < y.value_cents AND COALESCE(y.looked_at, y.created_at) < $2
         ORDER BY COALESCE(y.looked_at, y.created_at), y.end_to_end_id LIMIT $3"
    ))
    .bind(since)
    .bind(before)
    .bind(limit)
    .fetch_all(c)
    .await
    })?)
}

/// A payment by its number, whosever it is: what a bank tells names nothing else.
///
/// # Errors
/// `Database`.
pub async fn find(conn: &mut Conn<'_>, end_to_end_id: &str) -> Result<Option<Watched>> {
    Ok(on!(conn, |c| sqlx::query_as(concat!(
        select_watched!(),
        "y.end_to_end_id = $1"
    ))
    .bind(end_to_end_id)
    .fetch_optional(c)
    .await)?)
}

/// A person says what became of a payment of an invoice that is odd. Answers how much it was, and how much of it could be credited.
///
/// # Errors
/// `Refused(NoPaymentFound)`; `Refused(PaymentNotOdd)` when nothing is to be said, also because somebody was faster.
pub async fn settle(
    conn: &mut Conn<'_>,
    company: CompanyId,
    invoice: InvoiceId,
    end_to_end_id: &str,
    settled: Settled<'_>,
) -> Result<(i64, i64)> {
    let value: Option<(i64, i64)> = on!(&mut *conn, |c| {
        sqlx::query_as(concat!(
            "SELECT y.value_cents, ",
            creditable!(),
            " FROM pix_payments y WHERE y.company_id = $1 AND y.invoice_id = $2 AND y.end_to_end_id = $3"
        ))
    .bind(company)
    .bind(invoice)
    .bind(end_to_end_id)
    .fetch_optional(c)
    .await
    })?;
    let value = value.ok_or(ErrorCode::NoPaymentFound)?;
    let changed = on!(conn, |c| {
        sqlx::query(concat!(
            "UPDATE pix_payments AS y SET settled_at = $4, settled_by = $5, settled_note = $6
         WHERE y.company_id = $1 AND y.invoice_id = $2 AND y.end_to_end_id = $3 AND ",
            is_odd!()
        ))
        .bind(company)
        .bind(invoice)
        .bind(end_to_end_id)
        .bind(settled.at)
        .bind(settled.by)
        .bind(settled.note)
        .execute(c)
        .await
        .map(|done| done.rows_affected())
    })?;
    if changed == 1 {
        Ok(value)
    } else {
        Err(ErrorCode::PaymentNotOdd.into())
    }
}

/// An invoice counts as paid by hand: what was too little for it is settled with the same words.
///
/// # Errors
/// `Database`.
pub async fn settle_too_little(
    conn: &mut Conn<'_>,
    company: CompanyId,
    invoice: InvoiceId,
    settled: Settled<'_>,
) -> Result<()> {
    on!(conn, |c| {
        sqlx::query(concat!(
            "UPDATE pix_payments AS y SET settled_at = $3, settled_by = $4, settled_note = $5
         WHERE y.company_id = $1 AND y.invoice_id = $2 AND y.outcome = 'tooLittle' AND ",
            is_odd!()
        ))
        .bind(company)
        .bind(invoice)
        .bind(settled.at)
        .bind(settled.by)
        .bind(settled.note)
        .execute(c)
        .await
        .map(drop)
    })?;
    Ok(())
}

/// The payments of invoices, the latest first.
///
/// # Errors
/// `Database`.
pub(super) async fn of_invoices(
    conn: &mut Conn<'_>,
    ids: Vec<InvoiceId>,
) -> Result<HashMap<InvoiceId, Vec<Payment>>> {
    let mut of_invoice: HashMap<InvoiceId, Vec<Payment>> = HashMap::new();
    if ids.is_empty() {
        return Ok(of_invoice);
    }
    let rows: Vec<Row> = on!(conn, |c| {
        let mut query = QueryBuilder::<Driver>::new(concat!(
            "SELECT y.invoice_id, y.end_to_end_id, y.value_cents, y.excess_cents, y.returned_cents, y.returned_at, y.paid_at,
               y.outcome, y.settled_at, y.settled_by, y.settled_note, ",
            is_odd!(),
            " AS is_odd, ",
            creditable!(),
            " AS creditable_cents,
               COALESCE((SELECT k.cents - k.taken_back_cents FROM credits k
                   WHERE k.company_id = y.company_id AND k.end_to_end_id = y.end_to_end_id), 0) AS credited_cents,
               COALESCE((SELECT k.taken_back_cents FROM credits k
                   WHERE k.company_id = y.company_id AND k.end_to_end_id = y.end_to_end_id), 0) AS credit_taken_back_cents
             FROM pix_payments y JOIN invoices i ON i.company_id = y.company_id AND i.id = y.invoice_id WHERE ",
        ));
        push_ids(&mut query, "y.invoice_id IN (", ids.iter().map(|id| id.0));
        query.push(" ORDER BY y.paid_at DESC, y.end_to_end_id LIMIT 1000");
        query.build_query_as().fetch_all(c).await
    })?;
    for row in rows {
        let payments = of_invoice.entry(row.invoice_id).or_default();
        payments.push(row.into());
    }
    Ok(of_invoice)
}
