//! Copies of everything that belongs together: the database, media files and keys. Made while the server runs; put back
//! where nothing is yet.

mod database;
mod files;

use std::{
    fs,
    path::{Path, PathBuf},
};

use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};

use self::files::Copied;
use crate::{Db, Result, StorageError, core::lock::make_private_dir, delivery::outbox};

/// Says that a copy is complete; written last.
const MANIFEST: &str = "manifest.json";
/// What is copied beside the database.
const FOLDERS: [&str; 2] = ["media", "secrets"];

/// What a copy holds.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Manifest {
    /// The program's version.
    pub version: String,
    /// `sqlite` or `postgres`.
    pub database: String,
    /// When it was begun: what was written later may be missing.
    pub made_at: DateTime<Utc>,
    /// Files beside the database.
    pub files: u64,
    /// Their bytes.
    pub bytes: u64,
}

/// Where a server keeps what is copied.
#[derive(Debug, Clone)]
pub struct BackupSource {
    /// The database.
    pub url: String,
    /// Media files and keys.
    pub data_dir: PathBuf,
}

impl BackupSource {
    fn database(&self) -> &'static str {
        if self.url.starts_with("postgres") {
            "postgres"
        } else {
            "sqlite"
        }
    }
}

/// Copies everything into the folder `into`, which must be empty or missing. The database comes first: a file without
/// its message is only wasted space.
///
/// # Errors
/// `File` when the folder holds something or cannot be written, or a tool of `PostgreSQL` is missing or fails;
/// `Unavailable` when the database does not answer.
pub async fn make(
    from: &BackupSource,
    into: &Path,
    version: &str,
    now: DateTime<Utc>,
) -> Result<Manifest> {
    make_private_dir(into)?;
    if fs::read_dir(into)?.next().is_some() {
        return Err(refuse(into, "is not empty"));
    }
    database::copy(&from.url, into).await?;
    let mut copied = Copied::default();
    for folder in FOLDERS {
        copied += files::copy_folder(&from.data_dir.join(folder), &into.join(folder))?;
    }
    let manifest = Manifest {
        version: version.to_owned(),
        database: from.database().to_owned(),
        made_at: now,
        files: copied.files,
        bytes: copied.bytes,
    };
    files::write(&into.join(MANIFEST), &serde_json::to_vec_pretty(&manifest)?)?;
    files::sync_folder(into)?;
    Ok(manifest)
}

/// Puts a copy back where there is neither a database nor a file. What was waiting to be sent when the copy was made may
/// have been sent since: it becomes unknown, and a person decides. Answers the manifest and how many such sends there are.
///
/// # Errors
/// `File` when the copy is incomplete or of another database, or when something is there already.
pub async fn restore(
    from: &Path,
    to: &BackupSource,
    now: DateTime<Utc>,
) -> Result<(Manifest, u64)> {
    let text = fs::read(from.join(MANIFEST))
        .map_err(|_| refuse(from, "is no complete backup: manifest.json is missing"))?;
    let manifest: Manifest = serde_json::from_slice(&text)?;
    if manifest.database != to.database() {
        let other = format!("is of a {} database", manifest.database);
        return Err(refuse(from, &other));
    }
    for folder in FOLDERS {
        let target = to.data_dir.join(folder);
        if target.is_dir() && fs::read_dir(&target)?.next().is_some() {
            return Err(refuse(
                &target,
                "is not empty; a backup is put where nothing is",
            ));
        }
    }
    make_private_dir(&to.data_dir)?;
    database::put_back(from, &to.url).await?;
    let mut copied = Copied::default();
    for folder in FOLDERS {
        copied += files::copy_folder(&from.join(folder), &to.data_dir.join(folder))?;
    }
    if copied.files != manifest.files || copied.bytes != manifest.bytes {
        return Err(refuse(from, "has lost files since it was made"));
    }
    let db = Db::connect(&to.url).await?;
    let doubtful = db.write(async |c| outbox::doubt_all(c, now).await).await;
    db.close().await;
    Ok((manifest, doubtful?))
}

fn refuse(path: &Path, why: &str) -> StorageError {
    StorageError::File(std::io::Error::other(format!("{} {why}", path.display())))
}
