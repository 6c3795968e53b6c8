//! Files of customers: fetched and opened with the key that came with the message.

use base64::{Engine as _, engine::general_purpose::STANDARD};
use whatsapp_rust::{
    ErrorChainExt as _,
    download::{DownloadParams, MediaType},
};

use crate::{
    heard::{FileKind, RemoteFile},
    link::Link,
};

/// Why a file cannot be had.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum FetchError {
    /// It is not there any more.
    #[error("gone: {0}")]
    Gone(String),
    /// It must not be fetched.
    #[error("refused: {0}")]
    Refused(String),
    /// A repeat may succeed.
    #[error("not now: {0}")]
    Later(String),
}

impl Link {
    /// What is in a file of at most so many bytes.
    ///
    /// # Errors
    /// See [`FetchError`].
    pub async fn fetch(&self, file: &RemoteFile, most: u64) -> Result<Vec<u8>, FetchError> {
        if file.bytes > most {
            return Err(FetchError::Refused("too large".to_owned()));
        }
        let params = params(file)
            .ok_or_else(|| FetchError::Refused("a key of the file is missing".to_owned()))?;
        let no_line = || FetchError::Later("there is no line".to_owned());
        let client = self.client().ok_or_else(no_line)?;
        let fetched = client.download_from_params(&params).await;
        let bytes = fetched.map_err(|error| match error.http_status() {
            Some(404 | 410) => FetchError::Gone("WhatsApp no longer has it".to_owned()),
            _ => FetchError::Later(error.to_string()),
        })?;
        if bytes.len() as u64 > most {
            return Err(FetchError::Refused("too large".to_owned()));
        }
        Ok(bytes)
    }
}

fn params(file: &RemoteFile) -> Option<DownloadParams> {
    let [key, inside, sealed] =
        [&file.key, &file.sha256, &file.sealed_sha256].map(|text| STANDARD.decode(text).ok());
    let kind = match file.kind {
        FileKind::Image => MediaType::Image,
        FileKind::Sticker => MediaType::Sticker,
        FileKind::Video => MediaType::Video,
        FileKind::Audio => MediaType::Audio,
        FileKind::Document => MediaType::Document,
    };
    let path = file.path.as_str();
    Some(DownloadParams::encrypted(
        path, &key?, &inside?, &sealed?, file.bytes, kind,
    ))
}
