//! Files with everybody's conversations are for the server's own account alone, whatever the mode of their folder.

use std::{
    fs::{self, OpenOptions, Permissions},
    io,
    os::unix::fs::{OpenOptionsExt as _, PermissionsExt as _},
    path::Path,
};

use crate::Result;

/// Read and written by the owner only.
const OWN: u32 = 0o600;
/// What `SQLite` puts beside its file; made with the mode of the file itself.
const BESIDE: [&str; 3] = ["", "-wal", "-shm"];

/// Makes the database file, if there is none, and takes it and what is beside it from everybody else.
///
/// # Errors
/// `File` when it cannot be made, or is somebody else's.
pub(crate) fn keep_private(file: &Path) -> Result<()> {
    // in memory
    if file.as_os_str().is_empty() || file.starts_with(":memory:") {
        return Ok(());
    }
    make(file)?;
    for ending in BESIDE {
        let mut name = file.as_os_str().to_owned();
        name.push(ending);
        let mode = match fs::metadata(&name) {
            Ok(there) => there.permissions().mode() & 0o777,
            Err(error) if error.kind() == io::ErrorKind::NotFound => continue,
            Err(error) => return Err(error.into()),
        };
        if mode & !OWN != 0 {
            fs::set_permissions(&name, Permissions::from_mode(OWN))?;
        }
    }
    Ok(())
}

/// Makes a file that only this account can read; one that is there stays.
///
/// # Errors
/// `File`.
pub(crate) fn make(file: &Path) -> Result<()> {
    let mut options = OpenOptions::new();
    match options.write(true).create_new(true).mode(OWN).open(file) {
        Err(error) if error.kind() != io::ErrorKind::AlreadyExists => Err(error.into()),
        _ => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use crate::Db;

    use super::*;

    fn mode(file: &Path) -> u32 {
        fs::metadata(file).unwrap().permissions().mode() & 0o777
    }

    /// Fails where the umask decides: then everybody on the machine reads all conversations.
    #[tokio::test]
    async fn only_the_owner_reads_the_database_in_an_open_folder() {
        let dir = tempfile::tempdir().unwrap();
        fs::set_permissions(dir.path(), Permissions::from_mode(0o755)).unwrap();
        let file = dir.path().join("desk.db");
        let db = Db::connect(&Db::sqlite_url(&file)).await.unwrap();
        db.migrate().await.unwrap();
        for name in ["desk.db", "desk.db-wal", "desk.db-shm"] {
            assert_eq!(mode(&dir.path().join(name)), 0o600, "{name}");
        }
        db.close().await;
        // as a release before this one left it
        fs::set_permissions(&file, Permissions::from_mode(0o644)).unwrap();
        let db = Db::connect(&Db::sqlite_url(&file)).await.unwrap();
        assert_eq!(mode(&file), 0o600);
        db.close().await;
    }
}
