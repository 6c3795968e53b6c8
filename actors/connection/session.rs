//! Opening and ending the session of a connection: the lease, the provider, the status (rule B16).

use std::{
    sync::{Arc, Mutex, PoisonError, atomic::AtomicBool},
    time::Duration,
};

use chrono::{DateTime, Utc};
use guiche_storage::{
    StorageError,
    cluster::{leases, redis::ClusterMessage},
    connections::{self, StatusChange, history},
    model::connection::ConnectionStatus,
};
use tokio::{sync::mpsc, time::Instant};

use super::{
    ConnectionContext,
    keeping::{Keeping, LeaseState},
    outage::Outage,
    provider::{DeliveryClass, EVENTS_WAITING_MAX, Provider, ProviderEvent, StartError},
};
use crate::{
    ActorError,
    desk::SweepOutbox,
    rules::pairing::{LOGGED_OUT, UNSCANNED},
};

/// Longest wait between two tries to start.
const BACKOFF_SECONDS_MAX: u64 = 60;
/// How often it is noted that something was heard of a number.
const NOTE_EVERY: Duration = Duration::from_secs(15);

/// A session that is on.
#[derive(Clone)]
pub(super) struct Session {
    pub provider: Arc<dyn Provider>,
    pub owner: Arc<str>,
    pub epoch: i64,
    pub lease: Arc<Keeping>,
    pub outage: Arc<Outage>,
    /// Whether sends may be marked that nobody was told of: the answer to the last claim is not there, or was lost.
    pub claim_unheard: Arc<AtomicBool>,
    // when it was noted last that something was heard
    noted_at: Arc<Mutex<Option<Instant>>>,
    // before which no customer's picture is asked for
    picture_from: Arc<Mutex<Option<DateTime<Utc>>>>,
}

impl Session {
    /// Before which time no picture of a customer is asked for.
    pub fn picture_from(&self) -> Option<DateTime<Utc>> {
        *self
            .picture_from
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
    }

    /// Asks for no picture before this time.
    pub fn rest_pictures_until(&self, at: DateTime<Utc>) {
        *self
            .picture_from
            .lock()
            .unwrap_or_else(PoisonError::into_inner) = Some(at);
    }

    /// Whether it is time to note that something was heard: seconds do not matter to people, and writes do.
    pub fn may_note(&self) -> bool {
        let mut noted_at = self.noted_at.lock().unwrap_or_else(PoisonError::into_inner);
        let may = noted_at.is_none_or(|at| at.elapsed() >= NOTE_EVERY);
        if may {
            *noted_at = Some(Instant::now());
        }
        may
    }
}

/// Why a session is opened.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Why {
    /// It should be on and is not.
    Itself,
    /// A person wants it on.
    Asked,
    /// With what is stored now, whoever has it: he loses the number.
    Anew,
}

/// What came of trying to open a session.
pub(super) enum Opened {
    /// It is on, and this is where the provider says what happens.
    Ready(Session, mpsc::Receiver<ProviderEvent>),
    /// Another node has the number.
    Elsewhere,
    /// Try again; the number stays this node's.
    Later(Keeping),
    /// Only a person can help.
    Refused,
    /// Somebody has switched it off, or deleted it.
    Unwanted,
}

/// Takes the lease if it is not `kept`, makes and starts the provider; if it `forgets`, without what was stored of the session.
///
/// # Errors
/// `Storage`.
pub(super) async fn open(
    context: &ConnectionContext,
    owner: Arc<str>,
    (why, forgets): (Why, bool),
    kept: Option<Keeping>,
) -> Result<Opened, ActorError> {
    if why == Why::Itself && !is_wanted(context).await? {
        return Ok(Opened::Unwanted);
    }
    if why != Why::Itself && !is_wanted(context).await? {
        // the wish of a person, for every node to see, before anybody has the lease
        context
            .set_status(StatusChange::to(ConnectionStatus::Opening))
            .await?;
    }
    let takes_away = why == Why::Anew || forgets;
    let kept = kept.filter(|kept| !takes_away && kept.state() == LeaseState::Good);
    let lease = match kept {
        Some(kept) => Some(kept),
        None if takes_away => take_over(context, &owner).await?,
        None => take_lease(context, &owner).await?,
    };
    let Some(lease) = lease else {
        return Ok(Opened::Elsewhere);
    };
    context
        .set_status(StatusChange::to(ConnectionStatus::Opening))
        .await?;
    let (provider, events) = match start(context, forgets, (&owner, lease.epoch())).await {
        Ok(ready) => ready,
        Err(error) => {
            let (status, reason) = match &error {
                StartError::Refused(reason) => (ConnectionStatus::Disconnected, reason),
                StartError::Later(reason) => (ConnectionStatus::Timeout, reason),
            };
            let change = StatusChange {
                reason: Some(reason),
                ..StatusChange::to(status)
            };
            context.set_status(change).await?;
            return Ok(match error {
                StartError::Refused(_) => Opened::Refused,
                StartError::Later(_) => Opened::Later(lease),
            });
        }
    };
    let session = Session {
        provider,
        owner,
        epoch: lease.epoch(),
        lease: Arc::new(lease),
        outage: Arc::new(Outage::new(context.first_rest)),
        claim_unheard: Arc::default(),
        noted_at: Arc::default(),
        picture_from: Arc::default(),
    };
    Ok(Opened::Ready(session, events))
}

/// Makes and starts the provider.
async fn start(
    context: &ConnectionContext,
    forgets: bool,
    (owner, epoch): (&Arc<str>, i64),
) -> Result<(Arc<dyn Provider>, mpsc::Receiver<ProviderEvent>), StartError> {
    let provider = make(context).await?;
    provider.hold(owner, epoch);
    if forgets {
        provider.log_out().await?;
    } else {
        provider.bring_past(is_past_coming(context).await?);
    }
    let (events, said) = mpsc::channel(EVENTS_WAITING_MAX);
    provider.start(events).await?;
    Ok((provider, said))
}

/// Whether the phone was paired just now and may still hand over its past.
async fn is_past_coming(context: &ConnectionContext) -> Result<bool, StartError> {
    let later = |error: StorageError| StartError::Later(error.to_string());
    let (company, id) = (context.company, context.connection);
    let mut reader = context.db.read().await.map_err(later)?;
    let coming = history::is_coming(&mut reader.conn(), company, id, context.now()).await;
    coming.map_err(later)
}

async fn make(context: &ConnectionContext) -> Result<Arc<dyn Provider>, StartError> {
    context
        .maker
        .make(context.company, context.connection)
        .await
}

/// Settles what an earlier owner left on its way: before anything is sent.
///
/// # Errors
/// What the desk says.
pub(super) async fn settle(
    context: &ConnectionContext,
    session: &Session,
) -> Result<(), ActorError> {
    let resend = session.provider.delivery_class() == DeliveryClass::SameIdDedupes;
    let sweep = SweepOutbox {
        connection_id: context.connection,
        epoch: session.epoch,
        resend,
    };
    let swept = context.desk(sweep).await?;
    if swept > 0 {
        tracing::warn!(connection.id = %context.connection, swept, resend, "sends of an earlier owner were settled");
    }
    Ok(())
}

/// Signs the number of a session out.
pub(super) async fn log_out(context: &ConnectionContext, session: &Session) {
    warn_unless(context, session.provider.log_out().await);
}

/// Signs a number out that has no session here, with a lease of its own: whoever has the number loses it, and whoever opens it
/// meanwhile waits.
///
/// # Errors
/// `Storage`.
pub(super) async fn log_out_anew(context: &ConnectionContext) -> Result<(), ActorError> {
    let owner = context.new_owner();
    let Some(lease) = take_over(context, &owner).await? else {
        return Ok(());
    };
    let logged_out = match make(context).await {
        Ok(provider) => {
            provider.hold(&owner, lease.epoch());
            provider.log_out().await
        }
        // deleted, or without what it needs to be signed in at all
        Err(StartError::Refused(_)) => Ok(()),
        Err(error) => Err(error),
    };
    warn_unless(context, logged_out);
    drop(lease);
    give_back(context, &owner).await;
    Ok(())
}

fn warn_unless(context: &ConnectionContext, logged_out: Result<(), StartError>) {
    if let Err(error) = logged_out {
        tracing::warn!(connection.id = %context.connection, %error, "a number could not be signed out");
    }
}

/// Whether somebody wants the session on.
///
/// # Errors
/// `Storage`.
pub(super) async fn is_wanted(context: &ConnectionContext) -> Result<bool, ActorError> {
    let mut reader = context.db.read().await?;
    let conn = &mut reader.conn();
    Ok(connections::is_wanted(conn, context.company, context.connection).await?)
}

/// Whether the session that follows one which is over begins with a new code; `None` while that is on. What was signed out does: its
/// keys may not be forgotten yet, and would be refused again.
///
/// # Errors
/// `Storage`.
pub(super) async fn follows(context: &ConnectionContext) -> Result<Option<bool>, ActorError> {
    let mut reader = context.db.read().await?;
    let row = connections::find(&mut reader.conn(), context.company, context.connection).await?;
    let over = row.filter(|row| row.status == ConnectionStatus::Disconnected);
    let was_signed_out = |reason: &str| matches!(reason, LOGGED_OUT | UNSCANNED);
    Ok(over.map(|row| row.status_reason.as_deref().is_some_and(was_signed_out)))
}

/// Takes the lease from whoever has it, and has it kept. In one step: who loses it looks at once whether it is free, and
/// would go on with the session that is to be forgotten.
///
/// # Errors
/// `Storage`.
async fn take_over(
    context: &ConnectionContext,
    owner: &Arc<str>,
) -> Result<Option<Keeping>, ActorError> {
    let (resource, now, asked_at) = (context.resource(), context.now(), Instant::now());
    let taken = context.db.write(async |c| {
        leases::take_away(c, &resource, now).await?;
        leases::acquire(c, &resource, owner, now).await
    });
    let kept = keep(context, owner, taken.await?, asked_at);
    say_taken(context);
    Ok(kept)
}

/// Takes the lease if it is free, and has it kept.
///
/// # Errors
/// `Storage`.
pub(super) async fn take_lease(
    context: &ConnectionContext,
    owner: &Arc<str>,
) -> Result<Option<Keeping>, ActorError> {
    let (resource, now, asked_at) = (context.resource(), context.now(), Instant::now());
    let taken = context
        .db
        .write(async |c| leases::acquire(c, &resource, owner, now).await);
    Ok(keep(context, owner, taken.await?, asked_at))
}

fn keep(
    context: &ConnectionContext,
    owner: &Arc<str>,
    epoch: Option<i64>,
    asked_at: Instant,
) -> Option<Keeping> {
    let what = (context.connection, context.resource());
    epoch.map(|epoch| {
        context
            .keeper
            .keep(what, (Arc::clone(owner), epoch), asked_at)
    })
}

/// Has whoever lost the lease look at it.
fn say_taken(context: &ConnectionContext) {
    context.bus.say(ClusterMessage::Work {
        company: context.company,
        connection: context.connection,
        inbox: false,
    });
}

/// Ends a session, gives its lease back and tells the other nodes.
pub(super) async fn end(context: &ConnectionContext, session: &Session) {
    session.provider.stop().await;
    give_back(context, &session.owner).await;
}

/// Gives the lease back and tells the other nodes.
pub(super) async fn give_back(context: &ConnectionContext, owner: &str) {
    release(context, owner).await;
    context.bus.say(ClusterMessage::Free {
        company: context.company,
        connection: context.connection,
    });
}

/// Ends a session that comes back after a wait. The number stays this node's, under the name of the next session.
pub(super) async fn pause(
    context: &ConnectionContext,
    session: &Session,
    next: &Arc<str>,
) -> Option<Keeping> {
    session.provider.stop().await;
    release(context, &session.owner).await;
    take_lease(context, next).await.unwrap_or_else(|error| {
        tracing::warn!(%error, "a lease could not be taken; once more when the session is opened");
        None
    })
}

/// A failure costs the next owner 15 s at most.
async fn release(context: &ConnectionContext, owner: &str) {
    let (resource, now) = (context.resource(), context.now());
    let released = context
        .db
        .write(async |c| leases::release(c, &resource, owner, now).await);
    if let Err(error) = released.await {
        tracing::warn!(%error, "a lease could not be given back");
    }
}

/// Wait before the `attempt`-th new try: 2, 4, 8 … 60 s, by up to a fifth shorter or longer (`jitter` is between 0 and 1),
/// so that numbers which were lost together do not come back together.
pub(super) fn backoff(attempt: u32, jitter: f64) -> Duration {
    let seconds = 2_u64
        .saturating_pow(attempt.clamp(1, 6))
        .min(BACKOFF_SECONDS_MAX);
    Duration::from_secs(seconds).mul_f64(0.8 + 0.4 * jitter.clamp(0.0, 1.0))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_new_try_waits_longer_up_to_a_minute_and_not_all_alike() {
        let middle = |attempt| backoff(attempt, 0.5).as_secs();
        let waits: Vec<_> = (1..=8).map(middle).collect();
        assert_eq!(waits, [2, 4, 8, 16, 32, 60, 60, 60]);
        assert_eq!(backoff(3, 0.0), Duration::from_millis(6_400));
        assert_eq!(backoff(3, 1.0), Duration::from_millis(9_600));
    }
}
