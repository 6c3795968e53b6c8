//! Filters of the ticket list that a user has kept.

use serde::{Deserialize, Serialize};

use super::SavedFilterId;

/// A kept filter.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, utoipa::ToSchema, sqlx::FromRow)]
pub struct SavedFilter {
    /// Its number.
    pub id: SavedFilterId,
    /// What its owner calls it; once for each owner.
    pub name: String,
    /// The words of the list's address, such as `tab=search&tags=3.4`.
    pub view: String,
}
