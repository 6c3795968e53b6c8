//! Calls to the Graph API for one number: its addresses, its token, and what each failure means.

use std::time::Duration;

use bytes::Bytes;
use reqwest::{
    Body, Method, RequestBuilder, Url,
    header::{AUTHORIZATION, CONTENT_LENGTH},
    multipart::{Form, Part},
};
use serde_json::Value;
use tokio::fs::File;

use super::{
    client::CloudSettings,
    errors::{no_answer, refusal, rejected},
    interpret::{id_text, text},
    media::FILE_BYTES_MAX,
};
use crate::{
    connection::provider::{SendError, StartError},
    egress::{Egress, Limits},
};

/// For calls without a file; an answer of the Graph API is small.
const CALL: Limits = Limits {
    total: Duration::from_secs(30),
    body_bytes_max: 1 << 20,
};
/// For files in either direction.
pub(super) const TRANSFER: Limits = Limits {
    total: Duration::from_mins(2),
    body_bytes_max: FILE_BYTES_MAX,
};

/// The Graph API as one number sees it.
pub(super) struct Graph {
    /// Base of all addresses, with the version.
    pub(super) root: Url,
    /// Meta's id of the number.
    pub(super) phone_number_id: String,
    /// Bearer token.
    pub(super) access_token: String,
    /// Carries the calls.
    pub(super) egress: Egress,
    patience: Limits,
}

impl Graph {
    /// The number `settings.phone_number_id` at `settings.graph_url`.
    ///
    /// # Errors
    /// `Refused` when the Graph URL is not one.
    pub(super) fn new(
        settings: &CloudSettings,
        access_token: String,
        egress: Egress,
    ) -> Result<Self, StartError> {
        let refused = || StartError::Refused("whatsapp.graph_url is not a web address".to_owned());
        let mut root: Url = settings.graph_url.parse().map_err(|_| refused())?;
        let last = root
            .path_segments()
            .and_then(|mut parts| parts.rfind(|part| !part.is_empty()));
        if !last.is_some_and(is_version) {
            root.path_segments_mut()
                .map_err(|()| refused())?
                .pop_if_empty()
                .push(&settings.graph_version);
        }
        Ok(Self {
            root,
            phone_number_id: settings.phone_number_id.clone(),
            access_token,
            egress,
            patience: CALL,
        })
    }

    /// Another patience for answers.
    #[cfg(test)]
    pub(super) fn set_patience(&mut self, total: Duration) {
        self.patience = Limits { total, ..CALL };
    }

    /// Reads an object.
    ///
    /// # Errors
    /// See [`SendError`]; reading has no effect, so each may be repeated.
    pub(super) async fn ask(
        &self,
        object: &str,
        query: &[(&str, &str)],
    ) -> Result<Value, SendError> {
        self.ask_path(&[object], query).await
    }

    /// Reads what is at a path.
    ///
    /// # Errors
    /// As [`Graph::ask`].
    pub(super) async fn ask_path(
        &self,
        path: &[&str],
        query: &[(&str, &str)],
    ) -> Result<Value, SendError> {
        let request = self.request(Method::GET, path)?.query(query);
        self.call(request, self.patience).await
    }

    /// Deletes what a query names at a path.
    ///
    /// # Errors
    /// See [`SendError`].
    pub(super) async fn delete(
        &self,
        path: &[&str],
        query: &[(&str, &str)],
    ) -> Result<Value, SendError> {
        let request = self.request(Method::DELETE, path)?.query(query);
        self.call(request, self.patience).await
    }

    /// Posts to the number's messages.
    ///
    /// # Errors
    /// See [`SendError`].
    pub(super) async fn post_message(&self, body: &Value) -> Result<Value, SendError> {
        let request = self.request(Method::POST, &[&self.phone_number_id, "messages"])?;
        self.call(request.json(body), self.patience).await
    }

    /// Posts to anything.
    ///
    /// # Errors
    /// See [`SendError`].
    pub(super) async fn post(&self, path: &[&str], body: &Value) -> Result<Value, SendError> {
        let request = self.request(Method::POST, path)?;
        self.call(request.json(body), self.patience).await
    }

    /// Brings a file to Meta; answers its id there, good for 30 days.
    ///
    /// # Errors
    /// See [`SendError`]; what is uploaded reaches nobody, so whatever is not refused may be repeated.
    pub(super) async fn upload(
        &self,
        file: File,
        bytes: u64,
        name: &str,
        mime: &str,
    ) -> Result<String, SendError> {
        let part = Part::stream_with_length(Body::from(file), bytes)
            .file_name(name.to_owned())
            .mime_str(mime)
            .map_err(|_| rejected("file_type", "O tipo do arquivo não é conhecido"))?;
        let form = Form::new()
            .text("messaging_product", "whatsapp")
            .text("type", mime.to_owned())
            .part("file", part);
        let request = self.request(Method::POST, &[&self.phone_number_id, "media"])?;
        let answer = self.call(request.multipart(form), TRANSFER).await;
        let id = answer.and_then(|answer| {
            id_text(&answer, "/id").ok_or_else(|| SendError::Unknown {
                text: "upload without id".to_owned(),
            })
        });
        id.map_err(repeatable)
    }

    /// Begins an upload of the app's; answers the address at which the bytes are taken, below the root.
    ///
    /// # Errors
    /// See [`SendError`]; beginning has no effect.
    pub(super) async fn begin_upload(
        &self,
        app: &str,
        query: &[(&str, &str)],
    ) -> Result<String, SendError> {
        let request = self.request(Method::POST, &[app, "uploads"])?.query(query);
        let answer = self.call(request, self.patience).await?;
        id_text(&answer, "/id").ok_or_else(|| SendError::Unknown {
            text: "an upload without id".to_owned(),
        })
    }

    /// Brings the bytes of an upload that was begun; answers Meta's handle of them. The address may have a query, and this call
    /// alone has a scheme of its own for the token (Meta's resumable uploads).
    ///
    /// # Errors
    /// See [`SendError`]; what is uploaded reaches nobody.
    pub(super) async fn finish_upload(
        &self,
        upload: &str,
        file: File,
        bytes: u64,
    ) -> Result<String, SendError> {
        let (path, query) = upload.split_once('?').unwrap_or((upload, ""));
        let mut url = self.url(&[path]);
        url.set_query(Some(query).filter(|query| !query.is_empty()));
        let request = self.egress.request(Method::POST, url);
        let request = request
            .map_err(|error| no_answer(&error))?
            .header(AUTHORIZATION, format!("OAuth {}", self.access_token))
            .header("file_offset", "0")
            .header(CONTENT_LENGTH, bytes)
            .body(Body::from(file));
        let answer = self.call(request, TRANSFER).await?;
        text(&answer, "/h")
            .map(str::to_owned)
            .ok_or_else(|| SendError::Unknown {
                text: "an upload without handle".to_owned(),
            })
    }

    fn url(&self, path: &[&str]) -> Url {
        let mut url = self.root.clone();
        if let Ok(mut parts) = url.path_segments_mut() {
            parts.pop_if_empty().extend(path);
        }
        url
    }

    fn request(&self, method: Method, path: &[&str]) -> Result<RequestBuilder, SendError> {
        let request = self.egress.request(method, self.url(path));
        let request = request.map_err(|error| no_answer(&error))?;
        Ok(request.bearer_auth(&self.access_token))
    }

    async fn call(&self, request: RequestBuilder, limits: Limits) -> Result<Value, SendError> {
        let limits = Limits {
            body_bytes_max: CALL.body_bytes_max,
            ..limits
        };
        let reply = self.egress.send(request, limits).await;
        let reply = reply.map_err(|error| no_answer(&error))?;
        let status = reply.status();
        let retry_after = reply.header("retry-after").map(str::to_owned);
        let body = reply.bytes().await;
        if !status.is_success() {
            // the status alone says enough when the body is lost
            let body = body.unwrap_or_else(|_| Bytes::new());
            return Err(refusal(status.as_u16(), retry_after.as_deref(), &body));
        }
        let body = body.map_err(|error| no_answer(&error))?;
        serde_json::from_slice(&body).map_err(|_| SendError::Unknown {
            text: "accepted, but the answer is not JSON".to_owned(),
        })
    }
}

/// For calls that may be made twice: what nobody can know is simply not done yet.
pub(super) fn repeatable(error: SendError) -> SendError {
    match error {
        SendError::Unknown { text } => SendError::NotSent {
            retry_after: None,
            code: "no_answer".to_owned(),
            text,
        },
        other => other,
    }
}

/// `v23.0` and the like.
fn is_version(part: &str) -> bool {
    part.strip_prefix('v')
        .is_some_and(|rest| rest.starts_with(|c: char| c.is_ascii_digit()))
}
