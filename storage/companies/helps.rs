//! Help videos: the same for every company, written by super users only. They tell nothing about a company, so their
//! statements do not begin with one.

use chrono::{DateTime, Utc};

use crate::{
    Conn, Result,
    contacts::containing,
    model::{
        ErrorCode, HelpId,
        help::Help,
        page::{Page, Rows},
    },
    on,
};

/// Videos of one page (rule B0).
pub const HELPS_A_PAGE: i64 = 20;
/// Videos listed at once.
pub const HELPS_LISTED_MAX: i64 = 500;

/// What an author writes.
#[derive(Debug, Clone)]
pub struct HelpForm {
    /// Title.
    pub title: String,
    /// The video's code at its host.
    pub video: String,
    /// What it is about.
    pub description: String,
}

/// A page of videos by title.
///
/// # Errors
/// `Database`.
pub async fn list(conn: &mut Conn<'_>, search: &str, page: Page) -> Result<Rows<Help>> {
    let part = containing(search);
    let count: i64 = on!(&mut *conn, |c| sqlx::query_scalar(concat!(
        "SELECT COUNT(*) FROM helps WHERE title",
        like!(),
        r"$1 ESCAPE '\'"
    ))
    .bind(&part)
    .fetch_one(c)
    .await)?;
    let rows: Vec<Help> = on!(conn, |c| sqlx::query_as(concat!(
        "SELECT id, title, video, description, created_at, updated_at FROM helps WHERE title",
        like!(),
        r"$1 ESCAPE '\' ORDER BY title, id LIMIT $2 OFFSET $3"
    ))
    .bind(&part)
    .bind(page.size)
    .bind(page.offset())
    .fetch_all(c)
    .await)?;
    Ok(Rows::new(rows, count, page))
}

/// A video.
///
/// # Errors
/// `Refused(NoHelpFound)`.
pub async fn get(conn: &mut Conn<'_>, id: HelpId) -> Result<Help> {
    let found: Option<Help> = on!(conn, |c| sqlx::query_as(
        "SELECT id, title, video, description, created_at, updated_at FROM helps WHERE id = $1"
    )
    .bind(id)
    .fetch_optional(c)
    .await)?;
    found.ok_or_else(|| ErrorCode::NoHelpFound.into())
}

/// Adds a video.
///
/// # Errors
/// `Database`.
pub async fn insert(conn: &mut Conn<'_>, form: &HelpForm, now: DateTime<Utc>) -> Result<Help> {
    Ok(on!(conn, |c| {
        sqlx::query_as(
        "INSERT INTO helps (title, video, description, created_at, updated_at) VALUES ($1, $2, $3, $4, $4)
         RETURNING id, title, video, description, created_at, updated_at"
    )
    .bind(&form.title)
    .bind(&form.video)
    .bind(&form.description)
    .bind(now)
    .fetch_one(c)
    .await
    })?)
}

/// Changes a video.
///
/// # Errors
/// `Refused(NoHelpFound)`.
pub async fn update(
    conn: &mut Conn<'_>,
    id: HelpId,
    form: &HelpForm,
    now: DateTime<Utc>,
) -> Result<Help> {
    let changed: Option<Help> = on!(conn, |c| {
        sqlx::query_as(
        "UPDATE helps SET title = $2, video = $3, description = $4, updated_at = $5 WHERE id = $1
         RETURNING id, title, video, description, created_at, updated_at"
    )
    .bind(id)
    .bind(&form.title)
    .bind(&form.video)
    .bind(&form.description)
    .bind(now)
    .fetch_optional(c)
    .await
    })?;
    changed.ok_or_else(|| ErrorCode::NoHelpFound.into())
}

/// Deletes a video.
///
/// # Errors
/// `Refused(NoHelpFound)`.
pub async fn delete(conn: &mut Conn<'_>, id: HelpId) -> Result<()> {
    let gone = on!(conn, |c| sqlx::query("DELETE FROM helps WHERE id = $1")
        .bind(id)
        .execute(c)
        .await
        .map(|done| done.rows_affected()))?;
    if gone == 1 {
        Ok(())
    } else {
        Err(ErrorCode::NoHelpFound.into())
    }
}
