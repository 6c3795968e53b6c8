//! An answer, read within its limit.

use std::path::Path;

use bytes::{Bytes, BytesMut};
use reqwest::{Response, StatusCode};
use sha2::{Digest, Sha256};
use tokio::{fs::File, io::AsyncWriteExt};

use super::error::EgressError;

/// An answer whose body has still to be read.
#[derive(Debug)]
pub struct Reply {
    response: Response,
    body_bytes_max: u64,
    /// Bytes that were read piece by piece.
    read: u64,
}

/// A body that was written to a file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Saved {
    /// Its size.
    pub bytes: u64,
    /// Its SHA-256.
    pub sha256: [u8; 32],
}

impl Reply {
    pub(super) fn new(response: Response, body_bytes_max: u64) -> Self {
        Self {
            response,
            body_bytes_max,
            read: 0,
        }
    }

    /// The status.
    pub fn status(&self) -> StatusCode {
        self.response.status()
    }

    /// A header, if it is there once and is text.
    pub fn header(&self, name: &str) -> Option<&str> {
        self.response
            .headers()
            .get(name)
            .and_then(|value| value.to_str().ok())
    }

    /// The whole body.
    ///
    /// # Errors
    /// `TooLarge`, or `Lost` when it breaks off.
    pub async fn bytes(mut self) -> Result<Bytes, EgressError> {
        self.check_announced()?;
        let mut body = BytesMut::new();
        while let Some(chunk) = self.response.chunk().await? {
            self.check_size(body.len() as u64 + chunk.len() as u64)?;
            body.extend_from_slice(&chunk);
        }
        Ok(body.freeze())
    }

    /// The beginning of the body: no more than `bytes_max`, and less where it breaks off or takes too long.
    pub async fn beginning(mut self, bytes_max: usize) -> Bytes {
        let mut body = BytesMut::new();
        while body.len() < bytes_max
            && let Ok(Some(chunk)) = self.response.chunk().await
        {
            body.extend_from_slice(&chunk);
        }
        body.truncate(bytes_max);
        body.freeze()
    }

    /// The next piece of the body, as it comes in; `None` at its end.
    ///
    /// # Errors
    /// `TooLarge`, or `Lost` when it breaks off.
    pub async fn piece(&mut self) -> Result<Option<Bytes>, EgressError> {
        let piece = self.response.chunk().await?;
        self.read += piece.as_ref().map_or(0, |piece| piece.len() as u64);
        self.check_size(self.read)?;
        Ok(piece)
    }

    /// Writes the body to a new file. On an error no file is left.
    ///
    /// # Errors
    /// `TooLarge`, `Lost` when it breaks off, `File` when it cannot be written or is already there.
    pub async fn save(self, path: &Path) -> Result<Saved, EgressError> {
        self.check_announced()?;
        let file = File::create_new(path).await?;
        let saved = self.write(file).await;
        if saved.is_err() {
            tokio::fs::remove_file(path).await?;
        }
        saved
    }

    async fn write(mut self, mut file: File) -> Result<Saved, EgressError> {
        let mut bytes = 0;
        let mut hash = Sha256::new();
        while let Some(chunk) = self.response.chunk().await? {
            bytes += chunk.len() as u64;
            self.check_size(bytes)?;
            hash.update(&chunk);
            file.write_all(&chunk).await?;
        }
        file.flush().await?;
        Ok(Saved {
            bytes,
            sha256: hash.finalize().into(),
        })
    }

    fn check_announced(&self) -> Result<(), EgressError> {
        self.check_size(self.response.content_length().unwrap_or(0))
    }

    fn check_size(&self, bytes: u64) -> Result<(), EgressError> {
        if bytes > self.body_bytes_max {
            return Err(EgressError::TooLarge(self.body_bytes_max));
        }
        Ok(())
    }
}
