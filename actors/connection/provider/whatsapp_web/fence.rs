//! A fence around the keys of one session: what the library still does when the session is over changes nothing any more.
//!
//! It writes the device, prekeys and more in tasks of its own, for which nobody can wait. One of them would bring back what
//! was forgotten meanwhile, and the next session would go on with a device that is signed out.

use std::sync::{
    Arc,
    atomic::{AtomicBool, Ordering},
};

use async_trait::async_trait;
use tokio::sync::RwLock;

use crate::keys::{Change, KeyError, KeyStore, Space};

/// The keys of one session, for as long as it lasts.
pub(crate) struct Fenced {
    keys: Arc<dyn KeyStore>,
    is_over: AtomicBool,
    // held by those who write
    writing: RwLock<()>,
}

impl Fenced {
    /// Of a session that begins.
    pub fn new(keys: Arc<dyn KeyStore>) -> Self {
        Self {
            keys,
            is_over: AtomicBool::new(false),
            writing: RwLock::new(()),
        }
    }

    /// What begins to write from now on is refused.
    pub fn close(&self) {
        self.is_over.store(true, Ordering::SeqCst);
    }

    /// Waits until what had begun is written.
    pub async fn until_quiet(&self) {
        let _none = self.writing.write().await;
    }

    async fn while_open<T>(
        &self,
        write: impl Future<Output = Result<T, KeyError>> + Send,
    ) -> Result<T, KeyError> {
        let _written = self.writing.read().await;
        if self.is_over.load(Ordering::SeqCst) {
            return Err(KeyError::NotOurs);
        }
        write.await
    }
}

#[async_trait]
impl KeyStore for Fenced {
    async fn get(&self, space: Space, name: &str) -> Result<Option<Vec<u8>>, KeyError> {
        self.keys.get(space, name).await
    }

    async fn page(
        &self,
        space: Space,
        prefix: &str,
        after: &str,
        limit: usize,
    ) -> Result<Vec<(String, Vec<u8>)>, KeyError> {
        self.keys.page(space, prefix, after, limit).await
    }

    async fn last_name(&self, space: Space) -> Result<Option<String>, KeyError> {
        self.keys.last_name(space).await
    }

    async fn write(&self, changes: Vec<Change>) -> Result<(), KeyError> {
        self.while_open(self.keys.write(changes)).await
    }

    async fn sweep(&self, space: Space, before: i64) -> Result<u64, KeyError> {
        self.while_open(self.keys.sweep(space, before)).await
    }

    async fn forget(&self) -> Result<(), KeyError> {
        self.while_open(self.keys.forget()).await
    }
}
