//! `guiche backup` and `guiche restore`: everything that belongs together, in one folder.

use std::path::Path;

use anyhow::Context as _;
use guiche_config::Config;
use guiche_storage::{
    backup::{self, BackupSource},
    core::lock::DataLock,
    model::{Clock as _, SystemClock},
};

/// Copies database, media and keys into a new folder; the server may run. Answers a sentence about it.
///
/// # Errors
/// What keeps the copy from being complete.
pub async fn make(config: &Config, into: &Path) -> anyhow::Result<String> {
    let version = env!("CARGO_PKG_VERSION");
    let made = backup::make(&place(config), into, version, SystemClock.now())
        .await
        .context("no backup was made")?;
    Ok(format!(
        "{} holds the {} database and {} files ({} bytes) of {}.",
        into.display(),
        made.database,
        made.files,
        made.bytes,
        made.made_at.format("%Y-%m-%d %H:%M:%S UTC"),
    ))
}

/// Puts a backup where no data is. Answers a sentence about it.
///
/// # Errors
/// When data is there already, a server runs on the folder, or the backup is not complete.
pub async fn restore(config: &Config, from: &Path) -> anyhow::Result<String> {
    let _alone = DataLock::take(&config.data_dir)?;
    let (made, doubtful) = backup::restore(from, &place(config), SystemClock.now())
        .await
        .context("nothing usable was restored")?;
    let back = format!(
        "The {} database and {} files of {} are back.",
        made.database,
        made.files,
        made.made_at.format("%Y-%m-%d %H:%M:%S UTC"),
    );
    Ok(if doubtful == 0 {
        back
    } else {
        format!(
            "{back} {doubtful} messages were waiting to be sent and may have gone out since: the desk shows them as to \
             be checked."
        )
    })
}

fn place(config: &Config) -> BackupSource {
    BackupSource {
        url: config.database_url(),
        data_dir: config.data_dir.clone(),
    }
}
