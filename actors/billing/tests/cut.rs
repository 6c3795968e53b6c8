//! A confirmation that is cut off at each of the places where it waits: after the bank was asked, inside the transaction, before and
//! after the commit, before anybody is told. After the next start there is one renewal.

use std::{future::poll_fn, pin::pin, task::Poll};

use guiche_storage::delivery::events;

use super::*;

/// Confirmations wait at fewer places than this.
const PLACES_MAX: usize = 500;

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
}

#[actix_rt::test]
async fn a_confirmation_that_is_cut_off_anywhere_ends_in_one_renewal() {
    let (mut before, mut after) = (0, 0);
    for polls in 1..=PLACES_MAX {
        let desk = Owing::new().await;
        let charge = desk.charge().await;
        desk.bank.pay(&charge.txid, None);
        let is_whole = cut_off_after(polls, desk.billing.confirm(&charge.txid)).await;
        let is_committed = desk.standing().await.0 == InvoiceStatus::Paid;
        if !is_whole && is_committed {
            assert!(desk.told().is_empty(), "the commit comes first");
            after += 1;
        } else if !is_whole {
            before += 1;
        }
        // the next start: it looks at what is open, and the bank calls again
        let next = Billing {
            clock: Arc::new(StoppedClock(desk.desk.now() + TimeDelta::minutes(1))),
            ..desk.billing.clone()
        };
        next.look().await.unwrap();
        next.confirm(&charge.txid).await.unwrap();
        assert_eq!(
            desk.standing().await,
            (InvoiceStatus::Paid, 36),
            "cut off after {polls} polls"
        );
        assert_eq!(desk.outcomes().await, [PaymentOutcome::Paid]);
        assert_eq!(desk.payments_told().await, 1);
        if is_whole {
            assert!(before > 5, "{before} places before the commit");
            assert!(after > 0, "a place between the commit and the word of it");
            return;
        }
    }
    panic!("it never ends");
}
