//! Calls that come at the same time are stored by one transaction: most bring a single status, and a transaction costs more
//! than that. A call that comes alone waits for nobody.

use std::panic::AssertUnwindSafe;

use actix_web::rt;
use chrono::{DateTime, Utc};
use futures_util::FutureExt as _;
use guiche_storage::{
    Db, Result, StorageError, inbox,
    model::{CompanyId, ConnectionId, inbound::RawEvent},
};
use tokio::sync::{mpsc, oneshot};

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
    bundle: Bundle,
    answer: oneshot::Sender<Result<u64>>,
}

impl Intake {
    /// Stores as long as somebody hands calls in.
    pub fn start(db: Db) -> Self {
        let (calls, waiting) = mpsc::channel(WAITING_MAX);
        rt::spawn(store_all(db, waiting));
        Self { calls }
    }

    /// Stores the events of a call that are not known yet. Answers how many were new, when they are committed.
    ///
    /// # Errors
    /// What storage says, also `Unavailable` when too many wait.
    pub(super) async fn store(&self, bundle: Bundle) -> Result<u64> {
        let (answer, stored) = oneshot::channel();
        let call = Call { bundle, answer };
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
    let stored = db.write(async |conn| {
        let mut new = Vec::with_capacity(calls.len());
        for call in &calls {
            let it = &call.bundle;
            new.push(inbox::insert_all(conn, it.company, it.connection, it.at, &it.events).await?);
        }
        Ok(new)
    });
    match stored.await {
        Ok(new) => {
            for (call, new) in calls.into_iter().zip(new) {
                tell(call.answer, Ok(new));
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
            for Call { bundle, answer } in calls {
                let it = &bundle;
                let alone = db.write(async |conn| {
                    inbox::insert_all(conn, it.company, it.connection, it.at, &it.events).await
                });
                tell(answer, alone.await);
            }
        }
    }
    Ok(())
}

/// A caller who has gone meanwhile comes again, and his events are known then.
fn tell(answer: oneshot::Sender<Result<u64>>, stored: Result<u64>) {
    let _ = answer.send(stored);
}
