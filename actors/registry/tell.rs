//! How actors are spoken to: without waiting, or with a deadline.

use std::time::Duration;

use actix::dev::ToEnvelope;
use actix::prelude::*;
use tokio::time::timeout;

use super::Keyed;
use crate::ActorError;

/// Time an actor has to answer a question.
const ANSWER_DEADLINE: Duration = Duration::from_secs(5);

/// Sends without waiting.
///
/// # Errors
/// `Busy` when the mailbox is full or the actor is gone.
pub fn try_tell<A, M>(actor: &Addr<A>, message: M) -> Result<(), ActorError>
where
    A: Keyed + Handler<M>,
    A::Context: ToEnvelope<A, M>,
    M: Message + Send + 'static,
    M::Result: Send,
{
    actor.try_send(message).map_err(|error| {
        if matches!(error, SendError::Full(_)) {
            metrics::counter!("guiche_actor_mailbox_full_total", "kind" => A::KIND).increment(1);
        }
        ActorError::Busy
    })
}

/// Sends and waits for the answer, at most five seconds.
///
/// # Errors
/// `Busy` when the actor is gone or does not answer in time.
pub async fn ask<A, M>(actor: &Addr<A>, message: M) -> Result<M::Result, ActorError>
where
    A: Keyed + Handler<M>,
    A::Context: ToEnvelope<A, M>,
    M: Message + Send + 'static,
    M::Result: Send,
{
    match timeout(ANSWER_DEADLINE, actor.send(message)).await {
        Ok(Ok(answer)) => Ok(answer),
        Ok(Err(_)) | Err(_) => Err(ActorError::Busy),
    }
}
