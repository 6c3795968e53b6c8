//! What a bank is to the product: it makes a charge, and says what was paid for it. Nothing else that a bank tells is believed.

use async_trait::async_trait;
use chrono::{DateTime, Utc};
use guiche_storage::{Conn, StorageError, model::CompanyId};

/// Who pays.
#[derive(Debug, Clone, Copy)]
pub struct Payer<'a> {
    /// The company.
    pub company: CompanyId,
    /// The name on the bill.
    pub name: &'a str,
    /// Its CPF or CNPJ, digits and letters alone, if it is known.
    pub document: Option<&'a str>,
}

/// A charge to be made.
#[derive(Debug, Clone, Copy)]
pub struct NewCharge<'a> {
    /// The name that we give it: 32 letters and digits.
    pub txid: &'a str,
    /// How much.
    pub value_cents: i64,
    /// What the payer reads.
    pub note: &'a str,
    /// Who pays.
    pub payer: Payer<'a>,
}

/// What a charge is known by.
#[derive(Debug, Clone, Copy)]
pub struct ChargeName<'a> {
    /// The name that we gave it.
    pub txid: &'a str,
    /// The bank's own, where it has one.
    pub reference: Option<&'a str>,
}

/// A charge that was made.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MadeCharge {
    /// What is copied and pasted, and shown as a QR code.
    pub qrcode: String,
    /// When it was made.
    pub created_at: DateTime<Utc>,
    /// Until when it can be paid.
    pub expires_at: DateTime<Utc>,
    /// The bank's own name of it, where it has one.
    pub reference: Option<String>,
}

/// A payment that the bank has received.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Received {
    /// The number of the central bank, or the bank's own where it tells no other.
    pub end_to_end_id: String,
    /// How much.
    pub value_cents: i64,
    /// How much of it went back to the payer.
    pub returned_cents: i64,
    /// When.
    pub paid_at: DateTime<Utc>,
}

/// How a charge stands at the bank.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Standing {
    /// `CONCLUIDA`: it was paid.
    pub is_done: bool,
    /// It can never be paid any more.
    pub is_gone: bool,
    /// With what.
    pub payments: Vec<Received>,
}

impl Standing {
    /// A charge that the bank does not have any more.
    pub fn gone() -> Self {
        Self {
            is_gone: true,
            ..Self::default()
        }
    }
}

/// Why a bank has not done what it was asked. The texts hold no secret and no number of a person.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum BankError {
    /// It did not answer, or not in a way that can be read.
    #[error("no answer: {0}")]
    NoAnswer(String),
    /// It answered with this status.
    #[error("refused with status {0}")]
    Refused(u16),
    /// It does not know the payer any more.
    #[error("the payer is not known there")]
    UnknownPayer,
    /// It takes no payer without a CPF or CNPJ.
    #[error("the payer has no document")]
    NoDocument,
}

/// One bank.
#[async_trait(?Send)]
pub trait Bank: Send + Sync {
    /// Whether charges can be made there now.
    ///
    /// # Errors
    /// `Database`.
    async fn is_open(&self, _conn: &mut Conn<'_>) -> Result<bool, StorageError> {
        Ok(true)
    }

    /// Whether it takes only payers with a CPF or CNPJ.
    fn needs_document(&self) -> bool {
        false
    }

    /// Makes a charge.
    ///
    /// # Errors
    /// [`BankError`]; whether it was made is then unknown, and nobody has seen its code.
    async fn charge(&self, new: NewCharge<'_>) -> Result<MadeCharge, BankError>;

    /// How a charge stands.
    ///
    /// # Errors
    /// [`BankError`].
    async fn look(&self, charge: ChargeName<'_>) -> Result<Standing, BankError>;

    /// How much of a payment of a charge went back to the payer, in cents.
    ///
    /// # Errors
    /// [`BankError`].
    async fn returned(
        &self,
        charge: ChargeName<'_>,
        end_to_end_id: &str,
    ) -> Result<i64, BankError> {
        let standing = self.look(charge).await?;
        let mut payments = standing.payments.iter();
        let payment = payments.find(|one| one.end_to_end_id == end_to_end_id);
        Ok(payment.map_or(0, |one| one.returned_cents))
    }

    /// Takes back a charge that is not to be paid any more. Where charges end by themselves nothing is to be done.
    ///
    /// # Errors
    /// [`BankError`].
    async fn withdraw(&self, _charge: ChargeName<'_>) -> Result<(), BankError> {
        Ok(())
    }
}
