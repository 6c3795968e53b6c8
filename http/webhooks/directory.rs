//! Finds the connection that a call is for. Calls that come while it is being read share what is read: most bring a single
//! status, and there are three to a message.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use actix_web::rt;
use futures_util::FutureExt as _;
use futures_util::future::{BoxFuture, Shared};
use guiche_storage::{
    Db, Result, StorageError,
    model::ConnectionId,
    seal::{CloudAccess, Sealer, find_cloud_access_by_id},
};

type Found = std::result::Result<Option<Arc<CloudAccess>>, String>;
type Reading = Shared<BoxFuture<'static, Found>>;

/// Where the connections of the Cloud API are. Clones share what they read.
#[derive(Clone)]
pub struct Directory {
    db: Db,
    sealer: Arc<Sealer>,
    // no more than calls that wait; nothing stays when it has been read
    reading: Arc<Mutex<HashMap<ConnectionId, Reading>>>,
}

impl Directory {
    /// `sealer` opens the secrets of connections.
    pub fn new(db: Db, sealer: Arc<Sealer>) -> Self {
        Self {
            db,
            sealer,
            reading: Arc::default(),
        }
    }

    /// The connection with this id, as it is now.
    ///
    /// # Errors
    /// `Unavailable`, whatever storage says: the call is to come again.
    pub(super) async fn find(&self, id: ConnectionId) -> Result<Option<Arc<CloudAccess>>> {
        let reading = self
            .reading()
            .entry(id)
            .or_insert_with(|| self.read(id))
            .clone();
        reading.await.map_err(StorageError::Unavailable)
    }

    /// Reads in a task of its own, which comes to its end even when all who wait have gone.
    fn read(&self, id: ConnectionId) -> Reading {
        let reading = Entry(self.clone(), id);
        let task = rt::spawn(async move {
            let found = reading.0.read_now(id).await;
            found.map_err(|error| error.to_string())
        });
        task.map(|read| read.unwrap_or_else(|error| Err(error.to_string())))
            .boxed()
            .shared()
    }

    async fn read_now(&self, id: ConnectionId) -> Result<Option<Arc<CloudAccess>>> {
        let mut reader = self.db.read().await?;
        let found = find_cloud_access_by_id(&mut reader.conn(), id, &self.sealer).await?;
        Ok(found.map(Arc::new))
    }

    fn reading(&self) -> MutexGuard<'_, HashMap<ConnectionId, Reading>> {
        self.reading.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// What is being read, until it is dropped: also a panic ends it.
struct Entry(Directory, ConnectionId);

impl Drop for Entry {
    fn drop(&mut self) {
        self.0.reading().remove(&self.1);
    }
}
