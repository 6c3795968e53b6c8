//! Calls that come at the same time are stored by one transaction: most bring a single status, and a transaction costs more
//! than that. A call that comes alone waits for nobody.

use std::panic::AssertUnwindSafe;

use actix_web::rt;
use chrono::{DateTime, Utc};
use futures_util::FutureExt as _;
use guiche_storage::{
    Db, Result, StorageError,
    delivery::inbox::{self, Arrival},
    model::{CompanyId, ConnectionId, inbound::RawEvent},
};
use tokio::sync::{mpsc, oneshot};

use super::whatsapp::count;

/// Calls that wait to be stored; one more is to come again.
const WAITING_MAX: usize = 1_024;
/// Calls of one transaction.
const TOGETHER_MAX: usize = 64;

/// Where calls are handed in. Cheap to clone.
#[derive(Clone)]
pub struct Intake {
    calls: mpsc::Sender<Call>,
}

/// What a call brings for one connection.
pub(super) struct Bundle {
    pub company: CompanyId,
    pub connection: ConnectionId,
    pub at: DateTime<Utc>,
    pub events: Vec<RawEvent>,
}

struct Call {
    bundles: Vec<Bundle>,
    answer: oneshot::Sender<Result<()>>,
}

impl Intake {
    /// Stores as long as somebody hands calls in.
    pub fn start(db: Db) -> Self {
        let (calls, waiting) = mpsc::channel(WAITING_MAX);
        rt::spawn(store_all(db, waiting));
        Self { calls }
    }

    /// Stores the events of a call that are not known yet, all or none. Answers when they are committed.
    ///
    /// # Errors
    /// What storage says, also `Unavailable` when too many wait.
    pub(super) async fn store(&self, bundles: Vec<Bundle>) -> Result<()> {
        let (answer, stored) = oneshot::channel();
        let call = Call { bundles, answer };
        self.calls
            .try_send(call)
            .map_err(|_| gone("too many wait"))?;
        stored.await.unwrap_or_else(|_| Err(gone("it was stopped")))
    }
}

fn gone(why: &str) -> StorageError {
    StorageError::Unavailable(format!("the intake of webhooks: {why}"))
}

async fn store_all(db: Db, mut waiting: mpsc::Receiver<Call>) {
    let mut calls = Vec::new();
    while waiting.recv_many(&mut calls, TOGETHER_MAX).await > 0 {
        let together = store_together(&db, std::mem::take(&mut calls));
        // one call that brings a panic must not end the intake of all; its caller comes again
        let Ok(Err(why)) = AssertUnwindSafe(together).catch_unwind().await else {
            continue;
        };
        // who has come meanwhile does not wait for the same once more
        while let Ok(call) = waiting.try_recv() {
            tell(call.answer, Err(StorageError::Unavailable(why.clone())));
        }
    }
}

/// Stores calls and answers them. `Err`: the database cannot work now.
async fn store_together(db: &Db, calls: Vec<Call>) -> std::result::Result<(), String> {
    let stored = store_events(db, &calls);
    match stored.await {
        Ok(()) => {
            for call in calls {
                tell(call.answer, Ok(()));
            }
        }
        Err(StorageError::Unavailable(why)) => {
            for call in calls {
                tell(call.answer, Err(StorageError::Unavailable(why.clone())));
            }
            return Err(why);
        }
        // a call that cannot be stored does not take the others with it
        Err(_) => {
            for call in calls {
                let alone = store_events(db, std::slice::from_ref(&call)).await;
                tell(call.answer, alone);
            }
        }
    }
    Ok(())
}

/// Stores what calls bring, all or nothing.
async fn store_events(db: &Db, calls: &[Call]) -> Result<()> {
    let bundles = calls.iter().flat_map(|call| &call.bundles);
    let arrivals = bundles.flat_map(|bundle| {
        bundle.events.iter().map(|event| Arrival {
            company: bundle.company,
            connection: bundle.connection,
            at: bundle.at,
            event,
        })
    });
    let arrivals: Vec<_> = arrivals.collect();
    let new = db
        .write(async |conn| inbox::insert_all(conn, &arrivals).await)
        .await?;
    count("stored", new);
    count("repeated", (arrivals.len() as u64).saturating_sub(new));
    Ok(())
}

/// A caller who has gone meanwhile comes again, and his events are known then.
fn tell(answer: oneshot::Sender<Result<()>>, stored: Result<()>) {
    let _ = answer.send(stored);
}
