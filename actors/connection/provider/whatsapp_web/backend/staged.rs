//! Changes of conversations' keys between the library, which takes them for stored at once, and the rows.
//!
//! The library writes all that has changed while it holds the lock of all conversations. A message may be opened by then and wait for that
//! lock before its copy is kept, so whoever held the lock until copies are kept would wait for nothing and write keys of a message that
//! is not. Here the lock is given back, the copies are waited for, and nothing leaves by the socket meanwhile (`gate.rs`): for everybody
//! else the changes are stored when the library says so.

use std::{
    collections::HashMap,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    time::Duration,
};

use bytes::Bytes;
use tokio::{sync::watch, time::sleep};

use super::kept::Copies;
use crate::keys::{Change, KeyError, KeyStore, Space};

/// Between two attempts at writing.
const AGAIN: Duration = Duration::from_millis(500);

/// How a row is named here.
type Row = (Space, String);
/// What a row holds from now on, and in which turn that was said. `None`: it is no more.
type Value = (u64, Option<Bytes>);

/// What is not written yet.
pub(super) struct Staged {
    keys: Arc<dyn KeyStore>,
    copies: Arc<Copies>,
    state: Mutex<State>,
    progress: watch::Sender<Progress>,
}

#[derive(Default)]
struct State {
    rows: HashMap<Row, Value>,
    last: u64,
    is_being_written: bool,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Progress {
    /// All up to this turn are written.
    Written(u64),
    /// Nothing is written any more: the keys are another session's, or this one is over.
    Over,
}

impl Staged {
    pub fn new(keys: Arc<dyn KeyStore>, copies: Arc<Copies>) -> Self {
        Self {
            keys,
            copies,
            state: Mutex::default(),
            progress: watch::Sender::new(Progress::Written(0)),
        }
    }

    /// Takes changes, to be written in one piece with what else waits.
    pub fn stage(
        self: &Arc<Self>,
        space: Space,
        rows: impl IntoIterator<Item = (String, Option<Bytes>)>,
    ) {
        let mut state = self.state();
        // no turn without a row, or it would be waited for in vain
        for (name, value) in rows {
            state.last += 1;
            let turn = state.last;
            state.rows.insert((space, name), (turn, value));
        }
        if !std::mem::replace(&mut state.is_being_written, true) {
            tokio::spawn(Arc::clone(self).write_all());
        }
    }

    /// What a row will hold, where that is not what it holds. `Some(None)`: it will be gone.
    pub fn get(&self, space: Space, name: &str) -> Option<Option<Bytes>> {
        let state = self.state();
        let value = state.rows.get(&(space, name.to_owned()));
        value.map(|(_, value)| value.clone())
    }

    /// Whether a row whose name begins so waits to be written.
    pub fn has(&self, space: Space, prefix: &str) -> bool {
        let state = self.state();
        let mut rows = state.rows.iter();
        rows.any(|((of, name), (_, value))| {
            *of == space && value.is_some() && name.starts_with(prefix)
        })
    }

    /// Waits until all changes so far are written. Whether they are.
    pub async fn until_written(&self) -> bool {
        let last = self.state().last;
        let mut progress = self.progress.subscribe();
        let is_done = |it: &Progress| match it {
            Progress::Written(turn) => *turn >= last,
            Progress::Over => true,
        };
        let found = progress.wait_for(is_done).await;
        found.is_ok_and(|it| *it != Progress::Over)
    }

    /// From now on nothing is written.
    pub fn stop(&self) {
        self.progress.send_replace(Progress::Over);
    }

    async fn write_all(self: Arc<Self>) {
        while let Some((turn, rows)) = self.next() {
            self.copies.until_opened_are_kept().await;
            if !self.write(&rows).await {
                return;
            }
            self.state()
                .rows
                .retain(|row, value| rows.get(row) != Some(value));
            self.progress.send_if_modified(|progress| {
                let goes_on = *progress != Progress::Over;
                if goes_on {
                    *progress = Progress::Written(turn);
                }
                goes_on
            });
        }
    }

    /// What is written next; `None`: nothing waits.
    fn next(&self) -> Option<(u64, HashMap<Row, Value>)> {
        let mut state = self.state();
        if state.rows.is_empty() {
            state.is_being_written = false;
            return None;
        }
        Some((state.last, state.rows.clone()))
    }

    /// Writes, however often it takes. `false`: it is over.
    async fn write(&self, rows: &HashMap<Row, Value>) -> bool {
        let change = |((space, name), (_, value)): (&Row, &Value)| match value {
            Some(value) => Change::put(*space, name.clone(), value.to_vec()),
            None => Change::delete(*space, name.clone()),
        };
        while *self.progress.borrow() != Progress::Over {
            match self.keys.write(rows.iter().map(change).collect()).await {
                Ok(()) => return true,
                Err(KeyError::NotOurs) => self.stop(),
                Err(error) => {
                    tracing::warn!(%error, "keys of conversations could not be written");
                    sleep(AGAIN).await;
                }
            }
        }
        false
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
