//! While what a bot says waits for its time, its customer sees that he is being written to, where the provider can show it
//! (rule B14). Nothing is stored and no lane is held: what cannot be shown now is not shown.

use std::{sync::Arc, time::Duration};

use guiche_storage::model::{CompanyId, ConnectionId, TicketId};
use tokio::{sync::Semaphore, time::sleep};

use crate::publisher::{ShowWriting, Writing};

/// Answers that are shown at once on one node; of more than these nothing is shown.
const AT_ONCE: usize = 500;
/// What was said before needs so long to leave, and would end the sign that comes with it.
const AFTER_SAID: Duration = Duration::from_millis(400);
/// How often it is shown again; phones show it for longer than that.
const SHOWN_EVERY: Duration = Duration::from_secs(5);

/// To whom it is shown.
#[derive(Debug, Clone, Copy)]
pub(super) struct Whom {
    /// Whose desk.
    pub company: CompanyId,
    /// The number that speaks.
    pub connection: ConnectionId,
    /// The ticket.
    pub ticket: TicketId,
}

/// Shows customers that they are being written to.
#[derive(Debug)]
pub(super) struct Typing {
    show: ShowWriting,
    permits: Arc<Semaphore>,
}

/// A wait before a message.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Stretch {
    /// How much of it nothing is shown.
    hidden: Duration,
    /// And then it is.
    shown: Duration,
}

impl Typing {
    pub(super) fn new(show: ShowWriting) -> Self {
        Self {
            show,
            permits: Arc::new(Semaphore::new(AT_ONCE)),
        }
    }

    /// Shows it before each message that waits, by the milliseconds before it. Waits for nothing.
    pub(super) fn begin(&self, whom: Whom, delays: impl IntoIterator<Item = i64>) {
        let stretches = stretches(delays);
        if stretches.iter().all(|stretch| stretch.shown.is_zero()) {
            return;
        }
        let Ok(permit) = Arc::clone(&self.permits).try_acquire_owned() else {
            return;
        };
        let show = self.show.clone();
        actix_rt::spawn(async move {
            for stretch in stretches {
                run(&show, whom, stretch).await;
            }
            drop(permit);
        });
    }
}

/// The waits before messages. Only the first one has nothing said just before it.
fn stretches(delays: impl IntoIterator<Item = i64>) -> Vec<Stretch> {
    let mut before = Duration::ZERO;
    let waits = delays.into_iter().map(|delay| {
        let whole = Duration::from_millis(u64::try_from(delay).unwrap_or_default());
        let hidden = before.min(whole);
        before = AFTER_SAID;
        Stretch {
            hidden,
            shown: whole.saturating_sub(hidden),
        }
    });
    waits.collect()
}

async fn run(show: &ShowWriting, whom: Whom, stretch: Stretch) {
    let tell = |is_writing| {
        let ticket = whom.ticket;
        let writing = Writing { ticket, is_writing };
        show.show(whom.company, whom.connection, writing);
    };
    if !stretch.hidden.is_zero() {
        sleep(stretch.hidden).await;
    }
    let mut left = stretch.shown;
    if left.is_zero() {
        return;
    }
    while !left.is_zero() {
        tell(true);
        let next = left.min(SHOWN_EVERY);
        sleep(next).await;
        left = left.saturating_sub(next);
    }
    // the message is due now; should it have to wait, nobody writes meanwhile
    tell(false);
}

#[cfg(test)]
mod tests {
    use std::sync::Mutex;

    use tokio::time::Instant;

    use super::*;

    const WHOM: Whom = Whom {
        company: CompanyId(1),
        connection: ConnectionId(2),
        ticket: TicketId(3),
    };

    /// What is shown, with about the milliseconds since the beginning.
    async fn shown(delays: &[i64]) -> Vec<(u128, bool)> {
        let told = Arc::<Mutex<Vec<_>>>::default();
        let (began, keeps) = (Instant::now(), Arc::clone(&told));
        let typing = Typing::new(ShowWriting::new(move |company, connection, writing| {
            assert_eq!((company, connection), (CompanyId(1), ConnectionId(2)));
            assert_eq!(writing.ticket, TicketId(3));
            let at = (began.elapsed().as_millis() + 25) / 50 * 50;
            keeps.lock().unwrap().push((at, writing.is_writing));
        }));
        typing.begin(WHOM, delays.iter().copied());
        let all = u32::try_from(AT_ONCE).unwrap();
        drop(typing.permits.acquire_many(all).await.unwrap());
        let told = told.lock().unwrap();
        told.clone()
    }

    #[actix_rt::test]
    async fn it_is_shown_while_a_message_waits_and_again_before_phones_forget_it() {
        tokio::time::pause();
        // spec: A144
        assert_eq!(shown(&[1000]).await, [(0, true), (1000, false)]);
        assert_eq!(
            shown(&[1000, 1000]).await,
            [(0, true), (1000, false), (1400, true), (2000, false)]
        );
        let times: Vec<_> = shown(&[12_000]).await;
        assert_eq!(
            times,
            [(0, true), (5000, true), (10_000, true), (12_000, false)]
        );
    }

    #[actix_rt::test]
    async fn what_waits_for_nothing_shows_nothing() {
        tokio::time::pause();
        for none in [&[][..], &[0, 0], &[-5], &[0, 300]] {
            assert_eq!(shown(none).await, [], "{none:?}");
        }
    }

    #[actix_rt::test]
    async fn more_than_fit_are_not_shown_and_hold_up_nobody() {
        tokio::time::pause();
        let typing = Typing::new(ShowWriting::nobody());
        for _ in 0..=AT_ONCE {
            typing.begin(WHOM, [20_000]);
        }
        assert_eq!(typing.permits.available_permits(), 0);
    }
}
