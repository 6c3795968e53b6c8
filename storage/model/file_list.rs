//! Lists of files as they go over the wire (A049).

use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};

use super::{FileListId, FileOptionId};

/// Files that are sent together with a text.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct FileList {
    /// Number.
    pub id: FileListId,
    /// Name.
    pub name: String,
    /// The text that goes with the files.
    pub message: String,
    /// The files, in their order.
    pub options: Vec<FileOption>,
    /// When it was made.
    pub created_at: DateTime<Utc>,
    /// When it last changed.
    pub updated_at: DateTime<Utc>,
}

/// A file of a list.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct FileOption {
    /// Number.
    pub id: FileOptionId,
    /// What it is called here.
    pub name: String,
    /// Stored name of the file; `null` until one is sent.
    pub path: Option<String>,
    /// The sender's name for the file.
    pub file_name: Option<String>,
    /// What the file is, by its bytes, such as `application/pdf`.
    pub media_type: Option<String>,
    /// Signed link to the file, good for some hours.
    pub media_url: Option<String>,
}
