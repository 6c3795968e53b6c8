//! The bank of the demonstration: its charges are paid by whoever plays the payer, and forgotten with the process.

use std::{
    collections::BTreeMap,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

use async_trait::async_trait;
use chrono::{DateTime, TimeDelta, Utc};
use guiche_storage::model::Clock;
use uuid::Uuid;

use super::bank::{Bank, BankError, ChargeName, MadeCharge, NewCharge, Received, Standing};
use crate::rules::billing::{Receiver, br_code};

/// How long a charge can be paid (B12).
const VALID: TimeDelta = TimeDelta::hours(1);
/// Charges remembered; the oldest go first.
const CHARGES_MAX: usize = 1_000;
/// Letters and digits of a payment's number after its bank and its time.
const RANDOM_CHARS: usize = 11;

/// A charge as the payer's telephone shows it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SimulatedCharge {
    /// Its name.
    pub txid: String,
    /// What it is for.
    pub note: String,
    /// How much.
    pub value_cents: i64,
    /// When it was made.
    pub created_at: DateTime<Utc>,
    /// Until when it can be paid.
    pub expires_at: DateTime<Utc>,
    /// What was paid.
    pub payments: Vec<Received>,
}

/// The bank. Cheap to clone.
#[derive(Clone)]
pub struct SimulatedBank {
    charges: Arc<Mutex<BTreeMap<String, SimulatedCharge>>>,
    clock: Arc<dyn Clock>,
}

impl std::fmt::Debug for SimulatedBank {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("SimulatedBank")
    }
}

impl SimulatedBank {
    /// One without charges.
    pub fn new(clock: Arc<dyn Clock>) -> Self {
        let charges = Arc::default();
        Self { charges, clock }
    }

    /// Its charges, the newest first.
    pub fn list(&self) -> Vec<SimulatedCharge> {
        let mut all: Vec<SimulatedCharge> = self.charges().values().cloned().collect();
        all.sort_by_key(|charge| std::cmp::Reverse(charge.created_at));
        all
    }

    /// Somebody pays a charge, so much or what it asks for. `false`: there is none of this name.
    pub fn pay(&self, txid: &str, value_cents: Option<i64>) -> bool {
        let now = self.clock.now();
        let mut charges = self.charges();
        let Some(charge) = charges.get_mut(txid) else {
            return false;
        };
        let random: String = Uuid::new_v4()
            .simple()
            .to_string()
            .chars()
            .take(RANDOM_CHARS)
            .collect();
        charge.payments.push(Received {
            end_to_end_id: format!("E00000000{}{random}", now.format("%Y%m%d%H%M")),
            value_cents: value_cents.unwrap_or(charge.value_cents),
            returned_cents: 0,
            paid_at: now,
        });
        true
    }

    /// What was paid for a charge goes back, so much of each payment or all of it. `false`: nothing was paid for it.
    pub fn refund(&self, txid: &str, value_cents: Option<i64>) -> bool {
        let mut charges = self.charges();
        let Some(charge) = charges.get_mut(txid) else {
            return false;
        };
        for payment in &mut charge.payments {
            let cents = value_cents.unwrap_or(payment.value_cents);
            payment.returned_cents = cents.clamp(0, payment.value_cents);
        }
        !charge.payments.is_empty()
    }

    fn charges(&self) -> MutexGuard<'_, BTreeMap<String, SimulatedCharge>> {
        self.charges.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[async_trait(?Send)]
impl Bank for SimulatedBank {
    async fn charge(&self, new: NewCharge<'_>) -> Result<MadeCharge, BankError> {
        let created_at = self.clock.now();
        let made = MadeCharge {
            qrcode: br_code(
                &format!("banco.example/pix/v2/{}", new.txid),
                Receiver {
                    name: "Banco de Mentira",
                    city: "São Paulo",
                },
                new.value_cents,
            ),
            created_at,
            expires_at: created_at + VALID,
            reference: None,
        };
        let charge = SimulatedCharge {
            txid: new.txid.to_owned(),
            note: new.note.to_owned(),
            value_cents: new.value_cents,
            created_at,
            expires_at: made.expires_at,
            payments: Vec::new(),
        };
        let mut charges = self.charges();
        while charges.len() >= CHARGES_MAX {
            let oldest = charges.values().min_by_key(|charge| charge.created_at);
            let Some(txid) = oldest.map(|charge| charge.txid.clone()) else {
                break;
            };
            charges.remove(&txid);
        }
        charges.insert(charge.txid.clone(), charge);
        Ok(made)
    }

    async fn look(&self, charge: ChargeName<'_>) -> Result<Standing, BankError> {
        let charges = self.charges();
        let charge = charges.get(charge.txid).ok_or(BankError::Refused(404))?;
        Ok(Standing {
            is_done: !charge.payments.is_empty(),
            is_gone: false,
            payments: charge.payments.clone(),
        })
    }
}
