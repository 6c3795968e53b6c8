//! What went back to those who paid. It is noted for a person and changes no due date: who runs the server has sent the money back,
//! and knows why.

use chrono::TimeDelta;
use guiche_storage::{
    StorageError,
    billing::{
        credits,
        payments::{self, Watched},
    },
    companies,
    model::{ErrorCode, invoice::BankName},
};

use super::{BankError, Billing, confirming::name_of, unreachable};
use crate::ActorError;

/// So long after a payment its bank is asked whether it went back: until then the central bank allows it.
const WATCHED_FOR: TimeDelta = TimeDelta::days(90);
/// A payment is asked about so often.
const ASKED_EVERY: TimeDelta = TimeDelta::days(1);
/// Payments asked about by one look.
const AT_ONCE: i64 = 200;

impl Billing {
    /// Asks the banks about payments of the last 90 days, each once a day: what no webhook has told is found so.
    ///
    /// # Errors
    /// `Storage`; `Refused(BankUnreachable)`: what is left of that bank is asked the next time.
    pub async fn look_for_refunds(&self) -> Result<(), ActorError> {
        let due = {
            let mut reader = self.db.read().await?;
            let now = self.clock.now();
            let (since, before) = (now - WATCHED_FOR, now - ASKED_EVERY);
            payments::list_to_look(&mut reader.conn(), since, before, AT_ONCE).await?
        };
        let mut away: Option<(BankName, ActorError)> = None;
        for payment in due {
            let bank = payment.charge.bank;
            if away.as_ref().is_some_and(|(name, _)| *name == bank) {
                continue;
            }
            match self.look_for_refund_of(&payment).await {
                // its company was deleted meanwhile
                Ok(()) | Err(ActorError::Refused(ErrorCode::NoCompanyFound)) => {}
                Err(error @ ActorError::Refused(ErrorCode::BankUnreachable)) => {
                    away = Some((bank, error));
                }
                Err(error) => return Err(error),
            }
        }
        away.map_or(Ok(()), |(_, error)| Err(error))
    }

    /// Asks the bank whether a payment went back: somebody says so. `false`: no payment of this number is known.
    ///
    /// # Errors
    /// `Refused(BankUnreachable)`, `Storage`.
    pub async fn look_for_refund(&self, end_to_end_id: &str) -> Result<bool, ActorError> {
        let payment = {
            let mut reader = self.db.read().await?;
            payments::find(&mut reader.conn(), end_to_end_id).await?
        };
        match payment {
            Some(payment) => {
                self.look_for_refund_of(&payment).await?;
                Ok(true)
            }
            None => Ok(false),
        }
    }

    async fn look_for_refund_of(&self, payment: &Watched) -> Result<(), ActorError> {
        let (company, id) = (payment.charge.company_id, payment.end_to_end_id.as_str());
        let returned = self.returned(payment).await?;
        let now = self.clock.now();
        self.db
            .write(async |conn| -> Result<(), StorageError> {
                companies::take_turn(conn, company).await?;
                if payments::set_returned(conn, company, id, returned, now).await? {
                    credits::take_back(conn, company, id, now).await?;
                    tracing::warn!(company.id = company.0, "a payment was given back");
                }
                payments::set_looked(conn, company, id, now).await
            })
            .await?;
        Ok(())
    }

    /// How much of a payment went back, as its bank says. A bank that says nothing of it is asked again another day.
    async fn returned(&self, payment: &Watched) -> Result<i64, ActorError> {
        let Some(bank) = self.banks.of(payment.charge.bank) else {
            return Ok(0);
        };
        let name = name_of(&payment.charge);
        match bank.returned(name, &payment.end_to_end_id).await {
            Ok(cents) => Ok(cents),
            Err(BankError::Refused(status)) => {
                tracing::warn!(status, "the bank does not tell whether a payment went back");
                Ok(0)
            }
            Err(error) => Err(unreachable(error)),
        }
    }
}
