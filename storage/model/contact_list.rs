//! Lists of people to write to in bulk, as they go over the wire (A043).

use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};

use super::{CompanyId, ContactListId, ContactListItemId};

/// People whom a campaign writes to.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ContactList {
    /// Number.
    pub id: ContactListId,
    /// Name.
    pub name: String,
    /// How many stand in it.
    pub contacts_count: i64,
    /// When it was made.
    pub created_at: DateTime<Utc>,
    /// When its name last changed.
    pub updated_at: DateTime<Utc>,
}

/// Somebody in a list.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ContactListItem {
    /// Number.
    pub id: ContactListItemId,
    /// Name.
    pub name: String,
    /// Digits of the phone number, as `WhatsApp` writes them once it was asked; may be empty.
    pub number: String,
    /// E-mail; may be empty.
    pub email: String,
    /// Whether the number is on `WhatsApp`; `null` until that is known.
    pub is_whatsapp_valid: Option<bool>,
    /// When the asking ended; `null` while it goes on. Without an answer `isWhatsappValid` is `null` still.
    pub checked_at: Option<DateTime<Utc>>,
    /// The list.
    pub contact_list_id: ContactListId,
    /// The company.
    pub company_id: CompanyId,
    /// When it came into the list.
    pub created_at: DateTime<Utc>,
    /// When it last changed.
    pub updated_at: DateTime<Utc>,
}

/// How a list stands with its numbers.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ContactListChecks {
    /// On `WhatsApp`.
    pub valid: i64,
    /// Not on `WhatsApp`.
    pub invalid: i64,
    /// To be asked for.
    pub waiting: i64,
}
