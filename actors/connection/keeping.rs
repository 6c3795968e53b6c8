//! Keeps the leases of this node's sessions: with one statement for hundreds of them, so that a node with many numbers is
//! not busy with having them.

use std::{
    collections::{HashMap, HashSet},
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    time::Duration,
};

use chrono::{DateTime, Utc};
use guiche_storage::{
    Db,
    cluster::leases::{self, OwnedLease, Resource},
    connections,
    model::ConnectionId,
};
use tokio::time::Instant;

use crate::ActorError;

/// How often leases of 15 s are renewed.
pub const RENEW_EVERY: Duration = Duration::from_secs(5);
/// An owner whose lease could not be renewed for so long stops by himself, before another one may begin. Two renewals in a
/// row have failed then.
const GIVE_UP_AFTER: Duration = Duration::from_secs(12);
/// Leases renewed at once.
const AT_ONCE: usize = 200;

/// What is known of a lease.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum LeaseState {
    /// It was renewed in time.
    Good,
    /// Nobody knows: it could not be renewed, and may end.
    Old,
    /// It is somebody else's, or the connection was switched off elsewhere.
    Lost,
}

#[derive(Debug)]
struct Kept {
    connection: ConnectionId,
    resource: Resource,
    epoch: i64,
    // when the renewal was asked for that went well
    at: Instant,
    is_lost: bool,
}

/// The leases of this node, by owner.
#[derive(Debug, Default)]
pub struct LeaseKeeper(Mutex<HashMap<Arc<str>, Kept>>);

/// A lease that the keeper renews for as long as this is there.
#[derive(Debug)]
pub(super) struct Keeping {
    keeper: Arc<LeaseKeeper>,
    owner: Arc<str>,
    epoch: i64,
}

impl LeaseKeeper {
    /// Keeps a lease that was asked for at a time and got.
    pub(super) fn keep(
        self: &Arc<Self>,
        (connection, resource): (ConnectionId, Resource),
        (owner, epoch): (Arc<str>, i64),
        at: Instant,
    ) -> Keeping {
        let kept = Kept {
            connection,
            resource,
            epoch,
            at,
            is_lost: false,
        };
        self.all().insert(Arc::clone(&owner), kept);
        Keeping {
            keeper: Arc::clone(self),
            owner,
            epoch,
        }
    }

    /// Renews all leases, and notes which are lost.
    ///
    /// # Errors
    /// `Storage`; the leases that were not reached are as old as before.
    pub(crate) async fn renew(&self, db: &Db, now: DateTime<Utc>) -> Result<(), ActorError> {
        let all: Vec<(ConnectionId, OwnedLease)> = self
            .all()
            .iter()
            .filter(|(_, kept)| !kept.is_lost)
            .map(|(owner, kept)| {
                let held = OwnedLease {
                    resource: kept.resource.clone(),
                    owner: owner.to_string(),
                    epoch: kept.epoch,
                };
                (kept.connection, held)
            })
            .collect();
        for some in all.chunks(AT_ONCE) {
            let asked_at = Instant::now();
            let leases: Vec<OwnedLease> = some.iter().map(|(_, held)| held.clone()).collect();
            let renewed = db
                .write(async |c| leases::renew(c, &leases, now).await)
                .await?;
            let wanted = {
                let mut reader = db.read().await?;
                let ids: Vec<ConnectionId> =
                    some.iter().map(|(connection, _)| *connection).collect();
                connections::list_wanted(&mut reader.conn(), &ids).await?
            };
            self.note(some, &renewed.into_iter().collect(), &wanted, asked_at);
        }
        Ok(())
    }

    fn note(
        &self,
        some: &[(ConnectionId, OwnedLease)],
        renewed: &HashSet<OwnedLease>,
        wanted: &[ConnectionId],
        asked_at: Instant,
    ) {
        let mut all = self.all();
        for (connection, held) in some {
            let kept = all.get_mut(held.owner.as_str());
            // the same owner may have it anew meanwhile
            let Some(kept) = kept.filter(|it| it.epoch == held.epoch) else {
                continue;
            };
            if renewed.contains(held) && wanted.contains(connection) {
                kept.at = asked_at;
            } else {
                kept.is_lost = true;
            }
        }
    }

    fn all(&self) -> MutexGuard<'_, HashMap<Arc<str>, Kept>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Keeping {
    /// Under which epoch it is kept.
    pub(super) fn epoch(&self) -> i64 {
        self.epoch
    }

    /// What is known of the lease now.
    pub(super) fn state(&self) -> LeaseState {
        match self.keeper.all().get(&self.owner) {
            Some(kept) if kept.epoch == self.epoch && !kept.is_lost => {
                if kept.at.elapsed() < GIVE_UP_AFTER {
                    LeaseState::Good
                } else {
                    LeaseState::Old
                }
            }
            _ => LeaseState::Lost,
        }
    }
}

impl Drop for Keeping {
    fn drop(&mut self) {
        let mut all = self.keeper.all();
        if all
            .get(&self.owner)
            .is_some_and(|kept| kept.epoch == self.epoch)
        {
            all.remove(&self.owner);
        }
    }
}

#[cfg(test)]
mod tests {
    use guiche_storage::{connections::StatusChange, model::connection::ConnectionStatus};

    use super::*;
    use crate::test_company::TestCompany;

    /// A lease that is taken and kept.
    async fn keep(company: &TestCompany, keeper: &Arc<LeaseKeeper>, id: ConnectionId) -> Keeping {
        let resource = Resource::Connection(id);
        let (owner, asked_at): (Arc<str>, _) = (format!("node/{id}").into(), Instant::now());
        let now = company.now();
        let epoch = company
            .db
            .write(async |c| leases::acquire(c, &resource, &owner, now).await);
        let epoch = epoch.await.unwrap().unwrap();
        keeper.keep((id, resource), (owner, epoch), asked_at)
    }

    #[actix::test]
    async fn what_another_has_or_nobody_wants_is_lost_and_the_rest_is_kept() {
        let company = TestCompany::new().await;
        let keeper = Arc::<LeaseKeeper>::default();
        let mut all = Vec::new();
        for name in ["Matriz", "Filial", "Loja"] {
            let id = company.connection(name).await;
            all.push((id, keep(&company, &keeper, id).await));
        }
        let [(_, kept), (taken_id, taken), (off_id, off)] = &all[..] else {
            panic!("three were made")
        };
        keeper.renew(&company.db, company.now()).await.unwrap();
        assert_eq!(
            [kept.state(), taken.state(), off.state()],
            [LeaseState::Good; 3]
        );

        let resource = Resource::Connection(*taken_id);
        let switched_off = StatusChange::to(ConnectionStatus::Disconnected);
        let change = company.db.write(async |c| {
            leases::take_away(c, &resource, company.now()).await?;
            connections::set_status(c, company.id, *off_id, switched_off, company.now()).await
        });
        change.await.unwrap();
        keeper.renew(&company.db, company.now()).await.unwrap();
        assert_eq!(
            [kept.state(), taken.state(), off.state()],
            [LeaseState::Good, LeaseState::Lost, LeaseState::Lost]
        );
    }

    #[actix::test]
    async fn a_lease_that_cannot_be_renewed_gets_old_and_good_again_by_the_next_renewal() {
        let company = TestCompany::new().await;
        let keeper = Arc::<LeaseKeeper>::default();
        let id = company.connection("Matriz").await;
        let lease = keep(&company, &keeper, id).await;
        tokio::time::pause();
        tokio::time::advance(Duration::from_secs(13)).await;
        assert_eq!(lease.state(), LeaseState::Old);
        tokio::time::resume();
        keeper.renew(&company.db, company.now()).await.unwrap();
        assert_eq!(lease.state(), LeaseState::Good);
    }

    #[actix::test]
    async fn a_session_that_ended_is_kept_no_longer_and_does_not_end_the_next_one() {
        let company = TestCompany::new().await;
        let keeper = Arc::<LeaseKeeper>::default();
        let id = company.connection("Matriz").await;
        let first = keep(&company, &keeper, id).await;
        let resource = Resource::Connection(id);
        let away = company
            .db
            .write(async |c| leases::take_away(c, &resource, company.now()).await);
        away.await.unwrap();
        let second = keep(&company, &keeper, id).await;
        assert_eq!(
            [first.state(), second.state()],
            [LeaseState::Lost, LeaseState::Good]
        );
        drop(first);
        assert_eq!(second.state(), LeaseState::Good);
        drop(second);
        assert!(keeper.all().is_empty());
    }
}
