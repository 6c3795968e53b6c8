//! Billing. *Owns*: charges at the bank, their confirmation, the renewal that follows. *Never*: amounts that somebody sends,
//! data of cards. A webhook and a look each minute lead to the same question to the bank, and only its answer counts.

mod bacen;
mod bank;
mod invoicing;
mod simulator;
#[cfg(test)]
mod tests;

use std::{fmt, sync::Arc};

use chrono::{DateTime, TimeDelta, Utc};
use guiche_storage::{
    Conn, Db, StorageError,
    billing::{
        charges::{self, Charge, NewPayment},
        invoices::{self, Paid},
    },
    companies,
    model::{
        Clock, CompanyId, ErrorCode, InvoiceId,
        event::{CommittedEvent, NewEvent},
        invoice::{Invoice, InvoiceStatus, PaymentOutcome},
    },
};
use uuid::Uuid;

pub use bacen::Bacen;
pub use bank::{Bank, BankError, MadeCharge, NewCharge, Received, Standing};
pub use invoicing::{bill_anew, company_changed, ensure_invoice, pay};
pub use simulator::{SimulatedBank, SimulatedCharge};

use crate::{
    ActorError,
    rules::billing::{billed_before, is_billing_time, outcome},
};

/// A charge that is good for less is not shown again.
const LEAST_VALID: TimeDelta = TimeDelta::minutes(1);
/// So long after its end the bank is still asked about a charge: a payment of the last second takes its time.
const ASKED_AFTER_END: TimeDelta = TimeDelta::hours(1);
/// A charge is asked about so often, by whichever node comes first.
const ASKED_EVERY: TimeDelta = TimeDelta::seconds(50);
/// Charges asked about by one look, and companies billed in one read.
const AT_ONCE: i64 = 100;

/// Tells what was committed. Must not block.
pub type TellEvents = Arc<dyn Fn(Vec<CommittedEvent>) + Send + Sync>;

/// The desk's own accounts. Cheap to clone.
#[derive(Clone)]
pub struct Billing {
    /// Where everything is.
    pub db: Db,
    /// The time.
    pub clock: Arc<dyn Clock>,
    /// Who takes the money; without one nothing can be paid here.
    pub bank: Option<Arc<dyn Bank>>,
    /// Tells the rooms.
    pub tell: TellEvents,
}

impl fmt::Debug for Billing {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Billing")
    }
}

impl Billing {
    /// The charge of an open invoice: the one that is there and good, or a new one of the bank.
    ///
    /// # Errors
    /// `Refused(BillingUnavailable)`, `Refused(NoInvoiceFound)`, `Refused(InvoiceNotOpen)`, `Refused(BankUnreachable)`.
    pub async fn charge(
        &self,
        company: CompanyId,
        id: InvoiceId,
    ) -> Result<(Invoice, Charge), ActorError> {
        let bank = self.bank.as_ref().ok_or(ErrorCode::BillingUnavailable)?;
        let invoice = {
            let mut reader = self.db.read().await?;
            let conn = &mut reader.conn();
            let invoice = open_invoice(conn, company, id).await?;
            if let Some(charge) = self.live(conn, company, &invoice).await? {
                return Ok((invoice, charge));
            }
            invoice
        };
        let txid = Uuid::new_v4().simple().to_string();
        let new = NewCharge {
            txid: &txid,
            value_cents: invoice.value_cents,
            note: &format!("Fatura {id}"),
        };
        let made = bank.charge(new).await.map_err(unreachable)?;
        let charge = Charge {
            txid,
            company_id: company,
            invoice_id: id,
            value_cents: invoice.value_cents,
            qrcode: made.qrcode,
            created_at: made.created_at,
            expires_at: made.expires_at,
        };
        let work = async |conn: &mut Conn<'_>| {
            companies::take_turn(conn, company).await?;
            let invoice = open_invoice(conn, company, id).await?;
            // somebody else was faster: one code for everybody
            if let Some(other) = self.live(conn, company, &invoice).await? {
                return Ok((invoice, other));
            }
            charges::insert(conn, company, &charge).await?;
            Ok((invoice, charge.clone()))
        };
        self.db.write(work).await
    }

    async fn live(
        &self,
        conn: &mut Conn<'_>,
        company: CompanyId,
        invoice: &Invoice,
    ) -> Result<Option<Charge>, StorageError> {
        let until = self.clock.now() + LEAST_VALID;
        let found = charges::find_live(conn, company, invoice.id, until).await?;
        Ok(found.filter(|charge| charge.value_cents == invoice.value_cents))
    }

    /// Asks the bank about a charge, and renews if it was paid. `false`: no charge of this name is known. However often and
    /// however many times at once it is called, a payment counts once.
    ///
    /// # Errors
    /// `Refused(BillingUnavailable)`, `Refused(BankUnreachable)`, `Storage`.
    pub async fn confirm(&self, txid: &str) -> Result<bool, ActorError> {
        let bank = self.bank.as_ref().ok_or(ErrorCode::BillingUnavailable)?;
        let charge = {
            let mut reader = self.db.read().await?;
            charges::find_by_txid(&mut reader.conn(), txid).await?
        };
        let Some(charge) = charge else {
            return Ok(false);
        };
        let standing = match bank.look(txid).await {
            Ok(standing) => standing,
            Err(BankError::Refused(status)) => {
                tracing::warn!(status, "the bank does not tell how a charge stands");
                Standing::default()
            }
            Err(error) => return Err(unreachable(error)),
        };
        let now = self.clock.now();
        let is_over = standing.is_done || charge.expires_at + ASKED_AFTER_END < now;
        let done = self
            .db
            .change(charge.company_id, now, async |conn, told| {
                companies::take_turn(conn, charge.company_id).await?;
                if standing.is_done {
                    settle(conn, told, &charge, &standing, now).await?;
                }
                let (company, txid) = (charge.company_id, &charge.txid);
                charges::set_asked(conn, company, txid, is_over, now).await
            })
            .await?;
        (self.tell)(done.events);
        Ok(true)
    }

    /// Asks the bank about every charge that is open: what a webhook has not told is found so.
    ///
    /// # Errors
    /// `Storage`; `Refused(BankUnreachable)`: what is left is asked the next time.
    pub async fn look(&self) -> Result<(), ActorError> {
        if self.bank.is_none() {
            return Ok(());
        }
        let due = {
            let mut reader = self.db.read().await?;
            let before = self.clock.now() - ASKED_EVERY;
            charges::list_to_ask(&mut reader.conn(), before, AT_ONCE).await?
        };
        for charge in due {
            match self.confirm(&charge.txid).await {
                // its company was deleted meanwhile
                Ok(_) | Err(ActorError::Refused(ErrorCode::NoCompanyFound)) => {}
                Err(error) => return Err(error),
            }
        }
        Ok(())
    }

    /// Makes the invoices of companies that are due soon, from three in the morning on.
    ///
    /// # Errors
    /// `Storage`; the rest is made the next time.
    pub async fn make_invoices(&self) -> Result<(), ActorError> {
        let now = self.clock.now();
        if !is_billing_time(now) {
            return Ok(());
        }
        let mut after = CompanyId(0);
        loop {
            let some = {
                let mut reader = self.db.read().await?;
                invoices::list_unbilled(&mut reader.conn(), billed_before(now), after, AT_ONCE)
                    .await?
            };
            let Some(last) = some.last() else {
                return Ok(());
            };
            after = last.company_id;
            for company in some {
                let id = company.company_id;
                let made = self
                    .db
                    .write(async |conn| ensure_invoice(conn, id, now).await);
                match made.await {
                    // deleted meanwhile
                    Ok(_) | Err(StorageError::Refused(ErrorCode::NoCompanyFound)) => {}
                    Err(error) => return Err(error.into()),
                }
            }
        }
    }
}

async fn open_invoice(
    conn: &mut Conn<'_>,
    company: CompanyId,
    id: InvoiceId,
) -> Result<Invoice, StorageError> {
    let invoice = invoices::get(conn, company, id).await?;
    if invoice.status == InvoiceStatus::Open {
        Ok(invoice)
    } else {
        Err(ErrorCode::InvoiceNotOpen.into())
    }
}

/// Notes what the bank says was paid; what is new and enough for an open invoice pays it.
async fn settle(
    conn: &mut Conn<'_>,
    told: &mut Vec<NewEvent>,
    charge: &Charge,
    standing: &Standing,
    now: DateTime<Utc>,
) -> Result<(), StorageError> {
    let company = charge.company_id;
    let invoice = invoices::get(conn, company, charge.invoice_id).await?;
    let paid = standing.payments.iter().map(|one| one.value_cents).sum();
    let outcome = outcome(invoice.status, paid, invoice.value_cents);
    let mut is_new = false;
    for one in &standing.payments {
        let payment = NewPayment {
            end_to_end_id: &one.end_to_end_id,
            value_cents: one.value_cents,
            paid_at: one.paid_at,
            outcome,
        };
        is_new |= charges::insert_payment(conn, company, charge, payment, now).await?;
    }
    if is_new && outcome == PaymentOutcome::Paid {
        let paid = Paid {
            at: now,
            by: None,
            reason: None,
        };
        pay(conn, told, company, invoice.id, paid).await?;
    } else if is_new {
        tracing::warn!(
            company.id = company.0,
            invoice.id = invoice.id.0,
            ?outcome,
            "a payment did not pay its invoice"
        );
    }
    Ok(())
}

fn unreachable(error: BankError) -> ActorError {
    tracing::warn!(%error, "the bank has not done what it was asked");
    ActorError::Refused(ErrorCode::BankUnreachable)
}
