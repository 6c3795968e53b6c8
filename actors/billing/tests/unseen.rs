//! A charge that was made at the bank and whose code nobody is shown is taken back there: nobody shall pay it.

use tokio::sync::Barrier;

use super::*;

/// A bank that answers about charges when so many were asked for, and notes what it makes and what is taken back.
struct Noting {
    bank: SimulatedBank,
    together: Barrier,
    /// What happens between a charge and the answer about it.
    meanwhile: Option<(Db, CompanyId)>,
    made: Mutex<Vec<String>>,
    withdrawn: Mutex<Vec<String>>,
}

impl Noting {
    fn at(desk: &mut Owing, together: usize, is_cancelled_meanwhile: bool) -> Arc<Self> {
        let meanwhile = is_cancelled_meanwhile.then(|| (desk.desk.db.clone(), desk.company));
        let bank = Arc::new(Self {
            bank: desk.bank.clone(),
            together: Barrier::new(together),
            meanwhile,
            made: Mutex::default(),
            withdrawn: Mutex::default(),
        });
        desk.billing.banks = Banks::one(Arc::clone(&bank) as Arc<dyn Bank>);
        bank
    }

    fn made(&self) -> Vec<String> {
        self.made.lock().unwrap().clone()
    }

    fn withdrawn(&self) -> Vec<String> {
        self.withdrawn.lock().unwrap().clone()
    }
}

#[async_trait::async_trait(?Send)]
impl Bank for Noting {
    async fn charge(&self, new: NewCharge<'_>) -> Result<MadeCharge, BankError> {
        let made = self.bank.charge(new).await?;
        self.made.lock().unwrap().push(new.txid.to_owned());
        if let Some((db, company)) = &self.meanwhile {
            let cancel = async |conn: &mut Conn<'_>| {
                invoices::cancel_open(conn, *company, InvoiceKind::Renewal, made.created_at).await
            };
            assert_eq!(db.write(cancel).await.unwrap(), 1);
        }
        self.together.wait().await;
        Ok(made)
    }

    async fn look(&self, charge: ChargeName<'_>) -> Result<Standing, BankError> {
        self.bank.look(charge).await
    }

    async fn withdraw(&self, charge: ChargeName<'_>) -> Result<(), BankError> {
        self.withdrawn.lock().unwrap().push(charge.txid.to_owned());
        Err(BankError::Refused(500))
    }
}

#[actix_rt::test]
async fn the_second_charge_of_two_at_once_is_taken_back_and_both_see_the_first() {
    // spec: A004 A106
    let mut desk = Owing::new().await;
    let bank = Noting::at(&mut desk, 2, false);
    let (first, second) = futures_util::future::join(desk.charge(), desk.charge()).await;
    assert_eq!(first, second, "one code for everybody");
    let unseen: Vec<String> = bank
        .made()
        .into_iter()
        .filter(|txid| *txid != first.txid)
        .collect();
    assert_eq!(unseen.len(), 1);
    assert_eq!(bank.withdrawn(), unseen, "that alone which nobody saw");
}

#[actix_rt::test]
async fn a_charge_of_an_invoice_that_ended_meanwhile_is_taken_back() {
    // spec: A004 A106
    let mut desk = Owing::new().await;
    let bank = Noting::at(&mut desk, 1, true);
    let refused = desk.billing.charge(payer(desk.company), desk.invoice).await;
    assert!(matches!(
        refused,
        Err(ActorError::Refused(ErrorCode::InvoiceNotOpen))
    ));
    assert_eq!(bank.withdrawn(), bank.made());
    assert_eq!(bank.made().len(), 1);
}

#[actix_rt::test]
async fn a_charge_that_is_shown_stays() {
    let mut desk = Owing::new().await;
    let bank = Noting::at(&mut desk, 1, false);
    let charge = desk.charge().await;
    assert_eq!(bank.made(), [charge.txid]);
    assert!(bank.withdrawn().is_empty());
}
