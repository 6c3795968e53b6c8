//! The keys of a session in the desk's own database: written in one transaction with a look at the lease, so that a session
//! that has lost its number changes nothing any more (rule B16).

use std::{
    fmt,
    sync::{Arc, Mutex, PoisonError},
};

use async_trait::async_trait;
use guiche_storage::{
    Conn, Db, StorageError,
    cluster::leases::{self, Resource},
    connections::{
        self,
        keys::{self, Place},
    },
    model::{Clock, CompanyId, ConnectionId},
    security::seal::Sealer,
};
use guiche_whatsapp_web::{Change, KeyError, KeyStore, Space};

/// The keys of one connection.
pub struct LineKeys {
    db: Db,
    rows: Rows,
    held: Mutex<Option<Held>>,
}

/// Whose lease it is.
type Held = (Arc<str>, i64);

/// Where the keys are, and with what they are sealed. Cheap to clone.
#[derive(Clone)]
pub struct Rows {
    /// The time.
    pub clock: Arc<dyn Clock>,
    /// Seals them.
    pub sealer: Arc<Sealer>,
    /// Whose they are.
    pub company: CompanyId,
    /// Of which number.
    pub connection: ConnectionId,
}

impl LineKeys {
    /// Keys in this database.
    pub fn new(db: Db, rows: Rows) -> Self {
        Self {
            db,
            rows,
            held: Mutex::default(),
        }
    }

    /// They are written from now on while this lease is held.
    pub fn hold(&self, owner: &Arc<str>, epoch: i64) {
        *self.held.lock().unwrap_or_else(PoisonError::into_inner) =
            Some((Arc::clone(owner), epoch));
    }

    fn held(&self) -> Option<Held> {
        self.held
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .clone()
    }
}

impl Rows {
    fn place(&self, space: Space) -> Place<'static> {
        Place {
            company: self.company,
            connection: self.connection,
            namespace: space.as_str(),
        }
    }

    /// Makes the changes, if the number is still there and is this session's.
    async fn make_all(
        &self,
        conn: &mut Conn<'_>,
        held: Option<&Held>,
        changes: &[Change],
    ) -> Result<bool, StorageError> {
        let is_ours = self.is_ours(conn, held).await?;
        if is_ours {
            for change in changes {
                self.make(conn, change).await?;
            }
        }
        Ok(is_ours)
    }

    async fn sweep(
        &self,
        conn: &mut Conn<'_>,
        held: Option<&Held>,
        (space, before): (Space, i64),
    ) -> Result<Option<u64>, StorageError> {
        if !self.is_ours(conn, held).await? {
            return Ok(None);
        }
        keys::sweep(conn, self.place(space), before).await.map(Some)
    }

    async fn is_ours(
        &self,
        conn: &mut Conn<'_>,
        held: Option<&Held>,
    ) -> Result<bool, StorageError> {
        if let Some((owner, epoch)) = held {
            let resource = Resource::Connection(self.connection);
            if !leases::holds(conn, &resource, owner, *epoch, self.clock.now()).await? {
                return Ok(false);
            }
        }
        let there = connections::find(conn, self.company, self.connection).await?;
        Ok(there.is_some())
    }

    /// Forgets everything, unless the number is a later session's. A lease that has ended meanwhile is nobody's.
    async fn forget(&self, conn: &mut Conn<'_>, held: Option<&Held>) -> Result<bool, StorageError> {
        if let Some((_, epoch)) = held {
            let resource = Resource::Connection(self.connection);
            if leases::has_risen(conn, &resource, *epoch).await? {
                return Ok(false);
            }
        }
        keys::forget(conn, self.company, self.connection).await?;
        Ok(true)
    }

    async fn make(&self, conn: &mut Conn<'_>, change: &Change) -> Result<(), StorageError> {
        match change {
            Change::Put {
                space,
                name,
                value,
                stamp,
            } => {
                let row = (name.as_str(), value.as_slice(), *stamp);
                keys::put(conn, self.place(*space), &self.sealer, row).await
            }
            Change::Delete { space, name } => keys::remove(conn, self.place(*space), name).await,
            Change::Clear { space, prefix } => keys::clear(conn, self.place(*space), prefix).await,
        }
    }
}

#[async_trait]
impl KeyStore for LineKeys {
    async fn get(&self, space: Space, name: &str) -> Result<Option<Vec<u8>>, KeyError> {
        let mut reader = self.db.read().await.map_err(failed)?;
        let conn = &mut reader.conn();
        keys::get(conn, self.rows.place(space), &self.rows.sealer, name)
            .await
            .map_err(failed)
    }

    async fn page(
        &self,
        space: Space,
        prefix: &str,
        after: &str,
        limit: usize,
    ) -> Result<Vec<(String, Vec<u8>)>, KeyError> {
        let mut reader = self.db.read().await.map_err(failed)?;
        let limit = i64::try_from(limit).unwrap_or(i64::MAX);
        let wanted = (prefix, after, limit);
        let conn = &mut reader.conn();
        keys::list(conn, self.rows.place(space), &self.rows.sealer, wanted)
            .await
            .map_err(failed)
    }

    async fn last_name(&self, space: Space) -> Result<Option<String>, KeyError> {
        let mut reader = self.db.read().await.map_err(failed)?;
        keys::last_name(&mut reader.conn(), self.rows.place(space))
            .await
            .map_err(failed)
    }

    async fn write(&self, changes: Vec<Change>) -> Result<(), KeyError> {
        let (rows, held) = (self.rows.clone(), self.held());
        let written = self
            .db
            .write(async move |c| rows.make_all(c, held.as_ref(), &changes).await);
        if written.await.map_err(failed)? {
            Ok(())
        } else {
            Err(KeyError::NotOurs)
        }
    }

    async fn sweep(&self, space: Space, before: i64) -> Result<u64, KeyError> {
        let (rows, held, what) = (self.rows.clone(), self.held(), (space, before));
        let swept = self
            .db
            .write(async move |c| rows.sweep(c, held.as_ref(), what).await);
        swept.await.map_err(failed)?.ok_or(KeyError::NotOurs)
    }

    async fn forget(&self) -> Result<(), KeyError> {
        let (rows, held) = (self.rows.clone(), self.held());
        let forgotten = self
            .db
            .write(async move |c| rows.forget(c, held.as_ref()).await);
        if forgotten.await.map_err(failed)? {
            Ok(())
        } else {
            Err(KeyError::NotOurs)
        }
    }
}

impl fmt::Debug for LineKeys {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("LineKeys")
            .field("connection", &self.rows.connection)
            .finish_non_exhaustive()
    }
}

impl fmt::Debug for Rows {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Rows")
    }
}

fn failed(error: StorageError) -> KeyError {
    match error {
        StorageError::Unreadable(error) => KeyError::Unreadable(error.to_string()),
        StorageError::Unavailable(why) => KeyError::Unavailable(why),
        other => KeyError::Storage(other.to_string()),
    }
}
