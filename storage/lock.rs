//! One process a data folder: an embedded database has one writer.

use std::{
    fs::{File, OpenOptions, TryLockError},
    io,
    path::Path,
};

use crate::{Result, StorageError};

/// Holds the folder until it is dropped or the process ends, however it ends.
#[derive(Debug)]
pub struct DataLock(
    #[expect(dead_code, reason = "the lock lives as long as the file is open")] File,
);

impl DataLock {
    /// Takes the folder `dir`; makes it if it is not there.
    ///
    /// # Errors
    /// `File` when another process holds it, or when it cannot be written.
    pub fn take(dir: &Path) -> Result<Self> {
        std::fs::create_dir_all(dir)?;
        let path = dir.join("guiche.lock");
        let file = OpenOptions::new()
            .create(true)
            .truncate(false)
            .write(true)
            .open(&path)?;
        match file.try_lock() {
            Ok(()) => Ok(Self(file)),
            Err(TryLockError::WouldBlock) => Err(StorageError::File(io::Error::new(
                io::ErrorKind::WouldBlock,
                format!(
                    "another process uses {}: stop it, or give this one its own GUICHE__DATA_DIR",
                    dir.display()
                ),
            ))),
            Err(TryLockError::Error(error)) => Err(error.into()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_second_taker_is_refused_until_the_first_lets_go() {
        let dir = tempfile::tempdir().unwrap();
        let folder = dir.path().join("data");
        let first = DataLock::take(&folder).unwrap();
        let message = DataLock::take(&folder).unwrap_err().to_string();
        assert!(
            message.contains("another process") && message.contains("data"),
            "{message}"
        );
        drop(first);
        DataLock::take(&folder).unwrap();
    }
}
