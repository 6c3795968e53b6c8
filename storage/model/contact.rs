//! Contacts as they go over the wire (S044).

use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};

use super::{ContactId, message::Named};

/// A customer, or a group.
#[derive(Debug, Clone, Serialize, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Contact {
    /// Its number in the database.
    pub id: ContactId,
    /// Name.
    pub name: String,
    /// Digits of the phone number, or the group's id; unique in a company.
    pub number: String,
    /// E-mail, maybe empty.
    pub email: String,
    /// Picture, maybe empty.
    pub profile_pic_url: String,
    /// The same picture, where older front ends look for it.
    #[serde(default)]
    pub url_picture: String,
    /// The number of ours that the last conversation ran on; only where a contact is read.
    #[serde(default)]
    pub whatsapp: Option<Named>,
    /// A group.
    pub is_group: bool,
    /// Nothing that he writes is taken in.
    pub blocked: bool,
    /// The name that he chose on `WhatsApp`, by which others find him without his number.
    #[serde(default)]
    pub username: Option<String>,
    /// He wants no advertisements.
    #[serde(default)]
    pub marketing_opt_out: bool,
    /// Free name and value pairs.
    pub extra_info: Vec<ExtraInfo>,
    /// When it was made.
    pub created_at: DateTime<Utc>,
    /// When it last changed.
    pub updated_at: DateTime<Utc>,
}

/// A contact in a choice of many.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, sqlx::FromRow, utoipa::ToSchema)]
pub struct ContactName {
    /// Its number in the database.
    pub id: ContactId,
    /// Name.
    pub name: String,
    /// Digits of the phone number, or the group's id.
    pub number: String,
}

/// A free name and value pair.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, utoipa::ToSchema)]
pub struct ExtraInfo {
    /// What it is.
    pub name: String,
    /// The value.
    pub value: String,
}
