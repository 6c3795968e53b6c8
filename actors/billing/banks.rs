//! Where money can be taken, and where the next charge is made.

use std::sync::Arc;

use guiche_storage::{Conn, StorageError, model::invoice::BankName};

use super::bank::Bank;

/// The banks of an installation. Cheap to clone.
#[derive(Clone, Default)]
pub struct Banks {
    /// One that speaks the central bank's API, or the demonstration's.
    pub pix: Option<Arc<dyn Bank>>,
    /// Asaas.
    pub asaas: Option<Arc<dyn Bank>>,
    /// Where charges are made, if the settings say so; otherwise where they can be made, the first of these first.
    pub preferred: Option<BankName>,
}

impl std::fmt::Debug for Banks {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Banks")
    }
}

impl Banks {
    /// The only bank.
    pub fn one(pix: Arc<dyn Bank>) -> Self {
        Self {
            pix: Some(pix),
            ..Self::default()
        }
    }

    /// The bank of this name: what was made there is asked about there, also when charges are made elsewhere.
    pub fn of(&self, name: BankName) -> Option<&Arc<dyn Bank>> {
        match name {
            BankName::Pix => self.pix.as_ref(),
            BankName::Asaas => self.asaas.as_ref(),
        }
    }

    /// Where a charge is made now, if anywhere.
    ///
    /// # Errors
    /// `Database`.
    pub async fn current(
        &self,
        conn: &mut Conn<'_>,
    ) -> Result<Option<(BankName, &Arc<dyn Bank>)>, StorageError> {
        let names: &[BankName] = match &self.preferred {
            Some(name) => std::slice::from_ref(name),
            None => &[BankName::Pix, BankName::Asaas],
        };
        for name in names {
            if let Some(bank) = self.of(*name)
                && bank.is_open(conn).await?
            {
                return Ok(Some((*name, bank)));
            }
        }
        Ok(None)
    }
}
