//! Invoices and payments as they go over the wire (A039, A060). Money is whole cents inside and BRL outside.

use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};

use super::{CompanyId, InvoiceId};

/// How an invoice stands. One that is open and past its due date shows as overdue.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, sqlx::Type, utoipa::ToSchema,
)]
#[serde(rename_all = "lowercase")]
#[sqlx(type_name = "TEXT", rename_all = "lowercase")]
pub enum InvoiceStatus {
    /// To be paid.
    Open,
    /// Paid.
    Paid,
    /// Not asked for any more: the due date or the plan was changed.
    Cancelled,
}

/// What an invoice is for.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, sqlx::Type, utoipa::ToSchema,
)]
#[serde(rename_all = "lowercase")]
#[sqlx(type_name = "TEXT", rename_all = "lowercase")]
pub enum InvoiceKind {
    /// The plan for one payment more.
    Renewal,
    /// A dearer plan until the due date.
    Difference,
}

/// Where a charge is made.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, sqlx::Type)]
#[serde(rename_all = "lowercase")]
#[sqlx(type_name = "TEXT", rename_all = "lowercase")]
pub enum BankName {
    /// At a bank that speaks the central bank's API.
    Pix,
    /// At Asaas.
    Asaas,
}

/// What became of a payment.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, sqlx::Type, utoipa::ToSchema,
)]
#[serde(rename_all = "camelCase")]
#[sqlx(type_name = "TEXT", rename_all = "camelCase")]
pub enum PaymentOutcome {
    /// It paid the invoice.
    Paid,
    /// It is less than the invoice.
    TooLittle,
    /// The invoice had been paid before.
    Double,
    /// The invoice had been cancelled before.
    Late,
}

/// An invoice as its company sees it (A039).
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Invoice {
    /// Its number.
    pub id: InvoiceId,
    /// What for: the plan's name.
    pub detail: String,
    /// A payment of the plan, or the difference to it.
    pub kind: InvoiceKind,
    /// How much, in BRL.
    pub value: f64,
    /// The same in cents, for reckoning.
    #[serde(skip)]
    pub value_cents: i64,
    /// How much of it is met by what the company has to its credit, in BRL.
    pub credit: f64,
    /// The same in cents.
    #[serde(skip)]
    pub credit_cents: i64,
    /// What is to be paid of it, or was: without the credit, in BRL.
    pub to_pay: f64,
    /// Until when.
    pub due_date: DateTime<Utc>,
    /// How it stands.
    pub status: InvoiceStatus,
    /// When it was paid.
    pub paid_at: Option<DateTime<Utc>>,
    /// When it was made.
    pub created_at: DateTime<Utc>,
}

impl Invoice {
    /// What is to be paid of it, or was, in cents.
    pub fn to_pay_cents(&self) -> i64 {
        self.value_cents - self.credit_cents
    }
}

/// A payment that came for an invoice.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Payment {
    /// The number that the central bank gave it.
    pub end_to_end_id: String,
    /// How much, in BRL.
    pub value: f64,
    /// When.
    pub paid_at: DateTime<Utc>,
    /// What became of it.
    pub outcome: PaymentOutcome,
    /// How much of it is more than was asked for, in BRL.
    pub excess: f64,
    /// How much of it went back to the payer, in BRL.
    pub returned: f64,
    /// When that was noticed last.
    pub returned_at: Option<DateTime<Utc>>,
    /// Whether a person has to look at it: something else went back than what did not pay for anything.
    pub is_odd: bool,
    /// How much of it counts toward invoices to come, in BRL; what was taken back is not in it.
    pub credited: f64,
    /// How much of its credit was taken back, because something went back, in BRL.
    pub credit_taken_back: f64,
    /// How much of it could count toward invoices to come now, in BRL.
    pub creditable: f64,
    /// When somebody said what became of it.
    pub settled_at: Option<DateTime<Utc>>,
    /// Who.
    pub settled_by: Option<String>,
    /// What.
    pub settled_note: Option<String>,
}

/// A payment as the company that made it sees it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct OwnPayment {
    /// The number that the central bank gave it.
    pub end_to_end_id: String,
    /// How much, in BRL.
    pub value: f64,
    /// When.
    pub paid_at: DateTime<Utc>,
    /// What became of it.
    pub outcome: PaymentOutcome,
    /// How much of it is more than was asked for, in BRL.
    pub excess: f64,
    /// How much of it went back, in BRL.
    pub returned: f64,
    /// Whether those who run the server still have to look at it.
    pub is_odd: bool,
    /// How much of it counts toward invoices to come, in BRL; what was taken back is not in it.
    pub credited: f64,
}

impl From<Payment> for OwnPayment {
    fn from(payment: Payment) -> Self {
        Self {
            end_to_end_id: payment.end_to_end_id,
            value: payment.value,
            paid_at: payment.paid_at,
            outcome: payment.outcome,
            excess: payment.excess,
            returned: payment.returned,
            is_odd: payment.is_odd,
            credited: payment.credited,
        }
    }
}

/// An invoice as its company sees it, with what came for it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct OwnInvoice {
    /// The invoice.
    #[serde(flatten)]
    pub invoice: Invoice,
    /// What was paid for it, the latest first.
    pub payments: Vec<OwnPayment>,
}

/// An invoice as those who run the server see it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct CompanyInvoice {
    /// The invoice.
    #[serde(flatten)]
    pub invoice: Invoice,
    /// Whose.
    pub company_id: CompanyId,
    /// Its name.
    pub company_name: String,
    /// Who marked it as paid by hand; `null` if a payment or a credit did.
    pub paid_by: Option<String>,
    /// Why.
    pub paid_reason: Option<String>,
    /// What was paid for it, the latest first.
    pub payments: Vec<Payment>,
}

/// An amount of cents in BRL.
#[expect(
    clippy::cast_precision_loss,
    reason = "a double counts cents exactly up to 90 trillion BRL"
)]
pub fn brl(cents: i64) -> f64 {
    cents as f64 / 100.0
}
