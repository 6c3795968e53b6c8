//! Announcements: for every company or for one, written by super users only. They tell nothing about a company, so their
//! statements do not begin with one; only the picture is kept in a company's folder.

use chrono::{DateTime, Utc};

use crate::{
    Conn, Result,
    contacts::containing,
    messages::{LinkedFile, Shown},
    model::{
        AnnouncementId, CompanyId, ErrorCode, MediaId,
        announcement::Announcement,
        page::{Page, Rows},
    },
    on,
};

/// Announcements of one page (rule B0).
pub const ANNOUNCEMENTS_A_PAGE: i64 = 20;

/// What an author writes.
#[derive(Debug, Clone)]
pub struct AnnouncementForm {
    /// Title.
    pub title: String,
    /// Text.
    pub text: String,
    /// 1 to 3.
    pub priority: i64,
    /// Whether it is shown.
    pub status: bool,
    /// The one company that it is for; every company if none.
    pub company: Option<CompanyId>,
    /// Shown from here on.
    pub visible_from: Option<DateTime<Utc>>,
    /// No longer shown from here on.
    pub visible_until: Option<DateTime<Utc>>,
}

/// Who looks at announcements, and when.
#[derive(Debug, Clone, Copy)]
pub struct Reader {
    /// His company.
    pub company: CompanyId,
    /// Authors see everything: also what is for others, switched off, or not for now.
    pub is_author: bool,
    /// When he looks.
    pub now: DateTime<Utc>,
}

#[derive(sqlx::FromRow)]
struct Row {
    id: AnnouncementId,
    company_id: CompanyId,
    title: String,
    text: String,
    priority: i64,
    status: bool,
    for_company_id: Option<CompanyId>,
    visible_from: Option<DateTime<Utc>>,
    visible_until: Option<DateTime<Utc>>,
    media_id: Option<MediaId>,
    media_path: Option<String>,
    media_name: Option<String>,
    media_mime: Option<String>,
    created_at: DateTime<Utc>,
    updated_at: DateTime<Utc>,
}

/// What [`Row`] reads, up to the conditions.
macro_rules! select_announcements {
    () => {
        "SELECT a.id, a.company_id, a.title, a.text, a.priority, a.status, a.for_company_id, a.visible_from,
                a.visible_until, a.media_id, m.path AS media_path, m.name AS media_name, m.mime AS media_mime,
                a.created_at, a.updated_at
         FROM announcements a LEFT JOIN media m ON m.company_id = a.company_id AND m.id = a.media_id"
    };
}

/// Which of them somebody sees: his search ($1), whether he is an author ($2), his company ($3), now ($4).
macro_rules! seen {
    () => {
        concat!(
            " WHERE a.title",
            like!(),
            r"$1 ESCAPE '\'
              AND ($2 OR (a.status AND (a.for_company_id IS NULL OR a.for_company_id = $3)
                AND (a.visible_from IS NULL OR a.visible_from <= $4)
                AND (a.visible_until IS NULL OR a.visible_until > $4)))"
        )
    };
}

fn announcement(row: Row, shown: Option<Shown<'_>>) -> Announcement {
    let file = match (
        row.media_id,
        &row.media_path,
        &row.media_name,
        &row.media_mime,
    ) {
        (Some(id), Some(path), Some(name), Some(mime)) => Some(LinkedFile {
            id,
            path,
            name,
            mime,
        }),
        _ => None,
    };
    let media_url = shown
        .zip(file)
        .map(|(shown, file)| shown.links.link(row.company_id, &file, shown.now));
    Announcement {
        id: row.id,
        title: row.title,
        text: row.text,
        priority: row.priority,
        status: row.status,
        company_id: row.for_company_id,
        visible_from: row.visible_from,
        visible_until: row.visible_until,
        media_url,
        media_path: row.media_path,
        media_name: row.media_name,
        created_at: row.created_at,
        updated_at: row.updated_at,
    }
}

/// A page of the announcements that somebody sees, the most urgent first and the newest first among equals. Without
/// `shown` they have no links.
///
/// # Errors
/// `Database`.
pub async fn list(
    conn: &mut Conn<'_>,
    reader: Reader,
    search: &str,
    page: Page,
    shown: Option<Shown<'_>>,
) -> Result<Rows<Announcement>> {
    let part = containing(search);
    let count: i64 = on!(&mut *conn, |c| sqlx::query_scalar(concat!(
        "SELECT COUNT(*) FROM announcements a",
        seen!()
    ))
    .bind(&part)
    .bind(reader.is_author)
    .bind(reader.company)
    .bind(reader.now)
    .fetch_one(c)
    .await)?;
    let rows: Vec<Row> = on!(conn, |c| sqlx::query_as(concat!(
        select_announcements!(),
        seen!(),
        " ORDER BY a.priority, a.created_at DESC, a.id DESC LIMIT $5 OFFSET $6"
    ))
    .bind(&part)
    .bind(reader.is_author)
    .bind(reader.company)
    .bind(reader.now)
    .bind(page.size)
    .bind(page.offset())
    .fetch_all(c)
    .await)?;
    let rows = rows.into_iter().map(|row| announcement(row, shown));
    Ok(Rows::new(rows.collect(), count, page))
}

/// An announcement by its number.
///
/// # Errors
/// `Refused(NoAnnouncementFound)`.
pub async fn get(
    conn: &mut Conn<'_>,
    id: AnnouncementId,
    shown: Option<Shown<'_>>,
) -> Result<Announcement> {
    let row: Option<Row> = on!(conn, |c| sqlx::query_as(concat!(
        select_announcements!(),
        " WHERE a.id = $1"
    ))
    .bind(id)
    .fetch_optional(c)
    .await)?;
    let row = row.ok_or(ErrorCode::NoAnnouncementFound)?;
    Ok(announcement(row, shown))
}

/// Stores an announcement and answers its number.
///
/// # Errors
/// `Database`.
pub async fn insert(
    conn: &mut Conn<'_>,
    company: CompanyId,
    form: &AnnouncementForm,
    now: DateTime<Utc>,
) -> Result<AnnouncementId> {
    Ok(on!(conn, |c| {
        sqlx::query_scalar(
        "INSERT INTO announcements (company_id, title, text, priority, status, for_company_id, visible_from, visible_until,
           created_at, updated_at)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $9) RETURNING id"
    )
    .bind(company)
    .bind(&form.title)
    .bind(&form.text)
    .bind(form.priority)
    .bind(form.status)
    .bind(form.company)
    .bind(form.visible_from)
    .bind(form.visible_until)
    .bind(now)
    .fetch_one(c)
    .await
    })?)
}

/// Changes what is written.
///
/// # Errors
/// `Refused(NoAnnouncementFound)`.
pub async fn update(
    conn: &mut Conn<'_>,
    id: AnnouncementId,
    form: &AnnouncementForm,
    now: DateTime<Utc>,
) -> Result<()> {
    let changed = on!(conn, |c| {
        sqlx::query(
        "UPDATE announcements SET title = $2, text = $3, priority = $4, status = $5, for_company_id = $6, visible_from = $7,
           visible_until = $8, updated_at = $9
         WHERE id = $1"
    )
    .bind(id)
    .bind(&form.title)
    .bind(&form.text)
    .bind(form.priority)
    .bind(form.status)
    .bind(form.company)
    .bind(form.visible_from)
    .bind(form.visible_until)
    .bind(now)
    .execute(c)
    .await
    .map(|done| done.rows_affected())
    })?;
    found(changed)
}

/// Whose folder a picture is in, and which one it is.
pub type Picture = (CompanyId, MediaId);

/// Puts another picture, or none, in the place of an announcement's. Answers the one that was there.
///
/// # Errors
/// `Refused(NoAnnouncementFound)`.
pub async fn set_media(
    conn: &mut Conn<'_>,
    id: AnnouncementId,
    media: Option<Picture>,
    now: DateTime<Utc>,
) -> Result<Option<Picture>> {
    let known: Option<(CompanyId, Option<MediaId>)> =
        on!(&mut *conn, |c| sqlx::query_as(concat!(
            "SELECT company_id, media_id FROM announcements WHERE id = $1",
            for_update!()
        ))
        .bind(id)
        .fetch_optional(c)
        .await)?;
    let (company, old) = known.ok_or(ErrorCode::NoAnnouncementFound)?;
    if media.is_none() && old.is_none() {
        return Ok(None);
    }
    let changed = on!(conn, |c| {
        sqlx::query(
        "UPDATE announcements SET company_id = COALESCE($2, company_id), media_id = $3, updated_at = $4 WHERE id = $1"
    )
    .bind(id)
    .bind(media.map(|(company, _)| company))
    .bind(media.map(|(_, media)| media))
    .bind(now)
    .execute(c)
    .await
    .map(|done| done.rows_affected())
    })?;
    found(changed)?;
    Ok(old.map(|media| (company, media)))
}

/// Removes an announcement. Answers its picture.
///
/// # Errors
/// `Refused(NoAnnouncementFound)`.
pub async fn delete(conn: &mut Conn<'_>, id: AnnouncementId) -> Result<Option<Picture>> {
    let removed: Option<(CompanyId, Option<MediaId>)> = on!(conn, |c| sqlx::query_as(
        "DELETE FROM announcements WHERE id = $1 RETURNING company_id, media_id"
    )
    .bind(id)
    .fetch_optional(c)
    .await)?;
    let (company, media) = removed.ok_or(ErrorCode::NoAnnouncementFound)?;
    Ok(media.map(|media| (company, media)))
}

fn found(rows: u64) -> Result<()> {
    if rows == 0 {
        Err(ErrorCode::NoAnnouncementFound.into())
    } else {
        Ok(())
    }
}
