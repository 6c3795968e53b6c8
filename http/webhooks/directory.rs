//! Finds the connection that a call is for. Calls that come while it is being read share what is read: most bring a single
//! status, and there are three to a message.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use actix_web::rt;
use futures_util::FutureExt as _;
use futures_util::future::{BoxFuture, Shared};
use guiche_storage::{
    Db, Result, StorageError,
    model::{CompanyId, ConnectionId},
    security::seal::{CloudAccess, Sealer, find_cloud_access_by_id, find_cloud_access_by_number},
};

type Found = std::result::Result<Option<Arc<CloudAccess>>, String>;
type Reading = Shared<BoxFuture<'static, Found>>;

/// What names a connection.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
enum Named {
    Id(ConnectionId),
    Number(CompanyId, String),
}

/// Where the connections of the Cloud API are. Clones share what they read.
#[derive(Clone)]
pub struct Directory {
    db: Db,
    sealer: Arc<Sealer>,
    // no more than calls that wait; nothing stays when it has been read
    reading: Arc<Mutex<HashMap<Named, Reading>>>,
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

    /// Where the connections are.
    pub(super) fn db(&self) -> &Db {
        &self.db
    }

    /// The connection with this id, as it is now.
    ///
    /// # Errors
    /// `Unavailable`, whatever storage says: the call is to come again.
    pub(super) async fn find(&self, id: ConnectionId) -> Result<Option<Arc<CloudAccess>>> {
        self.named(Named::Id(id)).await
    }

    /// The connection of a company with this number, as it is now.
    ///
    /// # Errors
    /// As [`Directory::find`].
    pub(super) async fn find_number(
        &self,
        company: CompanyId,
        phone_number_id: &str,
    ) -> Result<Option<Arc<CloudAccess>>> {
        self.named(Named::Number(company, phone_number_id.to_owned()))
            .await
    }

    async fn named(&self, name: Named) -> Result<Option<Arc<CloudAccess>>> {
        let reading = self
            .reading()
            .entry(name.clone())
            .or_insert_with(|| self.read(name))
            .clone();
        reading.await.map_err(StorageError::Unavailable)
    }

    /// Reads in a task of its own, which comes to its end even when all who wait have gone.
    fn read(&self, name: Named) -> Reading {
        let reading = Entry(self.clone(), name);
        let task = rt::spawn(async move {
            let found = reading.0.read_now(&reading.1).await;
            found.map_err(|error| error.to_string())
        });
        task.map(|read| read.unwrap_or_else(|error| Err(error.to_string())))
            .boxed()
            .shared()
    }

    async fn read_now(&self, name: &Named) -> Result<Option<Arc<CloudAccess>>> {
        let mut reader = self.db.read().await?;
        let (mut conn, sealer) = (reader.conn(), &*self.sealer);
        let found = match name {
            Named::Id(id) => find_cloud_access_by_id(&mut conn, *id, sealer).await?,
            Named::Number(company, number) => {
                find_cloud_access_by_number(&mut conn, *company, number, sealer).await?
            }
        };
        Ok(found.map(Arc::new))
    }

    fn reading(&self) -> MutexGuard<'_, HashMap<Named, Reading>> {
        self.reading.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// What is being read, until it is dropped: also a panic ends it.
struct Entry(Directory, Named);

impl Drop for Entry {
    fn drop(&mut self) {
        self.0.reading().remove(&self.1);
    }
}
