//! What a bank is to the product: it makes a charge, and says what was paid for it. Nothing else that a bank tells is believed.

use async_trait::async_trait;
use chrono::{DateTime, Utc};

/// A charge to be made.
#[derive(Debug, Clone, Copy)]
pub struct NewCharge<'a> {
    /// The name that we give it: 32 letters and digits.
    pub txid: &'a str,
    /// How much.
    pub value_cents: i64,
    /// What the payer reads.
    pub note: &'a str,
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
}

/// A payment that the bank has received.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Received {
    /// The number of the central bank.
    pub end_to_end_id: String,
    /// How much.
    pub value_cents: i64,
    /// When.
    pub paid_at: DateTime<Utc>,
}

/// How a charge stands at the bank.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Standing {
    /// `CONCLUIDA`: it was paid.
    pub is_done: bool,
    /// With what.
    pub payments: Vec<Received>,
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
}

/// One bank.
#[async_trait]
pub trait Bank: Send + Sync {
    /// Makes a charge.
    ///
    /// # Errors
    /// [`BankError`]; whether it was made is then unknown, and nobody has seen its code.
    async fn charge(&self, new: NewCharge<'_>) -> Result<MadeCharge, BankError>;

    /// How a charge stands.
    ///
    /// # Errors
    /// [`BankError`].
    async fn look(&self, txid: &str) -> Result<Standing, BankError>;
}
