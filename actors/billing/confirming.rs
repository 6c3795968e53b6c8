//! What became of a charge: its bank is asked, and what it says is noted once.

use chrono::{DateTime, TimeDelta, Utc};
use guiche_storage::{
    Conn, StorageError,
    billing::{
        charges::{self, Charge},
        credits,
        invoices::{self, Paid},
        payments::{self, NewPayment},
    },
    companies,
    model::{
        CompanyId, ErrorCode,
        event::NewEvent,
        invoice::{BankName, Invoice, InvoiceStatus, PaymentOutcome},
    },
};

use super::{
    Billing, ChargeName, Received, Standing, bank::BankError, invoicing::pay, unreachable,
};
use crate::{ActorError, rules::billing::outcome};

/// So long after its end the bank is still asked about a charge: a payment of the last second takes its time.
const ASKED_AFTER_END: TimeDelta = TimeDelta::hours(1);
/// So long after that a bank that refuses to take a charge back is asked again.
const WITHDRAWN_WITHIN: TimeDelta = TimeDelta::days(1);
/// A charge is asked about so often, by whichever node comes first.
const ASKED_EVERY: TimeDelta = TimeDelta::seconds(50);
/// Charges asked about by one look.
const AT_ONCE: i64 = 100;

impl Billing {
    /// Asks the bank about a charge, and renews if it was paid. `false`: no charge of this name is known. However often and
    /// however many times at once it is called, a payment counts once.
    ///
    /// # Errors
    /// `Refused(BankUnreachable)`, `Storage`.
    pub async fn confirm(&self, txid: &str) -> Result<bool, ActorError> {
        let charge = {
            let mut reader = self.db.read().await?;
            charges::find_by_txid(&mut reader.conn(), txid).await?
        };
        self.confirm_known(charge).await
    }

    /// As [`Billing::confirm`], by the bank's own name of the charge.
    ///
    /// # Errors
    /// `Refused(BankUnreachable)`, `Storage`.
    pub async fn confirm_ref(&self, bank: BankName, reference: &str) -> Result<bool, ActorError> {
        let charge = {
            let mut reader = self.db.read().await?;
            charges::find_by_ref(&mut reader.conn(), bank, reference).await?
        };
        self.confirm_known(charge).await
    }

    async fn confirm_known(&self, charge: Option<Charge>) -> Result<bool, ActorError> {
        let Some(charge) = charge else {
            return Ok(false);
        };
        let standing = self.standing(&charge).await?;
        let now = self.clock.now();
        let is_over = self.is_over(&charge, &standing, now).await?;
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
        self.tell.tell(done.events);
        Ok(true)
    }

    /// How a charge stands where it was made.
    async fn standing(&self, charge: &Charge) -> Result<Standing, ActorError> {
        let Some(bank) = self.banks.of(charge.bank) else {
            tracing::warn!(bank = ?charge.bank, "a charge was made at a bank that is not in the settings any more");
            return Ok(Standing::default());
        };
        match bank.look(name_of(charge)).await {
            Ok(standing) => Ok(standing),
            Err(BankError::Refused(status)) => {
                tracing::warn!(status, "the bank does not tell how a charge stands");
                Ok(Standing::default())
            }
            Err(error) => Err(unreachable(error)),
        }
    }

    /// Whether a charge need not be asked about any more. One that ends unpaid is taken back first, so that nobody pays it later.
    async fn is_over(
        &self,
        charge: &Charge,
        standing: &Standing,
        now: DateTime<Utc>,
    ) -> Result<bool, ActorError> {
        if standing.is_done || standing.is_gone {
            return Ok(true);
        }
        let end = charge.expires_at + ASKED_AFTER_END;
        if now <= end {
            return Ok(false);
        }
        let Some(bank) = self.banks.of(charge.bank) else {
            return Ok(true);
        };
        match bank.withdraw(name_of(charge)).await {
            Ok(()) => Ok(true),
            // it may have been paid in this moment: the next look says so
            Err(BankError::Refused(_)) => Ok(now > end + WITHDRAWN_WITHIN),
            Err(error) => Err(unreachable(error)),
        }
    }

    /// Asks the banks about every charge that is open: what a webhook has not told is found so.
    ///
    /// # Errors
    /// `Storage`; `Refused(BankUnreachable)`: what is left of that bank is asked the next time.
    pub async fn look(&self) -> Result<(), ActorError> {
        let due = {
            let mut reader = self.db.read().await?;
            let before = self.clock.now() - ASKED_EVERY;
            charges::list_to_ask(&mut reader.conn(), before, AT_ONCE).await?
        };
        let mut away: Option<(BankName, ActorError)> = None;
        for charge in due {
            if away.as_ref().is_some_and(|(bank, _)| *bank == charge.bank) {
                continue;
            }
            let bank = charge.bank;
            match self.confirm_known(Some(charge)).await {
                // its company was deleted meanwhile
                Ok(_) | Err(ActorError::Refused(ErrorCode::NoCompanyFound)) => {}
                Err(error @ ActorError::Refused(ErrorCode::BankUnreachable)) => {
                    away = Some((bank, error));
                }
                Err(error) => return Err(error),
            }
        }
        away.map_or(Ok(()), |(_, error)| Err(error))
    }
}

/// What its bank knows a charge by.
pub(super) fn name_of(charge: &Charge) -> ChargeName<'_> {
    ChargeName {
        txid: &charge.txid,
        reference: charge.bank_ref.as_deref(),
    }
}

/// Notes what the bank says was paid; what is new and enough for an open invoice pays it. What went back of older payments is noted
/// too.
async fn settle(
    conn: &mut Conn<'_>,
    told: &mut Vec<NewEvent>,
    charge: &Charge,
    standing: &Standing,
    now: DateTime<Utc>,
) -> Result<(), StorageError> {
    let company = charge.company_id;
    for one in &standing.payments {
        let (id, returned) = (one.end_to_end_id.as_str(), one.returned_cents);
        if payments::set_returned(conn, company, id, returned, now).await? {
            credits::take_back(conn, company, id, now).await?;
            tracing::warn!(company.id = company.0, "a payment was given back");
        }
    }
    let invoice = invoices::get(conn, company, charge.invoice_id).await?;
    let noted = payments::list_of_charge(conn, company, &charge.txid).await?;
    let is_new = |one: &&Received| {
        let mut noted = noted.iter();
        !noted.any(|known| known.end_to_end_id == one.end_to_end_id)
    };
    let mut new: Vec<&Received> = standing.payments.iter().filter(is_new).collect();
    new.sort_by_key(|one| one.paid_at);
    let waiting = noted
        .iter()
        .filter(|known| known.outcome == PaymentOutcome::TooLittle && !known.is_settled);
    let mut before: i64 = waiting
        .map(|known| known.value_cents - known.returned_cents)
        .sum();
    let mut status = invoice.status;
    for one in new {
        let kept = one.value_cents - one.returned_cents;
        let (outcome, more) = outcome(status, before, kept, invoice.to_pay_cents());
        before += kept;
        let is_paid = outcome == PaymentOutcome::Paid;
        let more = more - spare(conn, company, &invoice, more).await?;
        if !note(conn, charge, one, (outcome, more), now).await? {
            continue;
        }
        if is_paid {
            payments::count_in(conn, company, &charge.txid).await?;
            let paid = Paid {
                at: now,
                by: None,
                reason: None,
            };
            pay(conn, told, company, invoice.id, paid).await?;
            status = InvoiceStatus::Paid;
        }
        if !is_paid || more > 0 {
            tracing::warn!(
                company.id = company.0,
                invoice.id = invoice.id.0,
                ?outcome,
                "a payment is not what was asked for"
            );
        }
    }
    Ok(())
}

/// A code that asked for more than is left to pay was paid: so much less of the credit is needed. Answers how much less.
async fn spare(
    conn: &mut Conn<'_>,
    company: CompanyId,
    invoice: &Invoice,
    more: i64,
) -> Result<i64, StorageError> {
    let spared = more.min(invoice.credit_cents);
    if spared > 0 {
        let needed = invoice.credit_cents - spared;
        credits::keep(conn, company, invoice.id, needed).await?;
    }
    Ok(spared)
}

/// Notes a payment, once.
async fn note(
    conn: &mut Conn<'_>,
    charge: &Charge,
    one: &Received,
    (outcome, more): (PaymentOutcome, i64),
    now: DateTime<Utc>,
) -> Result<bool, StorageError> {
    let is_paid = outcome == PaymentOutcome::Paid;
    let payment = NewPayment {
        end_to_end_id: &one.end_to_end_id,
        value_cents: one.value_cents,
        // what went back before it was known is no part of what was enough
        excess_cents: if is_paid {
            more + one.returned_cents
        } else {
            0
        },
        returned_cents: one.returned_cents,
        paid_at: one.paid_at,
        outcome,
    };
    payments::insert(conn, charge.company_id, charge, payment, now).await
}
