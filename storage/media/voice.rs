//! Voice notes: what a browser recorded as MP3 becomes what phones record, Ogg with Opus, where `ffmpeg` is installed.

use std::{ffi::OsString, path::Path, process::Stdio, time::Duration};

use tokio::{process::Command, sync::Semaphore, time::timeout};

use super::{MediaStore, TempFile};
use crate::Result;

/// The program that converts; looked for in `PATH`.
const PROGRAM: &str = "ffmpeg";
/// A quarter of an hour of speech takes some seconds.
const PATIENCE: Duration = Duration::from_secs(30);
/// Conversions at once: each takes a core.
static TURNS: Semaphore = Semaphore::const_new(2);

/// Converts a recording. `None` where the program is missing, fails or takes too long: the recording is then sent as it
/// is. The input is read as MP3 and nothing else, so that no playlist can name other files.
///
/// # Errors
/// `File` when no temporary file can be made.
pub async fn to_voice_note(store: &MediaStore, recorded: &Path) -> Result<Option<TempFile>> {
    let note = store.create_temp().await?;
    let Ok(_turn) = TURNS.acquire().await else {
        return Ok(None);
    };
    // a name with a colon in it would be taken for a protocol
    let mut input = OsString::from("file:");
    input.push(recorded);
    let mut converting = Command::new(PROGRAM);
    converting
        .args(["-nostdin", "-v", "error", "-protocol_whitelist", "file"])
        .args(["-f", "mp3", "-i"])
        .arg(input)
        .args(["-vn", "-map_metadata", "-1", "-ac", "1", "-ar", "48000"])
        .args(["-c:a", "libopus", "-b:a", "32k", "-f", "ogg", "-y"])
        .arg(note.path())
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .kill_on_drop(true);
    let worked = match timeout(PATIENCE, converting.status()).await {
        Ok(Ok(status)) => status.success(),
        Ok(Err(error)) => {
            tracing::debug!(%error, "ffmpeg is not here; a recording is sent as it is");
            false
        }
        Err(_) => {
            tracing::warn!("ffmpeg took too long; a recording is sent as it is");
            false
        }
    };
    Ok(worked.then_some(note))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn what_is_no_recording_stays_as_it_is() {
        let folder = tempfile::tempdir().unwrap();
        let playlist = folder.path().join("list");
        std::fs::write(&playlist, "#EXTM3U\n/etc/passwd\n").unwrap();
        let store =
            MediaStore::open(folder.path(), "node", b"a signing key of thirty-two bytes").unwrap();
        assert!(to_voice_note(&store, &playlist).await.unwrap().is_none());
    }
}
