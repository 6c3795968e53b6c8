//! One answer at a time for each attendant: who asks again has left what he asked for before.

use std::{
    collections::HashMap,
    sync::{Arc, Mutex, PoisonError},
};

use guiche_storage::model::{CompanyId, UserId};
use tokio::sync::oneshot;

type Who = (CompanyId, UserId);

/// Who is being helped on this node.
#[derive(Debug, Default)]
pub(super) struct Permits(Mutex<Taken>);

#[derive(Debug, Default)]
struct Taken {
    next: u64,
    by: HashMap<Who, (u64, oneshot::Sender<()>)>,
}

/// An attendant's permit; free again when it is dropped.
#[derive(Debug)]
pub(super) struct Permit {
    permits: Arc<Permits>,
    who: Who,
    number: u64,
    lost: oneshot::Receiver<()>,
}

impl Permits {
    /// Takes an attendant's permit from what he asked for before.
    pub(super) fn take(self: &Arc<Self>, who: Who) -> Permit {
        let (held, lost) = oneshot::channel();
        let mut taken = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        taken.next += 1;
        let number = taken.next;
        // what was there before hears of it when its half is dropped
        taken.by.insert(who, (number, held));
        drop(taken);
        Permit {
            permits: Arc::clone(self),
            who,
            number,
            lost,
        }
    }
}

impl Permit {
    /// Waits until somebody else takes it.
    pub(super) async fn lost(&mut self) {
        // nothing is ever sent
        let _ = (&mut self.lost).await;
    }
}

impl Drop for Permit {
    fn drop(&mut self) {
        let taken = self.permits.0.lock();
        let mut taken = taken.unwrap_or_else(PoisonError::into_inner);
        let is_own = taken.by.get(&self.who).map(|(number, _)| *number) == Some(self.number);
        if is_own {
            taken.by.remove(&self.who);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn who_asks_again_ends_what_he_asked_before_and_nobody_elses() {
        let permits = Arc::<Permits>::default();
        let (marina, rui) = ((CompanyId(1), UserId(1)), (CompanyId(1), UserId(2)));
        let mut first = permits.take(marina);
        let mut other = permits.take(rui);
        let second = permits.take(marina);
        first.lost().await;
        // the first one that ends late takes nothing from the second
        drop(first);
        assert_eq!(permits.0.lock().unwrap().by.len(), 2);
        drop(second);
        assert_eq!(permits.0.lock().unwrap().by.len(), 1);
        assert!(other.lost.try_recv().is_err());
    }
}
