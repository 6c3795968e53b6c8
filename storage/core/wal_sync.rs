//! Group commit of the embedded database: a transaction is written by its commit and durable after the next wait for the
//! disk, which all transactions committed meanwhile share.

use std::{
    fs::File,
    path::PathBuf,
    sync::{
        Arc,
        atomic::{AtomicBool, AtomicU64, Ordering},
    },
};

use tokio::{sync::Mutex, task};

use crate::core::error::{Result, StorageError};

/// Waits for the disk on behalf of committed transactions. Cheap to clone.
#[derive(Debug, Clone)]
pub struct WalSync(Arc<Shared>);

#[derive(Debug)]
struct Shared {
    /// The write-ahead log; only there while it holds something.
    log: PathBuf,
    /// Transactions that were committed.
    committed: AtomicU64,
    /// How many of them are known to be on disk. Held while somebody waits for the disk.
    durable: Mutex<u64>,
    /// The disk failed once: what it holds is unknown from then on.
    failed: AtomicBool,
}

impl WalSync {
    /// For the database in this file.
    pub(crate) fn new(database: &std::path::Path) -> Self {
        let mut log = database.as_os_str().to_owned();
        log.push("-wal");
        Self(Arc::new(Shared {
            log: log.into(),
            committed: AtomicU64::new(0),
            durable: Mutex::new(0),
            failed: AtomicBool::new(false),
        }))
    }

    /// Returns when everything committed before the call is on disk.
    ///
    /// # Errors
    /// `Unavailable` when the disk fails, and ever after: a failed wait may have dropped what was written.
    pub(crate) async fn wait(&self) -> Result<()> {
        let own = self.0.committed.fetch_add(1, Ordering::SeqCst) + 1;
        let mut durable = self.0.durable.lock().await;
        if self.0.failed.load(Ordering::SeqCst) {
            return Err(StorageError::Unavailable("the disk failed".to_owned()));
        }
        if *durable >= own {
            return Ok(());
        }
        let covered = self.0.committed.load(Ordering::SeqCst);
        let log = self.0.log.clone();
        let synced = task::spawn_blocking(move || match File::open(log) {
            Ok(log) => log.sync_data(),
            // a checkpoint has brought it into the database and removed it, both on disk
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => Ok(()),
            Err(error) => Err(error),
        })
        .await;
        match synced {
            Ok(Ok(())) => {
                *durable = covered;
                Ok(())
            }
            Ok(Err(error)) => {
                self.0.failed.store(true, Ordering::SeqCst);
                Err(StorageError::Unavailable(error.to_string()))
            }
            Err(error) => Err(StorageError::Unavailable(error.to_string())),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::WalSync;

    #[tokio::test]
    async fn many_waits_share_few_syncs_and_all_return() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("desk.db");
        std::fs::write(folder.path().join("desk.db-wal"), b"log").unwrap();
        let sync = WalSync::new(&file);
        let waits = (0..100).map(|_| sync.wait());
        let all = futures_util::future::join_all(waits).await;
        assert!(all.iter().all(Result::is_ok), "{all:?}");
        assert_eq!(*sync.0.durable.lock().await, 100);
    }

    #[tokio::test]
    async fn a_disk_that_failed_once_is_not_trusted_again() {
        let folder = tempfile::tempdir().unwrap();
        // a path through a file cannot be opened
        std::fs::write(folder.path().join("desk.db"), b"").unwrap();
        let sync = WalSync::new(&folder.path().join("desk.db").join("inside"));
        assert!(sync.wait().await.is_err());
        assert!(sync.wait().await.is_err());
    }
}
