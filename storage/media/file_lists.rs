//! Lists of files with a text, for campaigns and schedules to send. A list keeps the order of its options; an option may
//! wait for its file.

use std::collections::HashMap;

use chrono::{DateTime, Utc};
use sqlx::QueryBuilder;

use crate::{
    Conn, Result, campaigns,
    contacts::{containing, fold},
    core::ids::push_ids,
    messages::{LinkedFile, Shown},
    model::{
        CompanyId, ErrorCode, FileListId, FileOptionId, MediaId,
        file_list::{FileList, FileOption},
        page::{Page, Rows},
    },
    on,
};

/// Lists of one page (rule B0).
pub const PAGE_SIZE: i64 = 20;
/// Most files of one list.
pub const OPTIONS_MAX: usize = 50;

/// What people write.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FileListForm {
    /// Name.
    pub name: String,
    /// The text that goes with the files.
    pub message: String,
}

/// An option as people write it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OptionForm {
    /// The one that is there already; a new one if none.
    pub id: Option<FileOptionId>,
    /// What it is called.
    pub name: String,
}

#[derive(sqlx::FromRow)]
struct Row {
    id: FileListId,
    name: String,
    message: String,
    created_at: DateTime<Utc>,
    updated_at: DateTime<Utc>,
}

#[derive(sqlx::FromRow)]
struct OptionRow {
    id: FileOptionId,
    file_list_id: FileListId,
    name: String,
    media_id: Option<MediaId>,
    media_path: Option<String>,
    media_name: Option<String>,
    media_mime: Option<String>,
}

/// A page of a company's lists by name. A search text meets any part of a name, without case and accents.
///
/// # Errors
/// `Database`.
pub async fn list(
    conn: &mut Conn<'_>,
    company: CompanyId,
    search: &str,
    page: Page,
    shown: Shown<'_>,
) -> Result<Rows<FileList>> {
    let pattern = containing(&fold(search));
    let count: i64 = on!(&mut *conn, |c| {
        sqlx::query_scalar(
        r"SELECT COUNT(*) FROM file_lists f WHERE f.company_id = $1 AND f.search LIKE $2 ESCAPE '\'"
    )
    .bind(company)
    .bind(&pattern)
    .fetch_one(c)
    .await
    })?;
    let rows: Vec<Row> = on!(&mut *conn, |c| sqlx::query_as(
        r"SELECT f.id, f.name, f.message, f.created_at, f.updated_at FROM file_lists f
          WHERE f.company_id = $1 AND f.search LIKE $2 ESCAPE '\'
          ORDER BY f.search, f.id LIMIT $3 OFFSET $4"
    )
    .bind(company)
    .bind(&pattern)
    .bind(page.size)
    .bind(page.offset())
    .fetch_all(c)
    .await)?;
    let lists = with_options(conn, company, rows, shown).await?;
    Ok(Rows::new(lists, count, page))
}

/// A list by its number.
///
/// # Errors
/// `Refused(NoFileListFound)`.
pub async fn get(
    conn: &mut Conn<'_>,
    company: CompanyId,
    id: FileListId,
    shown: Shown<'_>,
) -> Result<FileList> {
    let row: Option<Row> = on!(&mut *conn, |c| sqlx::query_as(
        "SELECT f.id, f.name, f.message, f.created_at, f.updated_at FROM file_lists f
         WHERE f.company_id = $1 AND f.id = $2"
    )
    .bind(company)
    .bind(id)
    .fetch_optional(c)
    .await)?;
    let lists = with_options(conn, company, row.into_iter().collect(), shown).await?;
    lists
        .into_iter()
        .next()
        .ok_or_else(|| ErrorCode::NoFileListFound.into())
}

async fn with_options(
    conn: &mut Conn<'_>,
    company: CompanyId,
    rows: Vec<Row>,
    shown: Shown<'_>,
) -> Result<Vec<FileList>> {
    if rows.is_empty() {
        return Ok(Vec::new());
    }
    let options: Vec<OptionRow> = on!(conn, |c| {
        let mut query = QueryBuilder::<Driver>::new(
            "SELECT o.id, o.file_list_id, o.name, o.media_id, m.path AS media_path, m.name AS media_name,
                    m.mime AS media_mime
             FROM file_list_options o LEFT JOIN media m ON m.company_id = o.company_id AND m.id = o.media_id
             WHERE o.company_id = ",
        );
        query.push_bind(company);
        let ids = rows.iter().map(|row| row.id.0);
        push_ids(&mut query, " AND o.file_list_id IN (", ids);
        query.push(" ORDER BY o.file_list_id, o.position, o.id");
        query.build_query_as().fetch_all(c).await
    })?;
    let mut of_list: HashMap<FileListId, Vec<FileOption>> = HashMap::new();
    for row in options {
        let option = of_list.entry(row.file_list_id).or_default();
        option.push(view(company, row, shown));
    }
    let lists = rows.into_iter().map(|row| FileList {
        options: of_list.remove(&row.id).unwrap_or_default(),
        id: row.id,
        name: row.name,
        message: row.message,
        created_at: row.created_at,
        updated_at: row.updated_at,
    });
    Ok(lists.collect())
}

fn view(company: CompanyId, row: OptionRow, shown: Shown<'_>) -> FileOption {
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
    FileOption {
        id: row.id,
        name: row.name,
        path: row.media_path,
        file_name: row.media_name,
        media_type: row.media_mime,
        media_url,
    }
}

/// Adds a list without options.
///
/// # Errors
/// `Database`.
pub async fn insert(
    conn: &mut Conn<'_>,
    company: CompanyId,
    form: &FileListForm,
    now: DateTime<Utc>,
) -> Result<FileListId> {
    Ok(on!(conn, |c| {
        sqlx::query_scalar(
            "INSERT INTO file_lists (company_id, name, message, search, created_at, updated_at)
         VALUES ($1, $2, $3, $4, $5, $5) RETURNING id",
        )
        .bind(company)
        .bind(&form.name)
        .bind(&form.message)
        .bind(fold(&form.name))
        .bind(now)
        .fetch_one(c)
        .await
    })?)
}

/// Writes name and text. Whoever changes a list's options does this first: it keeps others off the list until the end of
/// the transaction.
///
/// # Errors
/// `Refused(NoFileListFound)`.
pub async fn update(
    conn: &mut Conn<'_>,
    company: CompanyId,
    id: FileListId,
    form: &FileListForm,
    now: DateTime<Utc>,
) -> Result<()> {
    let changed = on!(conn, |c| {
        sqlx::query(
        "UPDATE file_lists SET name = $3, message = $4, search = $5, updated_at = $6 WHERE company_id = $1 AND id = $2"
    )
    .bind(company)
    .bind(id)
    .bind(&form.name)
    .bind(&form.message)
    .bind(fold(&form.name))
    .bind(now)
    .execute(c)
    .await
    .map(|done| done.rows_affected())
    })?;
    found(changed, ErrorCode::NoFileListFound)
}

/// Puts these options in the place of a list's: those that are named stay, in this order, others go. Answers the files that
/// went with them.
///
/// # Errors
/// `Refused(NoFileOptionFound)` when the list has none of a number.
pub async fn set_options(
    conn: &mut Conn<'_>,
    company: CompanyId,
    list: FileListId,
    options: &[OptionForm],
) -> Result<Vec<MediaId>> {
    let known: Vec<(FileOptionId, Option<MediaId>)> = on!(&mut *conn, |c| sqlx::query_as(
        "SELECT id, media_id FROM file_list_options WHERE company_id = $1 AND file_list_id = $2"
    )
    .bind(company)
    .bind(list)
    .fetch_all(c)
    .await)?;
    let mut files = Vec::new();
    for (id, media) in known {
        if options.iter().any(|option| option.id == Some(id)) {
            continue;
        }
        on!(&mut *conn, |c| sqlx::query(
            "DELETE FROM file_list_options WHERE company_id = $1 AND file_list_id = $2 AND id = $3"
        )
        .bind(company)
        .bind(list)
        .bind(id)
        .execute(c)
        .await
        .map(drop))?;
        files.extend(media);
    }
    for (position, option) in (0_i64..).zip(options) {
        let Some(id) = option.id else {
            insert_option(conn, company, list, (&option.name, position)).await?;
            continue;
        };
        let changed = on!(&mut *conn, |c| sqlx::query(
            "UPDATE file_list_options SET name = $4, position = $5
             WHERE company_id = $1 AND file_list_id = $2 AND id = $3"
        )
        .bind(company)
        .bind(list)
        .bind(id)
        .bind(&option.name)
        .bind(position)
        .execute(c)
        .await
        .map(|done| done.rows_affected()))?;
        found(changed, ErrorCode::NoFileOptionFound)?;
    }
    Ok(files)
}

/// Adds an option without a file behind the others, or at a position.
///
/// # Errors
/// `Database` when the list is not the company's.
pub async fn insert_option(
    conn: &mut Conn<'_>,
    company: CompanyId,
    list: FileListId,
    (name, position): (&str, i64),
) -> Result<FileOptionId> {
    Ok(on!(conn, |c| sqlx::query_scalar(
        "INSERT INTO file_list_options (company_id, file_list_id, name, position)
         VALUES ($1, $2, $3, $4) RETURNING id"
    )
    .bind(company)
    .bind(list)
    .bind(name)
    .bind(position)
    .fetch_one(c)
    .await)?)
}

/// Gives an option another file. Answers the one that it had.
///
/// # Errors
/// `Refused(NoFileOptionFound)` when the list has none of this number.
pub async fn set_media(
    conn: &mut Conn<'_>,
    company: CompanyId,
    (list, option): (FileListId, FileOptionId),
    media: MediaId,
) -> Result<Option<MediaId>> {
    let former: Option<Option<MediaId>> = on!(&mut *conn, |c| {
        sqlx::query_scalar(concat!(
        "SELECT media_id FROM file_list_options WHERE company_id = $1 AND file_list_id = $2 AND id = $3",
        for_update!()
    ))
    .bind(company)
    .bind(list)
    .bind(option)
    .fetch_optional(c)
    .await
    })?;
    let former = former.ok_or(ErrorCode::NoFileOptionFound)?;
    on!(conn, |c| {
        sqlx::query(
        "UPDATE file_list_options SET media_id = $4 WHERE company_id = $1 AND file_list_id = $2 AND id = $3"
    )
    .bind(company)
    .bind(list)
    .bind(option)
    .bind(media)
    .execute(c)
    .await
    .map(drop)
    })?;
    Ok(former)
}

/// Deletes a list. Answers the files of its options.
///
/// # Errors
/// `Refused(NoFileListFound)`, `Refused(CampaignRunning)` while a campaign sends them.
pub async fn delete(
    conn: &mut Conn<'_>,
    company: CompanyId,
    id: FileListId,
) -> Result<Vec<MediaId>> {
    if campaigns::is_running_with_files(conn, company, id).await? {
        return Err(ErrorCode::CampaignRunning.into());
    }
    campaigns::forget_file_list(conn, company, id).await?;
    let files = set_options(conn, company, id, &[]).await?;
    let gone = on!(conn, |c| sqlx::query(
        "DELETE FROM file_lists WHERE company_id = $1 AND id = $2"
    )
    .bind(company)
    .bind(id)
    .execute(c)
    .await
    .map(|done| done.rows_affected()))?;
    found(gone, ErrorCode::NoFileListFound)?;
    Ok(files)
}

fn found(rows: u64, missing: ErrorCode) -> Result<()> {
    if rows == 0 {
        Err(missing.into())
    } else {
        Ok(())
    }
}
