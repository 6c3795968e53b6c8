//! Commit first, tell afterwards: a transaction whose events are stored with it.
//!
//! # The order in which rows are held
//!
//! On `PostgreSQL` writers work side by side, and two that hold what the other wants wait in a circle. Every transaction
//! therefore holds rows in this order, those of one kind by rising numbers, and leaves out what it does not need:
//!
//! 1. the company's turn (`companies::take_turn`), for its set-up;
//! 2. a lease; what came in (`inbox`);
//! 3. a number's turn, then contacts (`contacts::lock`);
//! 4. tickets (`ticket_changes::lock`, `lock_running`): also before anything that points to one is stored, since storing
//!    it holds the ticket too;
//! 5. messages (`message_locks`), then the sends that carry them (`outbox`);
//! 6. schedules (one that is due is claimed earlier, under its contact), queues, users and their sign-ins, connections, and all other tables;
//! 7. `company_sequences`, by numbering events or by the counts of tickets and contacts at the end: always last.
//!
//! `for_update!()` lets those pass that only point to a row. `for_removal!()` does not: it is for whoever takes the row
//! away or gives its children to another one. What still meets in a circle is run again by [`Db::write`].

use chrono::{DateTime, Utc};

use crate::{
    Conn, Db, StorageError,
    delivery::events,
    model::{
        CompanyId,
        event::{CommittedEvent, NewEvent},
    },
};

/// The outcome of a committed change and what has to be told about it.
#[derive(Debug)]
pub struct Committed<T> {
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
        mut work: impl AsyncFnMut(&mut Conn<'_>, &mut Vec<NewEvent>) -> Result<T, E>,
    ) -> Result<Committed<T>, E> {
        self.write(async |conn| {
            let mut told = Vec::new();
            let value = work(conn, &mut told).await?;
            let events = events::append(conn, company, now, told).await?;
            Ok(Committed { value, events })
        })
        .await
    }
}
