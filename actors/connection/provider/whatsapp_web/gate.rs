//! Lets nothing out that a crash would make unreadable: what was encrypted for somebody leaves when the keys are stored with
//! which it was.
//!
//! The library takes keys for stored that are only staged (`backend/staged.rs`), so nothing at all leaves before they are. And for the first
//! messages after an answer it does not store them before it sends (they are under a new key of our own that it counts as reserved,
//! `rebase_lease_after_sender_chain_reset` in wacore-libsignal 0.7.0), nor those of a conversation in which something is being opened at
//! that moment: here it does. After a crash the customer would answer to a key that is no more.

use std::{
    sync::{
        Arc, OnceLock, Weak,
        atomic::{AtomicUsize, Ordering},
    },
    time::Duration,
};

use async_trait::async_trait;
use bytes::Bytes;
use tokio::{
    sync::watch,
    time::{sleep, timeout},
};
use whatsapp_rust::{
    anyhow::{self, Context as _},
    prelude::Client,
    transport::Transport,
};

use crate::backend::Backend;

/// How long the keys may take to be stored; the line is opened anew after that, and what waits has not left.
const STORED: Duration = Duration::from_secs(20);
/// How long a new line may take to hand over what it has kept for us: longer than the library waits for the end of it.
const HANDED_OVER: Duration = Duration::from_secs(75);
/// A conversation in which something is being opened is left out when keys are stored: it is closed again by then.
const OPENED: Duration = Duration::from_millis(10);

/// Between the library and the socket of one session.
pub(crate) struct Gate {
    client: OnceLock<Weak<Client>>,
    backend: Arc<Backend>,
    // messages that are being encrypted and sent
    sending: AtomicUsize,
    // the line has handed over what it had kept for us: until then the library stores keys in its own order
    is_live: watch::Sender<bool>,
}

/// A message is being encrypted and sent, until this is dropped.
struct Sending<'g>(&'g AtomicUsize);

impl<'g> Sending<'g> {
    fn of(count: &'g AtomicUsize) -> Self {
        count.fetch_add(1, Ordering::SeqCst);
        Self(count)
    }
}

impl Drop for Sending<'_> {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::SeqCst);
    }
}

impl Gate {
    /// Of a session that has no line yet.
    pub fn new(backend: Arc<Backend>) -> Self {
        Self {
            backend,
            client: OnceLock::new(),
            sending: AtomicUsize::new(0),
            is_live: watch::Sender::new(false),
        }
    }

    /// Whose keys are stored.
    pub fn is_of(&self, client: &Arc<Client>) {
        let _again = self.client.set(Arc::downgrade(client));
    }

    /// The line is a new one.
    pub fn opens(&self) {
        self.is_live.send_replace(false);
    }

    /// The line has handed over what it had kept for us.
    pub fn is_live(&self) {
        self.is_live.send_replace(true);
    }

    /// Sends something that is encrypted, as soon as the line is live. `None`: it does not become so.
    pub async fn pass<T>(&self, sending: impl Future<Output = T>) -> Option<T> {
        let mut is_live = self.is_live.subscribe();
        timeout(HANDED_OVER, is_live.wait_for(|it| *it))
            .await
            .ok()?
            .ok()?;
        let _sending = Sending::of(&self.sending);
        Some(sending.await)
    }

    /// Returns when the keys are stored of all that waits to leave.
    async fn until_stored(&self) -> anyhow::Result<()> {
        let stored = async {
            self.have_stored().await?;
            anyhow::ensure!(self.backend.until_stored().await, "the session is over");
            Ok(())
        };
        let stored = timeout(STORED, stored).await;
        stored.context("the keys are not stored in time")?
    }

    /// Has the library store the keys of what is being sent.
    async fn have_stored(&self) -> anyhow::Result<()> {
        if self.sending.load(Ordering::SeqCst) == 0 || !*self.is_live.borrow() {
            return Ok(());
        }
        if let Some(client) = self.client.get().and_then(Weak::upgrade) {
            client.flush_pending_signal_state().await?;
            sleep(OPENED).await;
            client.flush_pending_signal_state().await?;
        }
        Ok(())
    }
}

/// A socket behind the gate.
pub(crate) struct Gated {
    pub inner: Arc<dyn Transport>,
    pub gate: Arc<Gate>,
}

#[async_trait]
impl Transport for Gated {
    async fn send(&self, frames: Bytes) -> anyhow::Result<()> {
        self.gate.until_stored().await?;
        self.inner.send(frames).await
    }

    async fn disconnect(&self) {
        self.inner.disconnect().await;
    }
}
