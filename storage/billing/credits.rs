//! What of odd payments counts toward invoices to come. A credit is set aside for open invoices, those first that are due first, and is
//! spent once such an invoice is paid. Whoever calls what writes has the company's turn; that no credit is used twice is also a
//! constraint of its row.

use chrono::{DateTime, Utc};

use super::invoices::{Row, columns};
use crate::{
    Conn, Result,
    model::{CompanyId, CreditId, ErrorCode, InvoiceId, invoice::Invoice},
    on,
};

/// Credits and invoices of one company that are looked at.
const AT_ONCE: i64 = 100;

/// What is left of a credit, or to be paid of an invoice.
#[derive(Debug, Clone, Copy, PartialEq, Eq, sqlx::FromRow)]
struct Left<Id> {
    id: Id,
    cents: i64,
}

/// A part of a credit for an invoice.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Share {
    credit: CreditId,
    invoice: InvoiceId,
    cents: i64,
}

/// A credit to give.
#[derive(Debug, Clone, Copy)]
pub struct NewCredit<'a> {
    /// The invoice for which the payment came.
    pub invoice: InvoiceId,
    /// The payment.
    pub end_to_end_id: &'a str,
    /// How much.
    pub cents: i64,
    /// Who gives it.
    pub by: &'a str,
}

/// Gives a credit for a payment, once.
///
/// # Errors
/// `Refused(NothingToCredit)` when nothing is odd of the payment, or it was credited before.
pub async fn give(
    conn: &mut Conn<'_>,
    company: CompanyId,
    new: NewCredit<'_>,
    now: DateTime<Utc>,
) -> Result<()> {
    if new.cents <= 0 {
        return Err(ErrorCode::NothingToCredit.into());
    }
    let made = on!(conn, |c| {
        sqlx::query(
            "INSERT INTO credits (company_id, invoice_id, end_to_end_id, cents, given_by, created_at)
             VALUES ($1, $2, $3, $4, $5, $6) ON CONFLICT (end_to_end_id) DO NOTHING",
        )
        .bind(company)
        .bind(new.invoice)
        .bind(new.end_to_end_id)
        .bind(new.cents)
        .bind(new.by)
        .bind(now)
        .execute(c)
        .await
        .map(|done| done.rows_affected())
    })?;
    if made == 1 {
        Ok(())
    } else {
        Err(ErrorCode::NothingToCredit.into())
    }
}

/// What a company has that is not spent, in cents; what is set aside for an open invoice is in it.
///
/// # Errors
/// `Database`.
pub async fn left(conn: &mut Conn<'_>, company: CompanyId) -> Result<i64> {
    Ok(on!(conn, |c| {
        sqlx::query_scalar(
            "SELECT CAST(COALESCE(SUM(k.cents - k.taken_back_cents), 0) - COALESCE((SELECT SUM(u.cents) FROM credit_uses u
                 JOIN invoices i ON i.company_id = u.company_id AND i.id = u.invoice_id
                 WHERE u.company_id = $1 AND i.status = 'paid'), 0) AS BIGINT)
             FROM credits k WHERE k.company_id = $1",
        )
        .bind(company)
        .fetch_one(c)
        .await
    })?)
}

/// Sets what is not spent aside for the invoices that are open now: what was set aside for others is free again.
///
/// # Errors
/// `Database`.
pub async fn spread(conn: &mut Conn<'_>, company: CompanyId, now: DateTime<Utc>) -> Result<()> {
    if !has_any(conn, company).await? {
        return Ok(());
    }
    free(conn, company).await?;
    let credits: Vec<Left<CreditId>> = on!(&mut *conn, |c| {
        sqlx::query_as(
            "SELECT id, cents - used_cents - taken_back_cents AS cents FROM credits
             WHERE company_id = $1 AND used_cents + taken_back_cents < cents ORDER BY id LIMIT $2",
        )
        .bind(company)
        .bind(AT_ONCE)
        .fetch_all(c)
        .await
    })?;
    if credits.is_empty() {
        return Ok(());
    }
    let invoices: Vec<Left<InvoiceId>> = on!(&mut *conn, |c| {
        sqlx::query_as(
            "SELECT id, value_cents AS cents FROM invoices
             WHERE company_id = $1 AND status = 'open' ORDER BY due_date, id LIMIT $2",
        )
        .bind(company)
        .bind(AT_ONCE)
        .fetch_all(c)
        .await
    })?;
    for share in shares(credits, invoices) {
        on!(&mut *conn, |c| {
            sqlx::query(
                "INSERT INTO credit_uses (company_id, credit_id, invoice_id, cents, created_at)
                 VALUES ($1, $2, $3, $4, $5)",
            )
            .bind(company)
            .bind(share.credit)
            .bind(share.invoice)
            .bind(share.cents)
            .bind(now)
            .execute(c)
            .await
            .map(drop)
        })?;
    }
    add_up(conn, company).await
}

/// The earliest credits go first, to the invoices that are due first.
fn shares(credits: Vec<Left<CreditId>>, invoices: Vec<Left<InvoiceId>>) -> Vec<Share> {
    let mut all = Vec::new();
    let mut credits = credits.into_iter();
    let mut credit = credits.next();
    for mut invoice in invoices {
        while let Some(one) = credit.as_mut().filter(|_| invoice.cents > 0) {
            let cents = one.cents.min(invoice.cents);
            all.push(Share {
                credit: one.id,
                invoice: invoice.id,
                cents,
            });
            invoice.cents -= cents;
            one.cents -= cents;
            if one.cents == 0 {
                credit = credits.next();
            }
        }
    }
    all
}

/// An open invoice for the whole of which credit is set aside.
///
/// # Errors
/// `Database`.
pub async fn find_covered(conn: &mut Conn<'_>, company: CompanyId) -> Result<Option<Invoice>> {
    let row: Option<Row> = on!(conn, |c| {
        sqlx::query_as(concat!(
            "SELECT ",
            columns!(),
            " FROM invoices i WHERE i.company_id = $1 AND i.status = 'open' AND i.value_cents > 0 AND i.value_cents <=
                 (SELECT COALESCE(SUM(u.cents), 0) FROM credit_uses u
                  WHERE u.company_id = i.company_id AND u.invoice_id = i.id)
              ORDER BY i.due_date, i.id LIMIT 1"
        ))
        .bind(company)
        .fetch_optional(c)
        .await
    })?;
    Ok(row.map(Invoice::from))
}

/// An open invoice is paid and needs only so much of what is set aside for it; the rest is free again, of the latest credits first.
///
/// # Errors
/// `Database`.
pub async fn keep(
    conn: &mut Conn<'_>,
    company: CompanyId,
    invoice: InvoiceId,
    most_cents: i64,
) -> Result<()> {
    let uses: Vec<Left<CreditId>> = on!(&mut *conn, |c| {
        sqlx::query_as(
            "SELECT credit_id AS id, cents FROM credit_uses
             WHERE company_id = $1 AND invoice_id = $2 ORDER BY credit_id LIMIT $3",
        )
        .bind(company)
        .bind(invoice)
        .bind(AT_ONCE)
        .fetch_all(c)
        .await
    })?;
    let mut most = most_cents;
    for one in uses {
        let kept = one.cents.min(most);
        most -= kept;
        if kept == one.cents {
            continue;
        }
        let statement = if kept == 0 {
            "DELETE FROM credit_uses WHERE company_id = $1 AND invoice_id = $2 AND credit_id = $3 AND cents > $4"
        } else {
            "UPDATE credit_uses SET cents = $4 WHERE company_id = $1 AND invoice_id = $2 AND credit_id = $3"
        };
        on!(&mut *conn, |c| sqlx::query(statement)
            .bind(company)
            .bind(invoice)
            .bind(one.id)
            .bind(kept)
            .execute(c)
            .await
            .map(drop))?;
    }
    add_up(conn, company).await
}

/// More of a credited payment went back: what is then too much of its credit is taken back, as far as it is not spent. Answers how much.
///
/// # Errors
/// `Database`.
pub async fn take_back(
    conn: &mut Conn<'_>,
    company: CompanyId,
    end_to_end_id: &str,
    now: DateTime<Utc>,
) -> Result<i64> {
    if !has_any(conn, company).await? {
        return Ok(0);
    }
    free(conn, company).await?;
    // what may still be credited of the payment is what of it is not paid for, and did not go back
    let found: Option<(CreditId, i64, i64)> = on!(&mut *conn, |c| {
        sqlx::query_as(
            "SELECT k.id, k.cents - k.used_cents - k.taken_back_cents, k.cents - k.taken_back_cents
                 - (CASE y.outcome WHEN 'paid' THEN y.excess_cents ELSE y.value_cents END - y.returned_cents)
             FROM credits k JOIN pix_payments y ON y.end_to_end_id = k.end_to_end_id AND y.company_id = k.company_id
             WHERE k.company_id = $1 AND k.end_to_end_id = $2",
        )
        .bind(company)
        .bind(end_to_end_id)
        .fetch_optional(c)
        .await
    })?;
    let taken = found.map_or(0, |(_, unspent, too_much)| unspent.min(too_much).max(0));
    if let Some((credit, ..)) = found.filter(|_| taken > 0) {
        on!(&mut *conn, |c| {
            sqlx::query(
            "UPDATE credits SET taken_back_cents = taken_back_cents + $3 WHERE company_id = $1 AND id = $2"
        )
        .bind(company)
        .bind(credit)
        .bind(taken)
        .execute(c)
        .await
        .map(drop)
        })?;
    }
    spread(conn, company, now).await?;
    Ok(taken)
}

async fn has_any(conn: &mut Conn<'_>, company: CompanyId) -> Result<bool> {
    let found: Option<CreditId> = on!(conn, |c| sqlx::query_scalar(
        "SELECT id FROM credits WHERE company_id = $1 LIMIT 1"
    )
    .bind(company)
    .fetch_optional(c)
    .await)?;
    Ok(found.is_some())
}

/// What is set aside for invoices that are not paid is free again, those among them that a release before has cancelled.
async fn free(conn: &mut Conn<'_>, company: CompanyId) -> Result<()> {
    on!(&mut *conn, |c| {
        sqlx::query(
            "DELETE FROM credit_uses WHERE company_id = $1 AND invoice_id IN (SELECT i.id FROM invoices i
                 WHERE i.company_id = $1 AND i.status <> 'paid')",
        )
        .bind(company)
        .execute(c)
        .await
        .map(drop)
    })?;
    add_up(conn, company).await
}

/// What of each credit is used is the sum of its uses.
async fn add_up(conn: &mut Conn<'_>, company: CompanyId) -> Result<()> {
    on!(conn, |c| {
        sqlx::query(
            "UPDATE credits SET used_cents = (SELECT CAST(COALESCE(SUM(u.cents), 0) AS BIGINT) FROM credit_uses u
                 WHERE u.company_id = credits.company_id AND u.credit_id = credits.id) WHERE company_id = $1",
        )
        .bind(company)
        .execute(c)
        .await
        .map(drop)
    })?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every list of at most three amounts up to 3.
    fn amounts() -> Vec<Vec<i64>> {
        let longer = |all: Vec<Vec<i64>>| -> Vec<Vec<i64>> {
            let one_more =
                |list: Vec<i64>| (0..=3).map(move |cents| [&list[..], &[cents]].concat());
            all.into_iter().flat_map(one_more).collect()
        };
        let one = longer(vec![vec![]]);
        let two = longer(one.clone());
        let three = longer(two.clone());
        [vec![vec![]], one, two, three].concat()
    }

    fn left<Id>(cents: &[i64], id: fn(i64) -> Id) -> Vec<Left<Id>> {
        let with_ids = cents.iter().copied().zip(1..);
        with_ids
            .map(|(cents, number)| Left {
                id: id(number),
                cents,
            })
            .collect()
    }

    #[test]
    fn no_credit_gives_more_than_it_is_and_no_invoice_takes_more_than_it_costs() {
        for credits in amounts().into_iter().filter(|all| !all.contains(&0)) {
            for invoices in amounts() {
                let all = shares(left(&credits, CreditId), left(&invoices, InvoiceId));
                let sum = |of: &dyn Fn(&Share) -> bool| -> i64 {
                    all.iter().filter(|it| of(it)).map(|it| it.cents).sum()
                };
                let case = format!("{credits:?} for {invoices:?}: {all:?}");
                let most = credits.iter().sum::<i64>().min(invoices.iter().sum());
                assert_eq!(sum(&|_| true), most, "{case}");
                assert!(all.iter().all(|it| it.cents > 0), "{case}");
                for (cents, id) in credits.iter().zip(1..) {
                    assert!(sum(&|it| it.credit == CreditId(id)) <= *cents, "{case}");
                }
                for (cents, id) in invoices.iter().zip(1..) {
                    assert!(sum(&|it| it.invoice == InvoiceId(id)) <= *cents, "{case}");
                }
            }
        }
    }
}
