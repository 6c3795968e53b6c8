//! A fence around the keys of one session: what the library still does when the session is over changes nothing any more.
//!
//! It writes the device, prekeys and more in tasks of its own, for which nobody can wait. One of them would bring back what
//! was forgotten meanwhile, and the next session would go on with a device that is signed out.
//!
//! And as long as the session lasts, what the database cannot do now is done later. The library takes a refusal for final: a
//! message whose copy it cannot keep stays unacknowledged, but its keys are used, so that it passes for known when it comes again;
//! keys that were not stored once are never published.

use std::{
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    time::Duration,
};

use async_trait::async_trait;
use tokio::{sync::RwLock, time::sleep};

use crate::keys::{Change, KeyError, KeyStore, Space};

/// Between two attempts at what the database could not do.
const AGAIN: Duration = Duration::from_millis(500);

/// The keys of one session, for as long as it lasts.
pub(crate) struct Fenced {
    keys: Arc<dyn KeyStore>,
    // it has been opened: whoever opens it hears what the database says
    is_open: AtomicBool,
    is_over: AtomicBool,
    // held by those who write
    writing: RwLock<()>,
}

impl Fenced {
    /// Of a session that begins.
    pub fn new(keys: Arc<dyn KeyStore>) -> Self {
        Self {
            keys,
            is_open: AtomicBool::new(false),
            is_over: AtomicBool::new(false),
            writing: RwLock::new(()),
        }
    }

    /// From now on nobody is told that the database cannot: it is tried again.
    pub fn open(&self) {
        self.is_open.store(true, Ordering::SeqCst);
    }

    /// What begins to write from now on is refused.
    pub fn close(&self) {
        self.is_over.store(true, Ordering::SeqCst);
    }

    /// Waits until what had begun is written.
    pub async fn until_quiet(&self) {
        let _none = self.writing.write().await;
    }

    fn goes_on(&self) -> bool {
        self.is_open.load(Ordering::SeqCst) && !self.is_over.load(Ordering::SeqCst)
    }

    /// Tries until the database can, or the session is over. Whoever asked waits: what he changes is changed in his order.
    async fn until_done<T, F>(&self, attempt: impl Fn() -> F + Send + Sync) -> Result<T, KeyError>
    where
        T: Send,
        F: Future<Output = Result<T, KeyError>> + Send,
    {
        let mut is_told = false;
        loop {
            match attempt().await {
                Err(KeyError::Unavailable(why)) if self.goes_on() => {
                    if !std::mem::replace(&mut is_told, true) {
                        tracing::warn!(why, "the keys of a session wait for the database");
                    }
                    sleep(AGAIN).await;
                }
                done => return done,
            }
        }
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
        self.until_done(|| self.keys.get(space, name)).await
    }

    async fn page(
        &self,
        space: Space,
        prefix: &str,
        after: &str,
        limit: usize,
    ) -> Result<Vec<(String, Vec<u8>)>, KeyError> {
        self.until_done(|| self.keys.page(space, prefix, after, limit))
            .await
    }

    async fn last_name(&self, space: Space) -> Result<Option<String>, KeyError> {
        self.until_done(|| self.keys.last_name(space)).await
    }

    async fn write(&self, changes: Vec<Change>) -> Result<(), KeyError> {
        self.until_done(|| self.while_open(self.keys.write(changes.clone())))
            .await
    }

    async fn sweep(&self, space: Space, before: i64) -> Result<u64, KeyError> {
        self.until_done(|| self.while_open(self.keys.sweep(space, before)))
            .await
    }

    async fn forget(&self) -> Result<(), KeyError> {
        self.while_open(self.keys.forget()).await
    }
}
