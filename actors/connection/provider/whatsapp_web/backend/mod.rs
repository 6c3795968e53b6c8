//! The keys of a session as the protocol's library asks for them: its stores over a [`KeyStore`].

mod kept;
mod protocol;
mod secrets;
mod signal;
mod staged;
mod sync;

use std::sync::Arc;

use serde::{Serialize, de::DeserializeOwned};
use tokio::sync::{Mutex, watch};
use whatsapp_rust::wacore::{
    store::{
        Device,
        error::{Result, StoreError},
    },
    time::now_secs,
};

use self::{kept::Copies, staged::Staged};
use crate::keys::{Change, KeyError, KeyStore, Space};

/// Stands between the parts of a row's name: no address has it.
const BETWEEN: char = '|';

/// The library's stores over our rows.
pub struct Backend {
    keys: Arc<dyn KeyStore>,
    // of those that read a row and write it again
    turns: Mutex<()>,
    people: watch::Sender<People>,
    // of opened messages
    copies: Arc<Copies>,
    staged: Arc<Staged>,
}

/// Whether the library has been given the numbers behind all ids.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum People {
    /// Not yet.
    Unread,
    /// Yes; this id was the last of them.
    Given(Option<String>),
    /// They cannot be read.
    Unreadable,
}

impl Backend {
    /// Over these rows.
    pub fn new(keys: Arc<dyn KeyStore>) -> Self {
        let copies = Arc::new(Copies::default());
        Self {
            staged: Arc::new(Staged::new(Arc::clone(&keys), Arc::clone(&copies))),
            keys,
            turns: Mutex::new(()),
            people: watch::Sender::new(People::Unread),
            copies,
        }
    }

    /// Where it is told that the library has been given the numbers behind all ids.
    pub fn people(&self) -> watch::Receiver<People> {
        self.people.subscribe()
    }

    /// Waits until everything is stored that the library takes for stored. Whether it is.
    pub async fn until_stored(&self) -> bool {
        self.staged.until_written().await
    }

    /// From now on no keys of conversations are written.
    pub fn stop(&self) {
        self.staged.stop();
    }

    /// Whether a phone has been paired.
    ///
    /// # Errors
    /// When that cannot be read.
    pub async fn is_paired(&self) -> std::result::Result<bool, KeyError> {
        let Some(row) = self.keys.get(Space::Device, secrets::SELF).await? else {
            return Ok(false);
        };
        let device: Device = serde_json::from_slice(&row)
            .map_err(|error| KeyError::Unreadable(error.to_string()))?;
        Ok(device.pn.is_some())
    }

    async fn get(&self, space: Space, name: &str) -> Result<Option<Vec<u8>>> {
        self.keys.get(space, name).await.map_err(failed)
    }

    async fn put(&self, space: Space, name: &str, value: &[u8]) -> Result<()> {
        self.write(vec![Change::put(space, name, value)]).await
    }

    async fn delete(&self, space: Space, name: &str) -> Result<()> {
        self.write(vec![Change::delete(space, name)]).await
    }

    async fn clear(&self, space: Space, prefix: &str) -> Result<()> {
        let prefix = prefix.to_owned();
        self.write(vec![Change::Clear { space, prefix }]).await
    }

    async fn write(&self, changes: Vec<Change>) -> Result<()> {
        if changes.is_empty() {
            return Ok(());
        }
        self.keys.write(changes).await.map_err(failed)
    }

    async fn all(&self, space: Space, prefix: &str) -> Result<Vec<(String, Vec<u8>)>> {
        crate::keys::all(&*self.keys, space, prefix)
            .await
            .map_err(failed)
    }

    async fn sweep(&self, space: Space, before: i64) -> Result<u32> {
        let swept = self.keys.sweep(space, before).await.map_err(failed)?;
        Ok(u32::try_from(swept).unwrap_or(u32::MAX))
    }

    async fn get_json<T: DeserializeOwned>(&self, space: Space, name: &str) -> Result<Option<T>> {
        self.get(space, name)
            .await?
            .map(|value| from_json(&value))
            .transpose()
    }

    async fn put_json<T: Serialize + Sync>(
        &self,
        space: Space,
        name: &str,
        value: &T,
    ) -> Result<()> {
        self.put(space, name, &to_json(value)?).await
    }
}

/// The name of a row whose name has several parts.
fn joined(parts: &[&str]) -> String {
    parts.join(&BETWEEN.to_string())
}

/// What the names of all rows of one first part begin with.
fn beginning(first: &str) -> String {
    format!("{first}{BETWEEN}")
}

fn to_json<T: Serialize>(value: &T) -> Result<Vec<u8>> {
    serde_json::to_vec(value).map_err(|error| StoreError::Serialization(Box::new(error)))
}

fn from_json<T: DeserializeOwned>(value: &[u8]) -> Result<T> {
    serde_json::from_slice(value).map_err(|error| StoreError::Serialization(Box::new(error)))
}

fn failed(error: KeyError) -> StoreError {
    StoreError::Database(Box::new(error))
}

fn unreadable(what: &str) -> StoreError {
    StoreError::Validation(format!("{what} is not as it was written"))
}

impl std::fmt::Debug for Backend {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Backend")
    }
}
