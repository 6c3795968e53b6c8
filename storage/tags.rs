//! Tags: coloured words on tickets.

use crate::{
    Conn, Result,
    model::{CompanyId, ErrorCode, TagId, ticket::Tag},
    on,
};

/// Most tags of one company that a list shows (server-behaviour B0: effectively unpaged).
const TAGS_LISTED_MAX: i64 = 5000;

/// A company's tags by name; at most 5,000.
///
/// # Errors
/// `Database`.
pub async fn list(conn: &mut Conn<'_>, company: CompanyId) -> Result<Vec<Tag>> {
    Ok(on!(conn, |c| sqlx::query_as(
        "SELECT id, name, color FROM tags WHERE company_id = $1 ORDER BY name, id LIMIT $2"
    )
    .bind(company)
    .bind(TAGS_LISTED_MAX)
    .fetch_all(c)
    .await)?)
}

/// A tag by its id.
///
/// # Errors
/// `Database`.
pub async fn find(conn: &mut Conn<'_>, company: CompanyId, id: TagId) -> Result<Option<Tag>> {
    Ok(on!(conn, |c| sqlx::query_as(
        "SELECT id, name, color FROM tags WHERE company_id = $1 AND id = $2"
    )
    .bind(company)
    .bind(id)
    .fetch_optional(c)
    .await)?)
}

/// A tag by its id.
///
/// # Errors
/// `Refused(NoTagFound)` when the company has none of this id.
pub async fn get(conn: &mut Conn<'_>, company: CompanyId, id: TagId) -> Result<Tag> {
    find(conn, company, id)
        .await?
        .ok_or_else(|| ErrorCode::NoTagFound.into())
}
