//! Commit first, tell afterwards: a transaction whose events are stored with it.

use chrono::{DateTime, Utc};

use crate::{
    Conn, Db, StorageError, events,
    model::{
        CompanyId,
        event::{CommittedEvent, NewEvent},
    },
};

/// The outcome of a committed change and what has to be told about it.
#[derive(Debug)]
pub struct Told<T> {
    /// What the work answered.
    pub value: T,
    /// Its events, numbered; give them to the company's room.
    pub events: Vec<CommittedEvent>,
}

impl Db {
    /// Runs `work` in a transaction that also stores the events it pushes. The company's sequence row is taken last, so
    /// that writers of one company wait for each other as briefly as possible.
    ///
    /// # Errors
    /// What `work` says, or a storage error; then nothing is stored.
    pub async fn change<T, E: From<StorageError>>(
        &self,
        company: CompanyId,
        now: DateTime<Utc>,
        work: impl AsyncFnOnce(&mut Conn<'_>, &mut Vec<NewEvent>) -> Result<T, E>,
    ) -> Result<Told<T>, E> {
        self.write(async |conn| {
            let mut told = Vec::new();
            let value = work(conn, &mut told).await?;
            let events = events::append(conn, company, now, told).await?;
            Ok(Told { value, events })
        })
        .await
    }
}
