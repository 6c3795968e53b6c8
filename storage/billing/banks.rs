//! What the installation shows to a bank, sealed, and whom a bank knows each company as.

use chrono::{DateTime, Utc};

use crate::{
    Conn, Result,
    model::{CompanyId, invoice::BankName},
    on,
    security::seal::Sealer,
};

/// A company as a bank knows it.
#[derive(Debug, Clone, PartialEq, Eq, sqlx::FromRow)]
pub struct Customer {
    /// The bank's name of it.
    pub customer: String,
    /// The CPF or CNPJ with which the bank knows it.
    pub document: String,
}

/// What is shown to a bank, if it was set.
///
/// # Errors
/// `Unreadable` when the key of secrets is another one.
pub async fn find_key(
    conn: &mut Conn<'_>,
    bank: BankName,
    sealer: &Sealer,
) -> Result<Option<Vec<u8>>> {
    let sealed: Option<Vec<u8>> = on!(conn, |c| sqlx::query_scalar(
        "SELECT sealed_key FROM bank_keys WHERE bank = $1"
    )
    .bind(bank)
    .fetch_optional(c)
    .await)?;
    sealed
        .map(|sealed| sealer.open(&context(bank), &sealed))
        .transpose()
}

/// Whether anything is shown to a bank.
///
/// # Errors
/// `Database`.
pub async fn has_key(conn: &mut Conn<'_>, bank: BankName) -> Result<bool> {
    let count: i64 = on!(conn, |c| sqlx::query_scalar(
        "SELECT COUNT(*) FROM bank_keys WHERE bank = $1"
    )
    .bind(bank)
    .fetch_one(c)
    .await)?;
    Ok(count > 0)
}

/// Sets what is shown to a bank.
///
/// # Errors
/// `Database`.
pub async fn set_key(
    conn: &mut Conn<'_>,
    bank: BankName,
    sealer: &Sealer,
    key: &[u8],
    now: DateTime<Utc>,
) -> Result<()> {
    let sealed = sealer.seal(&context(bank), key)?;
    on!(conn, |c| {
        sqlx::query(
        "INSERT INTO bank_keys (bank, sealed_key, updated_at) VALUES ($1, $2, $3)
         ON CONFLICT (bank) DO UPDATE SET sealed_key = excluded.sealed_key, updated_at = excluded.updated_at"
    )
    .bind(bank)
    .bind(&sealed)
    .bind(now)
    .execute(c)
    .await
    .map(drop)
    })?;
    Ok(())
}

/// Forgets what is shown to a bank.
///
/// # Errors
/// `Database`.
pub async fn clear_key(conn: &mut Conn<'_>, bank: BankName) -> Result<()> {
    on!(conn, |c| sqlx::query(
        "DELETE FROM bank_keys WHERE bank = $1"
    )
    .bind(bank)
    .execute(c)
    .await
    .map(drop))?;
    Ok(())
}

/// Whom the bank at an address knows a company as.
///
/// # Errors
/// `Database`.
pub async fn find_customer(
    conn: &mut Conn<'_>,
    company: CompanyId,
    url: &str,
) -> Result<Option<Customer>> {
    Ok(on!(conn, |c| sqlx::query_as(
        "SELECT customer, document FROM bank_customers WHERE company_id = $1 AND bank_url = $2"
    )
    .bind(company)
    .bind(url)
    .fetch_optional(c)
    .await)?)
}

/// Keeps whom the bank at an address knows a company as.
///
/// # Errors
/// `Database` when the company does not exist.
pub async fn set_customer(
    conn: &mut Conn<'_>,
    company: CompanyId,
    url: &str,
    customer: &Customer,
    now: DateTime<Utc>,
) -> Result<()> {
    on!(conn, |c| {
        sqlx::query(
            "INSERT INTO bank_customers (company_id, bank_url, customer, document, created_at) VALUES ($1, $2, $3, $4, $5)
             ON CONFLICT (company_id, bank_url) DO UPDATE SET customer = excluded.customer, document = excluded.document",
        )
        .bind(company)
        .bind(url)
        .bind(&customer.customer)
        .bind(&customer.document)
        .bind(now)
        .execute(c)
        .await
        .map(drop)
    })?;
    Ok(())
}

/// Forgets whom the bank at an address knows a company as: the bank does not know it any more.
///
/// # Errors
/// `Database`.
pub async fn forget_customer(conn: &mut Conn<'_>, company: CompanyId, url: &str) -> Result<()> {
    on!(conn, |c| sqlx::query(
        "DELETE FROM bank_customers WHERE company_id = $1 AND bank_url = $2"
    )
    .bind(company)
    .bind(url)
    .execute(c)
    .await
    .map(drop))?;
    Ok(())
}

fn context(bank: BankName) -> Vec<u8> {
    let name = match bank {
        BankName::Pix => "pix",
        BankName::Asaas => "asaas",
    };
    format!("bank key {name}").into_bytes()
}
