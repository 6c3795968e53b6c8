//! Notes on tickets as they go over the wire (S049).

use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};

use super::{ContactId, TicketId, TicketNoteId, UserId};

/// What somebody of the team wrote down about a ticket. Customers never see it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct TicketNote {
    /// Its number.
    pub id: TicketNoteId,
    /// The text.
    pub note: String,
    /// The ticket it was written on.
    pub ticket_id: TicketId,
    /// The customer of that ticket.
    pub contact_id: ContactId,
    /// Who wrote it.
    pub user_id: UserId,
    /// The same with his name; `null` when he is gone.
    pub user: Option<NoteUser>,
    /// When it was written.
    pub created_at: DateTime<Utc>,
}

/// Who wrote a note.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, utoipa::ToSchema)]
pub struct NoteUser {
    /// His number.
    pub id: UserId,
    /// His name.
    pub name: String,
    /// His e-mail.
    pub email: String,
}
