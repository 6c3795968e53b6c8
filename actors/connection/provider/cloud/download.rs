//! Fetches a customer's file: asks where it is, gets it from there, compares its checksum.

use std::path::Path;

use guiche_storage::model::inbound::RemoteMedia;
use reqwest::Url;
use serde_json::Value;

use super::{
    errors::{Advice, advice},
    graph::{Graph, TRANSFER},
    interpret::{integer, text},
    media::{FILE_BYTES_MAX, is_announced},
};
use crate::{
    connection::provider::{FetchedMedia, MediaError, SendError},
    egress::{Egress, EgressError, Saved},
};

/// Writes the file to `into`. On an error nothing is left there.
///
/// # Errors
/// See [`MediaError`].
pub(super) async fn download(
    graph: &Graph,
    public: &Egress,
    remote: &RemoteMedia,
    into: &Path,
) -> Result<FetchedMedia, MediaError> {
    let located = locate(graph, &remote.id).await?;
    if integer(&located, "/file_size").is_some_and(|size| size.unsigned_abs() > FILE_BYTES_MAX) {
        return Err(MediaError::Refused("larger than 100 MiB".to_owned()));
    }
    let url = text(&located, "/url")
        .and_then(|url| url.parse().ok())
        .ok_or_else(|| MediaError::Later("answer without an address".to_owned()))?;
    let saved = get(graph, public, url, into).await?;
    let announced = text(&located, "/sha256").or(remote.sha256.as_deref());
    if announced.is_some_and(|announced| !is_announced(&saved.sha256, announced)) {
        let removed = tokio::fs::remove_file(into).await;
        removed.map_err(|error| MediaError::Later(error.to_string()))?;
        return Err(MediaError::Later("checksum differs".to_owned()));
    }
    let mime = text(&located, "/mime_type").map(str::to_owned);
    Ok(FetchedMedia {
        bytes: saved.bytes,
        mime: mime.or_else(|| remote.mime.clone()),
        file_name: remote.file_name.clone(),
    })
}

/// Where a file is; the address lives for five minutes.
async fn locate(graph: &Graph, id: &str) -> Result<Value, MediaError> {
    let own = [("phone_number_id", graph.phone_number_id.as_str())];
    graph.ask(id, &own).await.map_err(|error| match error {
        SendError::Rejected { code, text } if !needs_admin(&code) => {
            MediaError::Gone(format!("{code} {text}"))
        }
        other => MediaError::Later(other.to_string()),
    })
}

/// Files beside the Graph API itself come through the client that trusts no address.
async fn get(graph: &Graph, public: &Egress, url: Url, into: &Path) -> Result<Saved, MediaError> {
    let is_graph = url.origin() == graph.root.origin();
    let egress = if is_graph { &graph.egress } else { public };
    let reply = egress.get(url, Some(&graph.access_token), TRANSFER).await;
    let reply = reply.map_err(media_error)?;
    match reply.status().as_u16() {
        200 => reply.save(into).await.map_err(media_error),
        status @ (404 | 410) => Err(MediaError::Gone(format!("HTTP {status}"))),
        status => Err(MediaError::Later(format!("HTTP {status}"))),
    }
}

/// Whether an admin can make what was refused possible.
fn needs_admin(code: &str) -> bool {
    let code = code.parse().ok();
    code.and_then(advice).is_some_and(Advice::needs_admin)
}

fn media_error(error: EgressError) -> MediaError {
    let text = error.to_string();
    match error {
        EgressError::Forbidden(_) | EgressError::TooLarge(_) => MediaError::Refused(text),
        EgressError::NotSent(_) | EgressError::Lost(_) | EgressError::File(_) => {
            MediaError::Later(text)
        }
    }
}
