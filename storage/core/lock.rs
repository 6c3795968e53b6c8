//! One process a data folder: an embedded database has one writer. One process a node's name: a node that was killed
//! knows its own leases again.

use std::{
    fs::{DirBuilder, File, OpenOptions, TryLockError},
    io::{self, Read as _, Seek as _, Write as _},
    os::unix::fs::DirBuilderExt as _,
    path::Path,
};

use uuid::Uuid;

use crate::{Result, StorageError};

/// Processes that may share a data folder.
const NODES_MAX: usize = 64;

/// Holds the folder until it is dropped or the process ends, however it ends.
#[derive(Debug)]
pub struct DataLock(File);

impl Drop for DataLock {
    fn drop(&mut self) {
        give_back(&self.0);
    }
}

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

/// The name of a node, held until it is dropped or the process ends, however it ends: whoever holds it next knows that
/// this process is gone.
#[derive(Debug)]
pub struct NodeLock {
    name: String,
    file: File,
}

impl Drop for NodeLock {
    fn drop(&mut self) {
        give_back(&self.file);
    }
}

impl NodeLock {
    /// Takes the first free name of the folder `dir`; processes that share a folder have a name each.
    ///
    /// # Errors
    /// `File` when the folder cannot be written, or all names are taken.
    pub fn take(dir: &Path) -> Result<Self> {
        make_private_dir(dir)?;
        for place in 0..NODES_MAX {
            let mut file = OpenOptions::new()
                .create(true)
                .truncate(false)
                .read(true)
                .write(true)
                .open(dir.join(format!("node-{place}.lock")))?;
            match file.try_lock() {
                Ok(()) => {
                    let name = name_in(&mut file)?;
                    return Ok(Self { name, file });
                }
                Err(TryLockError::WouldBlock) => {}
                Err(TryLockError::Error(error)) => return Err(error.into()),
            }
        }
        let full = format!("{NODES_MAX} processes use {} already", dir.display());
        Err(StorageError::File(io::Error::other(full)))
    }

    /// The name, different from that of every other node.
    pub fn name(&self) -> &str {
        &self.name
    }
}

/// Unlocks a file that is about to be closed. Closing alone is not enough: a program that is just being started (ffmpeg,
/// `pg_dump`) has this file open too until it runs, and the lock would stay as long.
fn give_back(file: &File) {
    // nobody could do better than what follows: the end of the process unlocks
    let _ = file.unlock();
}

/// The name that is in the file; a new one where there is none, or only a part of one.
fn name_in(file: &mut File) -> io::Result<String> {
    let mut text = String::new();
    file.read_to_string(&mut text)?;
    if let Ok(name) = text.trim().parse::<Uuid>() {
        return Ok(name.to_string());
    }
    let name = Uuid::now_v7().to_string();
    file.set_len(0)?;
    file.rewind()?;
    file.write_all(name.as_bytes())?;
    file.sync_all()?;
    Ok(name)
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

    /// Whoever has the same open file, as a program that is just being started does for a moment.
    #[test]
    fn a_lock_is_given_back_while_a_starting_program_has_its_file_open() {
        let dir = tempfile::tempdir().unwrap();
        let node = NodeLock::take(dir.path()).unwrap();
        let name = node.name().to_owned();
        let inherited = node.file.try_clone().unwrap();
        drop(node);
        assert_eq!(NodeLock::take(dir.path()).unwrap().name(), name);
        drop(inherited);
    }

    #[test]
    fn a_node_finds_its_name_again_and_shares_it_with_nobody() {
        let dir = tempfile::tempdir().unwrap();
        let first = NodeLock::take(dir.path()).unwrap();
        let second = NodeLock::take(dir.path()).unwrap();
        assert_ne!(first.name(), second.name());
        let name = first.name().to_owned();
        drop(first);
        assert_eq!(NodeLock::take(dir.path()).unwrap().name(), name);
        std::fs::write(dir.path().join("node-0.lock"), "019a").unwrap();
        let healed = NodeLock::take(dir.path()).unwrap();
        assert!(healed.name().parse::<Uuid>().is_ok());
        assert_ne!(healed.name(), name);
    }
}
