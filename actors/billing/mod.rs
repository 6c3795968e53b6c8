//! Billing. *Owns*: charges at the bank, their confirmation, the renewal that follows. *Never*: amounts that somebody sends,
//! data of cards. A webhook and a look each minute lead to the same question to the bank, and only its answer counts.

mod asaas;
mod bacen;
mod bank;
mod banks;
mod confirming;
mod invoicing;
mod plan_change;
mod refunds;
mod simulator;
#[cfg(test)]
mod tests;

use std::{fmt, sync::Arc};

use chrono::TimeDelta;
use guiche_storage::{
    Conn, Db, StorageError,
    billing::{
        charges::{self, Charge},
        invoices,
    },
    companies,
    model::{
        Clock, CompanyId, ErrorCode, InvoiceId,
        invoice::{Invoice, InvoiceStatus},
    },
};
use uuid::Uuid;

pub use asaas::Asaas;
pub use bacen::Bacen;
pub use bank::{Bank, BankError, ChargeName, MadeCharge, NewCharge, Payer, Received, Standing};
pub use banks::Banks;
pub use invoicing::{bill_anew, company_changed, ensure_invoice, pay, use_credit};
pub use plan_change::{Choice, Offer, choose, forget, offers};
pub use simulator::{SimulatedBank, SimulatedCharge};

use self::confirming::name_of;
use crate::{
    ActorError,
    publisher::EventPublisher,
    rules::billing::{billed_before, is_billing_time},
};

/// A charge that is good for less is not shown again.
const LEAST_VALID: TimeDelta = TimeDelta::minutes(1);
/// Companies billed in one read.
const AT_ONCE: i64 = 100;

/// The desk's own accounts. Cheap to clone.
#[derive(Clone)]
pub struct Billing {
    /// Where everything is.
    pub db: Db,
    /// The time.
    pub clock: Arc<dyn Clock>,
    /// Who takes the money; without any nothing can be paid here.
    pub banks: Banks,
    /// Tells the rooms.
    pub tell: EventPublisher,
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
    /// `Refused(BillingUnavailable)`, `Refused(NoInvoiceFound)`, `Refused(InvoiceNotOpen)`, `Refused(BankUnreachable)`,
    /// `Refused(BillingDocument)`.
    pub async fn charge(
        &self,
        payer: Payer<'_>,
        id: InvoiceId,
    ) -> Result<(Invoice, Charge), ActorError> {
        let company = payer.company;
        let (name, bank, invoice) = {
            let mut reader = self.db.read().await?;
            let conn = &mut reader.conn();
            let current = self.banks.current(conn).await?;
            let (name, bank) = current.ok_or(ErrorCode::BillingUnavailable)?;
            let invoice = open_invoice(conn, company, id).await?;
            if let Some(charge) = self.live(conn, company, &invoice).await? {
                return Ok((invoice, charge));
            }
            (name, bank, invoice)
        };
        let txid = Uuid::new_v4().simple().to_string();
        let new = NewCharge {
            txid: &txid,
            value_cents: invoice.to_pay_cents(),
            note: &format!("Fatura {id}"),
            payer,
        };
        let made = bank.charge(new).await.map_err(unreachable)?;
        let charge = Charge {
            txid,
            company_id: company,
            invoice_id: id,
            bank: name,
            bank_ref: made.reference,
            value_cents: invoice.to_pay_cents(),
            qrcode: made.qrcode,
            created_at: made.created_at,
            expires_at: made.expires_at,
        };
        let work = async |conn: &mut Conn<'_>| -> Result<_, ActorError> {
            companies::take_turn(conn, company).await?;
            let invoice = open_invoice(conn, company, id).await?;
            // somebody else was faster: one code for everybody
            if let Some(other) = self.live(conn, company, &invoice).await? {
                return Ok((invoice, other));
            }
            charges::insert(conn, company, &charge).await?;
            Ok((invoice, charge.clone()))
        };
        let kept = self.db.write(work).await;
        let is_shown = match &kept {
            Ok((_, kept)) => kept.txid == charge.txid,
            // whether it was kept is known unless the database failed
            Err(error) => !matches!(error, ActorError::Refused(_)),
        };
        if !is_shown && let Err(error) = bank.withdraw(name_of(&charge)).await {
            tracing::warn!(%error, "a charge whose code nobody saw could not be taken back");
        }
        kept
    }

    async fn live(
        &self,
        conn: &mut Conn<'_>,
        company: CompanyId,
        invoice: &Invoice,
    ) -> Result<Option<Charge>, StorageError> {
        let until = self.clock.now() + LEAST_VALID;
        let found = charges::find_live(conn, company, invoice.id, until).await?;
        Ok(found.filter(|charge| charge.value_cents == invoice.to_pay_cents()))
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
                let made = self.db.change(id, now, async |conn, told| {
                    companies::take_turn(conn, id).await?;
                    ensure_invoice(conn, id, now).await?;
                    use_credit(conn, told, id, now).await
                });
                match made.await {
                    Ok(done) => self.tell.tell(done.events),
                    // deleted meanwhile
                    Err(StorageError::Refused(ErrorCode::NoCompanyFound)) => {}
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
    if invoice.status == InvoiceStatus::Open && invoice.to_pay_cents() > 0 {
        Ok(invoice)
    } else {
        Err(ErrorCode::InvoiceNotOpen.into())
    }
}

fn unreachable(error: BankError) -> ActorError {
    if error == BankError::NoDocument {
        return ErrorCode::BillingDocument.into();
    }
    tracing::warn!(%error, "the bank has not done what it was asked");
    ActorError::Refused(ErrorCode::BankUnreachable)
}
