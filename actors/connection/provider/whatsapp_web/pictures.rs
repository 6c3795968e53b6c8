//! The pictures that customers and groups show of themselves.

use std::collections::HashMap;

use crate::{files::FetchError, link::Link, outbound::SendFailure, wire::Exchange};

/// What somebody shows.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Shown {
    /// No picture, or none to this number.
    Nothing,
    /// The one that is known.
    Known,
    /// Another one.
    Picture {
        /// What `WhatsApp` calls it.
        id: String,
        /// A small JPEG.
        bytes: Vec<u8>,
    },
}

impl Link {
    /// The small picture that a customer or a group shows, unless it is the one with the id `known`.
    ///
    /// # Errors
    /// See [`FetchError`].
    pub async fn picture_of(&self, of: &str, known: &str) -> Result<Shown, FetchError> {
        let no_line = || FetchError::Later("there is no line".to_owned());
        let client = self.client().ok_or_else(no_line)?;
        let found = self.address(&client, of).await;
        let (jid, _) = found.map_err(|error| match error {
            SendFailure::Rejected { text, .. } => FetchError::Refused(text),
            other => FetchError::Later(other.to_string()),
        })?;
        let shown = client.contacts().get_profile_picture(&jid, true).await;
        let shown = shown.map_err(|error| FetchError::Later(error.to_string()))?;
        let Some(picture) = shown else {
            return Ok(Shown::Nothing);
        };
        if picture.id == known {
            return Ok(Shown::Known);
        }
        let call = Exchange {
            method: "GET".to_owned(),
            url: picture.url,
            headers: HashMap::new(),
            body: None,
        };
        match self.http().exchange(call).await {
            Ok((200, bytes)) => Ok(Shown::Picture {
                id: picture.id,
                bytes,
            }),
            Ok((404 | 410, _)) => Err(FetchError::Gone("WhatsApp no longer has it".to_owned())),
            Ok((status, _)) => Err(FetchError::Later(format!("status {status}"))),
            Err(text) => Err(FetchError::Later(text)),
        }
    }
}
