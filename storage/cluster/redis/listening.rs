//! Hears messages: one subscription, made again with growing pauses when it breaks or falls silent.

use std::{
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    time::Duration,
};

use bb8_redis::redis;
use futures_util::StreamExt as _;
use rand::Rng as _;
use tokio::{sync::mpsc, time::timeout};
use uuid::Uuid;

use super::message::{ClusterMessage, Envelope};
use crate::{Result, StorageError};

/// How long Redis may take to accept a subscription.
const SUBSCRIBE_WITHIN: Duration = Duration::from_secs(2);
/// Three beats of this node alone: longer silence means that nothing comes through.
const SILENCE_MAX: Duration = Duration::from_secs(16);
/// First pause before another try, and the longest, in milliseconds.
const PAUSE_MS: u64 = 100;
const PAUSE_MS_MAX: u64 = 2_000;

/// One node's subscription.
pub(super) struct Listener {
    pub client: redis::Client,
    pub channel: String,
    pub node: Uuid,
    pub sender: mpsc::Sender<ClusterMessage>,
    pub is_up: Arc<AtomicBool>,
}

impl Listener {
    /// Listens until nobody takes the messages any more.
    pub(super) async fn run(self) {
        let mut failures = 0;
        while !self.sender.is_closed() {
            let ended = tokio::select! {
                ended = self.listen() => ended,
                () = self.sender.closed() => return,
            };
            let was_up = self.is_up.swap(false, Ordering::Relaxed);
            metrics::gauge!("guiche_redis_up").set(0.0);
            if was_up {
                failures = 0;
            }
            if let (Err(error), true) = (ended, was_up || failures == 0) {
                tracing::warn!(%error, "other nodes cannot be heard over Redis; looking once a second");
            }
            failures += 1;
            tokio::time::sleep(pause(failures)).await;
        }
    }

    /// Listens until the subscription ends, which it does by an error only.
    async fn listen(&self) -> Result<()> {
        let subscribe = async {
            let mut subscription = self.client.get_async_pubsub().await.map_err(failed)?;
            let subscribed = subscription.subscribe(&self.channel).await;
            subscribed.map(|()| subscription).map_err(failed)
        };
        let subscription = timeout(SUBSCRIBE_WITHIN, subscribe)
            .await
            .unwrap_or_else(|_| Err(failed("no answer in time")))?;
        self.is_up.store(true, Ordering::Relaxed);
        metrics::gauge!("guiche_redis_up").set(1.0);
        tracing::info!("other nodes can be heard over Redis");
        let mut messages = subscription.into_on_message();
        loop {
            let received = timeout(SILENCE_MAX, messages.next())
                .await
                .map_err(|_| failed("nothing comes through"))?
                .ok_or_else(|| failed("the connection ended"))?;
            let text: String = received.get_payload().map_err(failed)?;
            let message =
                Envelope::read(&text, self.node).filter(|message| *message != ClusterMessage::Beat);
            // one that does not fit is found by looking
            if message.is_some_and(|message| self.sender.try_send(message).is_err()) {
                metrics::counter!("guiche_redis_words_dropped_total").increment(1);
            }
        }
    }
}

fn failed(error: impl std::fmt::Display) -> StorageError {
    StorageError::Redis(error.to_string())
}

/// 100, 200, 400 … 2,000 ms, and up to half of it less, so that nodes do not all come back at once.
fn pause(failures: u32) -> Duration {
    let longest = PAUSE_MS
        .saturating_mul(1 << failures.saturating_sub(1).min(8))
        .min(PAUSE_MS_MAX);
    Duration::from_millis(rand::rng().random_range(longest / 2..=longest))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pauses_grow_and_stay_short() {
        for (failures, longest) in [(1, 100), (2, 200), (5, 1_600), (6, 2_000), (5_000, 2_000)] {
            let pause = pause(failures).as_millis();
            assert!(
                pause <= longest && pause >= longest / 2,
                "{failures}: {pause}"
            );
        }
    }
}
