//! Tags: coloured words on tickets.

use chrono::{DateTime, Utc};

use crate::{
    Conn, Result, StorageError, campaigns,
    contacts::fold,
    model::{
        CompanyId, ErrorCode, TagId, TicketId, UserId,
        page::{Page, Rows},
        tag::TagDetails,
        ticket::Tag,
    },
    on,
};

/// Most tags of one company that a list shows (rule B0: effectively unpaged).
pub const TAGS_LISTED_MAX: i64 = 5000;

/// What people may write about a tag.
#[derive(Debug, Clone, PartialEq)]
pub struct TagForm {
    /// Name.
    pub name: String,
    /// `#rrggbb`
    pub color: String,
    /// A lane of the board.
    pub kanban: bool,
    /// Where its lane stands: lower ones first.
    pub priority: i64,
    /// Under which word lanes are chosen together; empty for none.
    pub category: String,
}

/// A company's tags by name; at most 5,000.
///
/// # Errors
/// `Database`.
pub async fn list(conn: &mut Conn<'_>, company: CompanyId) -> Result<Vec<Tag>> {
    Ok(on!(conn, |c| {
        sqlx::query_as(
        "SELECT id, name, color, priority, category FROM tags WHERE company_id = $1 ORDER BY name, id LIMIT $2"
    )
    .bind(company)
    .bind(TAGS_LISTED_MAX)
    .fetch_all(c)
    .await
    })?)
}

/// A page of the company's tags by name, with how many tickets carry each. A search text meets any part of a name,
/// without case and accents.
///
/// # Errors
/// `Database`.
pub async fn list_details(
    conn: &mut Conn<'_>,
    company: CompanyId,
    search: &str,
    page: Page,
) -> Result<Rows<TagDetails>> {
    let all: Vec<TagDetails> = on!(conn, |c| {
        sqlx::query_as(
            "SELECT g.id, g.name, g.color, CAST(CASE WHEN g.kanban THEN 1 ELSE 0 END AS BIGINT) AS kanban, g.priority,
               g.category, g.user_id,
               COALESCE(n.amount, 0) AS tickets_count
             FROM tags g
             LEFT JOIN (SELECT tag_id, COUNT(*) AS amount FROM ticket_tags WHERE company_id = $1 GROUP BY tag_id) n
               ON n.tag_id = g.id
             WHERE g.company_id = $1 ORDER BY g.name, g.id LIMIT $2",
        )
        .bind(company)
        .bind(TAGS_LISTED_MAX)
        .fetch_all(c)
        .await
    })?;
    let part = fold(search.trim());
    let found: Vec<TagDetails> = all
        .into_iter()
        .filter(|tag| fold(&tag.name).contains(&part))
        .collect();
    let count = i64::try_from(found.len()).unwrap_or(i64::MAX);
    let skipped = usize::try_from(page.offset()).unwrap_or(usize::MAX);
    let size = usize::try_from(page.size).unwrap_or(usize::MAX);
    let rows = found.into_iter().skip(skipped).take(size).collect();
    Ok(Rows::new(rows, count, page))
}

/// A tag by its id.
///
/// # Errors
/// `Database`.
pub async fn find(conn: &mut Conn<'_>, company: CompanyId, id: TagId) -> Result<Option<Tag>> {
    Ok(on!(conn, |c| sqlx::query_as(
        "SELECT id, name, color, priority, category FROM tags WHERE company_id = $1 AND id = $2"
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

/// A tag by its id, with what its page shows.
///
/// # Errors
/// `Refused(NoTagFound)` when the company has none of this id.
pub async fn get_details(conn: &mut Conn<'_>, company: CompanyId, id: TagId) -> Result<TagDetails> {
    let found: Option<TagDetails> = on!(conn, |c| {
        sqlx::query_as(
            "SELECT g.id, g.name, g.color, CAST(CASE WHEN g.kanban THEN 1 ELSE 0 END AS BIGINT) AS kanban, g.priority,
               g.category, g.user_id,
               (SELECT COUNT(*) FROM ticket_tags tt WHERE tt.company_id = g.company_id AND tt.tag_id = g.id)
                 AS tickets_count
             FROM tags g WHERE g.company_id = $1 AND g.id = $2",
        )
        .bind(company)
        .bind(id)
        .fetch_optional(c)
        .await
    })?;
    found.ok_or_else(|| ErrorCode::NoTagFound.into())
}

/// Adds a tag that somebody made.
///
/// # Errors
/// `Refused(TagNameTaken)` when the company has a tag of this name.
pub async fn insert(
    conn: &mut Conn<'_>,
    company: CompanyId,
    by: Option<UserId>,
    form: &TagForm,
    now: DateTime<Utc>,
) -> Result<TagDetails> {
    let id: TagId = on!(&mut *conn, |c| sqlx::query_scalar(
        "INSERT INTO tags (company_id, name, color, kanban, priority, category, user_id, created_at, updated_at)
         VALUES ($1, $2, $3, $4, $6, $7, $8, $5, $5) RETURNING id"
    )
    .bind(company)
    .bind(&form.name)
    .bind(&form.color)
    .bind(form.kanban)
    .bind(now)
    .bind(form.priority)
    .bind(&form.category)
    .bind(by)
    .fetch_one(c)
    .await)
    .map_err(name_taken)?;
    get_details(conn, company, id).await
}

/// Writes what people may change.
///
/// # Errors
/// `Refused(NoTagFound)`, `Refused(TagNameTaken)`.
pub async fn update(
    conn: &mut Conn<'_>,
    company: CompanyId,
    id: TagId,
    form: &TagForm,
    now: DateTime<Utc>,
) -> Result<TagDetails> {
    let changed = on!(&mut *conn, |c| sqlx::query(
        "UPDATE tags SET name = $3, color = $4, kanban = $5, updated_at = $6, priority = $7, category = $8
         WHERE company_id = $1 AND id = $2"
    )
    .bind(company)
    .bind(id)
    .bind(&form.name)
    .bind(&form.color)
    .bind(form.kanban)
    .bind(now)
    .bind(form.priority)
    .bind(&form.category)
    .execute(c)
    .await
    .map(|done| done.rows_affected()))
    .map_err(name_taken)?;
    if changed == 1 {
        get_details(conn, company, id).await
    } else {
        Err(ErrorCode::NoTagFound.into())
    }
}

/// Deletes a tag, also from the tickets that carry it.
///
/// # Errors
/// `Refused(NoTagFound)`.
pub async fn delete(conn: &mut Conn<'_>, company: CompanyId, id: TagId) -> Result<()> {
    campaigns::forget_tag(conn, company, id).await?;
    let deleted = on!(conn, |c| sqlx::query(
        "DELETE FROM tags WHERE company_id = $1 AND id = $2"
    )
    .bind(company)
    .bind(id)
    .execute(c)
    .await
    .map(|done| done.rows_affected()))?;
    if deleted == 1 {
        Ok(())
    } else {
        Err(ErrorCode::NoTagFound.into())
    }
}

/// Gives a ticket exactly these tags. The ticket keeps its place in the list: a tag is no change of the conversation.
///
/// # Errors
/// `Refused(NoTagFound)` when one of them is not the company's; `Database` when the ticket is not.
pub async fn set_of_ticket(
    conn: &mut Conn<'_>,
    company: CompanyId,
    ticket: TicketId,
    tags: &[TagId],
) -> Result<()> {
    on!(&mut *conn, |c| sqlx::query(
        "DELETE FROM ticket_tags WHERE company_id = $1 AND ticket_id = $2"
    )
    .bind(company)
    .bind(ticket)
    .execute(c)
    .await
    .map(drop))?;
    for tag in tags {
        get(conn, company, *tag).await?;
        on!(&mut *conn, |c| sqlx::query(
            "INSERT INTO ticket_tags (company_id, ticket_id, tag_id) VALUES ($1, $2, $3)
             ON CONFLICT DO NOTHING"
        )
        .bind(company)
        .bind(ticket)
        .bind(*tag)
        .execute(c)
        .await
        .map(drop))?;
    }
    Ok(())
}

fn name_taken(error: sqlx::Error) -> StorageError {
    match StorageError::from(error) {
        StorageError::Taken(_) => ErrorCode::TagNameTaken.into(),
        other => other,
    }
}
