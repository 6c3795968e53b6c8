//! A confirmation that is cut off at each of the places where it waits: after the bank was asked, inside the transaction, at the commit;
//! and one that dies when it tells. After the next start there is one renewal.

use std::{future::poll_fn, pin::pin, task::Poll};

use guiche_storage::delivery::events;

use super::*;

/// Confirmations wait at fewer places than this.
const PLACES_MAX: usize = 500;

/// So many ends in a row are the end.
const WHOLE_IN_ROW: usize = 5;

/// Polls so often, and then never again. Whether it came to its end.
async fn cut_off_after(polls: usize, work: impl Future) -> bool {
    let mut work = pin!(work);
    let mut left = polls;
    poll_fn(|cx| {
        if left == 0 {
            return Poll::Ready(false);
        }
        left -= 1;
        match work.as_mut().poll(cx) {
            Poll::Ready(_) => Poll::Ready(true),
            Poll::Pending => Poll::Pending,
        }
    })
    .await
}

impl Owing {
    /// Payments of which the company's browsers are told, also those that were away.
    async fn payments_told(&self) -> usize {
        let mut reader = self.desk.db.read().await.unwrap();
        let all = events::list_since(&mut reader.conn(), self.company, 0, 1_000).await;
        let all = all.unwrap().into_iter();
        all.filter(|event| event.entity == Entity::Payment).count()
    }

    /// The next start: it looks at what is open, and that is enough; then the bank calls again.
    async fn renewed_once(&self, charge: &Charge, when: &str) {
        let next = Billing {
            clock: Arc::new(StoppedClock(self.desk.now() + TimeDelta::minutes(1))),
            ..self.billing.clone()
        };
        next.look().await.unwrap();
        assert_eq!(self.standing().await, (InvoiceStatus::Paid, 36), "{when}");
        next.confirm(&charge.txid).await.unwrap();
        assert_eq!(self.standing().await, (InvoiceStatus::Paid, 36), "{when}");
        assert_eq!(self.outcomes().await, [PaymentOutcome::Paid], "{when}");
        assert_eq!(self.payments_told().await, 1, "{when}");
    }
}

#[actix_rt::test]
async fn a_confirmation_that_is_cut_off_anywhere_ends_in_one_renewal() {
    // a busy machine has the answer sometimes before it is waited for, and comes to the end by fewer polls
    let (mut cuts, mut whole_in_row) = (0, 0);
    for polls in 1..=PLACES_MAX {
        let desk = Owing::new().await;
        let charge = desk.charge().await;
        desk.bank.pay(&charge.txid, None);
        let is_whole = cut_off_after(polls, desk.billing.confirm(&charge.txid)).await;
        if is_whole {
            whole_in_row += 1;
        } else {
            assert!(desk.told().is_empty(), "nobody is told before the commit");
            (cuts, whole_in_row) = (cuts + 1, 0);
        }
        let when = format!("cut off after {polls} polls");
        desk.renewed_once(&charge, &when).await;
        if whole_in_row == WHOLE_IN_ROW {
            assert!(cuts > 0, "nothing was cut off");
            return;
        }
    }
    panic!("it never ends");
}

#[actix_rt::test]
async fn a_confirmation_that_dies_when_it_tells_has_renewed_once() {
    let desk = Owing::new().await;
    let charge = desk.charge().await;
    desk.bank.pay(&charge.txid, None);
    let dying = Billing {
        tell: EventPublisher::new(|_| panic!("killed")),
        ..desk.billing.clone()
    };
    let txid = charge.txid.clone();
    let died = actix_rt::spawn(async move { dying.confirm(&txid).await }).await;
    assert!(died.unwrap_err().is_panic());
    assert_eq!(
        desk.standing().await,
        (InvoiceStatus::Paid, 36),
        "the commit comes first"
    );
    desk.renewed_once(&charge, "killed after the commit").await;
}
