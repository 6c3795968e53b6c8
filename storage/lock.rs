//! One process a data folder: an embedded database has one writer.

use std::{
    fs::{DirBuilder, File, OpenOptions, TryLockError},
    io,
    os::unix::fs::DirBuilderExt as _,
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
        make_private_dir(dir)?;
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

/// Makes a folder, and those above it, that only this account can enter. One that is there stays as it is.
///
/// # Errors
/// `File`.
pub fn make_private_dir(dir: &Path) -> Result<()> {
    Ok(DirBuilder::new().recursive(true).mode(0o700).create(dir)?)
}

#[cfg(test)]
mod tests {
    use std::os::unix::fs::PermissionsExt as _;

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
        let mode = std::fs::metadata(&folder).unwrap().permissions().mode();
        assert_eq!(mode & 0o777, 0o700);
        drop(first);
        DataLock::take(&folder).unwrap();
    }
}
