//! A file that is still being written; it goes when nobody wants it any more.

use std::{
    fs,
    io::ErrorKind,
    path::{Path, PathBuf},
};

use tokio::{
    fs::{File, OpenOptions},
    io::AsyncWriteExt as _,
};

use crate::Result;

/// A temporary file beside the media folder. Dropping it removes the file, unless `MediaStore::keep_file` has moved it
/// into its place.
#[derive(Debug)]
pub struct TempFile {
    path: PathBuf,
    file: File,
    size: u64,
}

impl TempFile {
    pub(super) async fn create(path: PathBuf) -> Result<Self> {
        let mut options = OpenOptions::new();
        options.write(true).create_new(true);
        #[cfg(unix)]
        options.mode(0o600);
        let file = options.open(&path).await?;
        Ok(Self {
            path,
            file,
            size: 0,
        })
    }

    /// Where it lies.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Bytes written.
    pub fn size(&self) -> u64 {
        self.size
    }

    /// Writes more.
    ///
    /// # Errors
    /// `File`, e.g. when the disk is full.
    pub async fn write(&mut self, bytes: &[u8]) -> Result<()> {
        self.file.write_all(bytes).await?;
        self.size = self
            .size
            .saturating_add(u64::try_from(bytes.len()).unwrap_or(u64::MAX));
        Ok(())
    }

    /// Hands everything to the operating system, so that others see it.
    ///
    /// # Errors
    /// `File`, e.g. when the disk is full.
    pub async fn finish(&mut self) -> Result<()> {
        self.file.flush().await?;
        Ok(())
    }
}

impl Drop for TempFile {
    fn drop(&mut self) {
        if let Err(error) = fs::remove_file(&self.path)
            && error.kind() != ErrorKind::NotFound
        {
            tracing::warn!(%error, "a temporary file could not be removed");
        }
    }
}
