//! The bus of a node: sends messages, hears those of others, counts.

use std::{
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    time::Duration,
};

use bb8_redis::{RedisConnectionManager, bb8::Pool, redis};
use tokio::sync::mpsc;
use uuid::Uuid;

use super::{listening, message::ClusterMessage, publishing};
use crate::{Result, StorageError};

/// Connections for publishing and counting.
const CONNECTIONS: u32 = 8;
/// How long a call waits for Redis; nothing depends on its answer.
const CONNECT_WITHIN: Duration = Duration::from_millis(500);
/// Messages that wait to be sent, and messages that wait to be heard; one more is dropped.
const MESSAGES_MAX: usize = 4_096;

/// The messages of other nodes, in the order in which they came.
pub type Receiver = mpsc::Receiver<ClusterMessage>;

/// Sends messages to the other nodes. Cheap to clone.
#[derive(Clone, Default)]
pub struct ClusterBus(Option<Arc<Inner>>);

pub(super) struct Inner {
    pub pool: Pool<RedisConnectionManager>,
    pub prefix: String,
    is_up: Arc<AtomicBool>,
    messages: mpsc::Sender<ClusterMessage>,
}

impl ClusterBus {
    /// For a node that is alone.
    pub fn nobody() -> Self {
        Self::default()
    }

    /// Starts to speak and to listen, and goes on until the receiver is dropped; a Redis that is not there is tried again.
    /// Names of channels and counters begin with `prefix`.
    ///
    /// # Errors
    /// `Redis` when the address cannot be understood.
    pub fn open(url: &str, prefix: &str, node: Uuid) -> Result<(Self, Receiver)> {
        let client = redis::Client::open(url).map_err(misunderstood)?;
        let manager = RedisConnectionManager::new(url).map_err(misunderstood)?;
        let pool = Pool::builder()
            .max_size(CONNECTIONS)
            .connection_timeout(CONNECT_WITHIN)
            .retry_connection(false)
            .build_unchecked(manager);
        let (messages, said) = mpsc::channel(MESSAGES_MAX);
        let (sender, receiver) = mpsc::channel(MESSAGES_MAX);
        let is_up = Arc::new(AtomicBool::new(false));
        let channel = format!("{prefix}:words");
        tokio::spawn(publishing::run(pool.clone(), channel.clone(), node, said));
        let listener = listening::Listener {
            client,
            channel,
            node,
            sender,
            is_up: Arc::clone(&is_up),
        };
        tokio::spawn(listener.run());
        let inner = Inner {
            pool,
            prefix: prefix.to_owned(),
            is_up,
            messages,
        };
        Ok((Self(Some(Arc::new(inner))), receiver))
    }

    /// Sends a message to the other nodes. Never waits, never fails: who does not hear it looks by himself.
    pub fn say(&self, message: ClusterMessage) {
        if let Some(inner) = &self.0
            && inner.messages.try_send(message).is_err()
        {
            metrics::counter!("guiche_redis_words_dropped_total").increment(1);
        }
    }

    /// Whether messages of other nodes can be heard now.
    pub fn is_up(&self) -> bool {
        self.up().is_some()
    }

    /// What is behind it, while Redis answers.
    pub(super) fn up(&self) -> Option<&Inner> {
        let inner = self.0.as_deref()?;
        inner.is_up.load(Ordering::Relaxed).then_some(inner)
    }
}

impl std::fmt::Debug for ClusterBus {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "ClusterBus(up: {})", self.is_up())
    }
}

fn misunderstood(error: redis::RedisError) -> StorageError {
    StorageError::Redis(error.to_string())
}
