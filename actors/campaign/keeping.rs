//! Keeps the leases of this node's campaigns, hundreds with one statement. One that is lost is left alone: its runner hears
//! of it at its next step, which it cannot make.

use std::{
    collections::{HashMap, HashSet},
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

use chrono::{DateTime, Utc};
use guiche_storage::{
    Db,
    cluster::leases::{self, OwnedLease, Resource},
    model::CampaignId,
};

use crate::ActorError;

/// Leases renewed at once.
const AT_ONCE: usize = 200;

/// The leases of this node's campaigns, by owner.
#[derive(Debug, Default)]
pub struct CampaignKeeper(Mutex<HashMap<Arc<str>, OwnedLease>>);

/// A lease that the keeper renews for as long as this is there.
#[derive(Debug)]
pub(super) struct Keeping {
    keeper: Arc<CampaignKeeper>,
    owner: Arc<str>,
    epoch: i64,
}

impl CampaignKeeper {
    /// Takes the lease of a campaign and keeps it; `None` while somebody else has it.
    ///
    /// # Errors
    /// `Storage`.
    pub(super) async fn take(
        self: &Arc<Self>,
        db: &Db,
        campaign: CampaignId,
        owner: &Arc<str>,
        now: DateTime<Utc>,
    ) -> Result<Option<Keeping>, ActorError> {
        let resource = Resource::Campaign(campaign.0);
        let taken = db
            .write(async |c| leases::acquire(c, &resource, owner, now).await)
            .await?;
        Ok(taken.map(|epoch| {
            let held = OwnedLease {
                resource,
                owner: owner.to_string(),
                epoch,
            };
            self.all().insert(Arc::clone(owner), held);
            Keeping {
                keeper: Arc::clone(self),
                owner: Arc::clone(owner),
                epoch,
            }
        }))
    }

    /// Renews all leases, and renews those no more that are lost.
    ///
    /// # Errors
    /// `Storage`; what was not reached is tried again by the next renewal.
    pub(crate) async fn renew(&self, db: &Db, now: DateTime<Utc>) -> Result<(), ActorError> {
        let all: Vec<OwnedLease> = self.all().values().cloned().collect();
        for some in all.chunks(AT_ONCE) {
            let renewed = db
                .write(async |c| leases::renew(c, some, now).await)
                .await?;
            let renewed: HashSet<OwnedLease> = renewed.into_iter().collect();
            let lost: HashSet<&OwnedLease> =
                some.iter().filter(|held| !renewed.contains(held)).collect();
            self.all().retain(|_, held| !lost.contains(held));
        }
        Ok(())
    }

    fn all(&self) -> MutexGuard<'_, HashMap<Arc<str>, OwnedLease>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Keeping {
    /// Under which epoch it is kept.
    pub(super) fn epoch(&self) -> i64 {
        self.epoch
    }

    /// Gives the lease back, so that another node need not wait for its end.
    ///
    /// # Errors
    /// `Storage`; then it ends by itself.
    pub(super) async fn give_back(
        self,
        db: &Db,
        campaign: CampaignId,
        now: DateTime<Utc>,
    ) -> Result<(), ActorError> {
        let (resource, owner) = (Resource::Campaign(campaign.0), Arc::clone(&self.owner));
        // first: a renewal must find nothing of it
        drop(self);
        db.write(async |c| leases::release(c, &resource, &owner, now).await)
            .await?;
        Ok(())
    }
}

impl Drop for Keeping {
    fn drop(&mut self) {
        let mut all = self.keeper.all();
        if all
            .get(&self.owner)
            .is_some_and(|held| held.epoch == self.epoch)
        {
            all.remove(&self.owner);
        }
    }
}
