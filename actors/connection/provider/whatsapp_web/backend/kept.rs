//! Which copies of opened messages are being kept.

use std::{
    collections::BTreeSet,
    sync::{Mutex, MutexGuard, PoisonError},
    time::Duration,
};

use tokio::{
    sync::Notify,
    time::{sleep, timeout},
};

/// How often others have their turn, and how long each time, before a message that was opened is expected to be on its way to be
/// kept: no call of anybody lies between. One long rest would be over by the clock while the thread that opened it was blocked.
const TURNS: u32 = 10;
const TURN: Duration = Duration::from_millis(10);
/// How long keeping it may take, before the keys are written all the same: as long as the database may be busy.
const KEPT: Duration = Duration::from_mins(1);

/// Those that are being kept, by the order in which they began.
#[derive(Default)]
pub(super) struct Copies {
    state: Mutex<State>,
    ended: Notify,
}

#[derive(Default)]
struct State {
    begun: u64,
    going_on: BTreeSet<u64>,
}

/// A copy is being kept, until this is dropped.
pub(super) struct Keeping<'c> {
    copies: &'c Copies,
    number: u64,
}

impl Copies {
    /// A copy is being kept from now on.
    pub fn keep(&self) -> Keeping<'_> {
        let mut state = self.state();
        state.begun += 1;
        let number = state.begun;
        state.going_on.insert(number);
        Keeping {
            copies: self,
            number,
        }
    }

    /// Waits until the copies of all messages are kept that were opened so far. The library writes all keys at once, also those
    /// with which it has just opened a message that it has not kept: after a crash in between that message would come again, pass
    /// for a known one and be lost.
    pub async fn until_opened_are_kept(&self) {
        for _ in 0..TURNS {
            sleep(TURN).await;
        }
        let last = self.state().begun;
        let kept = async {
            loop {
                let ended = self.ended.notified();
                if self.state().going_on.first().is_none_or(|it| *it > last) {
                    return;
                }
                ended.await;
            }
        };
        if timeout(KEPT, kept).await.is_err() {
            tracing::warn!("keys are written before a message that they have opened");
        }
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for Keeping<'_> {
    fn drop(&mut self) {
        self.copies.state().going_on.remove(&self.number);
        self.copies.ended.notify_waiters();
    }
}
