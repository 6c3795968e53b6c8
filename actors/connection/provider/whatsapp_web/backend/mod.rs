//! The keys of a session as the protocol's library asks for them: its stores over a [`KeyStore`].

mod protocol;
mod secrets;
mod signal;
mod sync;

use std::{sync::Arc, time::Duration};

use serde::{Serialize, de::DeserializeOwned};
use tokio::{
    sync::{Mutex, watch},
    time::{sleep, timeout},
};
use whatsapp_rust::wacore::{
    store::error::{Result, StoreError},
    time::now_secs,
};

use crate::keys::{Change, KeyError, KeyStore, Space};

/// Stands between the parts of a row's name: no address has it.
const BETWEEN: char = '|';

/// The library's stores over our rows.
pub struct Backend {
    keys: Arc<dyn KeyStore>,
    // of those that read a row and write it again
    turns: Mutex<()>,
    people: watch::Sender<People>,
    // how many copies of opened messages are being kept
    keeping: watch::Sender<usize>,
}

/// A copy of an opened message is being kept, until this is dropped.
struct Keeping<'b>(&'b watch::Sender<usize>);

impl<'b> Keeping<'b> {
    fn of(count: &'b watch::Sender<usize>) -> Self {
        count.send_modify(|count| *count += 1);
        Self(count)
    }
}

impl Drop for Keeping<'_> {
    fn drop(&mut self) {
        self.0.send_modify(|count| *count -= 1);
    }
}

/// How often others have their turn, and how long each time, before a message that was opened is expected to be kept: no call
/// of anybody lies between. One long rest would be over by the clock while the thread that opened it was blocked.
const TURNS: u32 = 10;
const TURN: Duration = Duration::from_millis(10);
/// How long keeping it may take, before the keys are written all the same.
const KEPT: Duration = Duration::from_secs(10);

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
        Self {
            keys,
            turns: Mutex::new(()),
            people: watch::Sender::new(People::Unread),
            keeping: watch::Sender::new(0),
        }
    }

    /// Where it is told that the library has been given the numbers behind all ids.
    pub fn people(&self) -> watch::Receiver<People> {
        self.people.subscribe()
    }

    /// Waits until the copies of all messages are kept that were opened so far. The library writes all keys at once, also those
    /// with which it has just opened a message that it has not kept: after a crash in between that message would come again, pass
    /// for a known one and be lost. It opens nothing meanwhile.
    async fn until_opened_are_kept(&self) {
        for _ in 0..TURNS {
            sleep(TURN).await;
        }
        let mut keeping = self.keeping.subscribe();
        if timeout(KEPT, keeping.wait_for(|count| *count == 0))
            .await
            .is_err()
        {
            tracing::warn!("keys are written before a message that they have opened");
        }
    }

    /// Whether a phone has been paired.
    pub async fn is_paired(&self) -> bool {
        use whatsapp_rust::wacore::store::traits::DeviceStore as _;

        matches!(self.load().await, Ok(Some(device)) if device.pn.is_some())
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
