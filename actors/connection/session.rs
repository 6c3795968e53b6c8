//! Opening and ending the session of a connection: the lease, the provider, the status (rule B16).

use std::{
    sync::{Arc, atomic::AtomicBool},
    time::Duration,
};

use guiche_storage::{connections, leases, model::connection::ConnectionStatus, redis::Word};
use tokio::time::Instant;

use super::{
    ConnectionContext,
    keeping::Keeping,
    outage::Outage,
    provider::{DeliveryClass, Provider, StartError, Started},
};
use crate::{ActorError, desk::SweepOutbox};

/// Longest wait between two tries to start.
const BACKOFF_SECONDS_MAX: u64 = 60;

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
}

/// Why a session is opened.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Why {
    /// It should be on and is not.
    Itself,
    /// A person wants it on.
    Asked,
    /// With what is stored now, whoever has it.
    Anew,
}

/// What came of trying to open a session.
pub(super) enum Opened {
    /// It is on.
    Ready(Session),
    /// Another node has the number.
    Elsewhere,
    /// Try again.
    Later,
    /// Only a person can help.
    Refused,
    /// Somebody has switched it off, or deleted it.
    Unwanted,
}

/// Takes the lease, makes and starts the provider, settles what an earlier owner left.
///
/// # Errors
/// `Storage`.
pub(super) async fn open(
    context: &ConnectionContext,
    owner: Arc<str>,
    why: Why,
) -> Result<Opened, ActorError> {
    if why == Why::Itself && !is_wanted(context).await? {
        return Ok(Opened::Unwanted);
    }
    if why == Why::Anew {
        take_away(context).await?;
    }
    if why != Why::Itself && !is_wanted(context).await? {
        // the wish of a person, for every node to see, before anybody has the lease
        let status = ConnectionStatus::Opening;
        context.set_status(status, None, None).await?;
    }
    let Some((epoch, lease)) = take_lease(context, &owner).await? else {
        return Ok(Opened::Elsewhere);
    };
    context
        .set_status(ConnectionStatus::Opening, None, None)
        .await?;
    let (provider, started) = match start(context).await {
        Ok(ready) => ready,
        Err(StartError::Refused(reason)) => {
            let status = ConnectionStatus::Disconnected;
            context.set_status(status, Some(&reason), None).await?;
            return Ok(Opened::Refused);
        }
        Err(StartError::Later(reason)) => {
            context
                .set_status(ConnectionStatus::Timeout, Some(&reason), None)
                .await?;
            return Ok(Opened::Later);
        }
    };
    let resend = provider.delivery_class() == DeliveryClass::SameIdDedupes;
    let sweep = SweepOutbox {
        connection_id: context.connection,
        epoch,
        resend,
    };
    let swept = context.desk(sweep).await?;
    if swept > 0 {
        tracing::warn!(connection.id = %context.connection, swept, resend, "sends of an earlier owner were settled");
    }
    let number = started.number.as_deref();
    context
        .set_status(ConnectionStatus::Connected, None, number)
        .await?;
    Ok(Opened::Ready(Session {
        provider,
        owner,
        epoch,
        lease: Arc::new(lease),
        outage: Arc::new(Outage::new(context.first_rest)),
        claim_unheard: Arc::default(),
    }))
}

/// Makes and starts the provider.
async fn start(context: &ConnectionContext) -> Result<(Arc<dyn Provider>, Started), StartError> {
    let made = context.maker.make(context.company, context.connection);
    let provider = made.await?;
    let started = provider.start().await?;
    Ok((provider, started))
}

async fn is_wanted(context: &ConnectionContext) -> Result<bool, ActorError> {
    let mut reader = context.db.read().await?;
    let conn = &mut reader.conn();
    Ok(connections::is_wanted(conn, context.company, context.connection).await?)
}

/// Takes the lease from whoever has it, and tells him.
///
/// # Errors
/// `Storage`.
pub(super) async fn take_away(context: &ConnectionContext) -> Result<(), ActorError> {
    let (resource, now) = (context.resource(), context.now());
    context
        .db
        .write(async |c| leases::take_away(c, &resource, now).await)
        .await?;
    context.bus.say(Word::Work {
        company: context.company,
        connection: context.connection,
        inbox: false,
    });
    Ok(())
}

/// Takes the lease if it is free, and has it kept; answers its epoch.
///
/// # Errors
/// `Storage`.
async fn take_lease(
    context: &ConnectionContext,
    owner: &Arc<str>,
) -> Result<Option<(i64, Keeping)>, ActorError> {
    let (resource, now, asked_at) = (context.resource(), context.now(), Instant::now());
    let taken = context
        .db
        .write(async |c| leases::acquire(c, &resource, owner, now).await)
        .await?;
    Ok(taken.map(|epoch| {
        let (what, by) = ((context.connection, resource), (Arc::clone(owner), epoch));
        (epoch, context.keeper.keep(what, by, asked_at))
    }))
}

/// Ends a session, gives its lease back and tells the other nodes.
pub(super) async fn end(context: &ConnectionContext, session: &Session) {
    session.provider.stop().await;
    give_lease_back(context, &session.owner).await;
    context.bus.say(Word::Free {
        company: context.company,
        connection: context.connection,
    });
}

/// Gives the lease back; a failure costs the next owner 15 s at most.
async fn give_lease_back(context: &ConnectionContext, owner: &str) {
    let resource = context.resource();
    let now = context.now();
    let released = context
        .db
        .write(async |c| leases::release(c, &resource, owner, now).await);
    if let Err(error) = released.await {
        tracing::warn!(%error, "a lease could not be given back");
    }
}

/// Wait before the `attempt`-th new try: 2, 4, 8 … 60 s.
pub(super) fn backoff(attempt: u32) -> Duration {
    Duration::from_secs(
        2_u64
            .saturating_pow(attempt.clamp(1, 6))
            .min(BACKOFF_SECONDS_MAX),
    )
}
