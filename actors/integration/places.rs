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
pub(super) struct Places(Mutex<Taken>);

#[derive(Debug, Default)]
struct Taken {
    next: u64,
    by: HashMap<Who, (u64, oneshot::Sender<()>)>,
}

/// An attendant's place; free again when it is dropped.
#[derive(Debug)]
pub(super) struct Place {
    places: Arc<Places>,
    who: Who,
    number: u64,
    lost: oneshot::Receiver<()>,
}

impl Places {
    /// Takes an attendant's place from what he asked for before.
    pub(super) fn take(self: &Arc<Self>, who: Who) -> Place {
        let (held, lost) = oneshot::channel();
        let mut taken = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        taken.next += 1;
        let number = taken.next;
        // what was there before hears of it when its half is dropped
        taken.by.insert(who, (number, held));
        drop(taken);
        Place {
            places: Arc::clone(self),
            who,
            number,
            lost,
        }
    }
}

impl Place {
    /// Waits until somebody else takes it.
    pub(super) async fn lost(&mut self) {
        // nothing is ever sent
        let _ = (&mut self.lost).await;
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        let taken = self.places.0.lock();
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
        let places = Arc::<Places>::default();
        let (marina, rui) = ((CompanyId(1), UserId(1)), (CompanyId(1), UserId(2)));
        let mut first = places.take(marina);
        let mut other = places.take(rui);
        let second = places.take(marina);
        first.lost().await;
        // the first one that ends late takes nothing from the second
        drop(first);
        assert_eq!(places.0.lock().unwrap().by.len(), 2);
        drop(second);
        assert_eq!(places.0.lock().unwrap().by.len(), 1);
        assert!(other.lost.try_recv().is_err());
    }
}
