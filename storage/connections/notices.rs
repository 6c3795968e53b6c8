//! What providers say of customers, kept as lines of their conversations.

use crate::{
    Conn, Result,
    model::{CompanyId, ContactId},
    on,
};

/// The `mediaType` of such a line.
pub const NOTICE: &str = "notice";

/// Whether a conversation says `what` of `about` already.
///
/// # Errors
/// `Database`.
pub async fn is_said(
    conn: &mut Conn<'_>,
    company: CompanyId,
    (contact, about): (ContactId, ContactId),
    what: &str,
) -> Result<bool> {
    Ok(on!(conn, |c| sqlx::query_scalar(
        "SELECT EXISTS (SELECT 1 FROM messages WHERE company_id = $1 AND author_id = $2
           AND contact_id = $3 AND media_type = $4 AND body = $5)"
    )
    .bind(company)
    .bind(about)
    .bind(contact)
    .bind(NOTICE)
    .bind(what)
    .fetch_one(c)
    .await)?)
}
