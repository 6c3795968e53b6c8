//! Quick messages: texts kept for the next time, each for its author or for the whole company.

use chrono::{DateTime, Utc};

use crate::{
    Conn, Result,
    contacts::{containing, fold},
    messages::{LinkedFile, Shown},
    model::{
        CompanyId, ErrorCode, MediaId, QuickMessageId, UserId,
        page::{Page, Rows},
        quick_message::QuickMessage,
    },
    on,
};

/// Rows of a page (rule B0).
pub const PAGE_SIZE: i64 = 20;
/// Most quick messages that the composer's list gets.
const OFFERED_MAX: i64 = 1000;

macro_rules! select_quick_messages {
    () => {
        "SELECT q.id, q.shortcode, q.message, q.geral, q.status, q.user_id, q.created_at, q.updated_at,
           q.media_id, d.path AS media_path, d.name AS media_name, d.mime AS media_mime
         FROM quick_messages q
         LEFT JOIN media d ON d.company_id = q.company_id AND d.id = q.media_id
         WHERE q.company_id = $1"
    };
}

#[derive(sqlx::FromRow)]
struct Row {
    id: QuickMessageId,
    shortcode: String,
    message: String,
    geral: bool,
    status: bool,
    user_id: UserId,
    created_at: DateTime<Utc>,
    updated_at: DateTime<Utc>,
    media_id: Option<MediaId>,
    media_path: Option<String>,
    media_name: Option<String>,
    media_mime: Option<String>,
}

/// What people may write.
#[derive(Debug, Clone, PartialEq)]
pub struct QuickMessageForm {
    /// What is typed after `/`.
    pub shortcode: String,
    /// The text.
    pub message: String,
    /// For the whole company.
    pub geral: bool,
    /// Offered in the composer.
    pub status: bool,
}

/// A page of the quick messages that a user sees, his own and those for everybody, by short code. A search text meets
/// any part of code or text, without case and accents.
///
/// # Errors
/// `Database`.
pub async fn list(
    conn: &mut Conn<'_>,
    company: CompanyId,
    user: UserId,
    search: &str,
    page: Page,
    shown: Shown<'_>,
) -> Result<Rows<QuickMessage>> {
    let pattern = containing(&fold(search));
    let count: i64 = on!(&mut *conn, |c| sqlx::query_scalar(
        r"SELECT COUNT(*) FROM quick_messages q WHERE q.company_id = $1
           AND (q.geral OR q.user_id = $2) AND q.search LIKE $3 ESCAPE '\'"
    )
    .bind(company)
    .bind(user)
    .bind(&pattern)
    .fetch_one(c)
    .await)?;
    let rows: Vec<Row> = on!(conn, |c| sqlx::query_as(concat!(
        select_quick_messages!(),
        r" AND (q.geral OR q.user_id = $2) AND q.search LIKE $3 ESCAPE '\'
           ORDER BY q.shortcode, q.id LIMIT $4 OFFSET $5"
    ))
    .bind(company)
    .bind(user)
    .bind(&pattern)
    .bind(page.size)
    .bind(page.offset())
    .fetch_all(c)
    .await)?;
    let rows = rows.into_iter().map(|row| view(company, row, shown));
    Ok(Rows::new(rows.collect(), count, page))
}

/// What a user's composer offers, by short code; at most 1,000.
///
/// # Errors
/// `Database`.
pub async fn list_offered(
    conn: &mut Conn<'_>,
    company: CompanyId,
    user: UserId,
    shown: Shown<'_>,
) -> Result<Vec<QuickMessage>> {
    let rows: Vec<Row> = on!(conn, |c| sqlx::query_as(concat!(
        select_quick_messages!(),
        " AND (q.geral OR q.user_id = $2) AND q.status ORDER BY q.shortcode, q.id LIMIT $3"
    ))
    .bind(company)
    .bind(user)
    .bind(OFFERED_MAX)
    .fetch_all(c)
    .await)?;
    let rows = rows.into_iter().map(|row| view(company, row, shown));
    Ok(rows.collect())
}

/// A quick message that a user sees: his own or one for everybody.
///
/// # Errors
/// `Refused(NoQuickMessageFound)` when there is none of this id for him.
pub async fn get(
    conn: &mut Conn<'_>,
    company: CompanyId,
    user: UserId,
    id: QuickMessageId,
    shown: Shown<'_>,
) -> Result<QuickMessage> {
    let row: Option<Row> = on!(conn, |c| sqlx::query_as(concat!(
        select_quick_messages!(),
        " AND (q.geral OR q.user_id = $2) AND q.id = $3"
    ))
    .bind(company)
    .bind(user)
    .bind(id)
    .fetch_optional(c)
    .await)?;
    row.map(|row| view(company, row, shown))
        .ok_or_else(|| ErrorCode::NoQuickMessageFound.into())
}

/// Adds a quick message of a user.
///
/// # Errors
/// `Database`.
pub async fn insert(
    conn: &mut Conn<'_>,
    company: CompanyId,
    user: UserId,
    form: &QuickMessageForm,
    now: DateTime<Utc>,
) -> Result<QuickMessageId> {
    Ok(on!(conn, |c| sqlx::query_scalar(
        "INSERT INTO quick_messages
           (company_id, user_id, shortcode, message, search, geral, status, created_at, updated_at)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $8) RETURNING id"
    )
    .bind(company)
    .bind(user)
    .bind(&form.shortcode)
    .bind(&form.message)
    .bind(search_text(form))
    .bind(form.geral)
    .bind(form.status)
    .bind(now)
    .fetch_one(c)
    .await)?)
}

/// Writes what people may change.
///
/// # Errors
/// `Refused(NoQuickMessageFound)`.
pub async fn update(
    conn: &mut Conn<'_>,
    company: CompanyId,
    id: QuickMessageId,
    form: &QuickMessageForm,
    now: DateTime<Utc>,
) -> Result<()> {
    let changed = on!(conn, |c| {
        sqlx::query(
        "UPDATE quick_messages SET shortcode = $3, message = $4, search = $5, geral = $6, status = $7,
           updated_at = $8 WHERE company_id = $1 AND id = $2"
    )
    .bind(company)
    .bind(id)
    .bind(&form.shortcode)
    .bind(&form.message)
    .bind(search_text(form))
    .bind(form.geral)
    .bind(form.status)
    .bind(now)
    .execute(c)
    .await
    .map(|done| done.rows_affected())
    })?;
    one(changed)
}

/// Gives a quick message another file, or none. Answers the file it had, whose row and bytes the caller removes.
///
/// # Errors
/// `Refused(NoQuickMessageFound)`.
pub async fn set_media(
    conn: &mut Conn<'_>,
    company: CompanyId,
    id: QuickMessageId,
    media: Option<MediaId>,
    now: DateTime<Utc>,
) -> Result<Option<MediaId>> {
    let former: Option<Option<MediaId>> = on!(&mut *conn, |c| sqlx::query_scalar(concat!(
        "SELECT media_id FROM quick_messages WHERE company_id = $1 AND id = $2",
        for_update!()
    ))
    .bind(company)
    .bind(id)
    .fetch_optional(c)
    .await)?;
    let former = former.ok_or(ErrorCode::NoQuickMessageFound)?;
    let changed = on!(conn, |c| {
        sqlx::query(
        "UPDATE quick_messages SET media_id = $3, updated_at = $4 WHERE company_id = $1 AND id = $2"
    )
    .bind(company)
    .bind(id)
    .bind(media)
    .bind(now)
    .execute(c)
    .await
    .map(|done| done.rows_affected())
    })?;
    one(changed)?;
    Ok(former)
}

/// Deletes a quick message. Answers the file it had, whose row and bytes the caller removes.
///
/// # Errors
/// `Refused(NoQuickMessageFound)`.
pub async fn delete(
    conn: &mut Conn<'_>,
    company: CompanyId,
    id: QuickMessageId,
) -> Result<Option<MediaId>> {
    let former: Option<Option<MediaId>> = on!(conn, |c| sqlx::query_scalar(
        "DELETE FROM quick_messages WHERE company_id = $1 AND id = $2 RETURNING media_id"
    )
    .bind(company)
    .bind(id)
    .fetch_optional(c)
    .await)?;
    former.ok_or_else(|| ErrorCode::NoQuickMessageFound.into())
}

fn one(changed: u64) -> Result<()> {
    if changed == 1 {
        Ok(())
    } else {
        Err(ErrorCode::NoQuickMessageFound.into())
    }
}

fn search_text(form: &QuickMessageForm) -> String {
    fold(&format!("{} {}", form.shortcode, form.message))
}

fn view(company: CompanyId, row: Row, shown: Shown<'_>) -> QuickMessage {
    let media_url = match (row.media_id, row.media_path.as_deref()) {
        (Some(id), Some(path)) => {
            let file = LinkedFile {
                id,
                path,
                name: row.media_name.as_deref().unwrap_or_default(),
                mime: row.media_mime.as_deref().unwrap_or_default(),
            };
            Some(shown.links.link(company, &file, shown.now))
        }
        _ => None,
    };
    QuickMessage {
        id: row.id,
        shortcode: row.shortcode,
        message: row.message,
        geral: row.geral,
        status: row.status,
        is_media: media_url.is_some(),
        media_url,
        media_path: row.media_path,
        media_name: row.media_name,
        media_mime: row.media_mime,
        company_id: company,
        user_id: row.user_id,
        created_at: row.created_at,
        updated_at: row.updated_at,
    }
}
